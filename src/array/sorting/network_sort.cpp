// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/network_sort.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

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
/// Rows of more elements are sorted faster by digits than each by a network of its own.
constexpr std::ptrdiff_t max_row_columns = 4096;
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

  [[nodiscard]] static std::ptrdiff_t items_for(std::ptrdiff_t columns) { return columns; }
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

// A row in all lanes is sorted by bitonic networks (K. E. Batcher, "Sorting networks and their
// applications", 1968): of two sorted runs of one length each element is compared with the one at
// the same place from the other end, then elements half a run apart, then a quarter, and so on.
// First so in each lane, for a power of 2 of vectors; lane l then follows lane l - 1.

/// Half a vector: a register of AVX2. What follows is written for these, since the compiler finds
/// no instructions for exchanged lanes in loops, and does not keep four vectors in registers.
template <class Number>
struct half_vector {
  using type [[gnu::vector_size(vector_bytes / 2)]] = Number;
  static constexpr std::ptrdiff_t width = lanes<Number> / 2;
};

template <class Half>
[[gnu::always_inline]] inline void exchange_halves(Half& a, Half& b) {
  const Half smaller = a < b ? a : b;
  b = a < b ? b : a;
  a = smaller;
}

/// Two steps at once: of `a` and `c`, and `b` and `d`, or of `a` and `d`, and `b` and `c`; then of
/// `a` and `b`, and `c` and `d`.
template <bool FromTheEnd, class Number>
[[gnu::always_inline]] inline void exchange_four(vector<Number>& a, vector<Number>& b,
                                                 vector<Number>& c, vector<Number>& d) {
  using half = typename half_vector<Number>::type;
  for (std::ptrdiff_t first = 0; first < lanes<Number>; first += half_vector<Number>::width) {
    half w, x, y, z;
    std::memcpy(&w, a.lane + first, sizeof(half));
    std::memcpy(&x, b.lane + first, sizeof(half));
    std::memcpy(&y, c.lane + first, sizeof(half));
    std::memcpy(&z, d.lane + first, sizeof(half));
    exchange_halves(w, FromTheEnd ? z : y);
    exchange_halves(x, FromTheEnd ? y : z);
    exchange_halves(w, x);
    exchange_halves(y, z);
    std::memcpy(a.lane + first, &w, sizeof(half));
    std::memcpy(b.lane + first, &x, sizeof(half));
    std::memcpy(c.lane + first, &y, sizeof(half));
    std::memcpy(d.lane + first, &z, sizeof(half));
  }
}

/// Compares vectors that are `distance` apart, then half of it, and so on.
template <class Number>
[[gnu::always_inline]] inline void split_vectors(vector<Number>* items, std::ptrdiff_t count,
                                                 std::ptrdiff_t distance) {
  for (; distance > 1; distance /= 4) {
    const std::ptrdiff_t step = distance / 2;
    for (vector<Number>* run = items; run < items + count; run += 4 * step)
      for (vector<Number>* a = run; a < run + step; ++a)
        exchange_four<false>(a[0], a[step], a[2 * step], a[3 * step]);
  }
  if (distance == 1)
    for (std::ptrdiff_t i = 0; i < count; i += 2)
      keys_only<Number>::exchange(items[i], items[i + 1]);
}

/// Sorts each lane.
/// @param count  a power of 2 and more than 1
template <class Number>
[[gnu::always_inline]] inline void sort_lanes(vector<Number>* items, std::ptrdiff_t count) {
  split_vectors(items, count, 1);
  for (std::ptrdiff_t size = 4; size <= count; size *= 2) {
    const std::ptrdiff_t step = size / 4;
    for (std::ptrdiff_t first = 0; first < count; first += size)
      for (std::ptrdiff_t a = first, d = first + size - 1; a < first + step; ++a, --d)
        exchange_four<true>(items[a], items[a + step], items[d - step], items[d]);
    split_vectors(items, count, step / 2);
  }
}

