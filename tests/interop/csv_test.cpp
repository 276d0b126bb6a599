// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/csv.hpp>

#include <complex>
#include <cstdint>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::message_of;

class csv : public gpu::test::on_device {
 protected:
  template <class A>
  static std::string text_of(const A& a) {
    std::ostringstream stream;
    gpu::dump_csv(stream, a);
    return stream.str();
  }
};

TEST_P(csv, is_read_as_a_matrix) {
  std::istringstream stream("a,b\n1,2.5\n# nothing\n\n-3,1e3  # more\n7,8\n");
  const auto x = gpu::load_csv<double>(stream, ',', 1, 2);
  EXPECT_EQ(x, (ndarray<double>{{1, 2.5}, {-3, 1000}}));
  EXPECT_EQ(x.device(), GetParam());
  std::istringstream one("5");
  EXPECT_EQ(gpu::load_csv<int>(one).shape(), (gpu::shape{1, 1}));
  std::istringstream other("1;2 % x\n");
  EXPECT_EQ(gpu::load_csv<int>(other, ';', 0, -1, "%"), (ndarray<int>{{1, 2}}));
}

TEST_P(csv, is_written_so_that_it_reads_back) {
  const ndarray<double> x = gpu::reshape(gpu::arange<double>(6), {2, 3}) / 7.0;
  std::istringstream stream(text_of(x));
  EXPECT_EQ(gpu::load_csv<double>(stream), x);
  EXPECT_EQ(text_of(ndarray<std::uint8_t>{{65, 66}}), "65,66\n");
  EXPECT_EQ(text_of(x * 0.0 > 1.0), "False,False,False\nFalse,False,False\n");
  EXPECT_EQ(text_of(gpu::zeros<float>({0, 2})), "");
}

TEST_P(csv, refuses_what_is_no_matrix) {
  EXPECT_EQ(message_of<gpu::value_error>([] {
              text_of(ndarray<int>{1, 2});
            }),
            "Expected 2D array, got 1D array instead");
  std::istringstream ragged("1,2\n3\n");
  EXPECT_THROW((void)gpu::load_csv<int>(ragged), gpu::value_error);
  std::istringstream bad;
  bad.setstate(std::ios::failbit);
  EXPECT_EQ(message_of<gpu::file_error>([&] { (void)gpu::load_csv<int>(bad); }),
            "the stream cannot be read");
}

INSTANTIATE_TEST_SUITE_P(devices, csv, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
