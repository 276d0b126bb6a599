// SPDX-License-Identifier: BSD-3-Clause
// `auto [a, b] = gpu::fuse(x + y, x * y);`
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

#include <gpu/array/concepts.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/user_kernel/results.hpp>
#include <gpu/execute/evaluate.hpp>

namespace gpu {

namespace detail {

template <array_like A>
void add_values(std::vector<graph::node_ptr>& values, const A& value) {
  values.push_back(value.node());
}
inline void add_values(std::vector<graph::node_ptr>& values, const kernel_results& all) {
  for (std::size_t k = 0; k < all.size(); ++k) values.push_back(all[k].node());
}

/// Takes what stands for a `value` from the results.
template <typed_array A>
ndarray<typename A::value_type> take_evaluated(const A&, const graph::leaf_ptr*& next) {
  return ndarray<typename A::value_type>(*next++);
}
inline any_expression take_evaluated(const any_expression&, const graph::leaf_ptr*& next) {
  return any_expression(graph::node_ptr((next++)->get()));
}
inline kernel_results take_evaluated(const kernel_results& all, const graph::leaf_ptr*& next) {
  std::vector<graph::node_ptr> nodes;
  for (std::size_t k = 0; k < all.size(); ++k) nodes.emplace_back((next++)->get());
  return kernel_results(std::move(nodes));
}

}  // namespace detail

/// Computes several values together: those of one shape on one device by one kernel, which reads
/// what they share once and computes equal parts once, as far as the limits of a kernel allow. A
/// tuple of arrays; of values whose dtype is known at run time only, of evaluated
/// `any_expression`s.
///
///     auto [sum, product] = gpu::fuse(x + y, x * y);   // one launch
///
/// Values of other shapes get kernels of their own. What has been evaluated before is handed out.
/// @enqueue on the devices' current streams; returns before the results are ready
template <array_like... A>
[[nodiscard]] auto fuse(const A&... values) {
  std::vector<graph::node_ptr> nodes;
  nodes.reserve(sizeof...(A));
  (detail::add_values(nodes, values), ...);
  const std::vector<graph::leaf_ptr> leaves = execute::evaluate(nodes);
  const graph::leaf_ptr* next = leaves.data();
  return std::tuple{detail::take_evaluated(values, next)...};
}

/// The same for the results of a function that has several: `gpu::fuse(gpu::divmod(a, b))`.
template <array_like... A>
[[nodiscard]] auto fuse(const std::tuple<A...>& values) {
  return std::apply([](const A&... each) { return fuse(each...); }, values);
}

}  // namespace gpu
