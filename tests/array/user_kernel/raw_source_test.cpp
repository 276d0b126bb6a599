// SPDX-License-Identifier: BSD-3-Clause
// The texts and files of raw kernels and modules, compiled by NVRTC. No GPU is needed.
#include "array/user_kernel/raw_source.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gpu/array/user_kernel/raw_kernel.hpp>
#include <gpu/array/user_kernel/raw_module.hpp>
#include <gpu/core/error.hpp>
#include <gpu/gpu.hpp>

#include "jit/module_cache.hpp"
#include "jit/toolkit_headers.hpp"
#include "support/jit.hpp"
#include "support/values.hpp"

namespace {

using gpu::raw_kernel;
using gpu::raw_module;
using gpu::test::message_of;
using gpu::user_kernels::make_raw_source;
using gpu::user_kernels::raw_source_ptr;
using gpu::user_kernels::read_raw_source;

constexpr gpu::architecture target{9, 0};

gpu::module_code compiled(const raw_source_ptr& source) {
  return gpu::load_module_code(source->text, source->name_expressions, target);
}

constexpr const char* saxpy = R"(
extern "C" __global__ void saxpy(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
)";

constexpr const char* templates = R"(
namespace space {
template <class T, int N> __global__ void scale(T* x) { x[threadIdx.x] *= N; }
__constant__ float table[4];
}
extern "C" __global__ void plain(float* x) { x[0] = space::table[1]; }
)";

