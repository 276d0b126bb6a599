// SPDX-License-Identifier: BSD-3-Clause
#include "array/ufunc/axis_parts.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/library_function.hpp>
#include <gpu/ops.hpp>

#include "array/listed_indices.hpp"
#include "array/ufunc/node_arithmetic.hpp"
#include "execute/host/thread_pool.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

/// Parts along the middle axis of (outer, extent, inner).
class part_reduction_function : public graph::library_function {
 public:
  part_reduction_function(const graph::host_reduction& loops, std::vector<axis_part> parts)
      : loops_(loops), parts_(std::move(parts)) {}

  [[nodiscard]] const char* name() const noexcept override { return "reduceat"; }
  void run(execute::operation& work) const override {
    const execute::operation::array in = work.input(0);
    const execute::operation::array out = work.output();
    const shape& extents = in.place.extents;
    const auto count = static_cast<std::ptrdiff_t>(parts_.size());
    const std::ptrdiff_t each =
        std::max({extents[1] * extents[2] / count, extents[2], std::ptrdiff_t{1}});
    execute::parallel_for(
        extents[0] * count, execute::min_thread_rows(each),
        [&](std::ptrdiff_t first, std::ptrdiff_t last) { reduce(in, out, first, last); });
  }

 private:
  /// Parts `first` to `last`, those of the first matrix before those of the next one.
  void reduce(const execute::operation::array& in, const execute::operation::array& out,
              std::ptrdiff_t first, std::ptrdiff_t last) const {
    const shape& extents = in.place.extents;
    const std::ptrdiff_t inner = extents[2];
    const auto count = static_cast<std::ptrdiff_t>(parts_.size());
    const auto in_bytes = static_cast<std::ptrdiff_t>(size_bytes(in.type));
    const auto out_bytes = static_cast<std::ptrdiff_t>(size_bytes(out.type));
    std::vector<std::max_align_t> accumulators(
        static_cast<std::size_t>(inner) * loops_.accumulator_bytes / sizeof(std::max_align_t) + 1);
    for (std::ptrdiff_t i = first; i < last; ++i) {
      const axis_part& one = parts_[static_cast<std::size_t>(i % count)];
      const std::byte* row = in.data + (i / count * extents[1] + one.first) * inner * in_bytes;
      if (one.last - one.first == 1 && in.type == out.type) {  // no identity is joined with it
        std::copy_n(row, inner * in_bytes, out.data + i * inner * out_bytes);
        continue;
      }
      loops_.clear(accumulators.data(), inner);
      if (inner == 1) {
        const void* const elements[] = {row};
        loops_.reduce_contiguous(accumulators.data(), elements, one.last - one.first);
      } else {
        for (std::ptrdiff_t k = one.first; k < one.last; ++k, row += inner * in_bytes) {
          const void* const elements[] = {row};
          loops_.accumulate_each(accumulators.data(), elements, inner);
        }
      }
      loops_.finish(accumulators.data(), out.data + i * inner * out_bytes, inner);
    }
  }

  const graph::host_reduction& loops_;
  std::vector<axis_part> parts_;
};

/// The reduction's loop for elements of a type; null if none has results of dtype `result`.
const graph::typed_loop* loop_of(const part_fold& op, dtype element) {
  for (const graph::typed_loop& one : op.reduction->loops)
    if (one.in[0] == element && one.out == op.result) return &one;
  return nullptr;
}

node_ptr reduced_on_host(const part_fold& op, node_ptr value, std::span<const axis_part> parts,
                         std::size_t axis) {
  const graph::typed_loop* loop = loop_of(op, value->type);
  if (loop == nullptr) {
    value = graph::make_cast(value, op.result);
    loop = loop_of(op, op.result);
  }
  shape matrix{1, value->extents[axis], 1};
  for (std::size_t i = 0; i < value->extents.size(); ++i)
    if (i != axis) matrix[i < axis ? 0 : 2] *= value->extents[i];
  const auto count = static_cast<std::ptrdiff_t>(parts.size());
  return graph::make_library_node(
      ref_ptr<const graph::library_function>(new part_reduction_function(
          *loop->reduces_on_host, std::vector<axis_part>(parts.begin(), parts.end()))),
      graph::operand_list::of(graph::make_reshape(value, matrix)), loop->out,
      {matrix[0], count, matrix[2]}, cpu());
}

/// Pieces of parts, none longer than `length`: so many of each part.
struct part_pieces {
  std::vector<std::int64_t> firsts;
  std::vector<std::int64_t> lengths;
  std::vector<axis_part> of_part;

