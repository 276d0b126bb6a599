// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

namespace gpu::linalg::detail {

/// The elements of both, one after the other: of shapes, axes or labels.
template <class List>
[[nodiscard]] List joined(List first, const std::type_identity_t<List>& second) {
  for (const auto& one : second) first.push_back(one);
  return first;
}

}  // namespace gpu::linalg::detail
