// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace gpu::test {

/// An environment variable for the time of a scope.
class environment_guard {
 public:
  [[nodiscard]] environment_guard(const char* name, const std::optional<std::string>& value)
      : name_(name) {
    if (const char* before = std::getenv(name); before != nullptr) before_ = before;
    set(value);
  }
  ~environment_guard() { set(before_); }

  environment_guard(const environment_guard&) = delete;
  environment_guard& operator=(const environment_guard&) = delete;

 private:
  void set(const std::optional<std::string>& value) const {
    if (value)
      ::setenv(name_, value->c_str(), 1);
    else
      ::unsetenv(name_);
  }

  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace gpu::test
