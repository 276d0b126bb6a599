// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/linear_system.hpp"

#include <string_view>

#include <gpu/array/manipulation.hpp>
#include <gpu/core/promotion.hpp>
#include <gpu/graph/build.hpp>

#include "linalg/core_dimensions.hpp"
#include "linalg/joined_lists.hpp"

namespace gpu::linalg::detail {

using graph::node_ptr;

linear_system::operands linear_system::broadcast(const char* name, const node_ptr& a,
                                                 const node_ptr& b) {
  require_one_device(a, b);
  require_square(a->extents);
  const bool is_vector = b->extents.size() == 1;
  // NumPy has a function of its own for `solve` with a vector.
  const bool is_solve1 = is_vector && std::string_view(name) == "solve";
  const generalized_ufunc function = {is_solve1 ? "solve1" : name,
                                      is_solve1 ? "(m,m),(m)->(m)" : "(m,m),(m,n)->(m,n)",
                                      {2, 2},
                                      {2, 2},
                                      2};
  const dtype type = computing_type(promote_types(a->type, b->type));
  const node_ptr columns = is_vector ? gpu::detail::expanded(b, {1}) : b;
  require_core_dimensions(function, a->extents, columns->extents);
  const shape core = {a->extents.back(), columns->extents.back()};
  const shape batch = batch_of(function, a->extents, columns->extents, core);
  const auto repeated = [&](const node_ptr& x) {
    const shape extents = joined(batch, {x->extents[x->extents.size() - 2], x->extents.back()});
    return graph::make_cast(graph::make_broadcast(x, extents), type);
  };
  return {repeated(a), repeated(columns), is_vector};
}

linear_system::linear_system(const operands& both, device where)
    : a_(both.a, where), b_(both.b, where), is_vector_(both.is_vector) {}

linear_system::linear_system(const char* name, const node_ptr& a, const node_ptr& b, device where)
    : linear_system(broadcast(name, a, b), where) {}

node_ptr linear_system::solution() const {
  return is_vector_ ? gpu::detail::squeezed(b_.node(), {-1}) : b_.node();
}

}  // namespace gpu::linalg::detail
