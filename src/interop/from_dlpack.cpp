// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/from_dlpack.hpp>

#include <memory>
#include <string>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>

#include "array/borrowed_memory.hpp"
#include "array/foreign_layout.hpp"
#include "interop/dlpack_type.hpp"

namespace gpu::detail {
namespace {

/// Ends a tensor with its last user, once it has been taken.
class taken_tensor {
 public:
  explicit taken_tensor(const received_tensor& source) : source_(source) {}
  taken_tensor(const taken_tensor&) = delete;
  taken_tensor& operator=(const taken_tensor&) = delete;
  ~taken_tensor() {
    if (is_taken_ && source_.deleter != nullptr) source_.deleter(source_.managed);
  }
  void take() noexcept { is_taken_ = true; }

 private:
  received_tensor source_;
  bool is_taken_ = false;
};

/// What a tensor says of itself, checked.
struct described_tensor {
  dtype type;
  device where;
  foreign_layout place;
  const std::byte* first;   ///< element (0, 0, ...)
  const std::byte* lowest;  ///< the first element in memory

  [[nodiscard]] bool is_contiguous() const {
    return gpu::is_contiguous(place.elements.extents, place.elements.strides);
  }
  [[nodiscard]] std::size_t span_bytes() const {
    return static_cast<std::size_t>(place.count) * size_bytes(type);
  }
};

device device_of(const dlpack::DLDevice& place) {
  switch (place.device_type) {
    case dlpack::kDLCPU:
    case dlpack::kDLCUDAHost:
      return cpu();
    case dlpack::kDLCUDA:
    case dlpack::kDLCUDAManaged:
      if (place.device_id >= 0) return gpu::gpu(place.device_id);
      break;
    default:
      break;
  }
  throw value_error(text_of("Unsupported device in DLTensor: type ",
                            static_cast<std::int32_t>(place.device_type), ", number ",
                            place.device_id));
}

foreign_layout layout_of(const dlpack::DLTensor& tensor) {
  if (tensor.ndim < 0 || tensor.ndim > static_cast<std::int32_t>(max_rank))
    throw value_error(text_of("maxdims of DLPack tensor is higher than the supported maxdims: ",
                              tensor.ndim, " axes, not 0 to ", max_rank));
  const auto rank = static_cast<std::size_t>(tensor.ndim);
  if (rank > 0 && tensor.shape == nullptr)
    throw value_error(text_of("the shape of a DLTensor with ", rank, " axes is null"));
  const shape extents(tensor.shape, tensor.shape + rank);
  (void)element_count(extents);
  const shape strides = tensor.strides == nullptr ? row_major_strides(extents)
                                                  : shape(tensor.strides, tensor.strides + rank);
  return layout_of_foreign(extents, strides);
}

described_tensor described(const dlpack::DLTensor& tensor) {
  described_tensor result{type_of_dlpack(tensor.dtype), device_of(tensor.device), layout_of(tensor),
                          nullptr, nullptr};
  if (result.place.count == 0) return result;
  if (tensor.data == nullptr)
    throw value_error(
        text_of("the data of a DLTensor of shape ", result.place.elements.extents, " is null"));
  result.first = static_cast<const std::byte*>(tensor.data) + tensor.byte_offset;
  result.lowest = result.first - result.place.elements.offset *
                                     static_cast<std::ptrdiff_t>(size_bytes(result.type));
  return result;
}

/// Why an array cannot have the tensor's memory; empty if it can.
std::string obstacle(const described_tensor& tensor, const received_tensor& source,
                     const from_dlpack_options& options, bool is_whole) {
  const shape& strides = tensor.place.elements.strides;
  if (options.device && *options.device != tensor.where)
    return text_of("its elements are on ", tensor.where, ", not on ", *options.device);
  if (is_whole && !tensor.is_contiguous())
    return text_of("its elements are not in C order: shape ", tensor.place.elements.extents,
                   ", strides ", strides);
  if (!is_aligned(tensor.first, tensor.type))
    return text_of("its elements at ", static_cast<const void*>(tensor.first),
                   " are not aligned to ", tensor.type);
  if (options.writable && (source.flags & dlpack::flag_read_only) != 0)
    return "it is read-only, and an array that writes it was asked for";
  return {};
}

/// Copies bytes of elements that are not aligned.
graph::leaf_ptr realigned(const described_tensor& tensor, const ref_ptr<memory_block>& block) {
  if (!tensor.is_contiguous())
    throw value_error(text_of("a DLTensor whose elements at ",
                              static_cast<const void*>(tensor.first), " are not aligned to ",
                              tensor.type, " can only be copied in C order, not with strides ",
                              tensor.place.elements.strides));
  const auto bytes = static_cast<std::ptrdiff_t>(tensor.span_bytes());
  const graph::leaf_ptr raw(
      new graph::leaf_node(block, dtype::uint8, row_major({bytes}), tensor.where));
  const graph::leaf_ptr copy = moved_to(graph::node_ptr(raw.get()), tensor.where, true);
  return graph::leaf_ptr(new graph::leaf_node(
      copy->block, tensor.type, row_major(tensor.place.elements.extents), tensor.where));
}

/// The elements on `where`, in memory that is new.
graph::leaf_ptr copied(const described_tensor& tensor, const ref_ptr<memory_block>& block,
                       device where) {
  graph::leaf_ptr whole;
  bool is_new = true;
  if (!is_aligned(tensor.first, tensor.type)) {
    whole = realigned(tensor, block);
  } else {
    const graph::node_ptr seen(
        new graph::leaf_node(block, tensor.type, tensor.place.elements, tensor.where));
    whole = execute::evaluate(seen);
    is_new = whole->block != block;
  }
  return is_new && where == tensor.where ? whole
                                         : moved_to(graph::node_ptr(whole.get()), where, true);
}

received_tensor checked(const received_tensor& source) {
  if (source.tensor == nullptr) throw value_error("the DLPack tensor is null");
  return source;
}

}  // namespace

received_tensor received(dlpack::DLManagedTensorVersioned* tensor) {
  if (tensor == nullptr) return checked({});
  if (tensor->version.major != dlpack::major_version)
    throw value_error(text_of("Unsupported DLPack version ", tensor->version.major, ".",
                              tensor->version.minor, ": the major version must be ",
                              dlpack::major_version));
  const auto end = [](void* managed) {
    auto* const self = static_cast<dlpack::DLManagedTensorVersioned*>(managed);
    if (self->deleter != nullptr) self->deleter(self);
  };
  return {&tensor->dl_tensor, tensor, end, tensor->flags};
}

received_tensor received(dlpack::DLManagedTensor* tensor) {
  if (tensor == nullptr) return checked({});
  const auto end = [](void* managed) {
    auto* const self = static_cast<dlpack::DLManagedTensor*>(managed);
    if (self->deleter != nullptr) self->deleter(self);
  };
  return {&tensor->dl_tensor, tensor, end, 0};
}

graph::leaf_ptr leaf_from_dlpack(const received_tensor& source, const from_dlpack_options& options,
                                 std::optional<dtype> type) {
  const described_tensor tensor = described(*source.tensor);
  if (type && *type != tensor.type)
    throw dtype_error(text_of("the tensor has dtype ", tensor.type, ", not ", *type));
  if (!type && options.writable)
    throw value_error("a DLPack tensor can only be written as an array, whose type is given");
  const std::string why = obstacle(tensor, source, options, type.has_value());
  const bool is_shared = why.empty() && options.copy != true;
  if (!why.empty() && (options.copy == false || (options.writable && !options.copy)))
    throw value_error(text_of("Unable to avoid copy of a DLPack tensor: ", why));
  const device where = options.device.value_or(tensor.where);
  require(where);
  const auto owner = std::make_shared<taken_tensor>(source);
  constexpr std::uint64_t ownership = dlpack::flag_is_copied | dlpack::flag_read_only;
  const bool is_ours = options.writable || (source.flags & ownership) == dlpack::flag_is_copied;
  const ref_ptr<memory_block> block =
      borrow_memory(tensor.where, tensor.lowest, tensor.span_bytes(), options.stream,
                    is_ours ? borrowed_for::writing : borrowed_for::reading, [owner] {});
  graph::leaf_ptr result;
  if (is_shared)
    result = graph::leaf_ptr(
        new graph::leaf_node(block, tensor.type, tensor.place.elements, tensor.where));
  else
    result = copied(tensor, block, where);
  owner->take();
  return result;
}

}  // namespace gpu::detail
