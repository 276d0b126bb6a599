// SPDX-License-Identifier: BSD-3-Clause
// Chains of reductions along axes that do not hold the neighbours in memory, against the same
// functions one by one on the host.
#include <gpu/gpu.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "support/device.hpp"

namespace {

using gpu::all;
using gpu::keepdims;
using gpu::ndarray;
using gpu::range;
using gpu::shape;
using gpu::view;
using gpu::placeholders::_;
using axis_list = std::vector<std::ptrdiff_t>;

template <class E>
auto computed(const E& value) {
  return ndarray<typename E::value_type>(value);
}

const auto standardise = [](const auto& x, const axis_list& axes) {
  return (x - gpu::mean(x, axes, keepdims)) / (gpu::std(x, axes, keepdims) + 1);
};
const auto softmax = [](const auto& x, const axis_list& axes) {
  const auto y = gpu::exp(x - gpu::max(x, axes, keepdims));
  return y / gpu::sum(y, axes, keepdims);
};
const auto normalise = [](const auto& x, const axis_list& axes) {
  return x / (gpu::sqrt(gpu::sum(gpu::square(x), axes, keepdims)) + 1);
};
const auto layer_norm = [](const auto& x, const axis_list& axes) {
  const auto centred = x - gpu::mean(x, axes, keepdims);
  return centred / gpu::sqrt(gpu::mean(gpu::square(centred), axes, keepdims) + 1);
};

/// The same chains on the host, each function on its own.
const auto standardise_in_steps = [](const auto& x, const axis_list& axes) {
  const auto mean = computed(gpu::mean(x, axes, keepdims));
  const auto deviation = computed(gpu::std(x, axes, keepdims));
  const auto centred = computed(x - mean);
  const auto width = computed(deviation + 1);
  return computed(centred / width);
};
const auto softmax_in_steps = [](const auto& x, const axis_list& axes) {
  const auto largest = computed(gpu::max(x, axes, keepdims));
  const auto centred = computed(x - largest);
  const auto y = computed(gpu::exp(centred));
  const auto total = computed(gpu::sum(y, axes, keepdims));
  return computed(y / total);
};
const auto normalise_in_steps = [](const auto& x, const axis_list& axes) {
  const auto squares = computed(gpu::square(x));
  const auto total = computed(gpu::sum(squares, axes, keepdims));
  const auto size = computed(gpu::sqrt(total) + 1);
  return computed(x / size);
};
const auto layer_norm_in_steps = [](const auto& x, const axis_list& axes) {
  const auto mean = computed(gpu::mean(x, axes, keepdims));
  const auto centred = computed(x - mean);
  const auto squares = computed(gpu::square(centred));
  const auto variance = computed(gpu::mean(squares, axes, keepdims));
  const auto width = computed(gpu::sqrt(variance + 1));
  return computed(centred / width);
};

class column_chains : public gpu::test::on_device {
 protected:
  /// Numbers from -2.5 to 2.5, of integers from -5 to 5, in no order.
  template <class T>
  static ndarray<T> drawn(const shape& extents) {
    std::vector<T> all;
    for (std::ptrdiff_t i = 0; i < gpu::element_count(extents); ++i) {
      const int value = static_cast<int>((i * 7 + i / 11 + i / 143) % 11) - 5;
      if constexpr (std::is_integral_v<T>)
        all.push_back(static_cast<T>(value));
      else
        all.push_back(T(static_cast<float>(value) / 2));
    }
    return gpu::from_host(all.data(), extents);
  }

  template <class A, class B>
  static void expect_close(const A& found, const B& wanted, double tolerance) {
    EXPECT_TRUE(gpu::allclose(found.to(gpu::cpu()), wanted, tolerance, tolerance, true));
  }

  template <class X>
  static void check_all(const X& x, const axis_list& axes, double tolerance) {
    SCOPED_TRACE(testing::PrintToString(std::vector(x.shape().begin(), x.shape().end())) +
                 " along " + testing::PrintToString(axes));
    const auto host = computed(x.copy_to(gpu::cpu()));
    expect_close(computed(standardise(x, axes)), standardise_in_steps(host, axes), tolerance);
    expect_close(computed(softmax(x, axes)), softmax_in_steps(host, axes), tolerance);
    expect_close(computed(normalise(x, axes)), normalise_in_steps(host, axes), tolerance);
    expect_close(computed(layer_norm(x, axes)), layer_norm_in_steps(host, axes), tolerance);
  }

