// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation/padding.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include <gpu/array/manipulation.hpp>
#include <gpu/array/reduction/composed_reductions.hpp>
#include <gpu/array/statistics/quantile.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/assembly.hpp"
#include "array/indexing/taken_axes.hpp"
#include "array/joined.hpp"
#include "array/manipulation/near_elements.hpp"
#include "array/part_along.hpp"
#include "array/ufunc/node_arithmetic.hpp"
#include "graph/near_gather.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;
using width_pair = std::array<std::ptrdiff_t, 2>;
template <class Value>
using pair_list = pad_call::pair_list<Value>;

/// In the order of `pad_mode`.
constexpr std::string_view mode_names[] = {"constant",  "edge",   "linear_ramp", "maximum",
                                           "mean",      "median", "minimum",     "reflect",
                                           "symmetric", "wrap",   "empty"};

/// One pair for each axis.
template <class Value>
pair_list<Value> on_each_axis(pair_list<Value> pairs, std::size_t rank) {
  if (pairs.size() != 1 && pairs.size() != rank)
    throw shape_error(text_of(
        "operands could not be broadcast together with remapped shapes [original->remapped]: (",
        pairs.size(), ",2)  and requested shape (", rank, ",2)"));
  if (pairs.size() == 1) pairs = pair_list<Value>(rank, pairs.front());
  return pairs;
}

void require_counts(const pair_list<std::ptrdiff_t>& counts) {
  for (const auto& [before, after] : counts)
    if (before < 0 || after < 0) throw value_error("index can't contain negative values");
}

bool is_statistic(pad_mode mode) {
  return mode == pad_mode::maximum || mode == pad_mode::mean || mode == pad_mode::median ||
         mode == pad_mode::minimum;
}

void require_options_of_mode(const pad_call& call) {
  const char* unsupported = nullptr;
  if (!call.constants.empty() && call.mode != pad_mode::constant) unsupported = "constant_values";
  if (!call.ends.empty() && call.mode != pad_mode::linear_ramp) unsupported = "end_values";
  if (!call.lengths.empty() && !is_statistic(call.mode)) unsupported = "stat_length";
  const bool is_reflection = call.mode == pad_mode::reflect || call.mode == pad_mode::symmetric;
  if (call.is_odd && !is_reflection) unsupported = "reflect_type";
  if (unsupported != nullptr)
    throw value_error(text_of("unsupported keyword arguments for mode '",
                              mode_names[static_cast<std::size_t>(call.mode)], "': {'", unsupported,
                              "'}"));
}

std::ptrdiff_t added(std::ptrdiff_t a, std::ptrdiff_t b) {
  std::ptrdiff_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw value_error("Maximum allowed dimension exceeded");
  return sum;
}

/// What is padded, and how far.
struct padding {
  node_ptr a;
  pair_list<std::ptrdiff_t> widths;
  shape extents;  ///< of the result

  padding(const node_ptr& value, const pair_list<std::ptrdiff_t>& given)
      : a(value), widths(on_each_axis(given, value->extents.size())), extents(value->extents) {
    for (std::size_t axis = 0; axis < extents.size(); ++axis)
      extents[axis] = added(extents[axis], added(widths[axis][0], widths[axis][1]));
    static_cast<void>(element_count(extents));
  }
  [[nodiscard]] bool pads(std::size_t axis) const {
    return widths[axis][0] > 0 || widths[axis][1] > 0;
  }
  [[nodiscard]] device where() const { return graph::device_of(a); }
  /// Along an axis: start, start + step, ...
  [[nodiscard]] node_ptr positions(std::size_t axis, std::ptrdiff_t start,
                                   std::ptrdiff_t step = 1) const {
    return graph::make_index({extents[axis]}, 0, start, step, where());
  }
  /// Along an axis: where the elements lie, from minus the width before them on.
  [[nodiscard]] node_ptr positions(std::size_t axis) const {
    return positions(axis, -widths[axis][0]);
  }
};

node_ptr integer(std::ptrdiff_t value) {
  return scalar_node(static_cast<std::int64_t>(value), dtype::int64);
}

/// 0, ..., n - 1, ..., 0, ... along an axis of n elements. @param repeats  0 and n - 1 come twice
node_ptr mirrored(const padding& options, std::size_t axis, bool repeats) {
  const std::ptrdiff_t extent = options.a->extents[axis];
  const std::ptrdiff_t shift = repeats ? 1 : 0;
  const std::ptrdiff_t most = extent - 1 + shift;  // elements that one reflection shows
  if (most == 0) return options.positions(axis, 0, 0);
  const std::ptrdiff_t last = 2 * extent - 2 + shift;
  const node_ptr index = apply_op<ops::remainder>(options.positions(axis), integer(2 * most));
  return apply_op<ops::where>(apply_op<ops::less>(index, integer(extent)), index,
                              apply_op<ops::subtract>(integer(last), index));
}

