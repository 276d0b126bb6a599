// SPDX-License-Identifier: BSD-3-Clause
// Calls of reductions: types, options, errors, and how many kernels they become.
#include <gpu/reductions.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/fuse.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/reduction/trace.hpp>
#include <gpu/array/statistics/average.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/array/ufunc/reduction.hpp>
#include <gpu/cuda/module.hpp>
#include <gpu/interop/array_module.hpp>
#include <gpu/ops.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::expression;
using gpu::keepdims;
using gpu::ndarray;
using gpu::test::message_of;

class reduction : public gpu::test::on_device {
 protected:
  /// How many kernels the values are computed with, together.
  template <class... A>
  static int kernels(const A&... all) {
    return std::stoi(gpu::explain(all...));
  }
  template <class Act>
  static std::string value_error(const Act& act) {
    return message_of<gpu::value_error>(act);
  }
  template <class Act>
  static std::string shape_error(const Act& act) {
    return message_of<gpu::shape_error>(act);
  }

  static ndarray<float> six() { return {{0, 1, 2}, {3, 4, 5}}; }
};

TEST_P(reduction, results_have_the_dtypes_of_numpy) {
  const ndarray<std::int8_t> i{1, 2};
  const ndarray<gpu::float16> h{gpu::float16(1.0f), gpu::float16(2.0f)};
  const ndarray<std::complex<float>> z{1, 2};
  static_assert(std::is_same_v<decltype(gpu::sum(i)), expression<std::int64_t>>);
  static_assert(std::is_same_v<decltype(gpu::sum(ndarray<bool>())), expression<std::int64_t>>);
  static_assert(
      std::is_same_v<decltype(gpu::sum(ndarray<std::uint16_t>())), expression<std::uint64_t>>);
  static_assert(std::is_same_v<decltype(gpu::sum(h)), expression<gpu::float16>>);
  static_assert(std::is_same_v<decltype(gpu::max(i)), expression<std::int8_t>>);
  static_assert(std::is_same_v<decltype(gpu::any(h)), gpu::truth>);
  static_assert(std::is_same_v<decltype(gpu::mean(i)), expression<double>>);
  static_assert(std::is_same_v<decltype(gpu::var(z)), expression<float>>);
  static_assert(std::is_same_v<decltype(gpu::argmax(z)), expression<std::int64_t>>);
  static_assert(std::is_same_v<decltype(gpu::sum<double>(i)), expression<double>>);
  static_assert(std::is_same_v<decltype(gpu::mean(i, gpu::as_dtype<float>)), expression<float>>);
  static_assert(std::is_same_v<decltype(gpu::norm_l2(z)), expression<float>>);
  static_assert(std::is_same_v<decltype(gpu::sum(i, gpu::dtype::float32)), gpu::any_expression>);
  EXPECT_EQ(gpu::sum<std::int8_t>(ndarray<std::int8_t>{100, 100}).item(), -56);
}

