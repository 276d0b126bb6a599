// SPDX-License-Identifier: BSD-3-Clause
// Assignment of xtensor expressions that hold functions of this library: the values, which are
// those of `cpu()`.
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>

#if __has_include(<xtensor/views/xview.hpp>)
#include <xtensor/containers/xfixed.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/core/xnoalias.hpp>
#include <xtensor/generators/xbuilder.hpp>
#include <xtensor/views/xstrided_view.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xbuilder.hpp>
#include <xtensor/xfixed.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xstrided_view.hpp>
#include <xtensor/xview.hpp>
#endif

#include <gtest/gtest.h>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/interop/xtensor.hpp>

namespace {

using xt::layout_type;

xt::xarray<float> numbers(std::size_t rows, std::size_t columns) {
  xt::xarray<float> x = xt::xarray<float>::from_shape({rows, columns});
  for (std::size_t i = 0; i < x.size(); ++i)
    x.flat(i) = static_cast<float>(static_cast<int>(i * 7919 % 1000) - 500) / 64;
  return x;
}

/// Element by element, in row-major order.
template <class A, class B>
void expect_same(const A& a, const B& b) {
  ASSERT_EQ(a.dimension(), b.dimension());
  ASSERT_TRUE(std::equal(a.shape().begin(), a.shape().end(), b.shape().begin()));
  auto at = b.template cbegin<layout_type::row_major>();
  std::size_t i = 0;
  for (auto it = a.template cbegin<layout_type::row_major>();
       it != a.template cend<layout_type::row_major>(); ++it, ++at, ++i)
    ASSERT_EQ(*it, *at) << i;
}

TEST(xtensor_assignment, gives_the_values_of_cpu_at_every_size) {
  for (const std::size_t size : {0u, 1u, 2u, 63u, 64u, 65u, 1000u, 2047u, 2048u, 2049u, 10007u}) {
    const xt::xarray<float> x = numbers(1, size);
    const xt::xarray<float> here = gpu::maximum(0, x) + gpu::log1p(gpu::exp(-gpu::abs(x)));
    const gpu::ndarray<float> y = gpu::to_gpu(x, gpu::cpu());
    const gpu::ndarray<float> there = gpu::maximum(0, y) + gpu::log1p(gpu::exp(-gpu::abs(y)));
    const xt::xarray<float> wanted = gpu::to_cpu(there);
    ASSERT_EQ(here.shape(), wanted.shape());
    for (std::size_t i = 0; i < size; ++i)
      ASSERT_NEAR(here.flat(i), wanted.flat(i), 1e-6 * (1 + wanted.flat(i))) << x.flat(i);
  }
}

template <class T>
void expect_bits_of_cpu_between(const xt::xarray<T>& x, T low, T high) {
  const xt::xarray<T> here = gpu::clip(x, low, high);
  const xt::xarray<T> there = gpu::to_cpu(gpu::clip(gpu::to_gpu(x, gpu::cpu()), low, high));
  ASSERT_EQ(std::memcmp(here.data(), there.data(), x.size() * sizeof(T)), 0) << low << ", " << high;
}

TEST(xtensor_assignment, clips_between_numbers_with_the_bits_of_cpu) {
  xt::xarray<float> x = numbers(1, 1000);
  x.flat(3) = NAN;
  x.flat(4) = -0.0f;
  x.flat(5) = 0.0f;
  x.flat(6) = -INFINITY;
  for (const float low : {-1.0f, -0.0f, 0.0f, 2.0f, NAN, -INFINITY})
    for (const float high : {1.0f, -0.0f, 0.0f, NAN, INFINITY}) {
      expect_bits_of_cpu_between(x, low, high);
      expect_bits_of_cpu_between<double>(x, low, high);
    }
  const xt::xarray<int> n = xt::cast<int>(numbers(1, 1000));
  expect_bits_of_cpu_between(n, -2, 3);
  expect_bits_of_cpu_between(n, 3, -2);
  xt::noalias(x) = gpu::clip(x, 1.0f, 2.0f);
  EXPECT_EQ(x.flat(6), 1.0f);
}

TEST(xtensor_assignment, gives_the_bits_of_an_element_wherever_it_lies) {
  const xt::xarray<float> x = numbers(1, 5000);
  const xt::xarray<float> all = gpu::exp(x);
  for (std::size_t i = 0; i < x.size(); i += 37) {
    const xt::xarray<float> one{x.flat(i)};
    const xt::xarray<float> alone = gpu::exp(one);
    ASSERT_EQ(std::memcmp(&alone.flat(0), &all.flat(i), sizeof(float)), 0) << i;
  }
}

TEST(xtensor_assignment, serves_every_layout_of_target_and_operands) {
  const xt::xarray<float> x = numbers(37, 101);
  const xt::xarray<float, layout_type::column_major> by_columns = x;
  const xt::xarray<float, layout_type::dynamic> either = x;
  xt::xarray<float, layout_type::dynamic> transposed(std::vector<std::size_t>{37, 101},
                                                     layout_type::column_major);
  transposed = gpu::square(either);
  const xt::xtensor<float, 2> wanted = x * x;
  expect_same(xt::xarray<float>(gpu::square(by_columns)), wanted);
  expect_same(xt::xarray<float, layout_type::column_major>(gpu::square(by_columns)), wanted);
  expect_same(xt::xarray<float, layout_type::column_major>(gpu::square(x)), wanted);
  expect_same(xt::xtensor<float, 2>(gpu::multiply(x, by_columns)), wanted);
  expect_same(transposed, wanted);
  expect_same(xt::xarray<float>(gpu::square(xt::transpose(by_columns))), xt::transpose(wanted));
}

TEST(xtensor_assignment, writes_through_views) {
  const xt::xarray<float> x = numbers(6, 300);
  xt::xarray<float> y = xt::zeros<float>({6, 600});
  xt::view(y, xt::all(), xt::range(1, 600, 2)) = gpu::negative(x);
  xt::noalias(xt::view(y, xt::all(), xt::range(0, 600, 2))) = gpu::abs(x);
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t k = 0; k < 300; ++k) {
      ASSERT_EQ(y(i, 2 * k + 1), -x(i, k));
      ASSERT_EQ(y(i, 2 * k), std::abs(x(i, k)));
    }
}

