// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/apply_at.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>

#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/maximum.hpp>
#include <gpu/elementwise/minimum.hpp>
#include <gpu/elementwise/multiply.hpp>
#include <gpu/elementwise/subtract.hpp>

#include "execute/host/cast_loops.hpp"

namespace gpu::execute {
namespace {

using graph::host_loop;

constexpr std::ptrdiff_t block_size = 512;

/// Elements of one block.
struct alignas(64) block {
  std::array<char, block_size * 16> bytes;

  [[nodiscard]] char* data() noexcept { return bytes.data(); }
};

host_loop cast(dtype from, dtype to) {
  return from == to ? nullptr : host_cast_loop(graph::cast_loop(from, to));
}

void copy_element(void* to, const void* from, std::size_t bytes) noexcept {
  switch (bytes) {
    case 1:
      return static_cast<void>(std::memcpy(to, from, 1));
    case 2:
      return static_cast<void>(std::memcpy(to, from, 2));
    case 4:
      return static_cast<void>(std::memcpy(to, from, 4));
    case 8:
      return static_cast<void>(std::memcpy(to, from, 8));
    default:
      std::memcpy(to, from, 16);
  }
}

/// `x[i] = f(x[i], b[i])` with the conversions of x before and after, for one block at most.
class updater {
 public:
  updater(const graph::typed_loop& loop, dtype type)
      : before_(cast(type, loop.in[0])), loop_(loop.on_host), after_(cast(loop.out, type)) {}

  void operator()(void* x, const void* operand, std::ptrdiff_t count) {
    const void* in[] = {x, operand};
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
  block seen_;
  block result_;
};

/// The operands of updates, as contiguous elements.
class operands {
 public:
  explicit operands(const at_update& update) : update_(update) {
    if (!update.operand) return;
    bytes_ = size_bytes(update.operand->type);
    first_ = static_cast<const char*>(update.operand->block->data()) +
             update.operand->offset * static_cast<std::ptrdiff_t>(bytes_);
    if (update.operand_row == 0 && update.operand_step == 0)
      for (std::ptrdiff_t i = 0; i < block_size; ++i)
        std::memcpy(same_.data() + i * static_cast<std::ptrdiff_t>(bytes_), first_, bytes_);
  }

  /// Those of element `column` of update `row`, and of what follows it in a row; where rows have
  /// one element, in the next updates.
  [[nodiscard]] const void* at(std::ptrdiff_t row, std::ptrdiff_t column) {
    if (first_ == nullptr) return nullptr;
    if (update_.operand_row == 0 && update_.operand_step == 0) return same_.data();
    const std::ptrdiff_t element = row * update_.operand_row + column * update_.operand_step;
    return first_ + element * static_cast<std::ptrdiff_t>(bytes_);
  }

 private:
  const at_update& update_;
  std::size_t bytes_ = 0;
  const char* first_ = nullptr;
  block same_;
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
  updater update(work.op.loops[static_cast<std::size_t>(work.loop)], work.target->type);
  operands from(work);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    char* const row = data + static_cast<std::ptrdiff_t>(keys[i]) * work.row_size * bytes;
    for (std::ptrdiff_t j = 0; j < work.row_size; j += block_size)
      update(row + j * bytes, from.at(i, j), std::min(block_size, work.row_size - j));
  }
}

/// Blocks of updates of different elements, whose order is of no importance.
template <class Key>
void update_elements(const at_update& work, const Key* keys, std::ptrdiff_t count, char* data) {
  const std::size_t bytes = size_bytes(work.target->type);
  updater update(work.op.loops[static_cast<std::size_t>(work.loop)], work.target->type);
  operands from(work);
  const auto seen = std::make_unique<seen_elements>();
  block gathered;
  for (std::ptrdiff_t first = 0; first < count;) {
    seen->clear();
    std::ptrdiff_t n = 0;
    for (; n < block_size && first + n < count && seen->add(keys[first + n]); ++n)
      copy_element(gathered.data() + static_cast<std::size_t>(n) * bytes,
                   data + static_cast<std::size_t>(keys[first + n]) * bytes, bytes);
    update(gathered.data(), from.at(first, 0), n);
    for (std::ptrdiff_t k = 0; k < n; ++k)
      copy_element(data + static_cast<std::size_t>(keys[first + k]) * bytes,
                   gathered.data() + static_cast<std::size_t>(k) * bytes, bytes);
    first += n;
  }
}

template <class...>
struct type_list {};
/// Ops that take less time than bringing elements into blocks and back does, and their types.
using quick_ops = type_list<ops::add, ops::subtract, ops::multiply, ops::minimum, ops::maximum>;
using quick_types = type_list<float, double, std::int32_t, std::int64_t>;

template <class Op, class T, class Key>
void update_each(const at_update& work, const Key* keys, std::ptrdiff_t count, char* data) {
  T* const x = reinterpret_cast<T*>(data);
  const T* const b = static_cast<const T*>(work.operand->block->data()) + work.operand->offset;
  const std::ptrdiff_t step = work.operand_row;
  for (std::ptrdiff_t i = 0; i < count; ++i) x[keys[i]] = Op{}(x[keys[i]], b[i * step]);
}

/// Updates element by element. False, and nothing written, if the op or the dtype is another.
template <class... Op, class... T, class Key>
bool update_quickly(type_list<Op...> /*ops*/, type_list<T...> /*types*/, const at_update& work,
                    const Key* keys, std::ptrdiff_t count, char* data) {
  const graph::typed_loop& loop = work.op.loops[static_cast<std::size_t>(work.loop)];
  const dtype type = work.target->type;
  if (loop.in.size() != 2 || loop.in[0] != type || loop.in[1] != type || loop.out != type)
    return false;
  const auto with = [&]<class One>(std::type_identity<One>) {
    const auto of = [&]<class E>(std::type_identity<E>) {
      if (type != dtype_of<E>) return false;
      update_each<One, E>(work, keys, count, data);
      return true;
    };
    return &work.op == &graph::record_of<One>() && (of(std::type_identity<T>()) || ...);
  };
  return (with(std::type_identity<Op>()) || ...);
}

template <class Key>
bool run(const at_update& work) {
  const auto* const keys = static_cast<const Key*>(work.keys->block->data()) + work.keys->offset;
  const std::ptrdiff_t count = element_count(work.keys->extents);
  // All keys are compared: for that there are vectors, for stopping at the first one there are not.
  const auto rows = static_cast<Key>(work.rows);
  Key is_outside = 0;
  for (std::ptrdiff_t i = 0; i < count; ++i) is_outside |= static_cast<Key>(keys[i] == rows);
  if (is_outside != 0) return false;
  char* const data =
      static_cast<char*>(work.target->block->data()) +
      work.target->offset * static_cast<std::ptrdiff_t>(size_bytes(work.target->type));
  if (work.row_size != 1)
    update_rows(work, keys, count, data);
  else if (!update_quickly(quick_ops(), quick_types(), work, keys, count, data))
    update_elements(work, keys, count, data);
  return true;
}

}  // namespace

bool apply_at_on_host(const at_update& update) {
  return update.keys->type == dtype::uint32 ? run<std::uint32_t>(update)
                                            : run<std::uint64_t>(update);
}

}  // namespace gpu::execute
