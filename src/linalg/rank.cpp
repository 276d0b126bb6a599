// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/rank.hpp>

#include <algorithm>
#include <type_traits>

#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/rearranging.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/ufunc/node_arithmetic.hpp"
#include "linalg/matrix_stack.hpp"

namespace gpu::linalg::detail {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;

template <class T>
using real_part = element_t<gpu::detail::real_of(dtype_of<T>)>;

/// The limit for each singular value of a matrix. As in NumPy in float64.
expression<double> each_limit(const singular_cutoff& limit) {
  if (limit.array())
    return expression<double>(
        expand_dims(expression<double>(graph::make_cast(limit.array(), dtype::float64)), -1)
            .node());
  return expression<double>(gpu::detail::number(dtype::float64, limit.number().value_or(0)));
}

/// The precision times the larger extent.
singular_cutoff usual_cutoff(const node_ptr& a) {
  const std::size_t rank = a->extents.size();
  const bool is_wide = gpu::detail::real_of(computing_type(a->type)) == dtype::float64;
  const double precision = is_wide ? 0x1p-52 : 0x1p-23;
  return precision * static_cast<double>(std::max(a->extents[rank - 1], a->extents[rank - 2]));
}

/// Which singular values are above the limit.
template <class R>
ndarray<bool> are_large(const expression<R>& s, const singular_cutoff& limit, bool is_relative) {
  const auto wide = astype<double>(s);
  const auto each = each_limit(limit);
  if (!is_relative) return ndarray<bool>(greater(wide, each));
  return ndarray<bool>(greater(wide, each * gpu::max(wide, -1, keepdims, initial(0))));
}

/// 1 / s of large s, else 0.
template <class R>
expression<R> inverses(const expression<R>& s, const ndarray<bool>& large) {
  return expression<R>(where(large, R(1) / where(large, s, R(1)), R(0)).node());
}

template <class T>
expression<T> adjoint(const expression<T>& a) {
  return expression<T>(matrix_transpose(conjugate(a)).node());
}

template <class T>
node_ptr pseudo_inverse(const node_ptr& a, const singular_cutoff& limit, bool is_hermitian) {
  using R = real_part<T>;
  const auto product = [](const expression<T>& left, const expression<R>& middle,
                          const expression<T>& right) {
    return matmul(left, expand_dims(astype<T>(middle), -1) * right).node();
  };
  if (is_hermitian) {
    const pair_of_leaves found = eigh_of(a, 'L', true);
    const expression<R> values(node_ptr(found.first.get()));
    const expression<T> vectors(node_ptr(found.second.get()));
    const auto large = are_large<R>(expression<R>(absolute(values).node()), limit, true);
    return product(vectors, inverses<R>(values, large), adjoint(vectors));
  }
  const three_leaves found = svd_of(a, 'S');
  const expression<R> s(node_ptr(found.second.get()));
  const expression<T> u(node_ptr(found.first.get()));
  const expression<T> vh(node_ptr(found.third.get()));
  return product(adjoint(vh), inverses<R>(s, are_large<R>(s, limit, true)), adjoint(u));
}

}  // namespace

leaf_ptr matrix_rank_leaf(const node_ptr& a, const rank_call& call) {
  const device where = graph::device_of(a);
  if (a->extents.size() < 2)
    return delivered(any(not_equal(any_expression(a), 0)).node(), dtype::int64, where);
  if (call.first.is_given() && call.relative)
    throw value_error("`tol` and `rtol` can't be both set.");
  const node_ptr matrices = graph::make_cast(a, computing_type(a->type));
  const bool is_relative = !call.first.is_given();
  const singular_cutoff given =
      is_relative ? call.relative.value_or(singular_cutoff()) : call.first;
  const singular_cutoff limit = given.is_given() ? given : usual_cutoff(a);
  return visit_computing_type(matrices->type, [&]<class T>(std::type_identity<T>) {
    using R = real_part<T>;
    const leaf_ptr found =
        call.is_hermitian ? hermitian_svd_of(matrices, false).second : svd_of(matrices, 'N').second;
    const expression<R> s(node_ptr(found.get()));
    return delivered(count_nonzero(are_large<R>(s, limit, is_relative), -1).node(), dtype::int64,
                     where);
  });
}

leaf_ptr pseudo_inverse_leaf(const node_ptr& a, const rank_call& call) {
  require_matrices(a->extents);
  if (call.first.is_given() && call.relative)
    throw value_error("`rtol` and `rcond` can't be both set.");
  const singular_cutoff given = call.relative.value_or(call.first);
  const singular_cutoff usual = call.relative ? usual_cutoff(a) : singular_cutoff(1e-15);
  const node_ptr matrices = graph::make_cast(a, computing_type(a->type));
  const node_ptr result = visit_computing_type(matrices->type, [&]<class T>(std::type_identity<T>) {
    return pseudo_inverse<T>(matrices, given.is_given() ? given : usual, call.is_hermitian);
  });
  return delivered(result, gpu::detail::inexact_of(a->type), graph::device_of(a));
}

three_leaves hermitian_svd_of(const node_ptr& a, bool with_vectors) {
  const device home = graph::device_of(a);
  const dtype type = gpu::detail::inexact_of(a->type);
  const node_ptr matrices = graph::make_cast(a, computing_type(a->type));
  const pair_of_leaves found = eigh_of(matrices, 'L', with_vectors);
  return visit_computing_type(matrices->type, [&]<class T>(std::type_identity<T>) -> three_leaves {
    using R = real_part<T>;
    const expression<R> values(node_ptr(found.first.get()));
    const ndarray<R> sizes = absolute(values);
    const dtype real = gpu::detail::real_of(type);
    if (!with_vectors)
      return {nullptr, delivered(flip(sort(sizes), -1).node(), real, home), nullptr};
    const ndarray<std::int64_t> order = flip(argsort(sizes), -1);
    const expression<T> vectors(node_ptr(found.second.get()));
    const auto columns = expand_dims(order, -2);
    const ndarray<T> u = take_along_axis(vectors, columns, -1);
    // 1 of zeros, where NumPy has 0: then Vh is unitary.
    const auto signs = where(take_along_axis(values, order, -1) < 0, T(-1), T(1));
    return {delivered(u.node(), type, home),
            delivered(take_along_axis(sizes, order, -1).node(), real, home),
            delivered(matrix_transpose(conjugate(u * expand_dims(signs, -2))).node(), type, home)};
  });
}

}  // namespace gpu::linalg::detail
