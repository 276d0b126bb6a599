// SPDX-License-Identifier: BSD-3-Clause
// The elements of an array on the host.
#pragma once

#include <cstddef>
#include <vector>

#include <gpu/graph/node.hpp>

#include "interop/row_format.hpp"

namespace gpu::detail {

/// The bytes of all elements, in C order. Waits.
[[nodiscard]] std::vector<std::byte> bytes_of(const graph::node_ptr& value);

/// All elements as numbers, of complex ones both parts. Waits.
[[nodiscard]] std::vector<text_number> numbers_of(const graph::node_ptr& value);

}  // namespace gpu::detail
