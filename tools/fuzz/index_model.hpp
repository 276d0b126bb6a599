// SPDX-License-Identifier: BSD-3-Clause
// NumPy's indexing by plain loops: which elements `a[entries]` are.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "calls.hpp"

namespace gpu::fuzz {

/// One entry between the brackets.
struct entry_model {
  enum class kind { integer, range, newaxis, ellipsis, array, mask };

  kind what;
  std::optional<std::ptrdiff_t> start, stop;  ///< of a range; of an integer, `start`
  std::ptrdiff_t step = 1;
  shape extents;       ///< of an array or a mask
  index_list numbers;  ///< its elements
};

/// Elements of an array, by their positions in C order.
struct element_list {
  shape extents;
  index_list positions;
};

/// The elements that an index names.
/// @throws refused, undecided
[[nodiscard]] element_list indexed_elements(const shape& extents,
                                            const std::vector<entry_model>& entries);

/// The elements of `from` at the positions.
[[nodiscard]] host_value taken_elements(const host_value& from, const element_list& which);

/// The value whose element at an index is that of `from` at the position which `position(index)`
/// returns; zero if that is negative.
[[nodiscard]] host_value mapped(const host_value& from, const shape& extents,
                                const std::function<std::ptrdiff_t(const index_list&)>& position);

/// Values of one dtype one after the other along an axis.
/// @throws refused  refusal::value unless their extents differ along it alone
[[nodiscard]] host_value joined(const std::vector<host_value>& parts, std::size_t axis);

/// Position in C order of an index.
[[nodiscard]] std::ptrdiff_t position_of(const shape& extents, const index_list& index);

/// `number` counted from the start of `extent` elements.
/// @throws refused  refusal::index if it is outside
[[nodiscard]] std::ptrdiff_t checked_index(std::ptrdiff_t number, std::ptrdiff_t extent);

/// An axis counted from the first.
/// @throws refused  refusal::axis if there is none
[[nodiscard]] std::size_t checked_axis(std::ptrdiff_t axis, std::size_t rank);

/// What both shapes broadcast to; nothing if they do not.
[[nodiscard]] std::optional<shape> broadcast_model(const shape& a, const shape& b);

/// Whether `from` broadcasts to `to`.
[[nodiscard]] bool fits(const shape& from, const shape& to);

/// The value broadcast to `extents`, and converted.
/// @throws refused  refusal::shape; leading axes of extent 1 are dropped if there are too many
[[nodiscard]] host_value spread(const host_value& value, const shape& extents, dtype type);

}  // namespace gpu::fuzz
