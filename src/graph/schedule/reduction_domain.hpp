// SPDX-License-Identifier: BSD-3-Clause
// The iteration space of a kernel with reductions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include <gpu/graph/node.hpp>

namespace gpu::graph {

/// Which elements a kernel goes over, and which axes it reduces.
struct reduction_domain {
  shape extents;
  std::uint64_t reduced;  ///< bit i: axis i of `extents`
  affine_view kept;       ///< from `extents` to those of the reductions' results
  affine_view root;       ///< from `extents` to those of the root
  bool root_is_per_row;   ///< the root has one element for a row, else `root` is the identity

  /// Whether the reduction is over the rows of this domain, if it is seen through `map`.
  [[nodiscard]] bool holds(const reduction_node& value, const affine_view& map) const;
  /// Whether the scan is of the rows of this domain, if it is seen through `map`.
  [[nodiscard]] bool holds(const scan_node& value, const affine_view& map) const;
};

/// From the extents of a reduction's source to those of its result.
[[nodiscard]] affine_view kept_axes(const shape& source, std::uint64_t axes);

/// The view of an array of extents `from` as one of `to`, if they differ in axes of extent 1 only.
[[nodiscard]] std::optional<affine_view> unit_axes(const shape& from, const shape& to);

/// The domain of one kernel that computes `root` with a reduction that it depends on: the first
/// that allows it. If there is none, with a scan, along the last axis if there is one. None if
/// `root` must wait until its reductions and scans are in memory, or has none.
///
/// @param in_memory  whether a value is known without computing it
/// @param keeps_rows whether a kernel may go over rows of this domain more than once
/// @param may_scan   whether a kernel of other things may have this scan
[[nodiscard]] std::optional<reduction_domain> find_domain(
    const node& root, const std::function<bool(const node&)>& in_memory,
    const std::function<bool(const reduction_domain&)>& keeps_rows,
    const std::function<bool(const scan_node&)>& may_scan);

/// Whether a reduction is among what `value` is computed from, other than by scans and by what is
/// `ignored`, if given.
[[nodiscard]] bool has_reduction(const node& value,
                                 const std::function<bool(const node&)>& ignored = {});

}  // namespace gpu::graph
