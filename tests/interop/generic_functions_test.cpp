// SPDX-License-Identifier: BSD-3-Clause
// Functions that users write once over `xp`, of arrays of xtensor and of this library. The expected
// values are those of the same lines of NumPy.
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/explain.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/interop/xtensor.hpp>
#include <gpu/interop/xtensor_reduction.hpp>

#include "support/device.hpp"

namespace {

using gpu::get_array_module;
using gpu::keepdims;
using gpu::shape;

using matrix = xt::xarray<double>;
using vector = xt::xarray<double>;
using integers = xt::xarray<std::int64_t>;
using number = std::complex<double>;

class generic_functions : public gpu::test::on_device {
 protected:
  static matrix points() { return {{0, 1}, {0.5, 2}, {4, -1}, {5, 0.25}, {-1, 3}}; }
  static matrix scores() { return {{1, 2, 3}, {-1, 0.5, 0.25}, {100, 101, 99.5}}; }
  static vector series() { return {3, 1, 4, 1, 5, 9, 2, 6}; }

  template <class A>
  static void compare(const A& found, const std::vector<number>& expected) {
    std::vector<number> values;
    for (const auto& x : found) values.push_back(number(x));
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      EXPECT_NEAR(std::abs(values[i] - expected[i]), 0, 1e-12) << "element " << i;
  }
  /// Calls the function with arrays of both libraries.
  template <class Function, class... A>
  static void expect(const Function& function, const std::vector<number>& expected,
                     const A&... arrays) {
    {
      SCOPED_TRACE("of xtensor");
      compare(function(arrays...), expected);
    }
    SCOPED_TRACE("of this library");
    const auto found = function(gpu::to_gpu(arrays)...);
    EXPECT_EQ(found.device(), GetParam());
    compare(gpu::to_cpu(found), expected);
  }
};

constexpr auto normalised = [](const auto& x) {
  const auto xp = get_array_module(x);
  return xp.kept(x / xp.sqrt(xp.sum(x * x, -1, keepdims)));
};

constexpr auto standardised = [](const auto& x) {
  const auto xp = get_array_module(x);
  return xp.kept((x - xp.mean(x, 0)) / xp.std(x, 0));
};

constexpr auto distances = [](const auto& x) {
  const auto xp = get_array_module(x);
  const auto difference = xp.kept(xp.expand_dims(x, 1) - xp.expand_dims(x, 0));
  return xp.kept(xp.sqrt(xp.sum(difference * difference, -1)));
};

/// The means of the points that are nearest to each centre.
constexpr auto k_means_step = [](const auto& points, const auto& centres) {
  const auto xp = get_array_module(points);
  const auto difference = xp.kept(xp.expand_dims(points, 1) - xp.expand_dims(centres, 0));
  const auto label = xp.kept(xp.argmin(xp.sum(difference * difference, -1), 1));
  const auto count = static_cast<std::int64_t>(centres.shape()[0]);
  const auto belongs = xp.kept(xp.where(
      xp.equal(xp.expand_dims(label, 1), xp.template arange<std::int64_t>(count)), 1.0, 0.0));
  const auto sizes = xp.kept(xp.maximum(xp.sum(belongs, 0), 1));
  return xp.kept(xp.sum(xp.expand_dims(belongs, 2) * xp.expand_dims(points, 1), 0) /
                 xp.expand_dims(sizes, 1));
};

constexpr auto moving_average = [](const auto& x) {
  const auto xp = get_array_module(x);
  return xp.kept(xp.mean(xp.sliding_window_view(x, 3), -1));
};

constexpr auto softmax = [](const auto& x) {
  const auto xp = get_array_module(x);
  const auto powers = xp.kept(xp.exp(x - xp.max(x, -1, keepdims)));
  return xp.kept(powers / xp.sum(powers, -1, keepdims));
};

constexpr auto log_sum_exp = [](const auto& x) {
  const auto xp = get_array_module(x);
  const auto largest = xp.kept(xp.max(x, -1));
  return xp.kept(largest + xp.log(xp.sum(xp.exp(x - xp.expand_dims(largest, -1)), -1)));
};

constexpr auto one_hot = [](const auto& labels) {
  const auto xp = get_array_module(labels);
  return xp.kept(xp.where(xp.equal(xp.expand_dims(labels, -1), xp.template arange<std::int64_t>(4)),
                          1.0, 0.0));
};

constexpr auto cosine_similarity = [](const auto& x) {
  const auto xp = get_array_module(x);
  const auto unit = normalised(x);
  return xp.kept(xp.sum(xp.expand_dims(unit, 1) * xp.expand_dims(unit, 0), -1));
};

/// Of grey levels from 0 to 7.
constexpr auto histogram_equalised = [](const auto& levels) {
  const auto xp = get_array_module(levels);
  const auto sums = xp.kept(xp.cumsum(xp.bincount(levels, 8)));
  const auto least = xp.kept(xp.min(xp.where(sums > 0, sums, levels.size())));
  const auto scaled = xp.kept((sums - least) * 7.0 / (double(levels.size()) - least));
  return xp.kept(xp.take(xp.rint(scaled), levels));
};

constexpr auto cumulative_returns = [](const auto& prices) {
  const auto xp = get_array_module(prices);
  const auto before = xp.kept(xp.take(prices, xp.template arange<std::int64_t>(7)));
  return xp.kept(xp.cumprod(xp.diff(prices) / before + 1.0) - 1.0);
};

constexpr auto power_iteration_step = [](const auto& a, const auto& v) {
  const auto xp = get_array_module(a);
  const auto product = xp.kept(xp.sum(a * xp.expand_dims(v, 0), 1));
  return xp.kept(product / xp.sqrt(xp.sum(product * product)));
};

constexpr auto heat_step = [](const auto& u) {
  const auto xp = get_array_module(u);
  return xp.kept(u + 0.1 * (xp.roll(u, 1, 0) + xp.roll(u, -1, 0) + xp.roll(u, 1, 1) +
                            xp.roll(u, -1, 1) - 4.0 * u));
};

/// With zeros around the elements.
constexpr auto convolved_by_shifts = [](const auto& x) {
  const auto xp = get_array_module(x);
  const double weights[] = {0.25, 0.5, -1};
  const auto padded = xp.kept(xp.pad(x, {0, 2}));
  auto sum = xp.kept(padded * weights[0]);
  sum = xp.kept(sum + xp.roll(padded, 1) * weights[1]);
  return xp.kept(sum + xp.roll(padded, 2) * weights[2]);
};

constexpr auto ranks = [](const auto& x) {
  const auto xp = get_array_module(x);
  return xp.kept(xp.argsort(xp.argsort(x)));
};

constexpr auto cross_entropy = [](const auto& scores, const auto& labels) {
  const auto xp = get_array_module(scores);
  const auto logarithms = xp.kept(scores - xp.expand_dims(log_sum_exp(scores), 1));
  return xp.kept(-xp.mean(xp.take_along_axis(logarithms, xp.expand_dims(labels, 1), 1)));
};

constexpr auto mandelbrot_step = [](const auto& z, const auto& c) {
  const auto xp = get_array_module(z);
  return xp.kept(xp.where(xp.abs(z) <= 2.0, xp.multiply(z, z) + c, z));
};

constexpr auto polynomial = [](const auto& x) {
  const auto xp = get_array_module(x);
  auto value = xp.kept(xp.zeros_like(x) + 0.5);
  for (const double coefficient : {-2.0, 0.25, 3.0}) value = xp.kept(value * x + coefficient);
  return value;
};

constexpr auto running_maximum = [](const auto& x) {
  const auto xp = get_array_module(x);
  const auto places = xp.kept(xp.template arange<std::int64_t>(8));
  const auto is_before =
      xp.kept(xp.less_equal(xp.expand_dims(places, 0), xp.expand_dims(places, 1)));
  const double least = -std::numeric_limits<double>::infinity();
  return xp.kept(xp.max(xp.where(is_before, xp.expand_dims(x, 0), least), 1));
};

constexpr auto outer_distance = [](const auto& x, const auto& y) {
  const auto xp = get_array_module(x);
  return xp.kept(xp.abs(xp.expand_dims(x, 1) - xp.expand_dims(y, 0)));
};

TEST_P(generic_functions, normalised) {
  expect(normalised,
         {0, 1, 0.24253562503633297, 0.9701425001453319, 0.9701425001453319, -0.24253562503633297,
          0.9987523388778445, 0.04993761694389223, -0.31622776601683794, 0.9486832980505138},
         points());
}

TEST_P(generic_functions, standardised) {
  expect(standardised,
         {-0.7209605902279752, -0.03617873026462111, -0.5089133578079825, 0.6873958750278004,
          0.9754172691319665, -1.483327940849464, 1.3995117339719518, -0.5788596842339373,
          -1.1450550550679608, 1.410970480320222},
         points());
}

TEST_P(generic_functions, pairwise_distances) {
  expect(distances,
         {0,
          1.118033988749895,
          4.47213595499958,
          5.055937104039171,
          2.23606797749979,
          1.118033988749895,
          0,
          4.6097722286464435,
          4.828301978956992,
          1.8027756377319946,
          4.47213595499958,
          4.6097722286464435,
          0,
          1.6007810593582121,
          6.4031242374328485,
          5.055937104039171,
          4.828301978956992,
          1.6007810593582121,
          0,
          6.600189391222043,
          2.23606797749979,
          1.8027756377319946,
          6.4031242374328485,
          6.600189391222043,
          0},
         points());
}

TEST_P(generic_functions, a_step_of_k_means) {
  expect(k_means_step, {-0.16666666666666666, 2, 4.5, -0.375}, points(), matrix{{0, 1}, {4.5, 0}});
}

TEST_P(generic_functions, moving_average) {
  expect(moving_average,
         {2.6666666666666665, 2, 3.3333333333333335, 5, 5.333333333333333, 5.666666666666667},
         series());
}

TEST_P(generic_functions, softmax) {
  expect(softmax,
         {0.09003057317038046, 0.24472847105479764, 0.6652409557748218, 0.11145747105020275,
          0.4995177298132149, 0.3890247991365822, 0.23122389762214907, 0.6285317192117624,
          0.14024438316608848},
         scores());
}

TEST_P(generic_functions, log_sum_exp) {
  expect(log_sum_exp, {3.4076059644443806, 1.1941121864019144, 101.46436878410795}, scores());
}

TEST_P(generic_functions, one_hot) {
  expect(one_hot, {0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1}, integers{2, 0, 3});
}

TEST_P(generic_functions, cosine_similarity) {
  expect(cosine_similarity,
         {1,
          0.9701425001453319,
          -0.24253562503633297,
          0.04993761694389223,
          0.9486832980505138,
          0.9701425001453319,
          1,
          5.3172029155600096e-18,
          0.29067962731948493,
          0.8436614877321075,
          -0.24253562503633297,
          5.3172029155600096e-18,
          1,
          0.9568204399266379,
          -0.5368754921931593,
          0.04993761694389223,
          0.29067962731948493,
          0.9568204399266379,
          0.9999999999999997,
          -0.26845823778831773,
          0.9486832980505138,
          0.8436614877321075,
          -0.5368754921931593,
          -0.26845823778831773,
          1},
         points());
}

TEST_P(generic_functions, histogram_equalisation) {
  expect(histogram_equalised, {0, 0, 2, 6, 6, 6, 2, 0, 7, 3},
         integers{1, 1, 2, 5, 5, 5, 2, 1, 6, 3});
}

TEST_P(generic_functions, cumulative_returns) {
  expect(cumulative_returns,
         {-0.6666666666666666, 0.3333333333333335, -0.6666666666666666, 0.666666666666667,
          2.0000000000000004, -0.33333333333333326, 1},
         series());
}

TEST_P(generic_functions, a_step_of_power_iteration) {
  expect(power_iteration_step, {0.22645540682891913, 0.5661385170722978, 0.792593923901217},
         matrix{{2, 1, 0}, {1, 3, 1}, {0, 1, 4}}, vector{1, 2, 3});
}

TEST_P(generic_functions, a_step_of_the_heat_equation) {
  expect(heat_step,
         {0.15000000000000002, 1.1, 1.1, 1.2999999999999998, 2.75, 0.42500000000000004,
          3.3499999999999996, 1.35, 0.5, 1.7249999999999999},
         points());
}

TEST_P(generic_functions, convolution_by_shifts) {
  expect(convolved_by_shifts, {0.75, 1.75, -1.5, 1.25, -2.25, 3.75, 0, -6.5, 1, -6}, series());
}

TEST_P(generic_functions, ranks) {
  expect(ranks, {3, 0, 4, 1, 5, 7, 2, 6}, series());
}

TEST_P(generic_functions, cross_entropy) {
  expect(cross_entropy, {1.0220289783180807}, scores(), integers{2, 0, 1});
}

TEST_P(generic_functions, a_step_of_mandelbrot) {
  expect(mandelbrot_step, {{0.5, 0}, {0, 1}, {-2, 0.5}, {-0.8125, 0.1}},
         xt::xarray<number>{0, {1, 1}, {-2, 0.5}, {0, 0.25}},
         xt::xarray<number>{0.5, {0, -1}, 1, {-0.75, 0.1}});
}

TEST_P(generic_functions, polynomial) {
  expect(polynomial, {-0.75, 1.75, 4, 1.75, 16.75, 207.75, -0.5, 40.5}, series());
}

TEST_P(generic_functions, running_maximum) {
  expect(running_maximum, {3, 3, 4, 4, 5, 9, 9, 9}, series());
}

TEST_P(generic_functions, outer_distance) {
  expect(outer_distance, {0, 2, 1, 2, 2, 6, 1, 3, 2, 0, 3, 0, 4, 8, 1, 5, 1, 3, 0, 3, 1, 5, 2, 2},
         vector{3, 1, 4}, series());
}

TEST_P(generic_functions, that_look_at_whole_arrays) {
  const auto rearranged = [](const auto& x) {
    const auto xp = get_array_module(x);
    const auto square = xp.kept(xp.transpose(xp.reshape(x, {2, 4})));
    const auto turned = xp.kept(xp.flip(xp.swapaxes(square, 0, 1), 1));
    const auto both = xp.kept(xp.concatenate({turned, xp.sort(turned, 1)}, 0));
    return xp.kept(xp.ravel(xp.tril(both)));
  };
  expect(rearranged, {1, 0, 0, 0, 6, 2, 0, 0, 1, 1, 3, 0, 2, 5, 6, 9}, series());
  const gpu::ndarray<double> x = gpu::zeros<double>({1, 8, 2});
  const auto xp = gpu::get_array_module(x);
  EXPECT_EQ(xp.squeeze(x).shape(), (gpu::shape{8, 2}));
  EXPECT_EQ(xp.transpose(x, {0, 2, 1}).shape(), (gpu::shape{1, 2, 8}));
  const auto stacked = [](const auto& x) {
    const auto xp = get_array_module(x);
    const auto twice = xp.kept(xp.stack(gpu::xtuple(x, x * 2.0), 1));
    return xp.kept(xp.ravel(xp.repeat(xp.tile(twice, {1, 2}), 2, 0)));
  };
  const auto of_gpu = gpu::to_cpu(stacked(gpu::to_gpu(series())));
  EXPECT_EQ(stacked(series()), of_gpu);
  EXPECT_EQ(of_gpu.size(), 64u);
}

TEST_P(generic_functions, stay_expressions_here) {
  const gpu::ndarray<double> x = gpu::to_gpu(scores());
  EXPECT_EQ(gpu::explain(softmax(x)).rfind("1 kernel", 0), 0u);
  EXPECT_EQ(gpu::explain(heat_step(x)).rfind("1 kernel", 0), 0u);
}

INSTANTIATE_TEST_SUITE_P(devices, generic_functions, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
