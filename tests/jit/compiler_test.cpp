// SPDX-License-Identifier: BSD-3-Clause
#include "jit/compiler.hpp"

#include <gtest/gtest.h>

#include "support/jit.hpp"

namespace gpu::test {
namespace {

program saxpy() {
  return {"saxpy",
          "extern \"C\" __global__ void saxpy(float* y, const float* x, float a) {\n"
          "  y[threadIdx.x] = a * x[threadIdx.x] + y[threadIdx.x];\n}\n",
          {},
          {}};
}

std::string message_of(const program& program) {
  try {
    (void)jit::compile(program, {9, 0});
  } catch (const compile_error& e) {
    EXPECT_EQ(e.source(), program.source);
    EXPECT_NE(e.log(), "");
    return e.what();
  }
  ADD_FAILURE() << "it compiles";
  return {};
}

TEST(compiler, makes_machine_code_for_every_common_architecture) {
  GPU_REQUIRE_NVRTC();
  for (const architecture a : {architecture{7, 5}, {8, 0}, {8, 6}, {9, 0}, {10, 0}}) {
    const device_code code = jit::compile(saxpy(), a);
    EXPECT_EQ(code.bytes.compare(0, 4,
                                 "\x7f"
                                 "ELF"),
              0)
        << a.major << '.' << a.minor;
    EXPECT_EQ(code.symbol, "saxpy");
  }
}

TEST(compiler, makes_ptx_for_a_gpu_that_is_newer_than_itself) {
  GPU_REQUIRE_NVRTC();
  const device_code code = jit::compile(saxpy(), {99, 0});
  EXPECT_NE(code.bytes.find(".visible .entry saxpy"), std::string::npos);
  EXPECT_EQ(code.bytes.back(), '\0');
}

TEST(compiler, says_that_a_gpu_is_too_old) {
  GPU_REQUIRE_NVRTC();
  try {
    (void)jit::compile(saxpy(), {2, 0});
    FAIL();
  } catch (const library_not_found& e) {
    EXPECT_NE(std::string(e.what()).find("this GPU has 2.0"), std::string::npos) << e.what();
  }
}

TEST(compiler, reads_the_embedded_headers_only) {
  GPU_REQUIRE_NVRTC();
  const program p{"k",
                  "#include <gpu/elementwise/log1p.hpp>\n"
                  "extern \"C\" __global__ void k(float* x) { *x = gpu::ops::log1p{}(*x); }\n",
                  {},
                  {}};
  EXPECT_NO_THROW((void)jit::compile(p, {9, 0}));
  EXPECT_NE(message_of({"k", "#include <vector>\n", {}, {}}).find("vector"), std::string::npos);
}

TEST(compiler, does_not_contract_a_product_and_a_sum) {
  GPU_REQUIRE_NVRTC();
  const std::string ptx = jit::compile(saxpy(), {99, 0}).bytes;
  EXPECT_NE(ptx.find("mul.rn.f32"), std::string::npos) << ptx;
  EXPECT_NE(ptx.find("add.rn.f32"), std::string::npos);
  EXPECT_EQ(ptx.find("fma"), std::string::npos);
  EXPECT_EQ(ptx.find("ftz"), std::string::npos);
}

TEST(compiler, lets_a_program_override_the_librarys_options) {
  GPU_REQUIRE_NVRTC();
  program p = saxpy();
  p.options = {"-fmad=true", "-std=c++17", "-DUNUSED=1"};
  EXPECT_NE(jit::compile(p, {99, 0}).bytes.find("fma.rn.f32"), std::string::npos);
}

TEST(compiler, finds_a_kernel_that_is_a_template) {
  GPU_REQUIRE_NVRTC();
  const program p{
      "twice<float>", "template <class T> __global__ void twice(T* x) { *x *= 2; }\n", {}, {}};
  EXPECT_EQ(jit::compile(p, {9, 0}).symbol, "_Z5twiceIfEvPT_");
}

TEST(compiler, names_the_users_own_lines_first) {
  GPU_REQUIRE_NVRTC();
  const user_text text{"elementwise_kernel squared_diff", "T d = x - y;\nz = d * dd;\n// the end"};
  const program p{"squared_diff",
                  "struct body {\n__device__ float operator()(float x, float y) {\n"
                  "using T = float; T z;\n#line 1 \"" +
                      text.label + "\"\n" + text.text + "\nreturn z;\n}\n};\n",
                  {"-DOWN_OPTION=1"},
                  {text}};
  const std::string message = message_of(p);
  EXPECT_NE(message.find("squared_diff does not compile for sm_90 (NVRTC "), std::string::npos);
  const std::size_t own = message.find(
      "elementwise_kernel squared_diff:\n"
      "     1 | T d = x - y;\n"
      ">    2 | z = d * dd;\n"
      "     3 | // the end\n");
  ASSERT_NE(own, std::string::npos) << message;
  const std::size_t log = message.find("identifier \"dd\" is undefined");
  EXPECT_NE(log, std::string::npos) << message;
  EXPECT_LT(own, log);
  EXPECT_NE(message.find("--fmad=false"), std::string::npos);
  EXPECT_NE(message.find("-DOWN_OPTION=1"), std::string::npos);
}

TEST(compiler, shows_the_programs_lines_that_the_log_names) {
  GPU_REQUIRE_NVRTC();
  const std::string message =
      message_of({"k", "// one\n// two\n// three\nint f() { return undefined_name; }\n", {}, {}});
  EXPECT_NE(message.find("k.cu:\n     3 | // three\n>    4 | int f() { return undefined_name; }\n"),
            std::string::npos)
      << message;
  EXPECT_EQ(message.find("// one"), std::string::npos);
}

TEST(compiler, says_which_option_it_does_not_know) {
  GPU_REQUIRE_NVRTC();
  program p = saxpy();
  p.options = {"--no-such-option"};
  EXPECT_NE(message_of(p).find("--no-such-option"), std::string::npos);
}

}  // namespace
}  // namespace gpu::test
