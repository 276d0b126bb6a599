// SPDX-License-Identifier: BSD-3-Clause
// Arrays of what is there already: other arrays, numbers, memory, ranges.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

namespace detail {

/// @throws value_error  in NumPy's words, if the buffer has not so many elements
[[nodiscard]] graph::leaf_ptr leaf_from_buffer(dtype type, std::span<const std::byte> buffer,
                                               std::ptrdiff_t count, std::ptrdiff_t offset,
                                               device where);
/// @throws value_error  "iterator too short: Expected 5 but iterator had only 3 items."
void require_items(std::ptrdiff_t expected, std::ptrdiff_t found);

}  // namespace detail

/// The value as an array of `T`, if that is given, on `where`, if that is given. Shares memory with
/// an array, or a value that has been computed, of that type and place. `numpy.asarray`.
template <class T = void, typed_array A>
[[nodiscard]] auto asarray(A&& a, std::optional<device> where = std::nullopt) {
  using array = ndarray<detail::asked_element<T, typename std::remove_cvref_t<A>::value_type>>;
  array result(std::forward<A>(a));
  return where && *where != result.device() ? array(result.to(*where)) : result;
}
/// The same, as an array of its own. `numpy.array`.
template <class T = void, typed_array A>
[[nodiscard]] auto array(A&& a, std::optional<device> where = std::nullopt) {
  return asarray<T>(std::forward<A>(a), where);
}
/// The same of an array whose dtype is known at run time.
template <class T = void, array_like A>
requires(!typed_array<A>)
    [[nodiscard]] auto asarray(const A& a, std::optional<device> where = std::nullopt) {
  if constexpr (std::is_void_v<T>)
    return any_expression(
        graph::node_ptr(detail::moved_to(a.node(), where.value_or(a.device()), false).get()));
  else
    return asarray<T>(a.template astype<T>(), where);
}
/// An array of no axes.
/// @throws overflow_error  if `T` is an integer type that cannot hold the number
template <class T = void, scalar_like Number>
[[nodiscard]] auto asarray(const Number& number, device where = current_device()) {
  return ndarray<detail::asked_element<T, Number>>(number, where);
}
template <class T = void, scalar_like Number>
[[nodiscard]] auto array(const Number& number, device where = current_device()) {
  return asarray<T>(number, where);
}
/// A copy of a vector, or of other elements that lie one after the other.
template <class T = void, detail::host_range Range>
[[nodiscard]] auto asarray(const Range& range, device where = current_device()) {
  using own = std::ranges::range_value_t<Range>;
  const shape extents{static_cast<std::ptrdiff_t>(std::ranges::size(range))};
  return asarray<T>(from_host<own>(std::ranges::data(range), extents, where));
}
/// The same of a list: `asarray<float>({1, 2, 3})`.
template <class T = void, element_type Number>
[[nodiscard]] auto asarray(std::initializer_list<Number> list, device where = current_device()) {
  return asarray<T>(ndarray<Number>(list, where));
}
/// The same of bools in a vector, which has no array of them.
template <class T = void, std::same_as<std::vector<bool>> Flags>
[[nodiscard]] auto asarray(const Flags& flags, device where = current_device()) {
  const std::vector<unsigned char> bytes(flags.begin(), flags.end());
  const shape extents{static_cast<std::ptrdiff_t>(bytes.size())};
  return asarray<T>(
      ndarray<bool>(detail::leaf_from_host(bytes.data(), dtype::bool_, extents, where)));
}
/// A copy of what xtensor computes.
template <class T = void, xtensor_expression E>
[[nodiscard]] auto asarray(const E& host, device where = current_device()) {
  return asarray<T>(ndarray<typename E::value_type>(host), where);
}

/// The same, with one axis at least. All arrays are in C order. `numpy.ascontiguousarray`.
template <class T = void, class A>
requires(typed_array<A> || scalar_like<A>) [[nodiscard]] auto ascontiguousarray(A&& a) {
  auto result = asarray<T>(std::forward<A>(a));
  if (result.dimension() == 0) result.reshape({1});
  return result;
}

/// The elements whose bytes lie in `buffer`, a range of any trivial type, as one axis: a copy.
/// `numpy.frombuffer`.
/// @param count   all if negative
/// @param offset  bytes to skip
/// @throws value_error  "buffer size must be a multiple of element size", "buffer is smaller than
///                      requested size", "offset must be non-negative and ..."
template <element_type T, std::ranges::contiguous_range Buffer>
[[nodiscard]] ndarray<T> frombuffer(const Buffer& buffer, strict_integer count = -1,
                                    strict_integer offset = 0, device where = current_device()) {
  using item = std::ranges::range_value_t<Buffer>;
  static_assert(std::is_trivially_copyable_v<item>, "the bytes of the buffer are no numbers");
  const std::span<const item> items(std::ranges::data(buffer), std::ranges::size(buffer));
  return ndarray<T>(
      detail::leaf_from_buffer(dtype_of<T>, std::as_bytes(items), count, offset, where));
}

/// What an iterator gives, as one axis. `numpy.fromiter`.
/// @param count  how many are taken; all if negative
/// @throws value_error     "iterator too short: Expected 5 but iterator had only 3 items."
/// @throws overflow_error  if `T` is an integer type that cannot hold a number
template <element_type T, std::input_iterator Iterator, std::sentinel_for<Iterator> End>
[[nodiscard]] ndarray<T> fromiter(Iterator first, End last, strict_integer count = -1,
                                  device where = current_device()) {
  using stored = std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;
  static_assert(sizeof(stored) == sizeof(T));
  std::vector<stored> items;
  const auto found = [&] { return static_cast<std::ptrdiff_t>(items.size()); };
  for (; found() != count && first != last; ++first)
    items.push_back(detail::assigned_number<T>(std::iter_value_t<Iterator>(*first)));
  detail::require_items(count, found());
  return ndarray<T>(detail::leaf_from_host(items.data(), dtype_of<T>, {found()}, where));
}
/// The same of a range.
template <element_type T, std::ranges::input_range Range>
[[nodiscard]] ndarray<T> fromiter(Range&& range, strict_integer count = -1,
                                  device where = current_device()) {
  return fromiter<T>(std::ranges::begin(range), std::ranges::end(range), count, where);
}

}  // namespace gpu
