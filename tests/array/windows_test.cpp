// SPDX-License-Identifier: BSD-3-Clause
// Windows, and sequences of powers.
#include <gpu/array/windows.hpp>

#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/golden_lines.hpp"
#include "support/values.hpp"

namespace {

using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

gpu::expression<double> called(const std::vector<std::string>& call) {
  const auto number = [&](std::size_t i) { return std::stod(call.at(i)); };
  const auto count = [&](std::size_t i) { return std::ptrdiff_t{std::stoll(call.at(i))}; };
  if (call[0] == "bartlett") return gpu::bartlett(count(1));
  if (call[0] == "blackman") return gpu::blackman(count(1));
  if (call[0] == "hamming") return gpu::hamming(count(1));
  if (call[0] == "hanning") return gpu::hanning(count(1));
  if (call[0] == "kaiser") return gpu::kaiser(count(1), number(2));
  if (call[0] == "logspace")
    return gpu::logspace<double>(number(1), number(2), count(3), count(4) != 0);
  if (call[0] == "geomspace")
    return gpu::geomspace<double>(number(1), number(2), count(3), count(4) != 0);
  throw std::logic_error("no sequence: " + call[0]);
}

class sequences : public gpu::test::on_device {};

TEST_P(sequences, are_those_of_numpy) {
  int compared = 0;
  for (const auto& line : gpu::test::golden_lines("array/sequences.txt")) {
    const auto e = called(line.call);
    ASSERT_EQ(e.shape(), shape(gpu::test::numbers_of(line.first))) << line.whole;
    EXPECT_EQ(e.device(), GetParam());
    const std::vector<double> all = values(e);
    const auto wanted = gpu::test::parts_of(line.second == "-" ? "" : line.second, ',');
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double value = std::stod(wanted.at(i));
      EXPECT_NEAR(all[i], value, 4e-15 * std::max(1.0, std::abs(value))) << line.whole;
    }
    ++compared;
  }
  EXPECT_GT(compared, 80);
}

TEST_P(sequences, of_other_dtypes_are_computed_in_float64) {
  EXPECT_EQ(values(gpu::bartlett<float>(4)), (std::vector<float>{0, 2.f / 3, 2.f / 3, 0}));
  EXPECT_EQ(values(gpu::hanning<int>(3)), (std::vector<int>{0, 1, 0}));
  EXPECT_EQ(values(gpu::hamming<gpu::float16>(1)), (std::vector<gpu::float16>{gpu::float16(1.f)}));
  EXPECT_EQ(gpu::hanning(3).dtype(), gpu::dtype::float64);
  EXPECT_EQ(values(gpu::logspace<float>(0, 2, 3)), (std::vector<float>{1, 10, 100}));
  EXPECT_EQ(values(gpu::logspace<int>(0, 3, 4, true, 2.0)), (std::vector<int>{1, 2, 4, 8}));
  EXPECT_EQ(gpu::blackman(3, gpu::cpu()).device(), gpu::cpu());
  EXPECT_EQ(gpu::kaiser(3, 1, gpu::cpu()).device(), gpu::cpu());
  EXPECT_EQ(gpu::logspace<float>(0, 1, 3, true, 10, gpu::cpu()).device(), gpu::cpu());
  EXPECT_EQ(gpu::geomspace<float>(1, 2, 3, true, gpu::cpu()).device(), gpu::cpu());
}

TEST_P(sequences, geomspace_keeps_its_ends_and_signs) {
  const auto down = values(gpu::geomspace<double>(-1, -1000, 4));
  EXPECT_EQ(down.front(), -1);
  EXPECT_EQ(down.back(), -1000);
  EXPECT_NEAR(down[1], -10, 1e-13);
  const auto mixed = values(gpu::geomspace<double>(-1, 1000, 4));
  EXPECT_EQ(mixed.front(), -1);
  EXPECT_TRUE(std::isnan(mixed[1]));
  EXPECT_EQ(mixed.back(), 1000);
  const auto thirds = values(gpu::geomspace<double>(0.1, 0.7, 3));
  EXPECT_EQ(thirds.front(), 0.1);
  EXPECT_EQ(thirds.back(), 0.7);
}

TEST_P(sequences, of_complex_numbers) {
  using complex = std::complex<double>;
  const auto up = values(gpu::geomspace<complex>(complex(0, 1), complex(0, 1000), 4));
  EXPECT_EQ(up.front(), complex(0, 1));
  EXPECT_NEAR(std::abs(up[2] - complex(0, 100)), 0, 1e-11);
  EXPECT_EQ(up.back(), complex(0, 1000));
  const auto turning = values(gpu::logspace<complex>(complex(0, 0), complex(0, 1), 2));
  EXPECT_NEAR(std::abs(turning[1] - std::polar(1.0, std::log(10.0))), 0, 1e-14);
}

TEST_P(sequences, that_have_no_values_are_refused) {
  EXPECT_EQ(message_of<gpu::value_error>([] { (void)gpu::logspace<double>(0, 1, -1); }),
            "Number of samples, -1, must be non-negative.");
  EXPECT_EQ(message_of<gpu::value_error>([] { (void)gpu::geomspace<double>(1, 2, -1); }),
            "Number of samples, -1, must be non-negative.");
  EXPECT_EQ(message_of<gpu::value_error>([] { (void)gpu::geomspace<double>(0, 1); }),
            "Geometric sequence cannot include zero");
}

TEST_P(sequences, fuse_with_what_reads_them) {
  const auto x = gpu::ones<float>({2, 16});
  const std::string text = gpu::explain(x * gpu::hanning<float>(16) + gpu::kaiser<float>(16, 5));
  EXPECT_EQ(text.substr(0, text.find(" on ")), "1 kernel");
  const std::string powers = gpu::explain(gpu::logspace<float>(0, 1, 16) * x);
  EXPECT_EQ(powers.substr(0, powers.find(" on ")), "1 kernel");
}

INSTANTIATE_TEST_SUITE_P(devices, sequences, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
