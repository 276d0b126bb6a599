// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/tiled_product.hpp"

#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/indexing/view.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/linalg/matmul.hpp>

#include "jit/cache.hpp"
#include "linalg/exact_product.hpp"
#include "support/compilation.hpp"
#include "support/device.hpp"
#include "support/jit.hpp"

namespace gpu::test {
namespace {

using linalg::detail::can_tile;
using linalg::detail::multiply_tiles;
using linalg::detail::product_tile;
using linalg::detail::stacked_product;
using linalg::detail::tiled_arguments;
using linalg::detail::tiled_program;
using linalg::detail::tiles_of;

template <class Act, class... T>
void for_each_type(const Act& act, std::type_identity<T>... type) {
  (act(type), ...);
}

/// bool and every integer.
template <class Act>
void for_integers(const Act& act) {
  for_each_type(act, std::type_identity<bool>(), std::type_identity<std::int8_t>(),
                std::type_identity<std::uint8_t>(), std::type_identity<std::int16_t>(),
                std::type_identity<std::uint16_t>(), std::type_identity<std::int32_t>(),
                std::type_identity<std::uint32_t>(), std::type_identity<std::int64_t>(),
                std::type_identity<std::uint64_t>());
}

/// Every other dtype.
template <class Act>
void for_numbers(const Act& act) {
  for_each_type(act, std::type_identity<float16>(), std::type_identity<bfloat16>(),
                std::type_identity<float>(), std::type_identity<double>(),
                std::type_identity<std::complex<float>>(),
                std::type_identity<std::complex<double>>());
}

TEST(tiled_product, every_kernel_compiles) {
  GPU_REQUIRE_NVRTC();
  for (const dtype type :
       {dtype::bool_, dtype::int8, dtype::uint16, dtype::int32, dtype::uint64, dtype::float16,
        dtype::bfloat16, dtype::float32, dtype::float64, dtype::complex64, dtype::complex128})
    for (const product_tile& tile : tiles_of(type)) {
      const program code = tiled_program(type, tile);
      EXPECT_NO_THROW((void)load_image(code, {9, 0})) << code.source;
      for (const architecture where : {architecture{8, 0}, {10, 0}})
        EXPECT_NO_THROW(compile_to_ptx(code, where)) << code.source;
    }
}

TEST(tiled_product, signed_and_unsigned_integers_share_a_kernel_but_bools_have_their_own) {
  const product_tile tile = tiles_of(dtype::int8).front();
  EXPECT_EQ(tiled_program(dtype::int8, tile), tiled_program(dtype::uint8, tile));
  EXPECT_EQ(tiled_program(dtype::int64, tile), tiled_program(dtype::uint64, tile));
  EXPECT_NE(tiled_program(dtype::bool_, tile), tiled_program(dtype::uint8, tile));
}

TEST(tiled_product, tiles_are_whole_warps_of_threads_and_have_whole_panels) {
  for (const dtype type : {dtype::int8, dtype::int64, dtype::float32, dtype::float64,
                           dtype::complex64, dtype::complex128})
    for (const product_tile& tile : tiles_of(type)) {
      EXPECT_EQ(product_tile::max_panel % tile.depth, 0);
      EXPECT_EQ(tile.threads() % 32, 0);
      EXPECT_LE(tile.threads(), product_tile::resident_threads);
    }
}

TEST(tiled_product, strides_and_steps_are_those_of_the_operands) {
  const stacked_product all({0, {2, 1, 40, 50}, {3000, 0, 1, 40}},
                            {0, {3, 50, 60}, {9000, -150, 2}});
  const auto x = tiled_arguments(all, {dtype::int32, nullptr, nullptr, nullptr},
                                 tiles_of(dtype::int32).back(), 3);
  EXPECT_EQ(x.a.outer_stride, 1);
  EXPECT_EQ(x.a.term_stride, 40);
  EXPECT_EQ(x.b.outer_stride, 2);
  EXPECT_EQ(x.b.term_stride, -150);
  EXPECT_EQ(x.batch[0].value, 1u);
  EXPECT_EQ(x.batch[1].value, 2u);
  EXPECT_EQ(x.batch[2].value, 3u);
  EXPECT_EQ(x.a.step[1], 3000);
  EXPECT_EQ(x.a.step[2], 0);
  EXPECT_EQ(x.b.step[1], 0);
  EXPECT_EQ(x.b.step[2], 9000);
  EXPECT_EQ(x.split_terms, 32);
  EXPECT_EQ(x.row_tiles.value, 2u);
  EXPECT_EQ(x.column_tiles.value, 2u);
}

TEST(tiled_product, is_for_a_batch_of_few_axes) {
  EXPECT_TRUE(can_tile(stacked_product(row_major({40, 50}), row_major({50, 60}))));
  const stacked_product crosswise(row_major({2, 1, 2, 1, 4, 5}), row_major({3, 1, 3, 5, 6}));
  ASSERT_EQ(crosswise.batch.size(), 4u);
  EXPECT_FALSE(can_tile(crosswise));
}

template <class T>
std::vector<T> elements_of(const ndarray<T>& x) {
  const ndarray<T> there = x.to(cpu());
  return std::vector<T>(there.begin(), there.end());
}

/// The elements that NumPy's product has, by a plain loop.
template <class T>
std::vector<T> plain_product(const ndarray<T>& left, const ndarray<T>& right) {
  const std::ptrdiff_t m = left.shape(0);
  const std::ptrdiff_t k = left.shape(1);
  const std::ptrdiff_t n = right.shape(1);
  const auto words = [](const ndarray<T>& x) {
    const std::vector<T> elements = elements_of(x);
    return std::vector<std::uint64_t>(elements.begin(), elements.end());
  };
  const std::vector<std::uint64_t> a = words(left);
  const std::vector<std::uint64_t> b = words(right);
  const std::uint64_t* const x = a.data();
  const std::uint64_t* const y = b.data();
  std::vector<T> result;
  for (std::ptrdiff_t i = 0; i < m; ++i)
    for (std::ptrdiff_t j = 0; j < n; ++j) {
      std::uint64_t sum = 0;
      for (std::ptrdiff_t t = 0; t < k; ++t) {
        const std::uint64_t term = x[i * k + t] * y[t * n + j];
        sum = std::is_same_v<T, bool> ? sum | term : sum + term;
      }
      result.push_back(static_cast<T>(sum));
    }
  return result;
}

template <class T>
void expect_elements(const ndarray<T>& product, const std::vector<T>& expected) {
  const std::vector<T> elements = elements_of(product);
  ASSERT_EQ(elements.size(), expected.size());
  std::ptrdiff_t wrong = 0;
  for (std::size_t i = 0; i < expected.size() && wrong < 3; ++i)
    if (elements[i] != expected[i]) {
      ++wrong;
      ADD_FAILURE() << "element " << i << " is " << +elements[i] << ", not " << +expected[i];
    }
}

class linalg_tiled_product : public on_device {
 protected:
  /// Operands may be views.
  template <class T, class A, class B>
  static void expect_tiles(const A& left, const B& right) {
    const std::vector<T> expected = plain_product<T>(left, right);
    for (const product_tile& tile : tiles_of(dtype_of<T>))
      for (const std::ptrdiff_t splits : {1, 3}) {
        SCOPED_TRACE(text_of("tiles of ", tile.rows, ", ", splits, " splits"));
        expect_elements<T>(tiled<T>(left.node(), right.node(), tile, splits), expected);
      }
  }
  /// The same of floats and complex numbers. Parts of sums of halves would be rounded.
  template <class T, class A, class B>
  static void expect_tiles_of_numbers(const A& left, const B& right) {
    for (const product_tile& tile : tiles_of(dtype_of<T>))
      for (const std::ptrdiff_t splits : {1, 3}) {
        if (sizeof(T) == 2 && splits > 1) continue;
        SCOPED_TRACE(text_of("tiles of ", tile.rows, ", ", splits, " splits"));
        const ndarray<T> product = tiled<T>(left.node(), right.node(), tile, splits);
        expect_matrix_product<T>(reshape(product, {left.shape(0), right.shape(1)}), left, right);
      }
  }

