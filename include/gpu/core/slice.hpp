// SPDX-License-Identifier: BSD-3-Clause
// What stands between the brackets of `a[...]` in NumPy: `view(a, range(0, 2), all(), newaxis,
// 3)`.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>

#include <gpu/core/integer_like.hpp>
#include <gpu/core/layout.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

namespace placeholders {
/// An open end of a range: `range(_, 5)`, `range(2, _)`, as in xtensor.
struct open_end {};
inline constexpr open_end _{};
}  // namespace placeholders

/// xtensor's name for an open end.
[[nodiscard]] constexpr placeholders::open_end xnone() noexcept {
  return {};
}

/// One entry of a basic index.
class slice {
 public:
  enum class kind { index, range, newaxis, ellipsis };
  using bound = std::optional<std::ptrdiff_t>;

  /// An integer: takes that element and drops the axis; negative counts from the end.
  /// No bool: as an index that is a mask without axes.
  template <integer_like Integer>
  requires(!std::same_as<Integer, bool>) constexpr slice(Integer index) noexcept
      : kind_(kind::index), start_(static_cast<std::ptrdiff_t>(index)) {}
  constexpr slice(kind what, bound start, bound stop, std::ptrdiff_t step) noexcept
      : kind_(what), start_(start), stop_(stop), step_(step) {}

  [[nodiscard]] constexpr kind what() const noexcept { return kind_; }
  [[nodiscard]] constexpr bound start() const noexcept { return start_; }
  [[nodiscard]] constexpr bound stop() const noexcept { return stop_; }
  [[nodiscard]] constexpr std::ptrdiff_t step() const noexcept { return step_; }

 private:
  kind kind_;
  bound start_;
  bound stop_;
  std::ptrdiff_t step_ = 1;
};

namespace detail {
constexpr slice::bound range_bound(std::ptrdiff_t bound) noexcept {
  return bound;
}
constexpr slice::bound range_bound(placeholders::open_end) noexcept {
  return std::nullopt;
}
template <class Bound>
concept range_bound_like = integer_like<Bound> || std::same_as<Bound, placeholders::open_end>;
}  // namespace detail

/// NumPy's `start:stop:step`; negative bounds count from the end, `_` leaves one open.
template <detail::range_bound_like Start, detail::range_bound_like Stop>
[[nodiscard]] constexpr slice range(Start start, Stop stop, strict_integer step = 1) noexcept {
  return {slice::kind::range, detail::range_bound(start), detail::range_bound(stop), step};
}
/// The same with a step of 1, which xtensor may leave open.
template <detail::range_bound_like Start, detail::range_bound_like Stop>
[[nodiscard]] constexpr slice range(Start start, Stop stop, placeholders::open_end) noexcept {
  return range(start, stop);
}
/// NumPy's `:stop`.
[[nodiscard]] constexpr slice range(strict_integer stop) noexcept {
  return {slice::kind::range, std::nullopt, stop, 1};
}
namespace placeholders {
/// A range on its way: `_r | 0 | 5 | 2` is `range(0, 5, 2)`, `_r | 2 | _` is `range(2, _)`.
/// @tparam Ends  how many of start, stop and step are there
template <std::size_t Ends>
struct range_maker {
  constexpr operator slice() const noexcept requires(Ends > 1) {
    return {slice::kind::range, ends[0], ends[1], ends[2].value_or(1)};
  }

  std::array<slice::bound, 3> ends{};
};
/// xtensor's spelling of ranges begins with it.
inline constexpr range_maker<0> _r{};

template <std::size_t Ends, detail::range_bound_like Bound>
requires(Ends < 3) [[nodiscard]] constexpr range_maker<Ends + 1> operator|(
    const range_maker<Ends>& maker, Bound end) noexcept {
  range_maker<Ends + 1> result{maker.ends};
  result.ends[Ends] = detail::range_bound(end);
  return result;
}
}  // namespace placeholders

/// NumPy's `:`.
[[nodiscard]] constexpr slice all() noexcept {
  return {slice::kind::range, std::nullopt, std::nullopt, 1};
}
namespace detail {
/// An entry without bounds: `newaxis` as NumPy writes it, `newaxis()` as xtensor does.
struct unbounded_slice {
  constexpr operator slice() const noexcept { return (*this)(); }
  [[nodiscard]] constexpr slice operator()() const noexcept {
    return {what, std::nullopt, std::nullopt, 1};
  }

  slice::kind what;
};
}  // namespace detail

/// A new axis of extent 1. `numpy.newaxis`.
inline constexpr detail::unbounded_slice newaxis{slice::kind::newaxis};
/// As many `all()` as are missing. `...`
inline constexpr detail::unbounded_slice ellipsis{slice::kind::ellipsis};

/// The view `a[slices...]` of an array of shape `extents`.
/// @throws index_error  for an index out of bounds, too many indices, two ellipses
/// @throws value_error  "slice step cannot be zero"
[[nodiscard]] affine_view sliced(const shape& extents, std::span<const slice> slices);

}  // namespace gpu
