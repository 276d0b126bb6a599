// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <complex>
#include <numeric>
#include <thread>
#include <vector>

#include <gpu/cuda/module.hpp>
#include <gpu/gpu.hpp>

#include "support/device.hpp"

namespace {

using gpu::ndarray;
using gpu::reduction_kernel;

class reduction_kernel_call : public gpu::test::on_device {};

INSTANTIATE_TEST_SUITE_P(, reduction_kernel_call, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

template <class T, class A>
std::vector<T> values(const A& array) {
  const ndarray<T> all = array;
  return {all.begin(), all.end()};
}

const reduction_kernel l2norm("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "l2norm");

/// Mean and variance in one pass, by the formula for joining two parts.
const gpu::reduction_kernel_options with_moments{
    .reduce_type = "moments",
    .preamble =
        "struct moments { double mean, squares; int n; };\n"
        "__device__ moments join(const moments& a, const moments& b) {\n"
        "  const int n = a.n + b.n;\n"
        "  if (a.n == 0 || b.n == 0) return a.n == 0 ? b : a;\n"
        "  const double d = b.mean - a.mean;\n"
        "  return {a.mean + d * b.n / n, a.squares + b.squares + d * d * a.n * b.n / n, n};"
        "\n}\n"};
const reduction_kernel variance("T x, float64 ddof", "float64 v", "{x, 0, 1}", "join(a, b)",
                                "v = a.squares / (a.n - ddof)", "{0, 0, 0}", "variance",
                                with_moments);

TEST_P(reduction_kernel_call, reduces_all_axes_one_or_several) {
  const ndarray<float> x{{{3, 4}, {6, 8}}, {{5, 12}, {8, 15}}};
  const auto all = l2norm(gpu::view(x, 0, 0));
  EXPECT_EQ(all.dtype(), gpu::dtype::float32);
  EXPECT_EQ(all.shape(), gpu::shape{});
  EXPECT_EQ(all.device(), GetParam());
  EXPECT_EQ(values<float>(all), std::vector<float>{5});
  EXPECT_EQ(values<float>(l2norm(x, gpu::axis(2))), (std::vector<float>{5, 10, 13, 17}));
  EXPECT_EQ(values<float>(l2norm(x, gpu::axis(-1))), (std::vector<float>{5, 10, 13, 17}));
  const ndarray<float> two = l2norm(x, gpu::axis({0, -2}));
  EXPECT_EQ(two.shape(), gpu::shape{2});
  EXPECT_FLOAT_EQ(two(0), std::sqrt(9.0F + 36 + 25 + 64));
  EXPECT_EQ(l2norm(x, gpu::keepdims).shape(), (gpu::shape{1, 1, 1}));
  EXPECT_EQ(l2norm(x, gpu::keepdims, gpu::axis({0, 2})).shape(), (gpu::shape{1, 2, 1}));
  EXPECT_EQ(values<float>(l2norm(ndarray<float>{-3, 4}, gpu::axis({}))),
            (std::vector<float>{3, 4}));
}

TEST_P(reduction_kernel_call, many_elements_along_every_axis) {
  const ndarray<double> x =
      gpu::reshape(gpu::astype<double>(gpu::arange<int>(6 * 1000 * 50)), {6, 1000, 50});
  const reduction_kernel total("T x", "T y", "x", "a + b", "y = a", "0", "total");
  const reduction_kernel largest("T x", "T y", "x", "max(a, b)", "y = a", std::nullopt, "largest");
  const reduction_kernel last("T x", "T y", "x", "a > b ? a : b", "y = a", std::nullopt, "last");
  for (const auto& axes : {gpu::reduction_axes(0), gpu::reduction_axes(1), gpu::reduction_axes(2),
                           gpu::reduction_axes({0, 2}), gpu::reduction_axes({0, 1}),
                           gpu::reduction_axes(std::nullopt)}) {
    EXPECT_TRUE(gpu::array_equal(total(x, gpu::axis(axes)).as<double>(), gpu::sum(x, axes)));
    EXPECT_TRUE(gpu::array_equal(largest(x, gpu::axis(axes)).as<double>(), gpu::max(x, axes)));
    EXPECT_TRUE(gpu::array_equal(last(x, gpu::axis(axes)).as<double>(), gpu::max(x, axes)));
  }
}

TEST_P(reduction_kernel_call, several_inputs_broadcast) {
  const reduction_kernel dot("T x, T y", "T z", "x * y", "a + b", "z = a", "0", "dot");
  const ndarray<float> x{{1, 2, 3}, {4, 5, 6}};
  const ndarray<float> y{1, 10, 100};
  EXPECT_EQ(values<float>(dot(x, y, gpu::axis(1))), (std::vector<float>{321, 654}));
  EXPECT_EQ(values<float>(dot(x, y, gpu::axis(0))), (std::vector<float>{5, 70, 900}));
  EXPECT_EQ(values<float>(dot(x, 2)), std::vector<float>{42});
  EXPECT_EQ(values<float>(dot(x.transpose(), ndarray<float>{1, 1}, gpu::axis(0))),
            (std::vector<float>{6, 15}));
  const reduction_kernel mixed("T v, U w, float64 x, T y, int32 z", "float64 s",
                               "v * w + x * y * z", "a + b", "s = a", "0", "mixed");
  const ndarray<int> z{1, 2};
  EXPECT_EQ(values<double>(mixed(ndarray<float>{1, 2}, ndarray<int>{3, 4}, ndarray<double>{5, 6},
                                 ndarray<float>{7, 8}, z)),
            std::vector<double>{3 + 35 + 8 + 96});
}

TEST_P(reduction_kernel_call, i_is_the_position_along_the_reduced_axes) {
  const reduction_kernel weighted("T x", "int64 y", "x * i", "a + b", "y = a", "0", "weighted");
  const ndarray<int> x{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(values<std::int64_t>(weighted(x)), std::vector<std::int64_t>{2 + 6 + 12 + 20 + 30});
  EXPECT_EQ(values<std::int64_t>(weighted(x, gpu::axis(0))), (std::vector<std::int64_t>{4, 5, 6}));
  EXPECT_EQ(values<std::int64_t>(weighted(x, gpu::axis(1))), (std::vector<std::int64_t>{8, 17}));
  const reduction_kernel first_best(
      "T x", "int64 y", "best{x, i}",
      "a.value > b.value || (a.value == b.value && a.at < b.at) ? a : b", "y = a.at", std::nullopt,
      "first_best",
      {.reduce_type = "best", .preamble = "struct best { double value; ptrdiff_t at; };"});
  const ndarray<float> y{{3, 9, 9}, {7, 1, 7}};
  EXPECT_EQ(values<std::int64_t>(first_best(y, gpu::axis(1))), (std::vector<std::int64_t>{1, 0}));
  EXPECT_EQ(values<std::int64_t>(first_best(y)), std::vector<std::int64_t>{1});
}

TEST_P(reduction_kernel_call, accumulates_in_a_type_of_its_own) {
  const ndarray<float> x{1e8F, 1, 2, 3, -1e8F};
  const reduction_kernel exact("T x", "T y", "x", "a + b", "y = a", "0", "exact",
                               {.reduce_type = "double"});
  EXPECT_EQ(values<float>(exact(x)), std::vector<float>{6});
  const reduction_kernel count("T x", "int64 n", "x > 1", "a + b", "n = a", "0", "count");
  EXPECT_EQ(values<std::int64_t>(count(x)), std::vector<std::int64_t>{3});
}

TEST_P(reduction_kernel_call, accumulates_structs) {
  const ndarray<float> x{{1, 2, 3, 4}, {10, 10, 10, 14}};
  EXPECT_EQ(values<double>(variance(x, 0, gpu::axis(1))), (std::vector<double>{1.25, 3}));
  EXPECT_EQ(values<double>(variance(x, 1, gpu::axis(1))), (std::vector<double>{5.0 / 3, 4}));
  const ndarray<double> many = gpu::astype<double>(gpu::arange<int>(100000));
  EXPECT_NEAR(values<double>(variance(many, 0))[0], gpu::var(many).item(), 1e-3);
}

TEST_P(reduction_kernel_call, post_map_sees_numbers_also_of_no_elements) {
  const reduction_kernel scaled("T x, T factor", "T y", "x", "a + b", "y = a * factor + factor",
                                "0", "scaled");
  EXPECT_EQ(values<float>(scaled(ndarray<float>{1, 2}, 3)), std::vector<float>{12});
  EXPECT_EQ(values<float>(scaled(gpu::zeros<float>({2, 0}), 3, gpu::axis(1))),
            (std::vector<float>{3, 3}));
  const reduction_kernel own("T x, T factor", "T y", "x", "a + b", "y = a * factor + factor", "0",
                             "own", {.preamble = "// compiled on every device\n"});
  EXPECT_EQ(values<float>(own(ndarray<float>{1, 2}, 3)), std::vector<float>{12});
  EXPECT_EQ(values<float>(own(gpu::zeros<float>({2, 0}), 3, gpu::axis(1))),
            (std::vector<float>{3, 3}));
  EXPECT_EQ(own(gpu::zeros<float>({0, 2}), 3, gpu::axis(1)).shape(), gpu::shape{0});
  EXPECT_TRUE(std::isnan(values<double>(variance(gpu::zeros<float>({0}), 0))[0]));
}

TEST_P(reduction_kernel_call, no_elements_have_the_identity) {
  EXPECT_EQ(values<float>(l2norm(gpu::zeros<float>({2, 0}), gpu::axis(1))),
            (std::vector<float>{0, 0}));
  EXPECT_EQ(l2norm(gpu::zeros<float>({0, 3}), gpu::axis(1)).shape(), gpu::shape{0});
  const reduction_kernel largest("T x", "T y", "x", "max(a, b)", "y = a", "-5", "largest");
  EXPECT_EQ(values<float>(largest(gpu::zeros<float>({0}))), std::vector<float>{-5});
}

TEST_P(reduction_kernel_call, fuses_with_what_surrounds_it) {
  const ndarray<float> x{{1, 2, 2}, {2, 3, 6}};
  const gpu::expression<float> e = l2norm(x * 2, gpu::axis(1)).as<float>() + 1.0F;
  const std::uint64_t before = gpu::launches();
  const ndarray<float> z = e;
  if (GetParam().is_gpu()) {
    EXPECT_EQ(gpu::launches() - before, 1U);
  }
  EXPECT_EQ(values<float>(z), (std::vector<float>{7, 15}));
  const ndarray<float> unit = x / l2norm(x, gpu::axis(1), gpu::keepdims).as<float>();
  EXPECT_FLOAT_EQ(unit(1, 2), 6.0F / 7);
  const auto [norm, total] = gpu::fuse(l2norm(x, gpu::axis(1)), gpu::sum(x, 1));
  EXPECT_EQ(values<float>(norm), (std::vector<float>{3, 7}));
  EXPECT_EQ(values<float>(total), (std::vector<float>{5, 11}));
}

TEST_P(reduction_kernel_call, writes_into_outputs) {
  const ndarray<float> x{{3, 4}, {6, 8}};
  ndarray<float> y{0, 0};
  EXPECT_EQ(values<float>(l2norm(x, y, gpu::axis(1))), (std::vector<float>{5, 10}));
  EXPECT_EQ(values<float>(y), (std::vector<float>{5, 10}));
  ndarray<float> z{{0, 0}, {0, 0}};
  static_cast<void>(l2norm(x, gpu::axis(0), gpu::out(gpu::view(z, 1))));
  EXPECT_FLOAT_EQ(z(1, 1), std::sqrt(80.0F));
  EXPECT_EQ(z(0, 0), 0);
  ndarray<float> kept{{0}, {0}};
  static_cast<void>(l2norm(x, gpu::out(kept), gpu::axis(1), gpu::keepdims));
  EXPECT_EQ(kept(1, 0), 10);
  const reduction_kernel sum("T x", "U y", "x", "a + b", "y = a", "0", "sum");
  ndarray<double> wide{0.0};
  static_cast<void>(sum(x, gpu::out(gpu::view(wide, 0))));
  EXPECT_EQ(wide(0), 21);
}

TEST_P(reduction_kernel_call, gives_several_outputs_in_one_launch) {
  const reduction_kernel range("T x", "T low, T high", "limits<T>{x, x}",
                               "limits<T>{min(a.low, b.low), max(a.high, b.high)}",
                               "low = a.low; high = a.high", std::nullopt, "limits_of",
                               {.reduce_type = "limits<T>",
                                .preamble = "template <class A> struct limits { A low, high; };"});
  const ndarray<int> x{{4, -2, 7}, {1, 1, 0}};
  const std::uint64_t before = gpu::launches();
  auto [low, high] = range(x, gpu::axis(1)).as<int, int>();
  if (GetParam().is_gpu()) {
    EXPECT_EQ(gpu::launches() - before, 1U);
  }
  EXPECT_EQ(values<int>(low), (std::vector<int>{-2, 0}));
  EXPECT_EQ(values<int>(high), (std::vector<int>{7, 1}));
  ndarray<int> least{{0}};
  ndarray<int> most{{0}};
  static_cast<void>(range(x, gpu::out(least, most), gpu::keepdims));
  EXPECT_EQ(least(0, 0), -2);
  EXPECT_EQ(most(0, 0), 7);
}

TEST_P(reduction_kernel_call, raw_arrays_are_read_by_position) {
  const reduction_kernel picked("raw T x, int64 at", "T y", "x[at]", "a + b", "y = a + x[0]", "0",
                                "picked");
  const ndarray<float> x{{1, 2, 3}, {4, 5, 6}};
  const ndarray<std::int64_t> at{{0, 5}, {3, 1}};
  EXPECT_EQ(values<float>(picked(x, at, gpu::axis(1))), (std::vector<float>{8, 7}));
  EXPECT_EQ(values<float>(picked(x.transpose(), at, gpu::axis(1))), (std::vector<float>{8, 10}));
  EXPECT_EQ(values<float>(picked(x, gpu::zeros<std::int64_t>({0}))), std::vector<float>{1});
  const reduction_kernel neighbours("raw T x", "T y", "(x[i + 1] - x[i]) * (x[i + 1] - x[i])",
                                    "a + b", "y = a", "0", "neighbours");
  EXPECT_EQ(values<float>(neighbours(x, gpu::launch_options{.size = 5})), std::vector<float>{5});
}

TEST_P(reduction_kernel_call, every_dtype_computes) {
  const reduction_kernel total("T x", "T y", "x", "a + b", "y = a", "0", "total");
  const reduction_kernel own("T x", "T y", "x + x", "a + b", "y = a", "0", "own_total",
                             {.preamble = "// compiled on every device\n"});
  gpu::type_list<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                 std::uint32_t, std::uint64_t, gpu::float16, gpu::bfloat16, float, double,
                 std::complex<float>, std::complex<double>>::for_each([&]<class T>() {
    const ndarray<T> x{T(1), T(3), T(4)};
    EXPECT_EQ(values<T>(total(x)), std::vector<T>{T(8)}) << gpu::dtype_of<T>;
    EXPECT_EQ(values<T>(own(x)), std::vector<T>{T(16)}) << gpu::dtype_of<T>;
  });
  const reduction_kernel every("bool x", "bool y", "x", "a && b", "y = a", "true", "every");
  EXPECT_EQ(values<bool>(every(ndarray<bool>{true, false})), std::vector<bool>{false});
  const reduction_kernel some("T x", "bool y", "x > 2", "a || b", "y = a", "false", "some");
  EXPECT_EQ(values<bool>(some(ndarray<int>{1, 3})), std::vector<bool>{true});
  const reduction_kernel bits("T x", "T y", "x", "a ^ b", "y = a", "0", "bits");
  EXPECT_EQ(values<int>(bits(ndarray<int>{1, 3, 8})), std::vector<int>{10});
}

TEST_P(reduction_kernel_call, a_signature_gives_the_types) {
  const reduction_kernel<float(float, float)> dot("T x, T y", "T z", "x * y", "a + b", "z = a", "0",
                                                  "dot");
  const ndarray<float> x{1, 2, 3};
  const gpu::expression<float> z = dot(x, x);
  EXPECT_EQ(z.item(), 14);
  EXPECT_EQ(dot(x, 2, gpu::axis(0)).item(), 12);
  const reduction_kernel<std::tuple<float, int>(float)> both(
      "T x", "T y, int32 n", "{x, 1}", "{a.sum + b.sum, a.n + b.n}", "y = a.sum; n = a.n", "{0, 0}",
      "both", {.reduce_type = "pair", .preamble = "struct pair { float sum; int n; };"});
  const auto [sum, n] = both(x);
  EXPECT_EQ(sum.item(), 6);
  EXPECT_EQ(n.item(), 3);
}

TEST_P(reduction_kernel_call, macros_and_headers_are_for_the_text) {
  const reduction_kernel power("T x", "T y", "pow(x, WIDTH)", "a + b", "y = a * ON", "0", "power",
                               {.preamble = "#include <gpu/elementwise/support/math.hpp>\n",
                                .options = {"-DWIDTH=3", "-DON"}});
  EXPECT_EQ(values<double>(power(ndarray<double>{1, 2})), std::vector<double>{9});
}

TEST_P(reduction_kernel_call, a_stream_is_used_and_threads_may_call) {
  if (GetParam().is_gpu()) {
    const gpu::stream own(GetParam());
    const ndarray<float> x{3, 4};
    EXPECT_EQ(values<float>(l2norm(x, gpu::launch_options{.stream = own})), std::vector<float>{5});
  }
  std::vector<float> results(4);
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < results.size(); ++k)
    threads.emplace_back([&, k] {
      GetParam().use();
      results[k] = values<float>(l2norm(ndarray<float>{3.0F * float(k), 4.0F * float(k)}))[0];
    });
  for (std::thread& one : threads) one.join();
  EXPECT_EQ(results, (std::vector<float>{0, 5, 10, 15}));
}

}  // namespace
