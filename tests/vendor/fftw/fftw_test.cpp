// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/fftw/fftw.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <gpu/core/error.hpp>

#include "support/environment.hpp"

namespace gpu::test {
namespace {

using vendor::transform;
using vendor::transform_kind;

template <class In, class Out>
std::vector<Out> transformed(const transform& what, const std::vector<In>& in, std::size_t count) {
  std::vector<Out> out(count);
  vendor::run_fftw(what, vendor::plan_by_fftw(what), in.data(), out.data());
  return out;
}

TEST(fftw, transforms_complex_numbers_of_any_strides) {
  using z = std::complex<double>;
  // The columns of a matrix (2, 3), reversed, into rows.
  const transform what{transform_kind::forward, true, {{2, 3, 1}}, {{3, 1, 2}}};
  EXPECT_EQ((transformed<z, z>(what, {1, 2, 3, 4, 5, 6}, 6)),
            (std::vector<z>{5, -3, 7, -3, 9, -3}));
  const transform repeated{transform_kind::backward, true, {{2, 0, 1}}, {{3, 1, 2}}};
  EXPECT_EQ((transformed<z, z>(repeated, {1, 2, 3}, 6)), (std::vector<z>{2, 0, 4, 0, 6, 0}));
}

TEST(fftw, transforms_real_numbers_and_back) {
  using c = std::complex<float>;
  const transform what{transform_kind::from_real, false, {{4, 1, 1}}, {}};
  const std::vector<c> half = transformed<float, c>(what, {1, 2, 3, 4}, 3);
  EXPECT_EQ(half, (std::vector<c>{10, c(-2, 2), -2}));
  const transform back{transform_kind::to_real, false, {{4, 1, 1}}, {}};
  const std::vector<c> before = half;
  EXPECT_EQ((transformed<c, float>(back, half, 4)), (std::vector<float>{4, 8, 12, 16}));
  EXPECT_EQ(half, before);
}

/// Some libraries with FFTW's interface do not take all of these: what they leave is done by loops.
TEST(fftw, transforms_batches_of_several_axes_and_steps_of_zero) {
  using z = std::complex<double>;
  std::vector<z> in;
  for (int i = 0; i < 24; ++i) in.emplace_back(i * i % 7, i % 5);
  const auto pair = [&](std::ptrdiff_t at, std::ptrdiff_t step) {
    return std::vector<z>{
        in[static_cast<std::size_t>(at)] + in[static_cast<std::size_t>(at + step)],
        in[static_cast<std::size_t>(at)] - in[static_cast<std::size_t>(at + step)]};
  };
  // Along the middle axis of (3, 2, 4).
  const transform middle{transform_kind::forward, true, {{2, 4, 4}}, {{3, 8, 8}, {4, 1, 1}}};
  const std::vector<z> found = transformed<z, z>(middle, in, 24);
  for (std::ptrdiff_t i = 0; i < 3; ++i)
    for (std::ptrdiff_t k = 0; k < 4; ++k) {
      const std::vector<z> expected = pair(8 * i + k, 4);
      EXPECT_EQ(found[static_cast<std::size_t>(8 * i + k)], expected[0]);
      EXPECT_EQ(found[static_cast<std::size_t>(8 * i + 4 + k)], expected[1]);
    }
  const transform constant{transform_kind::forward, true, {{3, 0, 1}, {2, 1, 3}}, {{2, 2, 6}}};
  EXPECT_EQ((transformed<z, z>(constant, {1, 2, 3, 5}, 12)),
            (std::vector<z>{9, 0, 0, -3, 0, 0, 24, 0, 0, -6, 0, 0}));
  const transform copy{transform_kind::forward, true, {}, {{3, 1, 2}, {2, 0, 1}}};
  EXPECT_EQ((transformed<z, z>(copy, {1, 2, 3}, 6)), (std::vector<z>{1, 1, 2, 2, 3, 3}));
  const transform from_real{
      transform_kind::from_real, true, {{2, 1, 1}}, {{2, 4, 4}, {2, 2, 2}, {2, 0, 8}}};
  EXPECT_EQ((transformed<double, z>(from_real, {1, 2, 3, 5, 8, 13, 21, 34}, 16)),
            (std::vector<z>{3, -1, 8, -2, 21, -5, 55, -13, 3, -1, 8, -2, 21, -5, 55, -13}));
  const transform to_real{transform_kind::to_real, true, {{4, 0, 1}}, {{2, 1, 4}, {2, 0, 8}}};
  EXPECT_EQ((transformed<z, double>(to_real, {1, 2}, 16)),
            (std::vector<double>{4, 0, 0, 0, 8, 0, 0, 0, 4, 0, 0, 0, 8, 0, 0, 0}));
}

// In processes of their own: a library that was found once stays found.
void print_file(bool is_double) {
  try {
    std::fprintf(stderr, "file: '%s'", vendor::file_of_fftw(is_double).c_str());
  } catch (const library_not_found& e) {
    std::fputs(e.what(), stderr);
    std::exit(3);
  }
  std::exit(0);
}

TEST(fftw_death_test, a_named_file_that_is_missing_is_said) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const environment_guard nowhere("GPU_NDARRAY_FFTW", "/no/such/libfftw3.so");
  EXPECT_EXIT(print_file(true), testing::ExitedWithCode(3),
              "FFTW was not found.*libfftw3-double3 and libfftw3-single3.*GPU_NDARRAY_FFTW.*Looked "
              "in:.*/no/such/libfftw3.so");
  EXPECT_EXIT(print_file(false), testing::ExitedWithCode(0), "file: '");
}

TEST(fftw_death_test, a_named_file_that_is_no_library_is_said) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const environment_guard wrong("GPU_NDARRAY_FFTWF", "/etc/passwd");
  EXPECT_EXIT(print_file(false), testing::ExitedWithCode(3), "/etc/passwd cannot be used: ");
}

}  // namespace
}  // namespace gpu::test
