// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/network_sort.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>

#include <gpu/elementwise/support/sort_key.hpp>

#include "array/sorting/sorting_networks.hpp"
#include "execute/host/thread_pool.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define GPU_NETWORK_TARGETS 1
#endif

namespace gpu::detail {
namespace {

using namespace networks;

/// Longer rows are sorted faster by digits, and so are few rows that are not tiny.
constexpr std::ptrdiff_t max_columns = 1024;
constexpr std::ptrdiff_t max_tiny_columns = 32;
constexpr std::ptrdiff_t min_rows = 4;
/// Rows of more elements are sorted faster by digits than each by a network of its own.
constexpr std::ptrdiff_t max_row_columns = 4096;

/// The rows of one group, of which each has a lane; the last one stands for those that are missing.
struct row_group {
  std::ptrdiff_t first;
  std::ptrdiff_t count;

  [[nodiscard]] std::ptrdiff_t row(std::ptrdiff_t lane) const {
    return first + std::min(lane, count - 1);
  }
};

template <class T>
struct value_sort {
  using key = signed_key<T>;
  using network = lanes_network<key>;
  static constexpr std::ptrdiff_t width = lanes<key>;

  [[nodiscard]] static key_form<key> form(bool descending) {
    return lane_key<T>::form(descending, false);
  }
  [[nodiscard]] static std::ptrdiff_t items_for(std::ptrdiff_t columns) { return columns; }
  static void load(const network_rows& all, row_group group, vector<key>* items) {
    for (std::ptrdiff_t lane = 0; lane < width; ++lane) {
      const T* const row = reinterpret_cast<const T*>(all.in) + group.row(lane) * all.columns;
      for (std::ptrdiff_t k = 0; k < all.columns; ++k)
        items[k].lane[lane] = lane_key<T>::loaded(row[k]);
    }
  }
  static void store(const network_rows& all, row_group group, const vector<key>* items, void* out) {
    for (std::ptrdiff_t lane = 0; lane < group.count; ++lane) {
      T* const row = static_cast<T*>(out) + (group.first + lane) * all.columns;
      for (std::ptrdiff_t k = 0; k < all.columns; ++k)
        row[k] = lane_key<T>::stored(items[k].lane[lane]);
    }
  }
};

/// Each row in all lanes.
template <class T>
struct network_row_sort {
  using key = signed_key<T>;
  using network = row_network<key>;
  static constexpr std::ptrdiff_t width = 1;

  [[nodiscard]] static key_form<key> form(bool descending) {
    return lane_key<T>::form(descending, false);
  }
  [[nodiscard]] static std::ptrdiff_t items_for(std::ptrdiff_t columns) {
    const auto vectors = static_cast<std::size_t>((columns + lanes<key> - 1) / lanes<key>);
    return static_cast<std::ptrdiff_t>(std::bit_ceil(std::max<std::size_t>(vectors, 2)));
  }
  /// In any order.
  static void load(const network_rows& all, row_group group, vector<key>* items) {
    const T* const in = reinterpret_cast<const T*>(all.in) + group.first * all.columns;
    key* const keys = reinterpret_cast<key*>(items);
    for (std::ptrdiff_t i = 0; i < all.columns; ++i) keys[i] = lane_key<T>::loaded(in[i]);
    std::fill(keys + all.columns, keys + items_for(all.columns) * lanes<key>, key(0));
  }
  static void store(const network_rows& all, row_group group, const vector<key>* items, void* out) {
    T* sorted = static_cast<T*>(out) + group.first * all.columns;
    const std::ptrdiff_t count = items_for(all.columns);
    for (std::ptrdiff_t lane = 0, left = all.columns; left > 0; ++lane, left -= count)
      for (std::ptrdiff_t k = 0; k < std::min(count, left); ++k)
        *sorted++ = lane_key<T>::stored(items[k].lane[lane]);
  }
};

/// Of elements of up to 4 bytes: the key and the position are one number.
template <class T, class Position>
struct packed_order {
  using network = lanes_network<std::int64_t>;
  static constexpr std::ptrdiff_t width = lanes<std::int64_t>;

  [[nodiscard]] static key_form<std::int64_t> form(bool) { return {}; }
  [[nodiscard]] static std::ptrdiff_t items_for(std::ptrdiff_t columns) { return columns; }
  static void load(const network_rows& all, row_group group, network::item* items) {
    const std::uint32_t flip = all.descending ? 0x7fffffffu : 0x80000000u;
    for (std::ptrdiff_t lane = 0; lane < width; ++lane) {
      const T* const row = reinterpret_cast<const T*>(all.in) + group.row(lane) * all.columns;
      for (std::ptrdiff_t k = 0; k < all.columns; ++k)
        items[k].lane[lane] = static_cast<std::int64_t>(
            std::uint64_t{math::order_key(row[k]) ^ flip} << 32 | static_cast<std::uint64_t>(k));
    }
  }
  static void store(const network_rows& all, row_group group, const network::item* items,
                    void* out) {
    for (std::ptrdiff_t lane = 0; lane < group.count; ++lane) {
      Position* const row = static_cast<Position*>(out) + (group.first + lane) * all.columns;
      for (std::ptrdiff_t k = 0; k < all.columns; ++k)
        row[k] = static_cast<Position>(static_cast<std::uint32_t>(items[k].lane[lane]));
    }
  }
};

template <class T, class Position>
struct keyed_order {
  using network = keyed_network;
  static constexpr std::ptrdiff_t width = lanes<std::int64_t>;