 private:
  template <class T>
  static ndarray<T> tiled(const graph::node_ptr& left, const graph::node_ptr& right,
                          const product_tile& tile, std::ptrdiff_t splits) {
    ASSERT_LEAF(left);
    ASSERT_LEAF(right);
    const auto& a = static_cast<const graph::leaf_node&>(*left);
    const auto& b = static_cast<const graph::leaf_node&>(*right);
    const stacked_product all(a.placement(), b.placement());
    execute::operation work(*a.where);
    const graph::leaf_ptr parts =
        work.workspace(dtype_of<T>, {splits, all.count() * all.m * all.n});
    multiply_tiles(all, {dtype_of<T>, work.input(a), work.input(b), work.output(*parts)},
                   {tile, splits, 0}, work);
    const ndarray<T> each = any_expression(graph::node_ptr(parts.get())).as<T>();
    if constexpr (std::is_same_v<T, bool>)
      return any(each, 0);
    else
      return sum<T>(each, 0);
  }
  static void ASSERT_LEAF(const graph::node_ptr& node) {
    if (node->kind != graph::node_kind::leaf) throw std::logic_error("a test multiplies no array");
  }
};

TEST_P(linalg_tiled_product, odd_sizes_of_every_dtype) {
  for_integers([]<class T>(std::type_identity<T>) {
    SCOPED_TRACE(traits(dtype_of<T>).name);
    const shape sizes[] = {{1, 1, 1}, {33, 70, 129}, {132, 64, 136}, {40, 1, 40}, {5, 1031, 12}};
    for (const shape& size : sizes) {
      SCOPED_TRACE(text_of(size));
      expect_tiles<T>(some_elements<T>({size[0], size[1]}, 1),
                      some_elements<T>({size[1], size[2]}, 2));
    }
  });
}

TEST_P(linalg_tiled_product, any_strides) {
  for_integers([]<class T>(std::type_identity<T>) {
    SCOPED_TRACE(traits(dtype_of<T>).name);
    const ndarray<T> a = some_elements<T>({64, 132}, 1);
    const ndarray<T> b = some_elements<T>({137, 132}, 2);
    expect_tiles<T>(a, transpose(b));
    expect_tiles<T>(transpose(a), view(a, all(), range(0, 36)));
    expect_tiles<T>(view(a, all(), range(3, 130)), transpose(view(b, all(), range(5, 132))));
    expect_tiles<T>(flip(a), transpose(flip(b)));
    expect_tiles<T>(view(a, range(0, 64, 3), range(0, 132, 2)),
                    transpose(view(b, range(0, 137, 4), range(1, 132, 2))));
    expect_tiles<T>(broadcast_to(view(a, range(1, 2), all()), {40, 132}), transpose(b));
  });
}

TEST_P(linalg_tiled_product, odd_sizes_of_floats_and_complex_numbers) {
  for_numbers([]<class T>(std::type_identity<T>) {
    SCOPED_TRACE(traits(dtype_of<T>).name);
    const shape sizes[] = {{1, 1, 1}, {33, 70, 65}, {64, 32, 68}, {40, 1, 40}, {5, 331, 12}};
    for (const shape& size : sizes) {
      SCOPED_TRACE(text_of(size));
      expect_tiles_of_numbers<T>(some_elements<T>({size[0], size[1]}, 1),
                                 some_elements<T>({size[1], size[2]}, 2));
    }
  });
}

TEST_P(linalg_tiled_product, any_strides_of_floats_and_complex_numbers) {
  for_numbers([]<class T>(std::type_identity<T>) {
    SCOPED_TRACE(traits(dtype_of<T>).name);
    const ndarray<T> a = some_elements<T>({34, 66}, 1);
    const ndarray<T> b = some_elements<T>({37, 66}, 2);
    expect_tiles_of_numbers<T>(a, transpose(b));
    expect_tiles_of_numbers<T>(transpose(a), view(a, all(), range(0, 36)));
    expect_tiles_of_numbers<T>(flip(a), transpose(flip(b)));
    expect_tiles_of_numbers<T>(view(a, range(0, 34, 3), range(0, 66, 2)),
                               transpose(view(b, range(0, 37, 4), range(1, 66, 2))));
    expect_tiles_of_numbers<T>(broadcast_to(view(a, range(1, 2), all()), {40, 66}), transpose(b));
  });
}

TEST_P(linalg_tiled_product, what_is_beyond_a_matrix_is_not_multiplied) {
  ndarray<float> a = ones<float>({40, 40});
  ndarray<float> b = ones<float>({40, 40});
  view(a, all(), range(30, 40)) = std::numeric_limits<float>::quiet_NaN();
  view(b, range(30, 40), all()) = std::numeric_limits<float>::infinity();
  expect_tiles_of_numbers<float>(view(a, range(0, 33), range(0, 30)),
                                 view(b, range(0, 30), range(0, 35)));
}

/// By whatever way the library chooses.
class linalg_integer_matmul : public on_device {};

TEST_P(linalg_integer_matmul, large_matrices_of_every_dtype) {
  for_integers([]<class T>(std::type_identity<T>) {
    SCOPED_TRACE(traits(dtype_of<T>).name);
    for (const shape& size : {shape{201, 67, 190}, {40, 9001, 36}, {300, 33, 259}, {2100, 5, 9}}) {
      SCOPED_TRACE(text_of(size));
      const ndarray<T> a = some_elements<T>({size[0], size[1]}, 1);
      const ndarray<T> b = some_elements<T>({size[1], size[2]}, 2);
      expect_elements<T>(matmul(a, b), plain_product<T>(a, b));
      const ndarray<T> columns = transpose(a);
      expect_elements<T>(matmul(transpose(columns), b), plain_product<T>(a, b));
    }
  });
}

TEST_P(linalg_integer_matmul, stacks_of_every_size) {
  for_integers([]<class T>(std::type_identity<T>) {
    SCOPED_TRACE(traits(dtype_of<T>).name);
    for (const shape& size : {shape{4, 4, 4}, {17, 9, 5}, {33, 40, 34}, {70, 20, 66}}) {
      SCOPED_TRACE(text_of(size));
      const ndarray<T> a = some_elements<T>({3, 1, size[0], size[1]}, 1);
      const ndarray<T> b = some_elements<T>({5, size[1], size[2]}, 2);
      const ndarray<T> product = matmul(a, b);
      ASSERT_EQ(product.shape(), (shape{3, 5, size[0], size[2]}));
      for (std::ptrdiff_t i = 0; i < 3; ++i)
        for (std::ptrdiff_t j = 0; j < 5; ++j)
          expect_elements<T>(view(product, i, j),
                             plain_product<T>(ndarray<T>(view(a, i, 0)), ndarray<T>(view(b, j))));
    }
  });
}

TEST_P(linalg_integer_matmul, many_small_matrices) {
  const ndarray<std::int16_t> a = some_elements<std::int16_t>({3000, 4, 4}, 1);
  const ndarray<std::int16_t> b = some_elements<std::int16_t>({3000, 4, 4}, 2);
  const ndarray<std::int16_t> product = matmul(a, b);
  for (const std::ptrdiff_t i : {0, 1, 1499, 2999})
    expect_elements<std::int16_t>(view(product, i),
                                  plain_product<std::int16_t>(ndarray<std::int16_t>(view(a, i)),
                                                              ndarray<std::int16_t>(view(b, i))));
}

TEST_P(linalg_integer_matmul, sums_of_no_products_are_0) {
  for_integers([]<class T>(std::type_identity<T>) {
    const ndarray<T> product = matmul(zeros<T>({150, 0}), zeros<T>({0, 151}));
    EXPECT_EQ(product, zeros<T>({150, 151})) << traits(dtype_of<T>).name;
    EXPECT_EQ(matmul(zeros<T>({0, 7}), zeros<T>({7, 3})).shape(), (shape{0, 3}));
  });
}

INSTANTIATE_TEST_SUITE_P(devices, linalg_tiled_product, testing::Values(gpu::gpu(0)), device_name);
INSTANTIATE_TEST_SUITE_P(devices, linalg_integer_matmul, testing::ValuesIn(cpu_and_gpu()),
                         device_name);

}  // namespace
}  // namespace gpu::test
