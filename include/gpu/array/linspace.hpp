// SPDX-License-Identifier: BSD-3-Clause
// Sequences between the elements of arrays or of vectors, and geometric ones between numbers;
// `linspace` of numbers is in creation.hpp.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <ranges>
#include <tuple>
#include <type_traits>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/array/result_type.hpp>
#include <gpu/core/broadcast.hpp>
#include <gpu/core/strict_bool.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

namespace detail {
/// A sequence between elements of arrays of one floating-point or complex dtype.
struct array_sequence_ends {
  graph::node_ptr start;
  graph::node_ptr stop;
  std::ptrdiff_t count;
  bool endpoint;
  std::ptrdiff_t axis;
};
/// @param type  if it is an integer type, the values are rounded down
[[nodiscard]] graph::node_ptr linspace_node(dtype type, const array_sequence_ends& ends);
/// @param base  of the dtype of the exponents; where it has axes, the ends have them, too
[[nodiscard]] graph::node_ptr logspace_node(dtype type, const array_sequence_ends& exponents,
                                            const graph::node_ptr& base);
/// @throws value_error  "Geometric sequence cannot include zero". Waits.
[[nodiscard]] graph::node_ptr geomspace_node(dtype type, const array_sequence_ends& ends);

/// An array, or a vector or other contiguous range of numbers on the host.
template <class A>
concept array_or_range = typed_array<A> || host_range<A>;
/// What stands for an end where dtypes are promoted: a vector for an array of its elements.
template <class End>
struct end_type : std::type_identity<End> {};
template <host_range End>
struct end_type<End> : std::type_identity<expression<std::ranges::range_value_t<End>>> {};

/// What sequences between these are computed in: numbers beside arrays are weak.
template <class... Ends>
using spaced_element = spaced_number<result_type_t<typename end_type<Ends>::type...>>;
/// What geometric ones are computed in: float64 at least, unless `T` is given.
template <class T, class Start, class Stop>
using geometric_element =
    spaced_element<Start, Stop, expression<std::conditional_t<std::is_void_v<T>, double, T>>>;
/// The element type of a sequence: `T` unless that is void.
template <class T, class Start, class Stop>
using sequence_element =
    typename std::conditional_t<std::is_void_v<T>, std::type_identity<spaced_element<Start, Stop>>,
                                std::type_identity<T>>::type;
/// What powers are computed in of bases that are no numbers.
template <class Start, class Stop, class Base>
using powers_element =
    promoted_number<spaced_element<Start, Stop>, typename end_type<Base>::type::value_type>;
template <class Start, class Stop>
concept ends_of_arrays = (array_or_range<Start> || array_or_range<Stop>)&&(
    array_or_range<Start> || scalar_like<Start>)&&(array_or_range<Stop> || scalar_like<Stop>);

/// An end of a sequence that is computed in `Computed`.
template <element_type Computed, class End>
[[nodiscard]] graph::node_ptr end_node(const End& end, device where) {
  if constexpr (scalar_like<End>)
    return assigned_scalar<Computed>(end);
  else
    return graph::make_cast(as_array(end, where).node(), dtype_of<Computed>);
}
template <element_type Computed, class Start, class Stop>
[[nodiscard]] array_sequence_ends ends_of(const Start& start, const Stop& stop,
                                          std::ptrdiff_t count, bool endpoint,
                                          std::ptrdiff_t axis) {
  const device where = device_of_arguments(start, stop);
  return {end_node<Computed>(start, where), end_node<Computed>(stop, where), count, endpoint, axis};
}
}  // namespace detail

namespace detail {
template <class T, class Start, class Stop>
auto sequence_of(Start start, Stop stop, std::ptrdiff_t count, bool endpoint) {
  constexpr bool fits = is_complex<computed_t<T>> || are_bounds<Start, Stop>;
  static_assert(fits, "a sequence from or to a complex number has complex elements");
  using number = std::conditional_t<is_complex<computed_t<T>>, std::complex<double>, double>;
  const auto widened = [](auto bound) {
    return static_cast<number>(math::cast<computed_t<number>>(computed_t<decltype(bound)>(bound)));
  };
  return sequence<number>{widened(start), widened(stop), count, endpoint};
}
}  // namespace detail

/// `base` to the powers that `linspace` has between `start` and `stop`. Not computed here.
/// `numpy.logspace`.
/// @throws value_error  "Number of samples, -1, must be non-negative."
template <element_type T, scalar_like Start, scalar_like Stop>
[[nodiscard]] expression<T> logspace(Start start, Stop stop, strict_integer count = 50,
                                     strict_bool endpoint = true, double base = 10,
                                     device where = current_device()) {
  const auto exponents = detail::sequence_of<T>(start, stop, count, endpoint);
  return expression<T>(detail::logspace_node(dtype_of<T>, exponents, base, where));
}

