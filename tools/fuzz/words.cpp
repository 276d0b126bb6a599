// SPDX-License-Identifier: BSD-3-Clause
#include "words.hpp"

#include <cstdlib>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::fuzz {

std::uint64_t number(const std::string& text) {
  char* end = nullptr;
  const std::uint64_t value = std::strtoull(text.c_str(), &end, 10);
  if (text.empty() || *end != 0) throw value_error(text_of("'", text, "' is no number"));
  return value;
}

dtype type_named(const std::string& name) {
  for (int i = 0; i < dtype_count; ++i)
    if (traits(static_cast<dtype>(i)).name == name) return static_cast<dtype>(i);
  throw value_error(text_of("'", name, "' is no dtype"));
}

}  // namespace gpu::fuzz
