// SPDX-License-Identifier: BSD-3-Clause
// Texts of kernels that are kept in tests/execute/gpu/text/golden, so that a change of them is seen
// in review.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gpu/core/text_of.hpp>

#include "graph/emit/emit.hpp"
#include "graph/kernel_builder.hpp"
#include "jit/compiler.hpp"
#include "support/compilation.hpp"

namespace gpu::testing {

/// A kernel, the way it is launched, and the file that has its text.
struct reviewed_text {
  const char* name;
  kernel_builder made;
  graph::variant options;
};

/// With GPU_UPDATE_GOLDEN in the environment the files are written first.
inline void expect_as_reviewed(const std::vector<reviewed_text>& texts) {
  const bool update = std::getenv("GPU_UPDATE_GOLDEN") != nullptr;
  for (const reviewed_text& one : texts) {
    const std::string path =
        text_of(GPU_TESTS_FOLDER, "/execute/gpu/text/golden/", one.name, ".cu");
    const std::string text = graph::emit(one.made.work, one.options).source;
    if (update) std::ofstream(path) << text;
    std::ifstream file(path);
    EXPECT_EQ(text, std::string(std::istreambuf_iterator<char>(file), {})) << one.name;
  }
}

/// Every text for every generation: for one of them as the library does.
inline void expect_to_compile(const std::vector<reviewed_text>& texts) {
  for (const reviewed_text& one : texts) {
    const program text = graph::emit(one.made.work, one.options);
    EXPECT_FALSE(jit::compile(text, {9, 0}).bytes.empty()) << one.name;
    for (const architecture target : {architecture{7, 5}, {8, 0}, {10, 0}})
      EXPECT_FALSE(test::compile_fast(text, target).bytes.empty()) << one.name;
  }
}

}  // namespace gpu::testing
