// SPDX-License-Identifier: BSD-3-Clause
#include "array/indexing/gathered.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

#include "execute/host/strided_copy.hpp"
#include "execute/host/thread_pool.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

using execute::operation;
using graph::node_ptr;

/// Elements that are worth a function of their own: fewer are computed in one kernel with what
/// reads them.
constexpr std::ptrdiff_t min_size = 1 << 12;
/// For how many elements an index serves at least, so that copies are worth their planning.
constexpr std::ptrdiff_t min_uses = 4;
/// Elements that a thread copies at least.
constexpr std::ptrdiff_t min_elements = 1 << 14;
/// Elements one after the other, on average, from which on spans are copied, not elements.
constexpr std::ptrdiff_t min_span = 8;

/// What is known of an indexed axis before its indices are.
struct axis_facts {
  std::ptrdiff_t size;
  std::ptrdiff_t stride;
  std::size_t number;
};

/// Offsets that the indices of one axis add, and the strides of these offsets along the result.
struct axis_offsets {
  std::vector<std::ptrdiff_t> values;
  shape strides;
};

std::ptrdiff_t offset_of(std::ptrdiff_t index, const axis_facts& axis, index_mode mode) {
  std::ptrdiff_t place = index;
  if (mode == index_mode::clip) {
    place = std::clamp<std::ptrdiff_t>(index, 0, axis.size - 1);
  } else if (mode == index_mode::wrap) {
    const std::ptrdiff_t rest = index % axis.size;
    place = rest < 0 ? rest + axis.size : rest;
  } else {
    if (index < -axis.size || index >= axis.size)
      throw index_error(text_of("index ", index, " is out of bounds for axis ", axis.number,
                                " with size ", axis.size));
    if (index < 0) place += axis.size;
  }
  return place * axis.stride;
}

axis_offsets offsets_of(const operation::array& indices, const axis_facts& axis, index_mode mode,
                        std::size_t rank) {
  const auto* const index = reinterpret_cast<const std::int64_t*>(indices.data);
  const shape& extents = indices.place.extents;
  axis_offsets result{{}, shape(rank, 0)};
  const std::ptrdiff_t count = element_count(extents);
  result.values.reserve(static_cast<std::size_t>(count));
  for (std::ptrdiff_t i = 0; i < count; ++i)
    result.values.push_back(offset_of(index[i], axis, mode));
  std::ptrdiff_t step = 1;
  for (std::size_t i = extents.size(); i-- > 0;) {
    if (extents[i] > 1) result.strides[rank - extents.size() + i] = step;
    step *= extents[i];
  }
  return result;
}

/// An element of any type of its size.
template <class Bits>
struct [[gnu::may_alias]] word {
  Bits bits;
};
struct sixteen_bytes {
  std::uint64_t halves[2];
};

/// Elements one after the other in the source and in a row of the result.
struct span_of_elements {
  std::ptrdiff_t from;
  std::ptrdiff_t to;
  std::ptrdiff_t count;
};

/// Copies rows of the result: its elements along the axes from `inner` on. Either no index varies
/// along these axes, or there is one such axis.
class row_copy {
 public:
  row_copy(const layout& kept, std::vector<axis_offsets> axes, const std::byte* source,
           std::byte* result, std::size_t element_bytes)
      : kept_(kept),
        axes_(std::move(axes)),
        source_(reinterpret_cast<const char*>(source)),
        result_(reinterpret_cast<char*>(result)),
        bytes_(static_cast<std::ptrdiff_t>(element_bytes)) {
    const std::size_t rank = kept.extents.size();
    while (inner_ > 0 && !varies(inner_ - 1)) --inner_;
    if (inner_ == rank) --inner_;
    for (std::size_t axis = inner_; axis < rank; ++axis) row_size_ *= kept.extents[axis];
    for (std::size_t axis = 0; axis < inner_; ++axis) rows_ *= kept.extents[axis];
    is_indexed_ = varies(inner_);
    if (is_indexed_) find_spans();
  }

  void run() const {
    execute::parallel_for(
        rows_, std::max<std::ptrdiff_t>(min_elements / row_size_, 1),
        [&](std::ptrdiff_t first, std::ptrdiff_t last) { copy_rows(first, last); });
  }

 private:
  [[nodiscard]] bool varies(std::size_t axis) const {
    return std::any_of(axes_.begin(), axes_.end(),
                       [axis](const axis_offsets& one) { return one.strides[axis] != 0; });
  }

