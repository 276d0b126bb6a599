// SPDX-License-Identifier: BSD-3-Clause
#include "array/indexing/gathered.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

#include "array/indexing/row_copy.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

using execute::operation;
using graph::node_ptr;

/// Elements that are worth a function of their own: fewer are computed in one kernel with what
/// reads them.
constexpr std::ptrdiff_t min_size = 1 << 8;
/// For how many elements an index serves at least, so that copies are worth their planning.
constexpr std::ptrdiff_t min_uses = 4;

/// Whether the elements lie in memory.
bool is_in_memory(const node_ptr& value) {
  return graph::resolved(*value).kind == graph::node_kind::leaf;
}

class gather_rows : public graph::library_function {
 public:
  gather_rows(shape source_strides, layout kept, std::vector<indexed_axis_traits> axes,
              index_mode mode)
      : source_strides_(std::move(source_strides)),
        kept_(std::move(kept)),
        axes_(std::move(axes)),
        mode_(mode) {}

  [[nodiscard]] const char* name() const noexcept override { return "gather"; }
  [[nodiscard]] bool equals(const graph::library_function& other) const override {
    return graph::have_equal_parameters(*this, other);
  }
  [[nodiscard]] auto parameters() const { return std::tie(source_strides_, kept_, axes_, mode_); }
  /// The source lies as it did when the offsets were made of its strides, or in C order, if it did
  /// not lie anywhere.
  [[nodiscard]] bool takes(std::size_t i, const layout& place) const noexcept override {
    if (i != 0) return library_function::takes(i, place);
    for (std::size_t axis = 0; axis < place.extents.size(); ++axis)
      if (place.extents[axis] > 1 && place.strides[axis] != source_strides_[axis]) return false;
    return true;
  }

  void run(operation& work) const override {
    const operation::array result = work.output();
    const copied_arrays arrays{work.input(0).data, result.data, size_bytes(result.type),
                               copy_direction::gather};
    if (are_single_elements(kept_, axes_.size(), work.input(1).place.extents))
      return read_elements_at(work.input(1), axes_[0], mode_, arrays);
    std::vector<axis_offsets> offsets;
    for (std::size_t k = 0; k < axes_.size(); ++k)
      offsets.push_back(offsets_of(work.input(k + 1), axes_[k], mode_, kept_.extents.size()));
    copy_rows_at(kept_, std::move(offsets), arrays);
  }

 private:
  shape source_strides_;
  layout kept_;
  std::vector<indexed_axis_traits> axes_;
  index_mode mode_;
};

bool suits_the_host(const node_ptr& source, const layout& kept,
                    std::span<const graph::indexed_axis> axes) {
  if (!source->where || !source->where->is_cpu() || axes.empty()) return false;
  const std::ptrdiff_t size = element_count(kept.extents);
  if (size < min_size) return false;
  if (are_single_elements(kept, axes.size(), axes[0].index->extents))
    return is_in_memory(axes[0].index);
  return std::all_of(axes.begin(), axes.end(), [size](const auto& axis) {
    return element_count(axis.index->extents) <= size / min_uses;
  });
}

}  // namespace

node_ptr gathered(const node_ptr& source, const layout& kept,
                  std::span<const graph::indexed_axis> axes, index_mode mode,
                  const node_ptr& report) {
  if (!suits_the_host(source, kept, axes))
    return graph::make_gather(source, kept, axes, mode, report);
  std::vector<indexed_axis_traits> traits;
  graph::operand_list operands(1 + axes.size());
  operands[0] = source;
  for (const graph::indexed_axis& axis : axes) {
    traits.push_back(traits_of(axis));
    operands[traits.size()] = axis.index;
  }
  const ref_ptr<const graph::library_function> gather(
      new gather_rows(graph::layout_in_memory(*source).strides, kept, std::move(traits), mode));
  return graph::make_library_node(gather, std::move(operands), source->type, kept.extents, cpu());
}

}  // namespace gpu::detail