TEST_P(reduction, axes_are_numbers_lists_containers_or_all) {
  const ndarray<float> x = six();
  EXPECT_EQ(gpu::sum(x).item(), 15);
  EXPECT_EQ(gpu::sum(x, std::nullopt).item(), 15);
  EXPECT_EQ(gpu::sum(x, 0), (ndarray<float>{3, 5, 7}));
  EXPECT_EQ(gpu::sum(x, -1), (ndarray<float>{3, 12}));
  EXPECT_EQ(gpu::sum(x, {1}), (ndarray<float>{3, 12}));
  EXPECT_EQ(gpu::sum(x, {0, -1}).item(), 15);
  EXPECT_EQ(gpu::sum(x, std::vector<int>{1}), (ndarray<float>{3, 12}));
  EXPECT_EQ(gpu::sum(x, {}), x);
  EXPECT_EQ(gpu::sum(x, {1}, keepdims), (ndarray<float>{{3}, {12}}));
  EXPECT_EQ(gpu::sum(x, keepdims).shape(), (gpu::shape{1, 1}));
  EXPECT_EQ(gpu::sum(x, 1, gpu::keep_dims(false)).shape(), (gpu::shape{2}));
  EXPECT_EQ(gpu::sum(gpu::sum(x), 0).item(), 15);
  EXPECT_EQ(message_of<gpu::axis_error>([&] { (void)gpu::sum(x, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(value_error([&] { (void)gpu::sum(x, {0, -2}); }), "duplicate value in 'axis'");
  EXPECT_EQ(message_of<gpu::axis_error>([&] { (void)gpu::sum(gpu::sum(x), {0}); }),
            "axis 0 is out of bounds for array of dimension 0");
}

TEST_P(reduction, options_come_in_any_order) {
  const ndarray<float> x = six();
  EXPECT_EQ(gpu::sum(x, 1, gpu::where(x > 1), gpu::initial(10), keepdims),
            (ndarray<float>{{12}, {22}}));
  EXPECT_EQ(gpu::sum(x, 1, keepdims, gpu::initial(10), gpu::where(x > 1)),
            (ndarray<float>{{12}, {22}}));
  EXPECT_EQ(gpu::max(x, gpu::where(x < 4), gpu::initial(-1)).item(), 3);
  EXPECT_EQ(gpu::sum(x, 1, gpu::where(ndarray<bool>{true, false, true})), (ndarray<float>{2, 8}));
  EXPECT_EQ(gpu::mean(x, 0, gpu::where(x > 1)).shape(), (gpu::shape{3}));
  EXPECT_EQ(gpu::var(x, 1, gpu::ddof(1)), (ndarray<float>{1, 1}));
  EXPECT_EQ(gpu::std(x, 1, gpu::correction(1)), (ndarray<float>{1, 1}));
  EXPECT_EQ(gpu::stddev(x, 1, gpu::ddof(1)), gpu::std(x, 1, gpu::ddof(1)));
  EXPECT_EQ(gpu::variance(x), gpu::var(x));
  EXPECT_EQ(gpu::amax(x), gpu::max(x));
  EXPECT_EQ(gpu::all(x, 1, gpu::where(x > 0)), (ndarray<bool>{true, true}));
}

TEST_P(reduction, sums_of_integers_wrap_as_those_of_numpy) {
  const ndarray<std::int8_t> x{100, 100};
  EXPECT_EQ(gpu::mean(x, gpu::as_dtype<std::int8_t>).item(), -28);
  EXPECT_EQ(gpu::mean(gpu::full<std::int8_t>({300}, 1), gpu::as_dtype<std::int8_t>).item(), 0);
  EXPECT_EQ(gpu::mean(x).item(), 100);
}

TEST_P(reduction, masked_elements_count_as_none) {
  const ndarray<int> x{2, 3};
  const ndarray<bool> none{false, false};
  EXPECT_EQ(gpu::logaddexp.reduce(x, 0, gpu::where(none)).item(),
            -std::numeric_limits<double>::infinity());
  EXPECT_EQ(gpu::logaddexp.reduce(x, 0, gpu::where(ndarray<bool>{true, false})).item(), 2);
  EXPECT_EQ(
      message_of<gpu::dtype_error>([&] { (void)gpu::logaddexp.reduce(x, 0, gpu::dtype::int32); }),
      "No loop matching the specified signature and casting was found for ufunc logaddexp");
}

TEST_P(reduction, few_elements_are_converted_and_their_results_computed_alike) {
  for (const gpu::shape& extents :
       {gpu::shape{2, 5}, {5, 130}, {130, 5}, {40, 51}, {41, 51}, {3, 3000}}) {
    const ndarray<std::int8_t> x = gpu::reshape(
        (gpu::arange<int>(gpu::element_count(extents)) * 7 % 16).astype<std::int8_t>(), extents);
    for (const std::ptrdiff_t axis : {0, 1}) {
      const auto count = static_cast<double>(extents[static_cast<std::size_t>(axis)]);
      const ndarray<std::int64_t> sums = gpu::sum(x, axis);
      const ndarray<std::int64_t> squares = gpu::sum(gpu::square(x.astype<int>()), axis);
      EXPECT_TRUE(gpu::array_equal(gpu::mean(x, axis), sums / count)) << extents;
      EXPECT_TRUE(gpu::array_equal(gpu::mean(gpu::transpose(x), 1 - axis), sums / count))
          << extents;
      EXPECT_TRUE(gpu::array_equal(gpu::mean(gpu::square(x.astype<double>()), axis) * 2 - 1,
                                   squares / count * 2 - 1))
          << extents;
    }
  }
}

TEST_P(reduction, an_infinite_element_has_no_variance) {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const int count : {1, 2, 3, 100, 5000}) {
    ndarray<float> x = gpu::zeros<float>({count, 3});
    gpu::view(x, count - 1, gpu::all()) = infinity;
    for (const float one : gpu::test::values(gpu::var(x, 0))) EXPECT_TRUE(std::isnan(one));
    EXPECT_TRUE(std::isnan(gpu::std(x).item()));
  }
}

TEST_P(reduction, out_receives_the_result) {
  const ndarray<float> x = six();
  ndarray<double> c = gpu::zeros<double>({3});
  EXPECT_EQ(&gpu::sum(x, 0, gpu::out(c)), &c);
  EXPECT_EQ(c, (ndarray<double>{3, 5, 7}));
  ndarray<double> rows = gpu::zeros<double>({2, 3});
  gpu::max(x, 0, gpu::out(gpu::view(rows, 1)));
  EXPECT_EQ(rows, (ndarray<double>{{0, 0, 0}, {3, 4, 5}}));
  ndarray<std::int64_t> whole = gpu::zeros<std::int64_t>({});
  gpu::sum(ndarray<float>{0.5f, 0.5f, 3}, gpu::out(whole));  // in float64, as NumPy does it
  EXPECT_EQ(whole.item(), 4);
  ndarray<float> y = six();
  gpu::sum(y, 1, keepdims, gpu::out(gpu::view(y, gpu::all(), gpu::range(0, 1))));
  EXPECT_EQ(y, (ndarray<float>{{3, 1, 2}, {12, 4, 5}}));
  EXPECT_EQ(shape_error([&] { gpu::sum(x, 0, gpu::out(rows)); }),
            "output parameter for reduction operation add has the wrong number of dimensions: "
            "Found 2 but expected 1");
  EXPECT_EQ(shape_error([&] { gpu::mean(x, 0, gpu::out(rows)); }),
            "output parameter for reduction operation add has the wrong number of dimensions: "
            "Found 2 but expected 1");
  EXPECT_NE(shape_error([&] { gpu::sum(x, 1, gpu::out(c)); }), "[no exception]");
  EXPECT_EQ(c, (ndarray<double>{3, 5, 7}));
}

TEST_P(reduction, empty_input_has_an_identity_or_an_error) {
  const ndarray<float> none = gpu::zeros<float>({0, 3});
  EXPECT_EQ(gpu::sum(none, 0), gpu::zeros<float>({3}));
  EXPECT_EQ(gpu::prod(none, 0), gpu::ones<float>({3}));
  EXPECT_EQ(gpu::sum(none, 1).shape(), (gpu::shape{0}));
  EXPECT_TRUE(gpu::all(none).item());
  EXPECT_FALSE(gpu::any(none).item());
  EXPECT_TRUE(std::isnan(gpu::mean(none).item()));
  EXPECT_EQ(gpu::max(none, 1).size(), 0u);
  EXPECT_EQ(gpu::max(none, 0, gpu::initial(7)), gpu::full<float>({3}, 7));
  EXPECT_EQ(value_error([&] { (void)gpu::max(none); }),
            "zero-size array to reduction operation maximum which has no identity");
  EXPECT_EQ(value_error([&] { (void)gpu::argmin(none, 0); }),
            "attempt to get argmin of an empty sequence");
  EXPECT_EQ(value_error([&] { (void)gpu::min(six(), gpu::where(six() > 1)); }),
            "reduction operation 'minimum' does not have an identity, so to use a where mask one "
            "has to specify 'initial'");
}

TEST_P(reduction, wrong_calls_are_refused) {
  const ndarray<float> x = six();
  EXPECT_EQ(shape_error([&] {
              (void)gpu::sum(x, gpu::where(gpu::full<bool>({2, 2, 3}, true)));
            }),
            "input operand has more dimensions than allowed by the axis remapping");
  EXPECT_EQ(shape_error([&] {
              (void)gpu::sum(gpu::ones<int>({2, 3}), gpu::where(gpu::full<bool>({5}, true)));
            }),
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            "(2,3) (5,) ");
  EXPECT_EQ(shape_error([&] {
              (void)gpu::sum(gpu::ones<int>({1, 3}), gpu::where(gpu::full<bool>({2, 3}, true)));
            }),
            "non-broadcastable operand with shape (1,3) doesn't match the broadcast shape (2,3)");
  EXPECT_EQ(message_of<gpu::overflow_error>(
                [&] { (void)gpu::max(ndarray<std::int8_t>{1}, gpu::initial(300)); }),
            "integer 300 out of bounds for int8");
  EXPECT_EQ(value_error([&] {
              (void)gpu::subtract.reduce(x, {0, 1});
            }),
            "reduction operation 'subtract' is not reorderable, so at most one axis may be "
            "specified");
}

// NumPy knows no identity of lcm, and so takes its order for one that matters.
TEST_P(reduction, lcm_reduces_along_one_axis_only) {
  const ndarray<int> x{{4, 6}, {10, 15}};
  EXPECT_EQ(value_error([&] {
              (void)gpu::lcm.reduce(x, {0, 1});
            }),
            "reduction operation 'lcm' is not reorderable, so at most one axis may be specified");
  EXPECT_EQ(gpu::lcm.reduce(x, {1}), (ndarray<int>{12, 30}));
  EXPECT_EQ(gpu::lcm.reduce(gpu::ravel(x), gpu::axis(std::nullopt)).item(), 60);
  EXPECT_EQ(gpu::gcd.reduce(x, {0, 1}).item(), 1);
  EXPECT_EQ(gpu::hypot.reduce(ndarray<double>{{0, 3}, {4, 0}}, {0, 1}).item(), 5);
}

TEST_P(reduction, every_binary_op_reduces) {
  const ndarray<double> x{{0, 1, 2}, {3, 4, 5}};
  EXPECT_EQ(gpu::add.reduce(x), gpu::sum(x, 0));
  EXPECT_EQ(gpu::maximum.reduce(x, 1), gpu::max(x, 1));
  EXPECT_EQ(gpu::subtract.reduce(x, 1), (ndarray<double>{-3, -6}));
  EXPECT_EQ(gpu::power.reduce(ndarray<double>{2, 3, 2}, 0).item(), 64);
  EXPECT_EQ(gpu::gcd.reduce(ndarray<int>{12, 18, 27}).item(), 3);
  EXPECT_EQ(gpu::subtract.reduce(gpu::ones<int>({100}), 0).item(), -98);
  EXPECT_EQ(gpu::multiply.reduce<double>(ndarray<int>{2, 3}, 0, gpu::initial(2)).item(), 12);
  EXPECT_EQ(gpu::logical_xor.reduce(gpu::ones<int>({1001}), 0).item(), true);
}

TEST_P(reduction, what_belongs_together_is_one_kernel) {
  const ndarray<float> x = six();
  for (const int axis : {0, 1}) {
    EXPECT_EQ(kernels(gpu::var(gpu::exp(x), axis)), 1);
    EXPECT_EQ(kernels(gpu::mean(x * x, axis)), 1);
    EXPECT_EQ(kernels(gpu::average(x, x, axis)), 1);
    EXPECT_EQ(kernels(gpu::norm_l2(x, axis)), 1);
    EXPECT_EQ(kernels(gpu::ptp(x, axis)), 1);
    EXPECT_EQ(kernels(gpu::nanvar(x, axis)), 1);
    EXPECT_EQ(kernels(gpu::mean(x, axis), gpu::std(x, axis)), 1);
    EXPECT_EQ(kernels(gpu::min(x, axis), gpu::max(x, axis)), 1);
    const auto shifted = x - gpu::max(x, axis, keepdims);
    const auto softmax = gpu::exp(shifted) / gpu::sum(gpu::exp(shifted), axis, keepdims);
    EXPECT_EQ(kernels(softmax), 1);
    EXPECT_EQ(kernels(shifted - gpu::log(gpu::sum(gpu::exp(shifted), axis, keepdims))), 1);
    const auto mean = gpu::mean(x, axis, keepdims);
    EXPECT_EQ(kernels((x - mean) / gpu::std(x, axis, keepdims)), 1);
    const auto variance = gpu::mean(gpu::square(x - mean), axis, keepdims);
    EXPECT_EQ(kernels((x - mean) / gpu::sqrt(variance + 1e-5)), 1);
    EXPECT_TRUE(gpu::allclose(gpu::sum(softmax, axis), 1.0f));
  }
}

TEST_P(reduction, one_kernel_is_one_launch) {
  const ndarray<float> x = six();
  const std::uint64_t before = gpu::launches();
  const auto [mean, deviation] = gpu::fuse(gpu::mean(x, 1), gpu::std(x, 1));
  EXPECT_EQ(gpu::launches() - before, GetParam().is_gpu() ? 1 : 0);
  EXPECT_EQ(mean, (ndarray<float>{1, 4}));
  EXPECT_TRUE(gpu::allclose(deviation, std::sqrt(2.0 / 3)));
}

TEST_P(reduction, weights_count_in_averages) {
  const ndarray<double> x{{0, 1, 2}, {3, 4, 5}};
  EXPECT_EQ(gpu::average(x, 0, ndarray<int>{1, 2}), (ndarray<double>{2, 3, 4}));
  EXPECT_EQ(gpu::average(x).item(), 2.5);
  const auto [average, weights] = gpu::average(x, 0, ndarray<int>{1, 2}, gpu::returned);
  EXPECT_EQ(average, (ndarray<double>{2, 3, 4}));
  EXPECT_EQ(weights, (ndarray<double>{3, 3, 3}));
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              (void)gpu::average(x, ndarray<int>{1, 2});
            }),
            "Axis must be specified when shapes of a and weights differ.");
  EXPECT_EQ(shape_error([&] {
              (void)gpu::average(x, 1, ndarray<int>{1, 2});
            }),
            "Shape of weights must be consistent with shape of a along specified axis.");
}

