// SPDX-License-Identifier: BSD-3-Clause
// The dictionary that an .npy file begins with: {'descr': '<f4', 'fortran_order': False,
// 'shape': (3, 4), }
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <gpu/core/dtype.hpp>
#include <gpu/core/shape.hpp>

namespace gpu::detail {

struct npy_header {
  dtype type;
  bool swapped = false;  ///< the file's byte order is not this machine's
  bool fortran_order = false;
  shape extents;
};

/// Reads the dictionary, a literal of Python.
/// @throws value_error  saying what is wrong, without the file's name
[[nodiscard]] npy_header parse_npy_header(std::string_view text);

/// How the format names the dtype: "<f4", "|b1"; empty for bfloat16.
[[nodiscard]] std::string npy_descr(dtype type);

/// The beginning of a file of version 1.0, up to the elements: magic, length and dictionary, padded
/// to a multiple of 64 bytes.
[[nodiscard]] std::string npy_preamble(dtype type, const shape& extents, bool fortran_order);

}  // namespace gpu::detail
