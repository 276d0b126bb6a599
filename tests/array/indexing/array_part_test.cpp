// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/array_part.hpp>

#include <complex>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/atleast.hpp>
#include <gpu/array/manipulation/rearranging.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

class array_part : public gpu::test::on_device {
 protected:
  /// 0 ... 5 of shape (2, 3).
  static ndarray<int> matrix() {
    ndarray<int> a = gpu::arange<int>(6);
    a.reshape({2, 3});
    return a;
  }
};

TEST_P(array_part, that_is_transposed_writes_to_the_array) {
  ndarray<int> a = matrix();
  gpu::transpose(a) = ndarray<int>{{10, 40}, {20, 50}, {30, 60}};
  EXPECT_EQ(values(a), (std::vector{10, 20, 30, 40, 50, 60}));
  gpu::swapaxes(a, 0, 1) = ndarray<int>{1, 2};  // broadcast
  EXPECT_EQ(values(a), (std::vector{1, 1, 1, 2, 2, 2}));
}

TEST_P(array_part, of_every_view_function_writes_to_the_array) {
  ndarray<int> a = matrix();
  gpu::diagonal(a, 1) = 7;
  EXPECT_EQ(values(a), (std::vector{0, 7, 2, 3, 4, 7}));
  gpu::flip(a, 1) = ndarray<int>{1, 2, 3};
  EXPECT_EQ(values(a), (std::vector{3, 2, 1, 3, 2, 1}));
  gpu::flatten(a) = gpu::arange<int>(6);
  EXPECT_EQ(values(a), (std::vector{0, 1, 2, 3, 4, 5}));
  gpu::reshape_view(a, {3, -1}) = ndarray<int>{8, 9};
  EXPECT_EQ(values(a), (std::vector{8, 9, 8, 9, 8, 9}));
  gpu::expand_dims(a, 0) = 1;
  gpu::moveaxis(a, 0, 1) = ndarray<int>{4, 5};
  EXPECT_EQ(values(a), (std::vector{4, 4, 4, 5, 5, 5}));
  ndarray<int> row = gpu::zeros<int>({1, 3});
  gpu::squeeze(row) = ndarray<int>{1, 2, 3};
  EXPECT_EQ(values(row), (std::vector{1, 2, 3}));
  EXPECT_EQ(a.shape(), (shape{2, 3}));
}

TEST_P(array_part, of_functions_of_matrices_writes_to_the_array) {
  ndarray<int> a = matrix();
  gpu::fliplr(a) = {1, 2, 3};
  EXPECT_EQ(values(a), (std::vector{3, 2, 1, 3, 2, 1}));
  gpu::flipud(a) = matrix();
  EXPECT_EQ(values(a), (std::vector{3, 4, 5, 0, 1, 2}));
  gpu::rot90(a) = ndarray<int>{{0, 1}, {2, 3}, {4, 5}};
  EXPECT_EQ(values(a), (std::vector{4, 2, 0, 5, 3, 1}));
  gpu::rot90<2>(a) = matrix();
  EXPECT_EQ(values(a), (std::vector{5, 4, 3, 2, 1, 0}));
  gpu::rollaxis(a, 1) = ndarray<int>{7, 8};
  EXPECT_EQ(values(a), (std::vector{7, 7, 7, 8, 8, 8}));
  gpu::permute_dims(a) = ndarray<int>{{1}, {2}, {3}};
  EXPECT_EQ(values(a), (std::vector{1, 2, 3, 1, 2, 3}));
  gpu::matrix_transpose(a) += ndarray<int>{0, 3};
  EXPECT_EQ(values(a), (std::vector{1, 2, 3, 4, 5, 6}));
  gpu::transpose(a).fill(3);
  EXPECT_EQ(values(a), std::vector(6, 3));
}

