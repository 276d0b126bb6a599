// SPDX-License-Identifier: BSD-3-Clause
#include "run.hpp"

#include <cstring>
#include <memory>
#include <span>

#include <gpu/array/array_base.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "functor_table.hpp"
#include "reduction_table.hpp"
#include "slices.hpp"

namespace gpu::fuzz {
namespace {

/// An array whose dtype is known at run time only.
struct held_array : array_base {
  explicit held_array(graph::leaf_ptr leaf) : array_base(std::move(leaf)) {}
};

class machine {
 public:
  machine(const program& work, device where, manner chosen)
      : work_(work),
        where_(where),
        chosen_(chosen),
        last_(last_uses(work)),
        nodes_(work.steps.size()),
        others_(work.steps.size()),
        arrays_(work.steps.size()) {}

  void make(std::size_t number) {
    const step& one = work_.steps[number];
    if (one.what == action::array)
      arrays_[number] = std::make_unique<held_array>(
          detail::leaf_from_host(one.bytes.data(), one.type, one.extents, where_));
    else if (one.changes_array())
      change(number);
    else if (one.what != action::scalar)
      nodes_[number] = value_of(number);
    if (chosen_ == manner::op_by_op && one.computes())
      nodes_[number] = graph::node_ptr(execute::evaluate(nodes_[number]).get());
  }

  /// `make` where arrays have no memory.
  void make_without_memory(std::size_t number) {
    const step& one = work_.steps[number];
    if (one.what == action::array)
      arrays_[number] =
          std::make_unique<held_array>(graph::make_unallocated_leaf(one.type, one.extents, where_));
    else if (one.what != action::scalar && !one.changes_array())
      nodes_[number] = value_of(number);
  }
  /// Those that are no arrays.
  [[nodiscard]] std::vector<graph::node_ptr> roots() const {
    std::vector<graph::node_ptr> roots;
    for (const std::size_t root : work_.roots)
      if (nodes_[root]) roots.push_back(nodes_[root]);
    return roots;
  }

  /// Computes the roots by one call.
  void evaluate_roots() {
    std::vector<std::size_t> computed;
    std::vector<graph::node_ptr> values;
    for (const std::size_t root : work_.roots) {
      if (arrays_[root]) continue;
      computed.push_back(root);
      values.push_back(nodes_[root]);
    }
    const std::vector<graph::leaf_ptr> leaves = execute::evaluate(values);
    for (std::size_t i = 0; i < computed.size(); ++i)
      nodes_[computed[i]] = graph::node_ptr(leaves[i].get());
  }

  /// The elements of a value, or of the array that the step makes or changes.
  [[nodiscard]] host_value look(std::size_t number) const {
    const step& one = work_.steps[number];
    if (one.changes_array()) return look(one.operands[0]);
    host_value result = make_value(one.type, one.extents);
    detail::read_elements(arrays_[number] ? arrays_[number]->read_node() : nodes_[number],
                          result.bytes.data());
    return result;
  }

 private:
  /// The node of an operand, given up by whoever uses it last.
  graph::node_ptr use(std::size_t operand, std::size_t user) {
    if (arrays_[operand]) return arrays_[operand]->node();
    return last_[operand] == user ? std::move(nodes_[operand]) : nodes_[operand];
  }

  void change(std::size_t number) {
    const step& one = work_.steps[number];
    array_base& target = *arrays_[one.operands[0]];
    graph::node_ptr value = use(one.operands[1], number);
    if (one.what == action::update)
      target.update(std::move(value));
    else
      target.write(sliced(target.extents(), slices_of(one.ranges)), std::move(value));
  }

  graph::node_ptr value_of(std::size_t number) {
    const step& one = work_.steps[number];
    if (one.what == action::op) return applied(number);
    if (one.what == action::second) return std::move(others_[one.operands[0]]);
    if (one.what == action::reduce) return reduced(number);
    const graph::node_ptr from = use(one.operands[0], number);
    return one.what == action::cast ? graph::make_cast(from, one.type) : viewed(from, one);
  }

  graph::node_ptr reduced(std::size_t number) {
    const step& one = work_.steps[number];
    detail::reduction_settings settings{axes_of(one)};
    settings.keepdims = one.call.keepdims;
    settings.type = one.call.type;
    settings.correction = one.call.ddof;
    if (one.call.initial)
      settings.initial = graph::make_scalar(*one.call.initial, one.bytes.data());
    if (one.operands.size() > 1) settings.mask = operand(one, 1);
    return reduction_entries()[one.op].make(use(one.operands[0], number), settings);
  }

  static reduction_axes axes_of(const step& one) {
    if (one.call.over_all) return std::nullopt;
    if (one.call.is_number) return one.axes[0];
    return one.axes;
  }