/// The result's axes as they lie beside those of the array.
std::vector<graph::near_axis> axes_of(const padding& options) {
  std::vector<graph::near_axis> axes;
  for (std::size_t axis = 0; axis < options.extents.size(); ++axis)
    axes.push_back({-options.widths[axis][0], options.extents[axis]});
  return axes;
}

graph::beyond_axis beyond(pad_mode mode) {
  switch (mode) {
    case pad_mode::reflect:
      return graph::beyond_axis::mirrored;
    case pad_mode::symmetric:
      return graph::beyond_axis::mirrored_with_ends;
    case pad_mode::wrap:
      return graph::beyond_axis::wrapped;
    default:
      return graph::beyond_axis::edge;
  }
}

/// Whether no element is further from the array than another one of it lies in the mode.
bool shows_elements_once(const padding& options, pad_mode mode) {
  if (beyond(mode) == graph::beyond_axis::edge) return true;
  for (std::size_t axis = 0; axis < options.extents.size(); ++axis) {
    const std::ptrdiff_t shown = options.a->extents[axis] - (mode == pad_mode::reflect ? 1 : 0);
    if (options.widths[axis][0] > shown || options.widths[axis][1] > shown) return false;
  }
  return true;
}

/// The elements at the places that the mode says, for each axis on its own.
node_ptr padded_with_elements(const padding& options, pad_mode mode) {
  if (options.extents == options.a->extents) return options.a;
  if (shows_elements_once(options, mode))
    return near_elements(options.a, axes_of(options), beyond(mode));
  std::vector<axis_indices> along;
  for (std::size_t axis = 0; axis < options.extents.size(); ++axis) {
    if (!options.pads(axis)) continue;
    const bool mirrors = mode == pad_mode::reflect || mode == pad_mode::symmetric;
    along.push_back({axis, mirrors ? mirrored(options, axis, mode == pad_mode::symmetric)
                                   : options.positions(axis)});
  }
  return taken_axes(options.a, along, mode == pad_mode::wrap ? index_mode::wrap : index_mode::clip);
}

/// `a` amid constants, which later axes decide about where several could.
std::vector<placed_part> parts_amid_constants(const node_ptr& a,
                                              const pair_list<std::ptrdiff_t>& widths,
                                              const pair_list<node_ptr>& constants,
                                              const shape& whole) {
  shape start(whole.size(), 0);
  shape extents = whole;
  std::vector<placed_part> parts;
  for (std::size_t axis = whole.size(); axis-- > 0;) {
    const auto [before, after] = widths[axis];
    extents[axis] = before;
    parts.push_back({graph::make_broadcast(constants[axis][0], extents), start});
    extents[axis] = after;
    start[axis] = whole[axis] - after;
    parts.push_back({graph::make_broadcast(constants[axis][1], extents), start});
    extents[axis] = whole[axis] - before - after;
    start[axis] = before;
  }
  parts.push_back({a, start});
  return parts;
}

/// The constant of all ends, if it is one.
node_ptr only_constant(const padding& options, const pair_list<node_ptr>& constants) {
  const auto bytes = [](const node_ptr& value) {
    const auto& number = static_cast<const graph::scalar_node&>(*value);
    return std::string_view(reinterpret_cast<const char*>(number.bytes), size_bytes(number.type));
  };
  node_ptr only;
  for (std::size_t axis = 0; axis < options.extents.size(); ++axis)
    for (std::size_t end = 0; end < 2; ++end) {
      if (options.widths[axis][end] == 0) continue;
      if (only && bytes(only) != bytes(constants[axis][end])) return nullptr;
      only = constants[axis][end];
    }
  return only;
}

/// Later axes decide about corners.
node_ptr padded_with_constants(const padding& options, pair_list<node_ptr> constants) {
  const node_ptr zero = number(options.a->type, 0);
  if (constants.empty()) constants.push_back({zero, zero});
  constants = on_each_axis(std::move(constants), options.extents.size());
  const bool is_empty = element_count(options.a->extents) == 0;
  if (options.where().is_cpu() && !is_empty && element_count(options.extents) >= min_assembled_size)
    return assembled_later(
        graph::operand_list::of(options.a), options.a->type, options.extents,
        [widths = options.widths, constants, whole = options.extents](const node_list& leaves) {
          return parts_amid_constants(leaves[0], widths, constants, whole);
        });
  if (!is_empty)
    if (const node_ptr only = only_constant(options, constants))
      return graph::make_gather_within(placed(options.a), axes_of(options), only);
  node_ptr result = is_empty ? zero : padded_with_elements(options, pad_mode::edge);
  for (std::size_t axis = 0; axis < options.extents.size(); ++axis) {
    if (!options.pads(axis)) continue;
    shape along(options.extents.size(), 1);
    along[axis] = options.extents[axis];
    const node_ptr index = graph::make_reshape(options.positions(axis), along);
    const node_ptr is_before = apply_op<ops::less>(index, integer(0));
    const node_ptr is_inside = apply_op<ops::less>(index, integer(options.a->extents[axis]));
    result = apply_op<ops::where>(is_inside, result, constants[axis][1]);
    result = apply_op<ops::where>(is_before, constants[axis][0], result);
  }
  return graph::make_broadcast(result, options.extents);
}

