// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/isdtype.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {

void throw_unknown_kind(std::string_view kind) {
  throw value_error(
      text_of("kind argument is a string, but '", kind, "' is not a known kind name."));
}

}  // namespace gpu::detail
