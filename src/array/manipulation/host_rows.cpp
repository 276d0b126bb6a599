// SPDX-License-Identifier: BSD-3-Clause
#include "array/manipulation/host_rows.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include <gpu/array/indexing/access.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

#include "array/indexing/host_selection.hpp"
#include "core/element_word.hpp"
#include "execute/host/strided_copy.hpp"
#include "execute/host/thread_pool.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

using place_list = std::vector<std::ptrdiff_t>;

/// An array by one of its axes: for each index of the axes before it a list of rows, one for each
/// index along it, which are the elements of the axes behind it.
struct array_rows {
  std::byte* data;
  std::ptrdiff_t lists = 1;
  std::ptrdiff_t length;
  std::ptrdiff_t row_elements = 1;
  std::size_t row_bytes;

  array_rows(const execute::operation::array& array, std::size_t axis)
      : data(array.data), length(array.place.extents[axis]) {
    const shape& extents = array.place.extents;
    for (std::size_t i = 0; i < axis; ++i) lists *= extents[i];
    for (std::size_t i = axis + 1; i < extents.size(); ++i) row_elements *= extents[i];
    row_bytes = static_cast<std::size_t>(row_elements) * size_bytes(array.type);
  }

  [[nodiscard]] std::byte* at(std::ptrdiff_t list, std::ptrdiff_t row) const {
    return data + static_cast<std::size_t>(list * length + row) * row_bytes;
  }
  /// Whether a row is copied by one instruction.
  [[nodiscard]] bool are_words() const { return row_bytes <= 16 && std::has_single_bit(row_bytes); }
};

/// Calls `body(list, first, last)` for ranges of [0, length) that together are all of each list.
/// @param elements  how many one index stands for
template <class Body>
void for_each_range(std::ptrdiff_t lists, std::ptrdiff_t length, std::ptrdiff_t elements,
                    const Body& body) {
  const std::ptrdiff_t grain_size = execute::min_thread_rows(std::max<std::ptrdiff_t>(elements, 1));
  execute::parallel_for(lists * length, grain_size, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
    while (begin < end) {
      const std::ptrdiff_t list = begin / length;
      const std::ptrdiff_t first = begin - list * length;
      const std::ptrdiff_t last = std::min(length, first + end - begin);
      body(list, first, last);
      begin += last - first;
    }
  });
}

class keeping : public graph::library_function {
 public:
  keeping(std::size_t axis, std::unique_ptr<bool[]> is_kept, std::ptrdiff_t end)
      : axis_(axis), is_kept_(std::move(is_kept)), end_(end) {}

  [[nodiscard]] const char* name() const noexcept override { return "delete"; }
  void run(execute::operation& work) const override {
    const array_rows from(work.input(0), axis_);
    const array_rows to(work.output(), axis_);
    const auto copy = [&](std::ptrdiff_t list) {
      if (from.are_words()) {
        select_on_host(from.at(list, 0), to.at(list, 0), from.row_bytes, is_kept_.get(), end_);
        return;
      }
      std::byte* next = to.at(list, 0);
      for (std::ptrdiff_t i = 0; i < end_; ++i) {
        if (!is_kept_[static_cast<std::size_t>(i)]) continue;
        std::memcpy(next, from.at(list, i), from.row_bytes);
        next += from.row_bytes;
      }
    };
    for_each_range(from.lists, 1, from.length * from.row_elements,
                   [&](std::ptrdiff_t list, std::ptrdiff_t, std::ptrdiff_t) { copy(list); });
  }

 private:
  std::size_t axis_;
  std::unique_ptr<bool[]> is_kept_;
  std::ptrdiff_t end_;  // behind the last one: others are written to where the next one comes
};

class insertion : public graph::library_function {
 public:
  insertion(std::size_t axis, place_list places, std::vector<std::size_t> order)
      : axis_(axis), places_(std::move(places)), order_(std::move(order)) {}

  [[nodiscard]] const char* name() const noexcept override { return "insert"; }
  void run(execute::operation& work) const override {
    const array_rows from(work.input(0), axis_);
    const array_rows values(work.input(1), axis_);
    const array_rows to(work.output(), axis_);
    const auto count = static_cast<std::ptrdiff_t>(order_.size());
    const auto place = [&](std::ptrdiff_t i) {
      return i < count ? places_[order_[static_cast<std::size_t>(i)]] : from.length;
    };
    const auto copy = [&](std::ptrdiff_t list, std::ptrdiff_t first, std::ptrdiff_t last) {
      std::ptrdiff_t next = first == 0 ? 0 : place(first - 1);
      for (std::ptrdiff_t i = first; i < last; ++i) {
        const std::ptrdiff_t end = place(i);
        if (end > next)
          std::memcpy(to.at(list, next + i), from.at(list, next),
                      static_cast<std::size_t>(end - next) * from.row_bytes);
        if (i < count) {
          const auto value = static_cast<std::ptrdiff_t>(order_[static_cast<std::size_t>(i)]);
          std::memcpy(to.at(list, end + i), values.at(list, value), from.row_bytes);
        }
        next = end;
      }
    };
    for_each_range(from.lists, count + 1, to.length * to.row_elements / (count + 1), copy);
  }