  part_pieces(std::span<const axis_part> parts, std::ptrdiff_t length) {
    for (const axis_part& one : parts) {
      const auto begin = static_cast<std::ptrdiff_t>(firsts.size());
      for (std::ptrdiff_t first = one.first; first < one.last; first += length) {
        firsts.push_back(first);
        lengths.push_back(std::min(length, one.last - first));
      }
      of_part.push_back({begin, static_cast<std::ptrdiff_t>(firsts.size())});
    }
  }
};

/// Half of the places in the pieces are elements at least, unless parts are few.
std::ptrdiff_t piece_length(std::span<const axis_part> parts) {
  constexpr std::ptrdiff_t longest = 1024;
  std::ptrdiff_t elements = 0;
  for (const axis_part& one : parts) elements += one.last - one.first;
  const auto mean = static_cast<std::uint64_t>(elements) / parts.size();
  return std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(std::bit_ceil(mean)), 2, longest);
}

/// The parts of rows, which are those of the first axis.
node_ptr reduced_on_gpu(const part_fold& op, const node_ptr& rows, std::span<const axis_part> parts,
                        device where) {
  const std::ptrdiff_t length = piece_length(parts);
  const part_pieces pieces(parts, length);
  const auto count = static_cast<std::ptrdiff_t>(pieces.firsts.size());
  const expression<std::int64_t> firsts(
      graph::make_reshape(listed_indices(pieces.firsts, where), {count, 1}));
  const expression<std::int64_t> lengths(
      graph::make_reshape(listed_indices(pieces.lengths, where), {count, 1}));
  const expression<std::int64_t> place(graph::make_index({count, length}, 1, 0, 1, where));
  const node_ptr index = (firsts + gpu::minimum(place, lengths - std::int64_t{1})).node();
  const node_ptr elements = taken(rows, index, 0, index_mode::clip);
  reduction_settings settings{1};
  settings.type = op.computed;
  if (op.has_identity) {
    shape extents{count, length};
    while (extents.size() < elements->extents.size()) extents.push_back(1);
    settings.mask = graph::make_reshape((place < lengths).node(), extents);
  }
  const node_ptr result(execute::evaluate(op.reduce(elements, settings)).get());
  return pieces.firsts.size() == parts.size() ? result
                                              : reduced_on_gpu(op, result, pieces.of_part, where);
}

/// One element is what it is: no identity is joined with it, which makes 0 of -0.
node_ptr with_single_elements(const part_fold& op, const node_ptr& result, const node_ptr& value,
                              std::span<const axis_part> parts, std::size_t axis) {
  std::vector<std::int64_t> firsts;
  std::vector<std::int64_t> lengths;
  for (const axis_part& one : parts) {
    firsts.push_back(one.first);
    lengths.push_back(one.last - one.first);
  }
  const bool has_zeros = op.has_identity && traits(op.result).kind > dtype_kind::integer;
  if (!has_zeros || std::count(lengths.begin(), lengths.end(), 1) == 0) return result;
  const device where = graph::device_of(value);
  shape along(value->extents.size(), 1);
  along[axis] = static_cast<std::ptrdiff_t>(parts.size());
  const expression<std::int64_t> length(graph::make_reshape(listed_indices(lengths, where), along));
  const node_ptr elements = taken(value, listed_indices(firsts, where),
                                  static_cast<std::ptrdiff_t>(axis), index_mode::clip);
  return apply_op<ops::where>(graph::make_broadcast(gpu::equal(length, 1).node(), result->extents),
                              graph::make_cast(elements, op.result), result);
}

}  // namespace

node_ptr reduced_parts(const part_fold& op, const node_ptr& value, std::span<const axis_part> parts,
                       std::size_t axis) {
  const device where = graph::device_of(value);
  const auto from = static_cast<std::ptrdiff_t>(axis);
  shape extents = value->extents;
  extents[axis] = static_cast<std::ptrdiff_t>(parts.size());
  if (where.is_cpu())
    return graph::make_cast(graph::make_reshape(reduced_on_host(op, value, parts, axis), extents),
                            op.result);
  const node_ptr result =
      moved_axes(reduced_on_gpu(op, moved_axes(value, axes_list{from}, axes_list{0}), parts, where),
                 axes_list{0}, axes_list{from});
  return with_single_elements(op, graph::make_cast(result, op.result), value, parts, axis);
}

}  // namespace gpu::detail
