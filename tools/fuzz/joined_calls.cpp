// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include <gpu/array/manipulation/joining.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/elementwise/where.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "draw_shapes.hpp"
#include "index_model.hpp"
#include "indexing_calls.hpp"

namespace gpu::fuzz {
namespace {

using graph::node_ptr;

/// `a` where the mask holds, else `b`.
node_ptr chosen(const node_ptr& mask, node_ptr a, node_ptr b) {
  const graph::op_record& record = graph::record_of<ops::where>();
  const operand_type types[] = {{dtype::bool_}, {a->type}, {b->type}};
  const int loop = graph::resolve_loop(record, types);
  return graph::make_op(record, loop, graph::operand_list::of(mask, std::move(a), std::move(b)));
}

host_value chosen(const host_value& mask, const host_value& a, const host_value& b) {
  const host_value holds = spread(mask, a.extents, dtype::bool_);
  const host_value other = spread(b, a.extents, a.type);
  host_value result = a;
  for (std::ptrdiff_t i = 0; i < element_count(a.extents); ++i)
    if (*holds.element(i) == std::byte{0})
      std::memcpy(result.element(i), other.element(i), size_bytes(a.type));
  return result;
}

/// Arrays of one dtype that fill `extents` one after the other along an axis, and what they make,
/// which nobody holds yet.
struct joined_operand {
  std::vector<node_ptr> parts;
  std::size_t axis;
  host_value model;
  std::string text;

