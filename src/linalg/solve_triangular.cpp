// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/solve_triangular.hpp>

#include <gpu/array/reduction/composed_reductions.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "linalg/gpu_solvers.hpp"
#include "linalg/linear_system.hpp"
#include "linalg/matrix_stack.hpp"
#include "vendor/cublas/cublas.hpp"
#include "vendor/lapack/lapack.hpp"

namespace gpu::linalg {

triangle_name::triangle_name(std::string_view uplo) : which_(triangle::lower) {
  if (uplo == "U" || uplo == "u")
    which_ = triangle::upper;
  else if (uplo != "L" && uplo != "l")
    throw value_error(text_of("UPLO argument must be 'L' or 'U', not '", uplo, "'"));
}

namespace detail {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;

/// On the GPU of an operand if there is a cuBLAS, else on the host.
device triangular_solver_device(const node_ptr& a) {
  const device where = graph::device_of(a);
  return where.is_gpu() && !vendor::cublas_file().empty() ? where : cpu();
}

void solve_in_place(const vendor::triangular_form& form, const linear_system& system) {
  const matrix_stack& a = system.a();
  const matrix_stack& b = system.b();
  if (a.where().is_gpu()) return solve_triangular_on_gpu(form, a, b);
  visit_computing_type(a.type(), [&]<class T>(std::type_identity<T>) {
    for (std::ptrdiff_t i = 0; i < a.count(); ++i)
      if (vendor::trtrs(form, a.rows(), b.columns(), a.at<T>(i), b.at<T>(i)) > 0)
        throw linalg_error("Singular matrix" + place_in_stack(a, i));
  });
}

leaf_ptr solution_of(const linear_system& system, const node_ptr& a, const node_ptr& b) {
  const dtype type = gpu::detail::inexact_of(promote_types(a->type, b->type));
  return delivered(system.solution(), type, graph::device_of(a));
}

}  // namespace

leaf_ptr triangular_solution(const node_ptr& a, const node_ptr& b, triangle which,
                             bool unit_diagonal) {
  const linear_system system("solve_triangular", a, b, triangular_solver_device(a));
  solve_in_place({which == triangle::upper, false, unit_diagonal}, system);
  return solution_of(system, a, b);
}

leaf_ptr cholesky_solution(const node_ptr& factor, const node_ptr& b, bool upper) {
  const linear_system system("solve_cholesky", factor, b, triangular_solver_device(factor));
  solve_in_place({upper, upper, false}, system);
  solve_in_place({upper, !upper, false}, system);
  return solution_of(system, factor, b);
}

}  // namespace detail
}  // namespace gpu::linalg
