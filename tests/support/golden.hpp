// SPDX-License-Identifier: BSD-3-Clause
// The files that tools/golden/write_elementwise.py writes: what NumPy computes.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

namespace gpu::test {

/// Operands and results of one loop: one column of `size` elements each, the result last.
struct golden_table {
  std::string loop;  ///< "ff->f"
  std::size_t size = 0;
  std::vector<std::vector<std::byte>> columns;

  /// An element of a column, whose type `T` must be.
  template <class T>
  T value(std::size_t column, std::size_t row) const {
    T result;
    std::memcpy(static_cast<void*>(&result), columns.at(column).data() + row * sizeof(T),
                sizeof(T));
    return result;
  }
};

struct golden_file {
  std::string types;  ///< the loops of NumPy's ufunc; empty if there is none
  std::vector<golden_table> tables;
};

/// Reads `path`. Throws std::runtime_error naming it if it is missing or not of this format.
golden_file read_golden(const std::string& path);

#ifdef GPU_TESTS_FOLDER
/// Path of the file of an op.
inline std::string golden_path(const std::string& op_name) {
  return std::string(GPU_TESTS_FOLDER "/golden/elementwise/") + op_name + ".golden";
}
#endif

}  // namespace gpu::test