/// A folder for the time of a test, and in it files of these texts.
class raw_files : public testing::Test {
 protected:
  raw_files() {
    std::string pattern = testing::TempDir() + "/gpu-raw-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
  }
  ~raw_files() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  [[nodiscard]] std::filesystem::path write(const std::string& name,
                                            const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

TEST(raw_source, compiles_kernels_of_c_and_of_templates) {
  GPU_REQUIRE_NVRTC();
  EXPECT_EQ(compiled(make_raw_source(saxpy, "saxpy", {})).symbols,
            std::vector<std::string>{"saxpy"});
  const gpu::module_code code = compiled(make_raw_source(
      templates,
      {.name_expressions = {"space::scale<float, 3>", "&space::table", "space::scale<int, 2>"}}));
  EXPECT_EQ(code.symbols,
            (std::vector<std::string>{"_ZN5space5scaleIfLi3EEEvPT_", "_ZN5space5tableE",
                                      "_ZN5space5scaleIiLi2EEEvPT_"}));
  EXPECT_TRUE(
      code.bytes.starts_with("\x7f"
                             "ELF"));
  const gpu::module_code none = compiled(make_raw_source(templates, gpu::raw_module_options{}));
  EXPECT_TRUE(none.symbols.empty());
  EXPECT_NE(none.bytes.find("plain"), std::string::npos);
}

TEST(raw_source, takes_options) {
  GPU_REQUIRE_NVRTC();
  constexpr const char* text = "__global__ void k(float* x) { x[0] = WIDTH; }";
  EXPECT_THROW((void)compiled(make_raw_source(text, "k", {})), gpu::compile_error);
  EXPECT_NO_THROW((void)compiled(make_raw_source(text, "k", {"-DWIDTH=3"})));
  constexpr const char* standard = "static_assert(__cplusplus == VERSION); __global__ void k() {}";
  EXPECT_NO_THROW((void)compiled(make_raw_source(standard, "k", {"-DVERSION=202002L"})));
  EXPECT_NO_THROW(
      (void)compiled(make_raw_source(standard, "k", {"-std=c++17", "-DVERSION=201703L"})));
  EXPECT_NE(message_of<gpu::compile_error>([] {
              (void)compiled(make_raw_source(saxpy, "saxpy", {"--no-such-option"}));
            }).find("--no-such-option"),
            std::string::npos);
}

TEST(raw_source, contracts_products_and_sums_as_nvcc_does) {
  GPU_REQUIRE_NVRTC();
  constexpr const char* text = R"(__global__ void k(float* x) { x[0] = x[1] * x[2] + x[3]; })";
  EXPECT_NE(compiled(make_raw_source(text, "k", {})).bytes,
            compiled(make_raw_source(text, "k", {"--fmad=false"})).bytes);
}

TEST(raw_source, errors_show_the_lines_of_the_text) {
  GPU_REQUIRE_NVRTC();
  constexpr const char* broken = R"(
extern "C" __global__ void broken(float* x) {
  int i = threadIdx.x;
  x[i] = undeclared;
}
)";
  try {
    (void)compiled(make_raw_source(broken, "broken", {}));
    FAIL() << "compiled";
  } catch (const gpu::compile_error& failure) {
    const std::string what = failure.what();
    EXPECT_TRUE(what.starts_with("broken does not compile for sm_90 (NVRTC ")) << what;
    EXPECT_NE(what.find("\nraw_kernel broken:\n"
                        "     3 |   int i = threadIdx.x;\n"
                        ">    4 |   x[i] = undeclared;\n"
                        "     5 | }\n"),
              std::string::npos)
        << what;
    EXPECT_NE(failure.log().find("raw_kernel broken(4): error: identifier \"undeclared\""),
              std::string::npos)
        << failure.log();
  }
}

TEST(raw_source, names_that_are_not_in_the_text_are_errors) {
  GPU_REQUIRE_NVRTC();
  EXPECT_NE(message_of<gpu::compile_error>([] {
              (void)compiled(make_raw_source(saxpy, "daxpy", {}));
            }).find("identifier \"daxpy\" is undefined"),
            std::string::npos);
  EXPECT_THROW(raw_kernel(saxpy, ""), gpu::value_error);
  EXPECT_THROW((void)raw_module(saxpy).get_function(""), gpu::value_error);
  EXPECT_THROW(raw_module(saxpy, {.name_expressions = {"saxpy", ""}}), gpu::value_error);
}

TEST(raw_source, of_the_same_text_is_one) {
  EXPECT_EQ(make_raw_source(saxpy, "saxpy", {}), make_raw_source(saxpy, "saxpy", {}));
  EXPECT_NE(make_raw_source(saxpy, "saxpy", {}), make_raw_source(saxpy, "saxpy", {"-DA"}));
  EXPECT_NE(make_raw_source(saxpy, "saxpy", {}),
            make_raw_source(saxpy, {.name_expressions = {"saxpy"}}));
}

class raw_source_cache : public gpu::test::with_disk_cache {};

TEST_F(raw_source_cache, keeps_code_and_names_on_disk) {
  GPU_REQUIRE_NVRTC();
  const raw_source_ptr source = make_raw_source(
      templates, {.name_expressions = {"space::scale<float, 5>", "space::scale<int, 5>"}});
  const std::uint64_t before = gpu::compile_count();
  const gpu::module_code first = compiled(source);
  EXPECT_EQ(compiled(source).symbols, first.symbols);
  EXPECT_EQ(gpu::compile_count(), before + 1) << "from memory";
  gpu::forget_images();
  const gpu::module_code again = compiled(source);
  EXPECT_EQ(gpu::compile_count(), before + 1) << "from disk";
  EXPECT_EQ(again.symbols, first.symbols);
  EXPECT_EQ(again.bytes, first.bytes);
  const gpu::module_code others =
      compiled(make_raw_source(templates, {.name_expressions = {"space::scale<int, 5>"}}));
  EXPECT_EQ(gpu::compile_count(), before + 2) << "other names are other code";
  EXPECT_EQ(others.symbols, std::vector<std::string>{first.symbols[1]});
}

TEST_F(raw_source_cache, keeps_code_on_disk_that_includes_what_comes_with_cuda_alone) {
  GPU_REQUIRE_NVRTC();
  if (gpu::detail::toolkit_include_folders().empty())
    GTEST_SKIP() << "this machine has no headers of CUDA";
  const auto compiled_twice = [](const char* text, const std::vector<std::string>& options) {
    const std::uint64_t before = gpu::compile_count();
    const raw_source_ptr source = make_raw_source(text, "k", options);
    (void)compiled(source);
    gpu::forget_images();
    (void)compiled(source);
    return gpu::compile_count() - before == 2;
  };
  constexpr const char* half = "#include <cuda_fp16.h>\n__global__ void k(__half* x) {}";
  EXPECT_FALSE(compiled_twice(half, {}));
  EXPECT_TRUE(compiled_twice(half, {"-I/tmp"})) << "another cuda_fp16.h may be there";
  EXPECT_TRUE(compiled_twice("#include \"cuda_fp16.h\"\n__global__ void k(__half* x) {}", {}))
      << "it may be one in the working folder";
}

TEST(raw_source, may_include_what_comes_with_cuda) {
  GPU_REQUIRE_NVRTC();
  if (gpu::detail::toolkit_include_folders().empty())
    GTEST_SKIP() << "this machine has no headers of CUDA";
  EXPECT_NO_THROW((void)compiled(make_raw_source(R"(
#include <cooperative_groups.h>
#include <cuda_fp16.h>
__global__ void k(__half* x) {
  cooperative_groups::this_grid().sync();
  x[0] = __float2half(1.0f);
}
)",
                                                 "k", {})));
}

