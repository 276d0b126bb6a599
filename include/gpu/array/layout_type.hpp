// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace gpu {

/// How elements lie in memory. Always `row_major` here. xtensor's.
enum class layout_type { dynamic = 0x00, any = 0xFF, row_major = 0x01, column_major = 0x02 };

}  // namespace gpu
