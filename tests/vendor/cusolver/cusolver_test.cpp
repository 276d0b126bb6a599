// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cusolver/cusolver.hpp"

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/error.hpp>
#include <gpu/cuda/memory_block.hpp>

#include "cuda/copy.hpp"
#include "support/device.hpp"
#include "support/environment.hpp"

namespace gpu::test {
namespace {

/// In a process of its own, in which cuSOLVER is opened once.
void print_file() {
  try {
    std::fprintf(stderr, "file: '%s'", vendor::cusolver_file().c_str());
  } catch (const library_not_found& e) {
    std::fputs(e.what(), stderr);
    std::exit(3);
  }
  std::exit(0);
}

TEST(cusolver_death_test, a_named_file_that_is_missing_is_said) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const environment_guard nowhere("GPU_NDARRAY_CUSOLVER", "/no/such/libcusolver.so");
  EXPECT_EXIT(print_file(), testing::ExitedWithCode(3),
              "cuSOLVER was not found.*pip install nvidia-cusolver.*GPU_NDARRAY_CUSOLVER.*Looked "
              "in:.*/no/such/libcusolver.so");
}

TEST(cusolver_death_test, a_named_file_that_is_no_library_is_said) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const environment_guard wrong("GPU_NDARRAY_CUSOLVER", "/etc/passwd");
  EXPECT_EXIT(print_file(), testing::ExitedWithCode(3), "/etc/passwd cannot be used: ");
}

TEST(cusolver_matrices, lie_one_after_the_other) {
  std::byte* const data = nullptr;
  const vendor::device_matrices all{dtype::complex64, 3, 4, 5, data};
  EXPECT_EQ(all.at(2) - all.at(0), 2 * 4 * 5 * 8);
}

TEST(cusolver_cholesky, is_that_of_each_matrix_by_columns) {
  GPU_REQUIRE_DEVICE();
  if (!vendor::has_cusolver()) GTEST_SKIP() << "no cuSOLVER";
  const device where = gpu::gpu(0);
  const device_guard scope(where);
  const std::vector<double> host = {4, 2, 2, 5, 9, 3, 3, 0};
  const auto matrices = memory_block::allocate(where, host.size() * sizeof(double));
  const auto info = memory_block::allocate(where, 2 * sizeof(int));
  const stream_ref stream = current_stream(where);
  copy_bytes(matrices->data(), where, host.data(), cpu(), host.size() * sizeof(double), stream);
  const vendor::device_matrices all{dtype::float64, 2, 2, 2,
                                    static_cast<std::byte*>(matrices->data())};
  vendor::potrf('L', all, static_cast<int*>(info->data()), stream);
  std::vector<double> found(host.size());
  std::vector<int> numbers(2);
  copy_bytes(found.data(), cpu(), matrices->data(), where, found.size() * sizeof(double), stream);
  copy_bytes(numbers.data(), cpu(), info->data(), where, 2 * sizeof(int), stream);
  stream.synchronize();
  EXPECT_EQ((std::vector{found[0], found[1], found[3]}), (std::vector<double>{2, 1, 2}));
  EXPECT_EQ(numbers, (std::vector{0, 2}));  // the second one is not positive definite
}

}  // namespace
}  // namespace gpu::test
