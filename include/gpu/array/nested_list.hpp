// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

#include <gpu/core/dtype.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/shape.hpp>

namespace gpu {

namespace detail {
template <class T, int Depth>
struct nested {
  using type = std::initializer_list<typename nested<T, Depth - 1>::type>;
};
template <class T>
struct nested<T, 0> {
  using type = T;
};
}  // namespace detail

/// `Depth` nested initialiser lists: `{{1, 2}, {3, 4}}` is a `nested_list<int, 2>`.
template <class T, int Depth>
using nested_list = typename detail::nested<T, Depth>::type;

namespace detail {

/// float16 and bfloat16.
template <class T>
inline constexpr bool is_half = traits(dtype_of<T>).kind == dtype_kind::floating && sizeof(T) == 2;

/// The elements of nested lists in C order.
template <class T>
struct flat_values {
  /// std::vector<bool> has no elements to point to.
  using stored = std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;

  shape extents;
  std::vector<stored> values;
};

/// An extent that is found on an axis: the first one is noted.
/// @throws shape_error  if it is another than the first one
inline void require_extent(shape& extents, std::size_t axis, std::ptrdiff_t extent) {
  if (axis == extents.size()) extents.push_back(extent);
  if (extents[axis] != extent)
    throw shape_error(
        "setting an array element with a sequence. The requested array has an inhomogeneous "
        "shape: extents " +
        std::to_string(extents[axis]) + " and " + std::to_string(extent) + " on axis " +
        std::to_string(axis));
}

template <class T, class List>
void append(const List& list, std::size_t axis, shape& extents,
            std::vector<typename flat_values<T>::stored>& values) {
  if constexpr (std::is_same_v<List, T> || std::is_same_v<List, double>) {
    values.push_back(static_cast<T>(list));
  } else {
    require_extent(extents, axis, static_cast<std::ptrdiff_t>(list.size()));
    for (const auto& part : list) append<T>(part, axis + 1, extents, values);
  }
}

/// Where a list is empty, so are those that it could hold: `{}` has one axis, `{{}, {}}` two.
template <class T, class List>
flat_values<T> flatten(const List& list) {
  flat_values<T> flat;
  append<T>(list, 0, flat.extents, flat.values);
  return flat;
}

}  // namespace detail
}  // namespace gpu
