// SPDX-License-Identifier: BSD-3-Clause
// The options of histograms.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <gpu/array/asarray.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/statistics/weights.hpp>

namespace gpu {

struct density_option {};
/// Counts are divided by the width of their bins and by their sum. NumPy's `density=True`.
inline constexpr density_option density{};

/// From where to where bins of one width go: `{0, 10}`; by default the range of the data.
class histogram_range {
 public:
  histogram_range(std::nullopt_t = std::nullopt) {}
  template <class Low, class High>
  requires(std::is_arithmetic_v<Low>&& std::is_arithmetic_v<High>)
      histogram_range(Low low, High high)
      : is_given_(true), low_(static_cast<double>(low)), high_(static_cast<double>(high)) {}

  [[nodiscard]] bool is_given() const noexcept { return is_given_; }
  [[nodiscard]] double low() const noexcept { return low_; }
  [[nodiscard]] double high() const noexcept { return high_; }

 private:
  bool is_given_ = false;
  double low_ = 0;
  double high_ = 0;
};

namespace detail {

/// Bins: how many, or their edges, or how their number is found.
struct histogram_bins {
  std::ptrdiff_t count = 0;
  graph::node_ptr edges = nullptr;
  std::string estimator = {};

  template <integer_like Count>
  histogram_bins(Count bins) : count(static_cast<std::ptrdiff_t>(bins)) {}
  template <array_like E>
  histogram_bins(const E& bins) : edges(bins.node()) {}
  template <host_range E>
  histogram_bins(const E& bins) : edges(asarray(bins).node()) {}
  histogram_bins(std::string_view name) : estimator(name) {}
  histogram_bins(const char* name) : estimator(name) {}
};

/// Whether bins are all of one width.
template <class Bins>
concept uniform_bins = std::integral<Bins> || std::convertible_to<const Bins&, std::string_view>;

}  // namespace detail

/// A number of bins, an array of edges, or the name of an estimator: "auto", "fd", "doane",
/// "scott", "stone", "rice", "sturges", "sqrt".
template <class Bins>
concept bins_of_histogram = detail::uniform_bins<Bins> || array_like<Bins>;

/// `density`, `weights(w)`.
template <class A>
concept histogram_option = std::same_as<A, density_option> || detail::is_weights<A>;

}  // namespace gpu
