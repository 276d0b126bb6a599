// SPDX-License-Identifier: BSD-3-Clause
// How kernel text is split into words: as the host's compiler does it, which reads the same text in
// a kernel whose preamble nothing but a compiler can read.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/text_of.hpp>
#include <gpu/gpu.hpp>
#include <gpu/jit/history.hpp>

#include "array/user_kernel/lexer.hpp"
#include "support/values.hpp"

namespace {

using gpu::user_kernels::tokenize;

/// The first line of what it throws, or the value of y for x = 3.
std::string outcome(const std::string& text, const std::string& preamble) {
  try {
    const gpu::elementwise_kernel kernel("float32 x", "float64 y", text, "lexing",
                                         {.preamble = preamble});
    const gpu::ndarray<double> y(kernel(gpu::array<float>({3}, gpu::cpu())));
    return std::to_string(gpu::test::values(y)[0]);
  } catch (const gpu::compile_error& failure) {
    return "does not compile";
  }
}

std::string compiled(const std::string& text) {
  return outcome(text, "static_assert(true);");
}

/// Without a compiler, but for what does not compile.
std::string interpreted(const std::string& text) {
  gpu::clear_kernel_history();
  std::string result = outcome(text, "");
  if (!gpu::kernel_history().empty()) result += " [by a compiler]";
  return result;
}

TEST(elementwise_kernel_lexing, what_is_interpreted_is_what_the_compiler_reads) {
  const std::string texts[] = {"y = 1; // one \\\n y = 2;",
                               "y = 1; // one \\  \n y = 2;",
                               "y = 1; // one \\\r\n y = 2;",
                               "y = 1; // one \\\n two \\\n y = 2;\n y += 4;",
                               "y = 1; // one \\",
                               "y = 1; /* \\\n */ y = 2;",
                               "y = 1; /\\\n/ y = 2;",
                               "y = 1; /\\\n* y = 2; *\\\n/ y += 4;",
                               "y = x \\",
                               "y = x \\\n + 1;",
                               "flo\\\nat long_name = 5; y = long_\\\nname +\\\n= 1;",
                               "y = 12\\\n34;",
                               "y = 1; // one\r y = 2;",
                               "y = 1; // one\r\n y = 2;",
                               "y = 1'000 + 0x1'f + 0b1'0;",
                               "y = 0x1p+5 - 1e+2;",
                               "y =\f1;\v"};
  for (const std::string& text : texts) EXPECT_EQ(interpreted(text), compiled(text)) << text;
}

TEST(elementwise_kernel_lexing, what_does_not_compile_is_not_interpreted_either) {
  const std::string texts[] = {"y = 1; /* one",  "y = 1 /* one",   "y = 0x1e+5;", "y = 0x1.8;",
                               "y = 1''000;",    "y = 1000';",     "y = 0x'1;",   "y = 5lL;",
                               "y = 1; \"one\n", "y = 1; \\ x;",   "y = 09;",     "y = 1p+5;",
                               "y = 1\?\?/\n;",  "y = R\"(1)\"\n;"};
  for (const std::string& text : texts) {
    EXPECT_EQ(outcome(text, ""), "does not compile") << text;
    EXPECT_EQ(compiled(text), "does not compile") << text;
  }
}

TEST(elementwise_kernel_lexing, a_raw_string_holds_no_words) {
  const auto words = tokenize("const char* s = R\"a(\")\" _ind)a\"; return");
  EXPECT_FALSE(mentions(words, "_ind"));
  EXPECT_TRUE(mentions(words, "return"));
  EXPECT_EQ(words[5].text, "R\"a(\")\" _ind)a\"");
}

TEST(elementwise_kernel_lexing, words_know_their_lines) {
  const auto words = tokenize("a // \\\n b\n c \\\n d /*\n*/ e f\\\ng h");
  std::string all;
  for (const auto& word : words) all += gpu::text_of(word.text, word.line, ' ');
  EXPECT_EQ(all, "a1 c3 d4 e5 fg5 h6 6 ");
}

std::string repeated(int count, const std::string& text) {
  std::string all;
  for (int k = 0; k < count; ++k) all += text;
  return all;
}

TEST(elementwise_kernel_lexing, types_that_nest_deeply_are_left_to_the_compiler) {
  const std::string type = repeated(50000, "complex<") + "float" + repeated(50000, ">");
  EXPECT_NE(gpu::test::message_of<gpu::compile_error>([&] {
              const gpu::elementwise_kernel kernel("T x", "T y", "y = " + type + "(x)", "deep");
              static_cast<void>(gpu::ndarray<float>(kernel(gpu::array<float>({3}, gpu::cpu()))));
            }),
            "");
}

TEST(elementwise_kernel_lexing, deep_nesting_is_named) {
  const auto said = [](const std::string& text) {
    return gpu::test::message_of<gpu::compile_error>([&] {
      const gpu::elementwise_kernel kernel("T x", "T y", text, "deep");
      static_cast<void>(gpu::ndarray<float>(kernel(gpu::array<float>({3}, gpu::cpu()))));
    });
  };
  const std::string words = "kernel 'deep': parentheses, brackets and braces nest ";
  EXPECT_EQ(said("y = 1;\n y = " + repeated(50000, "(") + "x" + repeated(50000, ")")),
            words + "50000 deep in line 2; the limit is 1000");
  EXPECT_EQ(said(repeated(100000, "{") + "y = x;" + repeated(100000, "}")),
            words + "100000 deep in line 1; the limit is 1000");
  EXPECT_EQ(said("y = " + repeated(1001, "sqrt(") + "x" + repeated(1001, ")")),
            words + "1001 deep in line 1; the limit is 1000");
  EXPECT_EQ(gpu::test::message_of<gpu::compile_error>([&] {
              const gpu::reduction_kernel kernel("T x", "T y",
                                                 repeated(2000, "(") + "x" + repeated(2000, ")"),
                                                 "a + b", "y = a", "0", "deep");
              static_cast<void>(gpu::ndarray<float>(kernel(gpu::array<float>({3}, gpu::cpu()))));
            }),
            words + "2000 deep in line 1; the limit is 1000");
}

TEST(elementwise_kernel_lexing, what_nests_otherwise_is_the_work_of_a_compiler) {
  EXPECT_EQ(interpreted("y = " + repeated(400, "(") + "x" + repeated(400, ")")), "3.000000");
  EXPECT_EQ(interpreted("y = " + repeated(400, "- ") + "x"), "3.000000");
  EXPECT_EQ(outcome("y = " + repeated(900, "(") + "x" + repeated(900, ")"), ""), "3.000000");
  EXPECT_EQ(outcome("y = " + repeated(20000, "- ") + "x", ""), "3.000000");
  EXPECT_EQ(outcome(repeated(2000, "if (x < 0) y = 1; else ") + "y = x;", ""), "3.000000");
}

}  // namespace
