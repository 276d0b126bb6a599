// SPDX-License-Identifier: BSD-3-Clause
#include "compositions.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <tuple>
#include <vector>

#include "bounded.hpp"
#include "draw_shapes.hpp"
#include "draw_values.hpp"
#include "functor_table.hpp"
#include "naive.hpp"
#include "reduction_table.hpp"

namespace gpu::fuzz {
namespace {

/// One result of one loop of an op.
struct op_result {
  std::size_t op;
  std::size_t loop;
  std::size_t component;  ///< 1: the second result
};

/// `inner` is operand `slot` of `outer`; or the elements of reduction `outer.op`.
struct composition {
  op_result inner;
  op_result outer;
  std::size_t slot;
};

const graph::typed_loop& loop_of(const op_result& one) {
  const graph::op_record& record = *op_entries()[one.op].record;
  return record.loops[static_cast<std::size_t>(
      record.component_loop(static_cast<int>(one.loop), static_cast<int>(one.component)))];
}

/// Whether operands of the loop's own types take the loop, and not one before it.
bool is_reachable(const op_result& one) {
  std::vector<operand_type> types;
  for (const dtype type : loop_of(one).in) types.push_back({type, false});
  return loop_for_types(*op_entries()[one.op].record, types) == static_cast<int>(one.loop);
}

std::vector<op_result> every_result() {
  std::vector<op_result> all;
  for (std::size_t op = 0; op < op_entries().size(); ++op) {
    const graph::op_record& record = *op_entries()[op].record;
    for (std::size_t loop = 0; loop < static_cast<std::size_t>(record.loop_count()); ++loop)
      for (std::size_t component = 0; component < static_cast<std::size_t>(record.outputs);
           ++component)
        if (is_reachable({op, loop, component})) all.push_back({op, loop, component});
  }
  return all;
}

std::vector<composition> every_pair() {
  const std::vector<op_result> results = every_result();
  std::vector<composition> all;
  for (const op_result& inner : results)
    for (const op_result& outer : results)
      for (std::size_t slot = 0; slot < loop_of(outer).in.size(); ++slot)
        if (outer.component == 0 && loop_of(outer).in[slot] == loop_of(inner).out)
          all.push_back({inner, outer, slot});
  return all;
}

std::vector<composition> every_reduction_of_an_op() {
  std::vector<composition> all;
  for (const op_result& inner : every_result())
    for (std::size_t number = 0; number < reduction_entries().size(); ++number)
      if (reduction_entries()[number].result(loop_of(inner).out, std::nullopt))
        all.push_back({inner, {number, 0, 0}, 0});
  return all;
}

/// Whether an op of a pair, or the op that is reduced, is the one asked for.
bool is_asked_for(const op_result& one, const draw_options& options) {
  const std::vector<dtype>& takes = loop_of(one).in;
  return (!options.op || one.op == *options.op) &&
         (!options.type || std::find(takes.begin(), takes.end(), *options.type) != takes.end());
}

std::vector<composition> those_asked_for(const draw_options& options, bool of_reductions) {
  std::vector<composition> all = of_reductions ? every_reduction_of_an_op() : every_pair();
  std::erase_if(all, [&](const composition& one) {
    return !is_asked_for(one.inner, options) &&
           (of_reductions || !is_asked_for(one.outer, options));
  });
  return all;
}

const std::vector<composition>& compositions(const draw_options& options, bool of_reductions) {
  using selection = std::tuple<bool, std::optional<std::size_t>, std::optional<dtype>>;
  static std::map<selection, std::vector<composition>> known;
  const auto [place, is_new] = known.try_emplace({of_reductions, options.op, options.type});
  if (is_new) place->second = those_asked_for(options, of_reductions);
  return place->second;
}

bool is_nan(dtype type, const void* element) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    T x;
    std::memcpy(static_cast<void*>(&x), element, sizeof(x));
    return x != x;
  });
}

/// A program that grows from the innermost op outwards.
class composing {
 public:
  composing(const shape& extents, const seeds& from)
      : extents_(extents), layout_(from.layout), values_(from.values) {}

