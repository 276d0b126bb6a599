// SPDX-License-Identifier: BSD-3-Clause
#include "graph/gather.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <gpu/core/text_of.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/kernels/primitives/gather.hpp>

namespace gpu::graph {
namespace {

/// A loop of int64 operands: an offset and an index that vary, and numbers that do not.
template <class Offset, std::size_t... Number>
void offset_loop(const void* const* in, void* out, std::ptrdiff_t count,
                 std::index_sequence<Number...>) {
  const auto* const before = static_cast<const std::int64_t*>(in[0]);
  const auto* const index = static_cast<const std::int64_t*>(in[1]);
  auto* const offset = static_cast<std::int64_t*>(out);
  const std::int64_t number[] = {*static_cast<const std::int64_t*>(in[Number + 2])...};
  for (std::ptrdiff_t i = 0; i < count; ++i)
    offset[i] = Offset{}(before[i], index[i], number[Number]...);
}

template <class Offset, std::size_t Numbers>
const op_record& offset_record(const char* functor) {
  static const op_record* const record = [=] {
    auto* made = new op_record;
    made->lives_for_ever = true;
    made->name = "offset";
    made->header = "gpu/kernels/primitives/gather.hpp";
    const host_loop loop = [](const void* const* in, void* out, std::ptrdiff_t count) {
      offset_loop<Offset>(in, out, count, std::make_index_sequence<Numbers>());
    };
    made->loops.push_back({std::vector<dtype>(Numbers + 2, dtype::int64), dtype::int64,
                           text_of("gpu::kernels::", functor, "{}"), loop});
    return made;
  }();
  return *record;
}

template <class T>
void element_loop(const void* const* in, void* out, std::ptrdiff_t count) {
  const std::int64_t address = *static_cast<const std::int64_t*>(in[0]);
  const auto* const offset = static_cast<const std::int64_t*>(in[1]);
  auto* const element = static_cast<T*>(out);
  for (std::ptrdiff_t i = 0; i < count; ++i)
    element[i] = kernels::element_at<T>{}(address, offset[i]);
}

/// Its loops are numbered as the dtypes are.
const op_record& element_record() {
  static const op_record* const record = [] {
    auto* made = new op_record;
    made->lives_for_ever = true;
    made->name = "take";
    made->header = "gpu/kernels/primitives/gather.hpp";
    for (int i = 0; i < dtype_count; ++i) {
      const auto type = static_cast<dtype>(i);
      const host_loop loop = visit_dtype(
          type, []<class T>(std::type_identity<T>) -> host_loop { return element_loop<T>; });
      made->loops.push_back({{dtype::int64, dtype::int64},
                             type,
                             text_of("gpu::kernels::element_at<", facts(type).device, ">{}"),
                             loop});
    }
    return made;
  }();
  return *record;
}

node_ptr whole_number(std::ptrdiff_t value) {
  const std::int64_t number = value;
  return make_scalar(dtype::int64, &number);
}

/// `before` and what the index adds to it.
node_ptr offset_of(const node_ptr& before, const indexed_axis& axis, index_mode mode,
                   const node_ptr& report) {
  const node_ptr size = whole_number(axis.size);
  const node_ptr stride = whole_number(axis.stride);
  if (mode == index_mode::raise)
    return make_op(
        checked_offset_record(), 0,
        operand_list::of(before, axis.index, size, stride,
                         whole_number(static_cast<std::ptrdiff_t>(axis.number)), report));
  const op_record& record = mode == index_mode::wrap
                                ? offset_record<kernels::wrapped_offset, 2>("wrapped_offset")
                                : offset_record<kernels::clipped_offset, 2>("clipped_offset");
  return make_op(record, 0, operand_list::of(before, axis.index, size, stride));
}

}  // namespace

const op_record& checked_offset_record() {
  return offset_record<kernels::checked_offset, 4>("checked_offset");
}

layout layout_in_memory(const node& value) {
  const node& known = resolved(value);
  if (known.kind != node_kind::leaf) return row_major(value.extents);
  layout place = static_cast<const leaf_node&>(known).placement();
  place.offset = 0;  // that of the address
  return place;
}

node_ptr make_gather(const node_ptr& source, const layout& kept, std::span<const indexed_axis> axes,
                     index_mode mode, const node_ptr& report) {
  node_ptr offset = node_ptr(new index_node(kept, source->where));
  const bool is_constant = std::all_of(kept.strides.begin(), kept.strides.end(),
                                       [](std::ptrdiff_t stride) { return stride == 0; });
  const bool is_covered = std::any_of(axes.begin(), axes.end(), [&](const indexed_axis& axis) {
    return axis.index->extents == kept.extents;
  });
  if (is_constant && is_covered) offset = whole_number(0);
  for (const indexed_axis& axis : axes) offset = offset_of(offset, axis, mode, report);
  const node_ptr address(new address_node(resolved(source)));
  return make_op(element_record(), static_cast<int>(source->type),
                 operand_list::of(address, offset));
}

}  // namespace gpu::graph
