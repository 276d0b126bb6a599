// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/result_type.hpp>

#include <gpu/core/error.hpp>

namespace gpu::detail {

void throw_no_common_type() {
  throw dtype_error("can't get common type for non-numeric array");
}

}  // namespace gpu::detail
