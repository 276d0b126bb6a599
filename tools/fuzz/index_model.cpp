// SPDX-License-Identifier: BSD-3-Clause
#include "index_model.hpp"

#include <algorithm>
#include <cstring>

#include "functor_table.hpp"

namespace gpu::fuzz {
namespace {

using kind = entry_model::kind;

/// An entry that has been looked up: elements of one axis, the same for each axis of the arrays, or
/// a new axis.
struct axis_part {
  bool is_new = false;
  bool is_array = false;
  shape extents;     ///< of the array
  index_list items;  ///< indices along the axis, in the order of the result, or of the array
};

index_list range_items(const entry_model& one, std::ptrdiff_t extent) {
  if (one.step == 0) throw refused{refusal::value};
  const bool up = one.step > 0;
  const auto bound = [&](std::optional<std::ptrdiff_t> given, std::ptrdiff_t open) {
    if (!given) return open;
    const std::ptrdiff_t from_start = *given < 0 ? *given + extent : *given;
    return std::clamp<std::ptrdiff_t>(from_start, up ? 0 : -1, up ? extent : extent - 1);
  };
  const std::ptrdiff_t first = bound(one.start, up ? 0 : extent - 1);
  const std::ptrdiff_t last = bound(one.stop, up ? extent : -1);
  index_list items;
  for (std::ptrdiff_t i = first; up ? i < last : i > last; i += one.step) items.push_back(i);
  return items;
}

std::size_t axes_named(const entry_model& one) {
  if (one.what == kind::mask) return one.extents.size();
  return one.what == kind::newaxis || one.what == kind::ellipsis ? 0 : 1;
}

index_list all_items(std::ptrdiff_t extent) {
  index_list items;
  for (std::ptrdiff_t i = 0; i < extent; ++i) items.push_back(i);
  return items;
}

void append_mask(std::vector<axis_part>& parts, const entry_model& one, const shape& extents,
                 std::size_t axis) {
  for (std::size_t k = 0; k < one.extents.size(); ++k)
    if (one.extents[k] != extents[axis + k]) throw refused{refusal::index};
  std::vector<axis_part> found(one.extents.size());
  std::ptrdiff_t count = 0;
  for_each_element(one.extents, [&](const index_list& index, std::ptrdiff_t position) {
    if (one.numbers[static_cast<std::size_t>(position)] == 0) return;
    ++count;
    for (std::size_t k = 0; k < found.size(); ++k) found[k].items.push_back(index[k]);
  });
  for (axis_part& part : found) {
    part.is_array = true;
    part.extents = {count};
    parts.push_back(std::move(part));
  }
}

/// The entries with an ellipsis, or its absence, spelled out.
std::vector<axis_part> parts_of(const shape& extents, const std::vector<entry_model>& entries) {
  std::size_t named = 0;
  std::ptrdiff_t ellipses = 0;
  bool has_arrays = false;
  for (const entry_model& one : entries) {
    named += axes_named(one);
    ellipses += one.what == kind::ellipsis;
    has_arrays = has_arrays || one.what == kind::array || one.what == kind::mask;
  }
  if (ellipses > 1 || named > extents.size()) throw refused{refusal::index};
  std::vector<axis_part> parts;
  std::size_t axis = 0;
  const auto append_rest = [&] {
    for (std::size_t i = named; i < extents.size(); ++i, ++axis)
      parts.push_back({false, false, {}, all_items(extents[axis])});
  };
  for (const entry_model& one : entries) {
    if (one.what == kind::newaxis) parts.push_back({true, false, {}, {0}});
    // It separates arrays even where it stands for no axis.
    if (one.what == kind::ellipsis) append_rest(), parts.push_back({true, false, {}, {}});
    if (one.what == kind::range)
      parts.push_back({false, false, {}, range_items(one, extents[axis])});
    if (one.what == kind::integer)
      parts.push_back({false, true, {}, {checked_index(*one.start, extents[axis])}});
    if (one.what == kind::array) parts.push_back({false, true, one.extents, one.numbers});
    if (one.what == kind::mask) append_mask(parts, one, extents, axis);
    axis += axes_named(one);
  }
  if (ellipses == 0) append_rest();
  return parts;
}

}  // namespace

std::ptrdiff_t position_of(const shape& extents, const index_list& index) {
  std::ptrdiff_t position = 0;
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    position = position * extents[axis] + index[axis];
  return position;
}

std::ptrdiff_t checked_index(std::ptrdiff_t number, std::ptrdiff_t extent) {
  if (number < -extent || number >= extent) throw refused{refusal::index};
  return number < 0 ? number + extent : number;
}

std::size_t checked_axis(std::ptrdiff_t axis, std::size_t rank) {
  const auto count = static_cast<std::ptrdiff_t>(rank);
  if (axis < -count || axis >= count) throw refused{refusal::axis};
  return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

std::optional<shape> broadcast_model(const shape& a, const shape& b) {
  const shape& longer = a.size() < b.size() ? b : a;
  const shape& shorter = a.size() < b.size() ? a : b;
  shape result = longer;
  const std::size_t more = longer.size() - shorter.size();
  for (std::size_t axis = 0; axis < shorter.size(); ++axis) {
    std::ptrdiff_t& extent = result[more + axis];
    if (extent != shorter[axis] && extent != 1 && shorter[axis] != 1) return std::nullopt;
    if (extent == 1) extent = shorter[axis];
  }
  return result;
}

bool fits(const shape& from, const shape& to) {
  return broadcast_model(from, to) == to;
}

host_value spread(const host_value& value, const shape& extents, dtype type) {
  host_value narrow = value;
  while (narrow.extents.size() > extents.size() && narrow.extents[0] == 1) narrow.extents.erase(0);
  if (!fits(narrow.extents, extents)) throw refused{refusal::shape};
  host_value result = make_value(type, extents);
  const functor convert = cast_functor(value.type, type);
  for_each_element(extents, [&](const index_list& index, std::ptrdiff_t position) {
    const void* in = narrow.element(broadcast_position(narrow.extents, index));
    convert(&in, result.element(position));
  });
  return result;
}

element_list indexed_elements(const shape& extents, const std::vector<entry_model>& entries) {
  std::vector<axis_part> parts = parts_of(extents, entries);
  const bool advanced = std::any_of(entries.begin(), entries.end(), [](const entry_model& one) {
    return one.what == kind::array || one.what == kind::mask;
  });
  shape of_arrays;
  for (const axis_part& part : parts) {
    if (!part.is_array) continue;
    const std::optional<shape> both = broadcast_model(of_arrays, part.extents);
    if (!both) throw refused{refusal::index};
    of_arrays = *both;
  }
  // Where the axes of the arrays stand: with the first array, first if there are several groups.
  std::size_t groups = 0;
  std::size_t place = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].is_array || (i > 0 && parts[i - 1].is_array)) continue;
    if (groups++ == 0) place = i;
  }
  if (groups > 1) place = 0;
  element_list result;
  std::size_t first_of_arrays = 0;
  for (std::size_t i = 0; i <= parts.size(); ++i) {
    if (i == place && advanced) {
      first_of_arrays = result.extents.size();
      for (const std::ptrdiff_t extent : of_arrays) result.extents.push_back(extent);
    }
    if (i == parts.size() || parts[i].is_array) continue;
    if (parts[i].is_new && parts[i].items.empty()) continue;  // an ellipsis
    result.extents.push_back(static_cast<std::ptrdiff_t>(parts[i].items.size()));
  }
  // NumPy looks at the indices of some empty results, and not at those of others.
  std::size_t source_axis = 0;
  for (axis_part& part : parts) {
    if (part.is_new) continue;
    const std::ptrdiff_t extent = extents[source_axis++];
    if (!part.is_array) continue;
    for (std::ptrdiff_t& item : part.items) {
      if (item >= -extent && item < extent) {
        item += item < 0 ? extent : 0;
        continue;
      }
      if (element_count(result.extents) == 0) throw undecided{refusal::index};
      throw refused{refusal::index};
    }
  }
  for_each_element(result.extents, [&](const index_list& index, std::ptrdiff_t) {
    const index_list of_array(
        index.begin() + static_cast<std::ptrdiff_t>(first_of_arrays),
        index.begin() + static_cast<std::ptrdiff_t>(first_of_arrays + of_arrays.size()));
    std::size_t axis = advanced && first_of_arrays == 0 ? of_arrays.size() : 0;
    std::ptrdiff_t position = 0;
    std::size_t from = 0;
    for (const axis_part& part : parts) {
      if (part.is_new && part.items.empty()) continue;
      if (advanced && axis == first_of_arrays) axis += of_arrays.size();
      if (part.is_array) {
        const auto item = static_cast<std::size_t>(broadcast_position(part.extents, of_array));
        position = position * extents[from++] + part.items[item];
      } else {
        const auto item = static_cast<std::size_t>(index[axis++]);
        if (!part.is_new) position = position * extents[from++] + part.items[item];
      }
    }
    result.positions.push_back(position);
  });
  return result;
}

