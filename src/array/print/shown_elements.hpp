// SPDX-License-Identifier: BSD-3-Clause
// The elements of an array that its text shows.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <gpu/array/print/print_options.hpp>
#include <gpu/core/dtype.hpp>
#include <gpu/core/shape.hpp>

namespace gpu::detail {

/// Copies elements [first, first + count) of an array, counted in C order, to host memory.
using element_source = std::function<void(std::ptrdiff_t first, std::ptrdiff_t count, void* to)>;

/// Whether the text leaves elements out, or says the shape because it might.
[[nodiscard]] bool is_summarised(const shape& extents, const print_options& options);

/// The corners of a summarised array, put together; all of any other.
struct shown_elements {
  dtype type;
  shape extents;  ///< of the whole array
  shape kept;     ///< of what is here
  std::vector<std::byte> bytes;
};

[[nodiscard]] shown_elements fetch_shown(dtype type, const shape& extents,
                                         const print_options& options,
                                         const element_source& source);

}  // namespace gpu::detail
