// SPDX-License-Identifier: BSD-3-Clause
// An xtensor expression computed block by block: the functions of this library by the loops that
// `cpu()` runs, those of xtensor by loops over their functor. What lies in memory in the order of
// the target is read where it is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#if __has_include(<xtensor/core/xfunction.hpp>)
#include <xtensor/containers/xscalar.hpp>
#include <xtensor/core/xfunction.hpp>
#else
#include <xtensor/xfunction.hpp>
#include <xtensor/xscalar.hpp>
#endif

#include <gpu/execute/cast_loops.hpp>
#include <gpu/graph/op.hpp>
#include <gpu/interop/xtensor_function.hpp>
#include <gpu/interop/xtensor_memory.hpp>

namespace gpu::detail {

/// Elements of a block, and the order of the walk.
template <std::ptrdiff_t Length, xt::layout_type Order>
struct block_walk {
  static constexpr std::ptrdiff_t length = Length;
  static constexpr xt::layout_type order = Order;
};

/// Elements of one block. Not initialised.
template <class T, class Walk>
class block_buffer {
 public:
  [[nodiscard]] T* data() noexcept { return reinterpret_cast<T*>(bytes_); }

 private:
  alignas(64) std::byte bytes_[static_cast<std::size_t>(Walk::length) * sizeof(T)];
};

/// What a block is made from: an expression, and the shape of the target.
template <class E, class Extents>
struct block_origin {
  const E& expression;
  const Extents& extents;
  std::ptrdiff_t size;  ///< of the target, in elements
};

/// Reads an expression of no other kind by its iterator.
template <class E, class Extents, class Walk>
class block_source {
 public:
  using value_type = typename E::value_type;

  explicit block_source(block_origin<E, Extents> from)
      : next_(from.expression.template cbegin<Walk::order>(from.extents)) {}

  /// Whether blocks may have any length.
  [[nodiscard]] bool unbounded() const noexcept { return false; }

  /// The next `count` elements. The pointer is good until the next call.
  [[nodiscard]] const value_type* read(std::ptrdiff_t count) {
    value_type* const to = buffer_.data();
    for (std::ptrdiff_t i = 0; i < count; ++i, ++next_) to[i] = static_cast<value_type>(*next_);
    return to;
  }

 private:
  std::decay_t<decltype(std::declval<const E&>().template cbegin<Walk::order>(
      std::declval<const Extents&>()))>
      next_;
  block_buffer<value_type, Walk> buffer_;
};

/// Memory.
template <in_memory E, class Extents, class Walk>
class block_source<E, Extents, Walk> {
 public:
  using value_type = typename E::value_type;

  explicit block_source(block_origin<E, Extents> from)
      : walk_(from.expression.data() + from.expression.data_offset(), from.expression, from.extents,
              Walk::order == xt::layout_type::column_major) {}

  [[nodiscard]] bool unbounded() const noexcept { return walk_.dense(); }

  [[nodiscard]] const value_type* read(std::ptrdiff_t count) {
    if (const value_type* there = walk_.take(count)) return there;
    value_type* const to = buffer_.data();
    walk_.visit(count, [to](const value_type* from, std::ptrdiff_t stride, std::ptrdiff_t run,
                            std::ptrdiff_t done) {
      if (stride == 1)
        std::copy_n(from, run, to + done);
      else if (stride == 0)
        std::fill_n(to + done, run, *from);
      else
        for (std::ptrdiff_t i = 0; i < run; ++i) to[done + i] = from[i * stride];
    });
    return to;
  }

 private:
  xtensor_walk<const value_type> walk_;
  block_buffer<value_type, Walk> buffer_;
};

/// A number, repeated.
template <class CT, class Extents, class Walk>
class block_source<xt::xscalar<CT>, Extents, Walk> {
 public:
  using value_type = typename xt::xscalar<CT>::value_type;

  explicit block_source(block_origin<xt::xscalar<CT>, Extents> from) {
    std::fill_n(buffer_.data(), std::min(from.size, Walk::length), from.expression());
  }

  [[nodiscard]] bool unbounded() const noexcept { return false; }
  [[nodiscard]] const value_type* read(std::ptrdiff_t) { return buffer_.data(); }

 private:
  block_buffer<value_type, Walk> buffer_;
};

/// The elements of `Source` as those of a dtype.
template <dtype To, class Source, class Walk>
class block_operand {
 public:
  template <class Origin>
  explicit block_operand(Origin from) : source_(from) {}

  [[nodiscard]] bool unbounded() const noexcept { return is_same && source_.unbounded(); }

  [[nodiscard]] const void* read(std::ptrdiff_t count) {
    const void* const elements = source_.read(count);
    if constexpr (is_same) {
      return elements;
    } else {
      execute::host_cast_loop(graph::cast_loop(own, To))(&elements, converted_.data(), count);
      return converted_.data();
    }
  }

