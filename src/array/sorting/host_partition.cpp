// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/host_partition.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>

#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

#include "array/sorting/rank_selection.hpp"
#include "execute/host/thread_pool.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

using execute::operation;
using graph::node_ptr;

template <class Key>
using room_of = std::unique_ptr<Key[]>;

/// Writes from both ends. Without branches: what is written in vain is overwritten, since no more
/// places are taken than elements have been seen.
struct key_partition {
  std::ptrdiff_t kth;

  template <class Key>
  void operator()(const Key* keys, std::ptrdiff_t count, Key* out, Key* room) const {
    const Key pivot = element_of_rank(keys, count, kth, room);
    std::ptrdiff_t below = 0;
    std::ptrdiff_t end = count;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      const Key key = keys[i];
      out[below] = key;
      out[end - 1] = key;
      below += static_cast<std::ptrdiff_t>(key < pivot);
      end -= static_cast<std::ptrdiff_t>(pivot < key);
    }
    std::fill(out + below, out + end, pivot);
  }
};

struct position_partition {
  std::ptrdiff_t kth;

  template <class Key>
  void operator()(const Key* keys, std::ptrdiff_t count, std::int64_t* out, Key* room) const {
    const Key pivot = element_of_rank(keys, count, kth, room);
    // Each pass writes every position: what is written in vain is overwritten by the next one.
    std::ptrdiff_t below = 0;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      out[below] = i;
      below += static_cast<std::ptrdiff_t>(keys[i] < pivot);
    }
    std::ptrdiff_t end = count;
    for (std::ptrdiff_t i = count; i-- > 0;) {
      out[end - 1] = i;
      end -= static_cast<std::ptrdiff_t>(pivot < keys[i]);
    }
    for (std::ptrdiff_t i = 0; below < end; ++i) {
      out[below] = i;
      below += static_cast<std::ptrdiff_t>(keys[i] == pivot);
    }
  }
};

struct first_positions {
  std::ptrdiff_t wanted;

  template <class Key>
  void operator()(const Key* keys, std::ptrdiff_t count, std::int64_t* out, Key* room) const {
    const Key last = element_of_rank(keys, count, wanted - 1, room);
    std::ptrdiff_t found = 0;
    std::ptrdiff_t equal = 0;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      if (keys[i] > last) continue;
      if (keys[i] == last)
        room[equal++] = static_cast<Key>(i);  // in `out` there may be no place
      else
        out[found++] = i;
    }
    for (std::ptrdiff_t i = 0; found < wanted; ++i)
      out[found++] = static_cast<std::int64_t>(room[i]);
    std::stable_sort(out, out + wanted,
                     [keys](std::int64_t a, std::int64_t b) { return keys[a] < keys[b]; });
  }
};

/// What is done with each row of keys.
template <class Row>
class row_function : public graph::library_function {
 public:
  explicit row_function(const Row& row) : row_(row) {}

  [[nodiscard]] const char* name() const noexcept override { return "select"; }
  void run(operation& work) const override {
    if (work.input(0).type == dtype::uint32)
      run_rows<std::uint32_t>(work);
    else
      run_rows<std::uint64_t>(work);
  }

 private:
  template <class Key>
  void run_rows(const operation& work) const {
    using result = std::conditional_t<std::is_same_v<Row, key_partition>, Key, std::int64_t>;
    const operation::array& keys = work.input(0);
    const auto* const in = reinterpret_cast<const Key*>(keys.data);
    auto* const out = reinterpret_cast<result*>(work.output().data);
    const std::ptrdiff_t columns = keys.place.extents[1];
    const std::ptrdiff_t out_columns = work.output().place.extents[1];
    execute::parallel_for(keys.place.extents[0], execute::min_thread_rows(columns),
                          [&](std::ptrdiff_t first, std::ptrdiff_t last) {
                            const room_of<Key> room(new Key[static_cast<std::size_t>(columns)]);
                            for (; first < last; ++first)
                              row_(in + first * columns, columns, out + first * out_columns,
                                   room.get());
                          });
  }

  Row row_;
};

template <class Row>
node_ptr of_rows(const Row& row, const node_ptr& keys, dtype type, std::ptrdiff_t columns) {
  return graph::make_library_node(
      ref_ptr<const graph::library_function>(new row_function<Row>(row)),
      graph::operand_list::of(keys), type, {keys->extents[0], columns}, cpu());
}

}  // namespace

node_ptr partitioned_keys(const node_ptr& keys, std::ptrdiff_t kth) {
  return of_rows(key_partition{kth}, keys, keys->type, keys->extents[1]);
}

node_ptr partition_positions(const node_ptr& keys, std::ptrdiff_t kth) {
  return of_rows(position_partition{kth}, keys, dtype::int64, keys->extents[1]);
}

node_ptr first_key_positions(const node_ptr& keys, std::ptrdiff_t count) {
  return of_rows(first_positions{count}, keys, dtype::int64, count);
}

}  // namespace gpu::detail
