// SPDX-License-Identifier: BSD-3-Clause
// Coordinates of the points of grids, as expressions: they fuse with what is computed of them.
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/core/option_name.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/graph/build.hpp>

namespace gpu {

struct indexing_option {
  bool swaps_first_axes;
};
/// Which axis the first vector of `meshgrid` runs along: the second for "xy", which is the default,
/// the first for "ij".
/// @throws value_error  "Valid values for `indexing` are 'xy' and 'ij'."
[[nodiscard]] indexing_option indexing(option_name name);

struct sparse_option {};
/// Leaves axes of extent 1 where coordinates do not change: NumPy's `sparse=True`.
inline constexpr sparse_option sparse{};

/// One axis of `mgrid` and `ogrid`: `{start, stop}`, `{start, stop, step}`, or with an imaginary
/// number of samples from start to stop, `{start, stop, 5i}`.
class grid_range {
 public:
  /// @throws value_error  if there is no finite number of points
  template <scalar_like Start, scalar_like Stop>
  grid_range(Start start, Stop stop) : grid_range(start, stop, 1.0) {}
  template <scalar_like Start, scalar_like Stop, scalar_like Step>
  grid_range(Start start, Stop stop, Step step)
      : grid_range(static_cast<double>(start), static_cast<double>(stop),
                   stepped{static_cast<double>(step)}) {}
  template <scalar_like Start, scalar_like Stop, std::floating_point Real>
  grid_range(Start start, Stop stop, std::complex<Real> samples)
      : grid_range(static_cast<double>(start), static_cast<double>(stop),
                   sampled{std::trunc(std::abs(samples))}) {}

  [[nodiscard]] double start() const noexcept { return start_; }
  [[nodiscard]] double step() const noexcept { return step_; }
  /// Negative if `stop` lies before `start`.
  [[nodiscard]] std::ptrdiff_t count() const noexcept { return count_; }

 private:
  struct stepped {
    double step;
  };
  struct sampled {
    double count;
  };
  grid_range(double start, double stop, stepped by);
  grid_range(double start, double stop, sampled by);

  double start_;
  double step_ = 1;
  std::ptrdiff_t count_;
};

namespace detail {

struct meshgrid_call {
  bool swaps_first_axes = true;
  bool is_sparse = false;
  std::vector<graph::node_ptr> lines = {};

  void take(indexing_option option) { swaps_first_axes = option.swaps_first_axes; }
  void take(sparse_option) { is_sparse = true; }
  template <array_like A>
  void take(const A& line) {
    lines.push_back(line.node());
  }
};
[[nodiscard]] std::vector<graph::node_ptr> meshgrid_nodes(const meshgrid_call& call);

/// The coordinates along each axis: with axes of extent 1 for the others, or all of one shape.
[[nodiscard]] std::vector<graph::node_ptr> open_grid(dtype type, const std::vector<grid_range>& of,
                                                     device where);
[[nodiscard]] std::vector<graph::node_ptr> full_grid(dtype type, const std::vector<grid_range>& of,
                                                     device where);
/// Those of `full_grid` as one array.
[[nodiscard]] graph::node_ptr stacked_grid(dtype type, const std::vector<grid_range>& of,
                                           device where);
/// 0, 1, ... along each axis.
/// @throws value_error  for a negative extent
[[nodiscard]] std::vector<grid_range> index_ranges(const shape& dimensions);

template <class A>
concept grid_option = std::same_as<A, indexing_option> || std::same_as<A, sparse_option>;

template <class T, std::size_t N>
auto as_expression_array(const std::vector<graph::node_ptr>& nodes) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<expression<T>, N>{expression<T>(nodes[I])...};
  }
  (std::make_index_sequence<N>());
}

}  // namespace detail

/// Coordinates from vectors of coordinates, one array for each: `auto [x, y] = meshgrid(a, b)`.
/// Behind the vectors may stand `indexing("ij")` and `sparse`. `numpy.meshgrid`.
///
/// @shape  with an axis for each vector; b is the first axis, unless `indexing` says "ij"
template <class... Arguments>
requires((array_like<Arguments> || detail::grid_option<Arguments>)&&...)
    [[nodiscard]] auto meshgrid(const Arguments&... arguments) {
  constexpr std::size_t count = (static_cast<std::size_t>(array_like<Arguments>) + ... + 0);
  detail::meshgrid_call call;
  (call.take(arguments), ...);
  const std::vector<graph::node_ptr> nodes = detail::meshgrid_nodes(call);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    static_assert((array_like<std::tuple_element_t<I, std::tuple<Arguments...>>> && ...),
                  "the options of meshgrid follow its arrays");
    return std::tuple(
        detail::expression_like<std::tuple_element_t<I, std::tuple<Arguments...>>>(nodes[I])...);
  }
  (std::make_index_sequence<count>());
}

