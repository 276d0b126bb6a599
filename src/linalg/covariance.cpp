// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/covariance.hpp>

#include <cmath>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/rearranging.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/joined.hpp"
#include "linalg/matrix_product.hpp"
#include "linalg/matrix_stack.hpp"
#include "linalg/product_operands.hpp"

namespace gpu::linalg::detail {
namespace {

using graph::node_ptr;

/// Two axes: a vector is a row.
node_ptr matrix_of(const node_ptr& value, dtype type) {
  const node_ptr converted = graph::make_cast(graph::make_cast(value, type), computing_type(type));
  const shape& extents = value->extents;
  if (extents.size() == 2) return converted;
  return graph::make_reshape(converted, {1, element_count(extents)});
}

node_ptr variables_of(const node_ptr& m, const node_ptr& y, const covariance_call& call) {
  if (m->extents.size() > 2) throw value_error("m has more than 2 dimensions");
  if (y && y->extents.size() > 2) throw value_error("y has more than 2 dimensions");
  node_ptr x = matrix_of(m, call.type);
  if (!call.rows && m->extents.size() != 1) x = gpu::detail::transposed(x);
  if (!y || x->extents[0] == 0) return x;
  node_ptr more = matrix_of(y, call.type);
  if (!call.rows && more->extents[0] != 1) more = gpu::detail::transposed(more);
  return gpu::detail::joined({x, more}, 0);
}

/// Weights on the host, and what they say about the divisor.
struct observation_weights {
  std::vector<double> values;  ///< of both kinds, multiplied; empty if there are none
  double sum = 0;
  double importance = 0;  ///< the sum of the values times the weights of the second kind
};

std::vector<double> read_weights(const node_ptr& node, std::ptrdiff_t count, const char* name) {
  if (node->extents.size() > 1) throw value_error(text_of("cannot handle multidimensional ", name));
  if (node->extents.empty() || node->extents[0] != count)
    throw value_error(text_of("incompatible numbers of samples and ", name));
  std::vector<double> weights(static_cast<std::size_t>(count));
  gpu::detail::read_elements(graph::make_cast(node, dtype::float64), weights.data());
  for (const double weight : weights)
    if (weight < 0) throw value_error(text_of(name, " cannot be negative"));
  return weights;
}

observation_weights weights_of(const covariance_call& call, std::ptrdiff_t count) {
  observation_weights w;
  if (call.fweights) {
    w.values = read_weights(call.fweights, count, "fweights");
    for (const double weight : w.values)
      if (weight != std::rint(weight)) throw dtype_error("fweights must be integer");
  }
  if (call.aweights) {
    const std::vector<double> important = read_weights(call.aweights, count, "aweights");
    if (w.values.empty()) w.values.resize(important.size(), 1.0);
    for (std::size_t k = 0; k < important.size(); ++k) {
      w.values[k] *= important[k];
      w.importance += w.values[k] * important[k];
    }
  }
  for (const double weight : w.values) w.sum += weight;
  if (w.sum == 0 && (call.fweights || call.aweights))
    throw value_error("Weights sum to zero, can't be normalized");
  return w;
}

/// By what the sums of products are divided; 0 if there are too few observations.
double divisor_of(const covariance_call& call, const observation_weights& w, std::ptrdiff_t count) {
  const double correction = call.correction.value_or(call.biased ? 0 : 1);
  double divisor = static_cast<double>(count) - correction;
  if (!w.values.empty())
    divisor = correction == 0  ? w.sum
              : !call.aweights ? w.sum - correction
                               : w.sum - correction * w.importance / w.sum;
  return divisor <= 0 ? 0 : divisor;
}

/// Divided by `divisor`, and the mean of it and of its adjoint: exactly Hermitian.
template <class T>
node_ptr settled(const node_ptr& sums, double divisor) {
  using R = element_t<gpu::detail::real_of(dtype_of<T>)>;
  const ndarray<T> c{expression<T>(sums)};
  const auto scale = static_cast<R>(0.5 / divisor);
  return (c * scale + conjugate(matrix_transpose(c)) * scale).node();
}

template <class T>
node_ptr covariance(const node_ptr& variables, const covariance_call& call) {
  const expression<T> x(variables);
  const shape extents(std::size_t{2}, variables->extents[0]);
  const std::ptrdiff_t count = variables->extents[1];
  const device where = graph::device_of(variables);
  const observation_weights w = weights_of(call, count);
  const double divisor = divisor_of(call, w, count);
  node_ptr centred, weighted;
  if (w.values.empty()) {
    const ndarray<T> difference = x - mean(x, 1, keepdims);
    centred = weighted = difference.node();
  } else {
    using R = element_t<gpu::detail::real_of(dtype_of<T>)>;
    const auto weights = from_host<double>(w.values.data(), {count}, where).template astype<R>();
    const auto average = sum(x * weights, 1, keepdims) / static_cast<R>(w.sum);
    const ndarray<T> difference = x - average;
    centred = difference.node();
    weighted = ndarray<T>(difference * weights).node();
  }
  const node_ptr transposed = gpu::detail::swapped(conjugated(weighted), -1, -2);
  const node_ptr sums = matrix_product(centred, transposed, extents);
  return gpu::detail::squeezed(settled<T>(sums, divisor));
}

}  // namespace

node_ptr covariance_of(const node_ptr& m, const node_ptr& y, const covariance_call& call) {
  if (call.correction && *call.correction != std::trunc(*call.correction))
    throw value_error("ddof must be integer");
  const node_ptr variables = variables_of(m, y, call);
  const device where = graph::device_of(m);
  if (variables->extents[0] == 0)
    return node_ptr(gpu::detail::uninitialised_leaf(call.type, {0, 0}, where).get());
  const node_ptr result = visit_computing_type(
      variables->type,
      [&]<class T>(std::type_identity<T>) { return covariance<T>(variables, call); });
  return node_ptr(delivered(result, call.type, where).get());
}

namespace {

/// Each part cut to [-1, 1].
template <class R>
expression<R> cut(const expression<R>& value) {
  return expression<R>(clip(value, R(-1), R(1)).node());
}

template <class T>
node_ptr correlation(const node_ptr& covariances) {
  const expression<T> c(covariances);
  if (covariances->extents.empty()) return (c / c).node();
  using R = element_t<gpu::detail::real_of(dtype_of<T>)>;
  const auto deviation = sqrt(expression<R>(real(diagonal(c)).node()));
  const expression<T> scaled((c / expand_dims(deviation, 1) / expand_dims(deviation, 0)).node());
  if constexpr (std::is_same_v<T, R>) {
    return cut<R>(scaled).node();
  } else {
    const auto imaginary = cut<R>(expression<R>(imag(scaled).node())) * T(0, 1);
    return (cut<R>(expression<R>(real(scaled).node())) + imaginary).node();
  }
}

}  // namespace

node_ptr correlation_of(const node_ptr& m, const node_ptr& y, const covariance_call& call) {
  covariance_call wide = call;
  wide.type = computing_type(call.type);
  const node_ptr covariances = covariance_of(m, y, wide);
  const node_ptr result = visit_computing_type(
      wide.type, [&]<class T>(std::type_identity<T>) { return correlation<T>(covariances); });
  return node_ptr(delivered(result, call.type, graph::device_of(m)).get());
}

}  // namespace gpu::linalg::detail