/// From `end` towards the element `edge`, in `count` steps. `numpy.linspace` without its end point.
node_ptr ramp(const padding& options, std::size_t axis, const node_ptr& edge, const node_ptr& end,
              std::ptrdiff_t count, bool is_before) {
  const dtype wide = end->type;
  shape along(options.extents.size(), 1);
  along[axis] = count;
  const node_ptr position =
      graph::make_cast(graph::make_index(along, axis, is_before ? 0 : count - 1, is_before ? 1 : -1,
                                         options.where()),
                       wide);
  const node_ptr difference = apply_op<ops::subtract>(graph::make_cast(edge, wide), end);
  const node_ptr step = apply_op<ops::divide>(difference, number(wide, static_cast<double>(count)));
  node_ptr value = apply_op<ops::add>(apply_op<ops::multiply>(position, step), end);
  if (is_integer(edge->type) && edge->type != dtype::bool_) value = apply_op<ops::floor>(value);
  return graph::make_cast(value, edge->type);
}

node_ptr median_of(const node_ptr& a, std::ptrdiff_t axis) {
  if (traits(a->type).kind == dtype_kind::complex)
    throw dtype_error(text_of("pad: no median of elements of dtype ", a->type));
  quantile_call call{axis, quantile_rule::linear, median_type(a->type)};
  call.keepdims = true;
  return quantile_node(a, std::move(call));
}

node_ptr statistic(pad_mode mode, const node_ptr& a, std::size_t axis) {
  const auto along = static_cast<std::ptrdiff_t>(axis);
  const reduction_settings settings{along, true};
  const bool is_extremum = mode == pad_mode::maximum || mode == pad_mode::minimum;
  if (is_extremum && a->extents[axis] == 0)
    throw value_error("stat_length of 0 yields no value for padding");
  if (mode == pad_mode::maximum) return plain_reduction<reductions::max>::make(a, settings);
  if (mode == pad_mode::minimum) return plain_reduction<reductions::min>::make(a, settings);
  // The mean of no elements is nan, as their median.
  const bool is_mean = mode == pad_mode::mean || a->extents[axis] == 0;
  node_ptr value = is_mean ? mean_reduction::make(a, settings) : median_of(a, along);
  if (is_integer(a->type) && a->type != dtype::bool_) value = apply_op<ops::rint>(value);
  return graph::make_cast(value, a->type);
}

node_ptr repeated(const node_ptr& value, std::size_t axis, std::ptrdiff_t count) {
  shape extents = value->extents;
  extents[axis] = count;
  return graph::make_broadcast(value, extents);
}

/// What stands before and after `a`, which is padded along the axes before this one.
std::array<node_ptr, 2> ends_of(const padding& options, const pad_call& call, const node_ptr& a,
                                std::size_t axis) {
  const auto [before, after] = options.widths[axis];
  const std::ptrdiff_t extent = a->extents[axis];
  if (call.mode == pad_mode::linear_ramp) {
    const auto& [first, last] = call.ends[axis];
    return {
        ramp(options, axis, part_along(a, axis, range(0, 1)), first, before, true),
        ramp(options, axis, part_along(a, axis, range(extent - 1, extent)), last, after, false)};
  }
  const auto count = [&](std::size_t end) {
    return call.lengths.empty() ? extent : std::min(call.lengths[axis][end], extent);
  };
  const node_ptr first = statistic(call.mode, part_along(a, axis, range(0, count(0))), axis);
  const node_ptr last =
      statistic(call.mode, part_along(a, axis, range(extent - count(1), extent)), axis);
  return {repeated(first, axis, before), repeated(last, axis, after)};
}