TEST_P(array_part, is_sorted_in_place) {
  ndarray<int> a{{3, 5, 2}, {6, 1, 4}};
  gpu::transpose(a).sort();
  EXPECT_EQ(values(a), (std::vector{3, 1, 2, 6, 5, 4}));
  gpu::transpose(a).sort(0, true);
  EXPECT_EQ(values(a), (std::vector{3, 2, 1, 6, 5, 4}));
  gpu::swapaxes(gpu::view(a, gpu::all(), gpu::range(1, 3)), 0, 1).partition(0, 0);
  EXPECT_EQ(values(a), (std::vector{3, 1, 2, 6, 4, 5}));
  EXPECT_THROW(gpu::transpose(a).sort(2), gpu::axis_error);
  EXPECT_EQ(values(a), (std::vector{3, 1, 2, 6, 4, 5}));
  ndarray<float> none = ndarray<float>::from_shape({0, 2});
  gpu::transpose(none).sort();
  EXPECT_EQ(none.shape(), (shape{0, 2}));
}

TEST_P(array_part, with_axes_put_in_writes_to_the_array) {
  ndarray<int> a{1, 2, 3};
  gpu::atleast_1d(a) = 5;
  EXPECT_EQ(values(a), std::vector(3, 5));
  gpu::atleast_2d(a) = ndarray<int>{{1, 2, 3}};
  gpu::atleast_3d(a) *= 2;
  EXPECT_EQ(values(a), (std::vector{2, 4, 6}));
  ndarray<int> number = 7;
  gpu::atleast_1d(number) = 9;
  EXPECT_EQ(number.item(), 9);
  EXPECT_EQ(values(gpu::atleast_1d(7)), std::vector{7});
}

TEST_P(array_part, whose_view_is_taken_writes_to_the_array) {
  ndarray<int> a = matrix();  // 0 ... 5
  gpu::view(gpu::transpose(a), 0) = ndarray<int>{7, 8};
  EXPECT_EQ(values(a), (std::vector{7, 1, 2, 8, 4, 5}));
  gpu::view(gpu::transpose(a), gpu::range(1, 3), 1) = {9, 10};
  EXPECT_EQ(values(a), (std::vector{7, 1, 2, 8, 9, 10}));
  gpu::view(gpu::view(gpu::flip(a), 0), gpu::range(0, 2)) += 1;
  EXPECT_EQ(values(a), (std::vector{7, 1, 2, 8, 10, 11}));
  const ndarray<int> copy = a;
  gpu::view(gpu::transpose(a), gpu::newaxis, -1) = gpu::view(gpu::transpose(a), 0);
  EXPECT_EQ(values(a), (std::vector{7, 1, 7, 8, 10, 8}));
  EXPECT_EQ(values(copy), (std::vector{7, 1, 2, 8, 10, 11}));
  EXPECT_THROW(gpu::view(gpu::transpose(a), 3) = 1, gpu::index_error);
  ndarray<std::complex<float>> z = gpu::zeros<std::complex<float>>({2, 2});
  gpu::view(gpu::imag(z), 0, gpu::range(1, 2)) = 3;
  gpu::view(gpu::imag(z), 1) = 5;
  EXPECT_EQ(values(gpu::imag(z)), (std::vector<float>{0, 3, 5, 5}));
}

