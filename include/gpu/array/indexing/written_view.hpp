// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <gpu/array/concepts.hpp>

namespace gpu::detail {

/// A view that writes through: one that can be kept, or an `array_part` where a function gives it.
template <class A>
concept written_view = typed_array<A> && requires(A&& view, graph::node_ptr value) {
  std::forward<A>(view).write_node(value);
};

}  // namespace gpu::detail