/// One end mirrored at its last element in the order of the elements and of the numbers: `count` of
/// them. @param skips  whether that element itself is left out
node_ptr odd_reflection(const node_ptr& a, std::size_t axis, std::ptrdiff_t count, bool is_before,
                        bool skips) {
  const std::ptrdiff_t extent = a->extents[axis];
  const std::ptrdiff_t shift = skips ? 1 : 0;
  const std::ptrdiff_t first = is_before ? shift : extent - shift - count;
  const node_ptr mirrored = flipped(part_along(a, axis, range(first, first + count)),
                                    {static_cast<std::ptrdiff_t>(axis)});
  const node_ptr edge =
      part_along(a, axis, range(is_before ? 0 : extent - 1, is_before ? 1 : extent));
  // NumPy's bools are int64 beside the number 2, and what is not 0 becomes true.
  const dtype type = a->type == dtype::bool_ ? dtype::int64 : a->type;
  const node_ptr twice = apply_op<ops::multiply>(number(type, 2), graph::make_cast(edge, type));
  return graph::make_cast(apply_op<ops::subtract>(twice, graph::make_cast(mirrored, type)),
                          a->type);
}

/// Odd reflections along one axis: as many elements at once as whole periods of the original ones
/// show, again and again, as NumPy does it.
node_ptr oddly_reflected(const padding& options, node_ptr a, std::size_t axis, bool skips_edge) {
  auto [before, after] = options.widths[axis];
  const std::ptrdiff_t original = a->extents[axis];
  if (original == 1) {
    shape extents = a->extents;
    extents[axis] = options.extents[axis];
    return graph::make_broadcast(a, extents);
  }
  const std::ptrdiff_t period = skips_edge ? original - 1 : original;
  while (before > 0 || after > 0) {
    const std::ptrdiff_t shown = (a->extents[axis] - (skips_edge ? 1 : 0)) / period * period;
    node_list parts;
    if (before > 0)
      parts.push_back(odd_reflection(a, axis, std::min(before, shown), true, skips_edge));
    parts.push_back(a);
    if (after > 0)
      parts.push_back(odd_reflection(a, axis, std::min(after, shown), false, skips_edge));
    before -= std::min(before, shown);
    after -= std::min(after, shown);
    a = joined(parts, axis);
  }
  return a;
}

node_ptr padded_oddly(const padding& options, bool skips_edge) {
  node_ptr result = options.a;
  for (std::size_t axis = 0; axis < options.extents.size(); ++axis)
    if (options.pads(axis)) result = oddly_reflected(options, result, axis, skips_edge);
  return result;
}

/// Axis by axis, as the elements around one axis follow from those around the axes before.
node_ptr padded_by_axis(const padding& options, pad_call&& call) {
  const std::size_t rank = options.extents.size();
  const dtype wide =
      traits(options.a->type).kind == dtype_kind::complex ? dtype::complex128 : dtype::float64;
  if (call.ends.empty()) call.ends.push_back({number(wide, 0), number(wide, 0)});
  call.ends = on_each_axis(std::move(call.ends), rank);
  require_counts(call.lengths);
  if (!call.lengths.empty()) call.lengths = on_each_axis(std::move(call.lengths), rank);
  node_ptr result = options.a;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    if (!options.pads(axis)) continue;
    const auto [before, after] = ends_of(options, call, result, axis);
    result = joined({before, result, after}, axis);
  }
  return result;
}

void require_elements(const padding& options) {
  for (std::size_t axis = 0; axis < options.extents.size(); ++axis)
    if (options.a->extents[axis] == 0 && options.pads(axis))
      throw value_error(text_of("can't extend empty axis ", axis,
                                " using modes other than 'constant' or 'empty'"));
}

}  // namespace

pad_mode pad_mode_of(std::string_view name) {
  const auto found = std::ranges::find(mode_names, name);
  if (found == std::end(mode_names))
    throw value_error(text_of("mode '", name, "' is not supported"));
  return static_cast<pad_mode>(found - std::begin(mode_names));
}

node_ptr padded(const node_ptr& a, pad_call&& call) {
  require_options_of_mode(call);
  require_counts(call.widths);
  const padding options(a, call.widths);
  if (call.mode == pad_mode::constant || call.mode == pad_mode::empty)
    return padded_with_constants(options, std::move(call.constants));
  if (element_count(a->extents) == 0) {
    require_elements(options);
    return graph::make_broadcast(number(a->type, 0), options.extents);
  }
  if (call.mode == pad_mode::linear_ramp || is_statistic(call.mode))
    return padded_by_axis(options, std::move(call));
  if (call.is_odd.value_or(false)) return padded_oddly(options, call.mode == pad_mode::reflect);
  return padded_with_elements(options, call.mode);
}

}  // namespace gpu::detail

namespace gpu {

reflect_type_option reflect_type(option_name type) {
  const std::string_view name = type;
  if (name != "even" && name != "odd")
    throw value_error(text_of("reflect_type must be 'even' or 'odd', not '", name, "'"));
  return {name == "odd"};
}

}  // namespace gpu
