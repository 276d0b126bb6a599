// SPDX-License-Identifier: BSD-3-Clause
// The device text of user kernels, compiled by NVRTC. No GPU is needed.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <gpu/array/user_kernel/elementwise_kernel.hpp>
#include <gpu/core/text_of.hpp>

#include "array/user_kernel/source.hpp"
#include "jit/compiler.hpp"
#include "support/jit.hpp"

namespace {

using gpu::dtype;
using gpu::user_kernels::kernel_source;
using gpu::user_kernels::parameter_use;

constexpr gpu::architecture target{9, 0};

gpu::user_kernels::source_ptr source(std::string_view in, std::string_view out,
                                     std::string_view text,
                                     const gpu::elementwise_kernel_options& options = {}) {
  return gpu::user_kernels::make_source(in, out, text, "tested", options, {}, {});
}

std::vector<parameter_use> all_of(const kernel_source& kernel, dtype type, std::size_t rank = 1) {
  std::vector<parameter_use> uses(kernel.parameter_count(), parameter_use{type});
  for (std::size_t k = 0; k < uses.size(); ++k) {
    uses[k].type = kernel.parameter(k).fixed.value_or(type);
    uses[k].rank = rank;
  }
  return uses;
}

/// A kernel that calls the element function once.
gpu::program element_call(const kernel_source& kernel, std::span<const parameter_use> uses) {
  gpu::program result;
  result.name = "caller";
  std::string parameters;
  std::string arguments;
  for (std::size_t k = 0; k < kernel.in.size(); ++k) {
    parameters += gpu::text_of(gpu::traits(uses[k].type).device, " p", k, ", ");
    arguments += gpu::text_of(k ? ", p" : "p", k);
  }
  if (kernel.uses_index) arguments += ", 3ll";
  const std::string out(gpu::traits(uses.back().type).device);
  result.source =
      gpu::text_of("#include <", gpu::user_kernels::text_header(kernel, uses),
                   ">\nnamespace user_0 {\n", gpu::user_kernels::element_definition(kernel, uses),
                   "}\nextern \"C\" __global__ void caller(", parameters, out,
                   "* r) { *r = user_0::element_function{}(", arguments, "); }\n");
  result.user_texts = {{"elementwise_kernel tested", kernel.operation}};
  return result;
}

TEST(elementwise_kernel_device_text, compiles_for_every_dtype) {
  GPU_REQUIRE_NVRTC();
  for (int k = 0; k < gpu::dtype_count; ++k) {
    const auto type = static_cast<dtype>(k);
    const auto kernel = source("T x, T y", "T z", "T w = x; z = x + w * y; if (w == y) z = T(1)");
    EXPECT_NO_THROW((void)gpu::jit::compile(element_call(*kernel, all_of(*kernel, type)), target))
        << type;
    EXPECT_NO_THROW((void)gpu::jit::compile(
        gpu::user_kernels::loop_program(*kernel, all_of(*kernel, type), 2, false), target))
        << type;
  }
}

TEST(elementwise_kernel_device_text, finds_the_functions_and_constants_of_c) {
  GPU_REQUIRE_NVRTC();
  const char* const texts[] = {
      "z = max(x, 0) + min(x, 1.0) + max(x, y)",
      "z = x > 0 ? x : 0",
      "z = sin(x) + exp(y) + pow(x, 2) + pow(x, y) + pow(2, x) + sqrt(4)",
      "z = isnan(x) || isinf(y) ? NAN : INFINITY; z += isfinite(3)",
      "z = M_PI * x + M_SQRT2 + INT_MAX + FLT_MAX + DBL_EPSILON",
      "z = fmax(x, 1) + fmin(1, 2) + fmod(x, 2) + hypot(x, y) + atan2(y, x) + copysign(1, x)",
      "z = abs(x) + abs(-3) + abs(3u) + fabs(x) + fabs(2)",
      "z = expf(x) + floorf(x) + rsqrt(x) + rsqrtf(x) + rsqrt(2) + cbrt(x) + log1p(x)",
      "int8 a = 1; uint16 b = 2; int64 c = 3; float32 d = 4; float64 e = 5; bool_ f = 1;"
      "int32_t g = 6; uint64_t h = 7; size_t j = 8; ptrdiff_t k = 9; z = a+b+c+d+e+f+g+h+j+k",
      "complex<float> c(x, y); z = c.real() + complex64(1, 2).imag()",
      "float16 h(1.5f); z = h + x; bfloat16 b(2.5f); z += b",
      "z = i + i % 3",
      "for (int k = 0; k < 3; ++k) { if (k == 1) continue; z += x; }",
      "z = x // a comment at the end",
  };
  for (const char* text : texts) {
    for (const dtype type : {dtype::float32, dtype::float64, dtype::float16}) {
      const auto kernel = source("T x, T y", "T z", text);
      try {
        (void)gpu::jit::compile(element_call(*kernel, all_of(*kernel, type)), target);
      } catch (const gpu::compile_error& error) {
        ADD_FAILURE() << type << ": " << text << "\n" << error.what();
      }
    }
  }
}

TEST(elementwise_kernel_device_text, finds_complex_functions) {
  GPU_REQUIRE_NVRTC();
  const auto kernel =
      source("T x, T y", "T z",
             "z = exp(x) + sqrt(y) + log(x) + sin(x) + pow(x, y) + pow(x, 2) + conj(x) * 2;"
             "z = z * abs(x) + arg(x) + norm(y) + real(x) + imag(y); if (isnan(x)) z = x / 2.0;"
             "z += x; z = x == y ? z : x");
  for (const dtype type : {dtype::complex64, dtype::complex128}) {
    try {
      (void)gpu::jit::compile(element_call(*kernel, all_of(*kernel, type)), target);
    } catch (const gpu::compile_error& error) {
      ADD_FAILURE() << type << error.what();
    }
  }
}

TEST(elementwise_kernel_device_text, raw_arrays_compile_for_every_dtype_and_rank) {
  GPU_REQUIRE_NVRTC();
  const auto kernel =
      source("raw T x, T y, _non_const T v", "raw T z, T w",
             "ptrdiff_t idx[x.ndim > 0 ? x.ndim : 1] = {}; z[i] = x[idx]; z[0] = x[i]; v = y;"
             "w = y; if (x.size() > x.shape()[0] + x.strides()[0] + _ind.size()) continue;"
             "z[_ind.get()] = y",
             {.preamble = "__device__ T same(T x) { return x; }",
              .loop_prep = "int count = 0",
              .after_loop = "++count"});
  for (const dtype type : {dtype::bool_, dtype::int8, dtype::uint64, dtype::float16,
                           dtype::bfloat16, dtype::float64, dtype::complex64}) {
    for (const std::size_t rank : {1U, 2U}) {
      try {
        (void)gpu::jit::compile(
            gpu::user_kernels::loop_program(*kernel, all_of(*kernel, type, rank), rank, false),
            target);
      } catch (const gpu::compile_error& error) {
        ADD_FAILURE() << type << error.what();
      }
    }
  }
  const auto atomics = source("raw T n", "raw T z", "atomicAdd(&z[n[i]], 1)");
  for (const dtype type : {dtype::int32, dtype::int64, dtype::uint32, dtype::uint64})
    EXPECT_NO_THROW((void)gpu::jit::compile(
        gpu::user_kernels::loop_program(*atomics, all_of(*atomics, type), 1, false), target))
        << type;
}

TEST(elementwise_kernel_device_text, mistakes_name_the_users_line) {
  GPU_REQUIRE_NVRTC();
  const auto kernel = source("T x", "T z", "T w = x;\nz = w + nothing;");
  const auto shown = [&](const gpu::program& program) {
    try {
      (void)gpu::jit::compile(program, target);
    } catch (const gpu::compile_error& error) {
      return std::string(error.what());
    }
    return std::string("it compiles");
  };
  const std::vector<parameter_use> uses = all_of(*kernel, dtype::float32);
  for (const std::string& text :
       {shown(element_call(*kernel, uses)),
        shown(gpu::user_kernels::loop_program(*kernel, uses, 1, false))}) {
    EXPECT_NE(text.find("elementwise_kernel tested:"), std::string::npos) << text;
    EXPECT_NE(text.find("> "
                        "   2 | z = w + nothing;"),
              std::string::npos)
        << text;
  }
}

}  // namespace
