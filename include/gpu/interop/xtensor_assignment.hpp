// SPDX-License-Identifier: BSD-3-Clause
// What happens when an expression of xtensor that holds a function of this library is assigned to
// memory: xtensor's own assignment would compute it element by element, by calls of the functor.
#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#if __has_include(<xtensor/core/xassign.hpp>)
#include <xtensor/core/xassign.hpp>
#else
#include <xtensor/xassign.hpp>
#endif

#include <gpu/elementwise/clip.hpp>
#include <gpu/execute/clip_loops.hpp>
#include <gpu/interop/xtensor_blocks.hpp>
#include <gpu/interop/xtensor_elements.hpp>

namespace gpu::detail {

/// How an expression is computed in blocks.
template <class E>
struct block_traits {
  static constexpr bool computes_here = false;  ///< whether a function of this library is in it
  static constexpr std::size_t bytes = 0;       ///< of buffers, for each element
};

template <class CT>
struct block_traits<xt::xscalar<CT>> {
  static constexpr bool computes_here = false;
  static constexpr std::size_t bytes = sizeof(typename xt::xscalar<CT>::value_type);
};

template <class F, class... CT>
struct block_traits<xt::xfunction<F, CT...>> {
  static constexpr bool computes_here = (block_traits<std::decay_t<CT>>::computes_here || ...);
  static constexpr std::size_t bytes =
      sizeof(typename xt::xfunction<F, CT...>::value_type) +
      (block_traits<std::decay_t<CT>>::bytes + ... + std::size_t{0});
};

template <class Op, int Index, class... CT>
struct block_traits<xt::xfunction<xtensor_functor<Op, Index>, CT...>> {
  static constexpr bool computes_here = true;
  static constexpr std::size_t bytes =
      sizeof(typename xtensor_functor<Op, Index>::result_type) +
      (block_traits<std::decay_t<CT>>::bytes + ... + std::size_t{0});
};

/// Whether `from` is computed in blocks when it is assigned to a `To`.
template <class To, class From>
concept assigned_in_blocks = block_traits<From>::computes_here && in_memory<To> &&
    std::is_constructible_v<typename To::value_type, typename From::value_type>;

/// Elements of a block: its buffers share the nearest cache with the arrays.
template <class E>
inline constexpr std::ptrdiff_t block_length =
    std::clamp(static_cast<std::ptrdiff_t>(16384 / block_traits<E>::bytes / 64 * 64),
               std::ptrdiff_t{256}, std::ptrdiff_t{2048});

template <class... CT>
concept all_in_memory = (in_memory<std::decay_t<CT>> && ...);

/// Computes the whole target by one call of a loop, if operands and target lie in memory alike.
/// Other expressions than functions of memory, of the types of the loop, are not computed here.
template <xt::layout_type Order, class To, class From>
struct whole_assignment {
  static bool tried(To&, const From&) { return false; }
};

template <xt::layout_type Order, class To, class Op, int Index, class... CT>
requires all_in_memory<CT...>
struct whole_assignment<Order, To, xt::xfunction<xtensor_functor<Op, Index>, CT...>> {
  using function = xt::xfunction<xtensor_functor<Op, Index>, CT...>;

  static bool tried(To& to, const function& from) {
    if constexpr (has_types_of_loop(std::index_sequence_for<CT...>()))
      return std::apply([&](const auto&... operand) { return computed(to, operand...); },
                        from.arguments());
    else
      return false;
  }

 private:
  static constexpr loop types = block_loop<Op, Index, typename std::decay_t<CT>::value_type...>();

  template <std::size_t... I>
  static consteval bool has_types_of_loop(std::index_sequence<I...>) {
    return std::is_same_v<typename To::value_type, typename function::value_type> &&
           ((dtype_of<typename std::decay_t<CT>::value_type> == types.in[I]) && ...);
  }

