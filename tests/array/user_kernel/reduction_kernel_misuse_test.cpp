// SPDX-License-Identifier: BSD-3-Clause
// Messages of reduction kernels, and texts that need the machine's compiler on cpu().
#include <gtest/gtest.h>

#include <vector>

#include <gpu/gpu.hpp>

#include "support/environment.hpp"
#include "support/jit.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::reduction_kernel;
using gpu::test::message_of;

class reduction_kernel_misuse : public gpu::test::with_disk_cache {
 protected:
  gpu::device_guard scope_{gpu::cpu()};
};

const reduction_kernel largest("T x", "T y", "x", "max(a, b)", "y = a", std::nullopt, "largest");

TEST_F(reduction_kernel_misuse, is_found_when_the_kernel_is_made) {
  const auto made = [](const char* in, const char* out, const char* map, const char* reduce,
                       const gpu::reduction_kernel_options& options = {}) {
    return [=] { reduction_kernel(in, out, map, reduce, "y = a", "0", "k", options); };
  };
  EXPECT_EQ(message_of<gpu::value_error>(made("T x", "", "x", "a + b")),
            "reduction kernel 'k' has no output");
  EXPECT_EQ(message_of<gpu::value_error>(made("T x", "raw T y", "x", "a + b")),
            "output 'y' of reduction kernel 'k' cannot be raw");
  EXPECT_EQ(message_of<gpu::value_error>(made("_non_const T x", "T y", "x", "a + b")),
            "input 'x' of reduction kernel 'k' cannot be _non_const");
  EXPECT_EQ(message_of<gpu::value_error>(made("T x", "T a", "x", "a + b")),
            "Can not use 'a' as the name of an output: it is the reduced value");
  EXPECT_EQ(message_of<gpu::value_error>(made("T x", "T y", " ", "a + b")),
            "map_expr of reduction kernel 'k' is empty");
  EXPECT_EQ(message_of<gpu::value_error>(made("T x", "T y", "x", "a + a")),
            "reduce_expr of reduction kernel 'k' has to combine 'a' and 'b': \"a + a\"");
  EXPECT_EQ(message_of<gpu::value_error>(
                made("T x", "T y", "x", "a + b", {.options = {"--use_fast_math"}})),
            "option \"--use_fast_math\" of reduction kernel 'k': only macros are possible, as in "
            "\"-DWIDTH=3\"");
  EXPECT_EQ(message_of<gpu::dtype_error>(made("T x", "real y", "x", "a + b")),
            "data type 'real' not understood\n  real y\n  ^");
  EXPECT_EQ(message_of<gpu::value_error>(
                [] { reduction_kernel("T x", "T y", "x", "a + b", "y = a", "0", "2k"); }),
            "Invalid kernel name: \"2k\"");
  EXPECT_EQ(message_of<gpu::dtype_error>([] {
              reduction_kernel<float(float)>("float64 x", "T y", "x", "a + b", "y = a", "0", "k");
            }).substr(0, 22),
            "Type is mismatched. x ");
}

TEST_F(reduction_kernel_misuse, is_found_when_the_kernel_is_called) {
  const ndarray<float> x{{1, 2}, {3, 4}};
  ndarray<float> y{0, 0, 0};
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              largest(x, gpu::axis({0, -2}));
            }),
            "duplicate value in 'axis'");
  EXPECT_EQ(message_of<gpu::axis_error>([&] { largest(x, gpu::axis(2)); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(message_of<gpu::value_error>([&] { largest(x, y, y); }),
            "Wrong number of arguments for 'largest'. It must be either 1 or 2 (with outputs), but "
            "given 3.");
  EXPECT_EQ(message_of<gpu::shape_error>([&] { largest(x, y, gpu::axis(0)); }),
            "Out shape is mismatched: (3,) for a result of shape (2,)");
  EXPECT_EQ(message_of<gpu::value_error>([&] { largest(x, y, gpu::out(y)); }),
            "cannot specify 'out' as both a positional and keyword argument");
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              largest(gpu::zeros<float>({2, 0}), gpu::axis(1));
            }),
            "zero-size array to reduction operation largest which has no identity");
  EXPECT_EQ(message_of<gpu::value_error>([&] { largest(3); }), "Loop size is undecided.");
  ndarray<double> wide{0, 0};
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { largest(x, wide, gpu::axis(0)); }),
            "Type is mismatched. x float32 float64 T");
  EXPECT_EQ(message_of<gpu::value_error>([&] { largest(x, gpu::launch_options{.size = 2}); }),
            "Specified 'size' can be used only if all of the ndarray are 'raw'.");
  EXPECT_EQ(
      message_of<gpu::value_error>([&] { largest(x, gpu::launch_options{.block_size = 64}); }),
      "block_size is an option of elementwise kernels");
}

