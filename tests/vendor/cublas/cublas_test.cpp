// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cublas/cublas.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/cuda/memory_block.hpp>

#include "cuda/copy.hpp"
#include "support/device.hpp"
#include "support/environment.hpp"

namespace gpu::test {
namespace {

using vendor::strided_product;

// In processes of their own: a library that was found once stays found.
void print_file() {
  try {
    std::fprintf(stderr, "file: '%s'", vendor::cublas_file().c_str());
  } catch (const library_not_found& e) {
    std::fputs(e.what(), stderr);
    std::exit(3);
  }
  std::exit(0);
}

TEST(cublas_death_test, a_named_file_that_is_missing_is_said) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const environment_guard nowhere("GPU_NDARRAY_CUBLAS", "/no/such/libcublas.so");
  EXPECT_EXIT(print_file(), testing::ExitedWithCode(3),
              "cuBLAS was not found.*pip install nvidia-cublas.*GPU_NDARRAY_CUBLAS.*Looked "
              "in:.*/no/such/libcublas.so");
}

TEST(cublas_death_test, a_named_file_that_is_no_library_is_said) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const environment_guard wrong("GPU_NDARRAY_CUBLAS", "/etc/passwd");
  EXPECT_EXIT(print_file(), testing::ExitedWithCode(3), "/etc/passwd cannot be used: ");
}

TEST(cublas, takes_floats_and_complex_numbers) {
  for (const dtype type : {dtype::float16, dtype::bfloat16, dtype::float32, dtype::float64,
                           dtype::complex64, dtype::complex128})
    EXPECT_TRUE(vendor::cublas_takes(type));
  EXPECT_FALSE(vendor::cublas_takes(dtype::int8));
  EXPECT_FALSE(vendor::cublas_takes(dtype::bool_));
}

TEST(cublas_products, are_those_of_matrices_in_c_order) {
  GPU_REQUIRE_DEVICE();
  if (vendor::cublas_file().empty()) GTEST_SKIP() << "no cuBLAS";
  const device where = gpu::gpu(0);
  const device_guard scope(where);
  const auto placed = [&](const std::vector<double>& host) {
    ref_ptr<memory_block> block = memory_block::allocate(where, host.size() * sizeof(double));
    copy_bytes(block->data(), where, host.data(), cpu(), host.size() * sizeof(double),
               current_stream());
    return block;
  };
  // Twice (2, 3) times the transpose of (2, 3), at once and one by one.
  const auto a = placed({1, 2, 3, 4, 5, 6, 1, 0, 0, 0, 1, 0});
  const auto b = placed({1, 1, 1, 0, 1, 0});
  for (const std::ptrdiff_t count : {2, 1}) {
    std::vector<double> result(8, -1);
    const auto out = placed(result);
    std::vector<strided_product> products;
    for (std::ptrdiff_t first = 0; first < 2; first += count)
      products.push_back({dtype::float64,
                          2,
                          2,
                          3,
                          count,
                          {static_cast<double*>(a->data()) + 6 * first, {false, 3}, 6},
                          {b->data(), {true, 3}, 0},
                          static_cast<double*>(out->data()) + 4 * first});
    ASSERT_TRUE(vendor::multiply(products, {}, current_stream()));
    copy_bytes(result.data(), cpu(), out->data(), where, result.size() * sizeof(double),
               current_stream());
    EXPECT_EQ(result, (std::vector<double>{6, 2, 15, 5, 1, 0, 1, 1}));
  }
}

