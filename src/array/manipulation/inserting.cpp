// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation/inserting.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/atleast.hpp>
#include <gpu/array/reduction/differences.hpp>
#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/elementwise/less.hpp>
#include <gpu/elementwise/subtract.hpp>
#include <gpu/elementwise/where.hpp>

#include "array/assembly.hpp"
#include "array/indexing/taken_axes.hpp"
#include "array/listed_indices.hpp"
#include "array/manipulation/host_rows.hpp"
#include "array/ufunc/node_arithmetic.hpp"

namespace gpu {

std::vector<std::ptrdiff_t> axis_places::on(std::ptrdiff_t extent) const {
  if (is_mask_) {
    // Without branches, which nobody could predict: at most i places are named before i.
    std::vector<std::ptrdiff_t> places(indices_.size());
    auto next = places.begin();
    for (std::size_t i = 0; i < indices_.size(); ++i) {
      *next = static_cast<std::ptrdiff_t>(i);
      next += static_cast<std::ptrdiff_t>(indices_[i] != 0);
    }
    places.erase(next, places.end());
    return places;
  }
  if (!range_) return indices_;
  const affine_view shown = sliced({extent}, {&*range_, 1});
  std::vector<std::ptrdiff_t> places;
  const std::ptrdiff_t count = element_count(shown.extents);
  const std::ptrdiff_t step = shown.terms.empty() ? 0 : shown.terms.front().step;
  for (std::ptrdiff_t i = 0; i < count; ++i) places.push_back(shown.start[0] + i * step);
  return places;
}

namespace detail {
namespace {

using graph::node_ptr;
using place_list = std::vector<std::ptrdiff_t>;

/// What is worked on: `a`, or its elements in C order, and an axis of it.
struct axis_of_array {
  node_ptr array;
  std::size_t axis;

