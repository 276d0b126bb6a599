// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation/padding.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/explained_kernels.hpp"
#include "support/golden_lines.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::pad_mode;
using gpu::shape;
using gpu::test::kernels_of;
using gpu::test::message_of;
using gpu::test::values;

using numbers = std::vector<std::ptrdiff_t>;
using pairs = std::vector<numbers>;

pairs pairs_of(const numbers& list) {
  pairs result;
  for (std::size_t i = 0; i < list.size(); i += 2) result.push_back({list[i], list[i + 1]});
  return result;
}

const std::map<std::string, pad_mode> modes{
    {"constant", pad_mode::constant},
    {"edge", pad_mode::edge},
    {"linear_ramp", pad_mode::linear_ramp},
    {"maximum", pad_mode::maximum},
    {"mean", pad_mode::mean},
    {"median", pad_mode::median},
    {"minimum", pad_mode::minimum},
    {"reflect", pad_mode::reflect},
    {"symmetric", pad_mode::symmetric},
    {"wrap", pad_mode::wrap},
};

using integers = gpu::expression<std::int64_t>;

integers padded_oddly(const integers& a, pad_mode mode, const pairs& widths, const pairs&) {
  return gpu::pad(a, widths, mode, gpu::reflect_type("odd"));
}

integers padded(const integers& a, pad_mode mode, const pairs& widths, const pairs& option) {
  using values_of_mode = gpu::pad_pairs<std::ptrdiff_t>;
  if (option.empty()) return gpu::pad(a, widths, mode);
  const values_of_mode given(option);
  if (mode == pad_mode::constant)
    return gpu::pad(a, widths, mode, gpu::constant_values_option<std::ptrdiff_t>{given});
  if (mode == pad_mode::linear_ramp)
    return gpu::pad(a, widths, mode, gpu::end_values_option<std::ptrdiff_t>{given});
  return gpu::pad(a, widths, mode, gpu::stat_length(given));
}

class padding : public gpu::test::on_device {};

/// Compares what `pad` gives with the lines of a file.
template <class Pad>
int compared_with(const std::string& file, const Pad& pad) {
  int compared = 0;
  for (const auto& line : gpu::test::golden_lines(file)) {
    const shape extents(gpu::test::numbers_of(line.call.at(1)));
    ndarray<std::int64_t> a = gpu::arange<std::int64_t>(gpu::element_count(extents)) * 7 % 11;
    a.reshape(extents);
    const bool fails = line.first.find("Error") != std::string::npos;
    try {
      const auto e = pad(gpu::transpose(gpu::transpose(a)), modes.at(line.call.at(2)),
                         pairs_of(gpu::test::numbers_of(line.call.at(3))),
                         pairs_of(gpu::test::numbers_of(line.call.at(4))));
      EXPECT_FALSE(fails) << line.whole;
      EXPECT_EQ(e.shape(), shape(gpu::test::numbers_of(line.first))) << line.whole;
      EXPECT_EQ(values(e), gpu::test::numbers_of(line.second)) << line.whole;
    } catch (const gpu::error& failure) {
      EXPECT_TRUE(fails) << line.whole << "\n" << failure.what();
      EXPECT_EQ(failure.what(), line.second) << line.whole;
    }
    ++compared;
  }
  return compared;
}

TEST_P(padding, gives_what_numpy_gives) {
  EXPECT_GT(compared_with("array/padding.txt", padded), 500);
}

TEST_P(padding, with_odd_reflections_gives_what_numpy_gives) {
  EXPECT_GT(compared_with("array/odd_padding.txt", padded_oddly), 70);
}

/// Element k of an axis of `size` in a mode of NumPy's, as its documentation draws it; -1: none.
std::ptrdiff_t source_of(std::ptrdiff_t k, std::ptrdiff_t size, pad_mode mode) {
  const auto modulo = [](std::ptrdiff_t a, std::ptrdiff_t b) { return ((a % b) + b) % b; };
  switch (mode) {
    case pad_mode::edge:
      return std::min(std::max<std::ptrdiff_t>(k, 0), size - 1);
    case pad_mode::wrap:
      return modulo(k, size);
    case pad_mode::reflect: {
      if (size == 1) return 0;
      const std::ptrdiff_t place = modulo(k, 2 * size - 2);
      return place < size ? place : 2 * size - 2 - place;
    }
    case pad_mode::symmetric: {
      const std::ptrdiff_t place = modulo(k, 2 * size);
      return place < size ? place : 2 * size - 1 - place;
    }
    default:
      return k >= 0 && k < size ? k : -1;
  }
}

