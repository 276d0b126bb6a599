// SPDX-License-Identifier: BSD-3-Clause
// Integers between bounds of their own.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gpu/array/manipulation/broadcasting.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/random/distributions.hpp>

#include "random/integer_stream.hpp"
#include "random/parameters.hpp"

namespace gpu::random::detail {
namespace {

/// A bound of each element, on the host.
class bound_values {
 public:
  bound_values(const integer_bound& bound, const shape& extents) : number_(bound.number) {
    if (!bound.array) return;
    is_uint64_ = bound.array->type == dtype::uint64;
    values_.resize(static_cast<std::size_t>(element_count(extents)));
    const graph::node_ptr words = graph::make_cast(bound.array, dtype::int64);
    gpu::detail::read_elements(graph::make_broadcast(words, extents), values_.data());
  }
  wide_integer operator[](std::size_t i) const {
    if (values_.empty()) return number_;
    return is_uint64_ ? wide_integer{static_cast<std::uint64_t>(values_[i])} : values_[i];
  }

 private:
  wide_integer number_;
  std::vector<std::int64_t> values_;  ///< empty if it is the same for all
  bool is_uint64_ = false;
};

/// @throws shape_error  "operands could not be broadcast together with shapes (3,) (2,) ", or if
///                      these do not fit `size`
extent extent_between(const integer_bound& low, const integer_bound& high, const shape& size,
                      const place& where) {
  const shape number;
  const shape* const bounds[] = {low.array ? &low.array->extents : &number,
                                 high.array ? &high.array->extents : &number};
  static_cast<void>(gpu::broadcast_shapes(bounds));
  if (!size.empty()) static_cast<void>(gpu::broadcast_shapes(*bounds[0], *bounds[1], size));
  return extent_of({low.array, high.array}, size, where);
}

/// @throws value_error  in NumPy's words, if there is no integer between two of the bounds, or
/// `type`
///                      has not all of them
void require_integers(dtype type, const bound_values& low, const bound_values& high, bool endpoint,
                      std::size_t count) {
  const auto [least, most] = limits_of(type);
  bool low_is_out = false;
  bool high_is_out = false;
  bool is_empty = false;
  bool from_zero = true;
  for (std::size_t i = 0; i < count; ++i) {
    const wide_integer last = high[i] - (endpoint ? 0 : 1);
    // NumPy compares low bounds with the largest number of types of 64 bits alone.
    low_is_out |= low[i] < least || (low[i] > most && size_bytes(type) == 8);
    high_is_out |= last > most;
    is_empty |= low[i] > last;
    from_zero &= low[i] == 0;
  }
  if (low_is_out) throw value_error(text_of("low is out of bounds for ", type));
  if (high_is_out) throw value_error(text_of("high is out of bounds for ", type));
  if (is_empty) throw value_error(no_integer_between(endpoint, from_zero));
}

}  // namespace

graph::leaf_ptr integers_between_leaf(philox& bits, dtype type, const integer_bound& low,
                                      const integer_bound& high, bool endpoint, const shape& size,
                                      const place& where) {
  const bool is_empty = !size.empty() && element_count(size) == 0;
  // NumPy does not look at the bounds of no numbers.
  const extent all = is_empty ? extent{size, extent_of({}, size, where).where}
                              : extent_between(low, high, size, where);
  const auto count = static_cast<std::size_t>(element_count(all.size));
  if (count == 0) return gpu::detail::uninitialised_leaf(type, all.size, all.where);
  const bound_values lows(low, all.size);
  const bound_values highs(high, all.size);
  require_integers(type, lows, highs, endpoint, count);
  return drawn_one_by_one(bits, type, all.size, all.where, [&](std::size_t i) -> interval {
    const wide_integer range = highs[i] - (endpoint ? 0 : 1) - lows[i];
    return {static_cast<std::uint64_t>(lows[i]), static_cast<std::uint64_t>(range)};
  });
}

}  // namespace gpu::random::detail