TEST_F(reduction_kernel_misuse, what_the_library_can_reduce_compiles_nothing) {
  const std::uint64_t before = gpu::compile_count();
  const reduction_kernel k("T x, T y, int32 n", "T z", "T(abs(x - y) * i)", "a + b",
                           "T w = a / n; if (w > 2) w = w * w; z = w", "0", "k",
                           {.reduce_type = "double"});
  EXPECT_EQ(ndarray<float>(k(ndarray<float>{1, 2, 5}, ndarray<float>{1, 1, 1}, 2))(0), 20.25F);
  EXPECT_EQ(ndarray<float>(largest(ndarray<float>{1, 5, 2}))(0), 5);
  EXPECT_EQ(gpu::compile_count(), before);
}

TEST_F(reduction_kernel_misuse, all_else_is_compiled_once) {
  const ndarray<float> x{1, 7, 3};
  const std::uint64_t before = gpu::compile_count();
  for (int k = 0; k < 2; ++k) {
    const reduction_kernel own("T x", "T y", "x", "a > b ? a : b", "y = a", std::nullopt, "own");
    EXPECT_EQ(ndarray<float>(own(x))(0), 7);
  }
  EXPECT_EQ(gpu::compile_count(), before + 1);
}

TEST_F(reduction_kernel_misuse, mistakes_name_the_users_line_and_expression) {
  const auto shown = [](const char* map, const char* reduce, const char* post) {
    return message_of<gpu::compile_error>([&] {
      reduction_kernel("T x", "T y", map, reduce, post, "0", "wrong",
                       {.preamble = "// compiled"})(ndarray<float>{1});
    });
  };
  const std::string map = shown("x +\n nothing", "a + b", "y = a");
  EXPECT_NE(map.find("reduction_kernel wrong map_expr:"), std::string::npos) << map;
  EXPECT_NE(map.find(">    2 |  nothing"), std::string::npos) << map;
  const std::string reduce = shown("x", "a + b + nothing", "y = a");
  EXPECT_NE(reduce.find("reduction_kernel wrong reduce_expr:"), std::string::npos) << reduce;
  const std::string post = shown("x", "a + b", "y = a;\ny = nothing;");
  EXPECT_NE(post.find("reduction_kernel wrong post_map_expr:"), std::string::npos) << post;
  EXPECT_NE(post.find(">    2 | y = nothing;"), std::string::npos) << post;
  const std::string big = message_of<gpu::compile_error>([] {
    reduction_kernel(
        "T x", "T y", "big{}", "a + b", "y = 0", "{}", "wide",
        {.reduce_type = "big",
         .preamble = "struct big { double all[9]; };\n"
                     "__device__ big operator+(big a, big) { return a; }"})(ndarray<float>{1});
  });
  EXPECT_NE(big.find("may take 64 bytes"), std::string::npos) << big;
}

TEST_F(reduction_kernel_misuse, without_a_compiler_the_construct_is_named) {
  const gpu::test::environment_guard none("PATH", "/nonexistent");
  const gpu::test::environment_guard own("GPU_NDARRAY_CXX", std::nullopt);
  const gpu::test::environment_guard cxx("CXX", std::nullopt);
  const ndarray<float> x{1, 2};
  const auto shown = [&](const char* reduce, const gpu::reduction_kernel_options& options) {
    return message_of<gpu::library_not_found>(
        [&] { reduction_kernel("T x", "T y", "x", reduce, "y = a", "0", "k", options)(x); });
  };
  EXPECT_EQ(shown("a > b ? a : b", {})
                .find("kernel 'k' has the reduce_expr 'a > b ? a : b', which cpu() can run only "
                      "with the help of a C++ compiler. "),
            0U);
  EXPECT_EQ(shown("a + b", {.reduce_type = "long double"})
                .find("kernel 'k' has a reduce_type of its own ('long double'), which cpu()"),
            0U);
  EXPECT_EQ(shown("a + b", {.preamble = "int f();"}).find("kernel 'k' has a preamble, which"), 0U);
}

