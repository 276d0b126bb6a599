// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/host_product.hpp"

#include <algorithm>
#include <memory>
#include <type_traits>

#include <gpu/core/error.hpp>
#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/multiply.hpp>

#include "execute/host/thread_pool.hpp"
#include "vendor/blas/blas.hpp"
#include "vendor/call_scope.hpp"

namespace gpu::linalg::detail {
namespace {

/// So many products of elements are worth a thread.
constexpr std::ptrdiff_t min_work = 1 << 15;
/// Smaller products are shared among threads, not divided by the BLAS.
constexpr std::ptrdiff_t large_product = 1 << 18;
/// A BLAS takes longer to be called for so few products of elements than they take.
constexpr std::ptrdiff_t small_product = 64;
constexpr std::ptrdiff_t row_block = 32;
/// A block of b of so many columns and rows stays in the cache while rows of a are gone through.
constexpr std::ptrdiff_t column_block = 256;
constexpr std::ptrdiff_t depth_block = 64;

/// A bool whose sums and products the compiler makes vectors of.
struct truth {
  unsigned char value;

  explicit truth(int number) : value(static_cast<unsigned char>(number)) {}
  truth() = default;
  friend truth operator+(truth a, truth b) { return truth(a.value | b.value); }
  friend truth operator*(truth a, truth b) { return truth(a.value & b.value); }
};

/// The matrices of one product.
template <class T>
struct operands {
  const T* a;
  const T* b;
  T* out;
};

template <class T>
operands<T> product_at(const stacked_product& all, const operands<T>& first,
                       std::ptrdiff_t number) {
  return {first.a + offset_of(all, all.a_steps, number),
          first.b + offset_of(all, all.b_steps, number), first.out + number * all.m * all.n};
}

/// Part of b, whose rows have their elements side by side.
template <class T>
struct panel {
  const T* data;
  std::ptrdiff_t row;  ///< stride
  std::ptrdiff_t depth;
  std::ptrdiff_t width;
};

/// Adds to a row of the result what a row of the panel gives for each element of a row of a.
template <class T>
[[gnu::always_inline]] inline void add_products(const T* a, std::ptrdiff_t a_step,
                                                const panel<T>& b, T* out) {
  const ops::add add;
  const ops::multiply multiply;
  std::ptrdiff_t k = 0;
  for (; k + 4 <= b.depth; k += 4) {
    const T x[] = {a[k * a_step], a[(k + 1) * a_step], a[(k + 2) * a_step], a[(k + 3) * a_step]};
    const T* const row = b.data + k * b.row;
    for (std::ptrdiff_t j = 0; j < b.width; ++j) {
      T sum = add(out[j], multiply(x[0], row[j]));
      sum = add(sum, multiply(x[1], row[j + b.row]));
      sum = add(sum, multiply(x[2], row[j + 2 * b.row]));
      out[j] = add(sum, multiply(x[3], row[j + 3 * b.row]));
    }
  }
  for (; k < b.depth; ++k) {
    const T x = a[k * a_step];
    const T* const row = b.data + k * b.row;
    for (std::ptrdiff_t j = 0; j < b.width; ++j) out[j] = add(out[j], multiply(x, row[j]));
  }
}

/// The block of b that begins at (k, j); copied to `memory` unless its rows are readable as they
/// lie.
template <class T>
[[gnu::always_inline]] inline panel<T> panel_at(const stacked_product& all, const T* b,
                                                std::ptrdiff_t k, std::ptrdiff_t j, T* memory) {
  const std::ptrdiff_t depth = std::min(depth_block, all.k - k);
  const std::ptrdiff_t width = std::min(column_block, all.n - j);
  const T* const first = b + k * all.b.row + j * all.b.column;
  if (all.b.column == 1) return {first, all.b.row, depth, width};
  for (std::ptrdiff_t column = 0; column < width; ++column)
    for (std::ptrdiff_t row = 0; row < depth; ++row)
      memory[row * width + column] = first[row * all.b.row + column * all.b.column];
  return {memory, width, depth, width};
}

/// Rows [first, last) of one product.
template <class T>
[[gnu::always_inline]] inline void multiply_rows(const stacked_product& all,
                                                 const operands<T>& matrices, std::ptrdiff_t first,
                                                 std::ptrdiff_t last, T* memory) {
  std::fill(matrices.out + first * all.n, matrices.out + last * all.n, T(0));
  for (std::ptrdiff_t j = 0; j < all.n; j += column_block)
    for (std::ptrdiff_t k = 0; k < all.k; k += depth_block) {
      const panel<T> b = panel_at(all, matrices.b, k, j, memory);
      for (std::ptrdiff_t i = first; i < last; ++i)
        add_products(matrices.a + i * all.a.row + k * all.a.column, all.a.column, b,
                     matrices.out + i * all.n + j);
    }
}

#if defined(__x86_64__) && defined(__GNUC__)
template <class T>
[[gnu::target("avx2")]] void multiply_with_avx2(const stacked_product& all,
                                                const operands<T>& matrices, std::ptrdiff_t first,
                                                std::ptrdiff_t last, T* memory) {
  multiply_rows(all, matrices, first, last, memory);
}
#endif

template <class T>
void multiply_some_rows(const stacked_product& all, const operands<T>& matrices,
                        std::ptrdiff_t first, std::ptrdiff_t last) {
  const auto memory = all.b.column == 1 ? nullptr
                                        : std::make_unique_for_overwrite<T[]>(
                                              static_cast<std::size_t>(column_block * depth_block));
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx2) return multiply_with_avx2(all, matrices, first, last, memory.get());
#endif
  multiply_rows(all, matrices, first, last, memory.get());
}

/// Blocks of rows of all products, shared among the threads.
template <class T>
void multiply_blocks(const stacked_product& all, const operands<T>& first) {
  const std::ptrdiff_t blocks = (all.m + row_block - 1) / row_block;
  const std::ptrdiff_t work = std::min(all.m, row_block) * all.n * all.k;
  const std::ptrdiff_t grain_size =
      std::max<std::ptrdiff_t>(min_work / std::max(work, std::ptrdiff_t{1}), 1);
  execute::parallel_for(all.count() * blocks, grain_size,
                        [&](std::ptrdiff_t from, std::ptrdiff_t to) {
                          for (std::ptrdiff_t block = from; block < to; ++block) {
                            const std::ptrdiff_t row = block % blocks * row_block;
                            multiply_some_rows(all, product_at(all, first, block / blocks), row,
                                               std::min(row + row_block, all.m));
                          }
                        });
}

/// Many small products, result by result.
template <class T>
void multiply_each(const stacked_product& all, const operands<T>& first) {
  const ops::add add;
  const ops::multiply multiply;
  const std::ptrdiff_t grain_size = min_work / (all.m * all.n * all.k);
  execute::parallel_for(all.count(), grain_size, [&](std::ptrdiff_t from, std::ptrdiff_t to) {
    for (std::ptrdiff_t number = from; number < to; ++number) {
      const operands<T> at = product_at(all, first, number);
      for (std::ptrdiff_t i = 0; i < all.m; ++i)
        for (std::ptrdiff_t j = 0; j < all.n; ++j) {
          const T* a = at.a + i * all.a.row;
          const T* b = at.b + j * all.b.column;
          T sum = multiply(*a, *b);
          for (std::ptrdiff_t k = 1; k < all.k; ++k)
            sum = add(sum, multiply(*(a += all.a.column), *(b += all.b.row)));
          at.out[i * all.n + j] = sum;
        }
    }
  });
}

/// False if there is no BLAS that takes them; nothing has been written then.
template <class T>
bool multiply_by_blas(const stacked_product& all, const operands<T>& first) {
  const auto a = vendor::matrix_operand_at(all.m, all.k, all.a.row, all.a.column);
  const auto b = vendor::matrix_operand_at(all.k, all.n, all.b.row, all.b.column);
  if (!a || !b) return false;
  const vendor::call_scope scope;
  if (!scope) return false;
  const auto multiply = [&](std::ptrdiff_t number) {
    const operands<T> at = product_at(all, first, number);
    return vendor::multiply(
        vendor::matrix_product<T>{all.m, all.n, all.k, at.a, *a, at.b, *b, at.out, all.n});
  };
  // Whether it takes a product does not depend on the addresses.
  if (!multiply(0)) return false;
  const auto multiply_all = [&](std::ptrdiff_t from, std::ptrdiff_t to) {
    for (std::ptrdiff_t number = from; number < to; ++number)
      static_cast<void>(multiply(number + 1));
  };
  const std::ptrdiff_t others = all.count() - 1;
  const std::ptrdiff_t work = all.m * all.n * all.k;
  if (work >= large_product)
    multiply_all(0, others);
  else
    execute::parallel_for(others, std::max<std::ptrdiff_t>(min_work / work, 1), multiply_all);
  return true;
}

/// Calls `multiply` with the matrices as elements of their type.
template <class Multiply>
void with_operands(dtype type, const void* a, const void* b, void* out, const Multiply& multiply) {
  visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    using element = std::conditional_t<is_same<T, bool>, truth, T>;
    if constexpr (half_element<T>)
      fail("half-precision matrices are multiplied as float32 on cpu()");
    else
      multiply(operands<element>{static_cast<const element*>(a), static_cast<const element*>(b),
                                 static_cast<element*>(out)});
  });
}

}  // namespace

void multiply_on_host(dtype type, const stacked_product& all, const void* a, const void* b,
                      void* out) {
  with_operands(type, a, b, out, [&]<class T>(const operands<T>& first) {
    if (all.count() > 1 && all.k > 0 && all.m * all.n * all.k <= small_product)
      return multiply_each(all, first);
    if constexpr (real_element<T> || is_complex<T>)
      if (multiply_by_blas(all, first)) return;
    multiply_blocks(all, first);
  });
}

void multiply_by_loop(dtype type, const stacked_product& all, const void* a, const void* b,
                      void* out) {
  with_operands(type, a, b, out,
                [&]<class T>(const operands<T>& first) { multiply_blocks(all, first); });
}

}  // namespace gpu::linalg::detail
