// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/user_kernel/elementwise_kernel_of.hpp>

#include <gtest/gtest.h>

#include <concepts>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::elementwise_kernel_of;
using gpu::expression;
using gpu::ndarray;
using gpu::test::message_of;
using gpu::test::values;

class kernel_of_literals : public gpu::test::on_device {};

INSTANTIATE_TEST_SUITE_P(, kernel_of_literals, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

constexpr auto squared_diff =
    elementwise_kernel_of<"T x, T y", "T z", "z = (x - y) * (x - y)", "squared_diff">;

TEST_P(kernel_of_literals, computes_with_the_dtype_of_its_arrays) {
  const ndarray<float> x{{1, 2, 3}, {4, 5, 6}};
  const ndarray<float> y{1, 1, 4};
  const auto z = squared_diff(x, y);
  static_assert(std::same_as<decltype(z), const expression<float>>);
  EXPECT_EQ(z.shape(), (gpu::shape{2, 3}));
  EXPECT_EQ(values(z), (std::vector<float>{0, 1, 1, 9, 16, 4}));
  EXPECT_EQ(values(gpu::sqrt(squared_diff(x + 1, 2)) + x), (std::vector<float>{1, 3, 5, 7, 9, 11}));
  static_assert(std::same_as<decltype(squared_diff(ndarray<int>(), 2.5)), expression<int>>);
  static_assert(std::same_as<decltype(squared_diff(1, 2)), expression<std::int64_t>>);
  static_assert(std::same_as<decltype(squared_diff(1, 2.0)), expression<double>>);
  static_assert(squared_diff.name() == "squared_diff");
  EXPECT_EQ(squared_diff.kernel().name(), "squared_diff");
}

TEST_P(kernel_of_literals, writes_outputs_that_are_given) {
  const ndarray<double> x{1, 2};
  ndarray<double> z({2}, 0.0);
  squared_diff(x, 5, z);
  EXPECT_EQ(values(z), (std::vector<double>{16, 9}));
  squared_diff(x, 4.0, gpu::view(z, gpu::all()));
  EXPECT_EQ(values(z), (std::vector<double>{9, 4}));
}

TEST_P(kernel_of_literals, has_several_outputs_of_known_types) {
  const auto [rest, whole] =
      elementwise_kernel_of<"T x", "T rest, int32 whole", "whole = x; rest = x - whole">(
          ndarray<float>{1.5F, 4.25F});
  static_assert(std::same_as<std::remove_cvref_t<decltype(rest)>, expression<float>>);
  static_assert(std::same_as<std::remove_cvref_t<decltype(whole)>, expression<std::int32_t>>);
  EXPECT_EQ(values(rest), (std::vector<float>{0.5F, 0.25F}));
  EXPECT_EQ(values(whole), (std::vector<int>{1, 4}));
}

TEST_P(kernel_of_literals, takes_fixed_types_and_no_inputs) {
  const ndarray<float> x{1, 4};
  const auto mixed = elementwise_kernel_of<"T x, int64 n, U y", "U z", "z = x * n + y">;
  static_assert(std::same_as<decltype(mixed(x, 2, ndarray<double>())), expression<double>>);
  EXPECT_EQ(values(mixed(x, 2, ndarray<double>{0.5, 0.25})), (std::vector<double>{2.5, 8.25}));
  const auto count = elementwise_kernel_of<"", "float32 z", "z = 2 * i">;
  const auto counted = count(gpu::launch_options{.size = 3});
  static_assert(std::same_as<decltype(counted), const expression<float>>);
  EXPECT_EQ(values(counted), (std::vector<float>{0, 2, 4}));
  EXPECT_EQ(values(count.with({.size = 2})()), (std::vector<float>{0, 2}));
}

TEST_P(kernel_of_literals, arrays_whose_dtype_is_not_known_are_checked_at_run_time) {
  const gpu::elementwise_kernel half("T x", "T z", "z = x / 2");
  const ndarray<float> x{2, 4};
  const auto z = squared_diff(half(x), x);
  static_assert(std::same_as<decltype(z), const gpu::kernel_results>);
  EXPECT_EQ(values(z.as<float>()), (std::vector<float>{1, 4}));
  EXPECT_THROW((void)squared_diff(half(x), ndarray<double>{1, 2}), gpu::dtype_error);
}

TEST_P(kernel_of_literals, mistakes_in_the_text_are_found_when_it_is_compiled) {
  const ndarray<float> x{1};
  EXPECT_THROW((ndarray<float>(elementwise_kernel_of<"T x", "T z", "z = undeclared">(x))),
               gpu::error);
}

TEST(parameter_list, is_read_by_the_compiler) {
  using gpu::user_kernels::entry_count;
  using gpu::user_kernels::entry_text;
  using gpu::user_kernels::parameter_mistake;
  using gpu::user_kernels::read_entry;
  static_assert(entry_count(" \n") == 0);
  static_assert(entry_count("T x") == 1);
  static_assert(entry_count("T x, ") == 2);
  static_assert(entry_text("T x,raw T y", 1) == "raw T y");
  static_assert(entry_text("T x, T y", 0) == "T x");
  static_assert(read_entry(" raw  _non_const\tfloat32 x\n").fixed == gpu::dtype::float32);
  static_assert(read_entry("raw T x").raw && !read_entry("raw T x").non_const);
  static_assert(read_entry("raw T x").type == "T" && read_entry("raw T x").name == "x");
  static_assert(read_entry("T x").mistake == parameter_mistake::none);
  static_assert(read_entry("").mistake == parameter_mistake::syntax);
  static_assert(read_entry("x").wrong == "x");
  static_assert(read_entry("T i").mistake == parameter_mistake::reserved_name);
  static_assert(read_entry("row T x").mistake == parameter_mistake::keyword);
  static_assert(read_entry("float33 x").mistake == parameter_mistake::type);
  static_assert(gpu::user_kernels::mentions_word("zz = z", "z"));
  static_assert(!gpu::user_kernels::mentions_word("zz = _z + z1", "z"));
}

}  // namespace
