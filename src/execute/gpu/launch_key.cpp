// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/launch_key.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::kernel_argument;
using graph::kernel_output;
using graph::leaf_node;
using graph::operand_kind;

using key = std::vector<std::uint32_t>;

/// Appends words, of which there are at most so many: through a pointer, as what is computed often
/// has its key written each time.
class word_writer {
 public:
  word_writer(key& words, std::size_t most) : words_(words) {
    const std::size_t begin = words.size();
    words.resize(begin + most);
    at_ = words.data() + begin;
  }
  void put(std::size_t number) noexcept { *at_++ = static_cast<std::uint32_t>(number); }
  void put_wide(std::ptrdiff_t number) noexcept {
    const auto bits = static_cast<std::uint64_t>(number);
    put(bits);
    put(bits >> 32);
  }
  void put(const shape& numbers) noexcept {
    put(numbers.size());
    for (const std::ptrdiff_t number : numbers) put_wide(number);
  }
  /// To be called at the end.
  void finish() { words_.resize(static_cast<std::size_t>(at_ - words_.data())); }

 private:
  key& words_;
  std::uint32_t* at_;
};

constexpr std::size_t words_of(std::size_t rank) {
  return 1 + 2 * rank;
}

/// Bytes behind `end` elements of the leaf's block that an access may touch: what `needs_tail` asks
/// of memory, as far as it matters. What is written must be the end of its block.
std::size_t bytes_behind(const leaf_node& leaf, std::ptrdiff_t end, bool is_written) noexcept {
  const memory_block& block = *leaf.block;
  const std::ptrdiff_t end_byte = end * static_cast<std::ptrdiff_t>(size_bytes(leaf.type));
  if (is_written && end_byte != static_cast<std::ptrdiff_t>(block.size_bytes())) return 0;
  const std::size_t room = is_written ? block.capacity_bytes() : block.readable_bytes();
  const std::ptrdiff_t behind = static_cast<std::ptrdiff_t>(room) - end_byte;
  return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(behind, 0, tuning::access_bytes));
}

/// Whether the last access may be to more than the elements.
bool may_reach_behind(std::ptrdiff_t size) noexcept {
  return size % tuning::access_bytes != 0;
}

/// What plans look at of where `size` elements of an array in C order lie.
std::size_t place_of(const leaf_node& leaf, std::ptrdiff_t offset, std::ptrdiff_t size,
                     bool is_written) noexcept {
  std::size_t place = address_in(leaf, offset) % tuning::access_bytes;
  if (leaf.block && may_reach_behind(size))
    place |= bytes_behind(leaf, offset + size, is_written) << 8;
  return place;
}

/// The same of an array of any layout.
std::size_t place_of(const leaf_node& leaf, const layout& where, bool is_written) noexcept {
  std::size_t place = address_in(leaf, where.offset) % tuning::access_bytes;
  if (leaf.block && may_reach_behind(element_count(where.extents)))
    if (const std::optional<offset_bounds> touched = bounds(where))
      place |= bytes_behind(leaf, touched->last + 1, is_written) << 8;
  return place;
}

void append_dense(key& words, const kernel& work) {
  word_writer out(words, 3 + work.outputs.size() + work.arguments.size());
  const std::ptrdiff_t size = element_count(work.extents);
  out.put_wide(size);
  for (const kernel_output& output : work.outputs)
    out.put(place_of(*output.target, output.target->offset, size, true));
  work.for_each(operand_kind::array, [&](std::size_t, const kernel_argument& argument) {
    out.put(place_of(*leaf_of(argument), argument.place.offset, size, false));
  });
  out.finish();
}

void append_rows(key& words, const kernel& work) {
  const affine_view& row = work.reduction()->row;
  word_writer out(
      words, 3 + words_of(row.extents.size()) + words_of(row.start.size()) + 3 * row.terms.size());
  out.put_wide(static_cast<std::ptrdiff_t>(work.reduced_axes()));
  out.put(row.extents);
  out.put(row.start);
  out.put(row.terms.size());
  for (const affine_view::term& term : row.terms) {
    out.put(term.out_axis << 16 | term.in_axis);
    out.put_wide(term.step);
  }
  out.finish();
}