TEST_F(reduction_kernel_misuse, what_a_reduction_of_the_library_does_needs_no_compiler) {
  const gpu::test::environment_guard none("PATH", "/nonexistent");
  const gpu::test::environment_guard own("GPU_NDARRAY_CXX", std::nullopt);
  const gpu::test::environment_guard cxx("CXX", std::nullopt);
  const ndarray<float> x{6, 3, 7};
  const auto combined = [&](const char* reduce, const char* type) {
    const reduction_kernel k("float32 x", "float64 y", "x", reduce, "y = a", std::nullopt, "k",
                             {.reduce_type = type});
    return k(x).as<double>().item();
  };
  struct one {
    const char *reduce, *type;
    double result;
  };
  for (const one& k :
       {one{"a + b", "float", 16}, one{"b + a", "uint8", 16}, one{"a * b", "double", 126},
        one{"a * b", "int8", 126}, one{"b & a", "uint8", 2}, one{"a | b", "int64", 7},
        one{"a ^ b", "uint32", 2}, one{"a && b", "bool", 1}, one{"a || b", "bool", 1},
        one{"max(a, b)", "int16", 7}, one{"max(b, a)", "float", 7}, one{"min(a, b)", "double", 3},
        one{"fmax(a, b)", "float", 7}, one{"fmin(a, b)", "double", 3}})
    EXPECT_EQ(combined(k.reduce, k.type), k.result) << k.reduce << ", " << k.type;
  // Bools become int; fmax computes with double; the others are no reductions of the library.
  for (const one& k :
       {one{"a + b", "bool", 0}, one{"a & b", "bool", 0}, one{"a && b", "int", 0},
        one{"max(a, b)", "bool", 0}, one{"fmax(a, b)", "int", 0}, one{"a - b", "float", 0},
        one{"a < b", "bool", 0}, one{"hypot(a, b)", "double", 0}})
    EXPECT_THROW(static_cast<void>(combined(k.reduce, k.type)), gpu::library_not_found)
        << k.reduce << ", " << k.type;
}

/// Both ways of the host agree.
TEST_F(reduction_kernel_misuse, compiled_and_translated_text_agree) {
  const ndarray<float> x{{0.1F, -2.5F, 1e3F, 3, 0}, {4, 5, -6, 7.25F, 8}};
  const ndarray<int> n{{7, -7, 2147483647, 0, -1}, {1, 2, 3, 4, 5}};
  struct one {
    const char *map, *reduce, *post, *identity, *type;
  };
  for (const one& k :
       {one{"x * x", "a + b", "y = sqrt(a)", "0", "double"},
        one{"x", "max(a, b)", "y = a + 1", "-INFINITY", "float"},
        one{"x / 4", "a * b", "float w = a; y = w < 0 ? -w : w", "1", ""},
        one{"n", "a + b", "y = a", "0", "int"}, one{"n & 255", "a | b", "y = a", "0", "int32"},
        one{"n", "min(b, a)", "y = a", "INT_MAX", "int64"},
        one{"x > 0 && n", "a && b", "y = a", "true", "bool"},
        one{"i * x", "b + a", "y = a; y += 1", "0", "double"}}) {
    const reduction_kernel plain("float32 x, int32 n", "float64 y", k.map, k.reduce, k.post,
                                 k.identity, "plain", {.reduce_type = k.type});
    const reduction_kernel compiled("float32 x, int32 n", "float64 y", k.map, k.reduce, k.post,
                                    k.identity, "compiled",
                                    {.reduce_type = k.type, .preamble = "// compiles\n"});
    for (const gpu::reduction_axes& axes :
         {gpu::reduction_axes(std::nullopt), gpu::reduction_axes(0), gpu::reduction_axes(1)}) {
      const ndarray<double> expected = compiled(x, n, gpu::axis(axes));
      const ndarray<double> got = plain(x, n, gpu::axis(axes));
      ASSERT_EQ(got.shape(), expected.shape());
      for (std::size_t at = 0; at < got.size(); ++at)
        EXPECT_NEAR(got.begin()[static_cast<std::ptrdiff_t>(at)],
                    expected.begin()[static_cast<std::ptrdiff_t>(at)], 1e-4)
            << k.map << ", " << k.reduce;
    }
  }
}

}  // namespace
