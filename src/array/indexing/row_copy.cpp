// SPDX-License-Identifier: BSD-3-Clause
#include "array/indexing/row_copy.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "core/element_word.hpp"
#include "execute/host/strided_copy.hpp"
#include "execute/host/thread_pool.hpp"
#include "execute/host/vector_loop.hpp"

namespace gpu::detail {
namespace {

using execute::operation;

/// Elements one after the other, on average, from which on spans are copied, not elements.
constexpr std::ptrdiff_t min_span = 8;
/// Indices that are checked before the elements that they name are copied.
constexpr std::ptrdiff_t at_once = 1024;

[[noreturn]] void throw_out_of_bounds(std::int64_t index, const indexed_axis_traits& axis) {
  throw index_error(text_of("index ", index, " is out of bounds for axis ", axis.number,
                            " with size ", axis.size));
}

bool is_out_of_bounds(std::int64_t index, std::ptrdiff_t size) {
  return index < -size || index >= size;
}

/// Calls `use(place)` with a function that gives the place of an index on the axis. Of the mode
/// `raise` the index has been found to be within bounds.
template <class Use>
void with_place(const indexed_axis_traits& axis, index_mode mode, const Use& use) {
  const std::ptrdiff_t size = axis.size;
  if (mode == index_mode::clip)
    use([size](std::int64_t index) { return std::clamp<std::int64_t>(index, 0, size - 1); });
  else if (mode == index_mode::wrap)
    use([size](std::int64_t index) {
      const std::int64_t rest = index % size;
      return rest < 0 ? rest + size : rest;
    });
  else
    use([size](std::int64_t index) { return index < 0 ? index + size : index; });
}

std::span<const std::int64_t> numbers(const operation::array& indices) {
  return {reinterpret_cast<const std::int64_t*>(indices.data),
          static_cast<std::size_t>(element_count(indices.place.extents))};
}

/// The bits that are set in some of the indices, and in what is negative if an index is out of
/// bounds: index + size, or size - 1 - index.
struct index_bits {
  std::uint64_t all = 0;
  std::uint64_t outside = 0;
};

[[gnu::always_inline]] inline index_bits bits_of(std::span<const std::int64_t> indices,
                                                 std::uint64_t size) {
  constexpr std::size_t width = 8;
  std::uint64_t all[width] = {}, outside[width] = {};
  std::size_t i = 0;
  for (; i + width <= indices.size(); i += width) {
    GPU_VECTOR_LOOP
    for (std::size_t lane = 0; lane < width; ++lane) {
      const auto index = static_cast<std::uint64_t>(indices[i + lane]);
      all[lane] |= index;
      outside[lane] |= (index + size) | (size - 1 - index);
    }
  }
  index_bits found;
  for (; i < indices.size(); ++i) {
    const auto index = static_cast<std::uint64_t>(indices[i]);
    found.all |= index;
    found.outside |= (index + size) | (size - 1 - index);
  }
  for (std::size_t lane = 0; lane < width; ++lane) {
    found.all |= all[lane];
    found.outside |= outside[lane];
  }
  return found;
}

#if defined(__x86_64__) && defined(__GNUC__)
[[gnu::target("avx2")]] index_bits bits_with_avx2(std::span<const std::int64_t> indices,
                                                  std::uint64_t size) {
  return bits_of(indices, size);
}
#endif

/// Whether some of the indices are negative.
/// @throws index_error  if one is out of bounds, with `index_mode::raise`
bool check(std::span<const std::int64_t> indices, const indexed_axis_traits& axis,
           index_mode mode) {
  if (mode != index_mode::raise) return true;
  auto* find =
      +[](std::span<const std::int64_t> all, std::uint64_t size) { return bits_of(all, size); };
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx2) find = &bits_with_avx2;
#endif
  const index_bits found = find(indices, static_cast<std::uint64_t>(axis.size));
  // The highest bit tells whether a number is negative.
  if (found.outside >> 63 != 0)
    for (const std::int64_t index : indices)
      if (is_out_of_bounds(index, axis.size)) throw_out_of_bounds(index, axis);
  return found.all >> 63 != 0;
}

/// Calls `use(place)` with the function that takes the least for indices that have been checked.
template <class Use>
void with_checked_place(const indexed_axis_traits& axis, index_mode mode, bool some_are_negative,
                        const Use& use) {
  if (some_are_negative) return with_place(axis, mode, use);
  use([](std::int64_t index) { return index; });
}

/// To `dense`, the elements of `indexed`, `stride` apart, at the places of the indices. Nothing
/// that is read lies where it writes.
template <class Word, class Place>
void gather_elements(std::span<const std::int64_t> indices, const Word* __restrict indexed,
                     std::ptrdiff_t stride, Word* __restrict dense, Place place) {
  for (const std::int64_t index : indices) *dense++ = indexed[place(index) * stride];
}

/// The other way; `step` is 1, or 0 if `dense` is one element for all.
template <class Word, class Place>
void scatter_elements(std::span<const std::int64_t> indices, const Word* __restrict dense,
                      std::ptrdiff_t step, Word* __restrict indexed, std::ptrdiff_t stride,
                      Place place) {
  if (step == 1)
    for (const std::int64_t index : indices) indexed[place(index) * stride] = *dense++;
  else
    for (const std::int64_t index : indices) indexed[place(index) * stride] = *dense;
}

/// Elements one after the other on the indexed side and in a row of the dense one.
struct span_of_elements {
  std::ptrdiff_t from;
  std::ptrdiff_t to;
  std::ptrdiff_t count;
};

bool varies(const std::vector<axis_offsets>& axes, std::size_t axis) {
  return std::any_of(axes.begin(), axes.end(),
                     [axis](const axis_offsets& one) { return one.strides[axis] != 0; });
}

/// The first axis of a row.
std::size_t first_row_axis(const layout& kept, const std::vector<axis_offsets>& axes) {
  const std::size_t rank = kept.extents.size();
  std::size_t inner = rank;
  while (inner > 0 && !varies(axes, inner - 1)) --inner;
  return inner == rank ? rank - 1 : inner;
}

class row_copy {
 public:
  row_copy(const layout& kept, std::vector<axis_offsets> axes, const copied_arrays& arrays)
      : kept_(kept),
        axes_(std::move(axes)),
        indexed_(reinterpret_cast<char*>(arrays.indexed)),
        dense_(reinterpret_cast<char*>(arrays.dense)),
        bytes_(static_cast<std::ptrdiff_t>(arrays.element_bytes)),
        gathers_(arrays.direction == copy_direction::gather),
        inner_(first_row_axis(kept, axes_)) {
    for (std::size_t axis = inner_; axis < kept.extents.size(); ++axis)
      row_size_ *= kept.extents[axis];
    for (std::size_t axis = 0; axis < inner_; ++axis) rows_ *= kept.extents[axis];
    dense_step_ = arrays.is_one_row ? 0 : row_size_ * bytes_;
    is_indexed_ = varies(axes_, inner_);
    if (is_indexed_) find_spans();
  }

