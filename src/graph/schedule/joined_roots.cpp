// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/joined_roots.hpp"

#include <algorithm>
#include <utility>

#include "core/hash_index.hpp"
#include "graph/joining.hpp"
#include "graph/schedule/reduction_domain.hpp"

namespace gpu::graph {
namespace {

/// Beyond this many nodes roots are not divided.
constexpr std::size_t max_nodes_divided = 4 * max_kernel_instructions;
constexpr std::size_t expected_places = 16;
/// More parts than this are kernels of their own only if they are not small.
constexpr std::size_t max_small_parts = max_kernel_outputs;
constexpr std::size_t min_part_bytes = 1 << 16;

/// Axes are counted from the last one, as operands broadcast.
constexpr std::size_t no_axis = ~std::size_t{0};

std::size_t from_end(const shape& extents, std::size_t axis) {
  return extents.size() - 1 - axis;
}

std::ptrdiff_t extent_at(const shape& extents, std::size_t axis_from_end) {
  return axis_from_end < extents.size() ? extents[from_end(extents, axis_from_end)] : 1;
}

/// What `view` does to the index, if that is affine.
std::optional<affine_view> map_of(const view_node& view) {
  return view.affine ? view.affine : unit_axes(view.viewed->extents, view.extents);
}

/// The axis of what a view shows that its axis `axis` is, from the first element to the last.
std::optional<std::size_t> shown_axis(const affine_view& map, const shape& viewed,
                                      std::size_t axis) {
  const auto is_along = [&](const affine_view::term& one) { return one.out_axis == axis; };
  const auto found = std::ranges::find_if(map.terms, is_along);
  if (found == map.terms.end() || found->step != 1) return std::nullopt;
  const std::size_t in_axis = found->in_axis;
  const auto is_of_axis = [&](const affine_view::term& one) {
    return is_along(one) || one.in_axis == in_axis;
  };
  const bool is_all = map.start[in_axis] == 0 && map.extents[axis] == viewed[in_axis] &&
                      std::ranges::count_if(map.terms, is_of_axis) == 1;
  return is_all ? std::optional(in_axis) : std::nullopt;
}

/// The nodes that roots read element by element, down to joined values and to what no part of a
/// kernel is, seen along one axis of the roots.
class joined_reads {
 public:
  joined_reads(std::span<const root> roots, const finished_values& finished, std::size_t axis)
      : roots_(roots),
        finished_(finished),
        axis_(axis),
        extent_(extent_at(roots.front().target->extents, axis)) {
    places_.reserve(expected_places);
    open_.reserve(expected_places);
    order_.reserve(expected_places);
    for (const root& one : roots) visit(*one.value);
  }

  /// Whether all have been found, and a value is joined along the axis that nobody else reads.
  /// Those that are not are added to `wanted`.
  bool find_joined(const other_owners& others, std::vector<node_ptr>& wanted) {
    if (places_.size() > max_nodes_divided || is_cut_off_) return false;
    bool is_any = false;
    for (place& one : places_) {
      if (!one.joins) continue;
      const auto& joined = static_cast<const library_node&>(*one.value);
      const bool is_along =
          one.axis != no_axis && *joined_axis(joined) == from_end(joined.extents, one.axis);
      one.leads = is_along && one.readers == joined.use_count() - others(joined);
      is_any = is_any || one.leads;
      const bool is_known = std::ranges::any_of(
          wanted, [&](const node_ptr& known) { return known.get() == one.value; });
      if (!one.leads && !is_known) wanted.emplace_back(one.value);
    }
    return is_any;
  }

  /// Where the values that `find_joined` found are joined, and the roots that read them.
  void divide(divided_roots& result) {
    mark_readers();
    const std::vector<std::ptrdiff_t> ends = part_ends();
    if (ends.size() > max_small_parts && bytes_written() / ends.size() < min_part_bytes)
      return want_joined(result);
    for (const root& one : roots_) result.is_divided.push_back(places_[index_of(one)].leads);
    for (const place& one : places_)
      if (one.joins && one.leads) result.joined.emplace_back(one.value);
    result.parts.reserve(ends.size() * roots_.size());
    std::ptrdiff_t begin = 0;
    for (const std::ptrdiff_t end : ends) {
      add_parts(begin, end, result.parts);
      begin = end;
    }
  }

