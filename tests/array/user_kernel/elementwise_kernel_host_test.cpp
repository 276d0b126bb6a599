// SPDX-License-Identifier: BSD-3-Clause
// Kernels on cpu() that need the machine's compiler.
#include <gtest/gtest.h>

#include <vector>

#include <gpu/gpu.hpp>

#include <gpu/array/user_kernel/elementwise_kernel.hpp>

#include "support/environment.hpp"
#include "support/jit.hpp"

namespace {

using gpu::elementwise_kernel;
using gpu::ndarray;

class elementwise_kernel_host : public gpu::test::with_disk_cache {
 protected:
  gpu::device_guard scope_{gpu::cpu()};
};

TEST_F(elementwise_kernel_host, what_ops_express_compiles_nothing) {
  const std::uint64_t before = gpu::compile_count();
  const elementwise_kernel k("T x, T y", "T z", "T d = x - y; z = x > y ? d * d : exp(d) / 2", "k");
  const ndarray<float> z = k(ndarray<float>{1, 2}, ndarray<float>{0, 2});
  EXPECT_EQ(z(0), 1.0F);
  EXPECT_EQ(z(1), 0.5F);
  EXPECT_EQ(gpu::compile_count(), before);
}

TEST_F(elementwise_kernel_host, loops_are_compiled_once) {
  const elementwise_kernel k("T x, int32 n", "T z", "z = 0; for (int k = 0; k < n; ++k) z += x;",
                             "repeated_sum");
  const ndarray<double> x{1.5, 2};
  const std::uint64_t before = gpu::compile_count();
  const ndarray<double> z = k(x, ndarray<int>{3, 2});
  EXPECT_EQ(z(0), 4.5);
  EXPECT_EQ(z(1), 4.0);
  EXPECT_EQ(gpu::compile_count(), before + 1);
  const ndarray<double> again = gpu::sqrt(k(x, 4).as<double>());
  EXPECT_EQ(again(1), std::sqrt(8.0));
  const elementwise_kernel same("T x, int32 n", "T z", "z = 0; for (int k = 0; k < n; ++k) z += x;",
                                "repeated_sum");
  EXPECT_EQ(ndarray<double>(same(x, 1))(0), 1.5);
  EXPECT_EQ(gpu::compile_count(), before + 1);
}

TEST_F(elementwise_kernel_host, raw_kernels_are_compiled_once) {
  const elementwise_kernel k("raw T x", "T z", "z = x[x.size() - 1 - i]", "reversed");
  const ndarray<int> x{1, 2, 3};
  const std::uint64_t before = gpu::compile_count();
  EXPECT_EQ(ndarray<int>(k.with({.size = 3})(x))(0), 3);
  EXPECT_EQ(ndarray<int>(k.with({.size = 2})(x))(1), 2);
  EXPECT_EQ(gpu::compile_count(), before + 1);
}

TEST_F(elementwise_kernel_host, mistakes_name_the_users_line) {
  const elementwise_kernel k("T x", "T z", "T w = x;\nfor (;;) { break; }\nz = w + nothing;",
                             "mistaken");
  try {
    k(ndarray<float>{1});
    FAIL() << "nothing was thrown";
  } catch (const gpu::compile_error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("elementwise_kernel mistaken:"), std::string::npos) << text;
    EXPECT_NE(text.find("> "
                        "   3 | z = w + nothing;"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("nothing"), std::string::npos);
  }
}

TEST_F(elementwise_kernel_host, without_a_compiler_the_construct_is_named) {
  const gpu::test::environment_guard none("PATH", "/nonexistent");
  const gpu::test::environment_guard own("GPU_NDARRAY_CXX", std::nullopt);
  const gpu::test::environment_guard cxx("CXX", std::nullopt);
  const elementwise_kernel k("T x", "T z", "z = x;\nwhile (z > 1) z /= 2;", "halving");
  try {
    k(ndarray<float>{5});
    FAIL() << "nothing was thrown";
  } catch (const gpu::library_not_found& error) {
    const std::string text = error.what();
    EXPECT_EQ(text.find("kernel 'halving' has a 'while' loop in line 2, which cpu() can run only "
                        "with the help of a C++ compiler. "),
              0U)
        << text;
    EXPECT_NE(text.find("g++"), std::string::npos) << text;
  }
}

/// Both ways of the host give the same bits.
TEST_F(elementwise_kernel_host, compiled_and_translated_text_agree) {
  const ndarray<float> x{0.1F, -2.5F, 1e20F, 3, 0};
  const ndarray<float> y{3, 0.7F, 1e-20F, -3, 5};
  const ndarray<int> a{7, -7, 2147483647, 0, -1};
  for (const char* text :
       {"z = x * y + x / y", "z = a / 3 + a % 4", "z = (x - y) * (x + y) - x", "z = sqrt(x * x)",
        "z = a > 0 ? x : y * 2.5", "z = max(x, y) + min(a, 3)", "z = (int)(x * 2) / 3 + (a & 6)",
        "z = a * 0.1f + 1e-3 * x", "float w = x + y; w *= w; z = w - a", "z = abs(a + 1) + fabs(y)",
        "z = floor(x) + ceil(y) + trunc(x)", "z = x < y && a || !x", "z = fmod(x, y)"}) {
    const elementwise_kernel plain("float32 x, float32 y, int32 a", "float64 z", text, "plain");
    const elementwise_kernel compiled("float32 x, float32 y, int32 a", "float64 z", text,
                                      "compiled", {.preamble = "// compiles\n"});
    const ndarray<double> expected = compiled(x, y, a);
    const ndarray<double> got = plain(x, y, a);
    for (int k = 0; k < 5; ++k) {
      EXPECT_TRUE(got(k) == expected(k) || (std::isnan(got(k)) && std::isnan(expected(k))))
          << text << " at " << k << ": " << got(k) << ", compiled " << expected(k);
    }
  }
}

}  // namespace
