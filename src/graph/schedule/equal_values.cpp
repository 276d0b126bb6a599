// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/equal_values.hpp"

#include <algorithm>
#include <functional>
#include <type_traits>
#include <utility>

namespace gpu::graph {
namespace {

class description {
 public:
  template <class T>
  requires std::has_unique_object_representations_v<T>
  void add(const T& value) { text_.append(reinterpret_cast<const char*>(&value), sizeof(T)); }
  void add(const shape& numbers) {
    add(numbers.size());
    for (const std::ptrdiff_t number : numbers) add(number);
  }
  void add(const affine_view& view) {
    add(view.start);
    add(view.terms.size());
    for (const affine_view::term& term : view.terms) add(term);
  }
  /// The same elements of the same memory. What has no memory yet is equal to itself only.
  void add(const leaf_node& leaf) {
    add(leaf.block ? static_cast<const void*>(leaf.block.get()) : &leaf);
    add(leaf.offset);
    add(leaf.strides);
  }
  void add(const op_node& value) {
    add(&value.op);
    add(value.loop);
    if (value.kind == node_kind::scan) add(static_cast<const scan_node&>(value).axis);
    if (value.kind != node_kind::reduction) return;
    add(static_cast<const reduction_node&>(value).source);
    add(static_cast<const reduction_node&>(value).axes);
  }
  [[nodiscard]] std::string text() && { return std::move(text_); }

 private:
  std::string text_;
};

/// Equal for equal values, and different for most others. Looks at the node alone.
std::size_t outline_of(const node& value) {
  description all;
  all.add(value.kind);
  all.add(value.type);
  all.add(value.extents);
  const bool has_op = value.kind == node_kind::op || value.kind == node_kind::reduction ||
                      value.kind == node_kind::scan;
  if (has_op) all.add(static_cast<const op_node&>(value));
  return std::hash<std::string>()(std::move(all).text());
}

}  // namespace

value_numbers::number value_numbers::of(const node& value) {
  std::vector<const node*> open = {&value};
  while (!open.empty()) {
    const node& next = *open.back();
    const std::size_t before = open.size();
    const node& known = resolved(next);
    if (!met_.contains(&next))
      visit_operands(known, [&](const node_ptr& operand) {
        if (!met_.contains(operand.get())) open.push_back(operand.get());
      });
    if (open.size() != before) continue;
    if (!met_.contains(&next))
      met_.emplace(&next,
                   numbers_.try_emplace(description_of(known), numbers_.size()).first->second);
    open.pop_back();
  }
  return met_.at(&value);
}

std::string value_numbers::description_of(const node& value) {
  description all;
  all.add(value.kind);
  all.add(value.type);
  all.add(value.extents);
  switch (value.kind) {
    case node_kind::leaf:
      all.add(static_cast<const leaf_node&>(value));
      break;
    case node_kind::scalar:
      all.add(static_cast<const scalar_node&>(value).bytes);
      break;
    case node_kind::index:
      all.add(static_cast<const index_node&>(value).offset);
      all.add(static_cast<const index_node&>(value).strides);
      break;
    case node_kind::address:
      break;
    case node_kind::view:
      if (const auto& affine = static_cast<const view_node&>(value).affine) all.add(*affine);
      break;
    case node_kind::op:
    case node_kind::reduction:
    case node_kind::scan:
      all.add(static_cast<const op_node&>(value));
      break;
    case node_kind::library:
      all.add(function_number(*static_cast<const library_node&>(value).function));
  }
  visit_operands(value, [&](const node_ptr& operand) { all.add(met_.at(operand.get())); });
  return std::move(all).text();
}

std::size_t value_numbers::function_number(const library_function& function) {
  const auto found = std::find_if(functions_.begin(), functions_.end(),
                                  [&](const auto* one) { return one->equals(function); });
  const auto number = static_cast<std::size_t>(found - functions_.begin());
  if (found == functions_.end()) functions_.push_back(&function);
  return number;
}

void equal_values::add(const node& value, const leaf_ptr& computed) {
  outlines_.insert(outline_of(value));
  unnumbered_.push_back({&value, computed});
}

leaf_ptr equal_values::find(const node& value) {
  if (!outlines_.contains(outline_of(value))) return nullptr;
  for (const computed_value& one : std::exchange(unnumbered_, {}))
    numbered_.try_emplace(numbers_.of(*one.value), one.computed);
  const auto found = numbered_.find(numbers_.of(value));
  return found != numbered_.end() ? found->second : nullptr;
}

bool equal_values::are_equal(const node& a, const node& b) {
  return outline_of(a) == outline_of(b) && numbers_.of(a) == numbers_.of(b);
}

}  // namespace gpu::graph
