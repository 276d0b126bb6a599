// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sstream>
#include <string>

namespace gpu {

/// The arguments streamed one after the other, as text: `text_of("axis ", 2)` is "axis 2".
template <class... Parts>
[[nodiscard]] std::string text_of(const Parts&... parts) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  (text << ... << parts);
  return text.str();
}

}  // namespace gpu