TEST(xtensor_assignment, reads_views_backwards_and_in_steps) {
  const xt::xarray<float> x = numbers(9, 400);
  const auto part = xt::view(x, xt::range(1, 9, 3), xt::range(399, 0, -2));
  const auto strided = xt::strided_view(x, {xt::range(0, 3), xt::range(0, 400, 2)});
  expect_same(xt::xarray<float>(gpu::add(part, strided)), xt::xarray<float>(part + strided));
}

TEST(xtensor_assignment, operands_broadcast) {
  const xt::xarray<float> x = numbers(40, 90);
  const xt::xarray<float> row = numbers(1, 90);
  const xt::xarray<float> column = numbers(40, 1);
  const xt::xarray<float> line = xt::view(row, 0, xt::all());
  const xt::xarray<float> wanted = x + row + column + line;
  expect_same(xt::xarray<float>(gpu::add(gpu::add(gpu::add(x, row), column), line)), wanted);
  const xt::xarray<float> one(2.5f);
  expect_same(xt::xarray<float>(gpu::multiply(one, x)), xt::xarray<float>(2.5f * x));
  expect_same(xt::xarray<float>(gpu::multiply(one, one)), xt::xarray<float>(6.25f));
}

TEST(xtensor_assignment, functions_and_generators_of_xtensor_are_operands) {
  const xt::xarray<float> x = numbers(3, 1000);
  expect_same(xt::xarray<float>(gpu::negative(x * 2 + 1)), xt::xarray<float>(-(x * 2 + 1)));
  expect_same(xt::xarray<float>(xt::sqrt(gpu::abs(x)) - gpu::square(x)),
              xt::xarray<float>(xt::sqrt(xt::abs(x)) - x * x));
  expect_same(xt::xarray<double>(gpu::negative(xt::arange<double>(0, 3000))),
              xt::xarray<double>(-xt::arange<double>(0, 3000)));
  expect_same(xt::xarray<bool>(gpu::less(x, 0) && gpu::greater(x, -1)),
              xt::xarray<bool>(x < 0.0f && x > -1.0f));
}

