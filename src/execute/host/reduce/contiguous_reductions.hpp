// SPDX-License-Identifier: BSD-3-Clause
// Reductions for which the host has a better way to take many elements than one after the other.
#pragma once

#include <gpu/elementwise/support/cast.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "execute/host/reduce/arg_extrema.hpp"
#include "execute/host/reduce/complex_product.hpp"
#include "execute/host/reduce/deviations.hpp"
#include "execute/host/reduce/extrema.hpp"
#include "execute/host/reduce/row_chains.hpp"

namespace gpu::reductions {
struct all;
struct any;
struct bitwise_and;
struct bitwise_or;
struct bitwise_xor;
struct count_nonzero;
struct prod;
struct sum;
}  // namespace gpu::reductions

namespace gpu::execute::detail {

template <class T>
struct part_of {
  using type = T;
};
template <class T>
struct part_of<complex<T>> {
  using type = T;
};

/// Bits of an element, or of a part of it, from which follows whether it is decisive; those of many
/// are put together.
template <bool Decisive, class T>
struct truth_bits {
  using part = typename part_of<T>::type;
  using state = std::make_unsigned_t<truth_of<part>>;

  GPU_HD static constexpr state identity() { return 0; }
  GPU_HD static state lift(T x) {
    if constexpr (!Decisive)
      return static_cast<state>(math::is_true(x) ? 0 : 2);
    else if constexpr (is_complex<T>)
      return bits(x.real()) | bits(x.imag());
    else
      return bits(x);
  }
  GPU_HD static constexpr state combine(state a, state b) { return static_cast<state>(a | b); }
  /// Only -0 has a sign and no other bit.
  GPU_HD static constexpr bool is_found(state all) {
    return static_cast<state>(integral_element<T> ? all : all << 1) != 0;
  }

 private:
  GPU_HD static state bits(part x) {
    if constexpr (half_element<T>)
      return x.bits();
    else
      return __builtin_bit_cast(state, x);
  }
};

/// Stops where the result is known.
template <bool Decisive>
struct truth_block {
  static constexpr bool is_exact = true;

  template <class T>
  GPU_HD static void take(bool& state, std::ptrdiff_t count, const T* x) {
    if (state == Decisive) return;
    if constexpr (Decisive && is_complex<T>)
      return take(state, 2 * count, reinterpret_cast<const typename T::value_type*>(x));
    using bits = truth_bits<Decisive, T>;
    typename bits::state found = 0;
    for (std::ptrdiff_t i = 0; i < count; ++i) found = bits::combine(found, bits::lift(x[i]));
    if (bits::is_found(found)) state = Decisive;
  }
  template <class T>
  GPU_HD static void reduce_rows(bool* states, std::ptrdiff_t rows, std::ptrdiff_t count,
                                 element_rows<T> x) {
    // The parts of complex numbers side by side are elements, too.
    constexpr std::ptrdiff_t parts = Decisive && is_complex<T> ? 2 : 1;
    using element = std::conditional_t<parts == 2, typename part_of<T>::type, T>;
    using bits = truth_bits<Decisive, element>;
    typename bits::state found[parts * strip_length];
    for (std::ptrdiff_t first = 0; first < count; first += strip_length) {
      const std::ptrdiff_t width = std::min(strip_length, count - first);
      for (std::ptrdiff_t i = 0; i < parts * width; ++i) found[i] = 0;
      row_chains<bits, element>::take(found, rows, parts * width,
                                      element_rows<element>{x.from(first).data, x.step_bytes});
      for (std::ptrdiff_t i = 0; i < width; ++i) {
        const auto all = bits::combine(found[parts * i], found[parts * (i + 1) - 1]);
        states[first + i] = bits::is_found(all) ? Decisive : states[first + i];
      }
    }
  }
};
template <>
struct block_of<reductions::any> : truth_block<true> {};
template <>
struct block_of<reductions::all> : truth_block<false> {};

/// Reductions that are made of one operation on vectors: rows are best taken several at once.
template <class Op>
inline constexpr bool takes_rows_in_chains =
    std::is_same_v<Op, reductions::sum> || std::is_same_v<Op, reductions::prod> ||
    std::is_same_v<Op, reductions::count_nonzero> || std::is_same_v<Op, reductions::bitwise_and> ||
    std::is_same_v<Op, reductions::bitwise_or> || std::is_same_v<Op, reductions::bitwise_xor>;

}  // namespace gpu::execute::detail
