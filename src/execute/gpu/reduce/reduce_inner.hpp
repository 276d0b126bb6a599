// SPDX-License-Identifier: BSD-3-Clause
// reduce_inner: a team of threads has a row.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "execute/gpu/reduce/shape.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute::skeletons {

struct reduce_inner : reduction_parameters {
  static constexpr std::string_view name = "reduce_inner";
  static const reduction_form form;
  std::uint8_t rows = 1;  ///< of a thread at once

  [[nodiscard]] std::string text(const graph::kernel& work, const graph::variant& options,
                                 const std::string& name) const;
  friend bool operator==(const reduce_inner&, const reduce_inner&) = default;
};

}  // namespace gpu::execute::skeletons
