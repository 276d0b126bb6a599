// SPDX-License-Identifier: BSD-3-Clause
// `gpu::add.at` with every kind of index: what is expected here is what NumPy 2.4 gives.
#include <gpu/array/ufunc/at.hpp>

#include <array>
#include <complex>
#include <cstdint>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::placeholders::_;
using gpu::test::message_of;
using gpu::test::values;

using doubles = std::vector<double>;
using places = std::vector<std::ptrdiff_t>;

class ufunc_at_indices : public gpu::test::on_device {
 protected:
  template <class T = double>
  static ndarray<T> counted(const gpu::shape& extents) {
    ndarray<T> a = gpu::arange<T>(gpu::element_count(extents));
    a.reshape(extents);
    return a;
  }
};

TEST_P(ufunc_at_indices, vectors_are_indices_and_operands) {
  ndarray<double> a = counted({3, 4});
  gpu::add.at(a, places{0, 2, 2}, counted({3, 4}));
  EXPECT_EQ(values(a), (doubles{0, 2, 4, 6, 4, 5, 6, 7, 20, 23, 26, 29}));
  ndarray<double> b = counted({5});
  gpu::add.at(b, {0, 0, 4}, {1.5, 2.5, 3.5});
  EXPECT_EQ(values(b), (doubles{4, 1, 2, 3, 7.5}));
  gpu::add.at(b, std::array<int, 2>{1, 1}, std::vector<float>{1, 2});
  EXPECT_EQ(values(b), (doubles{4, 4, 2, 3, 7.5}));
  gpu::add.at(b, std::vector<bool>{true, false, true, false, true}, 1);
  EXPECT_EQ(values(b), (doubles{5, 4, 3, 3, 8.5}));
  gpu::subtract.at(b, ndarray<std::int64_t>{0, 1} + 1, b(0));
  EXPECT_EQ(values(b), (doubles{5, -1, -2, 3, 8.5}));
  gpu::negative.at(b, places{1, 1, 2});
  EXPECT_EQ(values(b), (doubles{5, -1, 2, 3, 8.5}));
}

TEST_P(ufunc_at_indices, an_element_is_as_strong_as_its_array) {
  ndarray<float> a{1, 2};
  const ndarray<float> b{0.1F};
  gpu::add.at(a, {0, 0}, b(0));
  EXPECT_EQ(values(a), (std::vector<float>{1 + 0.1F + 0.1F, 2}));
}

TEST_P(ufunc_at_indices, slices_show_what_is_updated) {
  ndarray<double> a = counted({3, 4});
  gpu::add.at(a, gpu::range(0, 3, 2), 10);
  EXPECT_EQ(values(a), (doubles{10, 11, 12, 13, 4, 5, 6, 7, 18, 19, 20, 21}));
  a = counted({3, 4});
  gpu::add.at(a, std::tuple(gpu::all(), places{1, 1, -1}), counted({3, 3}));
  EXPECT_EQ(values(a), (doubles{0, 2, 2, 5, 4, 12, 6, 12, 8, 22, 10, 19}));
  a = counted({3, 4});
  gpu::multiply.at(a, std::tuple(gpu::range(_, _, -1), ndarray<std::int64_t>{0, 0}), {2, 3});
  EXPECT_EQ(values(a), (doubles{0, 1, 2, 3, 24, 5, 6, 7, 48, 9, 10, 11}));
  a = counted({3, 4});
  gpu::add.at(a, std::tuple(gpu::ellipsis(), 2), ndarray<double>{1, 2, 3});
  EXPECT_EQ(values(a), (doubles{0, 1, 3, 3, 4, 5, 8, 7, 8, 9, 13, 11}));
  gpu::add.at(a, std::tuple(gpu::newaxis(), places{1, 1}), 1);
  EXPECT_EQ(values(a), (doubles{0, 1, 3, 3, 6, 7, 10, 9, 8, 9, 13, 11}));
  gpu::negative.at(a, gpu::ellipsis);
  EXPECT_EQ(values(a), (doubles{-0.0, -1, -3, -3, -6, -7, -10, -9, -8, -9, -13, -11}));
}

