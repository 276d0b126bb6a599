// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/casting.hpp>

#include <ostream>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu {

std::ostream& operator<<(std::ostream& out, casting rule) {
  constexpr std::string_view names[] = {"no", "equiv", "safe", "same_kind", "unsafe"};
  return out << names[static_cast<int>(rule)];
}

namespace detail {

void throw_no_array_cast(dtype from, dtype to, casting rule, std::size_t rank) {
  throw dtype_error(text_of("Cannot cast ", rank == 0 ? "scalar" : "array data", " from dtype('",
                            from, "') to dtype('", to, "') according to the rule '", rule, "'"));
}

}  // namespace detail
}  // namespace gpu
