// SPDX-License-Identifier: BSD-3-Clause
// `gpu::add.at`: what is expected here is what numpy.add.at of NumPy 2.4 gives for the same.
#include <gpu/array/ufunc/at.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::message_of;
using gpu::test::values;

using doubles = std::vector<double>;
using ints = std::vector<std::int64_t>;

class ufunc_at : public gpu::test::on_device {};

TEST_P(ufunc_at, counts_an_index_as_often_as_it_comes) {
  ndarray<std::int64_t> a{1, 2, 3, 4};
  gpu::add.at(a, {0, 1, 2, 2}, 1);
  EXPECT_EQ(values(a), (ints{2, 3, 5, 4}));
  gpu::subtract.at(a, ndarray<std::int32_t>{3, -1, -4}, ndarray<std::int64_t>{1, 2, 4});
  EXPECT_EQ(values(a), (ints{-2, 3, 5, 1}));
}

TEST_P(ufunc_at, applies_updates_in_the_order_of_the_indices) {
  ndarray<double> a{1, 2, 3};
  gpu::divide.at(a, {-1, -1, 1}, ndarray<double>{2, 4, 8});
  EXPECT_EQ(values(a), (doubles{1, 0.25, 0.375}));
  ndarray<float> b{1, 2, 3};
  gpu::add.at(b, {0, 0, 1}, ndarray<float>{.1f, .2f, .3f});
  EXPECT_EQ(values(b), (std::vector<float>{0x1.4ccccep0f, 0x1.266666p1f, 3}));
  ndarray<std::int64_t> c{2, 3, 4};
  gpu::power.at(c, {0, 0, 2}, ndarray<std::int64_t>{2, 3, 2});
  EXPECT_EQ(values(c), (ints{64, 3, 16}));
  ndarray<std::int64_t> d{7, 8, 9};
  gpu::floor_divide.at(d, {0, 0}, ndarray<std::int64_t>{0, 2});
  EXPECT_EQ(values(d), (ints{0, 8, 9}));
}

TEST_P(ufunc_at, rounds_to_the_array_after_each_update) {
  ndarray<gpu::float16> a(gpu::astype<gpu::float16>(ndarray<float>{1, 2, 3}));
  const auto b = gpu::astype<gpu::float16>(ndarray<float>{.1f, .2f, 2000, .3f});
  gpu::add.at(a, {0, 0, 0, 1}, b);
  EXPECT_EQ(values(gpu::astype<float>(a)), (std::vector<float>{0x1.f44p10f, 0x1.268p1f, 3}));
}

TEST_P(ufunc_at, takes_numbers_for_arrays_of_the_dtypes_of_python) {
  ndarray<float> a{1, 2, 3};
  gpu::add.at(a, {0, 0, 1}, 0.1);  // in float64, then rounded
  EXPECT_EQ(values(a), (std::vector<float>{0x1.333334p0f, 0x1.0ccccp1f + 0x1.8p-20f, 3}));
  ndarray<std::int8_t> b{1, 2, 3};
  gpu::add.at(b, {0, 0, 1}, 300);
  EXPECT_EQ(values(b), (std::vector<std::int8_t>{89, 46, 3}));
}

TEST_P(ufunc_at, converts_results_to_the_dtype_of_the_array) {
  ndarray<std::int32_t> a{1, 2, 3};
  gpu::add.at(a, {0, 0, 1}, 1.75);
  EXPECT_EQ(values(a), (std::vector<std::int32_t>{3, 3, 3}));
  ndarray<std::int64_t> b{10, 20, 30};
  gpu::divide.at(b, {-1, -1, 1}, ndarray<std::int64_t>{4, 2, 8});
  EXPECT_EQ(values(b), (ints{10, 2, 3}));
  ndarray<std::uint8_t> c{1, 2, 3};
  gpu::subtract.at(c, {0, 0, 1}, 5);
  EXPECT_EQ(values(c), (std::vector<std::uint8_t>{247, 253, 3}));
  ndarray<double> d{1, 2, 3};
  gpu::less.at(d, {0, 0, 1}, 2);
  EXPECT_EQ(values(d), (doubles{1, 0, 3}));
  ndarray<float> e{1, 2, 3};
  gpu::add.at(e, ndarray<std::uint8_t>{0, 2, 2}, ndarray<std::int64_t>{1, 2, 3});
  EXPECT_EQ(values(e), (std::vector<float>{2, 2, 8}));
  ndarray<std::int64_t> f{6, 8, 9};
  gpu::logical_and.at(f, {0, 1}, ndarray<std::int64_t>{0, 2});
  EXPECT_EQ(values(f), (ints{0, 1, 9}));
}