TEST(cublas_products, are_added_to_and_rectified) {
  GPU_REQUIRE_DEVICE();
  if (vendor::cublas_file().empty()) GTEST_SKIP() << "no cuBLAS";
  const device where = gpu::gpu(0);
  const device_guard scope(where);
  const auto placed = [&](const std::vector<float>& host) {
    ref_ptr<memory_block> block = memory_block::allocate(where, host.size() * sizeof(float));
    copy_bytes(block->data(), where, host.data(), cpu(), host.size() * sizeof(float),
               current_stream());
    return block;
  };
  constexpr std::ptrdiff_t m = 64;
  constexpr std::ptrdiff_t k = 32;
  constexpr std::ptrdiff_t n = 48;
  std::vector<float> ones(m * k, 1);
  ones[0] = NAN;
  std::vector<float> numbers(m * n);
  std::iota(numbers.begin(), numbers.end(), -1000.0f);
  const auto a = placed(ones);
  const auto b = placed(std::vector<float>(k * n, 1));
  const auto added = placed(numbers);
  const auto out = placed(std::vector<float>(m * n, -1));
  const strided_product product{
      dtype::float32, m, n, k, 1, {a->data(), {false, k}, 0}, {b->data(), {false, n}, 0},
      out->data()};
  for (const bool is_row : {true, false})
    for (const bool rectifies : {true, false}) {
      vendor::gemm_epilogue epilogue{.rectifies = rectifies};
      (is_row ? epilogue.row : epilogue.addend) = added->data();
      if (!vendor::multiply({&product, 1}, {}, current_stream(), epilogue)) {
        ADD_FAILURE() << "cuBLASLt does not do it, or loses nan: row " << is_row << ", maximum "
                      << rectifies;
        continue;
      }
      std::vector<float> result(m * n);
      copy_bytes(result.data(), cpu(), out->data(), where, result.size() * sizeof(float),
                 current_stream());
      for (std::ptrdiff_t i = 0; i < m * n; ++i) {
        const float sum = 32 + numbers[static_cast<std::size_t>(is_row ? i % n : i)];
        const float got = result[static_cast<std::size_t>(i)];
        if (i < n)
          EXPECT_TRUE(std::isnan(got)) << i;
        else
          EXPECT_EQ(got, rectifies ? std::max(sum, 0.0f) : sum) << i;
      }
    }
}

TEST(cublas_triangles, are_solved_by_columns) {
  GPU_REQUIRE_DEVICE();
  if (vendor::cublas_file().empty()) GTEST_SKIP() << "no cuBLAS";
  const device where = gpu::gpu(0);
  const device_guard scope(where);
  // The columns of [[2, 1], [3, 4]], and twice a column b.
  const std::vector<double> host = {2, 3, 1, 4, 2, 3, 1, 4, 4, 8, 2, 4};
  const ref_ptr<memory_block> block =
      memory_block::allocate(where, host.size() * sizeof(double) + 4 * sizeof(void*));
  auto* const data = static_cast<std::byte*>(block->data());
  const vendor::device_matrices a{dtype::float64, 2, 2, 2, data};
  const vendor::device_matrices b{dtype::float64, 2, 2, 1, data + 8 * sizeof(double)};
  auto* const addresses = data + host.size() * sizeof(double);
  const void* const each[] = {a.at(0), a.at(1), b.at(0), b.at(1)};
  const auto solved = [&](const vendor::triangular_form& form, bool at_once) {
    copy_bytes(data, where, host.data(), cpu(), host.size() * sizeof(double), current_stream());
    copy_bytes(addresses, where, each, cpu(), sizeof(each), current_stream());
    const auto* const of_a = reinterpret_cast<const void* const*>(addresses);
    if (at_once)
      vendor::trsm_batched(form, a, of_a, b, of_a + 2, current_stream());
    else
      vendor::trsm(form, a, b, current_stream());
    std::vector<double> result(4);
    copy_bytes(result.data(), cpu(), b.data, where, 4 * sizeof(double), current_stream());
    return result;
  };
  for (const bool at_once : {false, true}) {
    EXPECT_EQ(solved({true, false, false}, at_once), (std::vector<double>{1, 2, 0.5, 1}));
    EXPECT_EQ(solved({false, false, false}, at_once), (std::vector<double>{2, 0.5, 1, 0.25}));
    EXPECT_EQ(solved({false, true, false}, at_once), (std::vector<double>{-1, 2, -0.5, 1}));
    EXPECT_EQ(solved({true, false, true}, at_once), (std::vector<double>{-4, 8, -2, 4}));
  }
}

}  // namespace
}  // namespace gpu::test
