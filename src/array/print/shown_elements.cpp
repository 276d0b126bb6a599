// SPDX-License-Identifier: BSD-3-Clause
#include "array/print/shown_elements.hpp"

namespace gpu::detail {
namespace {

/// Visits the kept part of an array axis by axis; what lies together is fetched at once.
class corner_visitor {
 public:
  corner_visitor(shown_elements& shown, const element_source& source)
      : shown_(shown), source_(source), to_(shown.bytes.data()) {
    innermost_ = shown.extents.size();
    while (innermost_ > 0 && shown.kept[innermost_ - 1] == shown.extents[innermost_ - 1])
      --innermost_;
    for (std::size_t axis = innermost_; axis < shown.extents.size(); ++axis)
      run_ *= shown.extents[axis];
  }

  /// @param first  position of the element (..., 0, 0) with the indices before `axis` fixed,
  ///               in units of the elements behind `axis`
  void visit(std::size_t axis, std::ptrdiff_t first) {
    if (axis == innermost_) return fetch(first * run_, run_);
    const std::ptrdiff_t extent = shown_.extents[axis];
    const std::ptrdiff_t kept = shown_.kept[axis];
    const std::ptrdiff_t leading = kept == extent ? extent : kept / 2;
    const std::ptrdiff_t base = first * extent;
    if (axis + 1 == innermost_) {
      fetch(base * run_, leading * run_);
      if (kept < extent) fetch((base + extent - leading) * run_, leading * run_);
      return;
    }
    for (std::ptrdiff_t i = 0; i < leading; ++i) visit(axis + 1, base + i);
    for (std::ptrdiff_t i = leading; i < kept; ++i) visit(axis + 1, base + extent - kept + i);
  }

 private:
  void fetch(std::ptrdiff_t first, std::ptrdiff_t count) {
    source_(first, count, to_);
    to_ += static_cast<std::size_t>(count) * size_bytes(shown_.type);
  }

  shown_elements& shown_;
  const element_source& source_;
  std::byte* to_;
  std::size_t innermost_;
  std::ptrdiff_t run_ = 1;
};

}  // namespace

bool is_summarised(const shape& extents, const print_options& options) {
  return static_cast<std::size_t>(element_count(extents)) > options.threshold;
}

shown_elements fetch_shown(dtype type, const shape& extents, const print_options& options,
                           const element_source& source) {
  shown_elements shown{type, extents, extents, {}};
  // Without edge items NumPy looks at every element, and shows the last.
  const std::ptrdiff_t most = 2 * static_cast<std::ptrdiff_t>(options.edgeitems);
  if (is_summarised(extents, options) && most > 0)
    for (std::ptrdiff_t& extent : shown.kept)
      if (extent > most) extent = most;
  const std::ptrdiff_t count = element_count(shown.kept);
  shown.bytes.resize(static_cast<std::size_t>(count) * size_bytes(type));
  if (count > 0) corner_visitor(shown, source).visit(0, 0);
  return shown;
}

}  // namespace gpu::detail