/// The first of `count` operands that lies in the same block as the last of them.
template <class LeafOf>
std::size_t first_in_block(std::size_t count, const LeafOf& leaf) noexcept {
  const void* const block = block_of(*leaf(count - 1));
  std::size_t first = 0;
  while (leaf(first) == nullptr || block_of(*leaf(first)) != block) ++first;
  return first;
}

/// Offsets are told from that of the first operand in the same block: plans have no others.
void append_outputs(key& words, const kernel& work) {
  std::size_t count = 0;
  for (const kernel_output& output : work.outputs) {
    const layout place = output.target->placement();
    word_writer out(words, 4 + 2 * words_of(place.extents.size()));
    const std::size_t first =
        first_in_block(++count, [&](std::size_t i) { return work.outputs[i].target.get(); });
    out.put(first);
    out.put_wide(place.offset - work.outputs[first].target->offset);
    out.put(place.extents);
    out.put(place.strides);
    out.put(place_of(*output.target, place, true));
    out.finish();
  }
}

/// The same, but for affine functions and memory.
void append_arguments(key& words, const kernel& work) {
  std::size_t most = 0;
  for (const kernel_argument& argument : work.arguments)
    most += 4 + words_of(argument.place.strides.size());
  word_writer out(words, most);
  std::size_t count = 0;
  for (const kernel_argument& argument : work.arguments) {
    ++count;
    out.put(argument.place.strides);
    if (argument.kind != operand_kind::array) {
      out.put_wide(argument.place.offset);
      continue;
    }
    const std::size_t first =
        first_in_block(count, [&](std::size_t i) { return leaf_of(work.arguments[i]); });
    out.put(first);
    out.put_wide(argument.place.offset - work.arguments[first].place.offset);
    out.put(place_of(*leaf_of(argument), argument.place, false));
  }
  out.finish();
}

void append_layouts(key& words, const kernel& work) {
  word_writer out(words, 1 + words_of(work.extents.size()));
  out.put(work.extents);
  out.put(work.scan() != nullptr ? work.scan()->axis : 0);
  out.finish();
  if (work.reduction() != nullptr) append_rows(words, work);
  append_outputs(words, work);
  append_arguments(words, work);
}

/// Whether parts of one block are read that begin at different places: plans look at how far apart.
bool reads_apart(const kernel& work) noexcept {
  for (std::size_t i = 1; i < work.arguments.size(); ++i) {
    const leaf_node* const one = leaf_of(work.arguments[i]);
    for (std::size_t k = 0; one != nullptr && k < i; ++k) {
      const leaf_node* const other = leaf_of(work.arguments[k]);
      if (other != nullptr && other->block == one->block &&
          work.arguments[k].place.offset != work.arguments[i].place.offset)
        return true;
    }
  }
  return false;
}

/// Whether a kernel maps elements, of which there are some, and every operand that it iterates is
/// an array in C order. Of its shape the plan looks at the number of elements alone.
bool is_dense(const kernel& work) noexcept {
  if (!work.is_elementwise() || element_count(work.extents) == 0 || reads_apart(work)) return false;
  for (const kernel_output& output : work.outputs)
    if (!is_contiguous(output.target->extents, output.target->strides)) return false;
  return std::all_of(
      work.arguments.begin(), work.arguments.end(), [](const kernel_argument& argument) {
        return argument.kind == operand_kind::memory ||
               (argument.kind == operand_kind::array && is_contiguous(argument.place));
      });
}

}  // namespace

void write_key(key& words, const kernel& work) {
  work.signature(words);
  const auto signature = static_cast<std::uint32_t>(words.size());
  const bool dense = is_dense(work);
  words.push_back(static_cast<std::uint32_t>(work.where.ordinal()) << 1 | (dense ? 1 : 0));
  if (dense)
    append_dense(words, work);
  else
    append_layouts(words, work);
  words.push_back(signature);
}

expression_key::expression_key(const contiguous_expression& read) noexcept {
  const auto put = [this](std::size_t word) {
    words_[count_++] = static_cast<std::uint32_t>(word);
  };
  for (const std::uint32_t word : read.words()) put(word);
  put(static_cast<std::size_t>(read.size()));
  put(place_of(read.target(), read.target().offset, read.size(), true));
  for (const leaf_node* leaf : read.leaves())
    put(place_of(*leaf, leaf->offset, read.size(), false));
  put(0);  // where those of a kernel have the length of its signature
}

}  // namespace gpu::execute