/// Up to the widths that need elements twice, and beyond; of arrays in any order.
TEST_P(padding, of_every_width_takes_the_right_elements) {
  for (const pad_mode mode :
       {pad_mode::constant, pad_mode::edge, pad_mode::reflect, pad_mode::symmetric, pad_mode::wrap})
    for (const std::ptrdiff_t rows : {1, 2, 5})
      for (const std::ptrdiff_t before : {0, 1, 4, 5, 6})
        for (const std::ptrdiff_t after : {0, 3, 5, 11}) {
          ndarray<float> a = gpu::arange<float>(rows * 3) + 1.0f;
          a.reshape({3, rows});
          const auto padded =
              gpu::pad(gpu::flip(gpu::transpose(a), 1), {{before, after}, {after, 1}}, mode) + 0.5f;
          const std::vector<float> found = values(padded);
          ASSERT_EQ(padded.shape(), (shape{rows + before + after, 4 + after}));
          for (std::size_t k = 0; k < found.size(); ++k) {
            const auto width = 4 + after;
            const auto i = source_of(std::ptrdiff_t(k) / width - before, rows, mode);
            const auto j = source_of(std::ptrdiff_t(k) % width - after, 3, mode);
            const float right = i < 0 || j < 0 ? 0.0f : float((2 - j) * rows + i + 1);
            ASSERT_EQ(found[k], right + 0.5f)
                << int(mode) << ' ' << rows << ' ' << before << ' ' << after << ' ' << k;
          }
        }
}

TEST_P(padding, with_equal_constants_reads_no_element_twice) {
  const ndarray<std::int8_t> a{{1, 2}, {3, 4}};
  const auto same = gpu::pad(a, {{1, 0}, {0, 1}}, pad_mode::constant, gpu::constant_values(7));
  EXPECT_EQ(values(same), (std::vector<std::int8_t>{7, 7, 7, 1, 2, 7, 3, 4, 7}));
  EXPECT_EQ(kernels_of(same + a(0, 0)), "1 kernel");
  // What stands before an axis that is not padded there does not matter.
  const auto ends = gpu::pad(a, {{0, 1}, {0, 0}}, pad_mode::constant, gpu::constant_values(9, 5));
  EXPECT_EQ(values(ends), (std::vector<std::int8_t>{1, 2, 3, 4, 5, 5}));
  const ndarray<std::complex<double>> z{std::complex<double>(1, 2)};
  EXPECT_EQ(values(gpu::pad(z, 1))[1], std::complex<double>(1, 2));
  EXPECT_EQ(gpu::pad(ndarray<float>(gpu::ones<float>({3, 0})), 1).shape(), (shape{5, 2}));
}

TEST_P(padding, with_odd_reflections_of_other_dtypes) {
  const auto odd = gpu::reflect_type("odd");
  const ndarray<float> a{0.1f, 0.7f, 0.25f};
  EXPECT_EQ(
      values(gpu::pad(a, {1, 2}, pad_mode::reflect, odd)),
      (std::vector<float>{2 * 0.1f - 0.7f, 0.1f, 0.7f, 0.25f, 2 * 0.25f - 0.7f, 2 * 0.25f - 0.1f}));
  const ndarray<bool> flags{false, true, true};
  EXPECT_EQ(values(gpu::pad(flags, 2, pad_mode::reflect, odd)),
            (std::vector<bool>{true, true, false, true, true, true, true}));
  EXPECT_EQ(values(gpu::pad(ndarray<std::uint8_t>{5, 1, 7}, {2, 1}, pad_mode::symmetric, odd)),
            (std::vector<std::uint8_t>{9, 5, 5, 1, 7, 7}));
  EXPECT_EQ(values(gpu::pad(a + 0, 1, pad_mode::reflect, gpu::reflect_type("even"))),
            values(gpu::pad(a, 1, pad_mode::reflect)));
}

