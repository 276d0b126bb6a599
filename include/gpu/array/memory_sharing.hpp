// SPDX-License-Identifier: BSD-3-Clause
// Where arrays are in memory: what NumPy tells of that. Copies of an array are one memory until one
// of them is written; nobody can see that but here. What has not been computed is not in memory.
// `shares_memory`, which is exact, is in <gpu/array/evaluation.hpp>.
#pragma once

#include <gpu/array/concepts.hpp>

namespace gpu {

/// In which orders the elements lie one after the other, as `a.flags()` says it.
/// `numpy.ndarray.flags`.
struct memory_flags {
  bool c_contiguous;
  bool f_contiguous;
  /// Whether in Fortran's order and not in C's, and in either of them.
  [[nodiscard]] constexpr bool fnc() const noexcept { return f_contiguous && !c_contiguous; }
  [[nodiscard]] constexpr bool forc() const noexcept { return f_contiguous || c_contiguous; }
};

namespace detail {
/// Of what has not been computed those of the array that it will be, in C order.
[[nodiscard]] memory_flags flags_of(const graph::node_ptr& a);
[[nodiscard]] inline bool is_fortran(const graph::node_ptr& a) {
  return flags_of(a).fnc();
}
[[nodiscard]] bool may_share(const graph::node& a, const graph::node& b);
/// Whether a byte of memory belongs to an element of `a` and to one of `b`. Exact for all views
/// that slices, transposition and broadcasting make; where the search for a common byte would take
/// more than a million steps, which only contrived strides do, the answer is that of `may_share`.
[[nodiscard]] bool is_shared(const graph::node& a, const graph::node& b);

/// The elements as they are now: `node()` of an array that foreign code may write is a copy.
template <array_like A>
[[nodiscard]] graph::node_ptr live_node(const A& a) {
  if constexpr (requires { a.read_node(); })
    return a.read_node();
  else
    return a.node();
}
}  // namespace detail

/// Whether the memory from the first to the last element of `a` and that of `b` overlap: they may
/// have no element in common even so. Waits for nothing. `numpy.may_share_memory`.
template <array_like A, array_like B>
[[nodiscard]] bool may_share_memory(const A& a, const B& b) {
  return detail::may_share(*detail::live_node(a), *detail::live_node(b));
}

/// Whether the elements lie in Fortran's order and not in C's: only views do, as
/// `isfortran(transpose(a))`. `numpy.isfortran`.
template <array_like A>
[[nodiscard]] bool isfortran(const A& a) {
  return detail::is_fortran(detail::live_node(a));
}

}  // namespace gpu
