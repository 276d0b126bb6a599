// SPDX-License-Identifier: BSD-3-Clause
// What distributions are computed with: numbers or expressions, and where and how large the result
// is.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include <gpu/array/expression.hpp>
#include <gpu/random/distributions.hpp>

namespace gpu::random::detail {

/// Of what is drawn.
struct extent {
  shape size;
  device where;
};

/// Where the arrays among the parameters are, and what they broadcast to together with `size`,
/// which is that if it is not empty.
/// @param nodes  those of parameters; null for numbers
/// @throws shape_error      "Output size (2, 3) is not compatible with broadcast dimensions of
///                          inputs (2,)."
/// @throws device_mismatch  if one of them is elsewhere than another, or than is asked for
[[nodiscard]] extent extent_of(const std::vector<graph::node_ptr>& nodes, const shape& size,
                               const place& where);

template <class Parameters>
[[nodiscard]] std::vector<graph::node_ptr> nodes_of(const Parameters& p) {
  std::vector<graph::node_ptr> nodes;
  for (const auto& one : p) nodes.push_back(one.node());
  return nodes;
}

/// An expression of the array, or of the number.
template <class R, class Number>
[[nodiscard]] expression<R> expression_of(const basic_parameter<Number>& p) {
  if (!p.is_number()) return expression<R>(graph::make_cast(p.node(), dtype_of<R>));
  const Number number = p.number();
  return expression<R>(
      graph::make_cast(graph::make_scalar(dtype_of<Number>, &number), dtype_of<R>));
}

/// `compute` of an array of doubles if all parameters are numbers, else of one of expressions.
template <class R, class Parameters, class Compute>
auto with_values(const Parameters& p, const Compute& compute) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    if ((p[I].is_number() && ...))
      return compute(std::array{static_cast<double>(p[I].number())...});
    return compute(std::array{expression_of<R>(p[I])...});
  }
  (std::make_index_sequence<std::tuple_size_v<Parameters>>());
}

/// @throws value_error  if it is wrong; for arrays, which are waited for, if one element is
void refuse(bool wrong, const char* message);
void refuse(const expression<bool>& wrong, const char* message);

/// The same; messages are different for arrays.
inline void refuse(bool wrong, const char* message, const char*) {
  refuse(wrong, message);
}
inline void refuse(const expression<bool>& wrong, const char*, const char* message) {
  refuse(wrong, message);
}

}  // namespace gpu::random::detail