TEST_P(ufunc_at, of_one_operand) {
  ndarray<double> a{4, 9, 16};
  gpu::sqrt.at(a, {0, 0, 2});
  EXPECT_EQ(values(a), (doubles{std::sqrt(2.), 9, 4}));
  ndarray<std::int64_t> b{4, 9, 17};
  gpu::sqrt.at(b, {0, 0, 2});
  EXPECT_EQ(values(b), (ints{1, 9, 4}));
  ndarray<std::uint8_t> c{1, 2, 3};
  gpu::negative.at(c, {0, 0, 1, 2});
  EXPECT_EQ(values(c), (std::vector<std::uint8_t>{1, 254, 253}));
  ndarray<std::int64_t> d{1, 2, 3};
  gpu::invert.at(d, {0, 0, 1});
  EXPECT_EQ(values(d), (ints{1, -3, 3}));
}

TEST_P(ufunc_at, of_bools_complex_numbers_and_nan) {
  ndarray<bool> a{true, false};
  gpu::add.at(a, {1, 1}, ndarray<bool>{false, true});
  EXPECT_EQ(values(a), (std::vector<bool>{true, true}));
  using complex = std::complex<float>;
  ndarray<complex> b{complex(1), complex(1)};
  gpu::multiply.at(b, {0, 0}, ndarray<complex>{complex(0, 1), complex(2, 1)});
  EXPECT_EQ(values(b), (std::vector<complex>{complex(-1, 2), complex(1)}));
  ndarray<double> c{5, 2, NAN};
  gpu::maximum.at(c, {0, 1, 1, 2}, ndarray<double>{NAN, 7, 3, 1});
  EXPECT_TRUE(std::isnan(values(c)[0]) && values(c)[1] == 7 && std::isnan(values(c)[2]));
}

TEST_P(ufunc_at, tuples_index_several_axes) {
  const ndarray<std::int64_t> rows{0, 1, 0};
  const ndarray<std::int64_t> columns{0, -1, 0};
  auto a = gpu::zeros<double>({2, 3});
  gpu::add.at(a, std::tuple(rows, columns), ndarray<double>{1, 2, 4});
  EXPECT_EQ(values(a), (doubles{5, 0, 0, 0, 0, 2}));
  auto b = gpu::zeros<double>({2, 3});
  gpu::add.at(b, std::tuple(ndarray<std::int64_t>{{0}, {1}}, columns), ndarray<double>{{1, 2, 4}});
  EXPECT_EQ(values(b), (doubles{5, 0, 2, 5, 0, 2}));
  auto c = gpu::zeros<double>({2, 3});
  gpu::add.at(c, std::tuple(0, ndarray<std::int64_t>{0, 0, 2}), 1);
  EXPECT_EQ(values(c), (doubles{2, 0, 1, 0, 0, 0}));
  ndarray<double> d({}, 5.);
  gpu::add.at(d, std::tuple(), 1);
  EXPECT_EQ(values(d), doubles{6});
}

TEST_P(ufunc_at, axes_without_an_index_are_updated_whole) {
  auto a = gpu::zeros<double>({2, 3});
  gpu::add.at(a, {0, 1, 0}, ndarray<double>{1, 2, 3});
  EXPECT_EQ(values(a), (doubles{2, 4, 6, 1, 2, 3}));
  auto b = gpu::zeros<double>({2, 3});
  gpu::add.at(b, {0, 1, 0}, ndarray<double>{{1}, {2}, {3}});
  EXPECT_EQ(values(b), (doubles{4, 4, 4, 2, 2, 2}));
  auto c = gpu::zeros<double>({2, 3});
  gpu::add.at(c, 1, ndarray<double>{1, 2, 3});
  EXPECT_EQ(values(c), (doubles{0, 0, 0, 1, 2, 3}));
  auto d = gpu::zeros<std::int32_t>({3, 1000});
  gpu::add.at(d, {1, 1, -1}, 1.5);
  EXPECT_EQ(values(gpu::view(d, gpu::all(), 999)), (std::vector<std::int32_t>{0, 2, 1}));
}

