// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "jit/program.hpp"

namespace gpu::detail {

/// What names compiled code: a hash of all that it was compiled from.
struct code_key {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  /// 32 hexadecimal digits.
  [[nodiscard]] std::string hex() const;
  friend bool operator==(const code_key&, const code_key&) = default;
};

struct code_key_hash {
  std::size_t operator()(const code_key& key) const noexcept { return key.low; }
};

/// Of the program, the texts of the device headers that it reaches, this library's version, and
/// `circumstances`: architecture and compiler.
[[nodiscard]] code_key key_of(const program& program, std::string_view circumstances);

[[nodiscard]] code_key hash_of(std::string_view bytes);

}  // namespace gpu::detail
