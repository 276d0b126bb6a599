// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/triangular.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "cuda/capture.hpp"
#include "linalg/gpu_small_matrices.hpp"
#include "linalg/gpu_solvers.hpp"
#include "linalg/joined_lists.hpp"
#include "vendor/cublas/cublas.hpp"
#include "vendor/cusolver/cusolver.hpp"

namespace gpu::linalg::detail {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;

constexpr const char* singular = "Singular matrix";

/// Up to here many matrices at once are faster than one after the other.
constexpr std::ptrdiff_t max_rows_at_once = 256;

/// More of a library's numbers are not read before it is known that one is positive.
constexpr std::ptrdiff_t max_numbers_read = 1024;

bool are_many_and_small(const matrix_stack& all) {
  return all.count() > 1 && all.rows() <= max_rows_at_once;
}

/// P L U in place of the matrices, and where rows were exchanged.
struct lu_decomposition {
  leaf_ptr pivots;  ///< from 1: int32 of many small matrices, else int64
  leaf_ptr info;    ///< positive for singular matrices
};

lu_decomposition decompose(gpu_solver_call& call, const matrix_stack& all) {
  const bool at_once = are_many_and_small(all) && !vendor::cublas_file().empty();
  const leaf_ptr pivots = all.vectors(at_once ? dtype::int32 : dtype::int64, all.rows());
  if (!all.is_empty()) {
    const vendor::device_matrices a = call.matrices(all);
    if (at_once)
      vendor::getrf_batched(a, call.addresses(all), reinterpret_cast<int*>(call.memory(pivots)),
                            call.info(), call.stream());
    else
      vendor::getrf(a, reinterpret_cast<std::int64_t*>(call.memory(pivots)), call.info(),
                    call.stream());
  }
  return {pivots, call.info_leaf()};
}

/// The same where nothing is solved with it.
lu_decomposition decompose_alone(gpu_solver_call& call, const matrix_stack& all) {
  if (!are_small(all)) return decompose(call, all);
  const leaf_ptr pivots = all.vectors(dtype::int32, all.rows());
  return {pivots, decompose_small(all, pivots)};
}

/// Solves with what `decompose` gave: overwrites b.
void substitute(gpu_solver_call& call, const lu_decomposition& lu, const matrix_stack& a,
                const matrix_stack& b) {
  if (b.is_empty()) return;
  const vendor::device_matrices factors = call.matrices(a);
  const vendor::device_matrices right = call.matrices(b);
  if (lu.pivots->type == dtype::int32) {
    vendor::getrs_batched(factors, call.addresses(a),
                          reinterpret_cast<const int*>(call.memory(lu.pivots)), right,
                          call.addresses(b), call.stream());
    return;
  }
  gpu_solver_call second(a);  // has numbers of its own: those of `call` are of the decomposition
  vendor::getrs(factors, reinterpret_cast<const std::int64_t*>(second.memory(lu.pivots)), right,
                second.info(), second.stream());
}

/// A unit matrix for each.
matrix_stack unit_matrices(const matrix_stack& all) {
  const leaf_ptr one = gpu::detail::make_eye(all.type(), all.rows(), all.rows(), 0, all.where());
  const shape extents = joined(all.batch(), {all.rows(), all.rows()});
  return matrix_stack(graph::make_broadcast(node_ptr(one.get()), extents), all.where());
}

/// Calls `visit` with the diagonals of the matrices, one after the other along the last axis.
template <class Visit>
auto with_diagonals(const matrix_stack& all, const Visit& visit) {
  return visit_computing_type(all.type(), [&]<class T>(std::type_identity<T>) {
    return visit(diagonal(expression<T>(all.node()), 0, -2, -1));
  });
}

/// Whether a pivot is 0, or so small that its reciprocal, which the libraries multiply by, is
/// infinite and has made others infinite or nan.
template <class F>
auto is_singular(const F& factors) {
  using R = element_t<gpu::detail::real_of(dtype_of<typename F::value_type>)>;
  constexpr R smallest = std::numeric_limits<R>::min();
  return any(equal(factors, 0), -1) ||
         (any(less(abs(factors), smallest), -1) && !all(isfinite(factors), -1));
}

/// The matrices transposed: by columns they are A in C order, so that the copy transposes nothing.
matrix_stack transposes(const node_ptr& a) {
  return matrix_stack(gpu::detail::swapped(a, -1, -2), graph::device_of(a));
}

/// -1 for an odd number of exchanges of rows, else 1.
expression<std::int64_t> sign_of_exchanges(const lu_decomposition& lu) {
  const expression<std::int64_t> pivots(graph::make_cast(node_ptr(lu.pivots.get()), dtype::int64));
  const auto rows = arange<std::int64_t>(1, lu.pivots->extents.back() + 1, 1, *lu.pivots->where);
  return 1 - 2 * remainder(count_nonzero(not_equal(pivots, rows), -1), 2);
}

}  // namespace

