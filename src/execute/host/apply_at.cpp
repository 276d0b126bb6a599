// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/apply_at.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "core/element_word.hpp"
#include "execute/host/cast_loops.hpp"
#include "execute/host/strided_copy.hpp"

namespace gpu::execute {
namespace {

using graph::host_loop;

constexpr std::ptrdiff_t block_size = 512;

/// Elements of one block.
struct alignas(64) block : std::array<char, block_size * 16> {};

char* data_of(const graph::leaf_node& leaf) {
  return graph::data_in(leaf, leaf.offset);
}

host_loop cast(dtype from, dtype to) {
  return from == to ? nullptr : host_cast_loop(graph::cast_loop(from, to));
}

/// `x[i] = f(x[i], b[i])` with the conversions of x before and after, for one block at most.
class updater {
 public:
  explicit updater(const at_update& work) {
    const graph::typed_loop& loop = work.op.loops[static_cast<std::size_t>(work.loop)];
    before_ = cast(work.target->type, loop.in[0]);
    loop_ = loop.on_host;
    after_ = cast(loop.out, work.target->type);
    if (!work.operand) return;
    const std::size_t bytes = size_bytes(work.operand->type);
    operand_ = data_of(*work.operand);
    row_bytes_ = work.operand_row * static_cast<std::ptrdiff_t>(bytes);
    column_bytes_ = work.operand_step * static_cast<std::ptrdiff_t>(bytes);
    if (row_bytes_ != 0 || column_bytes_ != 0) return;
    copy_grid({same_.data(), 0, 1}, {operand_, 0, 0}, 1, block_size, bytes);
    operand_ = same_.data();
  }

  /// Of elements from `column` of update `row` on; where rows have one element, of as many updates.
  void operator()(void* x, std::ptrdiff_t row, std::ptrdiff_t column, std::ptrdiff_t count) {
    const void* in[] = {x, operand_ + row * row_bytes_ + column * column_bytes_};
    if (before_ != nullptr) {
      before_(in, seen_.data(), count);
      in[0] = seen_.data();
    }
    if (after_ == nullptr) return loop_(in, x, count);
    loop_(in, result_.data(), count);
    const void* const results[] = {result_.data()};
    after_(results, x, count);
  }

 private:
  host_loop before_;
  host_loop loop_;
  host_loop after_;
  const char* operand_ = nullptr;  ///< the operands, contiguous along rows; null if there are none
  std::ptrdiff_t row_bytes_ = 0;
  std::ptrdiff_t column_bytes_ = 0;
  block same_;
  block seen_;
  block result_;
};

/// Which elements are in the block that is being filled. May take two elements for one.
class seen_elements {
 public:
  void clear() noexcept { ++now_; }
  /// False if `key` is in the block, or seems to be.
  [[nodiscard]] bool add(std::uint64_t key) noexcept {
    std::uint32_t& slot = slots_[key % slots_.size()];
    if (slot == now_) return false;
    slot = now_;
    return true;
  }

 private:
  std::uint32_t now_ = 1;
  std::array<std::uint32_t, 16384> slots_{};
};

template <class Key>
void update_rows(const at_update& work, const Key* keys, std::ptrdiff_t count, char* data) {
  const auto bytes = static_cast<std::ptrdiff_t>(size_bytes(work.target->type));
  updater update(work);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    char* const row = data + static_cast<std::ptrdiff_t>(keys[i]) * work.row_size * bytes;
    for (std::ptrdiff_t j = 0; j < work.row_size; j += block_size)
      update(row + j * bytes, i, j, std::min(block_size, work.row_size - j));
  }
}

/// Blocks of updates of different elements, whose order is of no importance.
template <class Key>
void update_blocks(const at_update& work, const Key* keys, std::ptrdiff_t count, char* data) {
  updater update(work);
  const auto seen = std::make_unique<seen_elements>();
  block gathered;
  with_element_word(size_bytes(work.target->type), [&]<class Word>(Word) {
    Word* const x = reinterpret_cast<Word*>(data);
    Word* const now = reinterpret_cast<Word*>(gathered.data());
    for (std::ptrdiff_t first = 0; first < count;) {
      const Key* const at = keys + first;
      const std::ptrdiff_t limit = std::min(block_size, count - first);
      seen->clear();
      std::ptrdiff_t n = 0;
      for (; n < limit && seen->add(at[n]); ++n) now[n] = x[at[n]];
      update(now, first, 0, n);
      for (std::ptrdiff_t i = 0; i < n; ++i) x[at[i]] = now[i];
      first += n;
    }
  });
}

template <class Key>
bool run(const at_update& work) {
  const auto* const keys = reinterpret_cast<const Key*>(data_of(*work.keys));
  const std::ptrdiff_t count = element_count(work.keys->extents);
  // All keys are compared: for that there are vectors, for stopping at the first one there are not.
  const auto rows = static_cast<Key>(work.rows);
  Key is_outside = 0;
  for (std::ptrdiff_t i = 0; i < count; ++i) is_outside |= static_cast<Key>(keys[i] == rows);
  if (is_outside != 0) return false;
  char* const data = data_of(*work.target);
  const graph::typed_loop& loop = work.op.loops[static_cast<std::size_t>(work.loop)];
  const graph::host_update_loop quick =
      loop.out == work.target->type ? loop.updates_on_host : nullptr;
  if (work.row_size != 1)
    update_rows(work, keys, count, data);
  else if (quick != nullptr)
    quick(data, keys, sizeof(Key) == sizeof(std::uint64_t), data_of(*work.operand),
          work.operand_row, count);
  else
    update_blocks(work, keys, count, data);
  return true;
}

}  // namespace

bool apply_at_on_host(const at_update& update) {
  return update.keys->type == dtype::uint32 ? run<std::uint32_t>(update)
                                            : run<std::uint64_t>(update);
}

}  // namespace gpu::execute
