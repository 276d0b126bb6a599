// SPDX-License-Identifier: BSD-3-Clause
#include "product_calls.hpp"
namespace gpu::fuzz {
const std::vector<call_kind>& product_calls() {
  static const std::vector<call_kind> all;
  return all;
}
}  // namespace gpu::fuzz
