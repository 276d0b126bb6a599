// SPDX-License-Identifier: BSD-3-Clause
// An xtensor expression of light ops computed where it is assigned: one loop that the user's
// compiler turns into vectors, in place of a call for each op.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
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

#include <gpu/interop/xtensor_function.hpp>
#include <gpu/interop/xtensor_memory.hpp>

namespace gpu::detail {

/// Elements from which the library's loops, for the widest vectors that the machine has, are worth
/// their call: always without optimisation, never if the user's code has wide vectors itself.
#if !defined(__OPTIMIZE__)
inline constexpr std::ptrdiff_t worth_a_call = 0;
#elif defined(__x86_64__) && !defined(__AVX2__)
inline constexpr std::ptrdiff_t worth_a_call = 64;
#else
inline constexpr std::ptrdiff_t worth_a_call = std::numeric_limits<std::ptrdiff_t>::max();
#endif

/// Whether the compiler may make one instruction, of one rounding, of a product and a sum.
#if defined(__FP_FAST_FMA) || defined(__FP_FAST_FMAF)
inline constexpr bool may_contract = true;
#else
inline constexpr bool may_contract = false;
#endif

/// The elements of an expression whose arrays all lie densely in the order of the target. Of no
/// other expressions than of light ops, arrays and numbers, of real elements.
template <class E>
struct element_source;

template <class E>
concept has_elements_here = requires {
  element_source<E>::roundings;
};

/// Memory.
template <in_memory E>
requires std::is_arithmetic_v<typename E::value_type>
struct element_source<E> {
  using value_type = typename E::value_type;
  static constexpr int roundings = 0;

  explicit element_source(const E& array)
      : first_(reinterpret_cast<const stored*>(array.data() + array.data_offset())) {}

  template <bool ByColumns, class Target>
  [[nodiscard]] static bool lies_like(const E& array, const Target& target) {
    return lies_densely<ByColumns>(array, target);
  }

  [[nodiscard]] value_type operator[](std::ptrdiff_t i) const {
    return static_cast<value_type>(first_[i]);
  }

 private:
  /// Choices by what is read as a bool are not vectorised.
  using stored = std::conditional_t<std::is_same_v<value_type, bool>, unsigned char, value_type>;

  const stored* first_;
};

/// A number, repeated.
template <class CT>
requires std::is_arithmetic_v<typename xt::xscalar<CT>::value_type>
struct element_source<xt::xscalar<CT>> {
  using value_type = typename xt::xscalar<CT>::value_type;
  static constexpr int roundings = 0;

  explicit element_source(const xt::xscalar<CT>& number) : number_(number()) {}

  template <bool ByColumns, class Target>
  [[nodiscard]] static bool lies_like(const xt::xscalar<CT>&, const Target&) {
    return true;
  }

  [[nodiscard]] value_type operator[](std::ptrdiff_t) const { return number_; }

 private:
  value_type number_;
};

/// A light op.
template <class Op, int Index, class... CT>
requires(
    Op::info.is_light && (has_elements_here<std::decay_t<CT>> && ...) &&
    std::is_arithmetic_v<typename xtensor_functor<
        Op, Index>::result_type>) struct element_source<xt::xfunction<xtensor_functor<Op, Index>,
                                                                      CT...>> {
  using function = xt::xfunction<xtensor_functor<Op, Index>, CT...>;
  using value_type = typename xtensor_functor<Op, Index>::result_type;
  static constexpr int roundings =
      (std::is_floating_point_v<value_type> + ... + element_source<std::decay_t<CT>>::roundings);

  /// Of nothing else: a function of xtensor claims to be made from anything.
  explicit element_source(const std::same_as<function> auto& from) : operands_(from.arguments()) {}

  template <bool ByColumns, class Target>
  [[nodiscard]] static bool lies_like(const function& from, const Target& target) {
    return std::apply(
        [&](const auto&... operand) {
          return (
              element_source<std::decay_t<CT>>::template lies_like<ByColumns>(operand, target) &&
              ...);
        },
        from.arguments());
  }

  [[nodiscard]] value_type operator[](std::ptrdiff_t i) const {
    return std::apply(
        [i](const auto&... operand) { return xtensor_functor<Op, Index>{}(operand[i]...); },
        operands_);
  }

 private:
  std::tuple<element_source<std::decay_t<CT>>...> operands_;
};

/// Whether `From` is computed here: with the bits of one op at a time.
template <class To, class From>
concept computed_here =
    (worth_a_call > 0) && has_elements_here<From>&& std::is_arithmetic_v<typename To::value_type> &&
    (!may_contract || element_source<From>::roundings <= 1);

/// `store(i)` from `first` to `last`, in any order.
template <class Store>
[[gnu::always_inline]] inline void store_run(const Store& store, std::ptrdiff_t first,
                                             std::ptrdiff_t last) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
  for (std::ptrdiff_t i = first; i < last; ++i) store(i);
}

/// Elements that are stored without a call.
inline constexpr std::ptrdiff_t small_reduction_threshold = 64;

/// Stores the elements of `from`. `out` may be an array that is read.
template <class T, class E>
void store_few(const E& from, T* out, std::ptrdiff_t count) {
  const element_source<E> source(from);
  store_run([source, out](std::ptrdiff_t i) { out[i] = static_cast<T>(source[i]); }, 0, count);
}

/// The same by a call: code that is small stays in line.
template <class T, class E>
[[gnu::noinline]] void store_many(const E& from, T* out, std::ptrdiff_t count) {
  const element_source<E> source(from);
  const auto store = [source, out](std::ptrdiff_t i) { out[i] = static_cast<T>(source[i]); };
  // Vectors that are stored across two lines of the cache take twice as long.
  constexpr std::ptrdiff_t worthwhile = 4096;
  const auto past = static_cast<std::ptrdiff_t>(reinterpret_cast<std::uintptr_t>(out) % 64);
  std::ptrdiff_t done = count < worthwhile ? 0 : (64 - past) % 64 / std::ptrdiff_t{sizeof(T)};
  for (std::ptrdiff_t i = 0; i < done; ++i) store(i);
  // Compilers that are not told to try hard make vectors of loops of a known length only.
  constexpr std::ptrdiff_t chunk = 32;
  for (; done + chunk <= count; done += chunk) store_run(store, done, done + chunk);
  store_run(store, done, count);
}

/// Computes the whole target if it is small enough, and lies in memory as the operands do.
template <xt::layout_type Order, class To, class From>
bool computed_by_element(To& to, const From& from) {
  if constexpr (computed_here<To, From>) {
    constexpr bool by_columns = Order == xt::layout_type::column_major;
    const auto size = static_cast<std::ptrdiff_t>(to.size());
    if (size < worth_a_call && lies_densely<by_columns>(to, to) &&
        element_source<From>::template lies_like<by_columns>(from, to)) {
      auto* const out = to.data() + to.data_offset();
      if (size < small_reduction_threshold)
        store_few(from, out, size);
      else
        store_many(from, out, size);
      return true;
    }
  }
  return false;
}

}  // namespace gpu::detail
