// SPDX-License-Identifier: BSD-3-Clause
// Arrays of what is there, copies, and writing into arrays.
#include <gpu/array/asarray.hpp>

#include <array>
#include <cstdint>
#include <list>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/copyto.hpp>
#include <gpu/array/creation_dtype.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/nested_ranges.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/ops.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

class arrays : public gpu::test::on_device {};

TEST_P(arrays, of_arrays_share_memory) {
  const ndarray<float> a{1, 2, 3};
  EXPECT_TRUE(gpu::shares_memory(gpu::asarray(a), a));
  EXPECT_TRUE(gpu::shares_memory(gpu::asarray<float>(a, GetParam()), a));
  EXPECT_TRUE(gpu::shares_memory(gpu::ascontiguousarray(a), a));
  EXPECT_EQ(values(gpu::asarray<int>(a)), (std::vector{1, 2, 3}));
  EXPECT_EQ(values(gpu::asarray(gpu::flip(a) + 1)), (std::vector<float>{4, 3, 2}));
  EXPECT_EQ(gpu::asarray(a, gpu::cpu()).device(), gpu::cpu());
  EXPECT_EQ(values(gpu::ascontiguousarray(gpu::flip(a))), (std::vector<float>{3, 2, 1}));
}

TEST_P(arrays, of_numbers_and_ranges) {
  EXPECT_EQ(gpu::asarray(1.5).shape(), shape());
  EXPECT_EQ(gpu::asarray<float>(2).item(), 2.f);
  EXPECT_EQ(gpu::ascontiguousarray(1.5).shape(), shape{1});
  EXPECT_EQ(gpu::ascontiguousarray(ndarray<int>(7)).shape(), shape{1});
  EXPECT_THROW((void)gpu::asarray<std::int8_t>(300), gpu::overflow_error);
  const auto a = gpu::asarray(std::vector<int>{1, 2});
  static_assert(std::is_same_v<decltype(a), const ndarray<int>>);
  EXPECT_EQ(values(a), (std::vector{1, 2}));
  EXPECT_EQ(values(gpu::asarray<float>(std::array{1, 2})), (std::vector<float>{1, 2}));
  EXPECT_EQ(gpu::asarray(std::vector<int>{1}, gpu::cpu()).device(), gpu::cpu());
  EXPECT_EQ(gpu::asarray(std::vector<bool>{true, false}), (ndarray<bool>{true, false}));
  EXPECT_EQ(gpu::asarray<int>(std::vector<bool>{true, false}), (ndarray<int>{1, 0}));
  EXPECT_EQ(gpu::array<double>(1).shape(), shape());
  EXPECT_EQ(gpu::array(1.5).item(), 1.5);
}

TEST_P(arrays, of_buffers) {
  const std::vector<std::uint8_t> bytes{1, 0, 2, 0, 3, 0, 4, 0};
  EXPECT_EQ(values(gpu::frombuffer<std::uint16_t>(bytes)),
            (std::vector<std::uint16_t>{1, 2, 3, 4}));
  EXPECT_EQ(values(gpu::frombuffer<std::uint16_t>(bytes, 2, 2)),
            (std::vector<std::uint16_t>{2, 3}));
  EXPECT_EQ(values(gpu::frombuffer<std::uint16_t>(bytes, 1, 1)), (std::vector<std::uint16_t>{512}));
  EXPECT_EQ(gpu::frombuffer<double>(bytes, 0).size(), 0u);
  EXPECT_EQ(gpu::frombuffer<double>(bytes, -1, 8).size(), 0u);
  EXPECT_EQ(gpu::frombuffer<double>(std::string()).size(), 0u);
  const auto message = [&](std::ptrdiff_t count, std::ptrdiff_t offset) {
    return message_of<gpu::value_error>(
        [&] { (void)gpu::frombuffer<std::uint32_t>(bytes, count, offset); });
  };
  EXPECT_EQ(message(-1, 1),
            "buffer size must be a multiple of element size: 7 bytes for elements of 4");
  EXPECT_EQ(message(3, 0), "buffer is smaller than requested size: 8 bytes for 3 elements of 4");
  EXPECT_EQ(message(-1, 9),
            "offset must be non-negative and no greater than buffer length (8), not 9");
  EXPECT_EQ(message(-1, -1),
            "offset must be non-negative and no greater than buffer length (8), not -1");
}