TEST_P(reduction, whole_arrays_are_compared) {
  const ndarray<double> x{{0, 1}, {2, NAN}};
  EXPECT_TRUE(gpu::array_equal(x, x, true));
  EXPECT_FALSE(gpu::array_equal(x, x));
  EXPECT_FALSE(gpu::array_equal(ndarray<int>{1, 2}, ndarray<int>{1, 2, 3}));
  EXPECT_TRUE(gpu::array_equiv(ndarray<int>{1, 2}, ndarray<int>{{1, 2}, {1, 2}}));
  EXPECT_FALSE(gpu::array_equiv(ndarray<int>{1, 2}, ndarray<int>{1, 2, 3}));
  EXPECT_TRUE(gpu::allclose(x, x + 1e-9, 1e-5, 1e-8, true));
  EXPECT_FALSE(gpu::allclose(ndarray<double>{1}, 1.1));
  EXPECT_EQ(gpu::trace(ndarray<int>{{1, 2}, {3, 4}}).item(), 5);
  EXPECT_EQ(gpu::trace(ndarray<int>{{1, 2}, {3, 4}}, 1).item(), 2);
  EXPECT_EQ(gpu::trace(ndarray<int>{{1, 2}, {3, 4}}, gpu::as_dtype<float>).item(), 5.0f);
  ndarray<std::int64_t> written(gpu::shape{});
  gpu::trace(ndarray<int>{{1, 2}, {3, 4}}, 1, gpu::out(written));
  EXPECT_EQ(written.item(), 2);
}

