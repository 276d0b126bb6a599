// SPDX-License-Identifier: BSD-3-Clause
// Distributions of several numbers that belong together, along the last axis.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/reductions.hpp>

#include "random/checks.hpp"
#include "random/halves.hpp"
#include "random/source.hpp"

namespace gpu::random::detail {
namespace {

using counts = expression<std::int64_t>;
using graph::leaf_ptr;
using graph::node_ptr;
using numbers = std::vector<double>;

/// What is left of 1 for the last outcome.
/// @throws value_error
double remainder_of(const double* p, const double* last) {
  double sum = 0;
  double lost = 0;  // by rounding, as W. Kahan's sum finds it
  for (; p != last; ++p) {
    const double term = *p - lost;
    const double next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  refuse(sum > 1 + 1e-12, "sum(pvals[:-1]) > 1.0");
  return std::max(1 - sum, 0.0);
}

/// Rows of probabilities as NumPy takes them, the last one being what the others leave, with zeros
/// up to a power of two.
/// @throws value_error
numbers checked_rows(const numbers& p, std::size_t columns, std::size_t width) {
  const bool suits =
      std::all_of(p.begin(), p.end(), [](double one) { return one >= 0 && one <= 1; });
  refuse(!suits, "pvals < 0, pvals > 1 or pvals contains NaNs");
  numbers rows;
  for (std::size_t row = 0; row < p.size(); row += columns) {
    const double* first = p.data() + row;
    const double* last = first + columns - 1;
    rows.insert(rows.end(), first, last);
    rows.push_back(remainder_of(first, last));
    rows.insert(rows.end(), width - columns, 0.0);
  }
  return rows;
}

/// How probable it is for what falls into a pair to fall into its first half, for pairs of all
/// outcomes, of halves of them, and so on down to pairs of two outcomes.
std::vector<numbers> shares_of_first_halves(numbers weights, std::size_t width) {
  std::vector<numbers> levels;
  for (; width > 1; width /= 2) {
    numbers sums, shares;
    for (std::size_t i = 0; i < weights.size(); i += 2) {
      sums.push_back(weights[i] + weights[i + 1]);
      shares.push_back(sums.back() > 0 ? weights[i] / sums.back() : 0);
    }
    weights = std::move(sums);
    levels.push_back(std::move(shares));
  }
  std::reverse(levels.begin(), levels.end());
  return levels;
}

/// Rows of probabilities.
struct outcomes {
  shape rows;
  std::size_t count;  ///< in each row
};
outcomes outcomes_of(const shape& pvals) {
  if (pvals.empty() || pvals.back() == 0)
    throw value_error(
        "pvals must have at least 1 dimension and the last dimension of pvals must be greater than "
        "0.");
  return {{pvals.begin(), pvals.end() - 1}, static_cast<std::size_t>(pvals.back())};
}

/// An array of no elements but with those extents, which only broadcasts.
node_ptr stand_in(const shape& extents, const std::optional<device>& where) {
  return node_ptr(new graph::index_node(row_major(extents), where));
}

/// Counts in pairs of outcomes, split into those of their halves.
ndarray<std::int64_t> split(philox& bits, const ndarray<std::int64_t>& whole, const numbers& shares,
                            shape rows) {
  const shape extents = whole.shape();
  const device where = whole.device();
  rows.push_back(extents.back());
  const ndarray<double> p(gpu::detail::leaf_from_host(shares.data(), dtype::float64, rows, where));
  const counts first(
      sampled_node(bits, sampler::binomial, {whole.node(), p.node()}, extents, where));
  return joined_halves(whole, first);
}

/// The numbers in memory, for those who need them several times. Numbers of a row do not lie side
/// by side, so that they are added in the same order as if they were computed meanwhile.
template <class R>
expression<R> computed_once(const expression<R>& drawn) {
  const node_ptr columns = moveaxis(drawn, -1, 0).node();
  return moveaxis(expression<R>(node_ptr(execute::evaluate(columns).get())), 0, -1);
}

}  // namespace

leaf_ptr multinomial_leaf(philox& bits, const count_parameter& n, const node_ptr& pvals,
                          const shape& size, const place& where) {
  const auto [rows, count] = outcomes_of(pvals->extents);
  const extent of = extent_of({n.node(), stand_in(rows, pvals->where)}, size, where);
  if (n.is_number())
    refuse(n.number() < 0, "n < 0");
  else
    refuse(expression_of<double>(n) < 0, "n < 0");
  std::size_t width = 1;
  while (width < count) width *= 2;
  const expression<double> probabilities(graph::make_cast(pvals, dtype::float64));
  const numbers weights = checked_rows({probabilities.begin(), probabilities.end()}, count, width);
  const shape column = with_last(of.size, 1);
  const node_ptr all = graph::make_reshape(
      graph::make_broadcast(expression_of<std::int64_t>(n).node(), of.size), column);
  ndarray<std::int64_t> drawn(execute::evaluate(all, of.where));
  for (const numbers& shares : shares_of_first_halves(weights, width))
    drawn = split(bits, drawn, shares, rows);
  const ndarray<std::int64_t>& padded = drawn;
  return execute::evaluate(
      view(padded, ellipsis(), range(0, static_cast<std::ptrdiff_t>(count))).node());
}

/// Gamma numbers divided by their sum. Of small shapes they may all be 0 in float64, so the largest
/// one is made 1 first.
node_ptr dirichlet_node(philox& bits, const node_ptr& alpha, dtype type, const shape& size,
                        const place& where) {
  if (alpha->extents.size() != 1)
    throw value_error(
        text_of("alpha must have one axis, not the shape ", tuple_text(alpha->extents)));
  const device here = extent_of({alpha}, {}, where).where;
  refuse(expression<double>(graph::make_cast(alpha, dtype::float64)) < 0, "alpha < 0");
  const extent of{with_last(size, alpha->extents[0]), here};
  return computed(type, [&]<class R>(std::type_identity<R>) {
    const node_ptr shapes = graph::make_cast(alpha, dtype_of<R>);
    expression<R> drawn(sampled_node(bits, sampler::log_gamma, {shapes}, of.size, of.where));
    if (alpha->extents[0] == 0) return drawn;
    if (here.is_cpu()) drawn = computed_once(drawn);
    const expression<R> largest = amax(drawn, {-1}, keepdims);
    const expression<R> shares = exp(drawn - gpu::where(isfinite(largest), largest, 0));
    // The sum is 1 at least, unless all shapes are 0.
    return expression<R>(shares / maximum(sum(shares, {-1}, keepdims), 1));
  });
}

}  // namespace gpu::random::detail