/// `count` numbers from `start` to `stop`, each of which is the one before it times the same
/// factor. Not computed here. `numpy.geomspace`.
/// @throws value_error  "Geometric sequence cannot include zero"; as `logspace`
template <element_type T, scalar_like Start, scalar_like Stop>
[[nodiscard]] expression<T> geomspace(Start start, Stop stop, strict_integer count = 50,
                                      strict_bool endpoint = true,
                                      device where = current_device()) {
  const auto ends = detail::sequence_of<T>(start, stop, count, endpoint);
  return expression<T>(detail::geomspace_node(dtype_of<T>, ends, where));
}

/// Between the elements of arrays or vectors, which broadcast together; one end may be a number.
/// The samples lie along a new axis. Not computed here.
/// @shape  (n, m) and (n, m) -> (count, n, m); (n, count, m) with `axis` 1
/// @throws axis_error; shape_error  as operators
template <class T = void, class Start, class Stop>
requires(detail::ends_of_arrays<Start, Stop>)
    [[nodiscard]] auto linspace(const Start& start, const Stop& stop, strict_integer count = 50,
                                strict_bool endpoint = true, axis_index axis = 0) {
  using element = detail::sequence_element<T, Start, Stop>;
  using computed = detail::spaced_element<Start, Stop>;
  return expression<element>(detail::linspace_node(
      dtype_of<element>, detail::ends_of<computed>(start, stop, count, endpoint, axis)));
}
/// With the axis by name behind the number of samples: `linspace(a, b, 3, axis(1))`.
template <class T = void, class Start, class Stop>
requires(detail::ends_of_arrays<Start, Stop>)
    [[nodiscard]] auto linspace(const Start& start, const Stop& stop, strict_integer count,
                                axis_number axis) {
  return linspace<T>(start, stop, count, true, axis);
}

/// Between the elements of arrays, as `linspace` does.
template <class T = void, class Start, class Stop>
requires(detail::ends_of_arrays<Start, Stop>)
    [[nodiscard]] auto logspace(const Start& start, const Stop& stop, strict_integer count = 50,
                                strict_bool endpoint = true, double base = 10,
                                axis_index axis = 0) {
  using element = detail::sequence_element<T, Start, Stop>;
  using computed = detail::spaced_element<Start, Stop>;
  return expression<element>(detail::logspace_node(
      dtype_of<element>, detail::ends_of<computed>(start, stop, count, endpoint, axis),
      detail::assigned_scalar<computed>(base)));
}
/// With the axis by name behind the number of samples: `logspace(a, b, 3, axis(1))`.
template <class T = void, class Start, class Stop>
requires(detail::ends_of_arrays<Start, Stop>)
    [[nodiscard]] auto logspace(const Start& start, const Stop& stop, strict_integer count,
                                axis_number axis) {
  return logspace<T>(start, stop, count, true, 10, axis);
}
/// With an array or a vector of bases, which broadcasts with the ends: NumPy's `base=[2.0, 3.0]`.
/// @shape  numbers and m bases -> (count, m); (m, count) with `axis` -1
template <class T = void, class Start, class Stop, detail::array_or_range Base>
requires(detail::ends_of_arrays<Start, Stop> || (scalar_like<Start> && scalar_like<Stop>))
    [[nodiscard]] auto logspace(const Start& start, const Stop& stop, strict_integer count,
                                strict_bool endpoint, const Base& base, axis_index axis = 0) {
  using computed = detail::powers_element<Start, Stop, Base>;
  using element = std::conditional_t<std::is_void_v<T>, computed, T>;
  const device where = detail::device_of_arguments(start, stop, base);
  const graph::node_ptr bases = detail::end_node<computed>(base, where);
  const auto beside_bases = [&](const auto& end) {
    const graph::node_ptr node =
        graph::make_cast(detail::as_array(end, where).node(), dtype_of<computed>);
    const shape* const shapes[] = {&node->extents, &bases->extents};
    return graph::make_broadcast(node, broadcast_shapes(shapes));
  };
  return expression<element>(detail::logspace_node(
      dtype_of<element>, {beside_bases(start), beside_bases(stop), count, endpoint, axis}, bases));
}
/// Between numbers: elements are of what these promote to, float64 of integers.
template <class T = void, scalar_like Start, scalar_like Stop>
requires(std::is_void_v<T>)
    [[nodiscard]] auto logspace(Start start, Stop stop, strict_integer count = 50,
                                strict_bool endpoint = true, double base = 10,
                                device where = current_device()) {
  return logspace<detail::spaced_number<Start, Stop>>(start, stop, count, endpoint, base, where);
}