  graph::node_ptr applied(std::size_t number) {
    const step& one = work_.steps[number];
    const op_entry& entry = op_entries()[one.op];
    bool any_scalar = false;
    std::vector<operand_type> types;
    for (const std::size_t operand : one.operands) {
      types.push_back({work_.steps[operand].type, work_.steps[operand].what == action::scalar});
      any_scalar = any_scalar || types.back().weak;
    }
    if (!any_scalar) {
      std::vector<any_expression> operands;
      for (std::size_t i = 0; i < one.operands.size(); ++i) operands.emplace_back(operand(one, i));
      release(number);
      return first_of(number, entry.call(operands));
    }
    const int found = loop_for_types(*entry.record, types);
    const auto& in = entry.record->loops[static_cast<std::size_t>(found)].in;
    graph::operand_list nodes(one.operands.size());
    for (std::size_t i = 0; i < one.operands.size(); ++i)
      nodes[i] = types[i].weak ? scalar(work_.steps[one.operands[i]], in[i]) : operand(one, i);
    release(number);
    const int chosen =
        detail::loop_beside_scalars(*entry.record, found, {nodes.begin(), nodes.end()});
    if (entry.record->outputs == 1) return graph::make_op(*entry.record, chosen, std::move(nodes));
    std::vector<any_expression> results;
    for (graph::node_ptr& one_result :
         graph::make_components(*entry.record, chosen, std::move(nodes)))
      results.emplace_back(std::move(one_result));
    return first_of(number, std::move(results));
  }

  /// The first result of a call; keeps the second if a step asks for it.
  graph::node_ptr first_of(std::size_t number, std::vector<any_expression> results) {
    if (number + 1 < work_.steps.size() && work_.steps[number + 1].what == action::second)
      others_[number] = results.at(1).node();
    return results[0].node();
  }

  [[nodiscard]] graph::node_ptr operand(const step& one, std::size_t i) const {
    const std::size_t number = one.operands[i];
    return arrays_[number] ? arrays_[number]->node() : nodes_[number];
  }

  /// Lets go of the operands that step `number` uses last.
  void release(std::size_t number) {
    for (const std::size_t operand : work_.steps[number].operands)
      if (last_[operand] == number) nodes_[operand] = nullptr;
  }

  static graph::node_ptr scalar(const step& number, dtype type) {
    return visit_dtype(number.type, [&]<class T>(std::type_identity<T>) -> graph::node_ptr {
      if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::int64_t> ||
                    std::is_same_v<T, double> || std::is_same_v<T, complex<double>>) {
        T value;
        std::memcpy(static_cast<void*>(&value), number.bytes.data(), sizeof(value));
        return detail::scalar_node(value, type);
      } else {
        fail("a scalar is a bool, int64, float64 or complex128");
      }
    });
  }

  const program& work_;
  const device where_;
  const manner chosen_;
  const std::vector<std::size_t> last_;
  std::vector<graph::node_ptr> nodes_;
  std::vector<graph::node_ptr> others_;  ///< second results, until their steps
  std::vector<std::unique_ptr<held_array>> arrays_;
};

}  // namespace

graph::node_ptr viewed(const graph::node_ptr& from, const step& view) {
  switch (view.what) {
    case action::transpose:
      return detail::transposed(from, view.axes);
    case action::slice:
      return graph::make_view(from, sliced(from->extents, slices_of(view.ranges)));
    case action::reshape:
      return detail::reshaped(from, view.extents);
    case action::broadcast:
      return graph::make_broadcast(from, view.extents);
    case action::expand:
      return detail::expanded(from, view.axes);
    default:
      return detail::diagonal_of(from, view.axes[0], view.axes[1], view.axes[2]);
  }
}

std::vector<graph::node_ptr> roots_without_memory(const program& work, device where) {
  machine library(work, where, manner::fused);
  for (std::size_t i = 0; i < work.steps.size(); ++i) library.make_without_memory(i);
  return library.roots();
}

std::vector<host_value> run(const program& work, device where, manner chosen) {
  const device_guard guard(where);
  machine library(work, where, chosen);
  for (std::size_t i = 0; i < work.steps.size(); ++i) library.make(i);
  if (chosen == manner::together) library.evaluate_roots();
  std::vector<host_value> ends(work.steps.size());
  for (const std::size_t root : work.roots) ends[root] = library.look(root);
  for (std::size_t i = 0; i < work.steps.size(); ++i)
    if (work.steps[i].what == action::array) ends[i] = library.look(i);
  return ends;
}

std::vector<host_value> run_watched(const program& work, device where) {
  const device_guard guard(where);
  machine library(work, where, manner::op_by_op);
  std::vector<host_value> values(work.steps.size());
  for (std::size_t i = 0; i < work.steps.size(); ++i) {
    library.make(i);
    if (work.steps[i].what != action::scalar) values[i] = library.look(i);
  }
  return values;
}

}  // namespace gpu::fuzz
