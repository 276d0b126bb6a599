// SPDX-License-Identifier: BSD-3-Clause
// Elements in braces: `{1, 2}`, `{{1, 2}, {3, 4}}`, `{{{1}, {2}}}`, to any depth.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/concepts.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/core/dtype.hpp>
#include <gpu/core/shape.hpp>
#include <gpu/core/strict_bool.hpp>

namespace gpu::detail {

/// float16 and bfloat16.
template <class T>
inline constexpr bool is_half = traits(dtype_of<T>).kind == dtype_kind::floating && sizeof(T) == 2;

template <class T>
inline constexpr bool is_complex_element = false;
template <element_type T>
inline constexpr bool is_complex_element<T> = traits(dtype_of<T>).kind == dtype_kind::complex;

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
void require_extent(shape& extents, std::size_t axis, std::ptrdiff_t extent);
/// @throws shape_error  always: some of what lies along an axis are numbers, some are lists
[[noreturn]] void throw_numbers_beside_lists(std::size_t axis);

/// What converts to a `T`, and of element types every number.
template <class Number, class T>
concept number_in_list =
    !std::is_pointer_v<std::decay_t<Number>> &&
    (std::convertible_to<const Number&, T> || (element_type<T> && number_or_element<Number>));

/// Whether numbers of type `Number` may stand in a list of elements of type `T`: real ones are no
/// integers there, unless that is said.
template <class Number, class T>
inline constexpr bool is_listed_as = traits(dtype_of<Number>).kind <= dtype_kind::integer ||
                                     traits(dtype_of<Number>).kind <= traits(dtype_of<T>).kind;

/// A number as what a list holds.
/// @throws overflow_error  if `T` is an integer type that cannot hold it
template <class T, class Number>
[[nodiscard]] constexpr T listed_value(const Number& number) {
  if constexpr (element_type<T> && number_or_element<Number> && !std::same_as<Number, T>) {
    using plain = std::remove_cvref_t<decltype(read_proxy(number))>;
    static_assert(traits(dtype_of<plain>).kind == dtype_kind::complex || is_listed_as<plain, T>,
                  "a real number is no element of a list of integers: convert it, or name another "
                  "element type");
    return assigned_number<T>(read_proxy(number));
  } else {
    return number;
  }
}

/// What stands in braces where an array of `T` is made: a number, or again braces. As braces are
/// always a list, and never a number, `{{1}, {2}}` is a column and nothing else.
template <class T>
class nested_entry {
 public:
  template <number_in_list<T> Number>
  constexpr nested_entry(const Number& number) : value_(listed_value<T>(number)) {}
  /// The entries are there as long as this, in one expression.
  constexpr nested_entry(std::initializer_list<nested_entry> list) {
    entries_ = std::span<const nested_entry>(list.begin(), list.size());
  }

  /// None: it is a list.
  [[nodiscard]] constexpr const std::optional<T>& value() const& noexcept { return value_; }
  [[nodiscard]] constexpr std::optional<T> value() const&& noexcept { return value_; }
  [[nodiscard]] constexpr std::span<const nested_entry> entries() const& noexcept {
    return entries_;
  }

 private:
  std::optional<T> value_;
  std::span<const nested_entry> entries_;
};
template <class T>
using nested_list = std::initializer_list<nested_entry<T>>;

/// The number that an entry is, if it is one. A pair beside complex numbers is one, too: `{{1, 2},
/// 3}` are 1 + 2i and 3.
template <class T>
[[nodiscard]] std::optional<T> number_of(const nested_entry<T>& entry, bool is_beside_numbers) {
  if constexpr (is_complex_element<T>) {
    const std::span<const nested_entry<T>> parts = entry.entries();
    const auto is_real = [](const nested_entry<T>& part) {
      return part.value() && part.value()->imag() == 0;
    };
    if (is_beside_numbers && parts.size() == 2 && is_real(parts[0]) && is_real(parts[1]))
      return T(parts[0].value()->real(), parts[1].value()->real());
  }
  return entry.value();
}

/// Appends what lies along `axis`.
/// @param depth  in how many lists each number is, once one was found; 0 before
template <class T>
void append(std::span<const nested_entry<T>> entries, std::size_t axis, std::size_t& depth,
            flat_values<T>& flat) {
  require_extent(flat.extents, axis, static_cast<std::ptrdiff_t>(entries.size()));
  const bool has_numbers = std::any_of(entries.begin(), entries.end(),
                                       [](const auto& entry) { return entry.value().has_value(); });
  for (const nested_entry<T>& entry : entries) {
    const std::optional<T> number = number_of(entry, has_numbers);
    const bool may_be_list = depth == 0 || axis + 1 < depth;
    const bool may_be_number = depth == 0 ? flat.extents.size() == axis + 1 : axis + 1 == depth;
    if (number ? !may_be_number : !may_be_list) throw_numbers_beside_lists(axis);
    if (number) {
      depth = axis + 1;
      flat.values.push_back(*number);
    } else {
      append(entry.entries(), axis + 1, depth, flat);
    }
  }
}
/// Where a list is empty, so are those that it could hold: `{}` has one axis, `{{}, {}}` two.
/// @throws shape_error  "setting an array element with a sequence. ..."
template <class T>
[[nodiscard]] flat_values<T> flatten(std::span<const nested_entry<T>> entries) {
  flat_values<T> flat;
  std::size_t depth = 0;
  append(entries, 0, depth, flat);
  return flat;
}
template <class T>
[[nodiscard]] flat_values<T> flatten(nested_list<T> list) {
  return flatten(std::span<const nested_entry<T>>(list.begin(), list.size()));
}

/// Bools as an array on the current device.
/// @throws shape_error  "setting an array element with a sequence. ..."
[[nodiscard]] graph::node_ptr listed_mask(nested_list<strict_bool> mask);
[[nodiscard]] graph::node_ptr listed_mask(const std::vector<bool>& mask);

/// A range of numbers on the host, or of such ranges. Its elements are `nested_element`.
template <class Range>
struct nested_element {};
template <std::ranges::input_range Range>
requires(!array_like<Range> && !xtensor_expression<Range>) struct nested_element<Range>
    : nested_element<std::remove_cv_t<std::ranges::range_value_t<Range>>> {
};
template <element_type Number>
struct nested_element<Number> {
  using type = Number;
};

template <class Range>
concept nested_range = std::ranges::forward_range<const Range> && requires {
  typename nested_element<Range>::type;
};

/// As many as there are ranges in each other.
template <class Range>
consteval std::size_t depth_of() {
  if constexpr (element_type<Range>)
    return 0;
  else
    return 1 + depth_of<std::remove_cv_t<std::ranges::range_value_t<Range>>>();
}

/// Appends the elements of a range, whose numbers become elements of type `T`.
template <class T, class Range>
void append(const Range& range, std::size_t axis, flat_values<T>& flat) {
  require_extent(flat.extents, axis, static_cast<std::ptrdiff_t>(std::ranges::distance(range)));
  for (const auto& part : range) {
    if constexpr (depth_of<Range>() == 1)
      flat.values.push_back(assigned_number<T>(
          static_cast<std::remove_cv_t<std::ranges::range_value_t<Range>>>(part)));
    else
      append(part, axis + 1, flat);
  }
}
/// The elements of ranges in each other; of an empty one as above.
/// @throws shape_error  "setting an array element with a sequence. ..."
template <class T, nested_range Range>
[[nodiscard]] flat_values<T> flatten(const Range& range) {
  flat_values<T> flat;
  append(range, 0, flat);
  return flat;
}

}  // namespace gpu::detail
