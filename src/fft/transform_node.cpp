// SPDX-License-Identifier: BSD-3-Clause
#include "fft/transform_node.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include <gpu/array/manipulation.hpp>
#include <gpu/array/reduction/composed_reductions.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

#include "execute/operation.hpp"
#include "fft/host_transform.hpp"
#include "vendor/cufft/cufft.hpp"
#include "vendor/cufft/cufft_layout.hpp"

namespace gpu::fft::detail {
namespace {

using execute::operation;
using graph::leaf_ptr;
using graph::node_ptr;
using vendor::transform_kind;
using axis_numbers = std::vector<std::size_t>;

bool is_among(const axis_numbers& axes, std::size_t axis) {
  return std::find(axes.begin(), axes.end(), axis) != axes.end();
}

class transform_function : public graph::library_function {
 public:
  /// @param on_gpu  where cuFFT reads some strides only, and overwrites what becomes real
  transform_function(transform_kind kind, axis_numbers axes, bool on_gpu)
      : kind_(kind), axes_(std::move(axes)), on_gpu_(on_gpu) {}

  [[nodiscard]] const char* name() const noexcept override { return "fft"; }
  [[nodiscard]] bool equals(const graph::library_function& other) const override {
    return graph::have_equal_parameters(*this, other);
  }
  [[nodiscard]] auto parameters() const { return std::tie(kind_, axes_, on_gpu_); }
  [[nodiscard]] bool takes(std::size_t, const layout& place) const noexcept override {
    if (!on_gpu_) return true;
    std::vector<vendor::strided_axis> own;
    std::vector<vendor::strided_axis> batch;
    for (const std::size_t axis : axes_) own.push_back({place.extents[axis], place.strides[axis]});
    for (std::size_t axis = 0; axis < place.extents.size(); ++axis)
      if (!is_among(axes_, axis)) batch.push_back({place.extents[axis], place.strides[axis]});
    return vendor::cufft_layout_at(own, batch).has_value();
  }
  /// What is overwritten is computed into memory of the transform's own.
  [[nodiscard]] std::size_t fused_operands() const noexcept override {
    return overwrites_input() ? 1 : 0;
  }
  [[nodiscard]] bool can_fuse(const graph::kernel&) const override { return true; }
  void run(operation& work) const override {
    const operation::array out = work.output();
    const operation::array in = overwrites_input() ? own_input(work) : work.input(0);
    const vendor::transform what = described(in, out.place);
    if (on_gpu_)
      run_cufft(what, in.data, out.data, work.stream());
    else
      transform_on_host(what, in.data, out.data);
  }

 private:
  [[nodiscard]] bool overwrites_input() const noexcept {
    return on_gpu_ && kind_ == transform_kind::to_real;
  }
  static operation::array own_input(operation& work) {
    const leaf_ptr input = work.elements_in_workspace(0);
    return {work.output<std::byte>(*input), {0, input->extents, input->strides}, input->type};
  }
  [[nodiscard]] vendor::transform described(const operation::array& in, const layout& out) const {
    vendor::transform what{kind_, gpu::detail::real_of(in.type) == dtype::float64, {}, {}};
    const shape& extents = kind_ == transform_kind::to_real ? out.extents : in.place.extents;
    const auto along = [&](std::size_t axis) {
      return vendor::transform_axis{extents[axis], in.place.strides[axis], out.strides[axis]};
    };
    for (const std::size_t axis : axes_) what.axes.push_back(along(axis));
    for (std::size_t axis = 0; axis < extents.size(); ++axis)
      if (!is_among(axes_, axis)) what.batch.push_back(along(axis));
    return what;
  }

  transform_kind kind_;
  axis_numbers axes_;
  bool on_gpu_;
};

dtype result_type(dtype type, transform_kind kind) {
  if (kind == transform_kind::to_real) return gpu::detail::real_of(type);
  const bool is_single = gpu::detail::real_of(type) == dtype::float32;
  return is_single ? dtype::complex64 : dtype::complex128;
}

node_ptr library_node(const node_ptr& value, const axis_numbers& axes, transform_kind kind,
                      std::ptrdiff_t last_extent) {
  const device where = graph::device_of(value);
  shape extents = value->extents;
  extents[axes.back()] = last_extent;
  const ref_ptr<const graph::library_function> function(
      new transform_function(kind, axes, where.is_gpu()));
  return graph::make_library_node(function, graph::operand_list::of(value),
                                  result_type(value->type, kind), extents, where);
}

/// Along axes that become the last ones, in their order: what cuFFT writes without gaps.
node_ptr transformed_as_last(const node_ptr& value, const axis_numbers& axes, transform_kind kind,
                             std::ptrdiff_t last_extent) {
  const std::size_t rank = value->extents.size();
  std::vector<std::ptrdiff_t> own(axes.begin(), axes.end());
  std::vector<std::ptrdiff_t> last;
  axis_numbers last_axes;
  for (std::size_t axis = rank - axes.size(); axis < rank; ++axis) {
    last.push_back(static_cast<std::ptrdiff_t>(axis));
    last_axes.push_back(axis);
  }
  const node_ptr moved = own == last ? value : gpu::detail::moved_axes(value, own, last);
  const node_ptr result = library_node(moved, last_axes, kind, last_extent);
  return own == last ? result : gpu::detail::moved_axes(result, last, own);
}

}  // namespace

node_ptr transformed(node_ptr value, const axis_numbers& axes, transform_kind kind) {
  const auto result_extent = [&](std::size_t axis) {
    const std::ptrdiff_t extent = value->extents[axis];
    return kind == transform_kind::from_real ? extent / 2 + 1 : extent;
  };
  if (graph::device_of(value).is_cpu())
    return library_node(value, axes, kind, result_extent(axes.back()));
  for (std::size_t end = axes.size(); end > 0;) {
    const std::size_t begin = end - std::min(end, vendor::max_cufft_rank);
    const axis_numbers some(axes.begin() + static_cast<std::ptrdiff_t>(begin),
                            axes.begin() + static_cast<std::ptrdiff_t>(end));
    value = transformed_as_last(value, some, kind, result_extent(some.back()));
    if (kind == transform_kind::from_real) kind = transform_kind::forward;
    end = begin;
  }
  return value;
}

node_ptr transformed_to_real(const node_ptr& value, std::size_t axis, std::ptrdiff_t points) {
  if (graph::device_of(value).is_cpu())
    return library_node(value, {axis}, transform_kind::to_real, points);
  return transformed_as_last(value, {axis}, transform_kind::to_real, points);
}

}  // namespace gpu::fft::detail