  /// Where the elements of a row are, if that is the same in all rows.
  void find_spans() {
    for (const axis_offsets& one : axes_)
      if (one.strides[inner_] != 0 &&
          std::any_of(one.strides.begin(), one.strides.end() - 1,
                      [](std::ptrdiff_t stride) { return stride != 0; }))
        return;
    std::ptrdiff_t expected = 0;
    for (std::ptrdiff_t i = 0; i < row_size_; ++i) {
      const std::ptrdiff_t from = offset_in_row(i);
      places_.push_back(from);
      if (i > 0 && from == expected)
        ++spans_.back().count;
      else
        spans_.push_back({from, i, 1});
      expected = from + 1;
    }
    if (static_cast<std::ptrdiff_t>(spans_.size()) * min_span > row_size_) spans_.clear();
  }

  /// Of element `i` of a row, for indices that vary along no other axis.
  [[nodiscard]] std::ptrdiff_t offset_in_row(std::ptrdiff_t i) const {
    std::ptrdiff_t offset = i * kept_.strides[inner_];
    for (const axis_offsets& one : axes_)
      if (one.strides[inner_] != 0)
        offset += one.values[static_cast<std::size_t>(i * one.strides[inner_])];
    return offset;
  }

  void copy_rows(std::ptrdiff_t first, std::ptrdiff_t last) const {
    std::vector<std::ptrdiff_t> index(inner_);
    std::ptrdiff_t rest = first;
    for (std::size_t axis = inner_; axis-- > 0;) {
      index[axis] = rest % kept_.extents[axis];
      rest /= kept_.extents[axis];
    }
    std::vector<const std::ptrdiff_t*> varying(axes_.size());
    for (std::ptrdiff_t row = first; row < last; ++row) {
      copy_row(index, varying, row);
      for (std::size_t axis = inner_; axis-- > 0;) {
        if (++index[axis] < kept_.extents[axis]) break;
        index[axis] = 0;
      }
    }
  }

  /// @param varying  room for where the offsets of each axis begin in this row
  void copy_row(const std::vector<std::ptrdiff_t>& index,
                std::vector<const std::ptrdiff_t*>& varying, std::ptrdiff_t row) const {
    std::ptrdiff_t begin = kept_.offset;
    for (std::size_t axis = 0; axis < inner_; ++axis) begin += index[axis] * kept_.strides[axis];
    for (std::size_t k = 0; k < axes_.size(); ++k) {
      std::ptrdiff_t place = 0;
      for (std::size_t axis = 0; axis < inner_; ++axis)
        place += index[axis] * axes_[k].strides[axis];
      varying[k] = axes_[k].values.data() + place;
      if (axes_[k].strides[inner_] == 0) begin += *varying[k];
    }
    char* const to = result_ + row * row_size_ * bytes_;
    if (!is_indexed_) return copy_block(to, begin, inner_);
    if (spans_.empty()) return copy_elements(to, begin, varying);
    for (const span_of_elements& span : spans_)
      std::memcpy(to + span.to * bytes_, source_ + (begin + span.from) * bytes_,
                  static_cast<std::size_t>(span.count * bytes_));
  }

  /// The elements along the axes from `axis` on, which no index varies along.
  void copy_block(char* to, std::ptrdiff_t begin, std::size_t axis) const {
    const std::size_t rank = kept_.extents.size();
    std::ptrdiff_t size = 1;
    bool is_span = true;
    for (std::size_t i = rank; i-- > axis;) {
      is_span = is_span && (kept_.extents[i] == 1 || kept_.strides[i] == size);
      size *= kept_.extents[i];
    }
    const char* const from = source_ + begin * bytes_;
    if (is_span)
      return static_cast<void>(std::memcpy(to, from, static_cast<std::size_t>(size * bytes_)));
    const std::ptrdiff_t extent = kept_.extents[axis];
    if (axis + 2 >= rank) {
      const bool is_line = axis + 1 == rank;
      const std::ptrdiff_t columns = is_line ? extent : kept_.extents[rank - 1];
      return execute::copy_grid({to, columns, 1},
                                {from, kept_.strides[axis], kept_.strides[rank - 1]},
                                is_line ? 1 : extent, columns, static_cast<std::size_t>(bytes_));
    }
    for (std::ptrdiff_t i = 0; i < extent; ++i)
      copy_block(to + i * (size / extent) * bytes_, begin + i * kept_.strides[axis], axis + 1);
  }

