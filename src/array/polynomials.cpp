// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/polynomials.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <utility>

#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/atleast.hpp>
#include <gpu/array/reduction/scan.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/divide.hpp>
#include <gpu/elementwise/equal.hpp>
#include <gpu/elementwise/greater_equal.hpp>
#include <gpu/elementwise/less.hpp>
#include <gpu/elementwise/multiply.hpp>
#include <gpu/elementwise/negative.hpp>
#include <gpu/elementwise/subtract.hpp>
#include <gpu/elementwise/where.hpp>

#include "array/index_values.hpp"
#include "array/statistics/sliding_sums.hpp"
#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

/// Elements [first, last) along the first axis.
node_ptr part(const node_ptr& p, std::ptrdiff_t first, std::ptrdiff_t last) {
  const slice range[] = {slice(slice::kind::range, first, last, 1)};
  return graph::make_view(p, sliced(p->extents, range));
}

node_ptr integer(std::ptrdiff_t value) {
  const auto element = static_cast<std::int64_t>(value);
  return graph::make_scalar(dtype::int64, &element);
}

[[noreturn]] void throw_not_joined(std::size_t first_rank, std::size_t second_rank) {
  throw value_error(text_of(
      "all the input arrays must have same number of dimensions, but the array at index 0 has ",
      first_rank, " dimension(s) and the array at index 1 has ", second_rank, " dimension(s)"));
}

/// A vector from a position that may lie before it, `count` elements: those beyond its ends repeat
/// the elements there.
node_ptr clamped(const node_ptr& p, std::ptrdiff_t first, std::ptrdiff_t count) {
  if (p->extents[0] == 0) return number(p->type, 0);
  return taken(p, graph::make_index({count}, 0, first, 1, graph::device_of(p)), 0,
               index_mode::clip);
}

/// The coefficients with leading zeros, so that there are `count`.
node_ptr padded(const node_ptr& p, std::ptrdiff_t count) {
  const std::ptrdiff_t zeros = count - p->extents[0];
  if (zeros == 0) return p;
  if (p->extents.size() != 1) throw_not_joined(1, p->extents.size());
  const node_ptr index = graph::make_index({count}, 0, 0, 1, graph::device_of(p));
  return apply_op<ops::where>(apply_op<ops::greater_equal>(index, integer(zeros)),
                              clamped(p, -zeros, count), number(p->type, 0));
}

template <class Op>
node_ptr coefficient_by_coefficient(const node_ptr& a, const node_ptr& b) {
  const node_ptr first = with_leading_axes(a, 1);
  const node_ptr second = with_leading_axes(b, 1);
  const std::ptrdiff_t count = std::max(first->extents[0], second->extents[0]);
  return apply_op<Op>(padded(first, count), padded(second, count));
}

/// Without leading zeros; a 0 of nothing else.
node_ptr without_leading_zeros(const node_ptr& p) {
  const node_ptr coefficients = with_leading_axes(p, 1);
  if (coefficients->extents.size() > 1) throw value_error("Polynomial must be 1d only.");
  const std::ptrdiff_t count = coefficients->extents[0];
  std::string is_set(static_cast<std::size_t>(count), '\0');
  read_elements(graph::make_cast(coefficients, dtype::bool_), is_set.data());
  const std::size_t first = is_set.find_first_not_of('\0');
  if (first == std::string::npos) return filled_node(p->type, {1}, 0, graph::device_of(p));
  return part(coefficients, static_cast<std::ptrdiff_t>(first), count);
}

template <class T>
std::vector<T> on_host(const node_ptr& p) {
  std::vector<T> elements(static_cast<std::size_t>(element_count(p->extents)));
  read_elements(p, elements.data());
  return elements;
}

template <class T>
graph::leaf_ptr on_device(const std::vector<T>& p, dtype type, device where) {
  return leaf_from_host(p.data(), type, {static_cast<std::ptrdiff_t>(p.size())}, where);
}

/// As `numpy.allclose(x, 0, rtol=1e-14)`.
template <class T>
bool is_nearly_zero(T x) {
  if constexpr (is_complex<T>)
    return std::hypot(static_cast<double>(x.real()), static_cast<double>(x.imag())) <= 1e-8;
  else
    return std::abs(static_cast<double>(x)) <= 1e-8;
}

template <class T>
std::pair<std::vector<T>, std::vector<T>> divided(const std::vector<T>& u,
                                                  const std::vector<T>& v) {
  const ops::multiply multiply;
  const std::size_t steps = u.size() >= v.size() ? u.size() - v.size() + 1 : 0;
  const T scale = ops::divide{}(T(1), v[0]);
  std::vector<T> quotient(std::max<std::size_t>(steps, 1), T(0));
  std::vector<T> rest = u;
  for (std::size_t k = 0; k < steps; ++k) {
    quotient[k] = multiply(scale, rest[k]);
    for (std::size_t i = 0; i < v.size(); ++i)
      rest[k + i] = ops::subtract{}(rest[k + i], multiply(quotient[k], v[i]));
  }
  std::size_t zeros = 0;
  while (zeros + 1 < rest.size() && is_nearly_zero(rest[zeros])) ++zeros;
  rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(zeros));
  return {quotient, rest};
}

/// The product of x - root over all roots.
template <class T>
std::vector<T> expanded_product(const std::vector<T>& roots) {
  const ops::multiply multiply;
  std::vector<T> p{T(1)};
  for (const T root : roots) {
    const T factor = ops::negative{}(root);
    p.push_back(T(0));
    for (std::size_t i = p.size(); i-- > 1;) p[i] = ops::add{}(p[i], multiply(p[i - 1], factor));
  }
  return p;
}

}  // namespace

