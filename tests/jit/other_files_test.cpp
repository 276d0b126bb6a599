// SPDX-License-Identifier: BSD-3-Clause
#include "jit/other_files.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "jit/cache.hpp"
#include "support/jit.hpp"

namespace gpu::test {
namespace {

bool with_text(const std::string& text) {
  return detail::reads_other_files({"k", text, {}, {}});
}

bool with_options(const std::vector<std::string>& options) {
  return detail::reads_other_files({"k", "int k;", options, {}});
}

TEST(other_files, are_not_read_by_texts_that_include_the_librarys_headers) {
  EXPECT_FALSE(with_text(""));
  EXPECT_FALSE(with_text("int k() { return 1; } // important, embedded\n"));
  EXPECT_FALSE(with_text("#include <gpu/elementwise/log1p.hpp>\n#include <gpu/kernels/abi.hpp>\n"));
  EXPECT_FALSE(with_text("#define A(x) \\\n x\n#pragma unroll\n"));
}

TEST(other_files, are_read_however_a_text_includes_them) {
  for (const char* text : {
           "#include <factor.hpp>\n",
           "#include \"factor.hpp\"\n",
           "#include \"/tmp/factor.hpp\"\n",
           "#include \"gpu/elementwise/log1p.hpp\"\n",  // may be one in the working folder
           "#include <gpu/elementwise/log1p.hpp>\n#include <gpu/elementwise/no_such.hpp>\n",
           "  #  include <factor.hpp>\n",
           "%:include <factor.hpp>\n",
           "#/**/include <factor.hpp>\n",
           "#include_next <factor.hpp>\n",
           "#import <factor.hpp>\n",
           " # embed \"factor.bin\"\n",
           "#define FILE <factor.hpp>\n#include FILE\n",
           "#inc\\\nlude <factor.hpp>\n",
           "#inc\\  \nlude <factor.hpp>\n",
           "#include <gpu/elementwise/log1p.hpp\n",
           "#include",
           "include",
           "#if __has_include(<factor.hpp>)\n",
           "asm(\".incbin \\\"factor.bin\\\"\");",
       })
    EXPECT_TRUE(with_text(text)) << text;
}

TEST(other_files, are_not_those_of_the_toolchain) {
  const std::vector<std::string> folders{"/no/such/folder", "/etc"};
  const auto with = [&](const std::string& text) {
    return detail::reads_other_files({"k", text, {}, {}}, folders);
  };
  EXPECT_FALSE(with("#include <passwd>\n#include <gpu/elementwise/log1p.hpp>\n"));
  EXPECT_TRUE(with_text("#include <passwd>\n"));
  for (const char* text : {
           "#include \"passwd\"\n",
           "#include <passwd\n>",
           "#include <no_such_file>\n",
           "#include <passwd>\n#include <no_such_file>\n",
           "#include </etc/passwd>\n",
           "#include <../etc/passwd>\n",
           "#if __has_include(<passwd>)\n",
       })
    EXPECT_TRUE(with(text)) << text;
  EXPECT_TRUE(detail::reads_other_files({"k", "#include <passwd>\n", {"-I/tmp"}, {}}, folders));
}

TEST(other_files, are_read_by_options_that_name_some) {
  EXPECT_FALSE(with_options({"-DWIDTH=3", "-UNDEBUG", "-O3", "-std=c++17", "-ffast-math",
                             "-fno-exceptions", "-Wall", "--use_fast_math", "--fmad=true",
                             "--ftz=true", "--maxrregcount=32", "-march=x86-64-v3"}));
  for (const char* option : {"-I/tmp", "-I", "-I.", "-include", "--include-path=/tmp",
                             "--pre-include=factor.hpp", "-isystem", "@options", "factor.o", "-B.",
                             "-L.", "-lfactor", "-fplugin=factor", "-specs=factor", "--sysroot=.",
                             "-Wp,-include,factor.hpp", "-march=native", "--use-pch", ""})
    EXPECT_TRUE(with_options({option})) << option;
}

class other_files_test : public with_disk_cache {};

TEST_F(other_files_test, keep_device_code_out_of_the_disk_cache) {
  GPU_REQUIRE_NVRTC();
  const std::filesystem::path folder = cache().parent_path();
  const program p{"scale",
                  "#include <factor.hpp>\n"
                  "extern \"C\" __global__ void scale(int* x) { *x *= FACTOR; }\n",
                  {"-I" + folder.string()},
                  {}};
  std::ofstream(folder / "factor.hpp") << "#define FACTOR 2\n";
  const auto before = load_image(p, {9, 0});
  EXPECT_EQ(load_image(p, {9, 0}), before);
  EXPECT_FALSE(std::filesystem::exists(cache()));
  forget_images();
  std::ofstream(folder / "factor.hpp") << "#define FACTOR 10\n";
  EXPECT_NE(load_image(p, {9, 0})->bytes, before->bytes);
  EXPECT_EQ(kernel_history().back().origin, code_origin::compiled);
}

}  // namespace
}  // namespace gpu::test