  void copy_elements(char* to, std::ptrdiff_t begin,
                     const std::vector<const std::ptrdiff_t*>& varying) const {
    switch (bytes_) {
      case 1:
        return copy_as<std::uint8_t>(to, begin, varying);
      case 2:
        return copy_as<std::uint16_t>(to, begin, varying);
      case 4:
        return copy_as<std::uint32_t>(to, begin, varying);
      case 8:
        return copy_as<std::uint64_t>(to, begin, varying);
      default:
        return copy_as<sixteen_bytes>(to, begin, varying);
    }
  }

  template <class Bits>
  void copy_as(char* to, std::ptrdiff_t begin,
               const std::vector<const std::ptrdiff_t*>& varying) const {
    const auto* const from = reinterpret_cast<const word<Bits>*>(source_) + begin;
    auto* const result = reinterpret_cast<word<Bits>*>(to);
    if (!places_.empty()) {
      for (std::ptrdiff_t i = 0; i < row_size_; ++i)
        result[i] = from[places_[static_cast<std::size_t>(i)]];
      return;
    }
    for (std::ptrdiff_t i = 0; i < row_size_; ++i) {
      std::ptrdiff_t offset = i * kept_.strides[inner_];
      for (std::size_t k = 0; k < axes_.size(); ++k) {
        const std::ptrdiff_t stride = axes_[k].strides[inner_];
        if (stride != 0) offset += varying[k][i * stride];
      }
      result[i] = from[offset];
    }
  }

  const layout& kept_;
  const std::vector<axis_offsets> axes_;
  const char* const source_;
  char* const result_;
  const std::ptrdiff_t bytes_;
  std::size_t inner_ = kept_.extents.size();  ///< the first axis of a row
  std::ptrdiff_t row_size_ = 1;
  std::ptrdiff_t rows_ = 1;
  bool is_indexed_ = false;              ///< whether indices vary along the rows
  std::vector<std::ptrdiff_t> places_;   ///< of the elements of each row, if no row differs
  std::vector<span_of_elements> spans_;  ///< of each row, if they are long
};

class gather_rows : public graph::library_function {
 public:
  gather_rows(shape source_strides, layout kept, std::vector<axis_facts> axes, index_mode mode)
      : source_strides_(std::move(source_strides)),
        kept_(std::move(kept)),
        axes_(std::move(axes)),
        mode_(mode) {}

  [[nodiscard]] const char* name() const noexcept override { return "gather"; }
  /// The source lies as it did when the offsets were made of its strides, or in C order, if it did
  /// not lie anywhere.
  [[nodiscard]] bool takes(std::size_t i, const layout& place) const noexcept override {
    if (i != 0) return library_function::takes(i, place);
    for (std::size_t axis = 0; axis < place.extents.size(); ++axis)
      if (place.extents[axis] > 1 && place.strides[axis] != source_strides_[axis]) return false;
    return true;
  }

  void run(operation& work) const override {
    std::vector<axis_offsets> offsets;
    for (std::size_t k = 0; k < axes_.size(); ++k)
      offsets.push_back(offsets_of(work.input(k + 1), axes_[k], mode_, kept_.extents.size()));
    const operation::array result = work.output();
    row_copy(kept_, std::move(offsets), work.input(0).data, result.data, size_bytes(result.type))
        .run();
  }

 private:
  shape source_strides_;
  layout kept_;
  std::vector<axis_facts> axes_;
  index_mode mode_;
};

bool suits_the_host(const node_ptr& source, const layout& kept,
                    std::span<const graph::indexed_axis> axes) {
  if (!source->where || !source->where->is_cpu() || axes.empty()) return false;
  const std::ptrdiff_t size = element_count(kept.extents);
  return size >= min_size && std::all_of(axes.begin(), axes.end(), [size](const auto& axis) {
           return element_count(axis.index->extents) <= size / min_uses;
         });
}

}  // namespace

node_ptr gathered(const node_ptr& source, const layout& kept,
                  std::span<const graph::indexed_axis> axes, index_mode mode,
                  const node_ptr& report) {
  if (!suits_the_host(source, kept, axes))
    return graph::make_gather(source, kept, axes, mode, report);
  std::vector<axis_facts> facts;
  graph::operand_list operands(1 + axes.size());
  operands[0] = source;
  for (const graph::indexed_axis& axis : axes) {
    facts.push_back({axis.size, axis.stride, axis.number});
    operands[facts.size()] = axis.index;
  }
  const ref_ptr<const graph::library_function> gather(
      new gather_rows(graph::layout_in_memory(*source).strides, kept, std::move(facts), mode));
  return graph::make_library_node(gather, std::move(operands), source->type, kept.extents, cpu());
}

}  // namespace gpu::detail
