// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <random>
#include <vector>

#include "program.hpp"

namespace gpu::fuzz {

/// A number below `count`.
[[nodiscard]] inline std::size_t below(std::mt19937_64& random, std::size_t count) {
  return static_cast<std::size_t>(random() % count);
}
/// True in `percent` of the cases.
[[nodiscard]] inline bool chance(std::mt19937_64& random, unsigned percent) {
  return random() % 100 < percent;
}

/// 0-d, empty, of rank up to 64, square, small, or long; of about `most` elements at the most.
[[nodiscard]] shape draw_shape(std::ptrdiff_t most, std::mt19937_64& random);

/// A shape that broadcasts to `whole`: leading axes dropped, extents made 1.
[[nodiscard]] shape draw_narrower(const shape& whole, std::mt19937_64& random);

/// A view that shows values of shape `shown`: the view, its operand left open, and the shape of
/// what it is a view of, of about `most` elements at the most.
struct drawn_view {
  step view;
  shape source;
};
[[nodiscard]] drawn_view draw_view(const shape& shown, std::ptrdiff_t most,
                                   std::mt19937_64& random);

/// Ranges that show `shown` in something larger, of extents `source`.
struct drawn_ranges {
  std::vector<taken_range> ranges;
  shape source;
};
[[nodiscard]] drawn_ranges draw_ranges(const shape& shown, std::ptrdiff_t most,
                                       std::mt19937_64& random);

/// A view of an existing array of extents `source` that shows `shown`, if one is found: its axes in
/// another order, or a window of it.
[[nodiscard]] std::optional<step> draw_view_of(const shape& source, const shape& shown,
                                               std::mt19937_64& random);

}  // namespace gpu::fuzz
