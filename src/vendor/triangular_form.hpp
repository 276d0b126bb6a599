// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace gpu::vendor {

/// What of a matrix is read as a triangular one.
struct triangular_form {
  bool upper;          ///< which triangle
  bool adjoint;        ///< A^H in the place of A
  bool unit_diagonal;  ///< ones on the diagonal, which is not read
};

}  // namespace gpu::vendor
