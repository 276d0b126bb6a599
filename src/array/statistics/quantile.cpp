// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/statistics/quantile.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <type_traits>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/elementwise/support/quantile.hpp>
#include <gpu/graph/library_function.hpp>

#include "array/sorting/rank_selection.hpp"
#include "array/sorting/row_layout.hpp"
#include "array/statistics/gpu_quantile.hpp"
#include "array/statistics/quantile_types.hpp"
#include "array/statistics/weighted_quantile.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

constexpr const char* rule_names[] = {"linear",
                                      "lower",
                                      "higher",
                                      "midpoint",
                                      "nearest",
                                      "inverted_cdf",
                                      "averaged_inverted_cdf",
                                      "closest_observation",
                                      "interpolated_inverted_cdf",
                                      "hazen",
                                      "weibull",
                                      "median_unbiased",
                                      "normal_unbiased"};

void check_call(quantile_call& call) {
  if (call.is_percentile)
    for (double& q : call.q)
      q = call.in_float32 ? static_cast<double>(static_cast<float>(q) / 100.0f) : q / 100;
  for (const double q : call.q)
    if (!(q >= 0 && q <= 1))
      throw value_error(call.is_percentile ? "Percentiles must be in the range [0, 100]"
                                           : "Quantiles must be in the range [0, 1]");
  if (call.q_extents.size() > 2) throw value_error("q must be a scalar or 1d");
  if (call.weights && call.rule != quantile_rule::inverted_cdf)
    throw value_error(text_of("Only method 'inverted_cdf' supports weights. Got: ",
                              rule_names[static_cast<int>(call.rule)], "."));
}

/// Of rows without elements: nan, if anything.
graph::node_ptr of_nothing(const quantile_call& call, const shape& extents, device where) {
  if (element_count(extents) > 0) {
    const bool is_float = traits(call.result).kind == dtype_kind::floating;
    if (!is_float) throw index_error("cannot do a non-empty take from an empty axes.");
    if (!call.skips_nans && call.rule != quantile_rule::middle)
      throw index_error("index -1 is out of bounds for axis 0 with size 0");
  }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const graph::node_ptr value =
      graph::make_cast(graph::make_scalar(dtype::float64, &nan), call.result);
  return graph::node_ptr(execute::evaluate(graph::make_broadcast(value, extents), where).get());
}

/// Of more quantiles it is faster to select all at once.
constexpr std::size_t max_narrowed = 3;

/// Puts the elements of the given ranks, which ascend, where they are in sorted order.
template <class T>
void select_ranks(T* data, std::ptrdiff_t first, std::ptrdiff_t last, const std::ptrdiff_t* ranks,
                  const std::ptrdiff_t* end) {
  if (ranks == end || last - first < 2) return;
  // Half of all medians ask for the one before that which has been found.
  if (end - ranks == 1 && *ranks == last - 1)
    return std::iter_swap(data + last - 1, std::max_element(data + first, data + last));
  const std::ptrdiff_t* middle = ranks + (end - ranks) / 2;
  std::nth_element(data + first, data + *middle, data + last,
                   [](const T& a, const T& b) { return a < b; });
  select_ranks(data, first, *middle, ranks, middle);
  select_ranks(data, *middle + 1, last, middle + 1, end);
}

// What does not depend on all three types below is not inlined, so that it is compiled once.

/// Elements of rows on the host, by their ranks.
template <class T>
class row_selection {
 public:
  explicit row_selection(std::ptrdiff_t columns)
      : columns_(columns), data_(new T[static_cast<std::size_t>(columns)]) {}

  [[nodiscard, gnu::noinline]] bool has_nan(const T* row) const {
    constexpr std::ptrdiff_t width = 16;
    bool found[width] = {};
    std::ptrdiff_t k = 0;
    for (; k + width <= columns_; k += width)
      for (std::ptrdiff_t lane = 0; lane < width; ++lane) found[lane] |= math::isnan(row[k + lane]);
    for (; k < columns_; ++k) found[0] |= math::isnan(row[k]);
    return std::any_of(found, found + width, [](bool one) { return one; });
  }

  /// Takes a row's numbers, which come before its nans. Returns how many they are.
  [[gnu::noinline]] std::ptrdiff_t copy(const T* row, bool has_nans) {
    T* const first = data_.get();
    std::copy_n(row, columns_, first);
    if (!has_nans) return columns_;
    const auto is_number = [](const T& x) { return !math::isnan(x); };
    return std::partition(first, first + columns_, is_number) - first;
  }
  /// Those of `count` numbers taken that have the given ranks, each at its rank.
  [[nodiscard, gnu::noinline]] ranked_elements<T> select(std::ptrdiff_t count,
                                                         const std::vector<std::ptrdiff_t>& ranks) {
    select_ranks(data_.get(), 0, count, ranks.data(), ranks.data() + ranks.size());
    return {data_.get(), count, 0};
  }
  /// The elements of two ranks of a row without nans, of which few are looked at twice.
  [[nodiscard, gnu::noinline]] ranked_elements<T> narrow(const T* row, std::ptrdiff_t low,
                                                         std::ptrdiff_t high) {
    const ranked_elements<T> few = narrowed(row, columns_, low, high, data_.get());
    const std::ptrdiff_t ranks[] = {low - few.before, high - few.before};
    select_ranks(few.data, 0, few.count, ranks, ranks + (low == high ? 1 : 2));
    return few;
  }

 private:
  std::ptrdiff_t columns_;
  std::unique_ptr<T[]> data_;
};