  axis_of_array(const node_ptr& a, optional_axis along)
      : array(along ? a : graph::make_ravel(a)),
        axis(normalize_axis_index(along.value_or(0), array->extents.size())) {}
  [[nodiscard]] std::ptrdiff_t extent() const { return array->extents[axis]; }
  [[nodiscard]] device where() const { return graph::device_of(array); }
};

/// `place` counted from the start, at most `last`.
std::ptrdiff_t checked_place(std::ptrdiff_t place, std::ptrdiff_t last, const axis_of_array& in) {
  const std::ptrdiff_t extent = in.extent();
  if (place < -extent || place > last)
    throw index_error(
        text_of("index ", place, " is out of bounds for axis ", in.axis, " with size ", extent));
  return place < 0 ? place + extent : place;
}

node_ptr first_plus(std::ptrdiff_t count, std::ptrdiff_t start, device where) {
  return graph::make_index({count}, 0, start, 1, where);
}

/// Neighbours along the axis of the array, or of what is put into it.
struct piece {
  bool is_inserted;
  std::ptrdiff_t first;
  std::ptrdiff_t count;
};
using piece_list = std::vector<piece>;

/// What stands along the axis when values are put before elements: `count` of them before one
/// place, or one before each of several.
piece_list pieces_with(const place_list& places, std::ptrdiff_t count, std::ptrdiff_t extent) {
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
  piece_list pieces;
  std::ptrdiff_t next = 0;
  for (const std::size_t value : order) {
    if (places[value] > next) pieces.push_back({false, next, places[value] - next});
    pieces.push_back({true, static_cast<std::ptrdiff_t>(value), places.size() == 1 ? count : 1});
    next = places[value];
  }
  if (next < extent) pieces.push_back({false, next, extent - next});
  return pieces;
}

/// What is left along the axis without places that are sorted and unique.
piece_list pieces_without(const place_list& places, std::ptrdiff_t extent) {
  piece_list pieces;
  std::ptrdiff_t next = 0;
  for (const std::ptrdiff_t place : places) {
    if (place > next) pieces.push_back({false, next, place - next});
    next = place + 1;
  }
  if (next < extent) pieces.push_back({false, next, extent - next});
  return pieces;
}

/// Of each place of the result the element of `a` that stands there, or if that is not one, the
/// extent and the number of the value.
std::vector<std::int64_t> sources_of(const piece_list& pieces, std::ptrdiff_t extent) {
  std::vector<std::int64_t> sources;
  for (const piece& one : pieces)
    for (std::ptrdiff_t i = 0; i < one.count; ++i)
      sources.push_back((one.is_inserted ? extent : 0) + one.first + i);
  return sources;
}

/// A piece of this many elements is copied in the time that it takes to begin one.
constexpr std::ptrdiff_t min_mean_piece = 256;

/// Whether the elements are on the host, and many.
bool are_many_on_host(const axis_of_array& in, std::ptrdiff_t size) {
  return in.where().is_cpu() && size >= min_assembled_size;
}
/// Whether so many pieces are short ones.
constexpr bool are_short(std::size_t pieces, std::ptrdiff_t size) {
  return size / static_cast<std::ptrdiff_t>(pieces) < min_mean_piece;
}

/// On the host: the pieces one after the other, if that is worth it, else null.
/// @param values  what is put into the array, if anything is
node_ptr joined_pieces(const axis_of_array& in, const piece_list& pieces,
                       const node_ptr& values = nullptr) {
  shape extents = in.array->extents;
  extents[in.axis] = 0;
  for (const piece& one : pieces) extents[in.axis] += one.count;
  const std::ptrdiff_t size = element_count(extents);
  if (!are_many_on_host(in, size) || are_short(pieces.size(), size)) return nullptr;
  graph::operand_list sources =
      values ? graph::operand_list::of(in.array, values) : graph::operand_list::of(in.array);
  return assembled_later(std::move(sources), in.array->type, extents,
                         [axis = in.axis, pieces](const node_list& leaves) {
                           node_list parts;
                           for (const piece& one : pieces)
                             parts.push_back(part_along(leaves[one.is_inserted ? 1 : 0],
                                                        static_cast<std::ptrdiff_t>(axis),
                                                        one.first, one.first + one.count));
                           return placed_along(parts, axis).parts;
                         });
}

/// The sources where `count` values are put before `place`, without a list.
node_ptr inserted_at(std::ptrdiff_t place, std::ptrdiff_t count, std::ptrdiff_t extent,
                     device where) {
  const std::ptrdiff_t size = extent + count;
  const node_ptr index = first_plus(size, 0, where);
  const node_ptr is_before = apply_op<ops::less>(index, scalar_node(place, dtype::int64));
  const node_ptr is_value = apply_op<ops::less>(index, scalar_node(place + count, dtype::int64));
  const node_ptr value_or_rest = apply_op<ops::where>(
      is_value, first_plus(size, extent - place, where), first_plus(size, -count, where));
  return apply_op<ops::where>(is_before, index, value_or_rest);
}

/// An index along an axis as the other axes of `rank` see it.
node_ptr seen_along(const node_ptr& index, std::size_t axis, std::size_t rank) {
  shape extents(rank, 1);
  extents[axis] = index->extents[0];
  return graph::make_reshape(index, extents);
}

/// Elements of `a` and `values` along an axis, as the numbers of `inserted_sources` say.
node_ptr selected(const axis_of_array& in, const node_ptr& values, const node_ptr& sources) {
  const std::ptrdiff_t extent = in.extent();
  const node_ptr limit = scalar_node(extent, dtype::int64);
  const node_ptr of_values = apply_op<ops::subtract>(sources, limit);
  const node_ptr inserted = taken_axes(values, {{in.axis, of_values}}, index_mode::clip);
  if (extent == 0) return inserted;
  const node_ptr kept = taken_axes(in.array, {{in.axis, sources}}, index_mode::clip);
  const node_ptr is_kept = apply_op<ops::less>(sources, limit);
  return apply_op<ops::where>(seen_along(is_kept, in.axis, in.array->extents.size()), kept,
                              inserted);
}

/// `values` as they stand along the axis: as many as there are places, any number if that is one.
/// @param first_axis  whether the first axis of the values runs along the axis
node_ptr arranged_values(const axis_of_array& in, const node_ptr& values, bool first_axis,
                         std::size_t places) {
  const std::size_t rank = in.array->extents.size();
  node_ptr arranged = with_leading_axes(graph::make_cast(values, in.array->type), rank);
  if (first_axis) arranged = moved_axes(arranged, {0}, {static_cast<std::ptrdiff_t>(in.axis)});
  shape wanted = in.array->extents;
  wanted[in.axis] = places == 1 ? arranged->extents[in.axis] : static_cast<std::ptrdiff_t>(places);
  shape extents = arranged->extents;
  while (extents.size() > rank && extents.front() == 1) extents.erase(0);
  if (!broadcasts_to(extents, wanted))
    throw shape_error(
        places == 1 ? text_of("could not broadcast input array from shape ", extents,
                              " into shape ", wanted)
                    : text_of("shape mismatch: value array of shape ", values->extents,
                              " could not be broadcast to indexing result of shape ", wanted));
  arranged = graph::make_reshape(arranged, extents);
  return graph::make_broadcast(arranged, wanted);
}

/// On the host: without the elements at places in any order, if they are many and scattered, else
/// null.
node_ptr without_scattered(const axis_of_array& in, const place_list& places) {
  const std::ptrdiff_t extent = in.extent();
  const auto count = static_cast<std::ptrdiff_t>(places.size());
  const std::ptrdiff_t size = element_count(in.array->extents);
  if (!are_many_on_host(in, size) || !are_short(places.size() + 1, size)) return nullptr;
  if (places.back() - places.front() == count - 1) return nullptr;  // most likely neighbours
  std::unique_ptr<bool[]> is_kept(new bool[static_cast<std::size_t>(extent)]);
  std::fill_n(is_kept.get(), extent, true);
  std::ptrdiff_t kept = extent;
  for (const std::ptrdiff_t place : places)
    kept -= std::exchange(is_kept[static_cast<std::size_t>(place)], false) ? 1 : 0;
  return kept == 0 ? nullptr : kept_on_host(in.array, in.axis, std::move(is_kept), kept);
}

/// Without the elements at places that are sorted and unique.
node_ptr without(const axis_of_array& in, const place_list& places) {
  const auto removed = static_cast<std::ptrdiff_t>(places.size());
  const piece_list pieces = pieces_without(places, in.extent());
  if (const node_ptr joined = joined_pieces(in, pieces)) return joined;
  node_ptr sources;
  if (places.back() - places.front() == removed - 1) {
    const std::ptrdiff_t left = in.extent() - removed;
    const node_ptr index = first_plus(left, 0, in.where());
    const node_ptr is_before =
        apply_op<ops::less>(index, scalar_node(places.front(), dtype::int64));
    sources = apply_op<ops::where>(is_before, index, first_plus(left, removed, in.where()));
  } else {
    sources = listed_indices(sources_of(pieces, in.extent()), in.where());
  }
  return taken_axes(in.array, {{in.axis, sources}}, index_mode::clip);
}

}  // namespace

node_ptr inserted(const node_ptr& a, const axis_places& places, const node_ptr& values,
                  optional_axis axis) {
  const axis_of_array in(a, axis);
  if (places.rank() > 1 || (places.is_mask() && places.is_one()))
    throw value_error(text_of(places.is_mask()
                                  ? "boolean array argument obj to insert must be one dimensional"
                                  : "index array argument obj to insert must be one dimensional or "
                                    "scalar",
                              ", not of ", places.rank(), " axes"));
  place_list at = places.on(in.extent());
  for (std::ptrdiff_t& place : at) place = checked_place(place, in.extent(), in);
  const node_ptr arranged = arranged_values(in, values, places.is_one(), at.size());
  const std::ptrdiff_t count = arranged->extents[in.axis];
  if (count == 0) return in.array;
  const std::ptrdiff_t size = element_count(in.array->extents) + element_count(arranged->extents);
  if (at.size() > 1 && in.extent() > 0 && are_many_on_host(in, size) &&
      are_short(2 * at.size() + 1, size))
    return inserted_on_host(in.array, in.axis, arranged, at);
  const piece_list pieces = pieces_with(at, count, in.extent());
  if (const node_ptr joined = joined_pieces(in, pieces, arranged)) return joined;
  const node_ptr sources = at.size() == 1
                               ? inserted_at(at.front(), count, in.extent(), in.where())
                               : listed_indices(sources_of(pieces, in.extent()), in.where());
  return selected(in, arranged, sources);
}

node_ptr deleted(const node_ptr& a, const axis_places& places, optional_axis axis) {
  const axis_of_array in(a, axis);
  if (places.is_mask_of_other_than(in.extent()))
    throw value_error(text_of(
        "boolean array argument obj to delete must be one dimensional and match the axis length "
        "of ",
        in.extent()));
  place_list at = places.on(in.extent());
  for (std::ptrdiff_t& place : at) place = checked_place(place, in.extent() - 1, in);
  if (at.empty()) return in.array;
  if (const node_ptr kept = without_scattered(in, at)) return kept;
  if (!std::is_sorted(at.begin(), at.end())) std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
  return without(in, at);
}

}  // namespace detail
}  // namespace gpu
