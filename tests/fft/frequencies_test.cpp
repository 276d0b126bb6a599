// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/fft/frequencies.hpp>

#include <gtest/gtest.h>

#include <complex>
#include <map>
#include <string>
#include <vector>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/golden_lines.hpp"
#include "support/values.hpp"

namespace gpu::test {
namespace {

class fft_frequencies : public on_device {};

TEST_P(fft_frequencies, are_numpys) {
  EXPECT_EQ(fft::fftfreq(5), (ndarray<double>{0, 0.2, 0.4, -0.4, -0.2}));
  EXPECT_EQ(fft::fftfreq(4, 0.5), (ndarray<double>{0, 0.5, -1, -0.5}));
  EXPECT_EQ(fft::fftfreq(1), (ndarray<double>{0}));
  EXPECT_EQ(fft::rfftfreq(5), (ndarray<double>{0, 0.2, 0.4}));
  EXPECT_EQ(fft::rfftfreq(4, 0.5), (ndarray<double>{0, 0.5, 1}));
  EXPECT_EQ(fft::fftfreq<float>(4), (ndarray<float>{0, 0.25F, -0.5F, -0.25F}));
  EXPECT_EQ(fft::fftfreq(4).device(), GetParam());
}

/// What tools/golden/write_fft.py wrote; NumPy divides twice, and rounds twice.
TEST_P(fft_frequencies, are_those_of_the_golden_file) {
  std::map<std::string, int> counts;
  for (const golden_line& line : golden_lines("array/frequencies.txt")) {
    SCOPED_TRACE(line.whole);
    const std::string& name = line.call.at(0);
    const shape extents(numbers_of(line.first));
    ++counts[name];
    if (name.ends_with("freq")) {
      const std::ptrdiff_t n = std::stoll(line.call.at(1));
      const double d = std::stod(line.call.at(2));
      const auto found = name == "fftfreq" ? fft::fftfreq(n, d) : fft::rfftfreq(n, d);
      ASSERT_EQ(found.shape(), extents);
      const std::vector<std::string> expected = parts_of(line.second, ',');
      for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_DOUBLE_EQ(values(found)[i], std::stod(expected[i]));
      continue;
    }
    const shape given(numbers_of(line.call[1]));
    const auto a = reshape(arange<std::int64_t>(element_count(given)), given);
    const std::string& axes = line.call.at(2);
    const reduction_axes along = axes == "-" ? reduction_axes(std::nullopt) : numbers_of(axes);
    const auto found = name == "fftshift" ? fft::fftshift(a, along) : fft::ifftshift(a, along);
    ASSERT_EQ(found.shape(), extents);
    EXPECT_EQ(values(found), numbers_of(line.second));
  }
  EXPECT_EQ(counts.size(), 4u);
}

TEST_P(fft_frequencies, refuse_no_points) {
  EXPECT_EQ(message_of<value_error>([] { (void)fft::fftfreq(0); }), "float division by zero");
  EXPECT_EQ(message_of<value_error>([] { (void)fft::rfftfreq(4, 0.0); }), "float division by zero");
  EXPECT_EQ(message_of<value_error>([] { (void)fft::fftfreq(-3); }),
            "negative dimensions are not allowed");
  EXPECT_EQ(message_of<value_error>([] { (void)fft::rfftfreq(0); }), "float division by zero");
}

TEST_P(fft_frequencies, of_a_negative_count_are_none) {
  EXPECT_EQ(fft::rfftfreq(-1).shape(), (shape{0}));
  EXPECT_EQ(fft::rfftfreq(-6, 0.5).shape(), (shape{0}));
}

TEST_P(fft_frequencies, are_shifted_and_back) {
  EXPECT_EQ(fft::fftshift(ndarray<int>{0, 1, 2, -2, -1}), (ndarray<int>{-2, -1, 0, 1, 2}));
  EXPECT_EQ(fft::ifftshift(ndarray<int>{-2, -1, 0, 1, 2}), (ndarray<int>{0, 1, 2, -2, -1}));
  const ndarray<int> x{{0, 1, 2}, {3, 4, 5}};
  EXPECT_EQ(fft::fftshift(x), (ndarray<int>{{5, 3, 4}, {2, 0, 1}}));
  EXPECT_EQ(fft::fftshift(x, 1), (ndarray<int>{{2, 0, 1}, {5, 3, 4}}));
  EXPECT_EQ(fft::fftshift(x, {0}), (ndarray<int>{{3, 4, 5}, {0, 1, 2}}));
  EXPECT_EQ(fft::fftshift(x, {}), x);
  EXPECT_EQ(fft::ifftshift(fft::fftshift(transpose(x))), transpose(x));
  EXPECT_EQ(fft::fftshift(zeros<bool>({0, 2})).shape(), (shape{0, 2}));
  const any_expression joined = stack({x, x + 0.5});
  EXPECT_EQ(fft::fftshift(joined, 0).as<double>(), stack<double>({x + 0.5, x + 0.0}));
  EXPECT_EQ(fft::fftshift(ndarray<double>(3.0)).item(), 3);
  EXPECT_EQ(message_of<axis_error>([&] { (void)fft::fftshift(x, 4); }),
            "axis 4 is out of bounds for array of dimension 2");
}

INSTANTIATE_TEST_SUITE_P(devices, fft_frequencies, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