TEST_P(arrays, of_lists_have_the_type_that_is_asked_for) {
  const auto a = gpu::asarray<float>({1, 2, 3});
  static_assert(std::is_same_v<decltype(a), const ndarray<float>>);
  EXPECT_EQ(values(a), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(values(gpu::asarray({1.5, 2.0})), (std::vector{1.5, 2.0}));
  EXPECT_EQ(gpu::asarray({1}, gpu::cpu()).device(), gpu::cpu());
}

TEST_P(arrays, of_ranges_in_each_other) {
  const std::vector<std::vector<int>> rows{{1, 2, 3}, {4, 5, 6}};
  const auto a = gpu::array(rows);
  static_assert(std::is_same_v<decltype(a), const ndarray<int>>);
  EXPECT_EQ(a.shape(), (shape{2, 3}));
  EXPECT_EQ(a.device(), GetParam());
  EXPECT_EQ(values(a), (std::vector{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(values(gpu::asarray<double>(rows)), (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(values(gpu::array<float>(std::list{7, 8})), (std::vector<float>{7, 8}));
  EXPECT_EQ(values(gpu::array(std::vector{true, false})), (std::vector{true, false}));
  const double numbers[2][1][2] = {{{1, 2}}, {{3, 4}}};
  EXPECT_EQ(gpu::array(numbers).shape(), (shape{2, 1, 2}));
  EXPECT_EQ(values(gpu::array(numbers, gpu::cpu())), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(values(gpu::asarray(std::array<std::array<int, 1>, 2>{{{5}, {6}}})),
            (std::vector{5, 6}));
}

TEST_P(arrays, of_ranges_without_elements_have_all_axes) {
  EXPECT_EQ(gpu::array(std::vector<std::vector<int>>()).shape(), (shape{0, 0}));
  EXPECT_EQ(gpu::array(std::vector<std::vector<int>>(2)).shape(), (shape{2, 0}));
}

TEST_P(arrays, are_not_made_of_ranges_of_other_lengths_or_too_large_numbers) {
  const std::vector<std::vector<int>> rows{{1, 2}, {300}};
  EXPECT_EQ(message_of<gpu::shape_error>([&] { (void)gpu::array(rows); }),
            "setting an array element with a sequence. The requested array has an inhomogeneous "
            "shape: extents 2 and 1 on axis 1");
  EXPECT_THROW((void)gpu::array<std::uint8_t>(std::vector{300}), gpu::overflow_error);
}

TEST_P(arrays, of_zeros_and_ones_are_float64_unless_another_type_is_given) {
  static_assert(std::is_same_v<decltype(gpu::zeros({2, 3})), ndarray<double>>);
  EXPECT_EQ(gpu::zeros({2, 3}).shape(), (shape{2, 3}));
  EXPECT_EQ(values(gpu::ones(2)), (std::vector<double>{1, 1}));
  EXPECT_EQ(gpu::empty({0, 4}, gpu::cpu()).shape(), (shape{0, 4}));
}

TEST_P(arrays, of_iterators) {
  const std::list<int> list{1, 2, 3};
  EXPECT_EQ(values(gpu::fromiter<float>(list)), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(values(gpu::fromiter<bool>(list.begin(), list.end(), 2)), (std::vector{true, true}));
  EXPECT_EQ(gpu::fromiter<int>(std::list<int>()).shape(), shape{0});
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::fromiter<int>(list, 5); }),
            "iterator too short: Expected 5 but iterator had only 3 items.");
  std::istringstream text("4 5 6 7");
  EXPECT_EQ(values(gpu::fromiter<std::int64_t>(std::istream_iterator<int>(text),
                                               std::istream_iterator<int>(), 2)),
            (std::vector<std::int64_t>{4, 5}));
  EXPECT_THROW((void)gpu::fromiter<std::uint8_t>(std::list{-1}), gpu::overflow_error);
}

TEST_P(arrays, copied_have_memory_of_their_own) {
  ndarray<int> a{{1, 2}, {3, 4}};
  const ndarray<int> b = gpu::copy(a);
  EXPECT_FALSE(gpu::shares_memory(a, b));
  EXPECT_EQ(values(b), values(a));
  EXPECT_EQ(b.device(), GetParam());
  EXPECT_FALSE(gpu::shares_memory(gpu::copy(gpu::view(a)), a));
  EXPECT_FALSE(gpu::shares_memory(gpu::copy(gpu::reshape(a, {4})), a));
  EXPECT_EQ(values(gpu::copy(gpu::transpose(a))), (std::vector{1, 3, 2, 4}));
  EXPECT_EQ(values(gpu::copy(a + 1)), (std::vector{2, 3, 4, 5}));
  EXPECT_EQ(gpu::copy(ndarray<int>(3)).shape(), shape());
  EXPECT_EQ(gpu::copy(gpu::empty<int>(0)).shape(), shape{0});
}

TEST_P(arrays, are_written_by_copyto) {
  ndarray<int> a = gpu::zeros<int>({2, 3});
  const ndarray<int> before = a;
  gpu::copyto(a, ndarray<std::int8_t>{1, 2, 3});
  EXPECT_EQ(values(a), (std::vector{1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(values(before), std::vector<int>(6, 0));
  gpu::copyto(a, -1, gpu::where(gpu::equal(a, 2)));
  EXPECT_EQ(values(a), (std::vector{1, -1, 3, 1, -1, 3}));
  gpu::copyto(gpu::view(a, 1), gpu::flip(gpu::view(a, 0)));
  EXPECT_EQ(values(a), (std::vector{1, -1, 3, 3, -1, 1}));
  gpu::copyto(a, ndarray<double>{7.5, 8, 9}, gpu::casting::unsafe,
              gpu::where(ndarray<bool>{true, false, true}));
  EXPECT_EQ(values(a), (std::vector{7, -1, 9, 7, -1, 9}));
  gpu::copyto(a, ndarray<int>{{{4, 5, 6}}});
  EXPECT_EQ(values(a), (std::vector{4, 5, 6, 4, 5, 6}));
  gpu::copyto(a, 2.5, gpu::casting::unsafe);
  EXPECT_EQ(values(a), std::vector<int>(6, 2));
  gpu::copyto(a, ndarray<int>(5), gpu::where(true));
  EXPECT_EQ(values(a), std::vector<int>(6, 5));
}

TEST_P(arrays, are_unchanged_by_a_copyto_that_is_refused) {
  ndarray<int> a{1, 2, 3};
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { gpu::copyto(a, 1.5); }),
            "Cannot cast scalar from dtype('float64') to dtype('int32') according to the rule "
            "'same_kind'");
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              gpu::copyto(a, ndarray<float>{1, 2, 3});
            }),
            "Cannot cast array data from dtype('float32') to dtype('int32') according to the rule "
            "'same_kind'");
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              gpu::copyto(a, ndarray<int>{1, 2});
            }),
            "could not broadcast input array from shape (2,) into shape (3,)");
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              gpu::copyto(a, ndarray<int>{1, 2}, gpu::where(true));
            }),
            "could not broadcast input array from shape (2,) into shape (3,)");
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              gpu::copyto(a, ndarray<int>{{1, 2, 3}, {4, 5, 6}}, gpu::where(true));
            }),
            "could not broadcast input array from shape (2,3) into shape (3,)");
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              gpu::copyto(a, 1, gpu::where(ndarray<bool>{true, false}));
            }),
            "could not broadcast where mask from shape (2,) into shape (3,)");
  ndarray<std::int8_t> bytes{1};
  EXPECT_THROW(gpu::copyto(bytes, 300), gpu::overflow_error);
  EXPECT_THROW(gpu::copyto(bytes, ndarray<double>{1}, gpu::casting::safe), gpu::dtype_error);
  EXPECT_EQ(values(a), (std::vector{1, 2, 3}));
}

