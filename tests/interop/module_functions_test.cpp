// SPDX-License-Identifier: BSD-3-Clause
// `xp` has every function of arrays that xtensor has too, and those of NumPy that this library has,
// of arrays of both libraries. The expected values are NumPy's.
#include <gpu/interop/array_module.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <tuple>
#include <type_traits>
#include <vector>

#if __has_include(<xtensor/views/xview.hpp>)
#include <xtensor/core/xeval.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/core/xvectorize.hpp>
#include <xtensor/generators/xbuilder.hpp>
#include <xtensor/misc/xcomplex.hpp>
#include <xtensor/misc/xhistogram.hpp>
#include <xtensor/misc/xmanipulation.hpp>
#include <xtensor/misc/xpad.hpp>
#include <xtensor/misc/xset_operation.hpp>
#include <xtensor/misc/xsort.hpp>
#include <xtensor/reducers/xnorm.hpp>
#include <xtensor/views/xdynamic_view.hpp>
#include <xtensor/views/xindex_view.hpp>
#include <xtensor/views/xrepeat.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xbuilder.hpp>
#include <xtensor/xcomplex.hpp>
#include <xtensor/xdynamic_view.hpp>
#include <xtensor/xeval.hpp>
#include <xtensor/xhistogram.hpp>
#include <xtensor/xindex_view.hpp>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnorm.hpp>
#include <xtensor/xpad.hpp>
#include <xtensor/xrepeat.hpp>
#include <xtensor/xset_operation.hpp>
#include <xtensor/xsort.hpp>
#include <xtensor/xvectorize.hpp>
#include <xtensor/xview.hpp>
#endif

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"

namespace in_xtensor {
#define USE(name) using xt::name;
#include "functions_of_xtensor.inc"
#undef USE
}  // namespace in_xtensor

namespace in_gpu {
#define USE(name) using gpu::name;
#include "functions_of_numpy.inc"
#include "functions_of_xtensor.inc"
#undef USE
}  // namespace in_gpu

/// Compiles if the module has each of the functions.
template <class Module>
struct functions_of : Module {
#define USE(name) using Module::name;
#include "functions_of_numpy.inc"
#include "functions_of_xtensor.inc"
#undef USE
};
template struct functions_of<decltype(gpu::get_array_module(gpu::ndarray<double>()))>;
template struct functions_of<decltype(gpu::get_array_module(xt::xarray<double>()))>;

namespace {

using gpu::get_array_module;

using matrix = xt::xarray<double>;
using numbers = std::vector<double>;

class module_functions : public gpu::test::on_device {
 protected:
  static matrix x() { return {{3, 1, 2}, {4, 6, 5}}; }
  static matrix v() { return {3, 1, 4, 1, 5, 9, 2, 6}; }