gpu_solver_call::gpu_solver_call(const matrix_stack& all)
    : count_(all.count()), work_(all.where()) {
  gpu::detail::require_not_capturing(work_.stream(), "solve or decompose with cuSOLVER");
}

const leaf_ptr& gpu_solver_call::info_leaf() {
  const device where = work_.stream().device();
  if (info_ == nullptr) info_ = execute::evaluate(zeros<int>({count_}, where).node(), where);
  return info_;
}

vendor::device_matrices gpu_solver_call::matrices(const matrix_stack& of) {
  return {of.type(), of.count(), of.rows(), of.columns(), memory(of.leaf())};
}

const void* const* gpu_solver_call::addresses(const matrix_stack& of) {
  for (const matrix_addresses& known : addresses_)
    if (known.of == of.leaf()) return reinterpret_cast<const void* const*>(memory(known.numbers));
  const vendor::device_matrices all = matrices(of);
  const auto first = static_cast<std::ptrdiff_t>(reinterpret_cast<std::uintptr_t>(all.at(0)));
  const node_ptr numbers =
      graph::make_index({of.count()}, 0, first, all.at(1) - all.at(0), of.where());
  addresses_.push_back({of.leaf(), execute::evaluate(numbers, of.where())});
  return reinterpret_cast<const void* const*>(memory(addresses_.back().numbers));
}

void require_success(const leaf_ptr& info, const matrix_stack& all, const char* otherwise) {
  const expression<int> on_gpu(node_ptr(info.get()));
  if (all.count() > max_numbers_read && !any(on_gpu > 0).item()) return;
  std::vector<int> numbers(static_cast<std::size_t>(all.count()));
  gpu::detail::read_elements(on_gpu.node(), numbers.data());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] > 0)
      throw linalg_error(otherwise + place_in_stack(all, static_cast<std::ptrdiff_t>(i)));
}

leaf_ptr cholesky_on_gpu(const node_ptr& a, bool upper) {
  const matrix_stack all(a, graph::device_of(a));
  const char triangle = upper ? 'U' : 'L';
  constexpr const char* not_positive = "Matrix is not positive definite";
  gpu_solver_call call(all);
  const dtype type = gpu::detail::inexact_of(a->type);
  if (are_small(all)) {
    require_success(cholesky_small(all, upper), all, not_positive);
    return delivered(all.node(), type, all.where());
  }
  if (!all.is_empty() && are_many_and_small(all))
    vendor::potrf_batched(triangle, call.matrices(all), call.addresses(all), call.info(),
                          call.stream());
  else if (!all.is_empty())
    vendor::potrf(triangle, call.matrices(all), call.info(), call.stream());
  require_success(call.info_leaf(), all, not_positive);
  return visit_computing_type(all.type(), [&]<class T>(std::type_identity<T>) {
    const expression<T> both(all.node());
    const node_ptr factor = upper ? triu(both).node() : tril(both).node();
    return delivered(factor, type, all.where());
  });
}