 private:
  /// A node, and the axis of it that is the axis of the roots.
  struct place {
    const node* value;
    std::size_t axis;
    std::int64_t readers = 0;  ///< of the operands of nodes that are visited
    bool joins = false;
    bool leads = false;  ///< to a joined value
    bool is_visited = false;
  };
  struct step {
    std::size_t index;
    bool operands_done;
  };

  /// That axis of `value`, if it does not broadcast along it.
  [[nodiscard]] std::size_t axis_within(const node& value, std::size_t axis) const {
    return axis != no_axis && axis < value.extents.size() &&
                   extent_at(value.extents, axis) == extent_
               ? axis
               : no_axis;
  }

  /// `hash_index::none` if it is no place yet.
  [[nodiscard]] std::size_t index_of(const node& value, std::size_t axis) const {
    axis = axis_within(value, axis);
    return index_.find(
        places_.size(), [&] { return hash_of(value, axis); },
        [&](std::size_t i) { return places_[i].value == &value && places_[i].axis == axis; });
  }
  [[nodiscard]] std::size_t index_of(const root& one) const { return index_of(*one.value, axis_); }

  static std::size_t hash_of(const node& value, std::size_t axis) noexcept {
    return std::hash<const node*>{}(&value) * 31 + axis;
  }

  /// Whether a kernel for `value` would be too large.
  static bool is_cut_off(const node& value) noexcept {
    return value.kind == node_kind::op && static_cast<const op_node&>(value).fusion_breaks != 0;
  }

  /// Counts a reader of `value` along `axis`, which is a place from now on.
  std::size_t add_reader(const node& value, std::size_t axis) {
    std::size_t index = index_of(value, axis);
    if (index == hash_index::none) {
      index = places_.size();
      const bool joins = joined_axis(value) && !is_known(value, finished_);
      places_.push_back({&value, axis_within(value, axis), 0, joins});
      index_.extend(places_.size(),
                    [this](std::size_t i) { return hash_of(*places_[i].value, places_[i].axis); });
    }
    ++places_[index].readers;
    return index;
  }

  void visit(const node& value) {
    open_.push_back({add_reader(value, axis_), false});
    while (!open_.empty() && places_.size() <= max_nodes_divided) {
      const step next = open_.back();
      open_.pop_back();
      if (next.operands_done) {
        order_.push_back(next.index);
        continue;
      }
      if (places_[next.index].is_visited) continue;
      places_[next.index].is_visited = true;
      is_cut_off_ = is_cut_off_ || is_cut_off(*places_[next.index].value);
      open_.push_back({next.index, true});
      for_operands(next.index, [&](const node_ptr& operand, std::size_t along) {
        open_.push_back({add_reader(*operand, along), false});
      });
    }
  }

  /// Calls `act(operand, axis)` for what a node reads element by element.
  template <class Act>
  void for_operands(std::size_t index, Act&& act) const {
    const place at = places_[index];
    if (is_known(*at.value, finished_)) return;
    if (at.value->kind == node_kind::op) {
      for (const node_ptr& operand : static_cast<const op_node&>(*at.value).operands)
        act(operand, at.axis);
    } else if (at.value->kind == node_kind::view) {
      const auto& view = static_cast<const view_node&>(*at.value);
      act(view.viewed, axis_behind(view, at.axis));
    }
  }

  [[nodiscard]] static std::size_t axis_behind(const view_node& view, std::size_t axis) {
    const std::optional<affine_view> map = map_of(view);
    if (!map || axis == no_axis) return no_axis;
    const shape& viewed = view.viewed->extents;
    const auto shown = shown_axis(*map, viewed, from_end(view.extents, axis));
    return shown ? from_end(viewed, *shown) : no_axis;
  }

  void mark_readers() {
    for (const std::size_t index : order_)
      for_operands(index, [&](const node_ptr& operand, std::size_t along) {
        places_[index].leads = places_[index].leads || places_[index_of(*operand, along)].leads;
      });
  }

  [[nodiscard]] std::vector<std::ptrdiff_t> part_ends() const {
    std::vector<std::ptrdiff_t> ends;
    for (const place& one : places_) {
      if (!one.joins || !one.leads) continue;
      std::ptrdiff_t end = 0;
      for (const node_ptr& part : static_cast<const library_node&>(*one.value).operands)
        ends.push_back(end += extent_at(part->extents, one.axis));
    }
    std::ranges::sort(ends);
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    return ends;
  }

  [[nodiscard]] std::size_t bytes_written() const {
    const leaf_node& target = *roots_.front().target;
    return static_cast<std::size_t>(element_count(target.extents)) * size_bytes(target.type);
  }

