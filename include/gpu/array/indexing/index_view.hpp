// SPDX-License-Identifier: BSD-3-Clause
// xtensor's ways to name elements: by a list of indices, and where a mask holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gpu/array/copyto.hpp>
#include <gpu/array/indexing/take.hpp>

namespace gpu {

namespace detail {
/// For each axis its indices in the list.
/// @throws index_error  unless each index has a number for each axis
[[nodiscard]] std::vector<index_entry> entries_of(const std::vector<gpu::shape>& indices,
                                                  std::size_t rank, device where);
}  // namespace detail

/// The elements at a list of indices: `index_view(a, {{0, 0}, {1, 2}})`. Of an array that can be
/// written it is assignable, as `view`.
/// @shape  (n,)
/// @throws index_error
template <typed_array A>
[[nodiscard]] auto index_view(const A& a, const std::vector<gpu::shape>& indices) {
  return expression<typename A::value_type>(
      detail::indexed(a.node(), detail::entries_of(indices, a.dimension(), a.device())));
}
template <class T>
[[nodiscard]] indexed_view<T> index_view(ndarray<T>& a, const std::vector<gpu::shape>& indices) {
  return {a.link(),
          detail::index_positions(a, detail::entries_of(indices, a.dimension(), a.device()))};
}

/// What `masked_view` gives: an array, to be assigned to where a mask holds.
template <class T>
class masked_part {
 public:
  masked_part(ndarray<T>& array, graph::node_ptr mask) : array_(&array), mask_(std::move(mask)) {}
  masked_part(const masked_part&) = delete;

  /// Writes `value`, broadcast to the whole array, where the mask holds.
  /// @throws dtype_error, shape_error, overflow_error  as `copyto`
  template <operand Value>
  void operator=(const Value& value) && {
    copyto(*array_, value, where_option{mask_}, casting::unsafe);
  }

 private:
  ndarray<T>* array_;
  graph::node_ptr mask_;
};
/// `masked_view(a, a > 2) = 0`: xtensor's spelling of `copyto(a, 0, gpu::where(a > 2))`.
template <class T, detail::index_or_mask M>
[[nodiscard]] masked_part<T> masked_view(ndarray<T>& a, const M& mask) {
  return {a, graph::make_cast(mask.node(), dtype::bool_)};
}

}  // namespace gpu
