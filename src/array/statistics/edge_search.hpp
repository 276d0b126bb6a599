// SPDX-License-Identifier: BSD-3-Clause
// Searching the same edges for very many elements, on the host.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gpu/elementwise/support/bins.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>
#include <gpu/kernels/functors/search.hpp>

#include "execute/host/thread_pool.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {

/// Elements that a thread searches at least.
inline constexpr std::ptrdiff_t min_searched = 1 << 13;

/// Ascending edges, and a table of evenly spaced places between them: an element is compared only
/// with the edges at its own place. Which place that is never decreases as elements increase, so
/// rounding does not matter.
template <class T>
class edge_table {
 public:
  edge_table(const T* edges, std::ptrdiff_t count) : edges_(edges), count_(count) {
    if (count < 8) return;
    first_ = math::cast<double>(edges[0]);
    const auto places = static_cast<double>(2 * count);
    scale_ = places / (math::cast<double>(edges[count - 1]) - first_);
    if (!std::isfinite(scale_) || !std::isfinite(first_)) return;
    starts_.assign(static_cast<std::size_t>(2 * count + 2), 0);
    for (std::ptrdiff_t k = 0; k < count; ++k) ++starts_[place_of(edges[k]) + 1];
    for (std::size_t place = 1; place < starts_.size(); ++place) {
      is_sparse_ = is_sparse_ && starts_[place] <= 1;
      starts_[place] += starts_[place - 1];
    }
  }

  T operator[](std::ptrdiff_t k) const { return edges_[k]; }
  [[nodiscard]] const T* edges() const { return edges_; }
  [[nodiscard]] std::ptrdiff_t count() const { return count_; }
  /// Whether there are places: not of few edges, nor of those of which the first or last is no
  /// finite number.
  [[nodiscard]] bool has_places() const { return !starts_.empty(); }

  /// As `math::edges_before`.
  [[nodiscard, gnu::always_inline]] inline std::ptrdiff_t before(T x, bool inclusive) const {
    if (starts_.empty() || math::isnan(x)) return math::edges_before(x, edges_, count_, inclusive);
    const std::size_t place = place_of(x);
    std::ptrdiff_t low = starts_[place];
    std::ptrdiff_t high = starts_[place + 1];
    if (is_sparse_) {
      const T edge = edges_[low < count_ ? low : count_ - 1];
      return low + static_cast<std::ptrdiff_t>((low < high) & (inclusive ? edge <= x : edge < x));
    }
    while (low < high) {
      const std::ptrdiff_t middle = low + (high - low) / 2;
      const bool is_before = inclusive ? edges_[middle] <= x : edges_[middle] < x;
      low = is_before ? middle + 1 : low;
      high = is_before ? high : middle;
    }
    return low;
  }

 private:
  [[nodiscard]] std::size_t place_of(T x) const {
    const double place = (math::cast<double>(x) - first_) * scale_;
    const auto last = static_cast<double>(2 * count_);
    return place >= last ? static_cast<std::size_t>(2 * count_)
           : place > 0   ? static_cast<std::size_t>(place)
                         : 0;
  }

  const T* edges_;
  std::ptrdiff_t count_;
  double first_ = 0;
  double scale_ = 0;
  bool is_sparse_ = true;               ///< whether no place has two edges
  std::vector<std::ptrdiff_t> starts_;  ///< how many edges lie at earlier places; empty: bisect
};

/// As `kernels::sorted_before`: in NumPy's order, in which nans are the largest.
template <class T>
[[gnu::always_inline]] inline std::ptrdiff_t sorted_before(T x, const edge_table<T>& sorted,
                                                           bool inclusive) {
  if (sorted.has_places() && !math::isnan(x)) return sorted.before(x, inclusive);
  const auto address = static_cast<long long>(reinterpret_cast<std::uintptr_t>(sorted.edges()));
  return kernels::sorted_before(x, kernels::array_at<T>(address), sorted.count(), inclusive);
}

/// Whether so many elements are worth a table of so many sorted ones, on the host.
inline bool is_worth_table(dtype type, std::ptrdiff_t elements, std::ptrdiff_t sorted) {
  constexpr std::ptrdiff_t min_elements = 256;
  return traits(type).kind != dtype_kind::complex && elements >= min_elements && elements >= sorted / 2;
}

/// Found by `math::bin_between` instead of the search among plain edges.
template <class T>
[[gnu::always_inline]] inline long long edges_before(T x, const edge_table<T>& edges, long long,
                                                     bool inclusive) {
  return edges.before(x, inclusive);
}

/// What `number(x, table)` gives for each element x, where the table is of ascending edges.
template <class Number, class Function>
class edge_search : public graph::library_function {
 public:
  explicit edge_search(const Function& number) : number_(number) {}

  [[nodiscard]] const char* name() const noexcept override { return "edge_search"; }
  void run(execute::operation& work) const override {
    visit_dtype(work.input(0).type, [&]<class T>(std::type_identity<T>) {
      if constexpr (!is_complex<T>) {
        const execute::operation::array& edges = work.input(1);
        const edge_table<T> table(reinterpret_cast<const T*>(edges.data), edges.place.extents[0]);
        const auto* const x = reinterpret_cast<const T*>(work.input(0).data);
        auto* const out = reinterpret_cast<Number*>(work.output().data);
        execute::parallel_for(element_count(work.input(0).place.extents), min_searched,
                              [&](std::ptrdiff_t first, std::ptrdiff_t last) {
                                std::transform(x + first, x + last, out + first, [&](T element) {
                                  return static_cast<Number>(number_(element, table));
                                });
                              });
      }
    });
  }

 private:
  Function number_;
};

/// A node of that. Elements and edges have one dtype.
template <class Number, class Function>
graph::node_ptr search_each(const graph::node_ptr& elements, const graph::node_ptr& edges,
                            const Function& number) {
  const ref_ptr<const graph::library_function> search(new edge_search<Number, Function>(number));
  return graph::make_library_node(search, graph::operand_list::of(elements, edges),
                                  dtype_of<Number>, elements->extents, cpu());
}

}  // namespace gpu::detail
