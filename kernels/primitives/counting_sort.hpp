// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/op_info.hpp>

namespace gpu::kernels {

/// Rows of bytes, which skeletons/counting_sort.cuh sorts by `byte ^ flip`: that is an order of the
/// elements of each dtype of one byte, ascending or descending.
struct counting_sort_arguments {
  const unsigned char* in;
  unsigned char* out;
  unsigned* counts;  ///< of the 256 keys of each row; not used where a block has a whole row
  unsigned columns;  ///< below 2^31
  unsigned chunk;    ///< columns of a block
  unsigned chunks;   ///< of a row
  unsigned flip;
};

}  // namespace gpu::kernels
