// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/statistics/bincount.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/reductions.hpp>

#include "array/statistics/bin_sums.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

void require_vector(const graph::node_ptr& x) {
  if (x->extents.empty()) throw value_error("object of too small depth for desired array");
  if (x->extents.size() > 1) throw value_error("object too deep for desired array");
}

struct limits {
  std::int64_t least;
  std::int64_t most;
};

/// Of none if there are no elements.
std::optional<limits> limits_of(std::span<const std::int64_t> numbers) {
  if (numbers.empty()) return std::nullopt;
  constexpr std::size_t width = 4;  // of so many at once none waits for the one before
  limits all[width];
  std::fill_n(all, width, limits{numbers.front(), numbers.front()});
  const auto look = [&](std::int64_t number, limits& of) {
    of = {std::min(of.least, number), std::max(of.most, number)};
  };
  std::size_t i = 0;
  for (; i + width <= numbers.size(); i += width)
    for (std::size_t lane = 0; lane < width; ++lane) look(numbers[i + lane], all[lane]);
  for (; i < numbers.size(); ++i) look(numbers[i], all[0]);
  for (const limits& one : all) {
    look(one.least, all[0]);
    look(one.most, all[0]);
  }
  return all[0];
}

/// The same of an array. Waits.
std::optional<limits> limits_of(const expression<std::int64_t>& x) {
  if (x.size() == 0) return std::nullopt;
  const graph::node_ptr ends[] = {gpu::min(x).node(), gpu::max(x).node()};
  const std::vector<graph::leaf_ptr> found = execute::evaluate(ends);
  return limits{element_in<std::int64_t>(*found[0], 0), element_in<std::int64_t>(*found[1], 0)};
}

/// One more than the largest element, or `minlength`.
std::ptrdiff_t bins_of(const std::optional<limits>& of, std::ptrdiff_t minlength) {
  if (of && of->least < 0) throw value_error("'list' argument must have no negative elements");
  if (of && of->most >= max_bins)
    throw value_error(text_of("bincount: ", of->most, " is larger than ", max_bins - 1));
  if (minlength > max_bins)
    throw value_error(text_of("bincount: a minlength of ", minlength, " is too large"));
  return std::max(minlength, of ? static_cast<std::ptrdiff_t>(of->most) + 1 : 0);
}

/// Counts the elements of an array of int64 on the host at once: how many bins there are is to be
/// seen in memory anyway.
graph::node_ptr counted_on_host(const graph::leaf_node& list, std::ptrdiff_t minlength) {
  execute::operation work(cpu());
  const std::span<const std::int64_t> numbers(work.input<std::int64_t>(list),
                                              static_cast<std::size_t>(list.extents[0]));
  const std::ptrdiff_t bins = bins_of(limits_of(numbers), minlength);
  const graph::leaf_ptr result = work.workspace(dtype::int64, {bins});
  auto* const counts = work.output<std::int64_t>(*result);
  std::fill_n(counts, bins, std::int64_t{0});
  for (const std::int64_t number : numbers) ++counts[number];
  return graph::node_ptr(result.get());
}

/// NumPy takes uint64 as well, although it is not safe.
graph::node_ptr as_int64(const graph::node_ptr& x) {
  return x->type == dtype::uint64 ? graph::make_cast(x, dtype::int64)
                                  : converted(x, dtype::int64, casting::safe);
}

}  // namespace

graph::node_ptr counted(const graph::node_ptr& x, const graph::node_ptr& weights,
                        std::ptrdiff_t minlength) {
  const graph::node_ptr list = as_int64(x);
  require_vector(x);
  if (minlength < 0) throw value_error("'minlength' must not be negative");
  if (weights) {
    (void)converted(weights, dtype::float64, casting::safe);  // refuses what NumPy refuses
    require_vector(weights);
    if (weights->extents[0] != x->extents[0])
      throw value_error("The weights and list don't have the same length.");
  }
  const device where = graph::device_of(x);
  if (where.is_cpu() && !weights)
    return counted_on_host(*execute::evaluate(list, where), minlength);
  // An array is read as it is, in each pass; an expression is computed once.
  const bool is_array = graph::resolved(*x).kind == graph::node_kind::leaf;
  const expression<std::int64_t> elements(
      is_array ? list : as_int64(graph::node_ptr(execute::evaluate(x, where).get())));
  const std::ptrdiff_t bins = bins_of(limits_of(elements), minlength);
  const graph::node_ptr bin = graph::make_cast(elements.node(), dtype::int32);
  const binned all{bin, bins, where};
  return weights ? sums_of(all, weights) : counts_of(all);
}

}  // namespace gpu::detail
