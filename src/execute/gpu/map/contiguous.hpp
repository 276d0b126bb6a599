// SPDX-License-Identifier: BSD-3-Clause
// contiguous: a loop over elements that lie side by side, for all operands alike.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "execute/contiguous_expression.hpp"
#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/map/space.hpp"

namespace gpu::execute {

namespace skeletons {
struct contiguous {
  static constexpr std::string_view name = "contiguous";
  static const map_arguments arguments;
  bool runs = false;  ///< a thread's elements are neighbours, and indices say which: `run_index`

  [[nodiscard]] std::string text(const graph::kernel& work, const graph::variant& options,
                                 const std::string& name) const;
  [[nodiscard]] std::string baseline_text(const graph::kernel& work, const graph::variant& options,
                                          bool programmatic_dependent) const;
  friend bool operator==(const contiguous&, const contiguous&) = default;
};
}  // namespace skeletons

/// None if several axes are left, or an operand is neither dense nor the same for every element.
[[nodiscard]] std::optional<map_plan> plan_contiguous(const graph::kernel& work,
                                                      const map_space& space);

/// For a kernel without elements, in whose text mistakes of users are found all the same.
[[nodiscard]] map_plan plan_of_nothing(const graph::kernel& work);

/// The arguments of an expression that is computed by a contiguous kernel of arrays.
void write_arguments(argument_writer& out, const contiguous_expression& read,
                     const graph::variant& options) noexcept;

}  // namespace gpu::execute
