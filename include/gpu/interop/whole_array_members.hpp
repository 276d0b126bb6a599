// SPDX-License-Identifier: BSD-3-Clause
// What `xp.sort` and its like find in the module of an array library: the functions that move
// elements, or look at whole arrays.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/copyto.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/stride_tricks.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/array_sequence.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/manipulation/padding.hpp>
#include <gpu/array/manipulation/rearranging.hpp>
#include <gpu/array/manipulation/tiling.hpp>
#include <gpu/array/reduction/differences.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/statistics/bincount.hpp>
#include <gpu/array/triangular.hpp>

namespace gpu {

namespace detail {
/// The arrays of a tuple or a list as arrays of this library.
template <class Home, class... A>
[[nodiscard]] auto taken_arrays(const std::tuple<A...>& arrays) {
  return std::apply([](const auto&... one) { return xtuple(Home::taken(one)...); }, arrays);
}
template <class Home, class A>
[[nodiscard]] auto taken_arrays(std::initializer_list<A> arrays) {
  std::vector<std::remove_cvref_t<decltype(Home::taken(*arrays.begin()))>> result;
  for (const A& one : arrays) result.push_back(Home::taken(one));
  return result;
}

/// A list in braces of arrays of that library, of any types, or what else stands for several
/// arrays, as arrays of this library whose dtypes are known at run time.
template <class Home>
class taken_list {
  struct entry {
    template <class A>
    entry(const A& a) : array(node_of_part(Home::taken(a))) {}

    any_expression array;
  };

 public:
  taken_list(std::initializer_list<entry> list) {
    for (const entry& one : list) arrays_.push_back(one.array);
  }
  template <class S>
  taken_list(const S& arrays) {
    for (const graph::node_ptr& node : array_arguments(Home::taken(arrays)).nodes)
      arrays_.emplace_back(node);
  }

  [[nodiscard]] const std::vector<any_expression>& arrays() const& noexcept { return arrays_; }
  [[nodiscard]] std::vector<any_expression> arrays() const&& { return arrays_; }

 private:
  std::vector<any_expression> arrays_;
};
}  // namespace detail

/// Each is this library's function of that name: `Home::taken(a)` is an array of this library, and
/// `Home::settled(b)` what a result becomes there. Of xtensor's arrays they are computed at once.
template <class Home>
struct whole_array_members {
  /// A value that outlives what it is computed from, for the variables of generic code: expressions
  /// of xtensor refer to their operands, and are computed; those of this library stay expressions.
  template <class A>
  [[nodiscard]] static auto kept(const A& a) {
    return Home::kept(a);
  }
  template <class A>
  [[nodiscard]] static auto copy(const A& a) {
    return Home::settled(gpu::copy(Home::taken(a)));
  }
  template <class A>
  [[nodiscard]] static std::size_t ndim(const A& a) {
    return a.dimension();
  }
  template <class A>
  [[nodiscard]] static std::size_t size(const A& a) {
    return a.size();
  }
  /// The elements converted to `T`.
  template <element_type T, class A>
  [[nodiscard]] static auto astype(const A& a) {
    return Home::settled(gpu::astype<T>(Home::taken(a)));
  }