  [[nodiscard]] static key_form<std::int64_t> form(bool descending) {
    return lane_key<T>::form(descending, true);
  }
  [[nodiscard]] static std::ptrdiff_t items_for(std::ptrdiff_t columns) { return columns; }
  static void load(const network_rows& all, row_group group, network::item* items) {
    for (std::ptrdiff_t lane = 0; lane < width; ++lane) {
      const T* const row = reinterpret_cast<const T*>(all.in) + group.row(lane) * all.columns;
      for (std::ptrdiff_t k = 0; k < all.columns; ++k)
        items[k].key.lane[lane] = lane_key<T>::loaded(row[k]);
    }
  }
  static void store(const network_rows& all, row_group group, const network::item* items,
                    void* out) {
    for (std::ptrdiff_t lane = 0; lane < group.count; ++lane) {
      Position* const row = static_cast<Position*>(out) + (group.first + lane) * all.columns;
      for (std::ptrdiff_t k = 0; k < all.columns; ++k)
        row[k] = static_cast<Position>(items[k].position.lane[lane]);
    }
  }
};

template <class Network>
using network_function = void (*)(typename Network::item*, std::ptrdiff_t count,
                                  std::ptrdiff_t columns, const key_form<typename Network::key>&);

template <class Network>
void run_baseline(typename Network::item* items, std::ptrdiff_t count, std::ptrdiff_t columns,
                  const key_form<typename Network::key>& form) {
  Network::run(items, count, columns, form);
}

#ifdef GPU_NETWORK_TARGETS

template <class Network>
[[gnu::target("avx2")]] void run_avx2(typename Network::item* items, std::ptrdiff_t count,
                                      std::ptrdiff_t columns,
                                      const key_form<typename Network::key>& form) {
  Network::run(items, count, columns, form);
}
template <class Network>
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void run_avx512(
    typename Network::item* items, std::ptrdiff_t count, std::ptrdiff_t columns,
    const key_form<typename Network::key>& form) {
  Network::run(items, count, columns, form);
}

/// The function for the widest registers of this machine.
template <class Network>
network_function<Network> function_of() {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return &run_avx512<Network>;
  return __builtin_cpu_supports("avx2") ? &run_avx2<Network> : &run_baseline<Network>;
}

#else

template <class Network>
network_function<Network> function_of() {
  return &run_baseline<Network>;
}

#endif

struct deleter {
  void operator()(void* memory) const noexcept {
    ::operator delete (memory, std::align_val_t{vector_bytes});
  }
};

template <class Sort>
void run(const network_rows& all, void* out) {
  using network = typename Sort::network;
  using item = typename network::item;
  static const network_function<network> sort_items = function_of<network>();
  const auto form = Sort::form(all.descending);
  const std::ptrdiff_t count = Sort::items_for(all.columns);
  const std::ptrdiff_t groups = (all.rows + Sort::width - 1) / Sort::width;
  const std::ptrdiff_t grain_size = execute::min_thread_rows(all.columns * Sort::width);
  execute::parallel_for(groups, grain_size, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    const std::unique_ptr<void, deleter> memory(::operator new (
        static_cast<std::size_t>(count) * sizeof(item), std::align_val_t{vector_bytes}));
    item* const items = static_cast<item*>(memory.get());
    for (; first < last; ++first) {
      const std::ptrdiff_t row = first * Sort::width;
      const row_group group{row, std::min(Sort::width, all.rows - row)};
      Sort::load(all, group, items);
      sort_items(items, count, all.columns, form);
      Sort::store(all, group, items, out);
    }
  });
}

template <class Position>
void order(const network_rows& all, void* out) {
  visit_dtype(all.type, [&]<class T>(std::type_identity<T>) {
    if constexpr (!is_complex<T>) {
      if constexpr (sizeof(T) < 8)
        run<packed_order<T, Position>>(all, out);
      else
        run<keyed_order<T, Position>>(all, out);
    }
  });
}

}  // namespace

bool suits_network(dtype type, std::ptrdiff_t rows, std::ptrdiff_t columns) noexcept {
  return traits(type).kind != dtype_kind::complex &&
         columns <= (rows < min_rows ? max_tiny_columns : max_columns);
}

bool suits_row_network(dtype type, std::ptrdiff_t columns) noexcept {
#ifdef GPU_NETWORK_TARGETS
  return traits(type).kind != dtype_kind::complex && columns <= max_row_columns &&
         __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

void sort_by_network(const network_rows& rows, std::byte* out) {
  visit_dtype(rows.type, [&]<class T>(std::type_identity<T>) {
    if constexpr (!is_complex<T>) {
      if (suits_network(rows.type, rows.rows, rows.columns))
        run<value_sort<T>>(rows, out);
      else
        run<network_row_sort<T>>(rows, out);
    }
  });
}

void order_by_network(const network_rows& rows, std::byte* out, std::size_t position_bytes) {
  if (position_bytes == 4)
    order<std::uint32_t>(rows, out);
  else
    order<std::uint64_t>(rows, out);
}

}  // namespace gpu::detail
