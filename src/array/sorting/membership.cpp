// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/membership.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <gpu/graph/library_function.hpp>

#include "array/statistics/edge_search.hpp"
#include "execute/host/thread_pool.hpp"
#include "execute/host/vector_loop.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

/// Each element is compared with so many tests at the most.
constexpr std::ptrdiff_t max_compared = 12;
/// Elements that are compared with one test after the other while they are in the nearest cache: a
/// constant number, of which the compiler makes vector instructions.
constexpr std::ptrdiff_t compared_block = 512;

/// A part of the elements, and tests so few that each element is compared with all of them.
template <class T>
struct comparison {
  const T* x;
  std::ptrdiff_t count;
  const T* tests;
  std::ptrdiff_t test_count;
  bool invert;
};

template <class T>
[[gnu::always_inline]] inline void compare(const comparison<T>& all, std::uint8_t* out) {
  std::ptrdiff_t first = 0;
  for (; first + compared_block <= all.count; first += compared_block) {
    std::uint8_t found[compared_block] = {};
    for (std::ptrdiff_t k = 0; k < all.test_count; ++k) {
      GPU_VECTOR_LOOP
      for (std::ptrdiff_t i = 0; i < compared_block; ++i)
        found[i] |= static_cast<std::uint8_t>(all.x[first + i] == all.tests[k]);
    }
    GPU_VECTOR_LOOP
    for (std::ptrdiff_t i = 0; i < compared_block; ++i)
      out[first + i] = found[i] ^ static_cast<std::uint8_t>(all.invert);
  }
  const T* const end = all.tests + all.test_count;
  for (; first < all.count; ++first)
    out[first] =
        static_cast<std::uint8_t>((std::find(all.tests, end, all.x[first]) != end) != all.invert);
}

#if defined(__x86_64__) && defined(__GNUC__)
template <class T>
[[gnu::target("avx2")]] void compare_with_avx2(const comparison<T>& all, std::uint8_t* out) {
  compare(all, out);
}
#endif

template <class T>
void compare_on_host(const comparison<T>& all, std::uint8_t* out) {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx2) return compare_with_avx2(all, out);
#endif
  compare(all, out);
}

/// A bit for each integer from the least to the greatest test.
template <class T>
class integer_set {
 public:
  /// None if the tests lie so far apart that the bits are more work than the elements.
  static std::optional<integer_set> of(const T* tests, std::ptrdiff_t test_count,
                                       std::ptrdiff_t element_count) {
    const std::uint64_t range = distance(tests[0], tests[test_count - 1]);
    if (range / word_bits > static_cast<std::uint64_t>(element_count + test_count))
      return std::nullopt;
    return integer_set(tests, test_count, range);
  }

  [[nodiscard]] bool contains(T x) const {
    const std::uint64_t place = distance(least_, x);
    return place <= range_ && (words_[place / word_bits] >> place % word_bits & 1) != 0;
  }

 private:
  static constexpr std::uint64_t word_bits = 64;

  integer_set(const T* tests, std::ptrdiff_t test_count, std::uint64_t range)
      : least_(tests[0]), range_(range), words_(range / word_bits + 1) {
    for (std::ptrdiff_t k = 0; k < test_count; ++k) {
      const std::uint64_t place = distance(least_, tests[k]);
      words_[place / word_bits] |= std::uint64_t{1} << place % word_bits;
    }
  }
  /// Of what is less than `from` it is more than that of anything that is not.
  static std::uint64_t distance(T from, T to) {
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
  }

  T least_;
  std::uint64_t range_;
  std::vector<std::uint64_t> words_;
};

class membership : public graph::library_function {
 public:
  explicit membership(bool invert) : invert_(invert) {}

  [[nodiscard]] const char* name() const noexcept override { return "membership"; }
  [[nodiscard]] bool parameters() const noexcept { return invert_; }
  [[nodiscard]] bool equals(const graph::library_function& other) const override {
    return graph::have_equal_parameters(*this, other);
  }
  void run(execute::operation& work) const override {
    visit_dtype(work.input(0).type, [&]<class T>(std::type_identity<T>) {
      if constexpr (!is_complex<T>) {
        find(reinterpret_cast<const T*>(work.input(0).data),
             element_count(work.input(0).place.extents),
             reinterpret_cast<const T*>(work.input(1).data), work.input(1).place.extents[0],
             reinterpret_cast<std::uint8_t*>(work.output().data));
      }
    });
  }

 private:
  template <class T>
  void find(const T* x, std::ptrdiff_t count, const T* tests, std::ptrdiff_t test_count,
            std::uint8_t* out) const {
    if (test_count <= max_compared)
      return execute::parallel_for(
          count, min_searched, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
            compare_on_host<T>({x + first, last - first, tests, test_count, invert_}, out + first);
          });
    if constexpr (std::is_integral_v<T>) {
      if (const auto set = integer_set<T>::of(tests, test_count, count))
        return find_each(x, count, out, [&](T element) { return set->contains(element); });
    }
    const edge_table<T> table(tests, test_count);
    find_each(x, count, out, [&](T element) {
      const std::ptrdiff_t place = sorted_before(element, table, false);
      return place < test_count && table[place] == element;
    });
  }

  template <class T, class Contains>
  void find_each(const T* x, std::ptrdiff_t count, std::uint8_t* out,
                 const Contains& contains) const {
    execute::parallel_for(count, min_searched, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      for (std::ptrdiff_t i = first; i < last; ++i)
        out[i] = static_cast<std::uint8_t>(contains(x[i]) != invert_);
    });
  }

  bool invert_;
};

}  // namespace

graph::node_ptr host_membership(const graph::node_ptr& elements, const graph::node_ptr& tests,
                                bool invert) {
  const ref_ptr<const graph::library_function> find(new membership(invert));
  return graph::make_library_node(find, graph::operand_list::of(elements, tests), dtype::bool_,
                                  elements->extents, cpu());
}

}  // namespace gpu::detail
