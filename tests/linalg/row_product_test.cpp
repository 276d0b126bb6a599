// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/row_product.hpp"

#include <complex>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

#include <gtest/gtest.h>

#include <gpu/array/indexing/view.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/linalg/matmul.hpp>

#include "jit/cache.hpp"
#include "linalg/exact_product.hpp"
#include "support/device.hpp"
#include "support/jit.hpp"

namespace gpu::test {
namespace {

using linalg::detail::can_multiply_rows;
using linalg::detail::multiply_rows;
using linalg::detail::row_arguments;
using linalg::detail::row_program;
using linalg::detail::stacked_product;

template <class Act>
void for_every_type(const Act& act) {
  const auto each = [&act]<class... T>(std::type_identity<T>... type) { (act(type), ...); };
  each(std::type_identity<bool>(), std::type_identity<std::int8_t>(),
       std::type_identity<std::uint16_t>(), std::type_identity<std::int32_t>(),
       std::type_identity<std::uint64_t>(), std::type_identity<float16>(),
       std::type_identity<bfloat16>(), std::type_identity<float>(), std::type_identity<double>(),
       std::type_identity<std::complex<float>>(), std::type_identity<std::complex<double>>());
}

TEST(row_product, every_kernel_compiles) {
  GPU_REQUIRE_NVRTC();
  for_every_type([]<class T>(std::type_identity<T>) {
    for (const int columns : {2, 4, 8}) {
      const program code = row_program(dtype_of<T>, columns);
      EXPECT_NO_THROW((void)load_image(code, {9, 0})) << code.source;
    }
  });
  for (const architecture where : {architecture{8, 0}, {10, 0}})
    EXPECT_NO_THROW((void)load_image(row_program(dtype::float32, 4), where));
}

TEST(row_product, vectors_are_read_where_they_are_aligned) {
  alignas(16) static float memory[1024];
  const auto arguments = [](const layout& a, const layout& b, std::ptrdiff_t offset = 0) {
    return row_arguments(stacked_product(a, b),
                         {dtype::float32, memory + offset, memory + offset, memory + offset});
  };
  const auto all = arguments(row_major({7, 4, 4}), row_major({7, 4, 4}));
  EXPECT_TRUE(all.has_a_vectors && all.has_b_vectors && all.has_out_vectors);
  EXPECT_EQ(all.rows, 28);
  EXPECT_EQ(all.m.value, 4u);
  const auto shifted = arguments(row_major({7, 4, 4}), row_major({7, 4, 4}), 1);
  EXPECT_FALSE(shifted.has_a_vectors || shifted.has_b_vectors || shifted.has_out_vectors);
  const auto narrow = arguments(row_major({9, 5}), row_major({5, 3}));
  EXPECT_FALSE(narrow.has_a_vectors || narrow.has_b_vectors || narrow.has_out_vectors);
  const auto transposed = arguments({0, {8, 4}, {1, 8}}, {0, {4, 8}, {1, 4}});
  EXPECT_FALSE(transposed.has_a_vectors || transposed.has_b_vectors);
  EXPECT_TRUE(transposed.has_out_vectors);
  const auto steps = arguments({0, {3, 4, 4}, {17, 4, 1}}, {0, {3, 4, 4}, {18, 4, 1}});
  EXPECT_FALSE(steps.has_a_vectors || steps.has_b_vectors);
}

TEST(row_product, is_for_few_columns_in_a_batch_of_few_axes) {
  EXPECT_TRUE(can_multiply_rows(stacked_product(row_major({40, 50}), row_major({50, 8}))));
  EXPECT_FALSE(can_multiply_rows(stacked_product(row_major({40, 50}), row_major({50, 9}))));
  const stacked_product crosswise(row_major({2, 1, 2, 1, 4, 5}), row_major({3, 1, 3, 5, 6}));
  EXPECT_FALSE(can_multiply_rows(crosswise));
}

class linalg_row_product : public on_device {
 protected:
  /// Of two matrices, or views of them.
  template <class T, class A, class B>
  static void expect_rows(const A& left, const B& right) {
    const graph::node_ptr nodes[] = {left.node(), right.node()};
    for (const graph::node_ptr& node : nodes)
      if (node->kind != graph::node_kind::leaf)
        throw std::logic_error("a test multiplies no array");
    const auto& a = static_cast<const graph::leaf_node&>(*nodes[0]);
    const auto& b = static_cast<const graph::leaf_node&>(*nodes[1]);
    const stacked_product all(a.placement(), b.placement());
    execute::operation work(*a.where);
    const graph::leaf_ptr out = work.workspace(dtype_of<T>, {all.m, all.n});
    multiply_rows(all, {dtype_of<T>, work.input(a), work.input(b), work.output(*out)}, work);
    const ndarray<T> product = any_expression(graph::node_ptr(out.get())).as<T>();
    expect_matrix_product<T>(product, left, right);
  }
};

TEST_P(linalg_row_product, of_every_dtype_and_any_strides) {
  for_every_type([]<class T>(std::type_identity<T>) {
    SCOPED_TRACE(traits(dtype_of<T>).name);
    const ndarray<T> a = some_elements<T>({150, 33}, 1);
    for (std::ptrdiff_t n = 1; n <= 8; ++n) {
      SCOPED_TRACE(text_of(n, " columns"));
      const ndarray<T> b = some_elements<T>({33, n}, 2);
      expect_rows<T>(a, b);
    }
    const ndarray<T> aligned = some_elements<T>({150, 32}, 3);
    const ndarray<T> b = some_elements<T>({8, 33}, 4);
    expect_rows<T>(aligned, some_elements<T>({32, 8}, 2));
    expect_rows<T>(a, transpose(b));
    expect_rows<T>(flip(a), transpose(flip(b)));
    expect_rows<T>(transpose(b), view(b, all(), range(2, 9)));
    expect_rows<T>(view(a, range(0, 150, 7), range(0, 33, 2)),
                   transpose(view(b, range(1, 6), range(0, 17))));
  });
}

/// By whatever way the library chooses.
class linalg_small_matmul : public on_device {};

TEST_P(linalg_small_matmul, many_small_matrices_of_every_dtype) {
  for_every_type([]<class T>(std::type_identity<T>) {
    SCOPED_TRACE(traits(dtype_of<T>).name);
    for (const shape& size : {shape{4, 4, 4}, {3, 5, 2}, {6, 17, 7}, {1, 1, 1}}) {
      SCOPED_TRACE(text_of(size));
      const std::ptrdiff_t count = 4000;
      const ndarray<T> a = some_elements<T>({count, size[0], size[1]}, 1);
      const ndarray<T> b = some_elements<T>({count, size[1], size[2]}, 2);
      const ndarray<T> product = matmul(a, b);
      const ndarray<T> transposed = matmul(swapaxes(b, 1, 2), swapaxes(a, 1, 2));
      for (const std::ptrdiff_t i : {std::ptrdiff_t{0}, std::ptrdiff_t{1}, count / 2, count - 1}) {
        expect_matrix_product<T>(view(product, i), view(a, i), view(b, i));
        expect_matrix_product<T>(transpose(ndarray<T>(view(transposed, i))), view(a, i),
                                 view(b, i));
      }
    }
  });
}

TEST_P(linalg_small_matmul, thin_matrices_of_every_dtype) {
  for_every_type([]<class T>(std::type_identity<T>) {
    SCOPED_TRACE(traits(dtype_of<T>).name);
    const ndarray<T> a = some_elements<T>({40000, 12}, 1);
    const ndarray<T> b = some_elements<T>({12, 6}, 2);
    const ndarray<T> product = matmul(a, b);
    for (const std::ptrdiff_t first : {0, 20000, 39990})
      expect_matrix_product<T>(view(product, range(first, first + 10)),
                               view(a, range(first, first + 10)), b);
  });
}

TEST_P(linalg_small_matmul, stacks_broadcast_crosswise) {
  const ndarray<float> a = some_elements<float>({90, 1, 8, 6}, 1);
  const ndarray<float> b = some_elements<float>({80, 6, 5}, 2);
  const ndarray<float> product = matmul(a, b);
  ASSERT_EQ(product.shape(), (shape{90, 80, 8, 5}));
  for (const std::ptrdiff_t i : {0, 44, 89})
    for (const std::ptrdiff_t j : {0, 1, 79})
      expect_matrix_product<float>(view(product, i, j), view(a, i, 0), view(b, j));
}

INSTANTIATE_TEST_SUITE_P(devices, linalg_row_product, testing::Values(gpu::gpu(0)), device_name);
INSTANTIATE_TEST_SUITE_P(devices, linalg_small_matmul, testing::ValuesIn(cpu_and_gpu()),
                         device_name);

}  // namespace
}  // namespace gpu::test
