// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/jit/host_compiler.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <thread>
#include <vector>

#include "support/jit.hpp"

namespace gpu::test {
namespace {

class host_compiler_test : public with_disk_cache {};

using function = int (*)(int);

program adds(int number) {
  return {"host_add",
          concat("extern \"C\" int host_add(int x) { return x + ", number, "; }\n"),
          {},
          {}};
}

int call(const program& program, int x) {
  return reinterpret_cast<function>(load_host_function(program))(x);
}

TEST_F(host_compiler_test, compiles_a_function_that_can_be_called) {
  EXPECT_EQ(call(adds(2), 40), 42);
  EXPECT_EQ(call(adds(3), 40), 43);
  EXPECT_EQ(call(adds(2), 1), 3);
}

TEST_F(host_compiler_test, compiles_once_however_many_threads_ask) {
  const std::uint64_t compiled = compile_count();
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) threads.emplace_back([] { EXPECT_EQ(call(adds(100), 1), 101); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(compile_count(), compiled + 1);
  EXPECT_EQ(kernel_history().back().origin, code_origin::memory);
}

TEST_F(host_compiler_test, reads_the_embedded_headers) {
  const program p{"host_square",
                  "#include <gpu/elementwise/square.hpp>\n"
                  "extern \"C\" int host_square(int x) { return gpu::ops::square{}(x); }\n",
                  {},
                  {}};
  EXPECT_EQ(call(p, 7), 49);
}

TEST_F(host_compiler_test, names_the_users_own_lines_first) {
  const user_text text{"elementwise_kernel loop", "int y = 0;\ny += no_such_name;"};
  const program p{
      "f",
      "extern \"C\" int f(int) {\n#line 1 \"" + text.label + "\"\n" + text.text + "\nreturn y; }\n",
      {"-DOWN_OPTION"},
      {text}};
  try {
    (void)load_host_function(p);
    FAIL() << "it compiles";
  } catch (const compile_error& e) {
    const std::string message = e.what();
    EXPECT_NE(
        message.find("elementwise_kernel loop:\n     1 | int y = 0;\n>    2 | y += no_such_name;"),
        std::string::npos)
        << message;
    EXPECT_NE(e.log().find("no_such_name"), std::string::npos);
    EXPECT_NE(message.find("-DOWN_OPTION"), std::string::npos);
  }
}

TEST_F(host_compiler_test, says_which_compilers_were_tried) {
  const environment_guard path("PATH", "/no/such/folder");
  const environment_guard own("GPU_NDARRAY_CXX", "/no/such/compiler -O2");
  const environment_guard cxx("CXX", std::nullopt);
  try {
    (void)load_host_function(adds(4));
    FAIL() << "it compiles";
  } catch (const library_not_found& e) {
    const std::string text = e.what();
    EXPECT_NE(text.find("$GPU_NDARRAY_CXX (/no/such/compiler -O2), c++, g++, clang++"), text.npos)
        << text;
    EXPECT_NE(text.find("apt-get install g++"), text.npos);
  }
}

TEST_F(host_compiler_test, gives_the_compiler_the_words_that_the_environment_adds) {
  const environment_guard own("GPU_NDARRAY_CXX", "c++ -DNUMBER=6");
  const program p{
      "host_number", "extern \"C\" int host_number(int x) { return x * NUMBER; }", {}, {}};
  EXPECT_EQ(call(p, 7), 42);
}

TEST_F(host_compiler_test, reports_a_compiler_that_fails_without_a_word) {
  const environment_guard own("GPU_NDARRAY_CXX", "/bin/false");
  EXPECT_THROW((void)load_host_function(adds(5)), compile_error);
}

}  // namespace
}  // namespace gpu::test