  /// Rows are written one after the other: two may be the same.
  void run() const {
    if (!gathers_) return copy_rows(0, rows_);
    execute::parallel_for(
        rows_, execute::min_thread_rows(row_size_),
        [&](std::ptrdiff_t first, std::ptrdiff_t last) { copy_rows(first, last); });
  }

 private:
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
    char* const dense = dense_ + row * dense_step_;
    if (!is_indexed_) return copy_block(dense, begin, inner_);
    if (spans_.empty()) return copy_elements(dense, begin, varying);
    for (const span_of_elements& span : spans_)
      copy_span(dense + span.to * bytes_, begin + span.from, span.count);
  }

  void copy_span(char* dense, std::ptrdiff_t begin, std::ptrdiff_t count) const {
    char* const indexed = indexed_ + begin * bytes_;
    std::memcpy(gathers_ ? dense : indexed, gathers_ ? indexed : dense,
                static_cast<std::size_t>(count * bytes_));
  }

  /// The elements along the axes from `axis` on, which no index varies along.
  void copy_block(char* dense, std::ptrdiff_t begin, std::size_t axis) const {
    const std::size_t rank = kept_.extents.size();
    std::ptrdiff_t size = 1;
    bool is_span = true;
    for (std::size_t i = rank; i-- > axis;) {
      is_span = is_span && (kept_.extents[i] == 1 || kept_.strides[i] == size);
      size *= kept_.extents[i];
    }
    if (is_span) return copy_span(dense, begin, size);
    const std::ptrdiff_t extent = kept_.extents[axis];
    if (axis + 2 >= rank) return copy_matrix(dense, begin, axis + 1 == rank ? 1 : extent);
    for (std::ptrdiff_t i = 0; i < extent; ++i)
      copy_block(dense + i * (size / extent) * bytes_, begin + i * kept_.strides[axis], axis + 1);
  }

  /// The elements along the last two axes, or along the last one, if there is one row.
  void copy_matrix(char* dense, std::ptrdiff_t begin, std::ptrdiff_t rows) const {
    const std::size_t rank = kept_.extents.size();
    const std::ptrdiff_t columns = kept_.extents[rank - 1];
    const std::ptrdiff_t row_stride = rows == 1 ? 0 : kept_.strides[rank - 2];
    char* const indexed = indexed_ + begin * bytes_;
    const auto bytes = static_cast<std::size_t>(bytes_);
    if (gathers_)
      execute::copy_grid({dense, columns, 1}, {indexed, row_stride, kept_.strides[rank - 1]}, rows,
                         columns, bytes);
    else
      execute::copy_grid({indexed, row_stride, kept_.strides[rank - 1]}, {dense, columns, 1}, rows,
                         columns, bytes);
  }

  void copy_elements(char* dense, std::ptrdiff_t begin,
                     const std::vector<const std::ptrdiff_t*>& varying) const {
    with_element_word(static_cast<std::size_t>(bytes_), [&]<class Word>(Word) {
      Word* const indexed = reinterpret_cast<Word*>(indexed_) + begin;
      Word* const row = reinterpret_cast<Word*>(dense);
      if (gathers_)
        each_offset(varying, [&](std::ptrdiff_t i, std::ptrdiff_t at) { row[i] = indexed[at]; });
      else
        each_offset(varying, [&](std::ptrdiff_t i, std::ptrdiff_t at) { indexed[at] = row[i]; });
    });
  }

