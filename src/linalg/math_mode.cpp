// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/math_mode.hpp>

namespace gpu {
namespace {

math_options& options_of_this_thread() noexcept {
  thread_local math_options options;
  return options;
}

}  // namespace

math_options get_math_options() noexcept {
  return options_of_this_thread();
}

math_mode::math_mode(const math_options& options) noexcept : previous_(get_math_options()) {
  options_of_this_thread() = options;
}

math_mode::~math_mode() {
  options_of_this_thread() = previous_;
}

}  // namespace gpu
