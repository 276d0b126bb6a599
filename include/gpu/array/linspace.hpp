// SPDX-License-Identifier: BSD-3-Clause
// Sequences between the elements of arrays; those between numbers are in creation.hpp.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <type_traits>

#include <gpu/array/creation.hpp>
#include <gpu/array/result_type.hpp>

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
[[nodiscard]] graph::node_ptr logspace_node(dtype type, const array_sequence_ends& exponents,
                                            double base);

/// What sequences between these are computed in: numbers beside arrays are weak.
template <class Start, class Stop>
using spaced_element = spaced_number<result_type_t<Start, Stop>>;
/// The element type of a sequence: `T` unless that is void.
template <class T, class Start, class Stop>
using sequence_element =
    typename std::conditional_t<std::is_void_v<T>, std::type_identity<spaced_element<Start, Stop>>,
                                std::type_identity<T>>::type;
template <class Start, class Stop>
concept ends_of_arrays = (typed_array<Start> || typed_array<Stop>)&&(
    typed_array<Start> || scalar_like<Start>)&&(typed_array<Stop> || scalar_like<Stop>);

template <class Start, class Stop>
[[nodiscard]] array_sequence_ends ends_of(const Start& start, const Stop& stop,
                                          std::ptrdiff_t count, bool endpoint,
                                          std::ptrdiff_t axis) {
  using computed = spaced_element<Start, Stop>;
  const auto node = [](const auto& end) {
    if constexpr (scalar_like<decltype(end)>)
      return assigned_scalar<computed>(end);
    else
      return graph::make_cast(end.node(), dtype_of<computed>);
  };
  return {node(start), node(stop), count, endpoint, axis};
}
}  // namespace detail

/// Between the elements of arrays, which broadcast together; one end may be a number. The samples
/// lie along a new axis. Not computed here.
/// @shape  (n, m) and (n, m) -> (count, n, m); (n, count, m) with `axis` 1
/// @throws axis_error; shape_error  as operators
template <class T = void, class Start, class Stop>
requires(detail::ends_of_arrays<Start, Stop>)
    [[nodiscard]] auto linspace(const Start& start, const Stop& stop, std::ptrdiff_t count = 50,
                                bool endpoint = true, std::ptrdiff_t axis = 0) {
  using element = detail::sequence_element<T, Start, Stop>;
  return expression<element>(detail::linspace_node(
      dtype_of<element>, detail::ends_of(start, stop, count, endpoint, axis)));
}
/// The same of lists: `linspace({0, 1}, {2, 5}, 3)`.
template <class T = void, element_type Start, element_type Stop>
[[nodiscard]] auto linspace(std::initializer_list<Start> start, std::initializer_list<Stop> stop,
                            std::ptrdiff_t count = 50, bool endpoint = true,
                            std::ptrdiff_t axis = 0, device where = current_device()) {
  return linspace<T>(ndarray<Start>(start, where), ndarray<Stop>(stop, where), count, endpoint,
                     axis);
}

/// Between the elements of arrays, as `linspace` does.
template <class T = void, class Start, class Stop>
requires(detail::ends_of_arrays<Start, Stop>)
    [[nodiscard]] auto logspace(const Start& start, const Stop& stop, std::ptrdiff_t count = 50,
                                bool endpoint = true, double base = 10, std::ptrdiff_t axis = 0) {
  using element = detail::sequence_element<T, Start, Stop>;
  return expression<element>(detail::logspace_node(
      dtype_of<element>, detail::ends_of(start, stop, count, endpoint, axis), base));
}

}  // namespace gpu
