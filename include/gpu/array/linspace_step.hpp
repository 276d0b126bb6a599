// SPDX-License-Identifier: BSD-3-Clause
// `auto [samples, step] = gpu::linspace(0, 1, 5, gpu::retstep)`.
#pragma once

#include <complex>
#include <cstddef>
#include <limits>
#include <tuple>
#include <type_traits>

#include <gpu/array/linspace.hpp>
#include <gpu/core/named_results.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/ops.hpp>

namespace gpu {

/// Asks `linspace` for the distance of its samples as well.
struct retstep_option {};
inline constexpr retstep_option retstep{};

/// A sequence, and the distance of its elements: a number, or an array between arrays. Nan where
/// there is one sample at most.
template <class Samples, class Step>
struct linspace_result {
  Samples samples;
  Step step;

  /// For `std::tie(x, step) = linspace(0.0, 1.0, retstep)`.
  operator std::tuple<Samples&, Step&>() { return {samples, step}; }
  static constexpr auto parts() {
    return std::tuple(&linspace_result::samples, &linspace_result::step);
  }
};

namespace detail {
/// In how many steps the samples lie between the ends; nan if there is none.
[[nodiscard]] inline double steps_between(std::ptrdiff_t count, bool endpoint) {
  const std::ptrdiff_t steps = endpoint ? count - 1 : count;
  return steps > 0 ? static_cast<double>(steps) : std::numeric_limits<double>::quiet_NaN();
}
}  // namespace detail

/// `linspace`, and the distance of the samples before they are rounded to `T`: NumPy's
/// `retstep=True`. As `linspace` without the option.
template <class T = void, scalar_like Start, scalar_like Stop>
[[nodiscard]] auto linspace(Start start, Stop stop, strict_integer count, strict_bool endpoint,
                            retstep_option, device where = current_device()) {
  using computed = detail::spaced_number<Start, Stop>;
  using element = std::conditional_t<std::is_void_v<T>, computed, T>;
  using number = std::conditional_t<is_complex<computed_t<computed>>, std::complex<double>, double>;
  const auto widened = [](auto bound) {
    return static_cast<number>(math::cast<computed_t<number>>(computed_t<decltype(bound)>(bound)));
  };
  const number step = (widened(stop) - widened(start)) / detail::steps_between(count, endpoint);
  return linspace_result<ndarray<element>, computed>{
      linspace<element>(start, stop, count, endpoint, where),
      detail::assigned_number<computed>(step)};
}
template <class T = void, class Start, class Stop>
requires(detail::ends_of_arrays<Start, Stop>)
    [[nodiscard]] auto linspace(const Start& start, const Stop& stop, strict_integer count,
                                strict_bool endpoint, axis_index axis, retstep_option) {
  using computed = detail::spaced_element<Start, Stop>;
  const detail::array_sequence_ends ends =
      detail::ends_of<computed>(start, stop, count, endpoint, axis);
  const auto samples = linspace<T>(start, stop, count, endpoint, axis);
  const auto step =
      divide(subtract(expression<computed>(ends.stop), expression<computed>(ends.start)),
             detail::steps_between(count, endpoint));
  return linspace_result<std::remove_const_t<decltype(samples)>,
                         std::remove_const_t<decltype(step)>>{samples, step};
}
template <class T = void, class Start, class Stop>
requires(detail::ends_of_arrays<Start, Stop>)
    [[nodiscard]] auto linspace(const Start& start, const Stop& stop, strict_integer count,
                                strict_bool endpoint, retstep_option) {
  return linspace<T>(start, stop, count, endpoint, 0, retstep);
}
/// The same behind the ends, or the number of samples: `linspace(0, 1, retstep)`.
template <class T = void, class Start, class Stop>
requires(detail::ends_of_arrays<Start, Stop> || (scalar_like<Start> && scalar_like<Stop>))
    [[nodiscard]] auto linspace(const Start& start, const Stop& stop, strict_integer count,
                                retstep_option) {
  return linspace<T>(start, stop, count, true, retstep);
}
template <class T = void, class Start, class Stop>
requires(detail::ends_of_arrays<Start, Stop> || (scalar_like<Start> && scalar_like<Stop>))
    [[nodiscard]] auto linspace(const Start& start, const Stop& stop, retstep_option) {
  return linspace<T>(start, stop, 50, true, retstep);
}

}  // namespace gpu