/// Of the pairs of lane l of `x` and lane l ^ Mask of `y`, those that lanes `First` to `First` plus
/// `width` keep: the smaller one if bit `Bit` of l is not set, else the larger one.
template <std::ptrdiff_t Mask, std::ptrdiff_t Bit, std::ptrdiff_t First, class Number, int... Lane>
[[gnu::always_inline]] inline void keep_half(const vector<Number>& x, const vector<Number>& y,
                                             typename half_vector<Number>::type& kept,
                                             std::integer_sequence<int, Lane...>) {
  using half = typename half_vector<Number>::type;
  constexpr std::ptrdiff_t width = half_vector<Number>::width;
  half own, other;
  std::memcpy(&own, x.lane + First, sizeof(own));
  std::memcpy(&other, y.lane + (First ^ (Mask & width)), sizeof(other));
  other = __builtin_shufflevector(other, other, (Lane ^ (Mask % width))...);
  constexpr half order = {((First + Lane) & Bit) == 0 ? Number(0) : Number(-1)...};
  kept = (own ^ order) < (other ^ order) ? own : other;
}
/// Compares the lanes of `a` with those of `b`, which may be the same vector.
template <std::ptrdiff_t Mask, std::ptrdiff_t Bit, class Number>
[[gnu::always_inline]] inline void exchange_lanes(vector<Number>& a, vector<Number>& b) {
  constexpr std::ptrdiff_t width = half_vector<Number>::width;
  constexpr std::make_integer_sequence<int, width> each;
  typename half_vector<Number>::type lower_a, upper_a, lower_b, upper_b;
  keep_half<Mask, Bit, 0>(a, b, lower_a, each);
  keep_half<Mask, Bit, width>(a, b, upper_a, each);
  keep_half<Mask, Bit, 0>(b, a, lower_b, each);
  keep_half<Mask, Bit, width>(b, a, upper_b, each);
  std::memcpy(a.lane, &lower_a, sizeof(lower_a));
  std::memcpy(a.lane + width, &upper_a, sizeof(upper_a));
  std::memcpy(b.lane, &lower_b, sizeof(lower_b));
  std::memcpy(b.lane + width, &upper_b, sizeof(upper_b));
}

/// Compares lanes that are `Distance` apart, then half of it, and so on.
template <class Number, std::ptrdiff_t Distance>
[[gnu::always_inline]] inline void split_lanes(vector<Number>* items, std::ptrdiff_t count) {
  if constexpr (Distance > 0) {
    for (std::ptrdiff_t i = 0; i < count; ++i)
      exchange_lanes<Distance, Distance>(items[i], items[i]);
    split_lanes<Number, Distance / 2>(items, count);
  }
}

/// Merges the sorted lanes: pairs, then pairs of those, until there are `Width` in one.
template <class Number, std::ptrdiff_t Width = 2>
[[gnu::always_inline]] inline void merge_lanes(vector<Number>* items, std::ptrdiff_t count) {
  if constexpr (Width <= lanes<Number>) {
    for (std::ptrdiff_t i = 0; i < count / 2; ++i)
      exchange_lanes<Width - 1, Width / 2>(items[i], items[count - 1 - i]);
    split_lanes<Number, Width / 4>(items, count);
    split_vectors(items, count, count / 2);
    merge_lanes<Number, 2 * Width>(items, count);
  }
}

/// Each row in all lanes.
template <class T>
struct row_sort {
  using key = signed_key<T>;
  using kind = keys_only<key>;
  static constexpr std::ptrdiff_t width = 1;

  [[nodiscard]] static std::ptrdiff_t items_for(std::ptrdiff_t columns) {
    const auto vectors = static_cast<std::size_t>((columns + lanes<key> - 1) / lanes<key>);
    return static_cast<std::ptrdiff_t>(std::bit_ceil(std::max<std::size_t>(vectors, 2)));
  }
  [[gnu::always_inline]] static void run(const network_rows& all, row_group group, void* out,
                                         typename kind::item* items) {
    using bits = key_bits<T>;
    const std::ptrdiff_t columns = all.columns;
    const std::ptrdiff_t count = items_for(columns);
    const T* const in = reinterpret_cast<const T*>(all.in) + group.first * columns;
    T* sorted = static_cast<T*>(out) + group.first * columns;
    // In any order; what is left of the lanes stays behind all elements.
    key* const keys = reinterpret_cast<key*>(items);
    key* const end = keys + count * lanes<key>;
    for (std::ptrdiff_t i = 0; i < columns; ++i) keys[i] = bits::loaded(in[i]);
    std::fill(keys + columns, end, key(0));
    for (std::ptrdiff_t k = 0; k < count; ++k) bits::to_keys(items[k], all.descending, false);
    std::fill(keys + columns, end, bits::highest);
    sort_lanes(items, count);
    merge_lanes(items, count);
    for (std::ptrdiff_t k = 0; k < count; ++k) bits::from_keys(items[k], all.descending);
    for (std::ptrdiff_t lane = 0, left = columns; left > 0; ++lane, left -= count)
      for (std::ptrdiff_t k = 0; k < std::min(count, left); ++k)
        *sorted++ = bits::stored(items[k].lane[lane]);
  }
};

/// Of elements of up to 4 bytes: the key and the position are one number.
template <class T, class Position>
struct packed_order {
  using kind = keys_only<std::int64_t>;
  static constexpr std::ptrdiff_t width = lanes<std::int64_t>;

  [[nodiscard]] static std::ptrdiff_t items_for(std::ptrdiff_t columns) { return columns; }
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

  [[nodiscard]] static std::ptrdiff_t items_for(std::ptrdiff_t columns) { return columns; }
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
  const std::ptrdiff_t grain_size = execute::min_thread_rows(all.columns * Sort::width);
  execute::parallel_for(groups, grain_size, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    const std::unique_ptr<void, deleter> memory(
        ::operator new (static_cast<std::size_t>(Sort::items_for(all.columns)) * sizeof(item),
                        std::align_val_t{vector_bytes}));
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
        run<row_sort<T>>(rows, out);
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