TEST_P(ufunc_at, masks) {
  const ndarray<bool> mask{{true, false, true}, {false, true, false}};
  auto a = gpu::zeros<double>({2, 3});
  gpu::add.at(a, mask, ndarray<double>{1, 2, 3});
  EXPECT_EQ(values(a), (doubles{1, 0, 2, 0, 3, 0}));
  auto b = gpu::zeros<double>({2, 3});
  gpu::add.at(b, std::tuple(ndarray<bool>{true, true}, ndarray<std::int64_t>{0, 2}), 1);
  EXPECT_EQ(values(b), (doubles{1, 0, 0, 0, 0, 1}));
  gpu::add.at(b, gpu::not_equal(mask, mask), 1);
  EXPECT_EQ(values(b), (doubles{1, 0, 0, 0, 0, 1}));
}

TEST_P(ufunc_at, operands_and_indices_may_be_made_of_the_array) {
  ndarray<double> a{0, 1, 2, 3, 4, 5};
  gpu::add.at(a, {0, 1, 1}, gpu::view(a, gpu::range(3, 6)));
  EXPECT_EQ(values(a), (doubles{3, 10, 2, 3, 4, 5}));
  ndarray<std::int64_t> b{0, 1, 2, 3, 4, 5};
  gpu::add.at(b, gpu::flip(b), b);
  EXPECT_EQ(values(b), ints(6, 5));
}

TEST_P(ufunc_at, writes_through_views_and_not_to_copies) {
  auto a = gpu::zeros<double>({6});
  const auto copy = a;
  const auto expression = a + 1;
  gpu::subtract.at(gpu::view(a, gpu::range(5, -7, -2)), {0, 0, 2}, ndarray<double>{1, 2, 3});
  EXPECT_EQ(values(a), (doubles{0, -3, 0, 0, 0, -3}));
  gpu::add.at(a, {0}, 7);
  EXPECT_EQ(values(a), (doubles{7, -3, 0, 0, 0, -3}));
  EXPECT_EQ(values(copy), doubles(6, 0));
  EXPECT_EQ(values(expression), doubles(6, 1));
}

TEST_P(ufunc_at, no_indices_change_nothing) {
  ndarray<double> a{1, 2};
  gpu::add.at(a, ndarray<std::int64_t>(), 1);
  gpu::add.at(a, gpu::zeros<std::int64_t>({3, 0}), 1);
  gpu::negative.at(a, ndarray<std::int64_t>());
  EXPECT_EQ(values(a), (doubles{1, 2}));
  ndarray<double> none;
  gpu::add.at(none, ndarray<std::int64_t>(), 1);
  EXPECT_EQ(none.size(), 0U);
}

TEST_P(ufunc_at, an_index_out_of_bounds_is_found_before_anything_is_written) {
  ndarray<double> a{1, 2, 3};
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              gpu::add.at(a, {0, 5, 7}, 1);
            }),
            "index 5 is out of bounds for axis 0 with size 3");
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              gpu::negative.at(a, {0, 1, -4});
            }),
            "index -4 is out of bounds for axis 0 with size 3");
  EXPECT_EQ(values(a), (doubles{1, 2, 3}));
  auto b = gpu::zeros<double>({2, 3});
  const ndarray<std::int64_t> rows{0, 1};
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              gpu::add.at(b, std::tuple(rows, ndarray<std::int64_t>{0, 3}), 1);
            }),
            "index 3 is out of bounds for axis 1 with size 3");
  EXPECT_EQ(
      message_of<gpu::index_error>([&] { gpu::add.at(b, std::tuple(rows * 2, rows * 3), 1); }),
      "index 2 is out of bounds for axis 0 with size 2");
  EXPECT_EQ(values(b), doubles(6, 0));
  ndarray<double> none;
  EXPECT_EQ(message_of<gpu::index_error>([&] { gpu::add.at(none, {0}, 1); }),
            "index 0 is out of bounds for axis 0 with size 0");
}

TEST_P(ufunc_at, misuse_is_said_in_the_words_of_numpy) {
  auto a = gpu::zeros<double>({2, 3});
  const ndarray<std::int64_t> two{0, 1};
  const ndarray<std::int64_t> three{0, 1, 2};
  EXPECT_EQ(message_of<gpu::index_error>([&] { gpu::add.at(a, std::tuple(two, three), 1); }),
            "shape mismatch: indexing arrays could not be broadcast together with shapes (2,) "
            "(3,) ");
  EXPECT_EQ(message_of<gpu::index_error>([&] { gpu::add.at(a, std::tuple(two, two, two), 1); }),
            "too many indices for array: array is 2-dimensional, but 3 were indexed");
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              gpu::add.at(a, ndarray<double>{0, 1}, 1);
            }),
            "arrays used as indices must be of integer (or boolean) type");
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              gpu::add.at(a, ndarray<bool>{{true}, {false}}, 1);
            }),
            "boolean index did not match indexed array along axis 1; size of axis is 3 but size of "
            "corresponding boolean axis is 1");
  for (const ndarray<double>& b : {ndarray<double>{1, 2}, ndarray<double>{{{{1, 2, 3}}}}})
    EXPECT_EQ(message_of<gpu::shape_error>([&] { gpu::add.at(a, two, b); }),
              "array is not broadcastable to correct shape");
  EXPECT_EQ(values(a), doubles(6, 0));
}

