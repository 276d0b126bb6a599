// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/network_sort.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>

#include <gpu/elementwise/support/sort_key.hpp>

#include "execute/host/thread_pool.hpp"
#include "execute/host/vector_loop.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define GPU_NETWORK_TARGETS 1
#endif

namespace gpu::detail {
namespace {

/// Longer rows are sorted faster by digits, and so are few rows that are not tiny.
constexpr std::ptrdiff_t max_columns = 1024;
constexpr std::ptrdiff_t max_tiny_columns = 32;
constexpr std::ptrdiff_t min_rows = 4;
/// Bytes of a vector: those of a cache line, in as many registers as it takes.
constexpr std::ptrdiff_t vector_bytes = 64;

template <class Number>
constexpr std::ptrdiff_t lanes = vector_bytes / static_cast<std::ptrdiff_t>(sizeof(Number));

template <class Number>
struct alignas(vector_bytes) vector {
  Number lane[lanes<Number>];
};

/// Elements with the order of the keys, as signed integers of their size: comparing those takes one
/// instruction everywhere.
template <class T>
using signed_key = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;

/// The smaller elements to `a`, the larger to `b`. The compiler makes vector instructions of loops
/// over lanes, those of the function that calls this.
template <class Number>
struct keys_only {
  using item = vector<Number>;
  [[gnu::always_inline]] static void exchange(item& a, item& b) {
    GPU_VECTOR_LOOP
    for (std::ptrdiff_t lane = 0; lane < lanes<Number>; ++lane) {
      const Number x = a.lane[lane];
      const Number y = b.lane[lane];
      a.lane[lane] = x < y ? x : y;
      b.lane[lane] = x < y ? y : x;
    }
  }
};

/// Keys, and the positions that decide where keys are equal.
template <class Number>
struct keyed {
  struct item {
    vector<Number> key;
    vector<Number> position;
  };
  [[gnu::always_inline]] static void exchange(item& a, item& b) {
    GPU_VECTOR_LOOP
    for (std::ptrdiff_t lane = 0; lane < lanes<Number>; ++lane) {
      const Number x = a.key.lane[lane];
      const Number y = b.key.lane[lane];
      const Number i = a.position.lane[lane];
      const Number j = b.position.lane[lane];
      const bool swaps = (x > y) | ((x == y) & (i > j));
      a.key.lane[lane] = swaps ? y : x;
      b.key.lane[lane] = swaps ? x : y;
      a.position.lane[lane] = swaps ? j : i;
      b.position.lane[lane] = swaps ? i : j;
    }
  }
};

/// Batcher's merge exchange (Knuth, The Art of Computer Programming 3, algorithm 5.2.2M), which
/// takes any number of elements.
template <class Kind>
[[gnu::always_inline]] inline void sort_items(typename Kind::item* items, std::ptrdiff_t count) {
  std::ptrdiff_t top = 1;
  while (2 * top < count) top *= 2;
  if (count < 2) return;
  for (std::ptrdiff_t p = top; p > 0; p /= 2) {
    std::ptrdiff_t distance = p;
    std::ptrdiff_t first = 0;
    for (std::ptrdiff_t q = top;; q /= 2) {
      for (std::ptrdiff_t begin = first; begin < count - distance; begin += 2 * p) {
        const std::ptrdiff_t end = std::min(begin + p, count - distance);
        for (std::ptrdiff_t i = begin; i < end; ++i) Kind::exchange(items[i], items[i + distance]);
      }
      if (q == p) break;
      distance = q - p;
      first = p;
    }
  }
}

/// Keys of elements of type `T` as signed integers: those of `math::sort_key` with the highest bit
/// inverted.
template <class T>
struct key_bits {
  using key = signed_key<T>;
  using unsigned_key = std::make_unsigned_t<key>;
  static constexpr key lowest = std::numeric_limits<key>::min();
  static constexpr key highest = std::numeric_limits<key>::max();
  static constexpr bool is_whole = sizeof(T) == sizeof(key);
  static constexpr bool is_float = std::is_floating_point_v<T>;
  static constexpr key infinity = [] {
    if constexpr (is_float) return std::bit_cast<key>(std::numeric_limits<T>::infinity());
    return key(0);
  }();