TEST(xtensor_assignment, elements_are_converted_as_numpy_and_the_target_say) {
  xt::xarray<int> i = xt::arange<int>(-3000, 3000);
  const xt::xarray<float> f = xt::cast<float>(i);
  static_assert(std::is_same_v<typename decltype(gpu::add(i, f))::value_type, double>);
  const xt::xarray<float> narrow = gpu::add(i, f);
  expect_same(narrow, xt::xarray<float>(f + f));
  const xt::xarray<double> quotient = gpu::divide(i, 4);
  expect_same(quotient, xt::xarray<double>(xt::cast<double>(i) / 4));
  const xt::xarray<std::int8_t> small = xt::cast<std::int8_t>(i);
  expect_same(xt::xarray<bool>(gpu::less(small, 300)), xt::xarray<bool>(xt::ones<bool>({6000})));
  expect_same(xt::xarray<bool>(gpu::less(small, i)), xt::xarray<bool>(xt::cast<int>(small) < i));
}

TEST(xtensor_assignment, reads_and_writes_parts_that_lie_densely_and_others) {
  const xt::xarray<float> x = numbers(6, 40);
  const auto check = [&](const auto& part) {
    const xt::xarray<float> copied = part;
    const xt::xarray<float> doubled = gpu::add(part, part);
    expect_same(doubled, xt::xarray<float>(copied + copied));
    const xt::xarray<float> mixed = gpu::subtract(part, copied);
    expect_same(mixed, xt::xarray<float>(copied - copied));
  };
  check(xt::view(x, 2));
  check(xt::view(x, xt::range(1, 4)));
  check(xt::view(x, xt::range(1, 5, 2)));
  check(xt::view(x, xt::all(), 3));
  check(xt::view(x, xt::all(), xt::range(0, 40)));
  check(xt::view(x, xt::all(), xt::range(0, 39)));
  check(xt::view(x, xt::range(2, 3), xt::range(5, 9)));
  check(xt::strided_view(x, {xt::range(1, 3), xt::ellipsis()}));
  check(xt::strided_view(x, {xt::ellipsis(), xt::range(1, 3)}));
  check(xt::transpose(x));
  xt::xarray<float> y = numbers(6, 40);
  xt::xarray<float> wanted = y;
  xt::noalias(xt::view(y, xt::range(1, 3))) = gpu::negative(xt::view(x, xt::range(3, 5)));
  xt::noalias(xt::view(y, xt::all(), xt::range(7, 9))) =
      gpu::negative(xt::view(x, xt::all(), xt::range(0, 2)));
  for (std::size_t column = 0; column < 40; ++column)
    for (std::size_t row : {1, 2}) wanted(row, column) = -x(row + 2, column);
  for (std::size_t row = 0; row < 6; ++row)
    for (std::size_t column : {7, 8}) wanted(row, column) = -x(row, column - 7);
  expect_same(y, wanted);
}

TEST(xtensor_assignment, is_in_place_and_added_to) {
  xt::xarray<float> x = numbers(1, 5000);
  const xt::xarray<float> before = x;
  xt::noalias(x) = gpu::negative(x);
  expect_same(x, xt::xarray<float>(-before));
  x += gpu::abs(before);
  expect_same(x, xt::xarray<float>(-before + xt::abs(before)));
  x = gpu::add(x, xt::view(x, xt::all(), xt::range(4999, xt::xnone(), -1)));
  const xt::xarray<float> sum = xt::abs(before) - before;
  expect_same(x,
              xt::xarray<float>(sum + xt::view(sum, xt::all(), xt::range(4999, xt::xnone(), -1))));
}

TEST(xtensor_assignment, fixed_shapes_and_complex_elements) {
  const xt::xtensor_fixed<float, xt::xshape<2, 3>> x{{1, -2, 3}, {-4, 5, -6}};
  const xt::xtensor_fixed<float, xt::xshape<2, 3>> y = gpu::abs(x);
  expect_same(y, xt::xarray<float>{{1, 2, 3}, {4, 5, 6}});
  using number = std::complex<double>;
  const xt::xarray<number> z{number(3, 4), number(0, -2)};
  const xt::xarray<number> conjugated = gpu::conjugate(z);
  expect_same(conjugated, xt::xarray<number>{number(3, -4), number(0, 2)});
  expect_same(xt::xarray<double>(gpu::abs(z)), xt::xarray<double>(xt::abs(z)));
}

}  // namespace