  template <class A>
  [[nodiscard]] static auto reshape(const A& a, const shape& extents) {
    return Home::settled(gpu::reshape(Home::taken(a), extents));
  }
  template <class A>
  [[nodiscard]] static auto ravel(const A& a) {
    return reshape(a, {-1});
  }
  template <class A>
  [[nodiscard]] static auto broadcast_to(const A& a, const shape& extents) {
    return Home::settled(gpu::broadcast_to(Home::taken(a), extents));
  }
  template <class A>
  [[nodiscard]] static auto transpose(const A& a) {
    return Home::settled(gpu::transpose(Home::taken(a)));
  }
  template <class A>
  [[nodiscard]] static auto transpose(const A& a, const detail::axes_list& axes) {
    return Home::settled(gpu::transpose(Home::taken(a), axes));
  }
  template <class A>
  [[nodiscard]] static auto swapaxes(const A& a, axis_index axis1, axis_index axis2) {
    return Home::settled(gpu::swapaxes(Home::taken(a), axis1, axis2));
  }
  template <class A>
  [[nodiscard]] static auto moveaxis(const A& a, const detail::axes_list& source,
                                     const detail::axes_list& destination) {
    return Home::settled(gpu::moveaxis(Home::taken(a), source, destination));
  }
  template <class A>
  [[nodiscard]] static auto moveaxis(const A& a, axis_index source, axis_index destination) {
    return moveaxis(a, detail::axes_list{source}, detail::axes_list{destination});
  }
  template <class A>
  [[nodiscard]] static auto expand_dims(const A& a, const detail::axes_list& axes) {
    return Home::settled(gpu::expand_dims(Home::taken(a), axes));
  }
  template <class A>
  [[nodiscard]] static auto expand_dims(const A& a, axis_index axis) {
    return expand_dims(a, detail::axes_list{axis});
  }
  template <class A>
  [[nodiscard]] static auto squeeze(const A& a) {
    return Home::settled(gpu::squeeze(Home::taken(a)));
  }
  template <class A>
  [[nodiscard]] static auto squeeze(const A& a, const detail::axes_list& axes) {
    return Home::settled(gpu::squeeze(Home::taken(a), axes));
  }
  template <class A, class... Axis>
  [[nodiscard]] static auto flip(const A& a, const Axis&... axis) {
    return Home::settled(gpu::flip(Home::taken(a), axis...));
  }
  template <class A, class... Arguments>
  [[nodiscard]] static auto roll(const A& a, const integer_list& shift, const Arguments&... axis) {
    return Home::settled(gpu::roll(Home::taken(a), shift, axis...));
  }
  template <class A>
  [[nodiscard]] static auto tile(const A& a, const shape& repetitions) {
    return Home::settled(gpu::tile(Home::taken(a), repetitions));
  }
  template <class A, class... Arguments>
  [[nodiscard]] static auto repeat(const A& a, const repeat_counts& counts,
                                   const Arguments&... axis) {
    return Home::settled(gpu::repeat(Home::taken(a), counts, axis...));
  }
  template <class A, class... Arguments>
  [[nodiscard]] static auto pad(const A& a, const pad_widths& widths,
                                const Arguments&... arguments) {
    return Home::settled(gpu::pad(Home::taken(a), widths, arguments...));
  }
  template <class A, class... Arguments>
  [[nodiscard]] static auto sliding_window_view(const A& a, const shape& window,
                                                const Arguments&... axes) {
    return Home::settled(gpu::sliding_window_view(Home::taken(a), window, axes...));
  }
  template <class S>
  [[nodiscard]] static auto concatenate(const S& arrays, optional_axis_index axis = 0) {
    return Home::settled(gpu::concatenate(Home::taken(arrays), axis));
  }
  template <class A>
  [[nodiscard]] static auto concatenate(std::initializer_list<A> arrays,
                                        optional_axis_index axis = 0) {
    return Home::settled(gpu::concatenate(detail::taken_arrays<Home>(arrays), axis));
  }
  /// Of arrays of several C++ types in braces, as elements of `T`.
  template <element_type T>
  [[nodiscard]] static auto concatenate(const detail::taken_list<Home>& arrays,
                                        optional_axis_index axis = 0) {
    return Home::settled(gpu::concatenate<T>(arrays.arrays(), axis));
  }
  template <class S>
  [[nodiscard]] static auto stack(const S& arrays, axis_index axis = 0) {
    return Home::settled(gpu::stack(Home::taken(arrays), axis));
  }
  template <class A>
  [[nodiscard]] static auto stack(std::initializer_list<A> arrays, axis_index axis = 0) {
    return Home::settled(gpu::stack(detail::taken_arrays<Home>(arrays), axis));
  }
  /// Of arrays of several C++ types in braces, as elements of `T`.
  template <element_type T>
  [[nodiscard]] static auto stack(const detail::taken_list<Home>& arrays, axis_index axis = 0) {
    return Home::settled(gpu::stack<T>(arrays.arrays(), axis));
  }

  template <class... Arguments>
  [[nodiscard]] static auto tril(const Arguments&... arguments) {
    return Home::settled(gpu::tril(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto triu(const Arguments&... arguments) {
    return Home::settled(gpu::triu(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto take(const Arguments&... arguments) {
    return Home::settled(gpu::take(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto take_along_axis(const Arguments&... arguments) {
    return Home::settled(gpu::take_along_axis(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto sort(const Arguments&... arguments) {
    return Home::settled(gpu::sort(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto argsort(const Arguments&... arguments) {
    return Home::settled(gpu::argsort(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto searchsorted(const Arguments&... arguments) {
    return Home::settled(gpu::searchsorted(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto flatnonzero(const Arguments&... arguments) {
    return Home::settled(gpu::flatnonzero(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto bincount(const Arguments&... arguments) {
    return Home::settled(gpu::bincount(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto diff(const Arguments&... arguments) {
    return Home::settled(gpu::diff(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto gradient(const Arguments&... arguments) {
    return Home::settled(gpu::gradient(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto trapezoid(const Arguments&... arguments) {
    return Home::settled(gpu::trapezoid(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto unwrap(const Arguments&... arguments) {
    return Home::settled(gpu::unwrap(Home::taken(arguments)...));
  }
};

}  // namespace gpu