  [[nodiscard]] node_ptr node() const {
    return detail::concatenated(parts, static_cast<std::ptrdiff_t>(axis));
  }
};

joined_operand draw_joined(call_case& from, dtype type, const shape& extents) {
  joined_operand result;
  result.axis = from.below(extents.size());
  std::vector<host_value> models;
  std::ptrdiff_t left = extents[result.axis];
  for (std::size_t more = from.below(4);; --more) {
    shape own = extents;
    own[result.axis] = more == 0 ? left : from.between(0, left);
    left -= own[result.axis];
    operand part = from.fresh(type, own);
    if (own[result.axis] > 1 && from.chance(15)) {  // itself of two parts
      const std::ptrdiff_t cut = from.between(1, own[result.axis] - 1);
      node_ptr halves[2];
      for (const bool second : {false, true}) {
        std::vector<slice> slices(result.axis, all());
        slices.emplace_back(second ? range(cut, own[result.axis]) : range(0, cut));
        halves[second ? 1 : 0] = graph::make_view(part.node, sliced(own, slices));
      }
      part.node =
          detail::concatenated({halves[0], halves[1]}, static_cast<std::ptrdiff_t>(result.axis));
      part.text += text_of(" of two parts, the first of ", cut);
    }
    result.parts.push_back(part.node);
    result.text += text_of(result.text.empty() ? "" : ", ", part.text, ' ', own);
    models.push_back(std::move(part.model));
    if (more == 0) break;
  }
  result.model = joined(models, result.axis);
  result.text = text_of("concatenate(", result.text, ", axis ", result.axis, ')');
  return result;
}

/// A step on the way from a joined value to what is asked for.
struct reading {
  std::function<node_ptr(node_ptr)> call;
  std::function<host_value(const host_value&)> model;
  std::string text;
};

/// The axes in another order, or one of them backwards.
reading draw_view_step(call_case& from, const shape& extents) {
  std::vector<std::ptrdiff_t> axes(extents.size());
  std::iota(axes.begin(), axes.end(), 0);
  std::vector<slice> slices(extents.size(), all());
  const bool is_flip = from.chance(30);
  if (is_flip)
    slices[from.below(extents.size())] = range(placeholders::_, placeholders::_, -1);
  else
    std::shuffle(axes.begin(), axes.end(), from.random());
  const affine_view view = is_flip ? sliced(extents, slices) : permuted(extents, axes);
  const layout place = apply(view, row_major(extents));
  return {
      [view](const node_ptr& value) { return graph::make_view(value, view); },
      [place](const host_value& value) {
        return mapped(value, place.extents, [&](const index_list& index) {
          std::ptrdiff_t position = place.offset;
          for (std::size_t k = 0; k < index.size(); ++k) position += index[k] * place.strides[k];
          return position;
        });
      },
      is_flip ? text_of(" backwards") : text_of(" transposed ", shape(axes.begin(), axes.end()))};
}

reading draw_cast_step(call_case& from) {
  const dtype type = from.chance(50) ? dtype::float64 : dtype::complex128;
  return {[type](const node_ptr& value) { return graph::make_cast(value, type); },
          [type](const host_value& value) { return spread(value, value.extents, type); },
          text_of(" as ", type)};
}

/// A choice between the value and an array, or another joined value.
reading draw_choice_step(call_case& from, dtype type, const shape& extents) {
  const operand mask = from.fresh(dtype::bool_, draw_narrower(extents, from.random()));
  if (from.chance(35)) {
    const joined_operand other = draw_joined(from, type, extents);
    return {
        [mask, other](node_ptr value) { return chosen(mask.node, std::move(value), other.node()); },
        [mask, other](const host_value& value) { return chosen(mask.model, value, other.model); },
        text_of(" where ", mask.text, " else ", other.text)};
  }
  const operand other = from.fresh(type, draw_narrower(extents, from.random()));
  return {[mask, other](node_ptr value) { return chosen(mask.node, std::move(value), other.node); },
          [mask, other](const host_value& value) { return chosen(mask.model, value, other.model); },
          text_of(" where ", mask.text, " else ", other.text)};
}

/// Several such steps; `value` becomes what they give.
std::vector<reading> draw_steps(call_case& from, host_value& value) {
  std::vector<reading> steps;
  for (std::size_t left = from.below(4); left > 0; --left) {
    const unsigned kind = static_cast<unsigned>(from.below(10));
    const bool widens = kind == 0 && can_cast(value.type, dtype::float64, casting::safe);
    steps.push_back(widens     ? draw_cast_step(from)
                    : kind < 4 ? draw_view_step(from, value.extents)
                               : draw_choice_step(from, value.type, value.extents));
    value = steps.back().model(value);
  }
  return steps;
}

/// Small: views of views of views are drawn, each of more elements.
shape draw_joined_extents(call_case& from) {
  shape extents;
  do {
    extents = from.draw_extents(1);
    extents[from.below(extents.size())] = from.between(0, 12);
  } while (element_count(extents) > 300);
  return extents;
}

void read_joined(call_case& from) {
  const joined_operand source = draw_joined(from, from.draw_type(), draw_joined_extents(from));
  host_value expected = source.model;
  const std::vector<reading> steps = draw_steps(from, expected);
  std::string text = source.text;
  for (const reading& one : steps) text += one.text;
  const bool is_held = from.chance(20);
  const bool is_read_twice = from.chance(10);
  const bool is_evaluated = from.chance(50);
  from.check(
      text_of(text, is_held ? ", held" : "", is_read_twice ? ", read twice" : ""),
      [&] { return expected; },
      [&] {
        node_ptr value = source.node();
        const node_ptr held = is_held ? value : nullptr;
        for (const reading& one : steps) value = one.call(std::move(value));
        if (is_read_twice) value = chosen(graph::make_cast(value, dtype::bool_), value, value);
        if (!is_evaluated) return value;
        return node_ptr(execute::evaluate(std::move(value)).get());
      });
}

/// Of parts of the array that is written.
void write_joined(call_case& from) {
  changed_array& a = from.target(1);
  const shape extents = a.model.extents;
  const std::size_t axis = from.below(extents.size());
  const std::ptrdiff_t cut = from.between(0, extents[axis]);
  const bool is_swapped = from.chance(60);
  const operand mask = from.fresh(dtype::bool_, draw_narrower(extents, from.random()));
  const bool has_choice = from.chance(70);
  const bool assigns = from.chance(50);
  from.check_change(
      text_of(a.text, assigns ? " = " : "[...] = ", "its parts at ", cut, " of axis ", axis,
              is_swapped ? ", swapped" : "", has_choice ? text_of(", where ", mask.text) : ""),
      a,
      [&](host_value& model) {
        const host_value moved = mapped(model, extents, [&](index_list index) {
          if (is_swapped) index[axis] = (index[axis] + cut) % extents[axis];
          return position_of(extents, index);
        });
        model = has_choice ? chosen(mask.model, moved, model) : moved;
      },
      [&](array_base& array) {
        const auto part = [&](std::ptrdiff_t first, std::ptrdiff_t last) {
          std::vector<slice> slices(axis, all());
          slices.emplace_back(range(first, last));
          return graph::make_view(array.node(), sliced(extents, slices));
        };
        node_ptr value = is_swapped ? detail::concatenated({part(cut, extents[axis]), part(0, cut)},
                                                           static_cast<std::ptrdiff_t>(axis))
                                    : detail::concatenated({part(0, cut), part(cut, extents[axis])},
                                                           static_cast<std::ptrdiff_t>(axis));
        if (has_choice) value = chosen(mask.node, std::move(value), array.node());
        if (assigns) return array.assign(std::move(value));
        array.write(broadcasted(extents, extents), std::move(value));
      });
}

}  // namespace

const std::vector<call_kind> joined_calls = {{"read_joined", read_joined},
                                             {"write_joined", write_joined}};

}  // namespace gpu::fuzz