TEST_F(raw_files, of_text_are_compiled_and_include_their_neighbours) {
  GPU_REQUIRE_NVRTC();
  (void)write("factor.h", "#define FACTOR 3\n");
  const auto file = write("scale.cu",
                          "#include \"factor.h\"\n"
                          "extern \"C\" __global__ void scale(float* x) { x[0] *= FACTOR; }\n");
  EXPECT_NE(compiled(read_raw_source(file, {})).bytes.find("scale"), std::string::npos);
  const auto broken = write("broken \"quoted\".cu", "\n\n__global__ void k() { oops; }\n");
  try {
    (void)compiled(read_raw_source(broken, {}));
    FAIL() << "compiled";
  } catch (const gpu::compile_error& failure) {
    EXPECT_NE(std::string(failure.what()).find(">    3 | __global__ void k() { oops; }"),
              std::string::npos)
        << failure.what();
    EXPECT_NE(failure.log().find(broken.string() + "(3): error"), std::string::npos)
        << failure.log();
  }
}

TEST_F(raw_files, of_compiled_code_are_taken_as_they_are) {
  const std::string ptx = "// a comment\n/* another */\n.version 8.0\n.target sm_90\n";
  const raw_source_ptr text = read_raw_source(write("a.txt", ptx), {});
  EXPECT_EQ(text->image, ptx + '\0');
  const std::string elf =
      "\x7f"
      "ELF and so on";
  EXPECT_EQ(read_raw_source(write("b.bin", elf), {})->image, elf + '\0');
  EXPECT_EQ(read_raw_source(write("c.bin", "\x50\xed\x55\xba..."), {})->image.size(), 8U);
  EXPECT_TRUE(read_raw_source(write("d.ptx", saxpy), {})->image.empty()) << "text by its contents";
  EXPECT_EQ(
      message_of<gpu::value_error>(
          [&] { (void)raw_module::from_file(folder() / "a.txt", {.options = {"-DA"}}); }),
      "options are for text that is compiled, which " + (folder() / "a.txt").string() + " is not");
  EXPECT_THROW((void)raw_module::from_file(folder() / "b.bin", {.name_expressions = {"k"}}),
               gpu::value_error);
}

TEST_F(raw_files, that_cannot_be_read_are_named) {
  const auto missing = folder() / "missing.cu";
  EXPECT_EQ(message_of<gpu::file_error>([&] { (void)raw_module::from_file(missing); }),
            "cannot read " + missing.string());
  EXPECT_THROW((void)raw_module::from_file(folder()), gpu::file_error);
}

}  // namespace