TEST_P(padding, of_other_dtypes) {
  const ndarray<float> a{1, 2};
  EXPECT_EQ(values(gpu::pad(a, 1)), (std::vector<float>{0, 1, 2, 0}));
  EXPECT_EQ(values(gpu::pad(a, {1, 0}, pad_mode::constant, 0.5)), (std::vector<float>{.5, 1, 2}));
  EXPECT_EQ(values(gpu::pad(a, {2, 2}, pad_mode::linear_ramp, gpu::end_values(0.f, 4.f))),
            (std::vector<float>{0, .5, 1, 2, 3, 4}));
  EXPECT_EQ(values(gpu::pad(a, 1, pad_mode::mean)), (std::vector<float>{1.5, 1, 2, 1.5}));
  const ndarray<bool> flags{true, false};
  EXPECT_EQ(values(gpu::pad(flags, 1, pad_mode::constant, gpu::constant_values(false, true))),
            (std::vector<bool>{0, 1, 0, 1}));
  EXPECT_EQ(values(gpu::pad(flags, 1, pad_mode::median)), (std::vector<bool>{1, 1, 0, 1}));
  const ndarray<std::complex<double>> z{std::complex<double>(0, 2), std::complex<double>(4, 0)};
  EXPECT_EQ(values(gpu::pad(z, {1, 2}, pad_mode::linear_ramp)),
            (std::vector<std::complex<double>>{0, {0, 2}, 4, 2, 0}));
  EXPECT_THROW((void)gpu::pad(z, 1, pad_mode::median), gpu::dtype_error);
  EXPECT_EQ(gpu::pad(a, {1, 2}, pad_mode::empty).shape(), shape{5});
  EXPECT_EQ(values(gpu::pad(a, {{0, 1}}, pad_mode::periodic)), (std::vector<float>{1, 2, 1}));
  EXPECT_EQ(values(gpu::pad(gpu::ones<int>({1, 1}), {{0, 1}, {1, 0}}, pad_mode::constant,
                            gpu::constant_values({{2, 3}, {4, 5}}))),
            (std::vector{4, 1, 4, 3}));
}

TEST_P(padding, computes_nothing_before_it_is_needed) {
  ndarray<float> a = gpu::arange<float>(12);
  a.reshape({3, 4});
  for (const pad_mode mode : {pad_mode::constant, pad_mode::edge, pad_mode::reflect,
                              pad_mode::symmetric, pad_mode::wrap}) {
    const auto e = gpu::pad(a, {{1, 2}, {0, 3}}, mode);
    EXPECT_EQ(e.device(), GetParam());
    EXPECT_EQ(kernels_of(e * 2 + 1), "1 kernel");
  }
}

/// As NumPy assigns an array of them.
TEST_P(padding, constants_are_converted_as_elements_are) {
  const ndarray<std::uint8_t> a{1, 2};
  const auto with = [&](auto constant) {
    return values(gpu::pad(a, {0, 1}, gpu::constant_values(constant))).back();
  };
  EXPECT_EQ(with(300), 44);
  EXPECT_EQ(with(-1), 255);
  EXPECT_EQ(with(2.75), 2);
  EXPECT_EQ(values(gpu::pad(a, 1, pad_mode::constant, 300)).front(), 44);
  EXPECT_EQ(values(gpu::pad(ndarray<bool>{false}, {0, 1}, gpu::constant_values(3))),
            (std::vector{false, true}));
  const gpu::any_expression untyped(a.node());
  EXPECT_EQ(values(gpu::pad(untyped, 1, gpu::constant_values(1, 300)).as<std::uint8_t>()),
            (std::vector<std::uint8_t>{1, 1, 2, 44}));
  EXPECT_THROW((void)gpu::pad(untyped, 1, gpu::constant_values(std::complex<double>(0, 1))),
               gpu::dtype_error);
}

TEST_P(padding, of_modes_by_name) {
  const ndarray<int> a{1, 2, 4};
  EXPECT_EQ(values(gpu::pad(a, 2, "reflect")), (std::vector{4, 2, 1, 2, 4, 2, 1}));
  EXPECT_EQ(values(gpu::pad(a, {0, 1}, "mean")), (std::vector{1, 2, 4, 2}));
  EXPECT_EQ(values(gpu::pad(a, 1, "constant", gpu::constant_values(7, 8))),
            (std::vector{7, 1, 2, 4, 8}));
  EXPECT_EQ(values(gpu::pad(a, 1, std::string("linear_ramp"), gpu::end_values(0))),
            values(gpu::pad(a, 1, pad_mode::linear_ramp, gpu::end_values(0))));
  EXPECT_EQ(values(gpu::pad(a, 1, "symmetric")), (std::vector{1, 1, 2, 4, 4}));
  EXPECT_EQ(gpu::pad(a, 2, "empty").shape(), shape{7});
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::pad(a, 1, "foo"); }),
            "mode 'foo' is not supported");
}

