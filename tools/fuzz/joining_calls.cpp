// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/inserting.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/manipulation/padding.hpp>
#include <gpu/array/manipulation/rearranging.hpp>
#include <gpu/array/manipulation/splitting.hpp>
#include <gpu/array/manipulation/tiling.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

#include "draw_shapes.hpp"
#include "index_model.hpp"
#include "indexing_calls.hpp"

namespace gpu::fuzz {
namespace {

using optional_axis = std::optional<std::ptrdiff_t>;

host_value flat(const host_value& value) {
  return {value.type, {element_count(value.extents)}, value.bytes};
}
optional_axis draw_optional_axis(call_case& from, std::size_t rank) {
  if (from.chance(20)) return std::nullopt;
  return from.draw_axis(rank);
}
std::string text_of_axis(const optional_axis& axis) {
  return axis ? text_of(", axis ", *axis) : "";
}

/// A value, or its elements in C order, and one of its axes.
struct along {
  host_value value;
  std::size_t axis;

  along(const host_value& a, const optional_axis& which)
      : value(which ? a : flat(a)), axis(checked_axis(which.value_or(0), value.extents.size())) {}
  [[nodiscard]] std::ptrdiff_t extent() const { return value.extents[axis]; }
  /// What is at indices `from[i]` of the axis.
  [[nodiscard]] host_value taken(const index_list& from) const {
    shape extents = value.extents;
    extents[axis] = static_cast<std::ptrdiff_t>(from.size());
    return mapped(value, extents, [&](index_list index) {
      index[axis] = from[static_cast<std::size_t>(index[axis])];
      return position_of(value.extents, index);
    });
  }
};

struct drawn_parts {
  std::vector<host_value> models;
  std::vector<graph::node_ptr> nodes;
  std::string text;
};

/// Values of one dtype whose shapes differ along an axis only, mostly.
/// @param may_misfit  some have another shape: not if the axis is wrong, too
drawn_parts draw_parts(call_case& from, const shape& extents, const optional_axis& differing,
                       bool may_misfit) {
  drawn_parts result;
  const dtype type = from.draw_type();
  for (std::size_t left = 1 + from.below(4); left > 0; --left) {
    shape own = extents;
    if (differing) own[static_cast<std::size_t>(*differing)] = from.draw_extent() % 9;
    if (may_misfit && from.chance(1)) own = from.draw_extents();
    const operand one = from.fresh(type, own);
    result.models.push_back(one.model);
    result.nodes.push_back(one.node);
    result.text += text_of(result.text.empty() ? "" : ", ", one.text, ' ', own);
  }
  return result;
}

void concatenate(call_case& from) {
  const shape extents = from.draw_extents(from.chance(95) ? 1 : 0);
  const optional_axis axis = draw_optional_axis(from, extents.size());
  const auto rank = static_cast<std::ptrdiff_t>(extents.size());
  const bool exists = axis && *axis >= -rank && *axis < rank;
  const drawn_parts parts = draw_parts(
      from, extents,
      exists ? optional_axis(static_cast<std::ptrdiff_t>(checked_axis(*axis, extents.size())))
             : std::nullopt,
      exists || !axis);
  from.check(
      text_of("concatenate(", parts.text, text_of_axis(axis), ')'),
      [&] {
        if (!axis) {
          std::vector<host_value> flat_parts;
          for (const host_value& one : parts.models) flat_parts.push_back(flat(one));
          return joined(flat_parts, 0);
        }
        // The axis is one of the first part's, if that has any.
        const std::size_t rank = parts.models[0].extents.size();
        const std::size_t along = rank == 0 ? 0 : checked_axis(*axis, rank);
        for (const host_value& one : parts.models)
          if (one.extents.empty()) throw refused{refusal::value};
        return joined(parts.models, along);
      },
      [&] { return detail::concatenated(parts.nodes, axis); });
}

void stack(call_case& from) {
  const shape extents = from.draw_extents();
  const std::ptrdiff_t axis = from.draw_axis(extents.size() + 1);
  const auto rank = static_cast<std::ptrdiff_t>(extents.size()) + 1;
  const drawn_parts parts = draw_parts(from, extents, std::nullopt, axis >= -rank && axis < rank);
  from.check(
      text_of("stack(", parts.text, ", axis ", axis, ')'),
      [&] {
        std::vector<host_value> wide = parts.models;
        for (const host_value& one : parts.models)
          if (one.extents != parts.models[0].extents) throw refused{refusal::value};
        const std::size_t place = checked_axis(axis, parts.models[0].extents.size() + 1);
        for (host_value& one : wide) one.extents.insert(place, 1);
        return joined(wide, place);
      },
      [&] { return detail::stacked(parts.nodes, axis); });
}

/// `vstack`, `hstack`, `dstack` and `column_stack`.
void stack_by_name(call_case& from) {
  const std::size_t which = from.below(4);
  const shape extents = from.draw_extents();
  const drawn_parts parts = draw_parts(from, extents, std::nullopt, true);
  constexpr const char* names[] = {"vstack(", "hstack(", "dstack(", "column_stack("};
  from.check(
      text_of(names[which], parts.text, ')'),
      [&] {
        std::vector<host_value> wide = parts.models;
        for (host_value& one : wide) {
          shape& own = one.extents;
          if (which == 0)
            while (own.size() < 2) own.insert(0, 1);
          if (which == 1 && own.empty()) own.push_back(1);
          if (which == 2) {
            if (own.size() < 2)
              while (own.size() < 2) own.insert(0, 1);
            if (own.size() == 2) own.push_back(1);
          }
          if (which == 3)
            while (own.size() < 2) own.push_back(1);
        }
        const std::size_t axis = which == 0   ? 0
                                 : which == 1 ? (wide[0].extents.size() == 1 ? 0 : 1)
                                 : which == 2 ? 2
                                              : 1;
        return joined(wide, axis);
      },
      [&] {
        switch (which) {
          case 0:
            return detail::stacked_vertically(parts.nodes);
          case 1:
            return detail::stacked_horizontally(parts.nodes);
          case 2:
            return detail::stacked_in_depth(parts.nodes);
          default:
            return detail::stacked_columns(parts.nodes);
        }
      });
}

void append(call_case& from) {
  const operand a = from.any();
  const optional_axis axis = draw_optional_axis(from, a.model.extents.size());
  shape own = a.model.extents;
  if (!own.empty() && axis && from.chance(70))
    own[static_cast<std::size_t>(*axis + static_cast<std::ptrdiff_t>(own.size())) % own.size()] =
        from.between(0, 5);
  const operand values = from.fresh(a.model.type, own);
  from.check(
      text_of("append(", a.text, ", ", values.text, ' ', own, text_of_axis(axis), ')'),
      [&] {
        if (!axis) return joined({flat(a.model), flat(values.model)}, 0);
        if (a.model.extents.empty() || own.empty()) throw refused{refusal::value};
        return joined({a.model, values.model}, checked_axis(*axis, own.size()));
      },
      [&] {
        return detail::concatenated({a.node, values.node}, axis);
      });
}

void tile(call_case& from) {
  const operand a = from.any();
  shape repetitions;
  for (std::size_t left = from.below(4); left > 0; --left)
    repetitions.push_back(from.chance(8) ? 0 : from.between(1, 3));
  if (from.chance(2)) repetitions.push_back(-1);
  if (element_count(a.model.extents) > 3000) return;
  from.check(
      text_of("tile(", a.text, ", ", repetitions, ')'),
      [&] {
        for (const std::ptrdiff_t one : repetitions)
          if (one < 0) throw refused{refusal::value};
        shape inner = a.model.extents;
        shape times = repetitions;
        while (inner.size() < times.size()) inner.insert(0, 1);
        while (times.size() < inner.size()) times.insert(0, 1);
        shape extents = inner;
        for (std::size_t k = 0; k < extents.size(); ++k) extents[k] *= times[k];
        return mapped(a.model, extents, [&](index_list index) {
          for (std::size_t k = 0; k < index.size(); ++k) index[k] %= inner[k];
          return position_of(inner, index);
        });
      },
      [&] { return detail::tiled_node(a.node, repetitions); });
}

void repeat(call_case& from) {
  const operand a = from.any();
  const optional_axis axis =
      a.model.extents.empty() ? std::nullopt : draw_optional_axis(from, a.model.extents.size());
  const auto rank = static_cast<std::ptrdiff_t>(a.model.extents.size());
  std::ptrdiff_t extent = element_count(a.model.extents);
  if (axis && *axis >= -rank && *axis < rank)
    extent = a.model.extents[checked_axis(*axis, a.model.extents.size())];
  std::vector<std::ptrdiff_t> counts;
  const bool is_one = from.chance(40);
  const std::ptrdiff_t length = is_one ? 1 : extent + (from.chance(3) ? 1 : 0);
  for (std::ptrdiff_t i = 0; i < length; ++i) counts.push_back(from.between(0, 3));
  if (from.chance(2) && !counts.empty()) counts[from.below(counts.size())] = -1;
  from.check(
      text_of("repeat(", a.text, ", ",
              shape(counts.begin(), counts.begin() + std::min<std::ptrdiff_t>(length, 30)),
              text_of_axis(axis), ')'),
      [&] {
        const along source(a.model, axis);
        const bool matches = length == 1 || length == extent;
        if (!matches) throw refused{refusal::shape};
        for (const std::ptrdiff_t one : counts)
          if (one < 0) throw refused{refusal::value};
        index_list which;
        for (std::ptrdiff_t i = 0; i < extent; ++i)
          which.insert(
              which.end(),
              static_cast<std::size_t>(counts[length == 1 ? 0 : static_cast<std::size_t>(i)]), i);
        return source.taken(which);
      },
      [&] { return detail::repeated_node(a.node, repeat_counts(counts), axis); });
}

void resize(call_case& from) {
  const operand a = from.any();
  shape extents = from.draw_extents();
  if (from.chance(2)) extents.push_back(-1);
  from.check(
      text_of("resize(", a.text, ", ", extents, ')'),
      [&] {
        for (const std::ptrdiff_t one : extents)
          if (one < 0) throw refused{refusal::value};
        const std::ptrdiff_t size = element_count(a.model.extents);
        return mapped(a.model, extents, [&](const index_list& index) {
          return size == 0 ? -1 : position_of(extents, index) % size;
        });
      },
      [&] { return detail::resized_node(a.node, extents); });
}

void roll(call_case& from) {
  const operand a = from.any();
  const std::size_t rank = a.model.extents.size();
  std::vector<std::ptrdiff_t> shifts{from.between(-9, 9)};
  reduction_axes axes = std::nullopt;
  std::vector<std::ptrdiff_t> list;
  if (rank > 0 && from.chance(75)) {
    list.push_back(from.draw_axis(rank));
    if (from.chance(40)) list.push_back(from.draw_axis(rank));
    if (from.chance(30)) shifts.resize(list.size(), from.between(-100, 100));
    axes = list;
  }
  from.check(
      text_of("roll(", a.text, ", ", shape(shifts), ", axes ", shape(list), ')'),
      [&] {
        if (axes.is_all()) {
          const std::ptrdiff_t size = element_count(a.model.extents);
          return mapped(a.model, a.model.extents, [&](const index_list& index) {
            return ((position_of(a.model.extents, index) - shifts[0]) % size + size) % size;
          });
        }
        std::vector<std::ptrdiff_t> total(rank, 0);
        for (std::size_t i = 0; i < std::max(list.size(), shifts.size()); ++i)
          total[checked_axis(list[list.size() == 1 ? 0 : i], rank)] +=
              shifts[shifts.size() == 1 ? 0 : i];
        return mapped(a.model, a.model.extents, [&](index_list index) {
          for (std::size_t k = 0; k < rank; ++k) {
            const std::ptrdiff_t extent = a.model.extents[k];
            index[k] = ((index[k] - total[k]) % extent + extent) % extent;
          }
          return position_of(a.model.extents, index);
        });
      },
      [&] { return detail::rolled(a.node, integer_list(shifts), axes); });
}

void rot90(call_case& from) {
  const operand a = from.any(2);
  const std::size_t rank = a.model.extents.size();
  const std::ptrdiff_t k = from.between(-5, 5);
  const std::ptrdiff_t first = from.draw_axis(rank);
  const std::ptrdiff_t second = from.draw_axis(rank);
  const auto is_axis = [&](std::ptrdiff_t axis) {
    return axis >= -static_cast<std::ptrdiff_t>(rank) && axis < static_cast<std::ptrdiff_t>(rank);
  };
  if (!is_axis(first) || !is_axis(second)) return;
  from.check(
      text_of("rot90(", a.text, ", ", k, ", ", first, ' ', second, ')'),
      [&] {
        const std::size_t p = checked_axis(first, rank);
        const std::size_t q = checked_axis(second, rank);
        if (p == q) throw refused{refusal::value};
        const std::ptrdiff_t turns = (k % 4 + 4) % 4;
        shape extents = a.model.extents;
        if (turns % 2 == 1) std::swap(extents[p], extents[q]);
        return mapped(a.model, extents, [&](index_list index) {
          const std::ptrdiff_t i = index[p];
          const std::ptrdiff_t j = index[q];
          const std::ptrdiff_t last_p = a.model.extents[p] - 1;
          const std::ptrdiff_t last_q = a.model.extents[q] - 1;
          index[p] = turns == 0 ? i : turns == 1 ? j : turns == 2 ? last_p - i : last_p - j;
          index[q] = turns == 0 ? j : turns == 1 ? last_q - i : turns == 2 ? last_q - j : i;
          return position_of(a.model.extents, index);
        });
      },
      [&] {
        return detail::rotated(a.node, k, {first, second});
      });
}

void moveaxis(call_case& from) {
  const operand a = from.any(1);
  const std::size_t rank = a.model.extents.size();
  const std::ptrdiff_t source = from.draw_axis(rank);
  const std::ptrdiff_t destination = from.draw_axis(rank);
  from.check(
      text_of("moveaxis(", a.text, ", ", source, ", ", destination, ')'),
      [&] {
        const std::size_t out = checked_axis(source, rank);
        const std::size_t in = checked_axis(destination, rank);
        shape extents = a.model.extents;
        extents.erase(out);
        extents.insert(in, a.model.extents[out]);
        return mapped(a.model, extents, [&](index_list index) {
          const std::ptrdiff_t moved = index[in];
          index.erase(index.begin() + static_cast<std::ptrdiff_t>(in));
          index.insert(index.begin() + static_cast<std::ptrdiff_t>(out), moved);
          return position_of(a.model.extents, index);
        });
      },
      [&] { return detail::moved_axes(a.node, {source}, {destination}); });
}

void split(call_case& from) {
  const operand a = from.any(1);
  const std::ptrdiff_t axis = from.draw_axis(a.model.extents.size());
  const bool uneven = from.chance(50);
  std::vector<std::ptrdiff_t> list;
  const bool by_number = from.chance(50);
  const std::ptrdiff_t sections = from.between(from.chance(5) ? -1 : 1, 5);
  if (!by_number)
    for (std::size_t left = from.below(5); left > 0; --left) list.push_back(from.between(-8, 8));
  const split_points points = by_number ? split_points(sections) : split_points(list);
  from.check_all(
      text_of(uneven ? "array_split(" : "split(", a.text, ", ",
              by_number ? text_of(sections) : text_of(shape(list)), ", axis ", axis, ')'),
      [&] {
        const along source(a.model, axis);
        const std::ptrdiff_t extent = source.extent();
        index_list starts{0};
        index_list stops;
        if (by_number) {
          if (sections <= 0) throw refused{refusal::value};
          if (!uneven && extent % sections != 0) throw refused{refusal::value};
          for (std::ptrdiff_t i = 0; i < sections; ++i) {
            stops.push_back(starts.back() + extent / sections + (i < extent % sections ? 1 : 0));
            starts.push_back(stops.back());
          }
        } else {
          for (const std::ptrdiff_t one : list) {
            stops.push_back(one);
            starts.push_back(one);
          }
          stops.push_back(extent);
        }
        call_case::values parts;
        for (std::size_t i = 0; i < stops.size(); ++i) {
          const auto bound = [&](std::ptrdiff_t one) {
            return std::clamp<std::ptrdiff_t>(one < 0 ? one + extent : one, 0, extent);
          };
          index_list which;
          for (std::ptrdiff_t k = bound(starts[i]); k < bound(stops[i]); ++k) which.push_back(k);
          parts.push_back(source.taken(which));
        }
        return parts;
      },
      [&] {
        const detail::part_list parts =
            uneven ? detail::array_split_parts(a.model.extents, points, axis)
                   : detail::split_parts(a.model.extents, points, axis);
        call_case::nodes nodes;
        for (const detail::part_slices& one : parts)
          nodes.push_back(graph::make_view(a.node, sliced(a.model.extents, one)));
        return nodes;
      });
}

/// Index of the element that stands `place` elements after the first one of the axis.
std::ptrdiff_t padded_index(std::ptrdiff_t place, std::ptrdiff_t extent, pad_mode mode) {
  if (place >= 0 && place < extent) return place;
  const auto modulo = [&](std::ptrdiff_t period) { return (place % period + period) % period; };
  switch (mode) {
    case pad_mode::edge:
      return std::clamp<std::ptrdiff_t>(place, 0, extent - 1);
    case pad_mode::wrap:
      return modulo(extent);
    case pad_mode::symmetric: {
      const std::ptrdiff_t at = modulo(2 * extent);
      return at < extent ? at : 2 * extent - 1 - at;
    }
    case pad_mode::reflect: {
      if (extent == 1) return 0;
      const std::ptrdiff_t at = modulo(2 * extent - 2);
      return at < extent ? at : 2 * extent - 2 - at;
    }
    default:
      return -1;
  }
}

void pad(call_case& from) {
  const operand a = from.any(1);
  const std::size_t rank = a.model.extents.size();
  constexpr pad_mode modes[] = {pad_mode::constant, pad_mode::edge, pad_mode::wrap,
                                pad_mode::symmetric, pad_mode::reflect};
  const std::size_t which = from.below(std::size(modes));
  const pad_mode mode = modes[which];
  if (element_count(a.model.extents) > 500 || rank > 5) return;
  detail::pad_call call{mode, {}};
  const bool is_one = from.chance(20);
  const std::ptrdiff_t most = from.chance(20) ? 9 : 3;
  for (std::size_t k = 0; k < (is_one ? 1 : rank); ++k)
    call.widths.push_back({from.between(0, most), from.between(0, most)});
  if (from.chance(2)) call.widths[0][1] = -1;
  std::string text;
  for (const auto& [before, after] : call.widths) text += text_of('(', before, ' ', after, ')');
  from.check(
      text_of("pad(", a.text, ", ", text, ", mode ", static_cast<int>(mode), ')'),
      [&] {
        shape extents = a.model.extents;
        bool grows = false;
        for (std::size_t k = 0; k < rank; ++k) {
          const auto& [before, after] = call.widths[is_one ? 0 : k];
          if (before < 0 || after < 0) throw refused{refusal::value};
        }
        for (std::size_t k = 0; k < rank; ++k) {
          const auto& [before, after] = call.widths[is_one ? 0 : k];
          extents[k] += before + after;
          grows = grows || (a.model.extents[k] == 0 && before + after > 0);
        }
        if (grows && mode != pad_mode::constant) throw refused{refusal::value};
        return mapped(a.model, extents, [&](index_list index) -> std::ptrdiff_t {
          for (std::size_t k = 0; k < rank; ++k) {
            index[k] =
                padded_index(index[k] - call.widths[is_one ? 0 : k][0], a.model.extents[k], mode);
            if (index[k] < 0) return -1;
          }
          return position_of(a.model.extents, index);
        });
      },
      [&] {
        detail::pad_call copy = call;
        return detail::padded(a.node, std::move(copy));
      });
}

void insert(call_case& from) {
  const operand a = from.any();
  const optional_axis axis =
      a.model.extents.empty() ? std::nullopt : draw_optional_axis(from, a.model.extents.size());
  const auto rank = static_cast<std::ptrdiff_t>(a.model.extents.size());
  const bool exists = !axis || (*axis >= -rank && *axis < rank);
  if (!exists) return;
  const along source(a.model, axis);
  const std::ptrdiff_t extent = source.extent();
  const bool is_one = from.chance(40);
  std::vector<std::ptrdiff_t> places(is_one ? 1 : from.below(5));
  for (std::ptrdiff_t& one : places) one = from.between(-extent, extent);
  if (from.chance(4) && !places.empty()) places[0] = from.chance(50) ? extent + 1 : -extent - 1;
  // As many values as places, or any number for one place; those of an integer run first.
  const auto count =
      places.size() == 1 ? from.between(0, 3) : static_cast<std::ptrdiff_t>(places.size());
  shape own = source.value.extents;
  own[source.axis] = count;
  if (is_one) {
    own.erase(source.axis);
    own.insert(0, count);
  }
  if (from.chance(40)) own = draw_narrower(own, from.random());
  const operand values = from.fresh(from.chance(60) ? a.model.type : from.draw_type(), own);
  from.check(
      text_of("insert(", a.text, ", ", is_one ? "at " : "", shape(places), ", ", values.text, ' ',
              own, text_of_axis(axis), ')'),
      [&] {
        for (std::ptrdiff_t& one : places) {
          if (one < -extent || one > extent) throw refused{refusal::index};
          if (one < 0) one += extent;
        }
        host_value arranged = values.model;
        while (arranged.extents.size() < source.value.extents.size()) arranged.extents.insert(0, 1);
        if (is_one) {
          shape moved = arranged.extents;
          moved.erase(0);
          moved.insert(source.axis, arranged.extents[0]);
          arranged = mapped(arranged, moved, [&](index_list index) {
            const std::ptrdiff_t first = index[source.axis];
            index.erase(index.begin() + static_cast<std::ptrdiff_t>(source.axis));
            index.insert(index.begin(), first);
            return position_of(arranged.extents, index);
          });
        }
        shape wanted = source.value.extents;
        wanted[source.axis] = places.size() == 1 ? arranged.extents[source.axis]
                                                 : static_cast<std::ptrdiff_t>(places.size());
        arranged = spread(arranged, wanted, a.model.type);
        if (places.size() == 1)
          places.resize(static_cast<std::size_t>(wanted[source.axis]), places[0]);
        std::vector<host_value> parts;
        const along inserted(arranged, static_cast<std::ptrdiff_t>(source.axis));
        for (std::ptrdiff_t i = 0; i <= extent; ++i) {
          index_list here;
          for (std::size_t k = 0; k < places.size(); ++k)
            if (places[k] == i) here.push_back(static_cast<std::ptrdiff_t>(k));
          parts.push_back(inserted.taken(here));
          if (i < extent) parts.push_back(source.taken({i}));
        }
        return joined(parts, source.axis);
      },
      [&, original = places] {
        return detail::inserted(a.node, is_one ? axis_places(original[0]) : axis_places(original),
                                values.node, axis);
      });
}

void delete_(call_case& from) {
  const operand a = from.any();
  const optional_axis axis =
      a.model.extents.empty() ? std::nullopt : draw_optional_axis(from, a.model.extents.size());
  const auto rank = static_cast<std::ptrdiff_t>(a.model.extents.size());
  if (axis && (*axis < -rank || *axis >= rank)) return;
  const along source(a.model, axis);
  const std::ptrdiff_t extent = source.extent();
  std::vector<std::ptrdiff_t> places;
  if (extent > 0)
    for (std::size_t left = from.below(6); left > 0; --left)
      places.push_back(from.between(-extent, extent - 1));
  if (from.chance(4)) places.push_back(from.chance(50) ? extent : -extent - 1);
  from.check(
      text_of("delete(", a.text, ", ", shape(places), text_of_axis(axis), ')'),
      [&] {
        std::vector<bool> is_gone(static_cast<std::size_t>(extent), false);
        for (const std::ptrdiff_t one : places)
          is_gone[static_cast<std::size_t>(checked_index(one, extent))] = true;
        index_list kept;
        for (std::ptrdiff_t i = 0; i < extent; ++i)
          if (!is_gone[static_cast<std::size_t>(i)]) kept.push_back(i);
        return source.taken(kept);
      },
      [&] { return detail::deleted(a.node, axis_places(places), axis); });
}

}  // namespace

const std::vector<call_kind> joining_calls = {
    {"concatenate", concatenate}, {"stack", stack},   {"stack_by_name", stack_by_name},
    {"append", append},           {"tile", tile},     {"repeat", repeat},
    {"resize", resize},           {"roll", roll},     {"rot90", rot90},
    {"moveaxis", moveaxis},       {"split", split},   {"pad", pad},
    {"insert", insert},           {"delete", delete_}};

}  // namespace gpu::fuzz
