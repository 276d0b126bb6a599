// SPDX-License-Identifier: BSD-3-Clause
// Arrays that receive reductions, and what reductions begin with. What is expected here is what
// NumPy 2.4 gives for the same.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::any_expression;
using gpu::ndarray;
using gpu::test::message_of;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

class reduction_out : public gpu::test::on_device {
 protected:
  template <class T>
  static ndarray<T> one() {
    return gpu::ones<T>({});
  }
  static ndarray<double> fractions() { return {0.5, 0.5, 1.5, -3.75}; }
};

INSTANTIATE_TEST_SUITE_P(, reduction_out, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

TEST_P(reduction_out, of_integers_receives_sums_of_fractions) {
  ndarray<std::int64_t> whole = one<std::int64_t>();
  EXPECT_EQ(gpu::sum(fractions(), gpu::out(whole)).item(), -1);
  EXPECT_EQ(gpu::prod(fractions(), gpu::out(whole)).item(), -1);
  EXPECT_EQ(gpu::min(fractions(), gpu::out(whole)).item(), -3);
  EXPECT_EQ(gpu::nansum(fractions(), gpu::out(whole)).item(), -1);
  EXPECT_EQ(gpu::add.reduce(fractions(), gpu::out(whole)).item(), -1);
  ndarray<std::int64_t> row{1, 1, 1, 1};
  gpu::cumsum(fractions(), gpu::out(row));
  EXPECT_EQ(row, (ndarray<std::int64_t>{0, 1, 2, -1}));
  gpu::cumprod(fractions(), gpu::out(row));
  EXPECT_EQ(row, (ndarray<std::int64_t>{0, 0, 0, -1}));
  ndarray<std::int64_t> parts{1, 1};
  gpu::add.reduceat(fractions(), {0, 2}, gpu::out(parts));
  EXPECT_EQ(parts, (ndarray<std::int64_t>{1, -2}));
  // Of an any_expression likewise.
  EXPECT_EQ(gpu::sum(any_expression(fractions().node()), gpu::out(whole)).item(), -1);
}

TEST_P(reduction_out, of_less_digits_receives_what_is_computed_with_more) {
  ndarray<float> narrow = one<float>();
  EXPECT_EQ(gpu::prod(ndarray<double>{1e30, 1e30, 1e-40}, gpu::out(narrow)).item(), 1e20F);
  EXPECT_EQ(gpu::sum(ndarray<double>{1e8, 1, -1e8}, gpu::out(narrow)).item(), 1);
  EXPECT_EQ(gpu::sum(ndarray<float>{1, 2}, gpu::out(gpu::empty<double>({}))).item(), 3);
  ndarray<double> wide = one<double>();
  EXPECT_EQ(gpu::mean(ndarray<float>{1e8F, 1, -1e8F, 0}, gpu::out(wide)).item(), 0.25);
  ndarray<std::uint8_t> byte = one<std::uint8_t>();
  EXPECT_EQ(gpu::min(ndarray<double>{2.5, 1.75, 300}, gpu::out(byte)).item(), 1);
  EXPECT_EQ(gpu::sum(ndarray<float>{0.5F, 0.75F}, gpu::as_dtype<double>, gpu::out(byte)).item(), 1);
  ndarray<std::int64_t> whole = one<std::int64_t>();
  EXPECT_EQ(gpu::ptp(ndarray<std::int8_t>{-100, 99}, gpu::out(whole)).item(), 199);
  EXPECT_EQ(gpu::ptp(ndarray<bool>{true, false}, gpu::out(whole)).item(), 1);
  ndarray<double> real = one<double>();
  EXPECT_EQ(gpu::sum(gpu::to_complex(ndarray<double>{1, 3}, ndarray<double>{2, 1}), gpu::out(real))
                .item(),
            4);
}

TEST_P(reduction_out, of_a_dtype_without_a_loop_is_refused) {
  ndarray<float> real = one<float>();
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              gpu::bitwise_or.reduce(ndarray<int>{1, 2}, gpu::out(real));
            }),
            "No loop matching the specified signature and casting was found for ufunc bitwise_or");
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              gpu::argmax(ndarray<int>{1, 2}, gpu::out(real));
            }),
            "Cannot cast array data from dtype('float32') to dtype('int64') according to the rule "
            "'safe'");
  ndarray<std::int64_t> whole = one<std::int64_t>();
  EXPECT_THROW(gpu::std(ndarray<double>{1, 2}, gpu::out(whole)), gpu::dtype_error);
  EXPECT_THROW(gpu::ptp(ndarray<double>{1, 2}, gpu::out(whole)), gpu::dtype_error);
  const char* const inexact = "If a is inexact, then out must be inexact";
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              gpu::nanmean(ndarray<double>{1, 2}, gpu::out(whole));
            }),
            inexact);
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              gpu::nanvar(ndarray<double>{1, 2}, gpu::out(whole));
            }),
            inexact);
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              (void)gpu::nanmean(ndarray<double>{1, 2}, gpu::as_dtype<int>);
            }),
            "If a is inexact, then dtype must be inexact");
  EXPECT_EQ(whole.item(), 1);
  EXPECT_EQ(real.item(), 1);
}

