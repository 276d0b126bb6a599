// SPDX-License-Identifier: BSD-3-Clause
// The views on the way to a node, and the elements that are seen through them.
#include "graph/schedule/linearizer.hpp"

#include <algorithm>

namespace gpu::graph {

linearizer::path_id linearizer::extend(path_id parent, const view_node* view,
                                       const shape& extents) {
  if (view != nullptr && is_way_back(parent, *view)) return paths_[parent].parent;
  for (path_id i = domain_ ? from_elements + 1 : 1; i < paths_.size(); ++i)
    if (paths_[i].parent == parent && paths_[i].view == view && paths_[i].extents == extents)
      return i;
  paths_.push_back({parent, view, extents});
  return static_cast<path_id>(paths_.size() - 1);
}

/// Whether `view` gives elements other extents, and the step before it gives them those back that
/// they had.
bool linearizer::is_way_back(path_id parent, const view_node& view) const {
  if (parent == no_views || view.affine) return false;
  const view_node* const last = paths_[parent].view;
  return last != nullptr && !last->affine && last->extents == view.viewed->extents;
}

std::vector<shape> linearizer::reshaped_extents() const {
  std::vector<shape> found;
  for (const path& step : paths_) {
    if (step.view == nullptr || step.view->affine) continue;
    const shape& viewed = step.view->viewed->extents;
    if (viewed != work_->extents && !unit_axes(viewed, step.extents) &&
        std::find(found.begin(), found.end(), viewed) == found.end())
      found.push_back(viewed);
  }
  return found;
}

/// The elements of `what` as the kernel's extents see them, if that is affine.
std::optional<affine_view> linearizer::map_of(const seen& what) const {
  shape extents = what.value->extents;
  affine_view map = broadcasted(extents, extents);
  for (path_id id = what.through; id != no_views; id = paths_[id].parent) {
    const path& step = paths_[id];
    std::optional<affine_view> outer;
    if (domain_ && id == from_elements)
      outer = domain_->root;
    else if (step.view == nullptr)
      outer = broadcasted(extents, step.extents);
    else
      outer = step.view->affine ? step.view->affine : unit_axes(extents, step.extents);
    if (!outer) return std::nullopt;
    map = compose(*outer, map);
    extents = step.extents;
  }
  return map;
}

bool linearizer::place_through(path_id through, layout& place) {
  for (path_id id = through; id != no_views; id = paths_[id].parent) {
    const path& step = paths_[id];
    if (domain_ && id == from_elements) {
      place = apply(domain_->root, place);
    } else if (step.view == nullptr) {
      place = broadcast(place, step.extents);
    } else if (step.view->affine) {
      place = apply(*step.view->affine, place);
    } else if (const std::optional<layout> reshaped = reshape(place, step.extents)) {
      place = *reshaped;
    } else {
      pending_.push_back({step.view->viewed, fusion_break_reason::reshape});
      return false;
    }
  }
  return true;
}

}  // namespace gpu::graph