  /// The step of a call whose operand `slot` is step `inner`; the others are new.
  std::size_t call(const op_result& one, std::optional<std::size_t> slot, std::size_t inner) {
    const op_entry& entry = op_entries()[one.op];
    const graph::typed_loop& loop = loop_of(one);
    std::vector<operand_type> types;
    for (const dtype type : loop.in) types.push_back({type, false});
    std::vector<std::size_t> operands(loop.in.size(), inner);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (i == slot) continue;
      types[i] = weak_type(loop.in[i]);
      types[i].weak = (slot || i != 0) && chance(layout_, 40) &&
                      loop_for_types(*entry.record, types) == static_cast<int>(one.loop);
      if (!types[i].weak) types[i].type = loop.in[i];
      operands[i] = types[i].weak ? scalar(types[i].type, loop.in[i]) : array(loop.in[i]);
    }
    const std::size_t first = add({action::op, operands, dtype::bool_, {}, one.op, 0, {}, {}, {}});
    if (entry.record->outputs == 1) return first;
    const std::size_t second = add({action::second, {first}, dtype::bool_, {}, 0, 0, {}, {}, {}});
    if (!slot) return one.component == 0 ? first : second;
    work_.roots.push_back(second);
    return first;
  }

  /// The step of a reduction or scan over one axis, or over all.
  std::size_t reduce(std::size_t number, std::size_t inner) {
    const reduction_entry& entry = reduction_entries()[number];
    step one{action::reduce, {inner}, dtype::bool_, {}, number, 0, {}, {}, {}};
    const std::size_t which = below(layout_, extents_.size() + 1);
    one.call.over_all = which == extents_.size() && entry.takes_list;
    if (!one.call.over_all) one.axes = {static_cast<std::ptrdiff_t>(which % extents_.size())};
    one.call.is_number = !one.call.over_all;
    return add(std::move(one));
  }

  program finish(std::size_t root) {
    work_.roots.push_back(root);
    hide_nans();
    return std::move(work_);
  }

 private:
  std::size_t add(step one) {
    work_.steps.push_back(std::move(one));
    infer_step(work_, work_.steps.size() - 1);
    return work_.steps.size() - 1;
  }
  /// Elements of memory; some are cast from the widest type of their kind, so that a kernel reads
  /// narrow and wide ones.
  std::size_t array(dtype type) {
    const auto count = static_cast<std::size_t>(element_count(extents_));
    host_value value{type, extents_, draw_edges(type, count, values_)};
    const dtype stored = chance(layout_, 25) ? weak_type(type).type : type;
    if (stored != type) value = converted({std::move(value), {}}, stored).value;
    const std::size_t memory =
        add({action::array, {}, stored, extents_, 0, 0, {}, {}, std::move(value.bytes)});
    if (stored == type) return memory;
    return add({action::cast, {memory}, type, {}, 0, 0, {}, {}, {}});
  }
  std::size_t scalar(dtype kind, dtype bound) {
    return add({action::scalar, {}, kind, {}, 0, 0, {}, {}, draw_scalar(kind, bound, values_)});
  }
  static operand_type weak_type(dtype type) {
    switch (traits(type).kind) {
      case dtype_kind::boolean:
        return {dtype::bool_, true};
      case dtype_kind::floating:
        return {dtype::float64, true};
      case dtype_kind::complex:
        return {dtype::complex128, true};
      default:
        return {dtype::int64, true};
    }
  }

  /// Gives elements at which an op sees the sign of a nan, which nobody promises, the operands of
  /// others.
  void hide_nans() {
    program ops = work_;
    while (ops.reduces()) ops.steps.pop_back();
    ops.roots.clear();
    const std::vector<host_value> values = naive(ops);
    std::vector<bool> shows(static_cast<std::size_t>(element_count(extents_)));
    for (const step& one : ops.steps) {
      if (one.what != action::op || !op_entries()[one.op].shows_sign_of_nan) continue;
      for (const std::size_t operand : one.operands)
        if (work_.steps[operand].computes())
          for (std::size_t i = 0; i < shows.size(); ++i)
            shows[i] = shows[i] || is_nan(values[operand].type,
                                          values[operand].element(static_cast<std::ptrdiff_t>(i)));
    }
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < shows.size(); ++i)
      if (!shows[i]) others.push_back(i);
    for (step& one : work_.steps)
      if (one.what == action::array) replace(one, shows, others);
    if (others.empty()) work_.roots = {0};
  }
  static void replace(step& one, const std::vector<bool>& which,
                      const std::vector<std::size_t>& others) {
    const std::size_t width = size_bytes(one.type);
    for (std::size_t i = 0; i < which.size() && !others.empty(); ++i)
      if (which[i])
        std::memcpy(one.bytes.data() + i * width,
                    one.bytes.data() + others[i % others.size()] * width, width);
  }

  const shape extents_;
  std::mt19937_64 layout_;
  std::mt19937_64 values_;
  program work_;
};

/// An op of a pair as an operand of another op, or the elements of a reduction.
program draw_triple(const draw_options& options, std::size_t first, const seeds& from) {
  std::mt19937_64 tree(from.tree);
  const composition& pair = compositions(options, false)[first];
  const dtype type = loop_of({pair.outer}).out;
  const bool reduces = chance(tree, 25);
  std::vector<composition> next;
  while (next.empty()) {
    const auto& all = compositions({}, reduces);
    const composition& drawn = all[below(tree, all.size())];
    const dtype takes = reduces ? loop_of(drawn.inner).out : loop_of(drawn.outer).in[drawn.slot];
    if (takes == type) next.push_back(drawn);
  }
  composing made(reduces ? shape{9, 67} : shape{603}, from);
  const std::size_t inner = made.call(pair.inner, std::nullopt, 0);
  const std::size_t outer = made.call(pair.outer, pair.slot, inner);
  return made.finish(reduces ? made.reduce(next[0].outer.op, outer)
                             : made.call(next[0].outer, next[0].slot, outer));
}

}  // namespace

std::uint64_t composition_count(const draw_options& options) {
  return compositions(options, options.of == subject::reduced_ops).size();
}

program draw_composition(const draw_options& options, const seeds& from) {
  const bool reduces = options.of == subject::reduced_ops;
  const std::uint64_t count = composition_count(options);
  std::uint64_t stride = from.order % count;
  while (std::gcd(stride, count) != 1) ++stride;
  const std::size_t position = (from.number % count * stride + from.order % count) % count;
  if (options.of == subject::triples) return draw_triple(options, position, from);
  const composition& one = compositions(options, reduces)[position];
  composing made(reduces ? shape{9, 67} : shape{603}, from);
  const std::size_t inner = made.call(one.inner, std::nullopt, 0);
  return made.finish(reduces ? made.reduce(one.outer.op, inner)
                             : made.call(one.outer, one.slot, inner));
}

}  // namespace gpu::fuzz