TEST_P(reduction_out, initial_is_what_the_elements_can_be) {
  const ndarray<std::uint8_t> bytes{1, 2};
  EXPECT_EQ(gpu::sum<std::uint8_t>(bytes, gpu::initial(2.75)).item(), 5);
  EXPECT_EQ(message_of<gpu::overflow_error>([&] { (void)gpu::max(bytes, gpu::initial(300.5)); }),
            "integer 300 out of bounds for uint8");
  EXPECT_EQ(
      message_of<gpu::overflow_error>([&] { (void)gpu::max(bytes, gpu::initial(-infinity)); }),
      "cannot convert float infinity to integer");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::sum(bytes, gpu::initial(nan)); }),
            "cannot convert float NaN to integer");
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              (void)gpu::sum(ndarray<float>{1, 2}, gpu::initial(std::complex<double>(1, 2)));
            }),
            "a complex number does not become a real element: float32");
  EXPECT_TRUE(std::isnan(gpu::max(ndarray<float>{1, 2}, gpu::initial(nan)).item()));
}

TEST_P(reduction_out, ops_without_an_identity_take_masks_beside_an_initial_value) {
  const ndarray<double> x{{8, 2, 5}, {1, 4, 16}};
  const ndarray<bool> mask{{true, false, true}, {false, false, true}};
  EXPECT_EQ(ndarray<double>(gpu::subtract.reduce(x, 1, gpu::where(mask), gpu::initial(100.0))),
            (ndarray<double>{87, 84}));
  EXPECT_EQ(ndarray<double>(
                gpu::divide.reduce(x, 0, gpu::keepdims, gpu::where(mask), gpu::initial(160.0))),
            (ndarray<double>{{20, 160, 2}}));
  EXPECT_EQ(
      ndarray<double>(gpu::subtract.reduce(x, gpu::axis({}), gpu::where(mask), gpu::initial(10.0))),
      (ndarray<double>{{2, 10, 5}, {10, 10, -6}}));
  const ndarray<double> many = gpu::ones<double>({100});
  EXPECT_EQ(gpu::subtract
                .reduce(many, gpu::where(gpu::equal(gpu::arange<int>(100) % 2, 0)), gpu::initial(9))
                .item(),
            -41);
  EXPECT_EQ(
      message_of<gpu::value_error>([&] { (void)gpu::subtract.reduce(x, 0, gpu::where(mask)); }),
      "reduction operation 'subtract' does not have an identity, so to use a where mask one "
      "has to specify 'initial'");
}

