// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/ufunc/rounding.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {

void require_decimals_of(dtype type, int decimals) {
  if (type != dtype::bool_ || decimals == 0) return;
  throw dtype_error(text_of("Cannot cast ufunc '", decimals > 0 ? "multiply" : "divide",
                            "' output from dtype('float64') to dtype('bool') with casting rule "
                            "'same_kind'"));
}

}  // namespace gpu::detail
