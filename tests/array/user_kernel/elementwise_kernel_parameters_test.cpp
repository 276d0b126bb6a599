// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <gpu/array/user_kernel/elementwise_kernel.hpp>
#include <gpu/core/error.hpp>

#include "array/user_kernel/parameters.hpp"
#include "array/user_kernel/types.hpp"
#include "support/values.hpp"

namespace {

using gpu::dtype;
using gpu::test::message_of;
using gpu::user_kernels::parse_parameters;

TEST(elementwise_kernel_parameters, are_type_and_name) {
  const auto list = parse_parameters("T x, raw float32 y,\n\tint64  k , raw _non_const U w", false);
  ASSERT_EQ(list.size(), 4U);
  EXPECT_EQ(list[0].name, "x");
  EXPECT_TRUE(list[0].is_placeholder());
  EXPECT_EQ(list[1].fixed, dtype::float32);
  EXPECT_TRUE(list[1].raw);
  EXPECT_FALSE(list[1].writable);
  EXPECT_EQ(list[2].name, "k");
  EXPECT_EQ(list[2].fixed, dtype::int64);
  EXPECT_TRUE(list[3].raw && list[3].writable);
  EXPECT_TRUE(parse_parameters("", false).empty());
  EXPECT_TRUE(parse_parameters("T z", true)[0].writable);
}

TEST(elementwise_kernel_parameters, every_dtype_has_its_name) {
  for (int k = 0; k < gpu::dtype_count; ++k) {
    const auto type = static_cast<dtype>(k);
    EXPECT_EQ(parse_parameters(std::string(gpu::traits(type).name) + " x", false)[0].fixed, type);
  }
}

TEST(elementwise_kernel_parameters, mistakes_are_pointed_at) {
  const auto parsed = [](const char* list) {
    return [list] { (void)parse_parameters(list, false); };
  };
  EXPECT_EQ(message_of<gpu::value_error>(parsed("T x, y")), "Syntax error: y\n  T x, y\n       ^");
  EXPECT_EQ(message_of<gpu::value_error>(parsed("T x,,T y")).substr(0, 14), "Syntax error: ");
  EXPECT_EQ(message_of<gpu::value_error>(parsed("T x-y")), "Syntax error: T x-y\n  T x-y\n    ^");
  EXPECT_EQ(message_of<gpu::value_error>(parsed("T 2x")).substr(0, 18), "Syntax error: T 2x");
  EXPECT_EQ(message_of<gpu::value_error>(parsed("T x, row T y")),
            "Unknown keyword \"row\"\n  T x, row T y\n       ^");
  EXPECT_EQ(message_of<gpu::value_error>(parsed("T i")),
            "Can not use 'i' as a parameter name\n  T i\n    ^");
  EXPECT_EQ(message_of<gpu::dtype_error>(parsed("float33 x")),
            "data type 'float33' not understood\n  float33 x\n  ^");
}

TEST(elementwise_kernel_parameters, names_are_checked_when_the_kernel_is_made) {
  for (const char* name : {"", "a b", "a\n", "1a", "a-b", "a+"}) {
    const std::string text = message_of<gpu::value_error>(
        [&] { gpu::elementwise_kernel kernel("T x", "T z", "z = x", name); });
    EXPECT_EQ(text, std::string("Invalid kernel name: \"") + name + "\"");
  }
  EXPECT_EQ(message_of<gpu::value_error>([] { gpu::elementwise_kernel k("T x, T x", "T z", ""); }),
            "Duplicate parameter name: \"x\"");
  EXPECT_EQ(message_of<gpu::value_error>([] { gpu::elementwise_kernel k("T x", "T x", ""); }),
            "Duplicate parameter name: \"x\"");
  gpu::elementwise_kernel reserved("T n", "T z", "z = n");  // CuPy's own kernels have one
  EXPECT_EQ(reserved.name(), "kernel");
}

TEST(elementwise_kernel_parameters, a_signature_must_fit_them) {
  using typed = gpu::elementwise_kernel<float(float, float)>;
  EXPECT_EQ(message_of<gpu::value_error>([] { typed k("T x", "T z", "z = x"); }),
            "the signature has 2 inputs but the list has 1");
  EXPECT_EQ(message_of<gpu::value_error>([] { typed k("T x, T y", "T z, T w", "z = x"); }),
            "the signature has 1 outputs but the list has 2");
  EXPECT_EQ(
      message_of<gpu::dtype_error>([] { typed k("T x, int32 y", "T z", "z = x"); }).substr(0, 36),
      "Type is mismatched. y float32 int32 ");
  using mixed = gpu::elementwise_kernel<double(float, double)>;
  EXPECT_EQ(message_of<gpu::dtype_error>([] { mixed k("T x, T y", "T z", "z = x"); }).substr(0, 40),
            "Type is mismatched. y float64 float32 T:");
  mixed fits("T x, U y", "U z", "z = x + y");
}

TEST(elementwise_kernel_parameters, placeholders_bind_outputs_then_arrays_then_numbers) {
  const auto in = parse_parameters("T x, T y, U w", false);
  const auto out = parse_parameters("T z, U v", true);
  const auto resolve = [&](std::vector<gpu::operand_type> inputs, std::vector<dtype> outputs) {
    return gpu::user_kernels::resolve_types("k", in, out, inputs, outputs);
  };
  using types = std::vector<dtype>;
  constexpr dtype f4 = dtype::float32;
  constexpr dtype f8 = dtype::float64;
  constexpr dtype i8 = dtype::int64;
  EXPECT_EQ(resolve({{f4}, {f4}, {dtype::int8}}, {}),
            (types{f4, f4, dtype::int8, f4, dtype::int8}));
  EXPECT_EQ(resolve({{f8, true}, {f4}, {i8, true}}, {}), (types{f4, f4, i8, f4, i8}));
  EXPECT_EQ(resolve({{i8, true}, {f8, true}, {i8, true}}, {}), (types{f8, f8, i8, f8, i8}));
  EXPECT_EQ(resolve({{i8, true}, {i8, true}, {i8, true}}, {f4, f8}), (types{f4, f4, f8, f4, f8}));
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              (void)resolve({{f4}, {f8}, {f4}}, {});
            }),
            "Type is mismatched. y float64 float32 T");
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              (void)resolve({{f4}, {f4}, {f4}}, {f8, f4});
            }),
            "Type is mismatched. x float32 float64 T");
  const auto fixed = parse_parameters("int32 x", false);
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              const gpu::operand_type given[] = {{f4}};
              (void)gpu::user_kernels::resolve_types("k", fixed, {}, given, {});
            }),
            "Type is mismatched. x float32 int32");
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              const gpu::operand_type given[] = {{dtype::int32}};
              (void)gpu::user_kernels::resolve_types("k", fixed, out, given, {});
            }),
            "kernel 'k': no argument says what type 'T' of the output 'z' is; give the output, or "
            "name its dtype");
}

}  // namespace