node_ptr polyadd_node(const node_ptr& a, const node_ptr& b) {
  return coefficient_by_coefficient<ops::add>(a, b);
}

node_ptr polysub_node(const node_ptr& a, const node_ptr& b) {
  return coefficient_by_coefficient<ops::subtract>(a, b);
}

node_ptr polymul_node(const node_ptr& a, const node_ptr& b) {
  return convolved(without_leading_zeros(a), without_leading_zeros(b), convolve_mode::full{});
}

division polydiv_nodes(const node_ptr& dividend, const node_ptr& divisor) {
  const dtype type = dividend->type;
  const device where = graph::device_of(dividend);
  if (divisor->where && *divisor->where != where) throw device_mismatch(where, *divisor->where);
  const node_ptr u = with_leading_axes(dividend, 1);
  const node_ptr v = with_leading_axes(divisor, 1);
  if (u->extents.size() > 1 || v->extents.size() > 1)
    throw value_error("Polynomial must be 1d only.");
  if (element_count(u->extents) == 0 || element_count(v->extents) == 0)
    throw index_error("index 0 is out of bounds for axis 0 with size 0");
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) -> division {
    if constexpr (std::integral<T>) {
      fail("polynomials are divided in inexact dtypes");
    } else {
      const auto [quotient, rest] = divided(on_host<T>(u), on_host<T>(v));
      return {node_ptr(on_device(quotient, type, where).get()),
              node_ptr(on_device(rest, type, where).get())};
    }
  });
}

node_ptr polyder_node(node_ptr p, int order) {
  if (order < 0) throw value_error("Order of derivative must be positive (see polyint)");
  if (p->extents.empty()) throw dtype_error("len() of unsized object");
  for (; order > 0 && p->extents[0] > 0; --order) {
    const std::ptrdiff_t degree = p->extents[0] - 1;
    const node_ptr power = graph::make_index({degree}, 0, degree, -1, graph::device_of(p));
    p = apply_op<ops::multiply>(part(p, 0, degree), graph::make_cast(power, p->type));
  }
  return p;
}

constants_list constants_on_host(const node_ptr& k) {
  if (k->extents.size() > 1)
    throw value_error("k must be a scalar or a rank-1 array of length 1 or >m.");
  return on_host<std::complex<double>>(graph::make_cast(k, dtype::complex128));
}

/// All integrations in one kernel: each divides the coefficients by their new powers, and puts its
/// constant behind them. What is further behind has no meaning, until the next constant is there.
node_ptr polyint_node(dtype type, const node_ptr& p, int order, const constants_list& constants) {
  if (order < 0) throw value_error("Order of integral must be positive (see polyder)");
  const bool is_one = constants.size() == 1;
  if (constants.empty() ? order > 0 : !is_one && constants.size() < static_cast<std::size_t>(order))
    throw value_error("k must be a scalar or a rank-1 array of length 1 or >m.");
  if (order == 0) return graph::make_cast(p, type);
  if (p->extents.empty()) throw dtype_error("len() of unsized object");
  if (p->extents.size() > 1) throw_not_joined(p->extents.size(), 1);
  const std::ptrdiff_t degree = p->extents[0];
  const shape extents{degree + order};
  const dtype own =
      traits(p->type).kind == dtype_kind::complex ? dtype::complex128 : dtype::float64;
  node_ptr value = graph::make_cast(clamped(p, 0, extents[0]), own);
  for (std::ptrdiff_t k = 0; k < order; ++k) {
    const node_ptr power = graph::make_index(extents, 0, degree + k, -1, graph::device_of(p));
    const complex<double> constant(constants[is_one ? 0 : static_cast<std::size_t>(k)]);
    value = apply_op<ops::where>(
        apply_op<ops::less>(integer(0), power),
        graph::make_cast(apply_op<ops::divide>(value, graph::make_cast(power, value->type)), type),
        graph::make_cast(graph::make_scalar(dtype::complex128, &constant), type));
  }
  return value;
}

graph::leaf_ptr poly_leaf(const node_ptr& roots) {
  const shape& extents = roots->extents;
  const bool is_square = extents.size() == 2 && extents[0] == extents[1] && extents[0] != 0;
  if (is_square) throw value_error("poly takes roots: eigenvalues of a matrix are not computed");
  if (extents.size() > 1) throw value_error("input must be 1d or non-empty square 2d array.");
  const dtype type = roots->type;
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) -> graph::leaf_ptr {
    if constexpr (std::integral<T>) {
      fail("roots have inexact dtypes");
    } else {
      const std::vector<T> p = expanded_product(on_host<T>(roots));
      if (p.size() == 1) return leaf_from_host(p.data(), type, shape(), graph::device_of(roots));
      return on_device(p, type, graph::device_of(roots));
    }
  });
}

node_ptr vander_node(const node_ptr& x, std::ptrdiff_t columns, bool increasing) {
  if (x->extents.size() != 1) throw value_error("x must be a one-dimensional array or sequence.");
  const shape extents{x->extents[0], columns};
  if (element_count(extents) == 0) return filled_node(x->type, extents, 0, graph::device_of(x));
  const node_ptr column = graph::make_index({1, columns}, 1, 0, 1, graph::device_of(x));
  const node_ptr factors =
      apply_op<ops::where>(apply_op<ops::equal>(column, integer(0)), number(x->type, 1),
                           graph::make_reshape(x, {x->extents[0], 1}));
  const node_ptr powers = cumprod_scan::make(factors, reduction_settings{1});
  return increasing ? powers : flipped(powers, {1});
}

}  // namespace gpu::detail