TEST_P(padding, of_widths_in_a_vector_and_without_a_mode) {
  const ndarray<int> a{1, 2};
  EXPECT_EQ(values(gpu::pad(a, std::vector{1, 2}, "edge")), (std::vector{1, 1, 2, 2, 2}));
  EXPECT_EQ(values(gpu::pad(a, std::array{0, 1})), (std::vector{1, 2, 0}));
  EXPECT_EQ(values(gpu::pad(a, 1, gpu::constant_values(7))), (std::vector{7, 1, 2, 7}));
  EXPECT_THROW((void)gpu::pad(a, std::vector{1, 2, 3}), gpu::shape_error);
}

TEST_P(padding, with_a_median_of_no_elements_is_nan) {
  const auto padded = gpu::pad(ndarray<float>{1, 2}, 1, "median", gpu::stat_length(0));
  EXPECT_TRUE(std::isnan(values(padded)[0]));
  EXPECT_EQ(values(padded)[1], 1);
}

TEST_P(padding, that_is_wrong) {
  const ndarray<std::int8_t> a{1, 2};
  EXPECT_EQ(message_of<gpu::value_error>(
                [&] { (void)gpu::pad(a, 1, pad_mode::edge, gpu::constant_values(3)); }),
            "unsupported keyword arguments for mode 'edge': {'constant_values'}");
  EXPECT_EQ(message_of<gpu::value_error>(
                [&] { (void)gpu::pad(a, 1, pad_mode::wrap, gpu::reflect_type("odd")); }),
            "unsupported keyword arguments for mode 'wrap': {'reflect_type'}");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::reflect_type("strange"); }),
            "reflect_type must be 'even' or 'odd', not 'strange'");
  EXPECT_THROW((void)gpu::pad(a, std::numeric_limits<std::ptrdiff_t>::max()), gpu::value_error);
  EXPECT_EQ(message_of<gpu::value_error>(
                [&] { (void)gpu::pad(a, 1, pad_mode::maximum, gpu::stat_length(0)); }),
            "stat_length of 0 yields no value for padding");
}

TEST_P(padding, and_trimming_of_zeros) {
  const ndarray<float> a{0, 0, 3, 0, 1, 0};
  EXPECT_EQ(values(gpu::trim_zeros(a)), (std::vector<float>{3, 0, 1}));
  EXPECT_EQ(values(gpu::trim_zeros(a, "f")), (std::vector<float>{3, 0, 1, 0}));
  EXPECT_EQ(values(gpu::trim_zeros(a * 2, "B")), (std::vector<float>{0, 0, 6, 0, 2}));
  EXPECT_EQ(gpu::trim_zeros(gpu::zeros<int>(3)).shape(), shape{0});
  EXPECT_EQ(gpu::trim_zeros(gpu::zeros<int>({2, 3}), "fb", 1).shape(), (shape{2, 0}));
  EXPECT_EQ(gpu::trim_zeros(gpu::zeros<int>({2, 3}), gpu::axis(0)).shape(), (shape{0, 3}));
  EXPECT_EQ(gpu::trim_zeros(gpu::empty<int>(0)).shape(), shape{0});
  EXPECT_EQ(gpu::trim_zeros(ndarray<int>(0)).shape(), shape{});
  const ndarray<int> m{{0, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 2, 0}};
  EXPECT_EQ(values(gpu::trim_zeros(m)), (std::vector{1, 0, 0, 2}));
  EXPECT_EQ(gpu::trim_zeros(m, "fb", -1).shape(), (shape{3, 2}));
  EXPECT_EQ(gpu::trim_zeros(m, "b", {{0, 1}}).shape(), (shape{3, 3}));
  EXPECT_EQ(gpu::trim_zeros(m, "b", {0, 1}).shape(), (shape{3, 3}));
  EXPECT_EQ(gpu::trim_zeros(m, "b", std::vector{-1}).shape(), (shape{3, 3}));
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::trim_zeros(a, "x"); }),
            "unexpected character(s) in `trim`: 'x'");
  EXPECT_THROW((void)gpu::trim_zeros(a, "fb", 1), gpu::axis_error);
}

INSTANTIATE_TEST_SUITE_P(devices, padding, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