TEST_P(array_part, of_a_view_writes_to_the_array) {
  ndarray<int> a = gpu::zeros<int>({2, 3, 3});
  gpu::diagonal(gpu::view(a, 1)) += 1;
  gpu::transpose(gpu::view(a, 0)) = {1, 2, 3};
  EXPECT_EQ(values(a), (std::vector{1, 1, 1, 2, 2, 2, 3, 3, 3, 1, 0, 0, 0, 1, 0, 0, 0, 1}));
  const auto last = gpu::view(a, 1, gpu::range(1, 3));
  gpu::flip(last, 1) = {4, 5, 6};
  EXPECT_EQ(values(last), (std::vector{6, 5, 4, 6, 5, 4}));
  gpu::ravel(last) = {1, 2, 3, 4, 5, 6};
  gpu::reshape(last, {3, -1}) *= ndarray<int>{1, 10};
  gpu::view(gpu::swapaxes(gpu::view(a, 1), 0, 1), 0) = 7;
  EXPECT_EQ(values(gpu::view(a, 1)), (std::vector{7, 0, 0, 7, 20, 3, 7, 5, 60}));
  const ndarray<int> copy = a;
  gpu::squeeze(gpu::view(a, gpu::range(0, 1))) = gpu::view(a, 1);
  EXPECT_EQ(values(gpu::view(a, 0)), values(gpu::view(a, 1)));
  EXPECT_EQ(copy(0, 0, 0), 1);
  gpu::transpose(gpu::view(a, 0)) = gpu::view(a, 0);
  EXPECT_EQ(values(gpu::view(a, 0)), (std::vector{7, 7, 7, 0, 20, 5, 0, 3, 60}));
  auto kept = gpu::transpose(gpu::view(a, 0, gpu::range(0, 2)));
  a.fill(0);
  EXPECT_EQ(values(kept), (std::vector{7, 0, 7, 20, 7, 5}));
}

TEST_P(array_part, of_a_view_of_complex_numbers_is_written) {
  using complex = std::complex<double>;
  ndarray<complex> z = {{complex(0, 1), complex(1, 1), complex(2, 1)},
                        {complex(3, 1), complex(4, 1), complex(5, 1)}};
  gpu::imag(gpu::view(z, gpu::all(), 1)) = {8, 9};
  gpu::real(gpu::view(z, 1, gpu::range(gpu::xnone(), gpu::xnone(), -2))) += 10;
  EXPECT_EQ(values(z), (std::vector<complex>{{0, 1}, {1, 8}, {2, 1}, {13, 1}, {4, 9}, {15, 1}}));
  gpu::view(gpu::real(gpu::view(z, gpu::all(), gpu::range(1, 3))), 1) = -1;
  gpu::view(gpu::imag(z), 0) = 5;
  EXPECT_EQ(values(z), (std::vector<complex>{{0, 5}, {1, 5}, {2, 5}, {13, 1}, {-1, 9}, {-1, 1}}));
}

