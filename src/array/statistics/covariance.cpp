// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/statistics/covariance.hpp>

#include <cmath>
#include <complex>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/joined.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

/// Two axes: a vector is a row.
node_ptr matrix_of(const node_ptr& value, dtype type) {
  const node_ptr converted = graph::make_cast(value, type);
  const shape& extents = value->extents;
  if (extents.size() == 2) return converted;
  return graph::make_reshape(converted, {1, element_count(extents)});
}

node_ptr variables_of(const node_ptr& m, const node_ptr& y, const covariance_call& call) {
  if (m->extents.size() > 2) throw value_error("m has more than 2 dimensions");
  if (y && y->extents.size() > 2) throw value_error("y has more than 2 dimensions");
  node_ptr x = matrix_of(m, call.type);
  if (!call.rows && m->extents.size() != 1) x = transposed(x, {});
  if (!y || x->extents[0] == 0) return x;
  node_ptr more = matrix_of(y, call.type);
  if (!call.rows && more->extents[0] != 1) more = transposed(more, {});
  return joined({x, more}, 0);
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
  read_elements(graph::make_cast(node, dtype::float64), weights.data());
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

/// The sums of the products of all pairs of rows, the second one conjugated.
template <class T>
expression<T> products_of(const expression<T>& x, const expression<T>& y) {
  const auto all = gpu::multiply(gpu::expand_dims(x, 1),
                                 gpu::expand_dims(expression<T>(gpu::conjugate(y).node()), 0));
  return expression<T>(gpu::sum(all, 2).node());
}

template <class T>
node_ptr covariance(const node_ptr& variables, const covariance_call& call) {
  const expression<T> x(variables);
  const std::ptrdiff_t count = variables->extents[1];
  const device where = variables->where.value_or(current_device());
  const observation_weights w = weights_of(call, count);
  const double divisor = divisor_of(call, w, count);
  const auto settled = [&](const auto& value) {
    return expression<T>(node_ptr(execute::evaluate(value.node(), where).get()));
  };
  node_ptr sums;
  if (w.values.empty()) {
    const auto centred = settled(gpu::subtract(x, gpu::mean(x, 1, gpu::keepdims)));
    sums = products_of<T>(centred, centred).node();
  } else {
    const ndarray<double> weights = from_host<double>(w.values.data(), {count}, where);
    const auto mean = gpu::divide(gpu::sum(gpu::multiply(x, weights), 1, gpu::keepdims), w.sum);
    const auto centred = settled(gpu::subtract(x, mean));
    sums = products_of<T>(centred, settled(gpu::multiply(centred, weights))).node();
  }
  const node_ptr result = gpu::multiply(expression<T>(sums), 1 / divisor).node();
  return node_ptr(execute::evaluate(squeezed(result, {}), where).get());
}

}  // namespace

node_ptr covariance_of(const node_ptr& m, const node_ptr& y, const covariance_call& call) {
  if (call.correction && *call.correction != std::trunc(*call.correction))
    throw value_error("ddof must be integer");
  const node_ptr variables = variables_of(m, y, call);
  if (variables->extents[0] == 0)
    return node_ptr(
        uninitialised_leaf(call.type, {0, 0}, m->where.value_or(current_device())).get());
  return call.type == dtype::float64 ? covariance<double>(variables, call)
                                     : covariance<std::complex<double>>(variables, call);
}

namespace {

/// Each part cut to [-1, 1].
expression<double> cut(const expression<double>& value) {
  return expression<double>(gpu::clip(value, -1, 1).node());
}

template <class T>
node_ptr correlation(const node_ptr& covariances) {
  const expression<T> c(covariances);
  if (covariances->extents.empty()) return gpu::divide(c, c).node();
  const expression<double> deviation(gpu::sqrt(gpu::real(gpu::diagonal(c))).node());
  const expression<T> scaled(
      gpu::divide(gpu::divide(c, gpu::expand_dims(deviation, 1)), gpu::expand_dims(deviation, 0))
          .node());
  if constexpr (std::is_same_v<T, double>) {
    return cut(scaled).node();
  } else {
    const auto imaginary = gpu::multiply(cut(gpu::imag(scaled)), T(0, 1));
    return gpu::add(cut(gpu::real(scaled)), imaginary).node();
  }
}

}  // namespace

node_ptr correlation_of(const node_ptr& m, const node_ptr& y, const covariance_call& call) {
  const node_ptr covariances = covariance_of(m, y, call);
  const node_ptr result = call.type == dtype::float64
                              ? correlation<double>(covariances)
                              : correlation<std::complex<double>>(covariances);
  return node_ptr(execute::evaluate(result, m->where.value_or(current_device())).get());
}

}  // namespace gpu::detail