TEST_P(reduction, functions_are_in_the_module_of_an_array) {
  const ndarray<float> x = six();
  const auto xp = gpu::get_array_module(x);
  EXPECT_EQ(xp.sum(x, 0, keepdims), (ndarray<float>{{3, 5, 7}}));
  EXPECT_EQ(xp.mean(x).item(), 2.5f);
  EXPECT_EQ(xp.amax(x, 1), (ndarray<float>{2, 5}));
  EXPECT_EQ(xp.std(x, {0}), (ndarray<float>{1.5, 1.5, 1.5}));
}

TEST_P(reduction, first_of_equals_wins_and_nan_wins_over_all) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  ndarray<float> x = gpu::zeros<float>({5000});
  EXPECT_EQ(gpu::argmax(x).item(), 0);
  gpu::view(x, 4321) = 1.0f;
  gpu::view(x, 4500) = 1.0f;
  EXPECT_EQ(gpu::argmax(x).item(), 4321);
  gpu::view(x, 4900) = nan;
  gpu::view(x, 4950) = nan;
  EXPECT_EQ(gpu::argmax(x).item(), 4900);
  EXPECT_EQ(gpu::argmin(x).item(), 4900);
  EXPECT_EQ(gpu::nanargmax(x).item(), 4321);
  EXPECT_TRUE(std::isnan(gpu::max(x).item()));
  EXPECT_EQ(gpu::nanmax(x).item(), 1);
  EXPECT_EQ(gpu::nanargmax(ndarray<float>{nan, nan}).item(), -1);
  EXPECT_EQ(gpu::argmax(gpu::flip(x, 0)).item(), 49);
}

