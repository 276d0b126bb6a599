// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/print/print.hpp>

#include <sstream>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/text_of.hpp>

#include "support/device.hpp"

namespace {

class print_array : public gpu::test::on_device {
 protected:
  /// What streaming gives, with the device's name cut off.
  template <class A>
  std::string text(const A& a) {
    const std::string whole = gpu::text_of(a);
    const std::string end = gpu::text_of(", device=", GetParam(), ")");
    EXPECT_EQ(whole.substr(whole.size() - std::min(whole.size(), end.size())), end);
    return whole.substr(0, whole.size() - end.size());
  }
};

TEST_P(print_array, shows_the_elements_the_dtype_and_the_device) {
  const gpu::ndarray<float> x{{1, 2}, {3, 4}};
  EXPECT_EQ(text(x), "array([[1., 2.],\n       [3., 4.]], dtype=float32");
  EXPECT_EQ(text(gpu::ndarray<bool>{true, false}), "array([ True, False]");
}

TEST_P(print_array, expressions_views_and_empty_arrays_are_printed) {
  gpu::ndarray<int> x{{1, 2}, {3, 4}};
  EXPECT_EQ(text(x + 1), "array([[2, 3],\n       [4, 5]], dtype=int32");
  EXPECT_EQ(text(x.transpose()), "array([[1, 3],\n       [2, 4]], dtype=int32");
  EXPECT_EQ(text(gpu::view(x, gpu::all(), 1)), "array([2, 4], dtype=int32");
  EXPECT_EQ(text(gpu::zeros<double>({0, 3})), "array([], shape=(0, 3), dtype=float64");
  EXPECT_EQ(text(gpu::full<double>({}, 2.5)), "array(2.5");
}

// What is expected here is what NumPy 2.4 gives for the same.
TEST_P(print_array, has_the_separator_and_the_width_that_are_asked_for) {
  const gpu::ndarray<double> b{1.5, 2.25, 1.0 / 3};
  EXPECT_EQ(gpu::array2string(b), "[1.5        2.25       0.33333333]");
  EXPECT_EQ(gpu::array2string(
                b, {.max_line_width = 20, .separator = ", ", .prefix = "abc", .suffix = "defg"}),
            "[1.5       ,\n    2.25      ,\n    0.33333333]");
  EXPECT_EQ(
      gpu::array2string(b, {.precision = 2, .sign = '+', .floatmode = gpu::float_mode::fixed}),
      "[+1.50 +2.25 +0.33]");
  EXPECT_EQ(gpu::array2string(gpu::reshape(gpu::arange(6), {2, 3}), {.separator = "|"}),
            "[[0|1|2]|\n [3|4|5]]");
  EXPECT_EQ(gpu::array2string(gpu::arange(100), {.threshold = 5, .edgeitems = 1}), "[ 0 ... 99]");
  EXPECT_EQ(gpu::array2string(gpu::full<double>({}, 2.5)), "2.5");
  EXPECT_EQ(gpu::array2string(gpu::zeros<double>({0, 3})), "[]");
  EXPECT_THROW((void)gpu::array2string(b, {.precision = -1}), gpu::value_error);
  EXPECT_EQ(gpu::get_printoptions().precision, 8);
}

TEST_P(print_array, a_summary_shows_the_corners) {
  const auto x = gpu::arange<std::int64_t>(0, 3 * 20 * 30);
  gpu::ndarray<std::int64_t> a = x;
  a.reshape({3, 20, 30});
  EXPECT_EQ(text(a),
            "array([[[   0,    1,    2, ...,   27,   28,   29],\n"
            "        [  30,   31,   32, ...,   57,   58,   59],\n"
            "        [  60,   61,   62, ...,   87,   88,   89],\n"
            "        ...,\n"
            "        [ 510,  511,  512, ...,  537,  538,  539],\n"
            "        [ 540,  541,  542, ...,  567,  568,  569],\n"
            "        [ 570,  571,  572, ...,  597,  598,  599]],\n"
            "\n"
            "       [[ 600,  601,  602, ...,  627,  628,  629],\n"
            "        [ 630,  631,  632, ...,  657,  658,  659],\n"
            "        [ 660,  661,  662, ...,  687,  688,  689],\n"
            "        ...,\n"
            "        [1110, 1111, 1112, ..., 1137, 1138, 1139],\n"
            "        [1140, 1141, 1142, ..., 1167, 1168, 1169],\n"
            "        [1170, 1171, 1172, ..., 1197, 1198, 1199]],\n"
            "\n"
            "       [[1200, 1201, 1202, ..., 1227, 1228, 1229],\n"
            "        [1230, 1231, 1232, ..., 1257, 1258, 1259],\n"
            "        [1260, 1261, 1262, ..., 1287, 1288, 1289],\n"
            "        ...,\n"
            "        [1710, 1711, 1712, ..., 1737, 1738, 1739],\n"
            "        [1740, 1741, 1742, ..., 1767, 1768, 1769],\n"
            "        [1770, 1771, 1772, ..., 1797, 1798, 1799]]],\n"
            "      shape=(3, 20, 30)");
}

TEST_P(print_array, of_a_huge_view_only_what_is_shown_is_computed) {
  const std::ptrdiff_t many = std::ptrdiff_t{1} << 20;
  gpu::ndarray<float> x{1, 2, 3};
  EXPECT_EQ(gpu::array_str(gpu::broadcast_to(gpu::ndarray<float>{2.5f}, {many, many})),
            "[[2.5 2.5 2.5 ... 2.5 2.5 2.5]\n [2.5 2.5 2.5 ... 2.5 2.5 2.5]\n"
            " [2.5 2.5 2.5 ... 2.5 2.5 2.5]\n ...\n [2.5 2.5 2.5 ... 2.5 2.5 2.5]\n"
            " [2.5 2.5 2.5 ... 2.5 2.5 2.5]\n [2.5 2.5 2.5 ... 2.5 2.5 2.5]]");
  EXPECT_EQ(text(gpu::transpose(gpu::broadcast_to(x * 2, {many * many, 3}))),
            "array([[2., 2., 2., ..., 2., 2., 2.],\n       [4., 4., 4., ..., 4., 4., 4.],\n"
            "       [6., 6., 6., ..., 6., 6., 6.]],\n"
            "      shape=(3, 1099511627776), dtype=float32");
  EXPECT_EQ(gpu::array_str(gpu::broadcast_to(gpu::view(gpu::arange<int>(9), 4), {many, many})),
            gpu::array_str(gpu::reshape(gpu::broadcast_to(gpu::ndarray<int>(4), {many * many}),
                                        {many, many})));
}

TEST_P(print_array, a_summary_of_a_view_shows_its_corners) {
  const gpu::ndarray<int> x = gpu::reshape(gpu::arange<int>(6000), {60, 100});
  for (const auto& view : {gpu::view(x, gpu::range(1, 58, 2)), gpu::transpose(x), gpu::flip(x),
                           gpu::view(x, gpu::range(20, 60)), gpu::transpose(x + 1),
                           gpu::view(x + 1, gpu::range(0, 40))})
    EXPECT_EQ(text(view), text(gpu::eval(view)));
}

TEST_P(print_array, str_has_no_dtype_and_no_device) {
  EXPECT_EQ(gpu::array_str(gpu::ndarray<float>{1, 2.5}), "[1.  2.5]");
  EXPECT_EQ(gpu::array_str(gpu::full<float>({}, 0.1f)), "0.1");
}

INSTANTIATE_TEST_SUITE_P(devices, print_array, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
