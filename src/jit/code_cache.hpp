// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "jit/code_key.hpp"
#include "jit/compiler.hpp"

namespace gpu::detail {

using shared_code = std::shared_ptr<const device_code>;

/// From memory, else from disk, else by `compile`, which is called once; the history has what it
/// was. Code of programs that read other files is not on disk: who changes those files gets new
/// code from the next process on.
[[nodiscard]] shared_code cached_code(const code_key& key, const program& program,
                                      const std::function<device_code()>& compile);
/// The same where the caller knows whether the key covers all that the code is made of.
[[nodiscard]] shared_code cached_code(const code_key& key, const program& program,
                                      const std::function<device_code()>& compile,
                                      bool is_kept_on_disk);

/// By `compile`, whatever is kept.
[[nodiscard]] shared_code compiled_code(const code_key& key, const program& program,
                                        const std::function<device_code()>& compile,
                                        bool is_kept_on_disk);

/// Whether `cached_code` would not call `compile`, unless what is on disk is damaged.
[[nodiscard]] bool has_code(const code_key& key, const program& program);

/// Forgets the code, on disk as well.
void drop_code(const code_key& key);

void forget_codes();

/// Milliseconds since its construction.
class stopwatch {
 public:
  [[nodiscard]] double milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace gpu::detail
