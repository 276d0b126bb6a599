// SPDX-License-Identifier: BSD-3-Clause
#include "jit/device_sources.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace gpu::test {
namespace {

std::set<std::string> names_of(const std::vector<const device_source*>& sources) {
  std::set<std::string> names;
  for (const device_source* source : sources) names.emplace(source->name);
  return names;
}

std::string file_text(const std::string& path) {
  std::ifstream in(std::string(GPU_TESTS_FOLDER) + "/../" + path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(device_sources, hold_ops_kernels_and_what_both_include) {
  for (const char* name : {"gpu/elementwise/log1p.hpp", "gpu/elementwise/support/math.hpp",
                           "gpu/kernels/abi.hpp", "gpu/core/op_info.hpp", "gpu/core/float16.hpp"})
    EXPECT_NE(find_device_source(name), nullptr) << name;
  EXPECT_EQ(find_device_source("gpu/elementwise/no_such_op.hpp"), nullptr);
  EXPECT_EQ(find_device_source(""), nullptr);
}

TEST(device_sources, keep_the_line_numbers_of_their_files) {
  const device_source* source = find_device_source("gpu/elementwise/support/math.hpp");
  ASSERT_NE(source, nullptr);
  std::istringstream kept{std::string(source->text)};
  std::istringstream file(file_text("elementwise/support/math.hpp"));
  std::string kept_line;
  std::string file_line;
  while (std::getline(file, file_line)) {
    ASSERT_TRUE(std::getline(kept, kept_line));
    const std::size_t start = file_line.find_first_not_of(" \t");
    const bool comment = start != std::string::npos && file_line.compare(start, 2, "//") == 0;
    EXPECT_EQ(kept_line, comment ? "" : file_line);
  }
}

TEST(device_sources, end_with_a_nul_as_nvrtc_needs_it) {
  for (const device_source& source : device_sources()) {
    EXPECT_EQ(std::strlen(source.text.data()), source.text.size()) << source.name;
    EXPECT_EQ(std::strlen(source.name.data()), source.name.size());
  }
}

TEST(device_sources, are_reached_through_one_another) {
  const auto names = names_of(reached_device_sources("#include <gpu/elementwise/log1p.hpp>\n"));
  EXPECT_EQ(names.count("gpu/elementwise/log1p.hpp"), 1U);
  EXPECT_EQ(names.count("gpu/core/op_info.hpp"), 1U);
  EXPECT_EQ(names.count("gpu/core/host_device.hpp"), 1U);
  EXPECT_EQ(names.count("gpu/elementwise/sin.hpp"), 0U);
}

TEST(device_sources, include_only_embedded_headers_on_the_device) {
  for (const device_source& source : device_sources()) {
    std::istringstream lines{std::string(source.text)};
    for (std::string line; std::getline(lines, line);)
      if (line.compare(0, 14, "#include <gpu/") == 0) {
        const std::string name = line.substr(10, line.find('>') - 10);
        EXPECT_NE(find_device_source(name), nullptr) << source.name << " includes " << name;
      }
  }
}

TEST(device_sources, are_none_for_a_program_without_includes) {
  EXPECT_TRUE(reached_device_sources("").empty());
  EXPECT_TRUE(reached_device_sources("int x; // #include\n#include\n#include <vector>").empty());
}

}  // namespace
}  // namespace gpu::test
