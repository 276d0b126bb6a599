// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/counted_values.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gpu/array/indexing/take.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/library_function.hpp>
#include <gpu/kernels/functors/search.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/indexing/positions.hpp"
#include "array/statistics/bin_counts.hpp"
#include "execute/operation.hpp"
#include "graph/functor_op.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;
using int_expression = expression<std::int64_t>;

/// Fewer elements are sorted in the time that the kernels for counts take to begin.
constexpr std::ptrdiff_t min_elements = 1 << 14;
/// Elements for each number of the range, at least; and numbers whose counts a cache holds.
constexpr std::ptrdiff_t min_share = 16;
constexpr std::ptrdiff_t max_range = 1 << 20;

/// The one element, modulo 2^64.
std::uint64_t integer_of(const graph::leaf_ptr& leaf) {
  return visit_dtype(leaf->type, [&]<class T>(std::type_identity<T>) -> std::uint64_t {
    if constexpr (std::is_integral_v<T>) return static_cast<std::uint64_t>(element_in<T>(*leaf, 0));
    return 0;
  });
}

/// Elements less `first`, which are the numbers of bins, counted.
node_ptr counts_in_range(const int_expression& elements, std::int64_t first, std::ptrdiff_t bins,
                         device where) {
  const node_ptr bin = graph::make_cast((elements - first).node(), dtype::int32);
  return node_ptr(execute::evaluate(counts_of({bin, bins, where}), where).get());
}

/// Sorts integers of a byte, or bools.
class counted_sort : public graph::library_function {
 public:
  explicit counted_sort(bool descending) : descending_(descending) {}

  [[nodiscard]] const char* name() const noexcept override { return "sort"; }
  [[nodiscard]] bool equals(const graph::library_function& other) const override {
    return graph::have_equal_parameters(*this, other);
  }
  [[nodiscard]] auto parameters() const { return std::tie(descending_); }
  void run(execute::operation& work) const override {
    constexpr std::ptrdiff_t bins = 256;
    const device where = work.stream().device();
    const node_ptr vector(work.input_leaf(0).get());
    const std::int64_t first = vector->type == dtype::int8 ? -128 : 0;
    const int_expression counts(counts_in_range(
        int_expression(graph::make_cast(vector, dtype::int64)), first, bins, where));
    const node_ptr ends(execute::evaluate(gpu::cumsum(counts).node(), where).get());
    const std::ptrdiff_t count = vector->extents[0];
    const layout places = descending_ ? layout{count - 1, {count}, {-1}} : layout{0, {count}, {1}};
    const node_ptr bin = graph::apply(graph::functor_record<kernels::searchsorted>(dtype::int64),
                                      node_ptr(new graph::index_node(places, where)),
                                      graph::make_address(ends), 1, bins, true);
    execute::assign(graph::make_cast((int_expression(bin) + first).node(), vector->type),
                    work.output_leaf());
  }

 private:
  bool descending_;
};

}  // namespace

bool is_sorted_by_counts(const node_ptr& vector) {
  return traits(vector->type).kind <= dtype_kind::integer && size_bytes(vector->type) == 1 &&
         element_count(vector->extents) >= min_elements && graph::device_of(vector).is_gpu();
}

node_ptr sorted_by_counts(const node_ptr& vector, bool descending) {
  return graph::make_library_node(
      ref_ptr<const graph::library_function>(new counted_sort(descending)),
      graph::operand_list::of(vector), vector->type, vector->extents, graph::device_of(vector));
}

std::optional<counted_values> counted_values_of(const node_ptr& vector, device where) {
  const std::ptrdiff_t count = vector->extents[0];
  if (traits(vector->type).kind > dtype_kind::integer || count < min_elements) return std::nullopt;
  const any_expression elements(vector);
  const node_ptr ends[] = {gpu::min(elements).node(), gpu::max(elements).node()};
  const std::vector<graph::leaf_ptr> found = execute::evaluate(ends);
  const std::uint64_t least = integer_of(found[0]);
  const std::uint64_t range = integer_of(found[1]) - least;  // less than the numbers that there are
  if (range >= static_cast<std::uint64_t>(std::min(count / min_share, max_range)))
    return std::nullopt;

  const auto first = static_cast<std::int64_t>(least);
  const int_expression integers(graph::make_cast(vector, dtype::int64));
  const node_ptr counts =
      counts_in_range(integers, first, static_cast<std::ptrdiff_t>(range) + 1, where);
  const expression<bool> is_there = not_equal(int_expression(counts), std::int64_t{0});
  const node_ptr positions = positions_of(is_there.node(), where);
  const node_ptr values = (int_expression(positions) + first).node();
  return counted_values{graph::make_cast(values, vector->type),
                        taken(counts, positions, 0, index_mode::clip),
                        taken((gpu::cumsum(is_there) - std::int64_t{1}).node(),
                              (integers - first).node(), 0, index_mode::clip)};
}

}  // namespace gpu::detail