/// Where the quantiles of rows lie. Most rows have equally many numbers.
template <class V>
class quantile_places {
 public:
  explicit quantile_places(const quantile_call& call) : call_(call) {}

  /// For rows of so many numbers.
  [[gnu::noinline]] void find(std::ptrdiff_t count) {
    if (count == count_) return;
    count_ = count;
    places_.clear();
    ranks_.clear();
    for (const double q : call_.q) {
      places_.push_back(math::place_of_quantile(call_.rule, count, static_cast<V>(q)));
      ranks_.push_back(places_.back().previous);
      ranks_.push_back(places_.back().next);
    }
    std::sort(ranks_.begin(), ranks_.end());
    ranks_.erase(std::unique(ranks_.begin(), ranks_.end()), ranks_.end());
  }
  [[nodiscard]] const std::vector<math::quantile_place<V>>& all() const { return places_; }
  /// All ranks that they are computed from, which ascend.
  [[nodiscard]] const std::vector<std::ptrdiff_t>& ranks() const { return ranks_; }

 private:
  const quantile_call& call_;
  std::ptrdiff_t count_ = -1;
  std::vector<math::quantile_place<V>> places_;
  std::vector<std::ptrdiff_t> ranks_;
};

template <class R, class T, class V>
class host_quantiles {
 public:
  host_quantiles(const quantile_call& call, std::ptrdiff_t columns)
      : call_(call), columns_(columns), elements_(columns), places_(call) {}

  /// The quantiles of one row; `step` elements lie between one and the next in `out`.
  void operator()(const T* row, R* out, std::ptrdiff_t step) {
    const bool has_nans = elements_.has_nan(row);
    const bool narrows = columns_ >= min_sampled && call_.q.size() <= max_narrowed && !has_nans;
    const std::ptrdiff_t count = narrows ? columns_ : elements_.copy(row, has_nans);
    if (count == 0 || (count < columns_ && !call_.skips_nans)) {
      for (std::size_t k = 0; k < call_.q.size(); ++k)
        out[static_cast<std::ptrdiff_t>(k) * step] = math::cast<R>(math::nan<float>);
      return;
    }
    places_.find(count);
    const ranked_elements<T> all =
        narrows ? ranked_elements<T>() : elements_.select(count, places_.ranks());
    for (const auto& place : places_.all()) {
      const auto [low, high] = std::minmax(place.previous, place.next);
      *out = value_at(place, narrows ? elements_.narrow(row, low, high) : all);
      out += step;
    }
  }

 private:
  R value_at(const math::quantile_place<V>& place, const ranked_elements<T>& few) const {
    return math::quantile_at<R>(call_.rule, place,
                                [&](long long i) { return few.data[i - few.before]; });
  }

  const quantile_call& call_;
  std::ptrdiff_t columns_;
  row_selection<T> elements_;
  quantile_places<V> places_;
};

template <class R, class T, class V>
void quantiles_of_rows(const quantile_call& call, const row_layout& layout, const void* in,
                       void* out) {
  host_quantiles<R, T, V> quantiles(call, layout.columns);
  for (std::ptrdiff_t row = 0; row < layout.rows; ++row)
    quantiles(static_cast<const T*>(in) + row * layout.columns, static_cast<R*>(out) + row,
              layout.rows);
}

using row_function = void (*)(const quantile_call&, const row_layout&, const void*, void*);

/// Quantiles of the rows of a matrix on the host.
class host_quantile_function : public graph::library_function {
 public:
  host_quantile_function(const quantile_call& call, const row_layout& layout, row_function rows)
      : call_(call), layout_(layout), rows_(rows) {}

  [[nodiscard]] const char* name() const noexcept override { return "quantile"; }
  void run(execute::operation& work) const override {
    rows_(call_, layout_, work.input(0).data, work.output().data);
  }

 private:
  quantile_call call_;
  row_layout layout_;
  row_function rows_;
};

graph::node_ptr on_host(const quantile_call& call, const row_layout& layout,
                        const graph::node_ptr& matrix, const shape& extents) {
  const row_function rows = visit_quantile_types(
      call, matrix->type,
      []<class R, class T, class V>() -> row_function { return &quantiles_of_rows<R, T, V>; });
  return graph::make_library_node(
      ref_ptr<const graph::library_function>(new host_quantile_function(call, layout, rows)),
      graph::operand_list::of(matrix), call.result, extents, cpu());
}

}  // namespace

void require_real_elements(dtype element) {
  if (traits(element).kind == dtype_kind::complex)
    throw dtype_error("a must be an array of real numbers");
}

void require_no_bools(dtype element, bool is_discrete) {
  if (element == dtype::bool_ && !is_discrete)
    throw dtype_error(
        "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` "
        "operator, or the logical_xor function instead.");
}

graph::node_ptr quantile_node(const graph::node_ptr& value, quantile_call&& call) {
  check_call(call);
  const row_layout layout(value->extents, call.axes);
  const device where = graph::device_of(value);
  shape extents = call.q_extents;
  const shape rest = call.keepdims ? layout.with_ones() : layout.kept;
  for (const std::ptrdiff_t extent : rest) extents.push_back(extent);
  if (layout.columns == 0 || element_count(extents) == 0) return of_nothing(call, extents, where);
  if (call.weights) return weighted_quantiles(call, layout, value, extents, where);
  const graph::node_ptr matrix = layout.matrix(value);
  if (where.is_cpu()) return on_host(call, layout, matrix, extents);
  return quantiles_on_gpu(call, layout, matrix, extents, where);
}

}  // namespace gpu::detail