TEST_P(ufunc_at_indices, slices_stand_before_between_and_behind_arrays) {
  ndarray<int> a = counted<int>({2, 3, 4});
  gpu::add.at(a, std::tuple(places{0, 1, 0}, gpu::all(), places{1, 1, 1}), counted<int>({3, 3}));
  EXPECT_EQ(values(a), (std::vector{0,  7,  2,  3,  4,  13, 6,  7,  8,  19, 10, 11,
                                    12, 16, 14, 15, 16, 21, 18, 19, 20, 26, 22, 23}));
  a = counted<int>({2, 3, 4});
  gpu::add.at(a, std::tuple(0, gpu::range(1, _), places{1, 1, 2}), counted<int>({3, 2}));
  EXPECT_EQ(values(a), (std::vector{0,  1,  2,  3,  4,  7,  10, 7,  8,  13, 15, 11,
                                    12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
  a = counted<int>({2, 3, 4});
  gpu::add.at(a, std::tuple(gpu::range(0, 1), counted<int>({3, 4}) > 5), 100);
  EXPECT_EQ(values(a), (std::vector{0,  1,  2,  3,  4,  5,  106, 107, 108, 109, 110, 111,
                                    12, 13, 14, 15, 16, 17, 18,  19,  20,  21,  22,  23}));
}

TEST_P(ufunc_at_indices, what_nonzero_and_where_give_are_indices) {
  ndarray<double> a = counted({2, 3});
  gpu::add.at(a, gpu::nonzero(a > 2), 10);
  gpu::add.at(a, gpu::nonzero<2>(a > 13), 100);
  gpu::add.at(a, gpu::where(a > 100), 1000);
  EXPECT_EQ(values(a), (doubles{0, 1, 2, 13, 1114, 1115}));
}

TEST_P(ufunc_at_indices, views_are_written_through) {
  ndarray<double> a = counted({2, 3});
  const ndarray<double> before = a;
  gpu::add.at(gpu::transpose(a), places{0, 0, 2}, counted({3, 2}));
  EXPECT_EQ(values(a), (doubles{2, 1, 6, 7, 4, 10}));
  gpu::add.at(gpu::transpose(a), std::tuple(gpu::all(), places{0, 0}), 1);
  EXPECT_EQ(values(a), (doubles{4, 3, 8, 7, 4, 10}));
  gpu::add.at(gpu::view(a, gpu::all(), gpu::range(_, _, 2)), std::tuple(gpu::all(), places{1, 1}),
              1);
  EXPECT_EQ(values(a), (doubles{4, 3, 10, 7, 4, 12}));
  gpu::add.at(gpu::reshape_view(a, {3, 2}), std::tuple(gpu::range(1, 3), 0), 1);
  EXPECT_EQ(values(a), (doubles{4, 3, 11, 7, 5, 12}));
  gpu::add.at(gpu::diagonal(a), {0, 0}, 1);
  EXPECT_EQ(values(a), (doubles{6, 3, 11, 7, 5, 12}));
  gpu::add.at(gpu::view(a, places{1}), places{0, 0}, 1);
  EXPECT_EQ(values(a), (doubles{6, 3, 11, 9, 7, 14}));
  EXPECT_EQ(values(before), values(counted({2, 3})));
  ndarray<std::complex<double>> z{1, 2};
  gpu::add.at(gpu::imag(z), {1, 1}, 3);
  EXPECT_EQ(values(z), (std::vector<std::complex<double>>{1, {2, 6}}));
}

TEST_P(ufunc_at_indices, what_is_wrong_leaves_the_array_as_it_was) {
  ndarray<double> a = counted({2, 3});
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              gpu::add.at(a, std::tuple(gpu::all(), places{0, 3}), 1);
            }),
            "index 3 is out of bounds for axis 1 with size 3");
  EXPECT_EQ(message_of<gpu::index_error>(
                [&] { gpu::add.at(a, std::tuple(gpu::all(), gpu::all(), 0), 1); }),
            "too many indices for array: array is 2-dimensional, but 3 were indexed");
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              gpu::add.at(a, std::tuple(gpu::all(), places{0, 1}), ndarray<double>{1, 2, 3});
            }),
            "array is not broadcastable to correct shape");
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              gpu::add.at(a, std::tuple(gpu::all(), ndarray<double>{0, 1}), 1);
            }),
            "arrays used as indices must be of integer (or boolean) type");
  EXPECT_EQ(values(a), values(counted({2, 3})));
  ndarray<double> empty = gpu::zeros<double>({0, 3});
  gpu::add.at(empty, std::tuple(gpu::all(), places{0}), 1);
  gpu::add.at(empty, gpu::range(0, 0), 1);
  ndarray<double> number = 5;
  gpu::add.at(number, gpu::ellipsis(), 1);
  EXPECT_EQ(number.item(), 6);
}

INSTANTIATE_TEST_SUITE_P(each, ufunc_at_indices, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
