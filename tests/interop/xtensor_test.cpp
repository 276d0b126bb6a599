// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/xtensor.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>

#if __has_include(<xtensor/views/xview.hpp>)
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xadapt.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xview.hpp>
#endif

#include <gtest/gtest.h>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"

namespace {

using gpu::test::on_device;

template <class Array>
auto softplus(const Array& x) {
  auto xp = gpu::get_array_module(x);
  return xp.maximum(0, x) + xp.log1p(xp.exp(-xp.abs(x)));
}

template <class E>
using value_of = typename std::decay_t<E>::value_type;

class xtensor : public on_device {};

TEST_P(xtensor, arrays_go_to_the_current_device_and_back) {
  const xt::xarray<float> host{{1, 2, 3}, {4, 5, 6}};
  const gpu::ndarray<float> x = gpu::to_gpu(host);
  EXPECT_EQ(x.device(), GetParam());
  EXPECT_EQ(x.shape(), (gpu::shape{2, 3}));
  const xt::xarray<float> back = gpu::to_cpu(x);
  EXPECT_EQ(back, host);
}

TEST_P(xtensor, the_source_may_change_after_the_copy) {
  xt::xarray<int> host{1, 2, 3};
  const auto x = gpu::to_gpu(host);
  host(0) = 9;
  EXPECT_EQ(gpu::to_cpu(x), (xt::xarray<int>{1, 2, 3}));
}

TEST_P(xtensor, expressions_and_views_are_read_in_their_own_order) {
  const xt::xarray<double> host{{1, 2, 3}, {4, 5, 6}};
  const xt::xarray<double> by_columns{{1, 4}, {2, 5}, {3, 6}};
  EXPECT_EQ(gpu::to_cpu(gpu::to_gpu(xt::transpose(host))), by_columns);
  EXPECT_EQ(gpu::to_cpu(gpu::to_gpu(host + 1)), host + 1);
  EXPECT_EQ(gpu::to_cpu(gpu::to_gpu(xt::view(host, xt::all(), xt::range(1, 3)))),
            (xt::xarray<double>{{2, 3}, {5, 6}}));
  EXPECT_EQ(gpu::to_cpu(gpu::to_gpu(xt::view(host, 1, xt::all()))), (xt::xarray<double>{4, 5, 6}));
  EXPECT_EQ(gpu::to_cpu(gpu::to_gpu(xt::view(host, xt::all(), xt::range(2, xt::xnone(), -1)))),
            (xt::xarray<double>{{3, 2, 1}, {6, 5, 4}}));
}

TEST_P(xtensor, column_major_arrays_keep_their_elements_in_place) {
  const xt::xarray<float, xt::layout_type::column_major> host{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(gpu::to_cpu(gpu::to_gpu(host)), (xt::xarray<float>{{1, 2, 3}, {4, 5, 6}}));
}

TEST_P(xtensor, other_containers_and_adapted_memory_are_copied) {
  const xt::xtensor<int, 2> fixed_rank{{1, 2}, {3, 4}};
  EXPECT_EQ(gpu::to_cpu(gpu::to_gpu(fixed_rank)), (xt::xarray<int>{{1, 2}, {3, 4}}));
  const std::vector<float> memory{1, 2, 3, 4};
  EXPECT_EQ(gpu::to_cpu(gpu::to_gpu(xt::adapt(memory, {2, 2}))),
            (xt::xarray<float>{{1, 2}, {3, 4}}));
  EXPECT_EQ(gpu::to_cpu(gpu::from_host(memory.data(), {4})), (xt::xarray<float>{1, 2, 3, 4}));
}

TEST_P(xtensor, rank_0_and_empty_arrays_are_copied) {
  const xt::xarray<float> scalar(2.5f);
  EXPECT_EQ(gpu::to_gpu(scalar).item(), 2.5f);
  EXPECT_EQ(gpu::to_cpu(gpu::to_gpu(scalar)).dimension(), 0u);
  const xt::xarray<float> empty = xt::xarray<float>::from_shape({0, 3});
  EXPECT_EQ(gpu::to_gpu(empty).shape(), (gpu::shape{0, 3}));
  EXPECT_EQ(gpu::to_cpu(gpu::to_gpu(empty)).size(), 0u);
}

TEST_P(xtensor, bool_and_complex_elements_are_copied) {
  const xt::xarray<bool> flags{true, false};
  EXPECT_EQ(gpu::to_cpu(gpu::to_gpu(flags)), flags);
  const xt::xarray<std::complex<float>> numbers{std::complex<float>(1, 2),
                                                std::complex<float>(3, -4)};
  EXPECT_EQ(gpu::to_cpu(gpu::to_gpu(numbers)), numbers);
}

TEST_P(xtensor, an_array_is_made_from_an_expression_and_converts_its_elements) {
  const xt::xarray<int> host{1, 2, 3};
  const gpu::ndarray<int> same = host + 1;
  EXPECT_EQ(gpu::to_cpu(same), (xt::xarray<int>{2, 3, 4}));
  const gpu::ndarray<double> wider = host;
  EXPECT_EQ(gpu::to_cpu(wider), (xt::xarray<double>{1, 2, 3}));
}

TEST_P(xtensor, an_array_of_integers_is_elements_and_no_shape) {
  const xt::xarray<int> host = {2, 3};
  EXPECT_EQ(gpu::to_cpu(gpu::ndarray<int>(host)), host);
  EXPECT_EQ(gpu::to_cpu(gpu::asarray<double>(host)), host);
  EXPECT_EQ(gpu::to_cpu(gpu::ndarray<bool>(xt::xarray<bool>{true, false})),
            (xt::xarray<bool>{true, false}));
}

TEST_P(xtensor, expressions_and_arrays_of_this_library_come_to_the_cpu) {
  const gpu::ndarray<float> x{1, 2, 3};
  EXPECT_EQ(gpu::to_cpu(x * 2), (xt::xarray<float>{2, 4, 6}));
}

TEST_P(xtensor, to_gpu_and_to_cpu_of_what_is_there_is_itself) {
  const gpu::ndarray<float> x{1, 2, 3};
  EXPECT_TRUE(gpu::shares_memory(x, gpu::to_gpu(x)));
  EXPECT_EQ(gpu::to_gpu(x, gpu::cpu()).device(), gpu::cpu());
  const xt::xarray<float> host{1, 2, 3};
  EXPECT_EQ(&gpu::to_cpu(host), &host);
}

TEST_P(xtensor, one_source_computes_on_xtensor_and_here) {
  const xt::xarray<float> host{{-100, -1, -0.0f}, {0.5, 3, 100}};
  const xt::xarray<float> a = softplus(host);
  const gpu::ndarray<float> b = softplus(gpu::to_gpu(host));
  EXPECT_EQ(b.device(), GetParam());
  const xt::xarray<float> c = gpu::to_cpu(b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_FLOAT_EQ(a.flat(i),
                    std::log1p(std::exp(-std::abs(host.flat(i)))) + std::max(0.0f, host.flat(i)));
    EXPECT_FLOAT_EQ(a.flat(i), c.flat(i));
  }
}

TEST_P(xtensor, array_of_a_dtype_known_at_run_time_is_copied_as_that) {
  const gpu::ndarray<int> i{1, 2};
  const gpu::any_expression q = gpu::concatenate({i, i * 0.5});
  const xt::xarray<double> host = gpu::to_cpu<double>(q);
  EXPECT_EQ(host, (xt::xarray<double>{1, 2, 0.5, 1}));
  EXPECT_THROW((void)gpu::to_cpu<float>(q), gpu::dtype_error);
}

INSTANTIATE_TEST_SUITE_P(devices, xtensor, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

TEST(xtensor_device, with_get_device_of_a_host_array_nothing_happens) {
  const xt::xarray<float> host{1, 2};
  const gpu::device before = gpu::current_device();
  gpu::device_guard scope{gpu::get_device(host)};
  EXPECT_EQ(gpu::current_device(), before);
  static_assert(std::is_same_v<decltype(gpu::get_device(host)), gpu::no_device>);
}

TEST(xtensor_function, results_have_the_dtype_of_numpy) {
  const xt::xarray<float> f{1, 2};
  const xt::xarray<double> d{1, 2};
  const xt::xarray<std::int8_t> b{1, 2};
  const xt::xarray<std::uint8_t> u{1, 2};
  const xt::xarray<int> i{1, 2};
  const xt::xarray<bool> t{true, false};
  static_assert(std::is_same_v<value_of<decltype(gpu::add(f, 0.5))>, float>);
  static_assert(std::is_same_v<value_of<decltype(gpu::add(f, d))>, double>);
  static_assert(std::is_same_v<value_of<decltype(gpu::add(i, f))>, double>);
  static_assert(std::is_same_v<value_of<decltype(gpu::add(b, u))>, std::int16_t>);
  static_assert(std::is_same_v<value_of<decltype(gpu::add(b, 1))>, std::int8_t>);
  static_assert(std::is_same_v<value_of<decltype(gpu::add(i, 0.5))>, double>);
  static_assert(std::is_same_v<value_of<decltype(gpu::divide(i, i))>, double>);
  static_assert(std::is_same_v<value_of<decltype(gpu::add(t, t))>, bool>);
  static_assert(std::is_same_v<value_of<decltype(gpu::exp(t))>, gpu::float16>);
  static_assert(std::is_same_v<value_of<decltype(gpu::less(f, d))>, bool>);
  static_assert(std::is_same_v<value_of<decltype(gpu::multiply(f, std::complex<double>(0, 1)))>,
                               std::complex<float>>);
}

TEST(xtensor_function, values_follow_the_special_cases_of_numpy) {
  const float inf = std::numeric_limits<float>::infinity();
  const xt::xarray<int> a{7, -7, 5};
  const xt::xarray<int> b{-2, 2, 0};
  EXPECT_EQ(gpu::floor_divide(a, b), (xt::xarray<int>{-4, -4, 0}));
  EXPECT_EQ(gpu::remainder(a, b), (xt::xarray<int>{-1, 1, 0}));
  EXPECT_EQ(gpu::divide(a, 2), (xt::xarray<double>{3.5, -3.5, 2.5}));
  const xt::xarray<float> x{std::nanf(""), -inf, 1};
  EXPECT_EQ(gpu::isnan(gpu::maximum(0, x)), (xt::xarray<bool>{true, false, false}));
  const xt::xarray<std::complex<float>> z{std::complex<float>(3, 4), 0};
  EXPECT_EQ(gpu::abs(z), (xt::xarray<float>{5, 0}));
  EXPECT_EQ(gpu::where(gpu::less(a, 0), a, 0), (xt::xarray<int>{0, -7, 0}));
}

TEST(xtensor_function, operands_broadcast) {
  xt::xarray<float> column{1, 2};
  column.reshape({2, 1});
  const xt::xarray<float> row{10, 20, 30};
  EXPECT_EQ(gpu::add(column, row), (xt::xarray<float>{{11, 21, 31}, {12, 22, 32}}));
}

TEST(xtensor_function, integers_that_do_not_fit_are_refused_and_compared_by_value) {
  const xt::xarray<std::uint8_t> a{1, 200};
  EXPECT_THROW((void)gpu::add(a, 300), gpu::overflow_error);
  EXPECT_THROW((void)gpu::add(a, -1), gpu::overflow_error);
  EXPECT_EQ(gpu::less(a, 300), (xt::xarray<bool>{true, true}));
  EXPECT_EQ(gpu::greater(a, -1), (xt::xarray<bool>{true, true}));
  const xt::xarray<std::int64_t> least{-1};
  const xt::xarray<std::uint64_t> most{std::numeric_limits<std::uint64_t>::max()};
  EXPECT_EQ(gpu::less(least, most), (xt::xarray<bool>{true}));
}

TEST(xtensor_function, refers_to_lvalues_and_keeps_rvalues) {
  xt::xarray<float> x{1, 2};
  const auto of_lvalue = gpu::negative(x);
  const auto of_rvalue = gpu::negative(xt::xarray<float>{1, 2});
  x(0) = 5;
  EXPECT_EQ(of_lvalue, (xt::xarray<float>{-5, -2}));
  EXPECT_EQ(of_rvalue, (xt::xarray<float>{-1, -2}));
}

TEST(xtensor_function, is_an_operand_of_functions_of_xtensor) {
  const xt::xarray<float> x{1, 4};
  EXPECT_EQ(xt::sqrt(gpu::square(x)) + 1, (xt::xarray<float>{2, 5}));
}

TEST(xtensor_function, of_two_results_is_a_tuple) {
  const xt::xarray<int> x{7, -7};
  const auto [quotient, remainder] = gpu::divmod(x, 3);
  static_assert(std::is_same_v<decltype(quotient)::value_type, int>);
  EXPECT_EQ(quotient, (xt::xarray<int>{2, -3}));
  EXPECT_EQ(remainder, (xt::xarray<int>{1, 2}));
  const auto [mantissa, exponent] = gpu::frexp(xt::xarray<double>{7.5, -1});
  EXPECT_EQ(mantissa, (xt::xarray<double>{0.9375, -0.5}));
  EXPECT_EQ(exponent, (xt::xarray<int>{3, 1}));
}

TEST(xtensor_module, makes_arrays_of_xtensor) {
  const xt::xarray<float> x{{1, 2}, {3, 4}};
  const auto xp = gpu::get_array_module(x);
  static_assert(std::is_same_v<decltype(xp.zeros_like(x)), xt::xarray<float>>);
  EXPECT_EQ(xp.zeros_like(x), (xt::xarray<float>{{0, 0}, {0, 0}}));
  EXPECT_EQ(xp.full_like(x, 7), (xt::xarray<float>{{7, 7}, {7, 7}}));
  EXPECT_EQ(xp.ones<int>({3}), (xt::xarray<int>{1, 1, 1}));
  EXPECT_EQ(xp.arange(3), (xt::xarray<int>{0, 1, 2}));
  EXPECT_EQ(xp.linspace(0.0, 1.0, 3), (xt::xarray<double>{0, 0.5, 1}));
  EXPECT_EQ(xp.eye<float>(2), (xt::xarray<float>{{1, 0}, {0, 1}}));
}

}  // namespace
