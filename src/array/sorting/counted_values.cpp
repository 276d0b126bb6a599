// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/counted_values.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gpu/array/indexing/take.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/index_values.hpp"
#include "array/indexing/positions.hpp"
#include "array/statistics/bin_counts.hpp"
#include "execute/operation.hpp"
#include "vendor/cub/ordered_scatter.hpp"
#include "vendor/cub/scatter.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;
using int_expression = expression<std::int64_t>;

/// Fewer elements are sorted in the time that the kernels for counts take to begin.
constexpr std::ptrdiff_t min_elements = 1 << 14;
/// Elements for each number of the range, at least; and numbers whose counts a cache holds.
constexpr std::ptrdiff_t min_share = 16;
constexpr std::ptrdiff_t max_range = 1 << 20;
/// Marks, one for each number, that a cache holds: with more than elements, sorting is faster.
constexpr std::ptrdiff_t max_marks = 1 << 25;

/// The one element, modulo 2^64.
std::uint64_t integer_of(const graph::leaf_ptr& leaf) {
  return visit_dtype(leaf->type, [&]<class T>(std::type_identity<T>) -> std::uint64_t {
    if constexpr (std::is_integral_v<T>) return static_cast<std::uint64_t>(element_in<T>(*leaf, 0));
    return 0;
  });
}

/// A bool for each of the numbers 0 to `range`: whether one of the places is that number.
node_ptr marks_at(const node_ptr& places, std::ptrdiff_t range, device where) {
  const node_ptr none = filled_node(dtype::bool_, {range + 1}, 0, where);
  const node_ptr one = filled_node(dtype::bool_, {1}, 1, where);
  const graph::leaf_ptr marks = execute::evaluate(none, where);
  const graph::leaf_ptr mark = execute::evaluate(one, where);
  const std::ptrdiff_t count = places->extents[0];
  const bool are_narrow = vendor::writes_in_order(where, count, range + 1);
  const graph::leaf_ptr positions =
      execute::evaluate(graph::make_cast(places, are_narrow ? dtype::uint32 : dtype::int64), where);
  const execute::operation work(where);
  const void* const value = work.input(*mark);
  void* const out = work.output(*marks);
  // All write the same: the order does not matter.
  if (are_narrow)
    vendor::scatter_in_order({work.input<std::uint32_t>(*positions), count, nullptr}, value, 0, out,
                             sizeof(bool), range + 1, work.stream());
  else
    vendor::scatter({work.input<std::int64_t>(*positions), count, true}, value, 0, out,
                    sizeof(bool), range + 1, work.stream());
  return node_ptr(marks.get());
}

}  // namespace

std::optional<counted_values> counted_values_of(const node_ptr& vector, bool has_counts,
                                                device where) {
  const std::ptrdiff_t count = vector->extents[0];
  if (traits(vector->type).kind > dtype_kind::integer || count < min_elements) return std::nullopt;
  const any_expression elements(vector);
  const node_ptr ends[] = {gpu::min(elements).node(), gpu::max(elements).node()};
  const std::vector<graph::leaf_ptr> found = execute::evaluate(ends);
  const std::uint64_t least = integer_of(found[0]);
  const std::uint64_t range = integer_of(found[1]) - least;  // less than the numbers that there are
  const auto is_within = [range](std::ptrdiff_t numbers) {
    return range < static_cast<std::uint64_t>(numbers);
  };
  const bool are_counted = is_within(std::min(count / min_share, max_range));
  const bool are_marked = !has_counts && !are_counted && is_within(std::min(count, max_marks));
  if (!are_counted && !are_marked) return std::nullopt;

  const auto last = static_cast<std::ptrdiff_t>(range);
  const auto first = static_cast<std::int64_t>(least);
  const node_ptr places = (int_expression(graph::make_cast(vector, dtype::int64)) - first).node();
  node_ptr counts;
  node_ptr is_there;
  if (are_counted) {
    const binned bins{graph::make_cast(places, dtype::int32), last + 1, where};
    counts = node_ptr(execute::evaluate(counts_of(bins), where).get());
    is_there = not_equal(int_expression(counts), std::int64_t{0}).node();
  } else {
    is_there = marks_at(places, last, where);
  }
  const int_expression numbers(graph::make_index({last + 1}, 0, 0, 1, where));
  const node_ptr values(
      elements_where(is_there, graph::make_cast((numbers + first).node(), vector->type), where)
          .get());
  if (counts != nullptr)
    counts = taken(counts, (int_expression(graph::make_cast(values, dtype::int64)) - first).node(),
                   0, index_mode::clip);
  const int_expression ranks = gpu::cumsum(expression<bool>(is_there)) - std::int64_t{1};
  return counted_values{values, counts, taken(ranks.node(), places, 0, index_mode::clip)};
}

}  // namespace gpu::detail