TEST_P(arrays, of_lists_in_each_other) {
  EXPECT_EQ(gpu::array({{{1}, {2}}}).shape(), (gpu::shape{1, 2, 1}));
  EXPECT_EQ(gpu::array<double>({{{{{1}}}}}).shape(), (gpu::shape{1, 1, 1, 1, 1}));
  EXPECT_EQ(gpu::array<double>({1, 2.5}), (ndarray<double>{1, 2.5}));
  EXPECT_EQ(values(gpu::array<gpu::float16>({{1}, {2.5}}).astype<float>()),
            (std::vector<float>{1, 2.5}));
  EXPECT_EQ(gpu::asarray({{1, 2}, {3, 4}}), (ndarray<int>{{1, 2}, {3, 4}}));
  EXPECT_EQ(gpu::asarray({{{1}, {2}}}).shape(), (gpu::shape{1, 2, 1}));
  EXPECT_EQ(gpu::asarray<float>({{1}, {2.5}}), (ndarray<float>{{1}, {2.5}}));
  const gpu::any_expression mixed = gpu::array({{1, 2.5}, {3, 4}});
  EXPECT_EQ(mixed.as<double>(), (ndarray<double>{{1, 2.5}, {3, 4}}));
  EXPECT_EQ(gpu::asarray({true, 2}).dtype(), gpu::dtype::int64);
  EXPECT_EQ(gpu::array({1, 2.5}, gpu::cpu()).device(), gpu::cpu());
}