  template <class Copy>
  void each_offset(const std::vector<const std::ptrdiff_t*>& varying, const Copy& copy) const {
    if (!places_.empty()) {
      for (std::ptrdiff_t i = 0; i < row_size_; ++i) copy(i, places_[static_cast<std::size_t>(i)]);
      return;
    }
    for (std::ptrdiff_t i = 0; i < row_size_; ++i) {
      std::ptrdiff_t offset = i * kept_.strides[inner_];
      for (std::size_t k = 0; k < axes_.size(); ++k) {
        const std::ptrdiff_t stride = axes_[k].strides[inner_];
        if (stride != 0) offset += varying[k][i * stride];
      }
      copy(i, offset);
    }
  }

  const layout& kept_;
  const std::vector<axis_offsets> axes_;
  char* const indexed_;
  char* const dense_;
  const std::ptrdiff_t bytes_;
  const bool gathers_;
  const std::size_t inner_;  ///< the first axis of a row
  std::ptrdiff_t row_size_ = 1;
  std::ptrdiff_t rows_ = 1;
  std::ptrdiff_t dense_step_ = 0;        ///< bytes from one dense row to the next
  bool is_indexed_ = false;              ///< whether indices vary along the rows
  std::vector<std::ptrdiff_t> places_;   ///< of the elements of each row, if no row differs
  std::vector<span_of_elements> spans_;  ///< of each row, if they are long
};

}  // namespace

axis_offsets offsets_of(const operation::array& indices, const indexed_axis_traits& axis,
                        index_mode mode, std::size_t rank) {
  const std::span<const std::int64_t> index = numbers(indices);
  const shape& extents = indices.place.extents;
  axis_offsets result{std::vector<std::ptrdiff_t>(index.size()), shape(rank, 0)};
  check(index, axis, mode);
  with_place(axis, mode, [&](const auto& place) {
    std::transform(index.begin(), index.end(), result.values.begin(),
                   [place, stride = axis.stride](std::int64_t i) { return place(i) * stride; });
  });
  std::ptrdiff_t step = 1;
  for (std::size_t i = extents.size(); i-- > 0;) {
    if (extents[i] > 1) result.strides[rank - extents.size() + i] = step;
    step *= extents[i];
  }
  return result;
}

std::ptrdiff_t copied_row_size(const layout& kept, const std::vector<axis_offsets>& axes) {
  std::ptrdiff_t size = 1;
  for (std::size_t axis = first_row_axis(kept, axes); axis < kept.extents.size(); ++axis)
    size *= kept.extents[axis];
  return size;
}

void copy_rows_at(const layout& kept, std::vector<axis_offsets> axes, const copied_arrays& arrays) {
  row_copy(kept, std::move(axes), arrays).run();
}

bool are_single_elements(const layout& kept, std::size_t axes, const shape& indices) {
  return axes == 1 && kept.offset == 0 && indices == kept.extents &&
         std::all_of(kept.strides.begin(), kept.strides.end(),
                     [](std::ptrdiff_t stride) { return stride == 0; });
}

bool check_indices(const operation::array& indices, const indexed_axis_traits& axis) {
  return check(numbers(indices), axis, index_mode::raise);
}

void write_elements_at(const operation::array& indices, const indexed_axis_traits& axis,
                       bool some_are_negative, const copied_arrays& arrays) {
  with_element_word(arrays.element_bytes, [&]<class Word>(Word) {
    with_checked_place(axis, index_mode::raise, some_are_negative, [&](const auto& place) {
      scatter_elements(numbers(indices), reinterpret_cast<const Word*>(arrays.dense),
                       arrays.is_one_row ? 0 : 1, reinterpret_cast<Word*>(arrays.indexed),
                       axis.stride, place);
    });
  });
}

void read_elements_at(const operation::array& indices, const indexed_axis_traits& axis,
                      index_mode mode, const copied_arrays& arrays) {
  const std::span<const std::int64_t> all = numbers(indices);
  with_element_word(arrays.element_bytes, [&]<class Word>(Word) {
    const auto* const indexed = reinterpret_cast<const Word*>(arrays.indexed);
    Word* const dense = reinterpret_cast<Word*>(arrays.dense);
    execute::parallel_for(
        static_cast<std::ptrdiff_t>(all.size()), execute::min_thread_elements,
        [&](std::ptrdiff_t first, std::ptrdiff_t last) {
          for (; first < last; first += at_once) {
            const std::span part =
                all.subspan(static_cast<std::size_t>(first),
                            static_cast<std::size_t>(std::min(at_once, last - first)));
            const bool some_are_negative = check(part, axis, mode);
            with_checked_place(axis, mode, some_are_negative, [&](const auto& place) {
              gather_elements(part, indexed, axis.stride, dense + first, place);
            });
          }
        });
  });
}

}  // namespace gpu::detail
