// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstring>

#include <gpu/array/indexing/put.hpp>
#include <gpu/array/indexing/selection.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

#include "draw_shapes.hpp"
#include "functor_table.hpp"
#include "index_model.hpp"
#include "indexing_calls.hpp"

namespace gpu::fuzz {
namespace {

/// The elements of a value in C order.
host_value flat(const host_value& value) {
  return {value.type, {element_count(value.extents)}, value.bytes};
}

index_mode draw_mode(call_case& from) {
  return from.chance(60)   ? index_mode::raise
         : from.chance(50) ? index_mode::wrap
                           : index_mode::clip;
}

/// What an index of `extent` elements, which is not 0, means.
std::ptrdiff_t meant(std::ptrdiff_t number, std::ptrdiff_t extent, index_mode mode) {
  if (mode == index_mode::wrap) return (number % extent + extent) % extent;
  if (mode == index_mode::clip) return std::clamp<std::ptrdiff_t>(number, 0, extent - 1);
  return checked_index(number, extent);
}

/// An axis, or none.
std::optional<std::ptrdiff_t> draw_optional_axis(call_case& from, std::size_t rank) {
  if (from.chance(25)) return std::nullopt;
  return from.draw_axis(rank);
}
std::string text_of_axis(const std::optional<std::ptrdiff_t>& axis) {
  return axis ? text_of(", axis ", *axis) : "";
}

void take(call_case& from) {
  const operand a = from.any();
  const auto axis = draw_optional_axis(from, a.model.extents.size());
  const index_mode mode = draw_mode(from);
  const host_value source = axis && !a.model.extents.empty() ? a.model : flat(a.model);
  std::ptrdiff_t size = element_count(a.model.extents);
  const auto rank = static_cast<std::ptrdiff_t>(source.extents.size());
  if (axis && *axis >= -rank && *axis < rank)
    size = source.extents[checked_axis(*axis, source.extents.size())];
  const index_operand which =
      from.indices(from.chance(20)   ? shape()
                   : from.chance(60) ? shape{from.between(0, 6)}
                                     : shape{from.between(0, 3), from.between(1, 3)},
                   size);
  from.check(
      text_of("take(", a.text, ", ", which.array.text, text_of_axis(axis), ", mode ",
              static_cast<int>(mode), ')'),
      [&] {
        const std::size_t along = checked_axis(axis.value_or(0), source.extents.size());
        const std::ptrdiff_t extent = source.extents[along];
        const shape& of_indices = which.array.model.extents;
        if (extent == 0 && !which.numbers.empty()) throw refused{refusal::index};
        element_list result;
        for (std::size_t k = 0; k < source.extents.size(); ++k) {
          if (k != along) result.extents.push_back(source.extents[k]);
          if (k == along)
            for (const std::ptrdiff_t one : of_indices) result.extents.push_back(one);
        }
        for (const std::ptrdiff_t one : which.numbers) {
          if (mode != index_mode::raise || (one >= -extent && one < extent)) continue;
          if (element_count(result.extents) == 0) throw undecided{refusal::index};
          throw refused{refusal::index};
        }
        return mapped(source, result.extents, [&](const index_list& index) {
          index_list place(index.begin(), index.begin() + static_cast<std::ptrdiff_t>(along));
          const auto rest = index.begin() + static_cast<std::ptrdiff_t>(along + of_indices.size());
          const index_list of_array(index.begin() + static_cast<std::ptrdiff_t>(along), rest);
          const auto number = static_cast<std::size_t>(position_of(of_indices, of_array));
          place.push_back(meant(which.numbers[number], extent, mode));
          place.insert(place.end(), rest, index.end());
          return position_of(source.extents, place);
        });
      },
      [&] { return detail::taken(a.node, which.array.node, axis, mode); });
}

/// Indices for `take_along_axis`: of the shape of `a` but for the axis.
struct drawn_along {
  std::optional<std::ptrdiff_t> axis;
  index_operand which;
};

drawn_along draw_along(call_case& from, const shape& extents) {
  drawn_along result;
  result.axis = draw_optional_axis(from, extents.size());
  const auto rank = static_cast<std::ptrdiff_t>(extents.size());
  if (!result.axis || rank == 0 || *result.axis < -rank || *result.axis >= rank) {
    result.which = from.indices({from.between(0, 7)}, element_count(extents));
    return result;
  }
  const std::size_t along = checked_axis(*result.axis, extents.size());
  shape own = extents;
  for (std::ptrdiff_t& extent : own)
    if (from.chance(10)) extent = 1;
  own[along] = from.between(0, 5);
  if (from.chance(3)) own.push_back(1);
  if (from.chance(3)) own[0] += 1;
  result.which = from.indices(own, extents[along]);
  return result;
}

/// Where the elements lie that `take_along_axis` takes.
element_list elements_along(const shape& extents, const drawn_along& drawn) {
  const shape& own = drawn.which.array.model.extents;
  const index_list& numbers = drawn.which.numbers;
  element_list result;
  if (!drawn.axis) {
    result.extents = {static_cast<std::ptrdiff_t>(numbers.size())};
    for (const std::ptrdiff_t one : numbers)
      result.positions.push_back(checked_index(one, element_count(extents)));
    return result;
  }
  // Such an axis may be wrong, too.
  if (own.size() != extents.size()) throw undecided{refusal::value};
  const std::size_t along = checked_axis(*drawn.axis, extents.size());
  shape others = extents;
  others[along] = own[along];
  shape own_others = own;
  const std::optional<shape> both = broadcast_model(
      [&] {
        shape one = extents;
        one[along] = 1;
        return one;
      }(),
      own_others);
  if (!both) throw refused{refusal::shape};
  result.extents = *both;
  for (const std::ptrdiff_t one : numbers) {
    if (one >= -extents[along] && one < extents[along]) continue;
    if (element_count(*both) == 0) throw undecided{refusal::index};
    throw refused{refusal::index};
  }
  for_each_element(*both, [&](const index_list& index, std::ptrdiff_t) {
    index_list source = index;
    const auto number = static_cast<std::size_t>(broadcast_position(own, index));
    source[along] = checked_index(numbers[number], extents[along]);
    for (std::size_t k = 0; k < source.size(); ++k)
      if (k != along && extents[k] == 1) source[k] = 0;
    result.positions.push_back(position_of(extents, source));
  });
  return result;
}

void take_along_axis(call_case& from) {
  const operand a = from.any();
  const drawn_along drawn = draw_along(from, a.model.extents);
  from.check(
      text_of("take_along_axis(", a.text, ", ", drawn.which.array.text, text_of_axis(drawn.axis),
              ')'),
      [&] { return taken_elements(a.model, elements_along(a.model.extents, drawn)); },
      [&] { return detail::taken_along_axis(a.node, drawn.which.array.node, drawn.axis); });
}

void write_elements(host_value& to, const element_list& which, const host_value& values) {
  for (std::size_t i = 0; i < which.positions.size(); ++i)
    std::memcpy(to.element(which.positions[i]), values.element(static_cast<std::ptrdiff_t>(i)),
                size_bytes(to.type));
}

void put_along_axis(call_case& from) {
  changed_array& a = from.target();
  const drawn_along drawn = draw_along(from, a.model.extents);
  element_list which;
  bool works = true;
  try {
    which = elements_along(a.model.extents, drawn);
  } catch (const refused&) {
    works = false;
  } catch (const undecided&) {
    works = false;
  }
  // One error at a time.
  const operand values = from.fresh(
      from.draw_type(),
      works && from.chance(4) ? from.draw_extents() : draw_narrower(which.extents, from.random()));
  from.check_change(
      text_of("put_along_axis(", a.text, ", ", drawn.which.array.text, ", ", values.text, ' ',
              values.model.extents, text_of_axis(drawn.axis), ')'),
      a,
      [&](host_value& model) {
        const element_list places = elements_along(model.extents, drawn);
        write_elements(model, places, spread(values.model, places.extents, model.type));
      },
      [&](array_base& array) {
        detail::put_along(detail::index_target(array), drawn.which.array.node, values.node,
                          drawn.axis);
      });
}

void put(call_case& from) {
  changed_array& a = from.target();
  const std::ptrdiff_t size = element_count(a.model.extents);
  const index_mode mode = draw_mode(from);
  const index_operand which = from.indices(
      from.chance(70) ? shape{from.between(0, 7)} : shape{2, from.between(0, 3)}, size);
  const operand values = from.fresh(
      from.draw_type(), from.chance(60) ? shape{from.between(0, 8)} : from.draw_extents());
  from.check_change(
      text_of("put(", a.text, ", ", which.array.text, ", ", values.text, ' ', values.model.extents,
              ", mode ", static_cast<int>(mode), ')'),
      a,
      [&](host_value& model) {
        const std::ptrdiff_t length = element_count(values.model.extents);
        if (which.numbers.empty() || length == 0) return;
        if (size == 0) throw refused{refusal::index};
        const functor convert = cast_functor(values.model.type, model.type);
        index_list places;
        for (const std::ptrdiff_t one : which.numbers) places.push_back(meant(one, size, mode));
        for (std::size_t i = 0; i < places.size(); ++i) {
          const void* in = values.model.element(static_cast<std::ptrdiff_t>(i) % length);
          convert(&in, model.element(places[i]));
        }
      },
      [&](array_base& array) {
        detail::put_node(detail::index_target(array), which.array.node, values.node, mode);
      });
}

/// `place` and `putmask`, which write to views as well.
void put_where(call_case& from, bool consecutive) {
  changed_array& a = from.target();
  const std::ptrdiff_t size = element_count(a.model.extents);
  const operand mask = from.mask(from.chance(90)   ? a.model.extents
                                 : from.chance(50) ? shape{size}
                                                   : shape{size + 1});
  const operand values =
      from.fresh(from.draw_type(), from.chance(20)   ? a.model.extents
                                   : from.chance(50) ? shape{from.between(0, 8)}
                                                     : shape{from.between(1, 8)});
  from.check_change(
      text_of(consecutive ? "place(" : "putmask(", a.text, ", ", mask.text, ", ", values.text, ' ',
              values.model.extents, ')'),
      a,
      [&](host_value& model) {
        if (element_count(mask.model.extents) != size) throw refused{refusal::value};
        const std::ptrdiff_t length = element_count(values.model.extents);
        const bool holds = std::find(mask.model.bytes.begin(), mask.model.bytes.end(),
                                     std::byte{1}) != mask.model.bytes.end();
        if (length == 0 && consecutive && holds) throw refused{refusal::value};
        if (length == 0) return;
        const functor convert = cast_functor(values.model.type, model.type);
        std::ptrdiff_t next = 0;
        for (std::ptrdiff_t i = 0; i < size; ++i) {
          if (*mask.model.element(i) == std::byte{}) continue;
          const void* in = values.model.element((consecutive ? next++ : i) % length);
          convert(&in, model.element(i));
        }
      },
      [&](array_base& array) {
        visit_dtype(array.element(), [&]<class T>(std::type_identity<T>) {
          using element = element_t<dtype_of<T>>;
          ndarray<element> held(array.leaf());
          const ndarray<element> shared = held;
          detail::put_where(held, mask.node, values.node, consecutive);
          array.assign(held.node());
        });
      });
}
void place(call_case& from) {
  put_where(from, true);
}
void putmask(call_case& from) {
  put_where(from, false);
}

void fill_diagonal(call_case& from) {
  changed_array& a = from.target(from.chance(95) ? 2 : 0);
  const bool wraps = from.chance(50);
  const operand value =
      from.fresh(a.model.type, from.chance(50) ? shape() : shape{from.between(0, 5)});
  from.check_change(
      text_of("fill_diagonal(", a.text, ", ", value.text, ' ', value.model.extents, ", ", wraps,
              ')'),
      a,
      [&](host_value& model) {
        const shape& extents = model.extents;
        if (extents.size() < 2) throw refused{refusal::value};
        for (const std::ptrdiff_t extent : extents)
          if (extents.size() > 2 && extent != extents[0]) throw refused{refusal::value};
        const std::ptrdiff_t length = element_count(value.model.extents);
        if (length == 0) return;
        std::ptrdiff_t step = 0;
        for (std::size_t k = 0; k < extents.size(); ++k) {
          std::ptrdiff_t stride = 1;
          for (std::size_t j = k + 1; j < extents.size(); ++j) stride *= extents[j];
          step += stride;
        }
        std::ptrdiff_t end = element_count(extents);
        if (extents.size() == 2 && !wraps) end = std::min(end, extents[1] * extents[1]);
        std::ptrdiff_t next = 0;
        for (std::ptrdiff_t i = 0; i < end; i += step)
          std::memcpy(model.element(i), value.model.element(next++ % length),
                      size_bytes(model.type));
      },
      [&](array_base& array) {
        detail::fill_diagonal_of(detail::index_target(array), value.node, wraps);
      });
}

void compress(call_case& from) {
  const operand a = from.any();
  const auto axis = draw_optional_axis(from, a.model.extents.size());
  const bool is_number = a.model.extents.empty();  // is taken for one axis
  const host_value source = axis && !is_number ? a.model : flat(a.model);
  const auto rank = static_cast<std::ptrdiff_t>(source.extents.size());
  const bool exists = axis.value_or(0) >= -rank && axis.value_or(0) < rank;
  const std::size_t along = exists ? checked_axis(axis.value_or(0), source.extents.size()) : 0;
  const std::ptrdiff_t size = exists ? source.extents[along] : 3;
  const operand condition =
      from.mask({std::max<std::ptrdiff_t>(size + from.between(-2, from.chance(20) ? 2 : 0), 0)});
  from.check(
      text_of("compress(", condition.text, ", ", a.text, text_of_axis(axis), ')'),
      [&] {
        if (!exists) throw refused{refusal::axis};
        index_list kept;
        for (std::ptrdiff_t i = 0; i < condition.model.extents[0]; ++i)
          if (*condition.model.element(i) != std::byte{}) kept.push_back(i);
        shape extents = source.extents;
        extents[along] = static_cast<std::ptrdiff_t>(kept.size());
        for (const std::ptrdiff_t one : kept) {
          if (one < size) continue;
          if (size > 0 && element_count(extents) == 0) throw undecided{refusal::index};
          throw refused{refusal::index};
        }
        return mapped(source, extents, [&](index_list index) {
          index[along] = kept[static_cast<std::size_t>(index[along])];
          return position_of(source.extents, index);
        });
      },
      [&] { return graph::node_ptr(detail::compressed(condition.node, a.node, axis).get()); });
}

void extract(call_case& from) {
  const operand a = from.any();
  const operand condition = from.mask(from.chance(80) ? a.model.extents : from.draw_extents());
  from.check(
      text_of("extract(", condition.text, ", ", a.text, ' ', a.model.extents, ')'),
      [&] {
        const std::ptrdiff_t size = element_count(a.model.extents);
        element_list kept;
        for (std::ptrdiff_t i = 0; i < element_count(condition.model.extents); ++i) {
          if (*condition.model.element(i) == std::byte{}) continue;
          if (i >= size) throw refused{refusal::index};
          kept.positions.push_back(i);
        }
        kept.extents = {static_cast<std::ptrdiff_t>(kept.positions.size())};
        return taken_elements(a.model, kept);
      },
      [&] { return graph::node_ptr(detail::extracted(condition.node, a.node).get()); });
}

/// Choices of one dtype that broadcast, mostly, and the shape of the result.
struct drawn_choices {
  std::vector<operand> values;
  std::vector<graph::node_ptr> nodes;
  shape extents;
  std::string text;
};

drawn_choices draw_choices(call_case& from, const shape& most) {
  drawn_choices result;
  const dtype type = from.draw_type();
  for (std::size_t left = 1 + from.below(4); left > 0; --left) {
    shape own = draw_narrower(most, from.random());
    if (from.chance(2)) own = from.draw_extents();
    result.values.push_back(from.fresh(type, own));
    result.nodes.push_back(result.values.back().node);
    result.text += text_of(", ", result.values.back().text, ' ', own);
  }
  return result;
}

shape common_extents(shape extents, const std::vector<operand>& values) {
  for (const operand& one : values) {
    const std::optional<shape> both = broadcast_model(extents, one.model.extents);
    if (!both) throw refused{refusal::shape};
    extents = *both;
  }
  return extents;
}

void choose(call_case& from) {
  const shape most = from.draw_extents();
  const drawn_choices choices = draw_choices(from, most);
  const auto count = static_cast<std::ptrdiff_t>(choices.values.size());
  const index_mode mode = draw_mode(from);
  index_operand which = from.indices(draw_narrower(most, from.random()), count, true);
  from.check(
      text_of("choose(", which.array.text, choices.text, ", mode ", static_cast<int>(mode), ')'),
      [&] {
        // A negative number is no choice.
        for (const std::ptrdiff_t one : which.numbers)
          if (mode == index_mode::raise && (one < 0 || one >= count)) throw refused{refusal::value};
        const shape extents = common_extents(which.array.model.extents, choices.values);
        host_value result = make_value(choices.values[0].model.type, extents);
        for_each_element(extents, [&](const index_list& index, std::ptrdiff_t place) {
          const auto at =
              static_cast<std::size_t>(broadcast_position(which.array.model.extents, index));
          const host_value& one =
              choices.values[static_cast<std::size_t>(meant(which.numbers[at], count, mode))].model;
          std::memcpy(result.element(place), one.element(broadcast_position(one.extents, index)),
                      size_bytes(result.type));
        });
        return result;
      },
      [&] { return detail::chosen(which.array.node, choices.nodes, mode); });
}

void select(call_case& from) {
  const shape most = from.draw_extents();
  const drawn_choices choices = draw_choices(from, most);
  std::vector<operand> conditions;
  std::vector<graph::node_ptr> nodes;
  std::string text;
  const std::size_t more = from.chance(2) ? 1 : 0;
  while (conditions.size() < choices.values.size() + more) {
    conditions.push_back(from.mask(draw_narrower(most, from.random())));
    nodes.push_back(conditions.back().node);
    text += conditions.back().text + ' ';
  }
  const operand otherwise = from.fresh(choices.values[0].model.type, {});
  from.check(
      text_of("select(", text, choices.text, ", ", otherwise.text, ')'),
      [&] {
        if (more != 0) throw refused{refusal::value};
        const shape extents = common_extents(common_extents({}, conditions), choices.values);
        host_value result = make_value(choices.values[0].model.type, extents);
        for_each_element(extents, [&](const index_list& index, std::ptrdiff_t place) {
          const std::byte* chosen = otherwise.model.element(0);
          for (std::size_t i = conditions.size(); i-- > 0;) {
            const host_value& condition = conditions[i].model;
            const host_value& choice = choices.values[i].model;
            if (*condition.element(broadcast_position(condition.extents, index)) != std::byte{})
              chosen = choice.element(broadcast_position(choice.extents, index));
          }
          std::memcpy(result.element(place), chosen, size_bytes(result.type));
        });
        return result;
      },
      [&] { return detail::selected(nodes, choices.nodes, otherwise.node); });
}

void where(call_case& from) {
  static const op_entry& op = op_entries()[op_named("where")];
  const shape most = from.draw_extents();
  const operand condition = from.mask(draw_narrower(most, from.random()));
  const dtype type = from.draw_type();
  const operand x = from.fresh(type, draw_narrower(most, from.random()));
  const operand y = from.fresh(type, draw_narrower(most, from.random()));
  from.check(
      text_of("where(", condition.text, ", ", x.text, ", ", y.text, ')'),
      [&] {
        const shape extents = common_extents({}, {condition, x, y});
        host_value result = make_value(type, extents);
        for_each_element(extents, [&](const index_list& index, std::ptrdiff_t place) {
          const host_value& one = *condition.model.element(broadcast_position(
                                      condition.model.extents, index)) != std::byte{}
                                      ? x.model
                                      : y.model;
          std::memcpy(result.element(place), one.element(broadcast_position(one.extents, index)),
                      size_bytes(type));
        });
        return result;
      },
      [&] {
        return op
            .call(std::vector{any_expression(condition.node), any_expression(x.node),
                              any_expression(y.node)})[0]
            .node();
      });
}

}  // namespace

const std::vector<call_kind> gather_calls = {{"take", take},
                                             {"take_along_axis", take_along_axis},
                                             {"put", put},
                                             {"put_along_axis", put_along_axis},
                                             {"place", place},
                                             {"putmask", putmask},
                                             {"fill_diagonal", fill_diagonal},
                                             {"compress", compress},
                                             {"extract", extract},
                                             {"choose", choose},
                                             {"select", select},
                                             {"where", where}};

}  // namespace gpu::fuzz