TEST_P(reduction, sums_of_ill_scaled_values_are_accurate) {
  const std::ptrdiff_t count = 10'000'000;
  const auto i = gpu::arange<std::int64_t>(count);
  const ndarray<float> x =
      (gpu::exp((i % 41).astype<float>() / 4) * gpu::where(gpu::equal(i % 3, 0), -0.75f, 1.0f));
  const double exact = gpu::sum<double>(x).item();
  const double size = gpu::sum<double>(gpu::absolute(x)).item();
  EXPECT_LE(std::abs(gpu::sum(x).item() - exact), 2e-7 * size);
  const double mean = exact / count;
  const double variance = gpu::mean<double>(gpu::square(x.astype<double>() - mean)).item();
  EXPECT_NEAR(gpu::var(x).item(), variance, 2e-7 * variance);
  const ndarray<float> far = x + 30000.0f;
  const double far_mean = gpu::mean<double>(far).item();
  const double far_variance =
      gpu::mean<double>(gpu::square(far.astype<double>() - far_mean)).item();
  EXPECT_NEAR(gpu::var(far).item(), far_variance, 2e-7 * far_variance);
  const ndarray<gpu::float16> halves = gpu::full<gpu::float16>({100'000}, gpu::float16(0.5f));
  EXPECT_EQ(static_cast<float>(gpu::sum(halves).item()), 49984.0f);
  EXPECT_EQ(static_cast<float>(gpu::mean(halves).item()), 0.5f);
}

INSTANTIATE_TEST_SUITE_P(devices, reduction, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
