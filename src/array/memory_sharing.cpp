// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/memory_sharing.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <vector>

#include <gpu/core/layout.hpp>

namespace gpu::detail {
namespace {

/// Elements in a block, counted in bytes.
struct byte_layout {
  const memory_block* block;
  layout place;
  std::ptrdiff_t width;  ///< of an element
};

/// Empty for what is not in memory, and for what has no elements.
std::optional<byte_layout> in_bytes(const graph::node& value) {
  const graph::node& known = graph::resolved(value);
  const auto width = static_cast<std::ptrdiff_t>(size_bytes(known.type));
  if (known.kind == graph::node_kind::leaf) {
    const auto& leaf = static_cast<const graph::leaf_node&>(known);
    if (leaf.block == nullptr || element_count(leaf.extents) == 0) return std::nullopt;
    layout place = leaf.placement();
    place.offset *= width;
    for (std::ptrdiff_t& stride : place.strides) stride *= width;
    return byte_layout{leaf.block.get(), place, width};
  }
  if (known.kind != graph::node_kind::view) return std::nullopt;
  const auto& view = static_cast<const graph::view_node&>(known);
  const std::optional<byte_layout> viewed = in_bytes(*view.viewed);
  if (!viewed || element_count(view.extents) == 0) return std::nullopt;
  if (view.affine) return byte_layout{viewed->block, apply(*view.affine, viewed->place), width};
  // A copy will be made, unless strides can express it; they can of a value in one piece.
  layout elements = viewed->place;
  elements.offset /= width;
  for (std::ptrdiff_t& stride : elements.strides) stride /= width;
  std::optional<layout> place = reshape(elements, view.extents);
  if (!place) return std::nullopt;
  place->offset *= width;
  for (std::ptrdiff_t& stride : place->strides) stride *= width;
  return byte_layout{viewed->block, *place, width};
}

bool bounds_overlap(const byte_layout& a, const byte_layout& b) {
  const offset_bounds first = *bounds(a.place);
  const offset_bounds second = *bounds(b.place);
  return a.block == b.block && first.first < second.last + b.width &&
         second.first < first.last + a.width;
}

/// Whether steps that are taken at most so many times each add up to a sum: a bounded linear
/// Diophantine equation, searched depth first from the largest step down. What the smaller steps
/// cannot reach, or cannot hit as their greatest common divisor does not divide it, is left out.
class sum_of_steps {
 public:
  /// `times * step`, with `times` from 0 to `most`.
  void add(std::ptrdiff_t step, std::ptrdiff_t most) {
    if (step == 0 || most == 0) return;
    if (step < 0) {
      sum_ -= step * most;
      step = -step;
    }
    const auto same = std::find_if(terms_.begin(), terms_.end(),
                                   [&](const term& known) { return known.step == step; });
    if (same != terms_.end())
      same->most += most;
    else
      terms_.push_back({step, most});
  }

  /// Empty if that takes too long to say.
  [[nodiscard]] std::optional<bool> reaches(std::ptrdiff_t sum) {
    std::sort(terms_.begin(), terms_.end(),
              [](const term& a, const term& b) { return a.step > b.step; });
    std::ptrdiff_t reach = 0;
    std::ptrdiff_t divisor = 0;
    for (std::size_t i = terms_.size(); i-- > 0;) {
      terms_[i].reach_after = reach;
      terms_[i].divisor = divisor = std::gcd(divisor, terms_[i].step);
      reach += terms_[i].step * terms_[i].most;
    }
    if (sum + sum_ < 0 || sum + sum_ > reach) return false;
    const bool found = search(0, sum + sum_);
    if (!found && work_ == 0) return std::nullopt;
    return found;
  }

 private:
  struct term {
    std::ptrdiff_t step;
    std::ptrdiff_t most;
    std::ptrdiff_t reach_after = 0;  ///< of the smaller steps together
    std::ptrdiff_t divisor = 0;      ///< of this and the smaller steps
  };

  bool search(std::size_t i, std::ptrdiff_t rest) {
    if (i == terms_.size()) return rest == 0;
    const term& one = terms_[i];
    if (rest % one.divisor != 0) return false;
    const std::ptrdiff_t missing = std::max<std::ptrdiff_t>(rest - one.reach_after, 0);
    const std::ptrdiff_t most = std::min(one.most, rest / one.step);
    for (std::ptrdiff_t times = (missing + one.step - 1) / one.step; times <= most; ++times) {
      if (work_ == 0) return false;
      --work_;
      if (search(i + 1, rest - times * one.step)) return true;
    }
    return false;
  }

  std::vector<term> terms_;
  std::ptrdiff_t sum_ = 0;
  std::ptrdiff_t work_ = 1'000'000;
};

}  // namespace

bool may_share(const graph::node& a, const graph::node& b) {
  const std::optional<byte_layout> first = in_bytes(a);
  const std::optional<byte_layout> second = in_bytes(b);
  return first && second && bounds_overlap(*first, *second);
}

bool is_shared(const graph::node& a, const graph::node& b) {
  const std::optional<byte_layout> first = in_bytes(a);
  const std::optional<byte_layout> second = in_bytes(b);
  if (!first || !second || !bounds_overlap(*first, *second)) return false;
  sum_of_steps steps;
  for (std::size_t axis = 0; axis < first->place.extents.size(); ++axis)
    steps.add(first->place.strides[axis], first->place.extents[axis] - 1);
  for (std::size_t axis = 0; axis < second->place.extents.size(); ++axis)
    steps.add(-second->place.strides[axis], second->place.extents[axis] - 1);
  steps.add(1, first->width - 1);
  steps.add(-1, second->width - 1);
  return steps.reaches(second->place.offset - first->place.offset).value_or(true);
}

memory_flags flags_of(const graph::node_ptr& a) {
  const auto reversed = [](shape of_axes) {
    std::reverse(of_axes.begin(), of_axes.end());
    return of_axes;
  };
  shape extents = a->extents;
  shape strides = row_major_strides(extents);
  if (const std::optional<byte_layout> there = in_bytes(*a)) {
    extents = there->place.extents;
    strides = there->place.strides;
    for (std::ptrdiff_t& stride : strides) stride /= there->width;
  }
  return {is_contiguous(extents, strides), is_contiguous(reversed(extents), reversed(strides))};
}

}  // namespace gpu::detail