void solve_on_gpu(const matrix_stack& a, const matrix_stack& b) {
  gpu_solver_call call(a);
  if (are_small(a, b.columns())) {
    require_success(solve_small(a, b), a, singular);
    return;
  }
  const lu_decomposition lu = decompose(call, a);
  substitute(call, lu, a, b);
  require_success(lu.info, a, singular);  // after all is enqueued, since it waits
}

leaf_ptr inverse_on_gpu(const node_ptr& a, bool nan_if_singular) {
  const device where = graph::device_of(a);
  const matrix_stack all = transposes(a);  // whose inverses are those of A, transposed
  const bool small = are_small(all, all.rows());
  const matrix_stack inverse =
      small ? matrix_stack(all.type(), all.batch(), all.rows(), all.rows(), where)
            : unit_matrices(all);
  gpu_solver_call call(all);
  leaf_ptr info;
  if (small) {
    info = invert_small(all, inverse);
  } else {
    const lu_decomposition lu = decompose(call, all);
    substitute(call, lu, all, inverse);
    info = lu.info;
  }
  const dtype type = gpu::detail::inexact_of(a->type);
  const node_ptr found(inverse.leaf().get());
  if (!nan_if_singular) {
    require_success(info, all, singular);
    return delivered(found, type, where);
  }
  const shape extents = joined(all.batch(), {1, 1});
  return visit_computing_type(all.type(), [&]<class T>(std::type_identity<T>) {
    const expression<int> failed(graph::make_reshape(node_ptr(info.get()), extents));
    const T nan(std::numeric_limits<double>::quiet_NaN());
    return delivered(gpu::where(failed > 0, nan, expression<T>(found)).node(), type, where);
  });
}

void solve_triangular_on_gpu(const vendor::triangular_form& form, const matrix_stack& a,
                             const matrix_stack& b) {
  if (!form.unit_diagonal && !a.is_empty()) {
    const leaf_ptr info = with_diagonals(a, [&]<class F>(const F& diagonal) {
      using T = typename F::value_type;
      return execute::evaluate(astype<int>(any(equal(diagonal, T(0)), -1)).node(), a.where());
    });
    require_success(info, a, singular);
  }
  if (b.is_empty()) return;
  gpu_solver_call call(a);
  const vendor::device_matrices triangles = call.matrices(a);
  const vendor::device_matrices right = call.matrices(b);
  if (are_many_and_small(a))
    vendor::trsm_batched(form, triangles, call.addresses(a), right, call.addresses(b),
                         call.stream());
  else
    vendor::trsm(form, triangles, right, call.stream());
}

leaf_ptr determinant_on_gpu(const node_ptr& a) {
  const matrix_stack all = transposes(a);
  gpu_solver_call call(all);
  const lu_decomposition lu = decompose_alone(call, all);
  return with_diagonals(all, [&]<class F>(const F& factors) {
    using T = typename F::value_type;
    // Of a singular matrix 0, whatever signs and nans the factors have.
    const auto product = prod(factors, -1) * astype<T>(sign_of_exchanges(lu));
    const auto determinant = gpu::where(is_singular(factors), T(0), product);
    return delivered(determinant.node(), gpu::detail::inexact_of(a->type), all.where());
  });
}

sign_and_logarithm slogdet_on_gpu(const node_ptr& a) {
  const matrix_stack all = transposes(a);
  gpu_solver_call call(all);
  const lu_decomposition lu = decompose_alone(call, all);
  const dtype type = gpu::detail::inexact_of(a->type);
  return with_diagonals(all, [&]<class F>(const F& factors) -> sign_and_logarithm {
    using T = typename F::value_type;
    using R = element_t<gpu::detail::real_of(dtype_of<T>)>;
    const auto singular = is_singular(factors);
    const auto product = prod(gpu::sign(factors), -1) * astype<T>(sign_of_exchanges(lu));
    const auto sign = gpu::where(singular, T(0), product);
    const auto logarithm =
        gpu::where(singular, -std::numeric_limits<R>::infinity(), sum(log(abs(factors)), -1));
    return {delivered(sign.node(), type, all.where()),
            delivered(logarithm.node(), gpu::detail::real_of(type), all.where())};
  });
}

}  // namespace gpu::linalg::detail