 private:
  std::size_t axis_;
  place_list places_;
  std::vector<std::size_t> order_;  // of the places, and of the values, in the result
};

/// A word, `count` times.
template <class Word>
void repeat_word(const std::byte* word, std::byte* to, std::ptrdiff_t count, const std::byte* end) {
  constexpr std::ptrdiff_t unrolled = 4;
  constexpr std::ptrdiff_t min_vectorized = 32;
  if (end - to >= unrolled * static_cast<std::ptrdiff_t>(sizeof(Word))) [[likely]] {
    // Without asking how many there are: those in vain are overwritten by what follows.
    std::fill_n(reinterpret_cast<Word*>(to), unrolled, *reinterpret_cast<const Word*>(word));
    if (count <= unrolled) return;
  }
  if (count >= min_vectorized)
    return execute::copy_grid({reinterpret_cast<char*>(to), 0, 1},
                              {reinterpret_cast<const char*>(word), 0, 0}, 1, count, sizeof(Word));
  std::fill_n(reinterpret_cast<Word*>(to), count, *reinterpret_cast<const Word*>(word));
}

/// The second operand: where, in the result, what each element becomes ends.
class repetition : public graph::library_function {
 public:
  explicit repetition(std::size_t axis) : axis_(axis) {}

  [[nodiscard]] const char* name() const noexcept override { return "repeat"; }
  void run(execute::operation& work) const override {
    const array_rows from(work.input(0), axis_);
    const auto* const ends = reinterpret_cast<const std::int64_t*>(work.input(1).data);
    const array_rows to(work.output(), axis_);
    const auto copy = [&](std::ptrdiff_t list, std::ptrdiff_t first, std::ptrdiff_t last,
                          const auto& repeat) {
      std::ptrdiff_t next = first == 0 ? 0 : ends[first - 1];
      const std::byte* const range_end = to.at(list, ends[last - 1]);
      for (std::ptrdiff_t i = first; i < last; ++i) {
        const std::ptrdiff_t end = ends[i];
        repeat(from.at(list, i), to.at(list, next), end - next, range_end);
        next = end;
      }
    };
    for_each_range(
        from.lists, from.length, to.length * to.row_elements / from.length,
        [&](std::ptrdiff_t list, std::ptrdiff_t first, std::ptrdiff_t last) {
          if (!from.are_words())
            return copy(
                list, first, last,
                [&](const std::byte* row, std::byte* next, std::ptrdiff_t count, const std::byte*) {
                  for (; count > 0; --count, next += from.row_bytes)
                    std::memcpy(next, row, from.row_bytes);
                });
          with_element_word(from.row_bytes, [&]<class Word>(Word) {
            copy(list, first, last, [](auto... repeated) { repeat_word<Word>(repeated...); });
          });
        });
  }

 private:
  std::size_t axis_;
};

/// What `function` makes of operands, of which the first is the array, of `length` along the axis.
graph::node_ptr with_rows(const graph::library_function* function, graph::operand_list&& operands,
                          dtype type, shape extents, std::size_t axis, std::ptrdiff_t length) {
  extents[axis] = length;
  return graph::make_library_node(ref_ptr<const graph::library_function>(function),
                                  std::move(operands), type, extents, cpu());
}

}  // namespace

graph::node_ptr kept_on_host(const graph::node_ptr& a, std::size_t axis,
                             std::unique_ptr<bool[]> is_kept, std::ptrdiff_t count) {
  std::ptrdiff_t end = a->extents[axis];
  while (!is_kept[static_cast<std::size_t>(end - 1)]) --end;
  return with_rows(new keeping(axis, std::move(is_kept), end), graph::operand_list::of(a), a->type,
                   a->extents, axis, count);
}

graph::node_ptr inserted_on_host(const graph::node_ptr& a, std::size_t axis,
                                 const graph::node_ptr& values, const place_list& places) {
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!std::is_sorted(places.begin(), places.end()))
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t k) { return places[i] < places[k]; });
  const std::ptrdiff_t length = a->extents[axis] + static_cast<std::ptrdiff_t>(places.size());
  return with_rows(new insertion(axis, places, std::move(order)),
                   graph::operand_list::of(a, values), a->type, a->extents, axis, length);
}

graph::node_ptr repeated_on_host(const graph::node_ptr& a, std::size_t axis,
                                 const place_list& counts, std::ptrdiff_t length) {
  const graph::leaf_ptr ends =
      uninitialised_leaf(dtype::int64, {static_cast<std::ptrdiff_t>(counts.size())}, cpu());
  const execute::operation fill(cpu());
  std::partial_sum(counts.begin(), counts.end(), fill.output<std::int64_t>(*ends));
  return with_rows(new repetition(axis), graph::operand_list::of(a, graph::node_ptr(ends.get())),
                   a->type, a->extents, axis, length);
}

}  // namespace gpu::detail