 private:
  static constexpr dtype own = dtype_of<typename Source::value_type>;
  static constexpr bool is_same = own == To;
  struct nothing {};

  Source source_;
  [[no_unique_address]] std::conditional_t<is_same, nothing, block_buffer<element_t<To>, Walk>>
      converted_;
};

/// The loop that computes a function of elements of these types.
template <class Op, int Index, class... Elements>
consteval loop block_loop() {
  constexpr loop own = loop_at(Op::info.loops, Index);
  bool as_they_are = true;
  int i = 0;
  ((as_they_are = as_they_are && dtype_of<Elements> == own.in[i++]), ...);
  if constexpr ((compares_by_value<Op, Elements> && ...))
    if (!as_they_are)
      return loop_of_types<Op>(operand_type{dtype_of<decltype(widest(Elements()))>, false}...);
  return own;
}

/// A function of this library.
template <class Op, int Index, class... CT, class Extents, class Walk>
class block_source<xt::xfunction<xtensor_functor<Op, Index>, CT...>, Extents, Walk> {
 public:
  using function = xt::xfunction<xtensor_functor<Op, Index>, CT...>;
  using value_type = typename function::value_type;

  explicit block_source(block_origin<function, Extents> from)
      : block_source(from, std::index_sequence_for<CT...>()) {}

  [[nodiscard]] bool unbounded() const noexcept { return false; }
  [[nodiscard]] bool reads_unbounded() const noexcept {
    return std::apply([](const auto&... operand) { return (operand.unbounded() && ...); },
                      operands_);
  }

  [[nodiscard]] const value_type* read(std::ptrdiff_t count) {
    compute(count, buffer_.data());
    return buffer_.data();
  }

  /// Writes the next `count` elements to `out`.
  void compute(std::ptrdiff_t count, value_type* out) {
    std::apply(
        [&](auto&... operand) {
          const void* const in[] = {operand.read(count)...};
          loop_(in, out, count);
        },
        operands_);
  }

 private:
  static constexpr loop types = block_loop<Op, Index, typename std::decay_t<CT>::value_type...>();

  template <std::size_t... I>
  static auto operands_of(std::index_sequence<I...>) -> std::tuple<
      block_operand<types.in[I], block_source<std::decay_t<CT>, Extents, Walk>, Walk>...>;

  template <std::size_t... I>
  block_source(block_origin<function, Extents> from, std::index_sequence<I...>)
      : operands_(block_origin<std::decay_t<CT>, Extents>{std::get<I>(from.expression.arguments()),
                                                          from.extents, from.size}...) {}

  decltype(operands_of(std::index_sequence_for<CT...>())) operands_;
  const graph::host_loop loop_ =
      graph::record_of<Op>().loops[static_cast<std::size_t>(types.index)].on_host;
  block_buffer<value_type, Walk> buffer_;
};

/// A function of xtensor.
template <class F, class... CT, class Extents, class Walk>
requires std::is_trivially_copyable_v<typename xt::xfunction<F, CT...>::value_type>
class block_source<xt::xfunction<F, CT...>, Extents, Walk> {
 public:
  using function = xt::xfunction<F, CT...>;
  using value_type = typename function::value_type;

  explicit block_source(block_origin<function, Extents> from)
      : block_source(from, std::index_sequence_for<CT...>()) {}

  [[nodiscard]] bool unbounded() const noexcept { return false; }
  [[nodiscard]] bool reads_unbounded() const noexcept {
    return std::apply([](const auto&... operand) { return (operand.unbounded() && ...); },
                      operands_);
  }

  [[nodiscard]] const value_type* read(std::ptrdiff_t count) {
    compute(count, buffer_.data());
    return buffer_.data();
  }

  void compute(std::ptrdiff_t count, value_type* out) {
    std::apply([&](auto&... operand) { compute_from(count, out, operand.read(count)...); },
               operands_);
  }

 private:
  template <std::size_t... I>
  block_source(block_origin<function, Extents> from, std::index_sequence<I...>)
      : function_(from.expression.functor()),
        operands_(block_origin<std::decay_t<CT>, Extents>{std::get<I>(from.expression.arguments()),
                                                          from.extents, from.size}...) {}

  template <class... Element>
  void compute_from(std::ptrdiff_t count, value_type* out, const Element*... in) const {
    for (std::ptrdiff_t i = 0; i < count; ++i)
      out[i] = static_cast<value_type>(function_(in[i]...));
  }

  const F& function_;
  std::tuple<block_source<std::decay_t<CT>, Extents, Walk>...> operands_;
  block_buffer<value_type, Walk> buffer_;
};

}  // namespace gpu::detail
