// SPDX-License-Identifier: BSD-3-Clause
// Reduction kernels on the host without a compiler: the library's reductions, between ops.
#include "array/user_kernel/reduction.hpp"

#include <type_traits>

#include <gpu/array/reduction/reduction_ufunc.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>

#include "array/reduction/nodes.hpp"
#include "array/user_kernel/arithmetic.hpp"

namespace gpu::user_kernels {

using graph::node_ptr;

namespace {

/// The reduction that is `op` applied again and again; null if there is none.
const graph::op_record* reduction_by(const graph::op_record& op) {
  const graph::op_record* found = nullptr;
  all_ops::for_each([&]<class Op>() {
    using reduction = detail::reduction_of<Op>;
    if constexpr (!std::is_void_v<reduction>)
      if (op.name == Op::info.name) found = &graph::record_of<reduction>();
  });
  return found;
}

bool are_both(std::string_view a, std::string_view b) noexcept {
  return (a == "a" && b == "b") || (a == "b" && b == "a");
}

/// "+" of `a + b`, "max" of `max(b, a)`; empty for all else.
std::string combination(const std::string& text) {
  const std::vector<token> words = tokenize(text);
  const auto word = [&](std::size_t k) -> const std::string& { return words[k].text; };
  if (words.size() == 4 && are_both(word(0), word(2))) return word(1);
  if (words.size() == 7 && word(1) == "(" && word(3) == "," && word(5) == ")" &&
      are_both(word(2), word(4)))
    return word(0);
  return {};
}

/// The library's reduction of values of one dtype; null if it has none.
const graph::op_record* library_reduction(const reduction_source& kernel, dtype type, int& loop) {
  const graph::op_record* const op = op_between(combination(kernel.reduce), type);
  const graph::op_record* const record = op == nullptr ? nullptr : reduction_by(*op);
  if (record == nullptr) return nullptr;
  for (std::size_t k = 0; k < record->loops.size(); ++k) {
    loop = static_cast<int>(k);
    if (record->loops[k].in[0] == type) return record;
  }
  return nullptr;
}

/// Translates the parts of one call, one after the other.
class reduction_translator {
 public:
  reduction_translator(const reduction_source& kernel, const kernel_call& call, std::uint64_t axes,
                       const shape& rows)
      : kernel_(kernel),
        call_(call),
        axes_(axes),
        rows_(rows),
        types_(placeholders(kernel, call.uses)) {}

  std::vector<node_ptr> run(refusal& why) {
    const std::optional<dtype> accumulator = accumulated_type();
    if (!accumulator)
      return why = {text_of("a reduce_type of its own ('", kernel_.reduce_type, "')"), 0},
             std::vector<node_ptr>();
    int loop = 0;
    const graph::op_record* const record = library_reduction(kernel_, *accumulator, loop);
    if (record == nullptr)
      return why = {text_of("the reduce_expr '", kernel_.reduce, "'"), 0}, std::vector<node_ptr>();
    const node_ptr reduced = reduced_value(*record, loop, *accumulator);
    std::vector<node_ptr> results;
    if (why_.construct.empty()) results = finished(reduced, *accumulator);
    why = why_;
    if (!why_.construct.empty()) results.clear();
    return results;
  }

 private:
  [[nodiscard]] std::optional<dtype> accumulated_type() const {
    if (kernel_.accumulator.tokens.empty()) return text_type(call_.uses[kernel_.in.size()].type);
    std::vector<kernel_variable> variables;
    if (!translate(kernel_.accumulator.tokens, types_, variables).construct.empty() ||
        variables.size() != 1)
      return std::nullopt;
    return variables[0].type;
  }

  /// The value of the last of `variables`, to which the statement assigns.
  node_ptr assigned(const kernel_statement& statement, std::vector<kernel_variable> variables) {
    if (!why_.construct.empty()) return nullptr;
    why_ = translate(statement.tokens, types_, variables);
    return why_.construct.empty() ? variables.back().value : nullptr;
  }

  [[nodiscard]] kernel_variable input(std::size_t k) const {
    const dtype type = text_type(call_.uses[k].type);
    return {kernel_.in[k].name, type, graph::make_cast(call_.operands[k].node, type), true};
  }

  node_ptr reduced_value(const graph::op_record& record, int loop, dtype accumulator) {
    node_ptr identity;
    if (kernel_.identity) {
      identity = assigned(kernel_.begun, {{"user_begun", accumulator, nullptr}});
      if (!why_.construct.empty()) return nullptr;
    }
    std::vector<kernel_variable> variables;
    for (std::size_t k = 0; k < kernel_.in.size(); ++k) variables.push_back(input(k));
    if (kernel_.uses_index)
      variables.push_back(
          {"i", dtype::int64, reduced_position(call_.extents, axes_, call_.where), true});
    variables.push_back({"user_mapped", accumulator, nullptr});
    node_ptr value = assigned(kernel_.mapped, std::move(variables));
    if (!value) return nullptr;
    if (element_count(call_.extents) == 0 && identity) return identity;
    value = as_output(value, accumulator, call_.extents, call_.where);
    std::uint64_t bits = axes_;
    detail::add_axis_if_none(value, bits);
    value = graph::make_reduction(record, loop, graph::operand_list::of(std::move(value)), bits);
    if (axes_ == 0) value = graph::make_reshape(value, call_.extents);
    value = graph::make_cast(value, accumulator);
    if (!identity) return value;
    return assigned(kernel_.combined, {{"a", accumulator, value, true},
                                       {"b", accumulator, identity, true},
                                       {"user_combined", accumulator, nullptr}});
  }

  std::vector<node_ptr> finished(const node_ptr& reduced, dtype accumulator) {
    std::vector<kernel_variable> variables{{"a", accumulator, reduced}};
    for (std::size_t k = 0; k < kernel_.in.size(); ++k)
      if (call_.uses[k].scalar) variables.push_back(input(k));
    const std::size_t first = variables.size();
    for (std::size_t k = 0; k < kernel_.out.size(); ++k) {
      const dtype type = text_type(call_.uses[kernel_.in.size() + k].type);
      const bool zero = false;
      variables.push_back({kernel_.out[k].name, type,
                           graph::make_cast(graph::make_scalar(dtype::bool_, &zero), type)});
    }
    why_ = translate(kernel_.finished.tokens, types_, variables);
    std::vector<node_ptr> results;
    if (!why_.construct.empty()) return results;
    for (std::size_t k = 0; k < kernel_.out.size(); ++k)
      results.push_back(as_output(variables[first + k].value,
                                  call_.uses[kernel_.in.size() + k].type, rows_, call_.where));
    return results;
  }

  const reduction_source& kernel_;
  const kernel_call& call_;
  const std::uint64_t axes_;
  const shape& rows_;
  const std::vector<type_alias> types_;
  refusal why_;
};

}  // namespace

std::vector<node_ptr> translate_reduction(const reduction_source& kernel, const kernel_call& call,
                                          std::uint64_t axes, const shape& rows, refusal& why) {
  why = {kernel.needs_compiler, 0};
  if (!why.construct.empty()) return {};
  return reduction_translator(kernel, call, axes, rows).run(why);
}

}  // namespace gpu::user_kernels
