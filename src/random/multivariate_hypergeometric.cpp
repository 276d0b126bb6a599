// SPDX-License-Identifier: BSD-3-Clause
// How many items of each color come, of those that are taken without putting them back.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/core/error.hpp>
#include <gpu/execute/evaluate.hpp>

#include "random/halves.hpp"
#include "random/integer_stream.hpp"
#include "random/source.hpp"

namespace gpu::random::detail {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;
using item_counts = std::vector<std::int64_t>;

constexpr std::int64_t max_sum = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t end_of_marginals = 1'000'000'000;
constexpr std::int64_t max_sum_of_count = max_sum / 8;  // what NumPy has indices of

/// @throws value_error
item_counts checked_colors(const node_ptr& colors) {
  const char* const message =
      "colors must be a one-dimensional sequence of nonnegative integers not exceeding "
      "9223372036854775807.";
  refuse(colors->extents.size() != 1, message);
  // NumPy takes a list of no numbers, which are of no type.
  refuse(traits(colors->type).kind != dtype_kind::integer && colors->extents[0] != 0, message);
  const expression<std::int64_t> all(graph::make_cast(colors, dtype::int64));
  item_counts counts(all.begin(), all.end());
  // Those that int64 does not hold have become negative.
  refuse(std::any_of(counts.begin(), counts.end(), [](std::int64_t one) { return one < 0; }),
         message);
  return counts;
}

/// @throws value_error
std::int64_t checked_sum(const item_counts& colors) {
  std::int64_t sum = 0;
  for (const std::int64_t count : colors) {
    refuse(count > max_sum - sum,
           "sum(colors) must not exceed the maximum value of a 64 bit signed integer "
           "(9223372036854775807)");
    sum += count;
  }
  return sum;
}

/// How many there are in the first and in the second half of a pair, for pairs of all colors, of
/// halves of them, and so on down to pairs of two colors.
struct pairs {
  item_counts first, second;
};
std::vector<pairs> pairs_of(item_counts colors) {
  colors.resize(std::bit_ceil(std::max<std::size_t>(colors.size(), 1)));
  std::vector<pairs> levels;
  while (colors.size() > 1) {
    pairs level;
    item_counts sums;
    for (std::size_t i = 0; i < colors.size(); i += 2) {
      level.first.push_back(colors[i]);
      level.second.push_back(colors[i + 1]);
      sums.push_back(colors[i] + colors[i + 1]);
    }
    levels.push_back(std::move(level));
    colors = std::move(sums);
  }
  std::reverse(levels.begin(), levels.end());
  return levels;
}

leaf_ptr drawn_marginals(philox& bits, const item_counts& colors, std::int64_t nsample,
                         const extent& of) {
  ndarray<std::int64_t> drawn = full<std::int64_t>(with_last(of.size, 1), nsample, of.where);
  for (const auto& [first, second] : pairs_of(colors)) {
    const auto array_of = [&](const item_counts& counts) {
      return from_host(counts.data(), {static_cast<std::ptrdiff_t>(counts.size())}, of.where);
    };
    const expression<std::int64_t> of_first(sampled_node(
        bits, sampler::hypergeometric,
        {array_of(first).node(), array_of(second).node(), drawn.node()}, drawn.shape(), of.where));
    drawn = joined_halves(drawn, of_first);
  }
  const ndarray<std::int64_t>& padded = drawn;
  return execute::evaluate(
      view(padded, ellipsis(), range(0, static_cast<std::ptrdiff_t>(colors.size()))).node());
}

/// Items that are taken one after the other: a binary tree, whose leaves are the colors and whose
/// nodes say how many items are left below them.
class urn {
 public:
  explicit urn(const item_counts& colors)
      : width_(std::bit_ceil(std::max<std::size_t>(colors.size(), 1))), left_(2 * width_) {
    std::copy(colors.begin(), colors.end(), left_.begin() + static_cast<std::ptrdiff_t>(width_));
    for (std::size_t node = width_; node-- > 1;)
      left_[node] = left_[2 * node] + left_[2 * node + 1];
  }

  /// Takes item `number` of those that are left.
  /// @return its color
  std::size_t take(std::int64_t number) {
    std::size_t node = 1;
    for (; node < width_; --left_[node]) {
      node *= 2;
      if (number < left_[node]) continue;
      number -= left_[node];
      ++node;
    }
    return node - width_;
  }

 private:
  std::size_t width_;
  item_counts left_;  ///< of node 1, and of nodes 2 i and 2 i + 1, which are below node i
};

leaf_ptr drawn_counts(philox& bits, const item_counts& colors, std::int64_t total,
                      std::int64_t nsample, const extent& of) {
  const shape extents = with_last(of.size, static_cast<std::ptrdiff_t>(colors.size()));
  item_counts drawn(static_cast<std::size_t>(element_count(extents)));
  const bool leaves = nsample > total - nsample;
  const std::int64_t taken = leaves ? total - nsample : nsample;
  const urn full(colors);
  integer_stream<std::int64_t> next(bits);
  for (std::size_t row = 0; row < drawn.size(); row += colors.size()) {
    urn rest = full;
    for (std::int64_t i = 0; i < taken; ++i) {
      const auto last = static_cast<std::uint64_t>(total - i - 1);
      ++drawn[row + rest.take(static_cast<std::int64_t>(next({0, last})))];
    }
    for (std::size_t i = 0; leaves && i < colors.size(); ++i)
      drawn[row + i] = colors[i] - drawn[row + i];
  }
  return gpu::detail::leaf_from_host(drawn.data(), dtype::int64, extents, of.where);
}

}  // namespace

leaf_ptr multivariate_hypergeometric_leaf(philox& bits, const node_ptr& colors,
                                          gpu::detail::wide_integer nsample, const shape& size,
                                          std::string_view method, const place& where) {
  const bool counts = method == "count";
  refuse(!counts && method != "marginals", "method must be \"count\" or \"marginals\".");
  refuse(nsample < 0, "nsample must be nonnegative.");
  refuse(nsample > max_sum, "nsample must not exceed 9223372036854775807");
  const extent of{size, extent_of({colors}, {}, where).where};
  const item_counts of_color = checked_colors(colors);
  const std::int64_t total = checked_sum(of_color);
  refuse(counts && total > max_sum_of_count,
         "When method is 'count', sum(colors) must not exceed 1152921504606846975");
  refuse(!counts && total >= end_of_marginals,
         "When method is \"marginals\", sum(colors) must be less than 1000000000.");
  const auto taken = static_cast<std::int64_t>(nsample);
  refuse(taken > total, "nsample > sum(colors)");
  const auto columns = static_cast<std::ptrdiff_t>(of_color.size());
  static_cast<void>(element_count(with_last(size, columns)));  // refuses what is no size
  if (counts) return drawn_counts(bits, of_color, total, taken, of);
  return drawn_marginals(bits, of_color, taken, of);
}

}  // namespace gpu::random::detail
