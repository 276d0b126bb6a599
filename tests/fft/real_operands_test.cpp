// SPDX-License-Identifier: BSD-3-Clause
// Complex transforms of real arrays that are large enough to be computed from half of them.
#include <gpu/fft/transforms.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <optional>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/launches.hpp"

namespace gpu::test {
namespace {

using placeholders::_;
using std::complex;

class fft_of_real_arrays : public counts_launches {
 protected:
  static ndarray<double> noise(const shape& extents) {
    return reshape(sin(arange<double>(static_cast<double>(element_count(extents))) * 12.9898),
                   extents);
  }
  template <class A, class B>
  static void expect_close(const A& actual, const B& expected, double tolerance) {
    ASSERT_EQ(actual.shape(), expected.shape());
    const double largest = static_cast<double>(max(abs(expected)).item());
    EXPECT_LT(static_cast<double>(max(abs(actual - expected)).item()), tolerance * largest);
  }
  /// Against the transforms of the same numbers as complex ones.
  template <class A>
  static void expect_as_complex(const A& x, const fft::transform_shape& s,
                                const reduction_axes& axes, double tolerance) {
    using number = typename decltype(fft::fftn(x))::value_type;
    const ndarray<number> z = astype<number>(x);
    for (const char* norm : {"backward", "ortho"}) {
      expect_close(fft::fftn(x, s, axes, norm), fft::fftn(z, s, axes, norm), tolerance);
      expect_close(fft::ifftn(x, s, axes, norm), fft::ifftn(z, s, axes, norm), tolerance);
    }
  }
};

TEST_P(fft_of_real_arrays, are_those_of_complex_ones) {
  struct example {
    shape extents;
    std::vector<std::ptrdiff_t> axes;
  };
  const std::vector<example> all = {
      {{70000}, {0}},           {{70001}, {0}},          {{256, 300}, {0, 1}},
      {{257, 301}, {1, 0}},     {{256, 301}, {1}},       {{300, 257}, {0}},
      {{1, 70000}, {0, 1}},     {{70000, 1}, {0, 1}},    {{2, 40001}, {0, 1}},
      {{40000, 2}, {0, 1}},     {{40000, 3}, {1}},       {{12, 60, 101}, {0, 1, 2}},
      {{60, 12, 101}, {2, 0}},  {{61, 101, 12}, {0, 1}}, {{5, 6, 7, 8, 50}, {3, 0, 2, 1}},
      {{4, 41, 20, 25}, {1, 2}}};
  for (const example& one : all) {
    SCOPED_TRACE(text_of(one.extents));
    expect_as_complex(noise(one.extents), std::nullopt, one.axes, 1e-14);
  }
}

TEST_P(fft_of_real_arrays, are_cut_and_padded) {
  const ndarray<double> x = noise({300, 301});
  expect_as_complex(x, {{256, 400}}, {0, 1}, 1e-14);
  expect_as_complex(x, {{311, 299}}, {1, 0}, 1e-14);
  expect_close(fft::fft(x, 1000, 0), fft::fft(astype<complex<double>>(x), 1000, 0), 1e-14);
}

TEST_P(fft_of_real_arrays, have_any_dtype_and_strides) {
  const ndarray<double> x = noise({400, 301});
  expect_as_complex(ndarray<float>(x), std::nullopt, std::nullopt, 1e-6);
  expect_as_complex(ndarray<int>(x * 1000), std::nullopt, std::nullopt, 1e-14);
  expect_as_complex(ndarray<bool>(x > 0), std::nullopt, std::nullopt, 1e-14);
  expect_as_complex(flip(transpose(x)), std::nullopt, std::nullopt, 1e-14);
  expect_as_complex(view(x, range(_, _, -1), range(0, _, 1)), std::nullopt, {0}, 1e-14);
  expect_as_complex(broadcast_to(view(x, 0), {300, 301}), std::nullopt, {0, 1}, 1e-14);
}

TEST_P(fft_of_real_arrays, are_exactly_symmetric) {
  const ndarray<complex<double>> y = fft::fft(noise({70001}));
  EXPECT_TRUE(all(view(y, range(1, _)) == conj(view(y, range(_, 0, -1)))));
  const ndarray<complex<double>> z = fft::fft2(noise({300, 301}));
  EXPECT_TRUE(
      all(view(z, range(1, _), range(1, _)) == conj(view(z, range(_, 0, -1), range(_, 0, -1)))));
}

TEST_P(fft_of_real_arrays, fuse_with_what_follows) {
  const ndarray<float> signal = noise({70000});
  const ndarray<float> image = noise({300, 400});
  ndarray<float> result;
  expect_launches(2, [&] { result = abs(fft::fft(signal)); });
  expect_launches(3, [&] { result = abs(fft::fft2(image)) * 2 + 1; });
  const ndarray<complex<float>> half = fft::rfft(signal);
  expect_launches(1, [&] { result = fft::irfft(half * 2, 70000, 0, "forward"); });
}

INSTANTIATE_TEST_SUITE_P(devices, fft_of_real_arrays, testing::ValuesIn(cpu_and_gpu()),
                         device_name);

}  // namespace
}  // namespace gpu::test