  /// Elements that have the size of their keys are loaded as they are, and the vector is converted.
  static key loaded(T x) {
    if constexpr (is_whole)
      return std::bit_cast<key>(x);
    else
      return static_cast<key>(static_cast<unsigned_key>(math::sort_key(x)) ^
                              static_cast<unsigned_key>(lowest));
  }
  static T stored(key bits) {
    if constexpr (is_whole)
      return std::bit_cast<T>(bits);
    else
      return math::from_sort_key<T>(static_cast<unsigned_key>(bits) ^
                                    static_cast<unsigned_key>(lowest));
  }
  [[gnu::always_inline]] static void to_keys(vector<key>& keys, bool descending,
                                             bool zeros_are_equal) {
    const key inverted = descending ? key(-1) : key(0);
    const key negative_zero = zeros_are_equal ? lowest : highest;  // or the bits of a nan
    GPU_VECTOR_LOOP
    for (std::ptrdiff_t lane = 0; lane < lanes<key>; ++lane) {
      key x = keys.lane[lane];
      if constexpr (is_float) {
        x = x == negative_zero ? (zeros_are_equal ? key(0) : highest) : x;
        const key ordered = x ^ ((x >> (8 * sizeof(key) - 1)) & highest);
        x = (x & highest) > infinity ? highest : ordered;
      } else if constexpr (is_whole && std::is_unsigned_v<T>) {
        x ^= lowest;
      }
      keys.lane[lane] = x ^ inverted;
    }
  }
  [[gnu::always_inline]] static void from_keys(vector<key>& keys, bool descending) {
    const key inverted = descending ? key(-1) : key(0);
    GPU_VECTOR_LOOP
    for (std::ptrdiff_t lane = 0; lane < lanes<key>; ++lane) {
      key x = keys.lane[lane] ^ inverted;
      if constexpr (is_float) {
        const key bits = x ^ ((x >> (8 * sizeof(key) - 1)) & highest);
        x = x == highest ? std::bit_cast<key>(math::nan<T>) : bits;
      } else if constexpr (is_whole && std::is_unsigned_v<T>) {
        x ^= lowest;
      }
      keys.lane[lane] = x;
    }
  }
};

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
  using kind = keys_only<key>;
  static constexpr std::ptrdiff_t width = lanes<key>;

  [[gnu::always_inline]] static void run(const network_rows& all, row_group group, void* out,
                                         typename kind::item* items) {
    using bits = key_bits<T>;
    const std::ptrdiff_t columns = all.columns;
    for (std::ptrdiff_t lane = 0; lane < width; ++lane) {
      const T* const row = reinterpret_cast<const T*>(all.in) + group.row(lane) * columns;
      for (std::ptrdiff_t k = 0; k < columns; ++k) items[k].lane[lane] = bits::loaded(row[k]);
    }
    for (std::ptrdiff_t k = 0; k < columns; ++k) bits::to_keys(items[k], all.descending, false);
    sort_items<kind>(items, columns);
    for (std::ptrdiff_t k = 0; k < columns; ++k) bits::from_keys(items[k], all.descending);
    for (std::ptrdiff_t lane = 0; lane < group.count; ++lane) {
      T* const row = static_cast<T*>(out) + (group.first + lane) * columns;
      for (std::ptrdiff_t k = 0; k < columns; ++k) row[k] = bits::stored(items[k].lane[lane]);
    }
  }
};

/// Of elements of up to 4 bytes: the key and the position are one number.
template <class T, class Position>
struct packed_order {
  using kind = keys_only<std::int64_t>;
  static constexpr std::ptrdiff_t width = lanes<std::int64_t>;