host_value taken_elements(const host_value& from, const element_list& which) {
  host_value result = make_value(from.type, which.extents);
  for (std::size_t i = 0; i < which.positions.size(); ++i)
    std::memcpy(result.element(static_cast<std::ptrdiff_t>(i)), from.element(which.positions[i]),
                size_bytes(from.type));
  return result;
}

host_value mapped(const host_value& from, const shape& extents,
                  const std::function<std::ptrdiff_t(const index_list&)>& position) {
  host_value result = make_value(from.type, extents);
  for_each_element(extents, [&](const index_list& index, std::ptrdiff_t place) {
    const std::ptrdiff_t source = position(index);
    if (source >= 0)
      std::memcpy(result.element(place), from.element(source), size_bytes(from.type));
  });
  return result;
}

host_value joined(const std::vector<host_value>& parts, std::size_t axis) {
  shape extents = parts[0].extents;
  extents[axis] = 0;
  for (const host_value& one : parts) {
    if (one.extents.size() != extents.size()) throw refused{refusal::value};
    for (std::size_t k = 0; k < extents.size(); ++k)
      if (k != axis && one.extents[k] != extents[k]) throw refused{refusal::value};
    extents[axis] += one.extents[axis];
  }
  host_value result = make_value(parts[0].type, extents);
  std::ptrdiff_t before = 0;
  for (const host_value& one : parts) {
    for_each_element(one.extents, [&](index_list index, std::ptrdiff_t place) {
      index[axis] += before;
      std::memcpy(result.element(position_of(extents, index)), one.element(place),
                  size_bytes(one.type));
    });
    before += one.extents[axis];
  }
  return result;
}

}  // namespace gpu::fuzz
