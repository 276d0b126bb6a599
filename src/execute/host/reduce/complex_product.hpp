// SPDX-License-Identifier: BSD-3-Clause
// Products of rows of complex numbers, in vectors of real and of imaginary parts: compilers find
// those that hold each part twice.
#pragma once

#include <gpu/core/complex.hpp>
#include <gpu/kernels/primitives/reducer.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "execute/host/reduce/row_chains.hpp"

namespace gpu::reductions {
struct prod;
}  // namespace gpu::reductions

namespace gpu::execute::detail {

#ifdef __GNUC__

/// As many complex numbers as two vectors of 32 bytes hold. The parts are in the order in which one
/// instruction brings them apart.
template <class T>
class complex_chunk {
  using vector [[gnu::vector_size(32)]] = T;
  static constexpr std::ptrdiff_t lanes = 32 / sizeof(T);
  static constexpr std::ptrdiff_t half = 8 / sizeof(T);  ///< of 16 bytes

 public:
  static constexpr std::ptrdiff_t length = lanes;

  GPU_HD static void read(complex_chunk& z, const void* from) {
    vector a;
    vector b;
    std::memcpy(&a, from, sizeof(a));
    std::memcpy(&b, static_cast<const char*>(from) + sizeof(a), sizeof(b));
    z.split(a, b, std::make_index_sequence<lanes>());
  }
  GPU_HD void write(void* to) const {
    vector a;
    vector b;
    merge(a, b, std::make_index_sequence<lanes>());
    std::memcpy(to, &a, sizeof(a));
    std::memcpy(static_cast<char*>(to) + sizeof(a), &b, sizeof(b));
  }
  GPU_HD void set_one() {
    real_ = vector{} + T(1);
    imag_ = vector{};
  }
  GPU_HD friend complex_chunk operator*(const complex_chunk& a, const complex_chunk& b) {
    complex_chunk c;
    c.real_ = a.real_ * b.real_ - a.imag_ * b.imag_;
    c.imag_ = a.real_ * b.imag_ + a.imag_ * b.real_;
    return c;
  }

 private:
  template <std::size_t... I>
  GPU_HD void split(const vector& a, const vector& b, std::index_sequence<I...>) {
    real_ = __builtin_shufflevector(a, b, source(I)...);
    imag_ = __builtin_shufflevector(a, b, source(I) + 1 ...);
  }
  template <std::size_t... I>
  GPU_HD void merge(vector& a, vector& b, std::index_sequence<I...>) const {
    a = __builtin_shufflevector(real_, imag_, target(I)...);
    b = __builtin_shufflevector(real_, imag_, target(I) + half...);
  }
  /// Where part `i` comes from, and where it goes to, in two vectors.
  static constexpr std::ptrdiff_t source(std::ptrdiff_t i) {
    const std::ptrdiff_t place = i % (2 * half);
    return i - place + place % half * 2 + place / half * lanes;
  }
  static constexpr std::ptrdiff_t target(std::ptrdiff_t i) {
    const std::ptrdiff_t place = i % (2 * half);
    return i - place + place / 2 + place % 2 * lanes;
  }

  vector real_;
  vector imag_;
};

/// Those of a chunk as they are in memory.
template <class T>
struct complex_numbers {
  complex<T> all[complex_chunk<T>::length];
};

/// The product of chunks, for `row_chains`.
template <class T>
struct chunk_product {
  using state = complex_chunk<T>;

  GPU_HD static state identity() {
    state one;
    one.set_one();
    return one;
  }
  GPU_HD static state lift(const complex_numbers<T>& z) {
    state all;
    state::read(all, z.all);
    return all;
  }
  GPU_HD static state combine(const state& a, const state& b) { return a * b; }
};

/// Chunks are taken in vectors, and what is left beside them one by one.
template <>
struct block_of<reductions::prod> {
  template <class T>
  GPU_HD static void reduce_rows(complex<T>* s, std::ptrdiff_t rows, std::ptrdiff_t count,
                                 element_rows<complex<T>> z) {
    using chunk = complex_chunk<T>;
    constexpr std::ptrdiff_t strip = 32;
    chunk states[strip];
    const std::ptrdiff_t whole = count / chunk::length * chunk::length;
    for (std::ptrdiff_t first = 0; first < whole; first += strip * chunk::length) {
      const std::ptrdiff_t width = std::min(strip, (whole - first) / chunk::length);
      complex<T>* const own = s + first;
      for (std::ptrdiff_t i = 0; i < width; ++i) chunk::read(states[i], own + i * chunk::length);
      row_chains<chunk_product<T>, complex_numbers<T>>::take(states, rows, width,
                                                             {z.from(first).data, z.step_bytes});
      for (std::ptrdiff_t i = 0; i < width; ++i) states[i].write(own + i * chunk::length);
    }
    using one_by_one = kernels::reducer<reductions::prod, complex<T>, complex<T>>;
    row_chains<one_by_one, complex<T>>::take(s + whole, rows, count - whole, z.from(whole));
  }
};
#endif

}  // namespace gpu::execute::detail