  void want_joined(divided_roots& result) const {
    for (const place& one : places_)
      if (one.joins) result.wanted.emplace_back(one.value);
  }

  void add_parts(std::ptrdiff_t begin, std::ptrdiff_t end, std::vector<root_part>& parts) {
    computed_.assign(places_.size(), nullptr);
    for (const std::size_t index : order_)
      if (places_[index].leads) computed_[index] = part_of(index, begin, end);
    for (const root& one : roots_) {
      const std::size_t index = index_of(one);
      const std::size_t axis = from_end(one.target->extents, axis_);
      if (places_[index].leads)
        parts.push_back(
            {computed_[index], leaf_part(*one.target, axis, begin, end), leaf_ptr(one.target)});
    }
  }

  /// A part of a node that leads to a joined value, of the parts of its operands.
  [[nodiscard]] node_ptr part_of(std::size_t index, std::ptrdiff_t begin, std::ptrdiff_t end) {
    const place& at = places_[index];
    if (at.joins) return joined_part(at, begin, end);
    if (at.value->kind == node_kind::view) {
      const auto& view = static_cast<const view_node&>(*at.value);
      affine_view map = *map_of(view);
      map.extents[from_end(view.extents, at.axis)] = end - begin;
      return make_view(operand_part(view.viewed, axis_behind(view, at.axis), begin, end), map);
    }
    const auto& op = static_cast<const op_node&>(*at.value);
    operand_list operands(op.operands.size());
    for (std::size_t i = 0; i < operands.size(); ++i)
      operands[i] = operand_part(op.operands[i], at.axis, begin, end);
    return make_op(op.op, op.loop, std::move(operands));
  }

  [[nodiscard]] node_ptr operand_part(const node_ptr& operand, std::size_t axis,
                                      std::ptrdiff_t begin, std::ptrdiff_t end) {
    const std::size_t index = index_of(*operand, axis);
    const std::size_t along = places_[index].axis;
    if (along == no_axis) return operand;
    if (!computed_[index])
      computed_[index] = value_part(operand, from_end(operand->extents, along), begin, end);
    return computed_[index];
  }

  static node_ptr joined_part(const place& at, std::ptrdiff_t begin, std::ptrdiff_t end) {
    const std::size_t axis = from_end(at.value->extents, at.axis);
    std::ptrdiff_t start = 0;
    for (const node_ptr& part : static_cast<const library_node&>(*at.value).operands) {
      const std::ptrdiff_t next = start + part->extents[axis];
      if (begin < next) return value_part(part, axis, begin - start, end - start);
      start = next;
    }
    fail("a part lies behind what is joined");
  }

  std::span<const root> roots_;
  const finished_values& finished_;
  std::size_t axis_;       ///< of the roots
  std::ptrdiff_t extent_;  ///< along it
  bool is_cut_off_ = false;
  std::vector<place> places_;
  hash_index index_;  ///< of places
  std::vector<step> open_;
  std::vector<std::size_t> order_;  ///< of places, each behind its operands
  std::vector<node_ptr> computed_;  ///< parts of the places
};

/// The axes of the roots along which pending values may be joined.
std::vector<std::size_t> possible_axes(const shape& extents,
                                       std::span<const pending_value> pending) {
  std::vector<std::size_t> axes;
  const auto add = [&](std::size_t axis) {
    if (std::ranges::find(axes, axis) == axes.end()) axes.push_back(axis);
  };
  for (const pending_value& one : pending) {
    const std::optional<std::size_t> axis = joined_axis(*one.value);
    if (!axis) continue;
    const std::ptrdiff_t extent = one.value->extents[*axis];
    const std::size_t own = from_end(one.value->extents, *axis);
    if (own < extents.size() && extent_at(extents, own) == extent) add(own);
    for (std::size_t k = 0; k < extents.size(); ++k)
      if (extent_at(extents, k) == extent) add(k);
  }
  return axes;
}

}  // namespace

divided_roots divide_roots(std::span<const root> roots, std::span<const pending_value> pending,
                           const finished_values& finished, const other_owners& others) {
  for (const std::size_t axis : possible_axes(roots.front().target->extents, pending)) {
    joined_reads reads(roots, finished, axis);
    divided_roots result;
    if (!reads.find_joined(others, result.wanted)) continue;
    if (result.wanted.empty()) reads.divide(result);
    return result;
  }
  return {};
}

}  // namespace gpu::graph
