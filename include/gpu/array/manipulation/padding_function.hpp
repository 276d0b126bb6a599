// SPDX-License-Identifier: BSD-3-Clause
// `pad` whose mode is a function of the caller: `pad(a, 2, [](auto line, auto widths, int) {...})`.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <vector>

#include <gpu/array/indexing/axis_iterator.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation/padding.hpp>

namespace gpu {

/// What fills the ends of a line of elements of type `T`: it is given the line, how many elements
/// stand before and behind those of the array, and the axis along which the line lies. What it
/// returns is not looked at.
template <class Function, class T>
concept pad_function = std::invocable < Function&,
        array_view<T>,
const std::array<std::ptrdiff_t, 2>&, std::ptrdiff_t > ;

/// The elements with others around them, which `function` writes: first there are zeros, then it is
/// called for each line along the first axis, in C order of the other ones, for each along the
/// second axis, and so on. A line is a view of one axis, to be read and assigned to. Lines along a
/// later axis have what was written along those before it. `numpy.pad` with a function as mode;
/// what NumPy hands on as `kwargs`, a lambda captures.
///
///     pad(a, 1, [](auto line, auto widths, std::ptrdiff_t axis) {
///       view(line, range(0, widths[0])) = 7;
///       view(line, range(line.shape(0) - widths[1], line.shape(0))) = axis;
///     });
///
/// @dtype   that of `a`
/// @enqueue the zeros, and what the function does: it runs on the host, now, and each of its
///          assignments is work of its own, so modes of `pad_mode` take less time
/// @throws  value_error  "index can't contain negative values"
/// @throws  shape_error  if there are other numbers of pairs and of axes
template <typed_array A, pad_function<typename A::value_type> Function>
[[nodiscard]] auto pad(const A& a, const pad_widths& widths, Function&& function) {
  const std::vector<std::array<std::ptrdiff_t, 2>>& pairs = widths.pairs();
  ndarray<typename A::value_type> result = pad(a, widths);
  for (std::size_t axis = 0; axis < result.dimension(); ++axis) {
    const auto along = static_cast<std::ptrdiff_t>(axis);
    const auto end = axis_slice_end(result, along);
    for (auto line = axis_slice_begin(result, along); line != end; ++line)
      std::invoke(function, *line, pairs[pairs.size() == 1 ? 0 : axis], along);
  }
  return result;
}

}  // namespace gpu
