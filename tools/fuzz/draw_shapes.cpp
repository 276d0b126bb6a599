// SPDX-License-Identifier: BSD-3-Clause
#include "draw_shapes.hpp"

#include <algorithm>
#include <numeric>

namespace gpu::fuzz {
namespace {

constexpr std::ptrdiff_t usual_extents[] = {1,  2,  3,  4,  5,  7,  8,  9,   13,  15,  16, 17,
                                            31, 32, 33, 37, 63, 64, 65, 100, 127, 128, 129};

/// Axes appended while there are fewer than `most` elements.
shape draw_small(std::size_t rank, std::ptrdiff_t most, std::mt19937_64& random) {
  shape extents;
  std::ptrdiff_t count = 1;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    std::ptrdiff_t extent = usual_extents[below(random, std::size(usual_extents))];
    while (extent > 1 && count * extent > most) extent /= 2;
    extents.push_back(extent);
    count *= extent;
  }
  return extents;
}

shape draw_high_rank(std::ptrdiff_t most, std::mt19937_64& random) {
  shape extents(chance(random, 20) ? 25 + below(random, 40) : 7 + below(random, 18), 1);
  std::ptrdiff_t count = 1;
  for (std::ptrdiff_t& extent : extents) {
    extent = chance(random, 30) && count * 3 <= most ? 2 + std::ptrdiff_t(below(random, 2)) : 1;
    count *= extent;
  }
  return extents;
}

/// A random order of the axes.
std::vector<std::ptrdiff_t> draw_order(std::size_t rank, std::mt19937_64& random) {
  std::vector<std::ptrdiff_t> order(rank);
  std::iota(order.begin(), order.end(), std::ptrdiff_t{0});
  if (chance(random, 30))
    std::reverse(order.begin(), order.end());
  else
    std::shuffle(order.begin(), order.end(), random);
  return order;
}

step blank(action what) {
  return {what, {0}, dtype::bool_, {}, 0, 0, {}, {}, {}};
}

drawn_view draw_transpose(const shape& shown, std::mt19937_64& random) {
  drawn_view drawn{blank(action::transpose), shape(shown.size(), 1)};
  drawn.view.axes = draw_order(shown.size(), random);
  for (std::size_t k = 0; k < shown.size(); ++k)
    drawn.source[static_cast<std::size_t>(drawn.view.axes[k])] = shown[k];
  return drawn;
}

drawn_view draw_slice(const shape& shown, std::ptrdiff_t most, std::mt19937_64& random) {
  drawn_ranges drawn = draw_ranges(shown, most, random);
  drawn_view result{blank(action::slice), std::move(drawn.source)};
  result.view.ranges = std::move(drawn.ranges);
  return result;
}

/// As many elements in other axes: neighbours merged, then divided.
drawn_view draw_reshape(const shape& shown, std::mt19937_64& random) {
  drawn_view drawn{blank(action::reshape), shape()};
  drawn.view.extents = shown;
  for (const std::ptrdiff_t extent : shown) {
    if (!drawn.source.empty() && chance(random, 50))
      drawn.source[drawn.source.size() - 1] *= extent;
    else
      drawn.source.push_back(extent);
  }
  if (drawn.source.size() >= max_rank) return drawn;
  const std::size_t axis = below(random, drawn.source.size() + 1);
  if (axis == drawn.source.size()) {
    drawn.source.push_back(1);
    return drawn;
  }
  for (const std::ptrdiff_t divisor : {7, 3, 2, 5, 1}) {
    if (drawn.source[axis] % divisor != 0 || (drawn.source[axis] == 0 && divisor > 1)) continue;
    drawn.source[axis] /= divisor;
    drawn.source.insert(axis + below(random, 2), divisor);
    break;
  }
  return drawn;
}

drawn_view draw_broadcast(const shape& shown, std::mt19937_64& random) {
  drawn_view drawn{blank(action::broadcast), draw_narrower(shown, random)};
  drawn.view.extents = shown;
  return drawn;
}

drawn_view draw_expand(const shape& shown, std::mt19937_64& random) {
  drawn_view drawn{blank(action::expand), shown};
  const auto one = std::find(shown.begin(), shown.end(), 1);
  if (one == shown.end()) return draw_transpose(shown, random);
  drawn.view.axes = {one - shown.begin()};
  drawn.source.erase(static_cast<std::size_t>(one - shown.begin()));
  return drawn;
}

drawn_view draw_diagonal(const shape& shown, std::ptrdiff_t most, std::mt19937_64& random) {
  if (shown.empty() || shown.back() == 0 || shown.size() >= max_rank ||
      element_count(shown) * (shown.back() + 4) > most)
    return draw_transpose(shown, random);
  const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(below(random, 5)) - 2;
  const std::ptrdiff_t more = static_cast<std::ptrdiff_t>(below(random, 2));
  const std::ptrdiff_t rows = shown.back() + std::max<std::ptrdiff_t>(-offset, 0) + more;
  const std::ptrdiff_t columns = shown.back() + std::max<std::ptrdiff_t>(offset, 0);
  drawn_view drawn{blank(action::diagonal), shown};
  drawn.source.erase(shown.size() - 1);
  const std::size_t first = below(random, drawn.source.size() + 1);
  drawn.source.insert(first, rows);
  const std::size_t second = first + 1 + below(random, drawn.source.size() - first);
  drawn.source.insert(second, columns);
  drawn.view.axes = {offset, std::ptrdiff_t(first), std::ptrdiff_t(second)};
  if (chance(random, 50)) {
    std::swap(drawn.view.axes[1], drawn.view.axes[2]);
    drawn.view.axes[0] = -offset;
  }
  return drawn;
}

}  // namespace

