// SPDX-License-Identifier: BSD-3-Clause
// The methods of arrays that are functions of the same names.
#include <gpu/array/array_methods.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::values;

class methods : public gpu::test::on_device {};

TEST_P(methods, axes) {
  const ndarray<float> a = {{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(values(a.T()), (std::vector<float>{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(values(a.mT()), values(a.T()));
  EXPECT_EQ(values(a.transpose()), values(a.T()));
  EXPECT_EQ(values(a.transpose(1, 0)), values(a.T()));
  EXPECT_EQ(values(a.transpose({0, 1})), values(a));
  EXPECT_EQ(values(a.swapaxes(0, -1)), values(a.T()));
  EXPECT_EQ(values(a.diagonal()), (std::vector<float>{1, 5}));
  EXPECT_EQ(values(a.diagonal(1)), (std::vector<float>{2, 6}));
  EXPECT_THROW(static_cast<void>(a.swapaxes(0, 2)), gpu::axis_error);
}

TEST_P(methods, extents) {
  const ndarray<float> a = {{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(a.ravel().shape(), shape{6});
  EXPECT_EQ(a.flatten().shape(), shape{6});
  EXPECT_EQ((a + 1).reshape({3, 2}).shape(), (shape{3, 2}));
  EXPECT_EQ((a + 1).reshape(3, -1).shape(), (shape{3, 2}));
  EXPECT_EQ(gpu::arange<int>(6).reshape(2, 3)(1, 2), 5);
  EXPECT_EQ((a + 1).reshape(1, 6).squeeze().shape(), shape{6});
  EXPECT_EQ((a + 1).take({0}, 0).shape(), (shape{1, 3}));
  EXPECT_EQ((a + 1).reshape(1, 6, 1).squeeze(0).shape(), (shape{6, 1}));
  EXPECT_THROW(static_cast<void>((a + 1).reshape(4, 2)), gpu::shape_error);
}

TEST_P(methods, extents_count_from_the_end) {
  const ndarray<double> a = gpu::ones<double>({2, 3});
  EXPECT_EQ(a.shape(-1), 3);
  EXPECT_EQ((a + 1.0).shape(-2), 2);
  EXPECT_EQ(gpu::any_expression(a.node()).shape(-1), 3);
  EXPECT_THROW((void)a.shape(2), gpu::axis_error);
  EXPECT_THROW((void)(a + 1.0).shape(-3), gpu::axis_error);
}

TEST_P(methods, reshape_of_an_array_changes_the_array) {
  ndarray<int> a = {1, 2, 3, 4};
  EXPECT_EQ(&a.reshape(2, 2), &a);
  EXPECT_EQ(a.shape(), (shape{2, 2}));
}

TEST_P(methods, values_of_elements) {
  const ndarray<double> a = {3.25, -1, 7};
  EXPECT_EQ(values(a.clip(0, 5)), (std::vector<double>{3.25, 0, 5}));
  EXPECT_EQ(values(a.round()), (std::vector<double>{3, -1, 7}));
  EXPECT_EQ(values(a.round(1)), (std::vector<double>{3.2, -1, 7}));
  EXPECT_EQ(values(a.repeat(2)), (std::vector<double>{3.25, 3.25, -1, -1, 7, 7}));
  EXPECT_EQ(values(a.argsort()), (std::vector<std::int64_t>{1, 0, 2}));
  EXPECT_EQ(values(gpu::sort(a).searchsorted(ndarray<double>{0})), (std::vector<std::int64_t>{1}));
  EXPECT_EQ(values((a > 0).nonzero()[0]), (std::vector<std::int64_t>{0, 2}));
  EXPECT_FALSE(gpu::shares_memory(a, a.copy()));
}

template <class Choices>
concept chooses_from = requires(const ndarray<int>& which, const Choices& choices) {
  which.choose(choices);
};

TEST_P(methods, of_order_and_choice) {
  const ndarray<double> a = {{3, -1, 7}, {5, 9, 2}};
  EXPECT_EQ(a.ptp().item(), 10);
  EXPECT_EQ(values(a.ptp(1)), (std::vector<double>{8, 7}));
  EXPECT_EQ(values(a.argpartition(1, 0)), values(gpu::argpartition(a, 1, 0)));
  EXPECT_EQ(values(a.argpartition({0, 2})), (std::vector<std::int64_t>{1, 0, 2, 2, 0, 1}));
  EXPECT_EQ(values(a.compress({true, false, true}, 1)), (std::vector<double>{3, 7, 5, 2}));
  EXPECT_EQ(values(a.compress(ndarray<bool>{false, true})), (std::vector<double>{-1}));
  const ndarray<int> which = {0, 1, 3};
  EXPECT_EQ(values(which.choose({a * 1, a * 10}, gpu::index_mode::wrap)),
            (std::vector<double>{3, -10, 70, 5, 90, 20}));
  EXPECT_EQ(values(which.choose({which, 2.5}, gpu::index_mode::clip).as<double>()),
            (std::vector<double>{0, 2.5, 2.5}));
  static_assert(!chooses_from<int>);
  EXPECT_EQ(values(which.take({{2}, {0}})), (std::vector<int>{3, 0}));
  EXPECT_EQ(values(which.take(std::vector{1}, 0)), std::vector<int>{1});
  ndarray<int> b = {4, 1, 3, 2};
  b.partition(2);
  EXPECT_EQ(b(2), 3);
  b.partition({0, 3});
  EXPECT_EQ(values(b), (std::vector{1, 2, 3, 4}));
  b.put({0, -1}, ndarray<int>{7, 8});
  b.put(ndarray<std::int64_t>{5}, 9, gpu::index_mode::wrap);
  EXPECT_EQ(values(b), (std::vector{7, 9, 3, 8}));
  gpu::view(b, gpu::range(1, 3)).put({1}, 0);
  EXPECT_EQ(values(b), (std::vector{7, 9, 0, 8}));
}

TEST_P(methods, of_copies_on_the_host) {
  using complex = std::complex<float>;
  const ndarray<complex> z = {complex(1, 2)};
  EXPECT_EQ(z.conjugate()(0), complex(1, -2));
  ndarray<std::int16_t> a = {{1, 2}, {3, 256}};
  EXPECT_EQ(a.tolist(), (std::vector<std::int16_t>{1, 2, 3, 256}));
  EXPECT_EQ((a > 2).tolist(), (std::vector<bool>{false, false, true, true}));
  EXPECT_EQ(gpu::view(a, gpu::all(), 1).tobytes(),
            (std::vector{std::byte(2), std::byte(0), std::byte(0), std::byte(1)}));
  EXPECT_TRUE(gpu::zeros<int>({0, 2}).tobytes().empty());
}

TEST_P(methods, the_same_bytes_are_elements_of_another_type) {
  const ndarray<float> a = {{1, -2, 0}, {4, 5, 6}};
  EXPECT_EQ(
      values(a.view<std::uint32_t>()),
      (std::vector<std::uint32_t>{0x3f800000, 0xc0000000, 0, 0x40800000, 0x40a00000, 0x40c00000}));
  EXPECT_EQ(a.view<std::uint8_t>().shape(), (shape{2, 12}));
  EXPECT_EQ(a.view<std::uint8_t>()(0, 3), 0x3f);
  EXPECT_TRUE(a.view<std::int16_t>().view<float>() == a);
  EXPECT_TRUE((a + 0).T().view<std::int32_t>().view<float>() == a.T());
  EXPECT_EQ(values(gpu::view(ndarray<float>(a), 1, gpu::range(1, 3)).view<std::complex<float>>()),
            (std::vector{std::complex<float>(5, 6)}));
  EXPECT_EQ(gpu::zeros<double>({3, 0}).view<float>().shape(), (shape{3, 0}));
  EXPECT_EQ(gpu::sum(gpu::ones<float>({2})).view<std::int32_t>().item(), 0x40000000);
  EXPECT_EQ(
      gpu::test::message_of<gpu::value_error>([&] { static_cast<void>(a.view<double>()); }),
      "When changing to a larger dtype, its size must be a divisor of the total size in bytes "
      "of the last axis of the array.");
  EXPECT_EQ(gpu::test::message_of<gpu::value_error>(
                [&] { static_cast<void>(gpu::sum(a).view<double>()); }),
            "Changing the dtype of a 0d array is only supported if the itemsize is unchanged");
  // A value: what the array held.
  ndarray<int> b = {1, 2};
  const ndarray<unsigned> before = b.view<unsigned>();
  const auto seen = b.view<unsigned>();
  b(0) = 9;
  EXPECT_EQ(values(before), (std::vector{1u, 2u}));
  EXPECT_EQ(values(seen), (std::vector{1u, 2u}));
}

TEST_P(methods, views_and_conditions_have_them_too) {
  ndarray<int> a = {{1, 2}, {3, 4}};
  EXPECT_EQ(values(gpu::view(a, gpu::all(), 1).T()), (std::vector{2, 4}));
  EXPECT_EQ(values(gpu::view(a, 1).clip(0, 3)), (std::vector{3, 3}));
}

TEST_P(methods, bytes) {
  EXPECT_EQ(ndarray<double>({1, 2, 3}).nbytes(), 24u);
  EXPECT_EQ(ndarray<std::int16_t>::itemsize(), 2u);
}

TEST_P(methods, an_array_takes_its_element_type_from_what_it_is_made_of) {
  ndarray<float> a = {1, 2};
  gpu::ndarray doubled = a * 2;
  gpu::ndarray first = gpu::view(a, 0);
  gpu::ndarray positive = a > 1;
  static_assert(std::is_same_v<decltype(doubled), ndarray<float>>);
  static_assert(std::is_same_v<decltype(first), ndarray<float>>);
  static_assert(std::is_same_v<decltype(positive), ndarray<bool>>);
  EXPECT_EQ(values(doubled), (std::vector<float>{2, 4}));
}

TEST_P(methods, lists_of_extents_and_axes_take_integers_of_any_type) {
  const std::size_t rows = 2;
  const std::uint8_t columns = 3;
  const ndarray<float> a = gpu::ones<float>({rows, columns});
  EXPECT_EQ(a.shape(), (shape{2, 3}));
  EXPECT_EQ(gpu::reshape(a, {rows * columns}).shape(), shape{6});
  EXPECT_EQ(gpu::transpose(a, {rows - 1, rows - 2}).shape(), (shape{3, 2}));
  EXPECT_EQ(gpu::sum(a, {rows - 1}).shape(), shape{2});
  EXPECT_EQ(gpu::zeros_like<int>(a).dtype(), gpu::dtype::int32);
  EXPECT_EQ(values(gpu::full_like<double>(a, 2.5)), std::vector<double>(6, 2.5));
}

TEST_P(methods, views_take_lists) {
  ndarray<int> a = gpu::zeros<int>({2, 3});
  gpu::view(a, 1) = {1, 2, 3};
  gpu::view(a, gpu::all(), gpu::range(0, 2)) = {{7, 8}, {9, 10}};
  EXPECT_EQ(values(a), (std::vector{7, 8, 0, 9, 10, 3}));
  gpu::view(a, ndarray<std::int64_t>{0}) = {4, 5, 6};
  EXPECT_EQ(values(a), (std::vector{4, 5, 6, 9, 10, 3}));
  EXPECT_THROW((gpu::view(a, 1) = {1, 2}), gpu::shape_error);
}

TEST_P(methods, nonzero_of_so_many_axes_can_be_bound) {
  const ndarray<int> a = {{0, 1}, {2, 0}};
  const auto [rows, columns] = a.nonzero<2>();
  EXPECT_EQ(values(rows), (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(values(columns), (std::vector<std::int64_t>{1, 0}));
}

TEST_P(methods, lists_are_arguments) {
  const ndarray<double> a = {{1, 2}, {3, 4}};
  EXPECT_EQ(values(a.repeat({1, 2}, 0)), (std::vector<double>{1, 2, 3, 4, 3, 4}));
  EXPECT_EQ(values(a.ravel().searchsorted({0.5, 3.0}, "right")), (std::vector<std::int64_t>{0, 3}));
}

TEST_P(methods, byteswap_reverses_the_bytes_of_each_number) {
  const ndarray<std::int32_t> a = {{1, 256}, {-1, 0x01020304}};
  EXPECT_EQ(values(a.byteswap()), (std::vector<std::int32_t>{1 << 24, 1 << 16, -1, 0x04030201}));
  EXPECT_EQ(values(a.T().byteswap()),
            (std::vector<std::int32_t>{1 << 24, -1, 1 << 16, 0x04030201}));
  EXPECT_EQ(values(a.byteswap().byteswap()), values(a));
  EXPECT_EQ(ndarray<std::int16_t>(1).byteswap().item(), 256);
  EXPECT_EQ(values(ndarray<bool>{true, false}.byteswap()), (std::vector<bool>{true, false}));
  EXPECT_EQ(gpu::zeros<double>({0, 3}).byteswap().shape(), (shape{0, 3}));
  const ndarray<std::complex<float>> z = {{1, 2}};
  EXPECT_EQ(values(gpu::real(z.byteswap())), values(gpu::real(z).byteswap()));
  EXPECT_EQ(values(gpu::imag(z.byteswap())), values(gpu::imag(z).byteswap()));
}

TEST_P(methods, sizes_in_bytes_and_flags) {
  const ndarray<double> a = {{1, 2, 3}, {4, 5, 6}};
  const gpu::any_expression untyped = gpu::stack({a, a + 1});
  EXPECT_EQ(untyped.itemsize(), 8U);
  EXPECT_EQ(untyped.nbytes(), 96U);
  EXPECT_TRUE(a.flags().c_contiguous);
  EXPECT_FALSE(a.flags().f_contiguous);
  EXPECT_FALSE(a.T().flags().c_contiguous);
  EXPECT_TRUE(a.T().flags().f_contiguous);
  EXPECT_TRUE(a.T().flags().fnc());
  EXPECT_TRUE((a.T() + 1).flags().c_contiguous);
  EXPECT_FALSE(gpu::view(a, gpu::all(), 0).flags().forc());
  EXPECT_TRUE(gpu::ravel(a).flags().forc());
  EXPECT_TRUE(gpu::view(a, 1).flags().f_contiguous);
}

TEST_P(methods, sort_and_partition_take_the_options_of_the_functions) {
  const ndarray<float> unsorted = {{3, 1, 2}, {6, 4, 5}};
  ndarray<float> a = unsorted;
  a.sort(-1, true);
  EXPECT_EQ(values(a), (std::vector<float>{3, 2, 1, 6, 5, 4}));
  a.sort(gpu::axis(0), true, true);
  EXPECT_EQ(values(a), (std::vector<float>{6, 5, 4, 3, 2, 1}));
  a.sort(0, "stable");
  EXPECT_EQ(values(a), (std::vector<float>{3, 2, 1, 6, 5, 4}));
  EXPECT_THROW(a.sort(0, "fast"), gpu::value_error);
  EXPECT_THROW(a.sort(2, true), gpu::axis_error);
  EXPECT_EQ(values(a), (std::vector<float>{3, 2, 1, 6, 5, 4}));
  a.partition(std::vector{0, 2});
  EXPECT_EQ(values(a), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  a = unsorted;
  a.partition(ndarray<int>{0, 1}, 0);
  EXPECT_EQ(values(a), values(gpu::sort(unsorted, 0)));
  EXPECT_EQ(values(unsorted.argpartition(std::vector{0, 1, 2})),
            (std::vector<std::int64_t>{1, 2, 0, 1, 2, 0}));
  EXPECT_EQ(unsorted.argpartition(0, std::nullopt).shape(), shape{6});
}

TEST_P(methods, views_are_sorted_and_partitioned_in_place) {
  ndarray<int> a = {{3, 1, 2}, {6, 4, 5}};
  gpu::view(a, 0).sort();
  EXPECT_EQ(values(a), (std::vector{1, 2, 3, 6, 4, 5}));
  const auto column = gpu::view(a, gpu::all(), 0);
  column.sort(0, true);
  EXPECT_EQ(values(a), (std::vector{6, 2, 3, 1, 4, 5}));
  gpu::view(a, 0).partition({0, 1});
  EXPECT_EQ(values(a), (std::vector{2, 3, 6, 1, 4, 5}));
  gpu::view(a, 1).put({0, -1}, {7, 8.5});
  EXPECT_EQ(values(a), (std::vector{2, 3, 6, 7, 4, 8}));
  a.put({0, 1}, {9, 1.5});
  EXPECT_EQ(values(a), (std::vector{9, 1, 6, 7, 4, 8}));
}

TEST_P(methods, write_into_what_out_gives) {
  const ndarray<double> a = {3.25, 1, 2};
  ndarray<double> c = gpu::zeros<double>(3);
  EXPECT_EQ(&a.clip(1.5, 3, gpu::out(c)), &c);
  EXPECT_EQ(values(c), (std::vector<double>{3, 1.5, 2}));
  EXPECT_EQ(&a.clip(1.5, gpu::out(c)), &c);
  EXPECT_EQ(values(c), (std::vector<double>{3.25, 1.5, 2}));
  EXPECT_EQ(values(a.clip(2)), (std::vector<double>{3.25, 2, 2}));
  EXPECT_EQ(values(a.clip(std::nullopt, 2)), (std::vector<double>{2, 1, 2}));
  EXPECT_EQ(&a.round(1, gpu::out(c)), &c);
  EXPECT_EQ(values(c), (std::vector<double>{3.2, 1, 2}));
  EXPECT_EQ(&a.round(gpu::out(c)), &c);
  EXPECT_EQ(values(c), (std::vector<double>{3, 1, 2}));
  EXPECT_EQ(&a.take({0, 2, 1}, gpu::out(c)), &c);
  EXPECT_EQ(values(c), (std::vector<double>{3.25, 2, 1}));
  EXPECT_EQ(&a.compress({true, true, true}, 0, gpu::out(c)), &c);
  EXPECT_EQ(values(c), values(a));
  const ndarray<int> which = {0, 1, 0};
  EXPECT_EQ(&which.choose({a, a + 1}, gpu::out(c)), &c);
  EXPECT_EQ(values(c), (std::vector<double>{3.25, 2, 2}));
}

TEST_P(methods, take_lists_of_axes_and_numbers) {
  const ndarray<int> a({1, 3, 1}, 5);
  EXPECT_EQ(a.squeeze({0, 2}).shape(), shape{3});
  const ndarray<int> b = {1, 2, 3};
  EXPECT_EQ(values(b.searchsorted({1, 2.5})), (std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(b.searchsorted({{1}, {2}}, "right").shape(), (shape{2, 1}));
  EXPECT_EQ(b.take({{{0}, {1}}}).shape(), (shape{1, 2, 1}));
  EXPECT_EQ(b.reshape({3, 1}).shape(), (shape{3, 1}));
  EXPECT_EQ(b.reshape(3, 1).shape(), (shape{3, 1}));
  EXPECT_EQ(b.shape(), shape{3});
  ndarray<int> c = b;
  c.resize(2, 2);
  EXPECT_EQ(values(c), (std::vector{1, 2, 3, 0}));
}

INSTANTIATE_TEST_SUITE_P(devices, methods, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