TEST_P(arrays, are_made_of_others_in_a_dtype_known_at_run_time) {
  const ndarray<float> a{1, 2.5};
  EXPECT_EQ(gpu::asarray(a, gpu::dtype::int8).as<std::int8_t>(), (ndarray<std::int8_t>{1, 2}));
  EXPECT_TRUE(gpu::shares_memory(gpu::asarray(a, gpu::dtype::float32).as<float>(), a));
  EXPECT_EQ(gpu::array(a + 1, gpu::dtype::float64, gpu::cpu()).device(), gpu::cpu());
  const gpu::any_expression untyped = gpu::asarray(a, gpu::dtype::int16);
  EXPECT_EQ(gpu::asarray(untyped, gpu::dtype::float64).as<double>(), (ndarray<double>{1, 2}));
  EXPECT_EQ(gpu::asarray(std::vector{1, 2}, gpu::dtype::float32).as<float>(),
            (ndarray<float>{1, 2}));
  EXPECT_EQ(gpu::asarray(3, gpu::dtype::int8).as<std::int8_t>().item(), 3);
  EXPECT_THROW((void)gpu::asarray(300, gpu::dtype::int8), gpu::overflow_error);
  EXPECT_THROW((void)gpu::asarray(ndarray<std::complex<double>>{1}, gpu::dtype::float64),
               gpu::dtype_error);
}

TEST_P(arrays, are_made_of_others_in_the_dtype_of_an_option) {
  const ndarray<int> a{1, 2};
  const ndarray<float> wide = gpu::asarray(a, gpu::as_dtype<float>);
  EXPECT_EQ(values(wide), (std::vector<float>{1, 2}));
  EXPECT_TRUE(gpu::shares_memory(gpu::asarray(a, gpu::as_dtype<int>), a));
  EXPECT_EQ(gpu::array(std::vector{1, 2}, gpu::as_dtype<float>), wide);
  EXPECT_EQ(gpu::asarray({1, 2}, gpu::as_dtype<float>), wide);
  EXPECT_EQ(gpu::array({{1, 2.5}, {3, 4}}, gpu::as_dtype<float>),
            (ndarray<float>{{1, 2.5}, {3, 4}}));
  EXPECT_EQ(gpu::array(3, gpu::as_dtype<float>, gpu::cpu()).device(), gpu::cpu());
}

INSTANTIATE_TEST_SUITE_P(devices, arrays, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
