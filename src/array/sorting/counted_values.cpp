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

#include "array/indexing/positions.hpp"
#include "array/statistics/bin_counts.hpp"

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

}  // namespace

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
  const node_ptr places = (int_expression(graph::make_cast(vector, dtype::int64)) - first).node();
  const binned bins{graph::make_cast(places, dtype::int32), static_cast<std::ptrdiff_t>(range) + 1,
                    where};
  const node_ptr counts(execute::evaluate(counts_of(bins), where).get());
  const expression<bool> is_there = not_equal(int_expression(counts), std::int64_t{0});
  const node_ptr positions = positions_of(is_there.node(), where);
  const node_ptr values = (int_expression(positions) + first).node();
  return counted_values{
      graph::make_cast(values, vector->type), taken(counts, positions, 0, index_mode::clip),
      taken((gpu::cumsum(is_there) - std::int64_t{1}).node(), places, 0, index_mode::clip)};
}

}  // namespace gpu::detail