/// Between the elements of arrays, as `linspace` does.
/// @dtype   float64 or complex128 at least, unless `T` is given
/// @enqueue the call waits to learn whether an element is 0
/// @throws  value_error  "Geometric sequence cannot include zero"; as `linspace`
template <class T = void, class Start, class Stop>
requires(detail::ends_of_arrays<Start, Stop>)
    [[nodiscard]] auto geomspace(const Start& start, const Stop& stop, strict_integer count = 50,
                                 strict_bool endpoint = true, axis_index axis = 0) {
  using computed = detail::geometric_element<T, Start, Stop>;
  using element = std::conditional_t<std::is_void_v<T>, computed, T>;
  return expression<element>(detail::geomspace_node(
      dtype_of<element>, detail::ends_of<computed>(start, stop, count, endpoint, axis)));
}
/// With the axis by name behind the number of samples: `geomspace(a, b, 3, axis(1))`.
template <class T = void, class Start, class Stop>
requires(detail::ends_of_arrays<Start, Stop>)
    [[nodiscard]] auto geomspace(const Start& start, const Stop& stop, strict_integer count,
                                 axis_number axis) {
  return geomspace<T>(start, stop, count, true, axis);
}
/// Between numbers, as `logspace`.
template <class T = void, scalar_like Start, scalar_like Stop>
requires(std::is_void_v<T>)
    [[nodiscard]] auto geomspace(Start start, Stop stop, strict_integer count = 50,
                                 strict_bool endpoint = true, device where = current_device()) {
  return geomspace<detail::spaced_number<Start, Stop>>(start, stop, count, endpoint, where);
}

namespace detail {
/// The device that is among options, or the current one.
[[nodiscard]] inline device device_among() {
  return current_device();
}
template <class First, class... More>
[[nodiscard]] device device_among(const First& first, const More&... more) {
  if constexpr (std::same_as<First, device>)
    return first;
  else
    return device_among(more...);
}
/// Calls `function` with those options that are no device.
template <class Function, class... Options>
[[nodiscard]] auto without_device(const Function& function, const Options&... options) {
  const auto unless_device = [](const auto& option) {
    if constexpr (std::same_as<std::remove_cvref_t<decltype(option)>, device>)
      return std::tuple();
    else
      return std::tie(option);
  };
  return std::apply(function, std::tuple_cat(unless_device(options)...));
}
}  // namespace detail

/// Each is the function of that name between lists, `linspace({0, 1}, {2, 5}, 3)`, on the device
/// that may stand last; and between numbers of which one at least is an element of an array,
/// `linspace(x(0), x(9), 5)`.
#define GPU_TAKES_LISTS(name)                                                                    \
  template <class T = void, element_type Start, element_type Stop, class... Options>             \
  [[nodiscard]] auto name(std::initializer_list<Start> start, std::initializer_list<Stop> stop,  \
                          const Options&... options) {                                           \
    const device where = detail::device_among(options...);                                       \
    return detail::without_device(                                                               \
        [&](const auto&... others) {                                                             \
          return name<T>(ndarray<Start>(start, where), ndarray<Stop>(stop, where), others...);   \
        },                                                                                       \
        options...);                                                                             \
  }                                                                                              \
  template <class T = void, class... Options>                                                    \
  [[nodiscard]] auto name(const detail::list_argument& start, const detail::list_argument& stop, \
                          const Options&... options) {                                           \
    const device where = detail::device_among(options...);                                       \
    return detail::without_device(                                                               \
        [&](const auto&... others) {                                                             \
          return name<T>(start.on(where).template astype<double>(),                              \
                         stop.on(where).template astype<double>(), others...);                   \
        },                                                                                       \
        options...);                                                                             \
  }                                                                                              \
  template <class T = void, detail::number_or_element Start, detail::number_or_element Stop,     \
            class... Options>                                                                    \
  requires(element_proxy<Start> || element_proxy<Stop>) [[nodiscard]] auto name(                 \
      const Start& start, const Stop& stop, const Options&... options) {                         \
    return name<T>(detail::read_proxy(start), detail::read_proxy(stop), options...);             \
  }

GPU_TAKES_LISTS(linspace)
GPU_TAKES_LISTS(logspace)
GPU_TAKES_LISTS(geomspace)

#undef GPU_TAKES_LISTS

}  // namespace gpu