  [[gnu::always_inline]] static void run(const network_rows& all, row_group group, void* out,
                                         typename kind::item* items) {
    const std::ptrdiff_t columns = all.columns;
    const std::uint32_t flip = all.descending ? 0x7fffffffu : 0x80000000u;
    for (std::ptrdiff_t lane = 0; lane < width; ++lane) {
      const T* const row = reinterpret_cast<const T*>(all.in) + group.row(lane) * columns;
      for (std::ptrdiff_t k = 0; k < columns; ++k)
        items[k].lane[lane] = static_cast<std::int64_t>(
            std::uint64_t{math::order_key(row[k]) ^ flip} << 32 | static_cast<std::uint64_t>(k));
    }
    sort_items<kind>(items, columns);
    for (std::ptrdiff_t lane = 0; lane < group.count; ++lane) {
      Position* const row = static_cast<Position*>(out) + (group.first + lane) * columns;
      for (std::ptrdiff_t k = 0; k < columns; ++k)
        row[k] = static_cast<Position>(static_cast<std::uint32_t>(items[k].lane[lane]));
    }
  }
};

template <class T, class Position>
struct keyed_order {
  using kind = keyed<std::int64_t>;
  static constexpr std::ptrdiff_t width = lanes<std::int64_t>;

  [[gnu::always_inline]] static void run(const network_rows& all, row_group group, void* out,
                                         typename kind::item* items) {
    const std::ptrdiff_t columns = all.columns;
    for (std::ptrdiff_t lane = 0; lane < width; ++lane) {
      const T* const row = reinterpret_cast<const T*>(all.in) + group.row(lane) * columns;
      for (std::ptrdiff_t k = 0; k < columns; ++k)
        items[k].key.lane[lane] = key_bits<T>::loaded(row[k]);
    }
    for (std::ptrdiff_t k = 0; k < columns; ++k) {
      key_bits<T>::to_keys(items[k].key, all.descending, true);
      std::fill_n(items[k].position.lane, width, k);
    }
    sort_items<kind>(items, columns);
    for (std::ptrdiff_t lane = 0; lane < group.count; ++lane) {
      Position* const row = static_cast<Position*>(out) + (group.first + lane) * columns;
      for (std::ptrdiff_t k = 0; k < columns; ++k)
        row[k] = static_cast<Position>(items[k].position.lane[lane]);
    }
  }
};

template <class Sort>
using group_function = void (*)(const network_rows&, row_group, void*, typename Sort::kind::item*);

template <class Sort>
void run_baseline(const network_rows& all, row_group group, void* out,
                  typename Sort::kind::item* items) {
  Sort::run(all, group, out, items);
}

#ifdef GPU_NETWORK_TARGETS

template <class Sort>
[[gnu::target("avx2")]] void run_avx2(const network_rows& all, row_group group, void* out,
                                      typename Sort::kind::item* items) {
  Sort::run(all, group, out, items);
}
template <class Sort>
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void run_avx512(
    const network_rows& all, row_group group, void* out, typename Sort::kind::item* items) {
  Sort::run(all, group, out, items);
}

/// The function for the widest registers of this machine.
template <class Sort>
group_function<Sort> function_of() {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return &run_avx512<Sort>;
  return __builtin_cpu_supports("avx2") ? &run_avx2<Sort> : &run_baseline<Sort>;
}

#else

template <class Sort>
group_function<Sort> function_of() {
  return &run_baseline<Sort>;
}

#endif

struct deleter {
  void operator()(void* memory) const noexcept {
    ::operator delete (memory, std::align_val_t{vector_bytes});
  }
};

template <class Sort>
void run(const network_rows& all, void* out) {
  using item = typename Sort::kind::item;
  static const group_function<Sort> sort_group = function_of<Sort>();
  const std::ptrdiff_t groups = (all.rows + Sort::width - 1) / Sort::width;
  const std::ptrdiff_t grain = execute::min_thread_rows(all.columns * Sort::width);
  execute::parallel_for(groups, grain, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    const std::unique_ptr<void, deleter> memory(::operator new (
        static_cast<std::size_t>(all.columns) * sizeof(item), std::align_val_t{vector_bytes}));
    for (; first < last; ++first)
      sort_group(all, {first * Sort::width, std::min(Sort::width, all.rows - first * Sort::width)},
                 out, static_cast<item*>(memory.get()));
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

void sort_by_network(const network_rows& rows, std::byte* out) {
  visit_dtype(rows.type, [&]<class T>(std::type_identity<T>) {
    if constexpr (!is_complex<T>) run<value_sort<T>>(rows, out);
  });
}

void order_by_network(const network_rows& rows, std::byte* out, std::size_t position_bytes) {
  if (position_bytes == 4)
    order<std::uint32_t>(rows, out);
  else
    order<std::uint64_t>(rows, out);
}

}  // namespace gpu::detail