  template <class A>
  static void compare(const A& found, const numbers& expected) {
    ASSERT_EQ(found.size(), expected.size());
    std::size_t i = 0;
    for (const auto& one : found) {
      EXPECT_NEAR(static_cast<double>(one), expected[i], 1e-12) << "element " << i;
      ++i;
    }
  }
  /// Calls the function with the module of each library, and with arrays of it.
  template <class Function, class... A>
  static void expect(const Function& function, const numbers& expected, const A&... arrays) {
    {
      SCOPED_TRACE("of xtensor");
      compare(function(get_array_module(matrix()), arrays...), expected);
    }
    SCOPED_TRACE("of this library");
    const auto xp = get_array_module(gpu::ndarray<double>());
    const auto found = function(xp, gpu::to_gpu(arrays)...);
    EXPECT_EQ(found.device(), GetParam());
    compare(gpu::to_cpu(found), expected);
  }
};

TEST_P(module_functions, give_arrays_other_axes) {
  expect([](auto xp, const auto& a) { return xp.template cast<int>(xp.eval(a / 2.0)); },
         {1, 0, 1, 2, 3, 2}, x());
  expect(
      [](auto xp, const auto& a) {
        return xp.broadcast(a, {2, 2, 3});
      },
      {3, 1, 2, 4, 6, 5, 3, 1, 2, 4, 6, 5}, x());
  expect([](auto xp, const auto& a) { return xp.row(xp.reshape_view(a, {3, 2}), 1); }, {2, 4}, x());
  expect([](auto xp, const auto& a) { return xp.flatten(xp.rot90(a)); }, {2, 5, 1, 6, 3, 4}, x());
  expect(
      [](auto xp, const auto& a) {
        return xp.flatten(xp.rot90(a, 1, {1, 0}));
      },
      {4, 3, 6, 1, 5, 2}, x());
  expect([](auto xp, const auto& a) { return xp.flatten(xp.template rot90<3>(a)); },
         {4, 3, 6, 1, 5, 2}, x());
  expect(
      [](auto xp, const auto& a) { return xp.template flatten<gpu::layout_type::column_major>(a); },
      {3, 4, 1, 6, 2, 5}, x());
  const auto ranks = [](auto xp, const auto& a) {
    return xp.template full<double>({1}, xp.atleast_1d(a).dimension() +
                                             10 * xp.atleast_2d(a).dimension() +
                                             100 * xp.atleast_3d(a).dimension() +
                                             1000 * xp.template atleast_Nd<4>(a).dimension());
  };
  expect(ranks, {4321}, v());
}

TEST_P(module_functions, take_arrays_apart_and_join_them) {
  expect([](auto xp, const auto& a) { return xp.split(a, 2)[1]; }, {4, 6, 5}, x());
  expect([](auto xp, const auto& a) { return xp.hsplit(a, {1})[1]; }, {1, 2, 6, 5}, x());
  expect([](auto xp, const auto& a) { return xp.vsplit(a, 2)[0]; }, {3, 1, 2}, x());
  expect(
      [](auto xp, const auto& a) {
        return xp.hstack({a, a});
      },
      {3, 1, 2, 3, 1, 2, 4, 6, 5, 4, 6, 5}, x());
  expect([](auto xp, const auto& a) { return xp.vstack(gpu::xtuple(a, xp.row(a, 0))); },
         {3, 1, 2, 4, 6, 5, 3, 1, 2}, x());
  expect([](auto xp, const auto& a) { return xp.diag(a); }, {3, 6}, x());
  expect([](auto xp, const auto& a) { return xp.diagonal(a, 1); }, {1, 5}, x());
  expect([](auto xp, const auto& a) { return xp.trim_zeros(a, "f"); }, {1, 0}, matrix{0, 0, 1, 0});
  expect(
      [](auto xp, const auto& a, const auto& b) {
        const auto [first, second] = xp.meshgrid(a, b);
        return xp.kept(first * 10.0 + second);
      },
      {13, 23, 14, 24, 15, 25}, matrix{1, 2}, matrix{3, 4, 5});
  expect([](auto xp, const auto&) { return xp.template logspace<double>(0, 2, 3); }, {1, 10, 100},
         x());
}

TEST_P(module_functions, show_parts_of_arrays) {
  expect([](auto xp, const auto& a) { return xp.view(a, 1, gpu::range(1, 3)); }, {6, 5}, x());
  expect([](auto xp, const auto& a) { return xp.view(a, gpu::all(), gpu::keep(2, 0)); },
         {2, 3, 5, 4}, x());
  expect([](auto xp, const auto& a) { return xp.view(a, xp.argmax(a, 0)); },
         {4, 6, 5, 4, 6, 5, 4, 6, 5}, x());
  expect(
      [](auto xp, const auto& a) {
        return xp.strided_view(a, {gpu::ellipsis(), 1});
      },
      {1, 6}, x());
  expect([](auto xp, const auto& a) { return xp.dynamic_view(a, {0, gpu::drop(1)}); }, {3, 2}, x());
  expect([](auto xp, const auto& a) { return xp.col(a, -1); }, {2, 5}, x());
  expect([](auto xp, const auto& a) { return xp.filter(a, a > 2.0); }, {3, 4, 6, 5}, x());
  expect([](auto xp, const auto& a) { return xp.index_view(a, {{1, 1}, {0, 2}}); }, {6, 2}, x());
  expect([](auto xp, const auto& a) { return xp.index_view(a, xp.argwhere(a > 4.0)); }, {6, 5},
         x());
}

TEST_P(module_functions, find_indices) {
  expect([](auto xp, const auto& a) { return xp.from_indices(xp.argwhere(a > 2.0)); },
         {0, 0, 1, 0, 1, 1, 1, 2}, x());
  expect([](auto xp, const auto& a) { return xp.flatten_indices(xp.argwhere(a > 4.0)); },
         {1, 1, 1, 2}, x());
  expect([](auto xp, const auto& a) { return xp.from_indices(xp.nonzero(a > 2.0)); },
         {0, 1, 1, 1, 0, 0, 1, 2}, x());
  expect([](auto xp, const auto& a) { return xp.view(a, xp.nonzero(a > 4.0)); }, {6, 5}, x());
  const auto ravelled = [](auto xp, const auto& a) {
    return xp.ravel_indices(xp.argwhere(a > 2.0), {2, 3});
  };
  expect(ravelled, {0, 3, 4, 5}, x());
  expect(
      [&](auto xp, const auto& a) {
        return xp.unravel_indices(ravelled(xp, a), {2, 3});
      },
      {0, 0, 1, 0, 1, 1, 1, 2}, x());
  expect(
      [&](auto xp, const auto& a) {
        return xp.unravel_index(ravelled(xp, a), {2, 3})[1];
      },
      {0, 0, 1, 2}, x());
  EXPECT_EQ(get_array_module(x()).unravel_index(4, {2, 3}), (gpu::shape{1, 1}));
}

TEST_P(module_functions, order_elements_and_find_them) {
  expect([](auto xp, const auto& a) { return xp.partition(a, 1); }, {1, 2, 3, 4, 5, 6}, x());
  expect(
      [](auto xp, const auto& a) {
        return xp.partition(a, {0, 1}, 0);
      },
      {3, 1, 2, 4, 6, 5}, x());
  expect([](auto xp, const auto& a) { return xp.argpartition(a, {1}); }, {1, 2, 0, 0, 2, 1}, x());
  expect([](auto xp, const auto& a) { return xp.unique(a); }, {1, 2, 3, 4, 5, 6, 9}, v());
  expect([](auto xp, const auto& a) { return std::get<1>(xp.unique(a, gpu::return_counts)); },
         {2, 1, 1, 1, 1, 1, 1}, v());
  expect([](auto xp, const auto& a, const auto& b) { return xp.setdiff1d(a, b); }, {9}, v(), x());
  expect([](auto xp, const auto& a) { return xp.isin(a, {1, 4}); }, {0, 1, 0, 1, 0, 0}, x());
  expect([](auto xp, const auto& a, const auto& b) { return xp.in1d(a, b); },
         {1, 1, 1, 1, 1, 0, 1, 1}, v(), x());
}

TEST_P(module_functions, describe_elements) {
  expect([](auto xp, const auto& a, const auto& w) { return xp.average(a, w, {1}); },
         {11. / 6, 31. / 6}, x(), matrix{{1, 2, 3}, {1, 2, 3}});
  expect([](auto xp, const auto& a) { return xp.average(a, {0}); }, {3.5, 3.5, 3.5}, x());
  expect([](auto xp, const auto& a) { return xp.median(a, {1}, gpu::keepdims); }, {2, 5}, x());
  expect([](auto xp, const auto& a) { return xp.median(a); }, {3.5}, x());
  expect([](auto xp, const auto& a) { return xp.trapz(a, 2.0, 1); }, {7, 21}, x());
  expect([](auto xp, const auto& a) { return xp.cov(a); }, {1, -1, -1, 1}, x());
  expect([](auto xp, const auto& a, const auto& b) { return xp.convolve(a, b); },
         {3, 2.5, 4.5, 3, 5.5, 11.5, 6.5, 7, 3}, v(), matrix{1, 0.5});
  expect([](auto xp, const auto& a,
            const auto& b) { return xp.convolve(a, b, gpu::convolve_mode::valid{}); },
         {10.5, 5, 13.5, 13.5, 16.5, 25}, v(), matrix{1, 0.5, 2});
  expect([](auto xp, const auto& a, const auto& p, const auto& q) { return xp.interp(a, p, q); },
         {10, 15, 40}, matrix{0, 1.5, 9}, matrix{1, 2, 3}, matrix{10, 20, 40});
  EXPECT_TRUE(get_array_module(x()).allclose(x(), x() + 1e-12));
  const gpu::ndarray<double> here = x();
  EXPECT_FALSE(get_array_module(here).allclose(here, here + 1));
}

TEST_P(module_functions, count_in_bins) {
  const auto counts_and_edges = [](auto xp, const auto& a) {
    const auto [counts, edges] = xp.histogram(a, 4);
    return xp.hstack(gpu::xtuple(counts, edges));
  };
  expect([](auto xp, const auto& a) { return xp.histogram_bin_edges(a, 4); }, {1, 3, 5, 7, 9}, v());
  {
    const auto [counts, edges] = get_array_module(v()).histogram(v(), 4);
    compare(counts, {3, 2, 2, 1});
    compare(edges, {1, 3, 5, 7, 9});
  }
  compare(gpu::to_cpu(counts_and_edges(get_array_module(gpu::ndarray<double>()), gpu::to_gpu(v()))),
          {3, 2, 2, 1, 1, 3, 5, 7, 9});
  expect(
      [](auto xp, const auto& a, const auto& edges) {
        const auto [density, same] = xp.histogram(a, edges, true);
        return xp.kept(density * 1.0);
      },
      {0.125, 0.09375}, v(), matrix{0, 2, 10});
  expect([](auto xp, const auto& a, const auto& edges) { return xp.digitize(a, edges); },
         {2, 1, 2, 1, 3, 3, 1, 3}, v(), matrix{1, 3, 5});
  expect([](auto xp, const auto& w) { return xp.bin_items(10, w); }, {1, 2, 3, 4},
         matrix{1, 2, 3, 4});
}

TEST_P(module_functions, reduce_arrays) {
  expect(
      [](auto xp, const auto& a) {
        const auto [least, largest] = xp.minmax(a);
        return xp.kept(largest - least);
      },
      {5}, x());
  EXPECT_EQ(get_array_module(x()).minmax(x())(), (std::array<double, 2>{1, 6}));
  expect([](auto xp, const auto& a) { return xp.norm_lp(a, 3); }, {7.611662611020244}, x());
  expect([](auto xp, const auto& a) { return xp.norm_lp_to_p(a, 3, {0}); }, {91, 217, 133}, x());
  expect([](auto xp, const auto& a) { return xp.norm_induced_l1(a); }, {7}, x());
  expect([](auto xp, const auto& a) { return xp.norm_induced_linf(a); }, {15}, x());
  expect([](auto xp, const auto& a) { return xp.reduce(gpu::maximum, a, {0}); }, {4, 6, 5}, x());
  expect([](auto xp, const auto& a) { return xp.reduce(std::plus<>(), a); }, {21}, x());
  expect([](auto xp, const auto& a) { return xp.accumulate(gpu::add, a, 1); }, {3, 4, 6, 4, 10, 15},
         x());
  expect(
      [](auto xp, const auto& a) {
        const auto f = xp.vectorize([](const auto& p) { return p * p + 1.0; });
        return xp.kept(f(a));
      },
      {10, 2, 5, 17, 37, 26}, x());
}

TEST_P(module_functions, multiply_matrices) {
  const matrix square{{2, 1}, {1, 3}};
  expect([](auto xp, const auto& a) { return xp.matmul(a, xp.transpose(a)); }, {14, 28, 28, 77},
         x());
  expect([](auto xp, const auto& a) { return xp.dot(a, xp.row(a, 0)); }, {14, 28}, x());
  expect([](auto xp, const auto& a) { return xp.einsum("ij,kj->ik", a, a); }, {14, 28, 28, 77},
         x());
  expect(
      [](auto xp, const auto& a) {
        return xp.kept(xp.tensordot(a, a, {1}, {1}) + xp.tensordot(a, xp.transpose(a), 1));
      },
      {28, 56, 56, 154}, x());
  expect([](auto xp, const auto& a) { return xp.kept(xp.vdot(a, a) + xp.trace(a)); }, {20}, square);
  expect([](auto xp, const auto& a) { return xp.kron(a, xp.outer(xp.row(a, 0), xp.row(a, 1))); },
         {4, 12, 2, 6, 2, 6, 1, 3, 2, 6, 6, 18, 1, 3, 3, 9}, square);
  expect([](auto xp, const auto& a) { return xp.cross(xp.row(a, 0), xp.row(a, 1)); }, {-7, -7, 14},
         x());
  expect([](auto xp, const auto& a) { return xp.kept(xp.inner(a, a) + xp.vecdot(a, a)); },
         {28, 105, 42, 154}, x());
}

TEST_P(module_functions, solve_and_decompose_matrices) {
  const matrix square{{2, 1}, {1, 3}};
  expect([](auto xp, const auto& a) { return xp.matmul(xp.linalg.inv(a), a); }, {1, 0, 0, 1},
         square);
  expect([](auto xp, const auto& a) { return xp.linalg.solve(a, xp.matmul(a, a)); }, {2, 1, 1, 3},
         square);
  expect([](auto xp, const auto& a) { return xp.linalg.norm(a, gpu::axis(0)); },
         {5, std::sqrt(37), std::sqrt(29)}, x());
  const auto rebuilt = [](auto xp, const auto& a) {
    const auto [q, r] = xp.linalg.qr(a);
    const auto [values, vectors] = xp.linalg.eigh(a);
    const auto [u, s, vh] = xp.linalg.svd(a);
    const auto [sign, logarithm] = xp.linalg.slogdet(a);
    const auto [solution, residuals, rank, singular] = xp.linalg.lstsq(a, a);
    const auto again =
        xp.kept(xp.matmul(q, r) + xp.matmul(vectors * values, xp.linalg.inv(vectors)) +
                xp.matmul(u * s, vh));
    const auto numbers = xp.kept(xp.linalg.det(a) + sign * xp.exp(logarithm));
    return xp.kept(again + numbers + solution * (1.0 * rank));
  };
  expect(rebuilt, {18, 13, 13, 21}, square);
  expect([](auto xp, const auto& a) { return xp.linalg.matrix_power(a, 3); }, {15, 20, 20, 35},
         square);
  expect([](auto xp, const auto& a) { return xp.linalg.cholesky(a); },
         {std::sqrt(2), 0, std::sqrt(0.5), std::sqrt(2.5)}, square);
}

TEST_P(module_functions, transform_and_describe_arrays) {
  expect([](auto xp, const auto& a) { return xp.real(xp.fft.ifft(xp.fft.fft(a))); },
         {3, 1, 4, 1, 5, 9, 2, 6}, v());
  expect([](auto xp, const auto& a) { return xp.abs(xp.fft.rfft(a, 2)); }, {4, 2}, v());
  expect([](auto xp, const auto& a) { return xp.kept(xp.fft.fftfreq(4) * xp.fft.fftshift(a)); },
         {0.0, 0.25, -1.5, -0.5}, matrix{3, 2, 1, 1});
  expect([](auto xp, const auto& a) { return xp.gradient(a)[1]; }, {-2, -0.5, 1, 2, 0.5, -1}, x());
  expect([](auto xp, const auto& a) { return xp.percentile(a, {0, 50}); }, {1, 3.5}, x());
  expect([](auto xp, const auto& a) { return xp.quantile(a, 0.5, 0); }, {3.5, 3.5, 3.5}, x());
  expect([](auto xp, const auto& a) { return xp.correlate(a, a); }, {14}, matrix{1, 2, 3});
  expect(
      [](auto xp, const auto& a) {
        return xp.column_stack({xp.fliplr(a), xp.flipud(a)});
      },
      {2, 1, 3, 4, 6, 5, 5, 6, 4, 3, 1, 2}, x());
}

TEST_P(module_functions, have_numpys_constants) {
  const auto use = [](auto xp, const auto& a) {
    const auto more = xp.asarray(std::vector<double>{1, 2, 3});
    return xp.kept(xp.view(a, xp.newaxis) * (xp.pi / xp.pi) + xp.asarray(more) +
                   xp.sum(xp.template identity<double>(2)));
  };
  expect(use, {6, 5, 7, 7, 10, 10}, x());
  const auto xp = get_array_module(x());
  EXPECT_EQ(xp.e, gpu::e);
  EXPECT_GT(xp.inf, 1e300);
  EXPECT_NE(xp.nan, xp.nan);
}

TEST_P(module_functions, choose_elements) {
  const matrix a{-1, 0.5, 1.5, 4};
  expect([](auto xp, const auto& w) { return xp.select({w<0, w> 1}, gpu::xtuple(w, w * 2), 7); },
         {-1, 7, 3, 8}, a);
  expect(
      [](auto xp, const auto& w) {
        return xp.select({w<0, w> 1.0}, {w, w}, w * 3);
      },
      {-1, 1.5, 1.5, 4}, a);
  expect(
      [](auto xp, const auto& w) {
        const auto which = xp.template cast<int>(w > 1);
        return xp.kept(xp.choose(which, gpu::xtuple(w, w * 2)) + xp.choose(which, {w, w}));
      },
      {-2, 1, 4.5, 12}, a);
  expect(
      [](auto xp, const auto& w) { return xp.kept(xp.compress(w > 1, w) + xp.extract(w > 1, w)); },
      {3, 8}, a);
  expect(
      [](auto xp, const auto& w) {
        return xp.piecewise(
            w, {w < 0, w >= 0}, [](const auto& part) { return -part; }, 5);
      },
      {1, 5, 5, 5}, a);
  expect(
      [](auto xp, const auto& w) {
        return xp.piecewise(w, {w<0, w> 1}, {1, 2});
      },
      {1, 0, 2, 2}, a);
  expect(
      [](auto xp, const auto& w) {
        return xp.lexsort({w, xp.template cast<int>(w > 0 && w < 2)});
      },
      {0, 3, 1, 2}, a);
  expect([](auto xp, const auto& w) { return xp.lexsort(gpu::xtuple(w, -w)); }, {3, 2, 1, 0}, a);
}

TEST_P(module_functions, insert_and_leave_out_elements) {
  const matrix a{-1, 0.5, 1.5, 4};
  expect([](auto xp, const auto& w) { return xp.insert(w, 1, 9); }, {-1, 9, 0.5, 1.5, 4}, a);
  expect(
      [](auto xp, const auto& w) {
        return xp.insert(w, {1, 2}, {9, 8});
      },
      {-1, 9, 0.5, 8, 1.5, 4}, a);
  expect([](auto xp, const auto& m) { return xp.insert(m, 1, xp.row(m, 1), 0); },
         {3, 1, 2, 4, 6, 5, 4, 6, 5}, x());
  expect([](auto xp, const auto& w) { return xp.delete_(w, {0, 1}); }, {1.5, 4}, a);
  expect([](auto xp, const auto& m) { return xp.delete_(m, -1, 1); }, {3, 1, 4, 6}, x());
  expect([](auto xp, const auto& m) { return xp.unstack(xp.matrix_transpose(m))[1]; }, {1, 6}, x());
  expect([](auto xp, const auto& m) { return xp.array_split(m, 2, 1)[0]; }, {3, 1, 4, 6}, x());
  expect(
      [](auto xp, const auto& m) {
        return xp.resize(xp.permute_dims(m, {1, 0}), {4});
      },
      {3, 4, 1, 6}, x());
  expect(
      [](auto xp, const auto& w) {
        const auto [rows, columns] = xp.broadcast_arrays(w, xp.expand_dims(w, 1));
        return xp.row(columns - rows, 1);
      },
      {1.5, 0, -1, -3.5}, a);
  expect([](auto xp, const auto& w) { return xp.unpackbits(xp.packbits(w > 0)); },
         {0, 1, 1, 1, 0, 0, 0, 0}, a);
}

TEST_P(module_functions, join_arrays_of_any_types) {
  const auto twice = [](auto xp, const auto& w) {
    return xp.template concatenate<double>({w, w * 2});
  };
  expect(twice, {1, 2, 2, 4}, matrix{1, 2});
  expect(
      [](auto xp, const auto& w) {
        return xp.template stack<double>({w, w * 2}, 1);
      },
      {1, 2, 2, 4}, matrix{1, 2});
  expect(
      [](auto xp, const auto& w) {
        return xp.hstack(std::vector{w, w});
      },
      {1, 2, 1, 2}, matrix{1, 2});
  expect(
      [](auto xp, const auto& w) {
        return xp.kept(xp.array({{1.0, 2.0}, {3.0, 4.0}}) * w + xp.array({1, 2}));
      },
      {2, 6, 4, 10}, matrix{1, 2});
}

TEST_P(module_functions, build_arrays_of_blocks_and_functions) {
  expect(
      [](auto xp, const auto& w) {
        return xp.block({{w, w}, {w, w}});
      },
      {1, 2, 1, 2, 1, 2, 1, 2}, matrix{{1, 2}});
  expect(
      [](auto xp, const auto& w) {
        const auto copy = xp.copy(w);
        return xp.kept(xp.concat({copy, w}) * xp.size(w) + xp.ndim(w));
      },
      {3, 5, 3, 5}, matrix{1, 2});
  expect(
      [](auto xp, const auto& w) {
        return xp.kept(xp.fromfunction([](auto i, auto j) { return i * 10 + j; }, {2, 2}) + w);
      },
      {1, 3, 11, 13}, matrix{1, 2});
  expect(
      [](auto xp, const auto& m) {
        return xp.ravel_multi_index(xp.nonzero(xp.greater(m, 3)), {2, 3});
      },
      {3, 4, 5}, x());
  expect(
      [](auto xp, const auto& m) {
        return xp.kept(xp.linalg.trace(xp.linalg.matmul(m, xp.linalg.matrix_transpose(m))) +
                       xp.linalg.diagonal(xp.linalg.outer(xp.row(m, 0), xp.row(m, 1))));
      },
      {103, 97, 101}, x());
}

TEST_P(module_functions, compute_with_sets) {
  const matrix a{-1, 0.5, 1.5, 4, 4}, b{0.5, -2};
  expect([](auto xp, const auto& p, const auto& q) { return xp.union1d(p, q); },
         {-2, -1, 0.5, 1.5, 4}, a, b);
  expect([](auto xp, const auto& p, const auto& q) { return xp.intersect1d(p, q); }, {0.5}, a, b);
  expect([](auto xp, const auto& p, const auto& q) { return xp.setxor1d(p, q); }, {-2, -1, 1.5, 4},
         a, b);
  expect(
      [](auto xp, const auto& p) {
        const auto [values, counts] = xp.unique_counts(p);
        return xp.kept(values * counts);
      },
      {-1, 0.5, 1.5, 8}, a);
  expect([](auto xp, const auto& p) { return std::get<1>(xp.unique_inverse(p)); }, {0, 1, 2, 3, 3},
         a);
}

TEST_P(module_functions, compute_with_polynomials) {
  const matrix a{-1, 0.5, 1.5, 4};
  expect([](auto xp, const auto& t) { return xp.polyfit(t, t * t - 3.0 * t, 2); }, {1, -3, 0}, a);
  expect(
      [](auto xp, const auto& t) {
        const auto [p, cov] = xp.polyfit(t, t, 1, gpu::with_cov);
        return xp.kept(p + xp.sum(cov));
      },
      {1, 0}, a);
  expect([](auto xp, const auto& t) { return xp.polyval(xp.polyder(xp.polymul(t, t)), 1.0); }, {-5},
         a);
  expect([](auto xp, const auto& t) { return xp.polyval({1, 2}, t); }, {1, 2.5, 3.5, 6}, a);
  expect(
      [](auto xp, const auto& p) {
        const auto [quotient, remainder] = xp.polydiv(p, xp.view(p, gpu::range(1, 4)));
        return xp.hstack(gpu::xtuple(quotient, remainder));
      },
      {-2, 7, -1, -24}, a);
  expect([](auto xp, const auto& p) { return xp.sort(xp.real(xp.roots(xp.poly(p)))); },
         {-1, 0.5, 1.5, 4}, a);
  expect([](auto xp, const auto& t) { return xp.vander(t, 2); }, {-1, 1, 0.5, 1, 1.5, 1, 4, 1}, a);
}

TEST_P(module_functions, make_windows_and_indices) {
  expect([](auto xp, const auto& w) { return xp.kept(xp.hanning(4) * w); }, {0, 0.75, 0.75, 0},
         matrix{1, 1, 1, 1});
  expect([](auto xp, const auto& w) { return xp.kept(xp.template geomspace<double>(1, 8, 4) * w); },
         {1, 2, 4, 8}, matrix{1, 1, 1, 1});
  expect([](auto xp, const auto& w) { return xp.kept(xp.tri(2) + w); }, {2, 1, 2, 2}, matrix{1});
  expect(
      [](auto xp, const auto& m) {
        const auto [i, j] = xp.triu_indices_from(m, 1);
        const auto [k, l] = xp.tril_indices(2);
        return xp.kept(xp.sum(i * 10 + j) + k + l);
      },
      {15, 16, 17}, x());
}

TEST_P(module_functions, draw_numbers) {
  const auto drawn = [](auto xp, const auto& w) {
    xp.random.seed(7);
    const auto normal = xp.kept(xp.random.normal(0, 1, {2, 3}) + xp.random.randn({2, 3}, 5.0));
    const auto uniform = xp.kept(xp.random.uniform(w, 2, {4}) + xp.random.rand(4, 1));
    const auto waits = xp.kept(xp.random.exponential(2.0, {3}) + xp.random.exponential({3}, 2.0));
    const auto counts =
        xp.kept(xp.random.poisson(3.0, {3}) + xp.random.template binomial<int>({3}, 4, 0.5));
    const auto integers =
        xp.kept(xp.random.randint(0, 10, {3}) + xp.random.randint({3}, 2, 5) + counts);
    const auto some = xp.random.choice(w, 2, false);
    const auto order = xp.random.permutation(4);
    return xp.hstack(gpu::xtuple(xp.flatten(normal), xp.flatten(uniform), waits, integers, some,
                                 order, xp.random.permutation(w)));
  };
  const gpu::ndarray<double> a{0, 0.5, 1, 1.5};
  const gpu::ndarray<double> found = drawn(get_array_module(a), a);
  EXPECT_EQ(found.device(), GetParam());
  EXPECT_EQ(found.size(), 38u);
  if (GetParam() == gpu::cpu()) {
    EXPECT_EQ(gpu::to_cpu(found), drawn(get_array_module(x()), gpu::to_cpu(a)));
  }
  const auto shuffled = [](auto xp, auto w) {
    xp.random.seed(1);
    xp.random.shuffle(w);
    return xp.sort(w);
  };
  expect(shuffled, {1, 2, 3, 4, 5, 6}, matrix{3, 1, 2, 4, 6, 5});
}

TEST_P(module_functions, describe_pairs_and_parts) {
  const matrix a{-1, 0.5, 1.5, 4};
  expect(
      [](auto xp, const auto& w) {
        const auto [counts, edges, same] = xp.histogram2d(w, w, 2);
        return xp.kept(counts + edges[1] - same[1]);
      },
      {2, 0, 0, 2}, a);
  expect(
      [](auto xp, const auto& w) {
        const auto [counts, edges] = xp.histogramdd(xp.reshape(w, {2, 2}), 2);
        return xp.kept(counts * edges[0][2]);
      },
      {1.5, 0, 0, 1.5}, a);
  expect([](auto xp, const auto& w) { return xp.ediff1d(w); }, {1.5, 1, 2.5}, a);
  expect(
      [](auto xp, const auto& m) {
        return xp.apply_along_axis([](const auto& row) { return gpu::sum(row); }, 1, m);
      },
      {6, 15}, x());
  expect([](auto xp, const auto& m) { return xp.matvec(m, xp.row(m, 0)); }, {14, 28}, x());
  expect(
      [](auto xp, const auto& m) {
        return xp.linalg.multi_dot({m, m, m});
      },
      {15, 20, 20, 35}, matrix{{2, 1}, {1, 3}});
  expect(
      [](auto xp, const auto& m) {
        return xp.linalg.solve_triangular(m, m, gpu::linalg::triangle::lower);
      },
      {1, 0.5, 0, 5. / 6}, matrix{{2, 1}, {1, 3}});
  EXPECT_TRUE(get_array_module(a).array_equal(a, a));
  EXPECT_FALSE(get_array_module(a).array_equiv(a, x()));
}

TEST_P(module_functions, stay_expressions_here) {
  const gpu::ndarray<double> a = x();
  const auto xp = get_array_module(a);
  const auto e = xp.rot90(xp.broadcast(a, {4, 2, 3})) * 2.0;
  EXPECT_EQ(gpu::explain(e).rfind("1 kernel", 0), 0u);
  static_assert(std::is_same_v<decltype(xp.view(a, 0)), gpu::expression<double>>);
  static_assert(std::is_same_v<decltype(xp.median(a)), decltype(gpu::median(a))>);
}

INSTANTIATE_TEST_SUITE_P(devices, module_functions, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
