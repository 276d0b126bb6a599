// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <gpu/array/explain.hpp>

namespace gpu::test {

/// How many kernels compute an expression, in the words of `gpu::explain`: "1 kernel".
template <class E>
[[nodiscard]] std::string kernels_of(const E& expression) {
  const std::string text = gpu::explain(expression);
  return text.substr(0, text.find(" on "));
}

}  // namespace gpu::test