/// Many updates of few and of many elements, against the plain loop.
template <class T, class Op, class F>
void check_against_loop(const Op& op, std::size_t size, std::size_t count, const F& f) {
  std::mt19937 random(static_cast<unsigned>(size * 31 + count));
  std::vector<T> expected(size);
  for (T& value : expected) value = static_cast<T>(random() % 1000) / static_cast<T>(7);
  std::vector<std::int32_t> indices(count);
  std::vector<T> operands(count);
  for (std::size_t i = 0; i < count; ++i) {
    indices[i] = static_cast<std::int32_t>(random() % size);
    operands[i] = static_cast<T>(random() % 1000) / static_cast<T>(13);
  }
  const auto placed = [](const auto& host) {
    using element = typename std::decay_t<decltype(host)>::value_type;
    return ndarray<element>(gpu::detail::leaf_from_host(host.data(), gpu::dtype_of<element>,
                                                        {static_cast<std::ptrdiff_t>(host.size())},
                                                        gpu::current_device()));
  };
  auto a = placed(expected);
  op.at(a, placed(indices), placed(operands));
  for (std::size_t i = 0; i < count; ++i) {
    T& element = expected[static_cast<std::size_t>(indices[i])];
    element = f(element, operands[i]);
  }
  EXPECT_EQ(values(a), expected) << count << " updates of " << size;
}

TEST_P(ufunc_at, has_the_bits_of_a_loop_over_the_indices) {
  for (const std::size_t size : {1, 3, 100, 5000})
    for (const std::size_t count : {1, 2, 513, 20'000}) {
      check_against_loop<float>(gpu::add, size, count, [](float x, float b) { return x + b; });
      check_against_loop<double>(gpu::subtract, size, count,
                                 [](double x, double b) { return x - b; });
      check_against_loop<std::int64_t>(
          gpu::multiply, size, count, [](std::int64_t x, std::int64_t b) {
            return static_cast<std::int64_t>(static_cast<std::uint64_t>(x) *
                                             static_cast<std::uint64_t>(b));
          });
      check_against_loop<float>(gpu::minimum, size, count,
                                [](float x, float b) { return std::min(x, b); });
      check_against_loop<std::int32_t>(
          gpu::maximum, size, count, [](std::int32_t x, std::int32_t b) { return std::max(x, b); });
      check_against_loop<std::int32_t>(gpu::bitwise_xor, size, count,
                                       [](std::int32_t x, std::int32_t b) { return x ^ b; });
      check_against_loop<std::uint8_t>(gpu::add, size, count, [](std::uint8_t x, std::uint8_t b) {
        return static_cast<std::uint8_t>(x + b);
      });
    }
}

TEST_P(ufunc_at, one_operand_may_be_for_many_updates) {
  const ndarray<std::int64_t> indices = gpu::arange<std::int64_t>(3000) % 7 - 7;
  auto a = gpu::zeros<double>({7});
  gpu::add.at(a, indices, 0.5);
  gpu::multiply.at(a, ndarray<std::int64_t>{0, 0, -1}, 2.0);
  EXPECT_EQ(values(a), (doubles{858, 214.5, 214.5, 214.5, 214, 214, 428}));
  auto b = gpu::zeros<std::int64_t>({7});
  gpu::add.at(b, indices, 3);
  gpu::maximum.at(b, {1}, 5000);
  EXPECT_EQ(values(b), (ints{1287, 5000, 1287, 1287, 1284, 1284, 1284}));
}

TEST_P(ufunc_at, the_least_index_there_is_is_out_of_bounds) {
  ndarray<double> a{1, 2, 3};
  for (const std::int64_t index : {INT64_MIN, INT64_MAX, std::int64_t{-4}, std::int64_t{3}})
    EXPECT_EQ(message_of<gpu::index_error>([&] {
                gpu::add.at(a, ndarray<std::int64_t>{0, index}, 1.0);
              }),
              "index " + std::to_string(index) + " is out of bounds for axis 0 with size 3");
  EXPECT_EQ(values(a), (doubles{1, 2, 3}));
}

INSTANTIATE_TEST_SUITE_P(each, ufunc_at, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
