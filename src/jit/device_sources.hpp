// SPDX-License-Identifier: BSD-3-Clause
// The texts of the device headers, compiled into the library: no header is read at run time.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace gpu {

struct device_source {
  std::string_view name;  ///< as it is included: "gpu/elementwise/log1p.hpp"
  std::string_view text;  ///< without its comments; a NUL follows, as it does the name
};

[[nodiscard]] std::span<const device_source> device_sources() noexcept;

/// The embedded header of that include name, or null.
[[nodiscard]] const device_source* find_device_source(std::string_view name);

/// The embedded headers that `source` includes, directly or through one another, in a fixed order.
[[nodiscard]] std::vector<const device_source*> reached_device_sources(std::string_view source);

}  // namespace gpu