TEST_P(array_part, of_a_view_whose_elements_lie_apart_has_no_other_shape) {
  ndarray<int> a = matrix();
  EXPECT_EQ(message_of<gpu::value_error>(
                [&] { gpu::ravel(gpu::view(a, gpu::all(), gpu::range(0, 2))) = 9; }),
            "Unable to avoid creating a copy while creating an array as requested: a view of shape "
            "(2,2) whose elements lie apart, in shape (4,)");
  EXPECT_EQ(values(a), (std::vector{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(values(gpu::ravel(gpu::view(a, gpu::all(), gpu::range(0, 2)))),
            (std::vector{0, 1, 3, 4}));
}

TEST_P(array_part, of_a_view_that_outlives_its_array_is_written) {
  auto row = [] {
    ndarray<int> a = matrix();
    return gpu::view(a, 1);
  }();
  gpu::flip(row) = {1, 2, 3};
  EXPECT_EQ(values(row), (std::vector{3, 2, 1}));
}

TEST_P(array_part, is_updated_in_place) {
  ndarray<int> a = matrix();
  gpu::diagonal(a) += 10;
  EXPECT_EQ(values(a), (std::vector{10, 1, 2, 3, 14, 5}));
  gpu::transpose(a) *= ndarray<int>{1, -1};
  EXPECT_EQ(values(a), (std::vector{10, 1, 2, -3, -14, -5}));
}

TEST_P(array_part, reads_all_before_it_writes) {
  ndarray<int> a = gpu::arange<int>(9);
  a.reshape({3, 3});
  gpu::transpose(a) = a;
  EXPECT_EQ(values(a), (std::vector{0, 3, 6, 1, 4, 7, 2, 5, 8}));
  gpu::flip(a) = a;
  EXPECT_EQ(values(a), (std::vector{8, 5, 2, 7, 4, 1, 6, 3, 0}));
  gpu::flatten(a) = gpu::ravel(gpu::transpose(a));
  EXPECT_EQ(values(a), (std::vector{8, 7, 6, 5, 4, 3, 2, 1, 0}));
}

TEST_P(array_part, of_complex_numbers_is_their_real_or_imaginary_part) {
  using complex = std::complex<float>;
  ndarray<complex> z = {{complex(1, 2), complex(3, 4)}, {complex(5, 6), complex(7, 8)}};
  gpu::imag(z) = ndarray<float>{-1, 1};
  EXPECT_EQ(values(z), (std::vector<complex>{{1, -1}, {3, 1}, {5, -1}, {7, 1}}));
  gpu::real(z) = gpu::imag(z);
  EXPECT_EQ(values(z), (std::vector<complex>{{-1, -1}, {1, 1}, {-1, -1}, {1, 1}}));
  gpu::real(z) += 5;
  EXPECT_EQ(values(z), (std::vector<complex>{{4, -1}, {6, 1}, {4, -1}, {6, 1}}));
}

TEST_P(array_part, leaves_copies_of_the_array_alone) {
  ndarray<int> a = matrix();
  const ndarray<int> copy = a;
  const auto before = gpu::transpose(a);
  gpu::transpose(a) = 0;
  EXPECT_EQ(values(copy), (std::vector{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(values(before), (std::vector{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(values(a), (std::vector{0, 0, 0, 0, 0, 0}));
}

TEST_P(array_part, under_a_name_is_an_expression) {
  ndarray<int> a = matrix();
  auto transposed = gpu::transpose(a);
  using part = decltype(transposed);
  static_assert(!std::is_assignable_v<part&, int>);
  static_assert(std::is_assignable_v<part, int>);
  a += 1;
  EXPECT_EQ(values(transposed), (std::vector{0, 3, 1, 4, 2, 5}));
  transposed = gpu::transpose(a);
  EXPECT_EQ(values(transposed), (std::vector{1, 4, 2, 5, 3, 6}));
}

TEST_P(array_part, of_what_cannot_be_written_is_an_expression) {
  const ndarray<int> a = matrix();
  static_assert(std::is_same_v<decltype(gpu::transpose(a)), gpu::expression<int>>);
  static_assert(std::is_same_v<decltype(gpu::flatten(a + 1)), gpu::expression<int>>);
  static_assert(std::is_same_v<decltype(gpu::transpose(ndarray<int>(a))), gpu::expression<int>>);
  using real_array = ndarray<float>;
  static_assert(
      std::is_same_v<decltype(gpu::real(std::declval<real_array&>())), gpu::expression<float>>);
  EXPECT_EQ(values(gpu::transpose(a)), (std::vector{0, 3, 1, 4, 2, 5}));
}

TEST_P(array_part, refuses_what_does_not_fit_and_changes_nothing) {
  ndarray<int> a = matrix();
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              gpu::transpose(a) = ndarray<int>{1, 2, 3};
            }),
            "could not broadcast input array from shape (3,) into shape (3,2)");
  EXPECT_THROW(gpu::flatten(a) = gpu::zeros<int>({2, 3}), gpu::shape_error);
  EXPECT_THROW((gpu::diagonal(a) += gpu::zeros<int>({2, 2})), gpu::shape_error);
  ndarray<std::int8_t> small = {1, 2};
  EXPECT_THROW(gpu::flip(small) = 300, gpu::overflow_error);
  EXPECT_EQ(values(small), (std::vector<std::int8_t>{1, 2}));
  EXPECT_EQ(values(a), (std::vector{0, 1, 2, 3, 4, 5}));
}

TEST_P(array_part, of_no_elements_is_written_as_well) {
  ndarray<int> a = gpu::zeros<int>({0, 3});
  gpu::transpose(a) = 5;
  gpu::flatten(a) = 5;
  EXPECT_EQ(a.shape(), (shape{0, 3}));
}

INSTANTIATE_TEST_SUITE_P(devices, array_part, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
