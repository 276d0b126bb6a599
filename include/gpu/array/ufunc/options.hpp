// SPDX-License-Identifier: BSD-3-Clause
// What may follow the operands of a function: `gpu::add(a, b, gpu::out(c), gpu::where(m))`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/concepts.hpp>
#include <gpu/core/casting.hpp>
#include <gpu/graph/build.hpp>

namespace gpu {

template <element_type T>
class ndarray;
template <class T>
class array_view;

/// The arrays that receive the results, as `out(...)` makes it: `ndarray<T>&` or `array_view<T>`,
/// or `ndarray<T>` of a temporary, which the function returns.
template <class... Targets>
struct out_option {
  mutable std::tuple<Targets...> targets;  ///< an option that is const is written to all the same
};

/// What `where(mask)` makes: which elements a function computes, where it is an option; else the
/// indices of what holds, as NumPy's `where` of one argument has it, which are found when they are
/// asked for. The node has dtype bool.
struct where_option {
  graph::node_ptr mask;

  /// How many arrays of indices there are: one for each axis.
  [[nodiscard]] std::size_t size() const noexcept { return mask->extents.size(); }
  /// The indices along one axis, found anew by each call; `nonzero(mask)` finds those of all axes
  /// at once. Waits. Defined in sorting/search.hpp.
  /// @throws index_error  "tuple index out of range"
  /// @throws value_error  as `nonzero`
  [[nodiscard]] ndarray<std::int64_t> operator[](std::ptrdiff_t axis) const;
  /// As `nonzero(mask)`. Waits.
  operator std::vector<ndarray<std::int64_t>>() const;
};

/// The dtype of the results, as `as_dtype<T>` makes it.
template <element_type T>
struct dtype_option {};

/// Computes in the loop that gives `T`, and so in the precision of `T`. NumPy's `dtype=`; a
/// `gpu::dtype` known at run time only stands for itself, and makes the result an `any_expression`.
template <element_type T>
inline constexpr dtype_option<T> as_dtype{};

namespace detail {

template <class A>
struct written_through;  ///< what `out` keeps of an `A`; undefined if `A` cannot be written
template <class T>
struct written_through<ndarray<T>&> {
  using type = ndarray<T>&;
};
template <class T>
struct written_through<ndarray<T>> {
  using type = ndarray<T>;
};
template <class T>
struct written_through<array_view<T>> {
  using type = array_view<T>;
};
template <class T>
struct written_through<array_view<T>&> : written_through<array_view<T>> {};
template <class T>
struct written_through<const array_view<T>&> : written_through<array_view<T>> {};
template <class T>
struct written_through<const array_view<T>> : written_through<array_view<T>> {};

template <class A>
inline constexpr bool can_be_written = requires {
  typename written_through<A>::type;
};

/// The node of a mask. NumPy's error if it is not of bools, which an `any_expression` may be.
[[nodiscard]] graph::node_ptr bool_node(graph::node_ptr mask);

template <operand Mask>
[[nodiscard]] where_option mask_option(Mask&& mask) {
  static_assert(!xtensor_expression<Mask>,
                "a mask of xtensor for an array here: copy it with gpu::to_gpu first");
  if constexpr (scalar_like<Mask> || typed_array<Mask>)
    static_assert(operand_type_of<Mask>().type == dtype::bool_,
                  "the mask of gpu::where(mask) is not of bools; compare, as in x != 0");
  if constexpr (scalar_like<Mask>)
    return {graph::make_scalar(dtype::bool_, &mask)};
  else
    return {bool_node(taken_node(std::forward<Mask>(mask)))};
}

enum class option_kind { none, out, where, dtype, casting };

template <class A>
inline constexpr option_kind kind_of_option = option_kind::none;
template <class... Targets>
inline constexpr option_kind kind_of_option<out_option<Targets...>> = option_kind::out;
template <>
inline constexpr option_kind kind_of_option<where_option> = option_kind::where;
template <class T>
inline constexpr option_kind kind_of_option<dtype_option<T>> = option_kind::dtype;
template <>
inline constexpr option_kind kind_of_option<gpu::dtype> = option_kind::dtype;
template <>
inline constexpr option_kind kind_of_option<gpu::casting> = option_kind::casting;

/// What stands for an option that was not given.
struct not_given {};

/// The place of the option of this kind among `Options`; their number if it is not there.
template <option_kind Kind, class... Options>
consteval std::size_t place_of_option() {
  const option_kind kinds[] = {kind_of_option<std::remove_cvref_t<Options>>..., Kind};
  std::size_t place = 0;
  while (kinds[place] != Kind) ++place;
  return place;
}

template <option_kind Kind, class... Options>
inline constexpr bool is_given = place_of_option<Kind, Options...>() < sizeof...(Options);

/// The type of the option of this kind, or `not_given`.
template <option_kind Kind, class... Options>
using option_type = std::remove_cvref_t<
    std::tuple_element_t<place_of_option<Kind, Options...>(), std::tuple<Options..., not_given>>>;

/// The option of this kind among those that follow the operands, or `not_given`.
template <option_kind Kind, class... Options>
[[nodiscard]] constexpr decltype(auto) option_of(std::tuple<Options...>& options) {
  if constexpr (is_given<Kind, Options...>)
    return (std::get<place_of_option<Kind, Options...>()>(options));
  else
    return not_given();
}

template <class... Options>
consteval bool each_given_once() {
  int count[5] = {};
  (++count[static_cast<int>(kind_of_option<std::remove_cvref_t<Options>>)], ...);
  return count[1] <= 1 && count[2] <= 1 && count[3] <= 1 && count[4] <= 1;
}

}  // namespace detail

/// What `gpu::out`, `gpu::where`, `gpu::as_dtype` make, a `gpu::dtype`, and a `gpu::casting`.
template <class A>
concept option = detail::kind_of_option<std::remove_cvref_t<A>>
!= detail::option_kind::none;

/// Lets a function write its results, one for each of its outputs, into arrays or views: at once,
/// and as if they were complete before the first write. NumPy's `out=`. An array that has no name
/// is returned: `divide(a, b, out(zeros_like(a)), where(b > 0))`.
template <class... Targets>
[[nodiscard]] auto out(Targets&&... targets) {
  constexpr bool writable = (detail::can_be_written<Targets> && ...);
  static_assert(writable, "gpu::out takes arrays and views that can be written");
  if constexpr (writable)
    return out_option<typename detail::written_through<Targets>::type...>{
        {std::forward<Targets>(targets)...}};
}

}  // namespace gpu