/// Of each point of a grid its index along each axis, which is the first axis of the result.
/// `numpy.indices`.
/// @throws value_error  for a negative extent
template <element_type T = std::int64_t>
[[nodiscard]] expression<T> indices(const shape& dimensions, device where = current_device()) {
  return expression<T>(detail::stacked_grid(dtype_of<T>, detail::index_ranges(dimensions), where));
}
/// The same as one array for each axis, of extent 1 along the others.
template <element_type T = std::int64_t>
[[nodiscard]] std::vector<expression<T>> indices(const shape& dimensions, sparse_option,
                                                 device where = current_device()) {
  std::vector<expression<T>> result;
  for (graph::node_ptr& line :
       detail::open_grid(dtype_of<T>, detail::index_ranges(dimensions), where))
    result.emplace_back(std::move(line));
  return result;
}

/// The coordinates of a grid of `N` axes as one expression, or one by one: `auto [y, x] = grid`.
template <class T, std::size_t N>
class grid_coordinates : public expression<T> {
 public:
  using expression<T>::expression;

  /// Those along one axis.
  template <std::size_t Axis>
  [[nodiscard]] expression<T> get() const {
    static_assert(Axis < N);
    const auto index = static_cast<std::ptrdiff_t>(Axis);
    return expression<T>(
        graph::make_view(this->node(), sliced(this->node()->extents, std::array{slice(index)})));
  }
};

/// Of each point of a grid its coordinate along each axis, which is the first axis of the result:
/// `mgrid<double>({{0, 5}, {-1, 1, 3i}})` is `np.mgrid[0:5, -1:1:3j]`. It is also taken apart:
/// `auto [y, x] = mgrid<double>({{0, 5}, {0, 3}})`.
/// @throws value_error  if a stop lies before its start
template <element_type T, std::size_t N>
[[nodiscard]] grid_coordinates<T, N> mgrid(const grid_range (&axes)[N],
                                           device where = current_device()) {
  return grid_coordinates<T, N>(
      detail::stacked_grid(dtype_of<T>, std::vector<grid_range>(axes, axes + N), where));
}
/// The same as one array for each axis, of extent 1 along the others: `auto [y, x] =
/// ogrid<double>({{0, 5}, {0, 3}})`. `numpy.ogrid`.
template <element_type T, std::size_t N>
[[nodiscard]] std::array<expression<T>, N> ogrid(const grid_range (&axes)[N],
                                                 device where = current_device()) {
  return detail::as_expression_array<T, N>(
      detail::open_grid(dtype_of<T>, std::vector<grid_range>(axes, axes + N), where));
}

/// What `function` makes of the indices along each axis of a grid, which are arrays of its shape:
/// `fromfunction([](auto i, auto j) { return i + j; }, {3, 4})`. `numpy.fromfunction`.
template <element_type T = double, class Function, std::size_t N>
[[nodiscard]] auto fromfunction(Function&& function, const std::ptrdiff_t (&dimensions)[N],
                                device where = current_device()) {
  using grid = std::array<expression<T>, N>;
  constexpr bool takes_arrays = requires(Function && f, grid indices) {
    std::apply(std::forward<Function>(f), std::move(indices));
  };
  static_assert(takes_arrays,
                "the function is called once, with an array of indices for each axis: a lambda of "
                "auto parameters");
  const shape extents(dimensions, dimensions + N);
  return std::apply(std::forward<Function>(function),
                    detail::as_expression_array<T, N>(
                        detail::full_grid(dtype_of<T>, detail::index_ranges(extents), where)));
}
/// The same with one axis: `fromfunction(f, 4)`.
template <element_type T = double, class Function, integer_like Extent>
requires(!std::same_as<Extent, bool>)
    [[nodiscard]] auto fromfunction(Function&& function, Extent extent,
                                    device where = current_device()) {
  return fromfunction<T>(std::forward<Function>(function), {static_cast<std::ptrdiff_t>(extent)},
                         where);
}

}  // namespace gpu

template <class T, std::size_t N>
struct std::tuple_size<gpu::grid_coordinates<T, N>> : std::integral_constant<std::size_t, N> {};
template <std::size_t Axis, class T, std::size_t N>
struct std::tuple_element<Axis, gpu::grid_coordinates<T, N>> {
  using type = gpu::expression<T>;
};
