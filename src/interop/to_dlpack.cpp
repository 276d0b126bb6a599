// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/to_dlpack.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "cuda/block_uses.hpp"
#include "execute/operation.hpp"
#include "graph/schedule/kernel.hpp"
#include "interop/dlpack_type.hpp"

namespace gpu {
namespace detail {
namespace {

/// What a tensor's `manager_ctx` points to: the tensor, and what it keeps alive.
template <class Tensor>
struct exported {
  Tensor tensor{};
  graph::leaf_ptr leaf;
  std::array<std::int64_t, max_rank> extents{};
  std::array<std::int64_t, max_rank> strides{};

  static void end(Tensor* tensor) { delete static_cast<exported*>(tensor->manager_ctx); }
};

/// A leaf to hand out, and whether it was made for that alone.
struct chosen_leaf {
  graph::leaf_ptr leaf;
  bool is_copied;
};

chosen_leaf leaf_for(const graph::node_ptr& value, bool must_own,
                     const to_dlpack_options& options) {
  const graph::node_ptr known = graph::resolved(value);
  graph::leaf_ptr leaf = known->kind == graph::node_kind::leaf
                             ? graph::leaf_ptr(static_cast<const graph::leaf_node*>(known.get()))
                             : execute::evaluate(known);
  const device where = options.dl_device.value_or(*leaf->where);
  const bool is_needed = must_own || where != *leaf->where;
  if (is_needed && options.copy == false)
    throw value_error(text_of("Unable to avoid copy while creating a DLPack tensor on ", where,
                              " of elements on ", *leaf->where,
                              must_own ? ", which cannot be marked as read-only" : ""));
  if (!is_needed && options.copy != true) return {leaf, false};
  return {moved_to(graph::node_ptr(leaf.get()), where, true), true};
}

/// Whether CUDA has such a stream as long as the program runs: the default streams, whose handles
/// are 0, 1 and 2.
bool is_default_stream(stream_ref stream) {
  return reinterpret_cast<std::uintptr_t>(stream.get()) <= 2;
}

/// Lets work of the receiver's stream use the block, after what is enqueued for it.
void hand_out(memory_block& block, stream_ref receiver, bool is_written) {
  const device where = receiver.device();
  if (where.is_gpu() && !is_default_stream(receiver) && receiver != current_stream(where))
    return block_uses::hand_out(block, receiver, is_written);
  const execute::operation work(receiver);
  if (is_written)
    work.add_output(block);
  else
    work.add_input(block);
}

template <class Tensor>
Tensor* exported_tensor(const chosen_leaf& chosen, bool is_written,
                        const to_dlpack_options& options) {
  auto made = std::make_unique<exported<Tensor>>();
  const graph::leaf_node& leaf = *chosen.leaf;
  made->leaf = chosen.leaf;
  std::copy(leaf.extents.begin(), leaf.extents.end(), made->extents.begin());
  std::copy(leaf.strides.begin(), leaf.strides.end(), made->strides.begin());
  dlpack::DLTensor& tensor = made->tensor.dl_tensor;
  const bool is_empty = element_count(leaf.extents) == 0;
  tensor.data = is_empty ? nullptr : reinterpret_cast<void*>(graph::address_in(leaf, leaf.offset));
  tensor.device = dlpack_device(*leaf.where);
  tensor.ndim = static_cast<std::int32_t>(leaf.extents.size());
  tensor.dtype = dlpack_type(leaf.type);
  tensor.shape = made->extents.data();
  tensor.strides = made->strides.data();
  made->tensor.manager_ctx = made.get();
  made->tensor.deleter = exported<Tensor>::end;
  hand_out(*leaf.block, options.stream.value_or(current_stream(*leaf.where)), is_written);
  return &made.release()->tensor;
}

void require_stream(const graph::node_ptr& value, const to_dlpack_options& options) {
  const device where = options.dl_device.value_or(graph::device_of(value));
  if (options.stream && options.stream->device() != where)
    throw device_mismatch(where, options.stream->device());
}

}  // namespace

dlpack::DLManagedTensorVersioned* versioned_tensor(const graph::node_ptr& value,
                                                   export_access access,
                                                   const to_dlpack_options& options) {
  require_stream(value, options);
  const chosen_leaf chosen = leaf_for(value, false, options);
  const bool is_written = chosen.is_copied || access != export_access::shared_to_read;
  auto* const made = exported_tensor<dlpack::DLManagedTensorVersioned>(chosen, is_written, options);
  made->version = {dlpack::major_version, dlpack::minor_version};
  made->flags = is_written ? 0 : dlpack::flag_read_only;
  if (chosen.is_copied || access == export_access::owned) made->flags |= dlpack::flag_is_copied;
  return made;
}

dlpack::DLManagedTensor* unversioned_tensor(const graph::node_ptr& value, export_access access,
                                            const to_dlpack_options& options) {
  require_stream(value, options);
  return exported_tensor<dlpack::DLManagedTensor>(
      leaf_for(value, access == export_access::shared_to_read, options), true, options);
}

}  // namespace detail

dlpack::DLDevice dlpack_device(device where) noexcept {
  return {where.is_gpu() ? dlpack::kDLCUDA : dlpack::kDLCPU, where.index()};
}

std::optional<std::int64_t> dlpack_stream(stream_ref stream) noexcept {
  if (stream.device().is_cpu()) return std::nullopt;
  if (stream.get() == nullptr) return 1;
  return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(stream.get()));
}

}  // namespace gpu