  template <class... E>
  static bool computed(To& to, const E&... operand) {
    constexpr bool by_columns = Order == xt::layout_type::column_major;
    if (!lies_densely<by_columns>(to, to) || !(lies_densely<by_columns>(operand, to) && ...))
      return false;
    static const graph::host_loop loop =
        graph::record_of<Op>().loops[static_cast<std::size_t>(types.index)].on_host;
    const void* const in[] = {operand.data() + operand.data_offset()...};
    loop(in, to.data() + to.data_offset(), static_cast<std::ptrdiff_t>(to.size()));
    return true;
  }
};

template <class T>
concept clipped_between_numbers = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

/// `clip` between two numbers: no more is read than the elements.
template <xt::layout_type Order, class To, int Index, class E, class Low, class High>
requires in_memory<std::decay_t<E>> && clipped_between_numbers<typename To::value_type>
struct whole_assignment<
    Order, To,
    xt::xfunction<xtensor_functor<ops::clip, Index>, E, xt::xscalar<Low>, xt::xscalar<High>>> {
  using T = typename To::value_type;
  using function =
      xt::xfunction<xtensor_functor<ops::clip, Index>, E, xt::xscalar<Low>, xt::xscalar<High>>;

  static bool tried(To& to, const function& from) {
    if constexpr (std::is_same_v<typename std::decay_t<E>::value_type, T> &&
                  std::is_same_v<typename xt::xscalar<Low>::value_type, T> &&
                  std::is_same_v<typename xt::xscalar<High>::value_type, T>) {
      constexpr bool by_columns = Order == xt::layout_type::column_major;
      const auto& [elements, low, high] = from.arguments();
      if (!lies_densely<by_columns>(to, to) || !lies_densely<by_columns>(elements, to))
        return false;
      const T bounds[] = {low(), high()};
      const void* const in[] = {elements.data() + elements.data_offset(), bounds, bounds + 1};
      execute::host_clip_loop<T>()(in, to.data() + to.data_offset(),
                                   static_cast<std::ptrdiff_t>(to.size()));
      return true;
    }
    return false;
  }
};

/// Apart from what calls it: the buffers of blocks take much of the stack.
template <xt::layout_type Order, class To, class From>
[[gnu::noinline]] void assign_block_by_block(To& to, const From& from) {
  using walk = block_walk<block_length<From>, Order>;
  using extents = std::decay_t<decltype(to.shape())>;
  using T = typename To::value_type;
  using computed = typename From::value_type;
  const auto size = static_cast<std::ptrdiff_t>(to.size());
  if (size == 0) return;
  block_source<From, extents, walk> source({from, to.shape(), size});
  xtensor_walk<T> target(to.data() + to.data_offset(), to, to.shape(),
                         Order == xt::layout_type::column_major);
  if constexpr (std::is_same_v<T, computed>) {
    if (target.dense()) {
      const std::ptrdiff_t step = source.reads_unbounded() ? size : walk::length;
      for (std::ptrdiff_t done = 0; done < size; done += step)
        source.compute(std::min(step, size - done), target.take(std::min(step, size - done)));
      return;
    }
  }
  for (std::ptrdiff_t done = 0; done < size; done += walk::length) {
    const std::ptrdiff_t count = std::min(walk::length, size - done);
    const computed* const values = source.read(count);
    const auto store = [values](T* at, std::ptrdiff_t stride, std::ptrdiff_t run,
                                std::ptrdiff_t first) {
      for (std::ptrdiff_t i = 0; i < run; ++i) at[i * stride] = static_cast<T>(values[first + i]);
    };
    if (T* there = target.take(count))
      store(there, 1, count, 0);
    else
      target.visit(count, store);
  }
}

/// `to` has the shape of the result.
template <xt::layout_type Order, class To, class From>
void assign_in_blocks(To& to, const From& from) {
  if (!computed_by_element<Order>(to, from) && !whole_assignment<Order, To, From>::tried(to, from))
    assign_block_by_block<Order>(to, from);
}

}  // namespace gpu::detail

namespace xt {

/// Sends the assignment to `stepper_assigner`, which serves every layout.
template <class E1, class E2>
requires gpu::detail::assigned_in_blocks<E1, E2>
class xassign_traits<E1, E2> {
 public:
  static constexpr bool simd_assign() { return false; }
  static constexpr bool linear_assign(const E1&, const E2&, bool) { return false; }
  static constexpr bool strided_assign() { return false; }
  static constexpr bool simd_linear_assign() { return false; }
  static constexpr bool simd_linear_assign(const E1&, const E2&) { return false; }
  static constexpr bool simd_strided_assign() { return false; }
  using requested_value_type = typename E2::value_type;
};

template <class E1, class E2, layout_type L>
requires gpu::detail::assigned_in_blocks<E1, E2>
class stepper_assigner<E1, E2, L> {
 public:
  stepper_assigner(E1& to, const E2& from) : to_(to), from_(from) {}

  void run() {
    if constexpr (E1::static_layout == layout_type::dynamic)
      if (to_.layout() == layout_type::column_major)
        return gpu::detail::assign_in_blocks<layout_type::column_major>(to_, from_);
    gpu::detail::assign_in_blocks<L>(to_, from_);
  }

 private:
  E1& to_;
  const E2& from_;
};

}  // namespace xt