shape draw_shape(std::ptrdiff_t most, std::mt19937_64& random) {
  const std::size_t kind = below(random, 100);
  if (kind < 6) return {};
  if (kind < 11) {
    shape empty = draw_small(1 + below(random, 4), most, random);
    empty[below(random, empty.size())] = 0;
    return empty;
  }
  if (kind < 21) return draw_high_rank(most, random);
  if (kind < 36) {
    const std::ptrdiff_t side = usual_extents[below(random, std::size(usual_extents))];
    if (side * side <= 2 * most) return {side, side};
  }
  if (kind < 50) return {1 + static_cast<std::ptrdiff_t>(below(random, std::size_t(most)))};
  return draw_small(1 + below(random, 5), chance(random, 50) ? most : most / 10, random);
}

shape draw_narrower(const shape& whole, std::mt19937_64& random) {
  shape narrow = whole;
  if (chance(random, 40))
    for (std::size_t drop = below(random, whole.size() + 1); drop-- > 0;) narrow.erase(0);
  for (std::ptrdiff_t& extent : narrow)
    if (chance(random, 40)) extent = 1;
  return narrow;
}

drawn_ranges draw_ranges(const shape& shown, std::ptrdiff_t most, std::mt19937_64& random) {
  constexpr std::ptrdiff_t steps[] = {1, 1, 1, 2, 3, -1, -1, -2};
  drawn_ranges drawn;
  std::ptrdiff_t room = most;  // what is around no elements may be many
  for (const std::ptrdiff_t extent : shown) room /= std::max<std::ptrdiff_t>(extent, 1);
  room = std::max<std::ptrdiff_t>(room, 1);
  const auto add_dropped = [&] {
    const std::ptrdiff_t extent = 1 + static_cast<std::ptrdiff_t>(below(random, 3));
    drawn.source.push_back(extent <= room ? extent : 1);
    room /= drawn.source.back();
    const auto at = static_cast<std::ptrdiff_t>(below(random, std::size_t(drawn.source.back())));
    drawn.ranges.push_back({at, 1, 1, true});
  };
  for (const std::ptrdiff_t extent : shown) {
    if (shown.size() < 20 && chance(random, 8)) add_dropped();
    const std::ptrdiff_t drawn_step = steps[below(random, std::size(steps))];
    const std::ptrdiff_t drawn_before = chance(random, 30) ? std::ptrdiff_t(below(random, 3)) : 0;
    const std::ptrdiff_t drawn_after = chance(random, 30) ? std::ptrdiff_t(below(random, 3)) : 0;
    const auto total = [&](std::ptrdiff_t step, std::ptrdiff_t around) {
      return around + (extent == 0 ? 0 : (extent - 1) * std::abs(step) + 1);
    };
    const std::ptrdiff_t unit = std::max<std::ptrdiff_t>(extent, 1);
    const std::ptrdiff_t growth = (total(drawn_step, drawn_before + drawn_after) + unit - 1) / unit;
    const bool fits = growth <= room;
    const std::ptrdiff_t step = fits ? drawn_step : drawn_step < 0 ? -1 : 1;
    const std::ptrdiff_t before = fits ? drawn_before : 0;
    const std::ptrdiff_t after = fits ? drawn_after : 0;
    room /= std::max<std::ptrdiff_t>(fits ? growth : 1, 1);
    drawn.source.push_back(total(step, before + after));
    drawn.ranges.push_back(
        {step > 0 || extent == 0 ? before : before + total(step, 0) - 1, extent, step});
  }
  return drawn;
}

drawn_view draw_view(const shape& shown, std::ptrdiff_t most, std::mt19937_64& random) {
  switch (below(random, 10)) {
    case 0:
    case 1:
    case 2:
      return draw_transpose(shown, random);
    case 3:
    case 4:
    case 5:
      return draw_slice(shown, most, random);
    case 6:
      return draw_reshape(shown, random);
    case 7:
      return draw_broadcast(shown, random);
    case 8:
      return draw_expand(shown, random);
    default:
      return draw_diagonal(shown, most, random);
  }
}

std::optional<step> draw_view_of(const shape& source, const shape& shown, std::mt19937_64& random) {
  if (source.size() != shown.size()) return std::nullopt;
  step order = blank(action::transpose);
  order.axes = draw_order(shown.size(), random);
  bool permuted = shown.size() > 1;
  for (std::size_t k = 0; k < shown.size(); ++k)
    permuted = permuted && source[static_cast<std::size_t>(order.axes[k])] == shown[k];
  if (permuted) return order;
  step window = blank(action::slice);
  for (std::size_t axis = 0; axis < shown.size(); ++axis) {
    const std::ptrdiff_t free = source[axis] - shown[axis];
    if (free < 0) return std::nullopt;
    taken_range range{static_cast<std::ptrdiff_t>(below(random, std::size_t(free) + 1)),
                      shown[axis], 1};
    if (shown[axis] > 1 && shown[axis] * 2 - 1 <= source[axis] && chance(random, 30))
      range = {0, shown[axis], 2};
    if (shown[axis] > 0 && chance(random, 25))
      range = {range.start + (range.count - 1) * range.step, range.count, -range.step};
    window.ranges.push_back(range);
  }
  return window;
}

}  // namespace gpu::fuzz
