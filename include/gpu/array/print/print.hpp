// SPDX-License-Identifier: BSD-3-Clause
// Arrays as text, in NumPy's words.
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include <gpu/array/concepts.hpp>
#include <gpu/array/print/print_options.hpp>
#include <gpu/core/dtype.hpp>
#include <gpu/core/shape.hpp>
#include <gpu/cuda/device.hpp>
#include <gpu/graph/node.hpp>

namespace gpu {

/// `numpy.array_repr` of the elements at `elements` in host memory, in C order; with the device as
/// one more entry behind the dtype, if there is one:
///
///     array([[1., 2.],
///            [3., 4.]], dtype=float32, device=gpu(0))
[[nodiscard]] std::string array_repr(dtype type, const shape& extents, const void* elements,
                                     const std::optional<device>& where = std::nullopt,
                                     const print_options& options = get_printoptions());

/// `numpy.array_str` of the elements at `elements` in host memory: "[1. 2.]"; of a single element,
/// what NumPy prints for a scalar.
[[nodiscard]] std::string array_str(dtype type, const shape& extents, const void* elements,
                                    const print_options& options = get_printoptions());

/// What `array2string` takes beside the array, in NumPy's order. What is left out is this thread's
/// option.
struct array2string_options {
  std::optional<int> max_line_width = {};
  std::optional<int> precision = {};
  std::optional<bool> suppress_small = {};
  std::string separator = " ";  ///< between elements
  std::string prefix = "";      ///< lines are as far to the right as if this stood before the text
  std::optional<std::size_t> threshold = {};
  std::optional<int> edgeitems = {};
  std::optional<char> sign = {};
  std::optional<float_mode> floatmode = {};
  std::string suffix = "";  ///< lines leave room for this behind the text
};

namespace detail {
[[nodiscard]] std::string text_in_brackets(const graph::node_ptr& value,
                                           const array2string_options& options);
[[nodiscard]] std::string repr_of(const graph::node_ptr& value, const print_options& options);
[[nodiscard]] std::string str_of(const graph::node_ptr& value, const print_options& options);
}  // namespace detail

/// The array as NumPy's `repr` writes it, and where it is. Evaluates it, and waits; fetches only
/// the elements that are shown.
template <array_like A>
[[nodiscard]] std::string array_repr(const A& a,
                                     const print_options& options = get_printoptions()) {
  return detail::repr_of(a.node(), options);
}

/// The elements as NumPy's `str` writes them. Evaluates, and waits.
template <array_like A>
[[nodiscard]] std::string array_str(const A& a, const print_options& options = get_printoptions()) {
  return detail::str_of(a.node(), options);
}

/// The elements in brackets, as NumPy's `array2string` writes them. Evaluates, and waits.
/// @throws value_error  as `set_printoptions` does
template <array_like A>
[[nodiscard]] std::string array2string(const A& a, const array2string_options& options = {}) {
  return detail::text_in_brackets(a.node(), options);
}

/// Streams `array_repr`.
template <array_like A>
std::ostream& operator<<(std::ostream& out, const A& a) {
  return out << array_repr(a);
}

}  // namespace gpu