  template <class Act>
  static std::uint64_t launches_of(const Act& act) {
    const std::uint64_t before = gpu::launches();
    act();
    return gpu::launches() - before;
  }
};

TEST_P(column_chains, of_every_width_and_length) {
  for (const std::ptrdiff_t columns : {1, 2, 31, 32, 33, 1000})
    for (const std::ptrdiff_t rows : {1, 2, 127, 1000, 2048, 2049, 5000}) {
      if (rows * columns > 2100000) continue;
      check_all(drawn<float>({rows, columns}), {0}, 1e-5);
      if (HasFailure()) return;
    }
}

TEST_P(column_chains, that_do_not_fit_a_block) {
  check_all(drawn<float>({5000, 300}), {0}, 1e-5);
  check_all(drawn<float>({3, 3000, 100}), {1}, 1e-5);
  check_all(drawn<double>({20000, 33}), {0}, 1e-12);
}

TEST_P(column_chains, along_any_axes_but_the_last) {
  for (const axis_list& axes : {axis_list{0}, {1}, {0, 1}})
    check_all(drawn<float>({20, 35, 66}), axes, 1e-5);
  for (const axis_list& axes : {axis_list{0}, {1}, {2}, {0, 2}, {1, 2}, {0, 1, 2}})
    check_all(drawn<float>({7, 10, 11, 12}), axes, 1e-5);
  for (const axis_list& axes : {axis_list{0, 2}, {1, 3}, {0, 1, 2, 3}, {2}})
    check_all(drawn<float>({5, 6, 4, 3, 8}), axes, 1e-5);
}

TEST_P(column_chains, of_every_kind_of_dtype) {
  for (const std::ptrdiff_t columns : {33, 64}) {
    check_all(drawn<gpu::float16>({127, columns}), {0}, 4e-3);
    check_all(drawn<double>({1000, columns}), {0}, 1e-12);
    check_all(drawn<int>({127, columns}), {0}, 1e-12);
    const ndarray<std::complex<float>> z = drawn<std::complex<float>>({127, columns});
    const auto host = computed(z.copy_to(gpu::cpu()));
    expect_close(computed(standardise(z, {0})), standardise_in_steps(host, {0}), 1e-5);
    expect_close(computed(layer_norm(z, {0})), layer_norm_in_steps(host, {0}), 1e-5);
    const ndarray<std::complex<double>> w = drawn<std::complex<double>>({300, columns});
    expect_close(computed(standardise(w, {0})),
                 standardise_in_steps(computed(w.copy_to(gpu::cpu())), {0}), 1e-12);
  }
}

TEST_P(column_chains, of_views) {
  const ndarray<float> x = drawn<float>({300, 132});
  check_all(ndarray<float>(x).transpose(), {1}, 1e-5);
  check_all(ndarray<float>(x).transpose(), {0}, 1e-5);
  check_all(view(x, range(1, _), range(1, _)), {0}, 1e-5);
  check_all(view(x, range(_, _, -1), range(_, _, 2)), {0}, 1e-5);
  check_all(view(x, range(_, _, 3), range(_, _, -1)), {0}, 1e-5);
  const ndarray<float> cube = drawn<float>({20, 30, 40});
  for (const axis_list& order : {axis_list{2, 0, 1}, {1, 2, 0}, {1, 0, 2}})
    for (const axis_list& axes : {axis_list{0}, {1}, {2}, {0, 1}, {0, 2}})
      check_all(gpu::transpose(cube, order), axes, 1e-5);
}

TEST_P(column_chains, with_operands_that_broadcast) {
  const ndarray<float> x = drawn<float>({300, 64});
  const ndarray<float> row = drawn<float>({64}) + 7;
  const ndarray<float> column = drawn<float>({300, 1}) + 9;
  const auto host = [](const ndarray<float>& a) { return ndarray<float>(a.copy_to(gpu::cpu())); };
  const ndarray<float> sum = host(x) * host(row) + host(column);
  const ndarray<float> scaled = standardise_in_steps(sum, {0}) * host(row) - host(column);
  expect_close(ndarray<float>(standardise(x * row + column, {0}) * row - column), scaled, 1e-4);
  const ndarray<float> outer = host(column) * host(row);
  expect_close(ndarray<float>(softmax(column * row, {0})), softmax_in_steps(outer, {0}), 1e-5);
}

TEST_P(column_chains, in_place) {
  for (const std::ptrdiff_t rows : {1000, 9000})
    for (const std::ptrdiff_t columns : {31, 64}) {
      ndarray<float> x = drawn<float>({rows, columns});
      const auto host = computed(x.copy_to(gpu::cpu()));
      x = standardise(x, {0});
      expect_close(x, standardise_in_steps(host, {0}), 1e-5);
      ndarray<float> y = drawn<float>({rows, columns});
      y -= gpu::max(y, 0);
      view(y) = softmax(y, {0});
      expect_close(y, softmax_in_steps(host, {0}), 1e-5);
    }
}

TEST_P(column_chains, results_of_columns_beside_the_elements) {
  const ndarray<float> x = drawn<float>({700, 40});
  const auto mean = gpu::mean(x, 0);
  const auto [centred, means, positions] = gpu::fuse(x - mean, mean, gpu::argmax(x - mean, 0));
  const ndarray<float> host = x.copy_to(gpu::cpu());
  const ndarray<float> wanted = gpu::mean(host, 0);
  expect_close(means, wanted, 1e-5);
  expect_close(centred, ndarray<float>(host - wanted), 1e-5);
  EXPECT_TRUE(gpu::array_equal(positions.to(gpu::cpu()), gpu::argmax(host, 0)));
}

/// So many that blocks of a GPU go over several groups of them, and read the next one ahead.
TEST_P(column_chains, of_more_columns_than_are_read_at_once) {
  if (GetParam().is_cpu()) GTEST_SKIP() << "as many columns as few for cpu()";
  check_all(drawn<float>({1000, 8652}), {0}, 1e-5);
  check_all(drawn<float>({400, 17004}), {0}, 1e-5);
  check_all(drawn<gpu::float16>({300, 34008}), {0}, 4e-3);
  check_all(drawn<float>({3, 577, 3004}), {1}, 1e-5);
  check_all(drawn<float>({9, 60, 8520}), {0, 1}, 1e-5);
  check_all(drawn<float>({2000, 4332}), {0}, 1e-5);
  check_all(drawn<double>({600, 4502}), {0}, 1e-12);
  check_all(drawn<gpu::float16>({600, 17096}), {0}, 4e-3);
  check_all(drawn<int>({530, 4700}), {0}, 1e-12);
}

TEST_P(column_chains, of_many_columns_with_other_operands_and_in_place) {
  if (GetParam().is_cpu()) GTEST_SKIP() << "as many columns as few for cpu()";
  const auto host = [](const ndarray<float>& a) { return ndarray<float>(a.copy_to(gpu::cpu())); };
  ndarray<float> x = drawn<float>({700, 8500});
  const ndarray<float> y = drawn<float>({700, 8500}) + 1;
  const ndarray<float> row = drawn<float>({8500}) + 7;
  const ndarray<float> column = drawn<float>({700, 1}) + 9;
  const ndarray<float> wanted =
      standardise_in_steps(ndarray<float>(host(x) * host(row) + host(column)), {0}) * host(y) +
      host(row);
  expect_close(ndarray<float>(standardise(x * row + column, {0}) * y + row), wanted, 1e-4);
  const ndarray<float> both = softmax_in_steps(ndarray<float>(host(x) * host(y)), {0});
  expect_close(ndarray<float>(softmax(x * y, {0})), both, 1e-5);
  const auto mean = gpu::mean(x, 0);
  const auto [centred, means, positions] = gpu::fuse(x - mean, mean, gpu::argmax(x - mean, 0));
  expect_close(means, ndarray<float>(gpu::mean(host(x), 0)), 1e-5);
  EXPECT_TRUE(gpu::array_equal(positions.to(gpu::cpu()), gpu::argmax(host(x), 0)));
  const ndarray<float> before = host(x);
  x = standardise(x, {0});
  expect_close(x, standardise_in_steps(before, {0}), 1e-5);
}

TEST_P(column_chains, bits_of_many_columns_do_not_depend_on_where_they_lie) {
  if (GetParam().is_cpu()) GTEST_SKIP() << "as many columns as few for cpu()";
  const ndarray<float> x = drawn<float>({1000, 8652}) + drawn<float>({8652}) * 0.001f;
  ndarray<float> wide = gpu::zeros<float>({1000, 8656});
  view(wide, all(), range(1, 8653)) = x;
  const auto some = range(400, 464);
  const ndarray<float> first = standardise(x, {0});
  EXPECT_TRUE(gpu::array_equal(first, ndarray<float>(standardise(x, {0}))));
  EXPECT_TRUE(
      gpu::array_equal(first, ndarray<float>(standardise(view(wide, all(), range(1, 8653)), {0}))));
  const ndarray<float> few = standardise(ndarray<float>(view(x, all(), some)), {0});
  EXPECT_TRUE(gpu::array_equal(ndarray<float>(view(first, all(), some)), few));
}

TEST_P(column_chains, nan_stays_in_its_column) {
  for (const std::ptrdiff_t rows : {100, 9000}) {
    ndarray<float> x = drawn<float>({rows, 33});
    view(x, rows / 2, 5) = std::numeric_limits<float>::quiet_NaN();
    const ndarray<float> result = softmax(x, {0});
    const ndarray<std::int64_t> nans = gpu::sum(gpu::isnan(result), 0);
    for (std::ptrdiff_t k = 0; k < 33; ++k) EXPECT_EQ(nans(k), k == 5 ? rows : 0);
  }
}

TEST_P(column_chains, bits_are_the_same_again_and_for_unaligned_operands) {
  const ndarray<float> x = drawn<float>({1000, 64});
  ndarray<float> wide = gpu::zeros<float>({1000, 68});
  view(wide, all(), range(1, 65)) = x;
  const ndarray<float> first = standardise(x, {0});
  EXPECT_TRUE(gpu::array_equal(first, ndarray<float>(standardise(x, {0}))));
  EXPECT_TRUE(
      gpu::array_equal(first, ndarray<float>(standardise(view(wide, all(), range(1, 65)), {0}))));
}

TEST_P(column_chains, that_fit_a_block_are_one_launch_else_one_for_each_level_and_the_result) {
  const auto expect_launches = [](const ndarray<float>& x, const axis_list& axes, int one_pass,
                                  int two_passes) {
    const std::uint64_t factor = GetParam().is_gpu() ? 1 : 0;
    const auto count = [&](int all) { return factor * static_cast<std::uint64_t>(all); };
    ndarray<float> result;
    EXPECT_EQ(launches_of([&] { result = standardise(x, axes); }), count(one_pass));
    EXPECT_EQ(launches_of([&] { result = normalise(x, axes); }), count(one_pass));
    EXPECT_EQ(launches_of([&] { result = softmax(x, axes); }), count(two_passes));
    EXPECT_EQ(launches_of([&] { result = layer_norm(x, axes); }), count(two_passes));
  };
  expect_launches(gpu::ones<float>({1000, 3000}), {0}, 1, 1);
  expect_launches(gpu::ones<float>({50, 64, 1000}), {1}, 1, 1);
  expect_launches(gpu::ones<float>({5000, 10}), {0}, 1, 1);  // too little to read for more launches
  expect_launches(gpu::ones<float>({5000, 1000}), {0}, 2, 3);
  expect_launches(gpu::ones<float>({3, 70, 70, 300}), {1, 2}, 2, 3);
}

TEST_P(column_chains, explain_says_why_there_are_several_kernels) {
  const std::string text = gpu::explain(softmax(gpu::ones<float>({5000, 1000}), {0}));
  EXPECT_EQ(std::stoi(text), GetParam().is_gpu() ? 3 : 1) << text;
  EXPECT_EQ(text.find("neighbours in memory belong to different rows") != std::string::npos,
            GetParam().is_gpu());
  const std::string held = gpu::explain(softmax(gpu::ones<float>({500, 1000}), {0}));
  EXPECT_EQ(std::stoi(held), 1) << held;
  EXPECT_EQ(held.find("persistent_columns") != std::string::npos, GetParam().is_gpu());
}

INSTANTIATE_TEST_SUITE_P(, column_chains, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