TEST_P(reduction_out, comparisons_fold_bools_only) {
  const ndarray<bool> truths{true, false, true};
  EXPECT_FALSE(gpu::equal.reduce(truths).item());
  const any_expression numbers(ndarray<int>{3, 3, 1}.node());
  const char* const message =
      "No loop matching the specified signature and casting was found for ufunc equal";
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { (void)gpu::equal.reduce(numbers); }), message);
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { (void)gpu::equal.accumulate(numbers); }), message);
  EXPECT_TRUE(gpu::equal.reduce(numbers, gpu::dtype::bool_).item<bool>());
  EXPECT_TRUE(gpu::logical_xor.reduce(numbers).item<bool>());
  EXPECT_EQ(message_of<gpu::dtype_error>(
                [&] { (void)gpu::logical_and.accumulate(numbers, gpu::dtype::float32); }),
            "No loop matching the specified signature and casting was found for ufunc logical_and");
  EXPECT_EQ(
      ndarray<std::int8_t>(gpu::bitwise_or.reduce(ndarray<int>{1, 258}, gpu::as_dtype<std::int8_t>))
          .item(),
      3);
}

TEST_P(reduction_out, variances_of_integers_without_degrees_of_freedom_are_not_nan) {
  EXPECT_EQ(gpu::nanvar(ndarray<int>{1, 2}, gpu::ddof(3)).item(), infinity);
  EXPECT_EQ(gpu::nanstd(ndarray<int>{1, 2}, gpu::ddof(2)).item(), infinity);
  EXPECT_TRUE(std::isnan(gpu::nanvar(ndarray<double>{1, 2}, gpu::ddof(3)).item()));
}

class weights_and_places : public gpu::test::on_device {};

INSTANTIATE_TEST_SUITE_P(, weights_and_places, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

TEST_P(weights_and_places, may_be_vectors) {
  const ndarray<double> x{0.25, 0.75, 0.5};
  const std::vector<int> w{1, 2, 4};
  EXPECT_EQ(ndarray<int>(gpu::histogram(x, 2, {0, 1}, gpu::weights(w)).counts),
            (ndarray<int>{1, 6}));
  EXPECT_EQ(gpu::average(x, gpu::weights({0.0, 0.0, 2.0})).item(), 0.5);
  const std::vector<double> halves{0, 0.5, 1};
  EXPECT_EQ(ndarray<double>(std::get<0>(gpu::histogram2d(x, x, {halves, 1}))),
            (ndarray<double>{{1}, {2}}));
  const std::vector<double> places{0, 1, 3};
  EXPECT_EQ(gpu::trapezoid(x, places).item(), 1.75);
  EXPECT_EQ(ndarray<double>(gpu::gradient(ndarray<double>{0, 1, 9}, places, 0)),
            (ndarray<double>{1, 2, 4}));
  EXPECT_EQ(gpu::gradient(ndarray<double>{{0, 1, 9}, {0, 1, 9}}, {2, places})[1].shape(),
            (gpu::shape{2, 3}));
}

TEST_P(weights_and_places, unwrap_takes_a_dtype_that_is_known_at_run_time) {
  const any_expression x(ndarray<float>{0, 4, 8}.node());
  EXPECT_EQ(gpu::unwrap(x).dtype(), gpu::dtype::float32);
  const any_expression whole(ndarray<int>{0, 3, 1}.node());
  EXPECT_EQ(ndarray<int>(gpu::unwrap(whole, std::nullopt, -1, 4).as<int>()),
            (ndarray<int>{0, -1, -3}));
}

TEST_P(weights_and_places, round_writes_into_out) {
  ndarray<double> x{1.256, -2.5};
  EXPECT_EQ(&gpu::round(x, 2, gpu::out(x)), &x);
  EXPECT_EQ(x, (ndarray<double>{1.26, -2.5}));
  gpu::round(x, gpu::out(x));
  EXPECT_EQ(x, (ndarray<double>{1, -2}));
}

}  // namespace
