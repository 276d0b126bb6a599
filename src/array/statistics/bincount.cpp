// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/statistics/bincount.hpp>

#include <algorithm>
#include <limits>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/reductions.hpp>

#include "array/statistics/bin_sums.hpp"

namespace gpu::detail {
namespace {

void require_vector(const graph::node_ptr& x) {
  if (x->extents.empty()) throw value_error("object of too small depth for desired array");
  if (x->extents.size() > 1) throw value_error("object too deep for desired array");
}

/// One more than the largest element. Waits.
std::ptrdiff_t bins_of(const expression<std::int64_t>& x) {
  const graph::node_ptr ends[] = {gpu::min(x).node(), gpu::max(x).node()};
  const std::vector<graph::leaf_ptr> found = execute::evaluate(ends);
  std::int64_t least;
  std::int64_t most;
  read_element(*found[0], 0, &least);
  read_element(*found[1], 0, &most);
  if (least < 0) throw value_error("'list' argument must have no negative elements");
  if (most >= max_bins)
    throw value_error(text_of("bincount: ", most, " is larger than ", max_bins - 1));
  return static_cast<std::ptrdiff_t>(most) + 1;
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
  const bool is_empty = x->extents[0] == 0;
  // An array is read as it is, in each pass; an expression is computed once.
  const bool is_array = graph::resolved(*x).kind == graph::node_kind::leaf;
  const expression<std::int64_t> elements(
      is_array ? list : as_int64(graph::node_ptr(execute::evaluate(x, where).get())));
  const std::ptrdiff_t bins = std::max(minlength, is_empty ? 0 : bins_of(elements));
  if (bins > max_bins)
    throw value_error(text_of("bincount: a minlength of ", minlength, " is too large"));
  const graph::node_ptr bin = graph::make_cast(elements.node(), dtype::int32);
  const binned all{bin, bins, where};
  return weights ? sums_of(all, weights) : counts_of(all);
}

}  // namespace gpu::detail
