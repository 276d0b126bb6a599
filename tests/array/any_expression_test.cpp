// SPDX-License-Identifier: BSD-3-Clause
// Arrays whose dtype is known at run time only: what a list of several C++ types is joined to.
#include <gpu/array/any_expression.hpp>

#include <complex>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::any_expression;
using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;

class untyped : public gpu::test::on_device {
 protected:
  /// float64, and the same with its type.
  static ndarray<int> whole() { return ndarray<int>{3, 1, 2}; }
  static ndarray<double> real() { return ndarray<double>{0.5, 0.25, 4}; }
  static any_expression joined() { return gpu::stack({whole(), real()}); }
  static ndarray<double> known() { return joined(); }
  static ndarray<double> known_table() { return ndarray<double>{0, 1, 2.5}; }
};

/// Of the same dtype, shape and elements.
template <class E>
void expect_equal(const any_expression& found, const E& expected) {
  const ndarray<typename E::value_type> array(expected);
  ASSERT_EQ(found.dtype(), array.dtype());
  EXPECT_EQ(found.as<typename E::value_type>(), array);
}

TEST_P(untyped, are_shown_in_other_ways) {
  const any_expression s = joined();
  const ndarray<double> x = known();
  EXPECT_EQ(s.size(), 6U);
  EXPECT_EQ(s.ndim(), 2U);
  EXPECT_EQ(s.shape(1), 3);
  expect_equal(gpu::view(s, 1), gpu::view(x, 1));
  expect_equal(gpu::view(s, gpu::all(), gpu::range(1, 3)),
               gpu::view(x, gpu::all(), gpu::range(1, 3)));
  expect_equal(gpu::strided_view(s, {0, gpu::all()}), gpu::row(x, 0));
  expect_equal(gpu::row(s, 1), gpu::row(x, 1));
  expect_equal(gpu::col(s, 1), gpu::col(x, 1));
  expect_equal(gpu::rot90(s), gpu::rot90(x));
  expect_equal(gpu::fliplr(s), gpu::fliplr(x));
  expect_equal(gpu::flipud(s), gpu::flipud(x));
  expect_equal(gpu::rollaxis(s, 1), gpu::rollaxis(x, 1));
  expect_equal(gpu::permute_dims(s), gpu::transpose(x));
  expect_equal(gpu::matrix_transpose(s), gpu::transpose(x));
  expect_equal(gpu::sliding_window_view(s, {1, 2}), gpu::sliding_window_view(x, {1, 2}));
  expect_equal(gpu::atleast_3d(s), gpu::atleast_3d(x));
  expect_equal(std::get<0>(gpu::broadcast_arrays(s, 1)), x);
  expect_equal(gpu::split(s, 2)[1], gpu::split(x, 2)[1]);
  expect_equal(gpu::unstack(s, 1)[2], gpu::unstack(x, 1)[2]);
  expect_equal(gpu::diag(s, 1), gpu::diag(x, 1));
  EXPECT_THROW((void)gpu::view(s, 2), gpu::index_error);
}

TEST_P(untyped, are_rearranged) {
  const any_expression s = joined();
  const ndarray<double> x = known();
  expect_equal(gpu::roll(s, 1), gpu::roll(x, 1));
  expect_equal(gpu::roll(s, {1, 2}, {0, 1}), gpu::roll(x, {1, 2}, {0, 1}));
  expect_equal(gpu::tile(s, {2, 1}), gpu::tile(x, {2, 1}));
  expect_equal(gpu::repeat(s, 2, 1), gpu::repeat(x, 2, 1));
  expect_equal(gpu::resize(s, {2, 4}), gpu::resize(x, {2, 4}));
  expect_equal(gpu::tril(s), gpu::tril(x));
  expect_equal(gpu::triu(s, 1), gpu::triu(x, 1));
  expect_equal(gpu::diagflat(s), gpu::diagflat(x));
  expect_equal(gpu::pad(s, 1), gpu::pad(x, 1));
  expect_equal(gpu::pad(s, 1, "constant", gpu::constant_values(7)),
               gpu::pad(x, 1, "constant", gpu::constant_values(7)));
  expect_equal(gpu::pad(s, 2, gpu::pad_mode::linear_ramp, gpu::end_values(8)),
               gpu::pad(x, 2, gpu::pad_mode::linear_ramp, gpu::end_values(8)));
  expect_equal(gpu::trim_zeros(gpu::pad(s, 1)), x);
  expect_equal(gpu::delete_(s, 1, 1), gpu::delete_(x, 1, 1));
  expect_equal(gpu::insert(s, 1, 9, 1), gpu::insert(x, 1, 9, 1));
  expect_equal(gpu::insert(s, {0, 2}, {8, 9}, 1), gpu::insert(x, {0, 2}, {8, 9}, 1));
  EXPECT_EQ(message_of<gpu::overflow_error>([&] {
              (void)gpu::insert(any_expression(whole().astype(gpu::dtype::uint8)), 0, 300);
            }),
            "integer 300 out of bounds for uint8");
  EXPECT_THROW((void)gpu::pad(s, 1, "constant", gpu::constant_values(std::complex<double>(0, 1))),
               gpu::dtype_error);
}

TEST_P(untyped, are_gathered) {
  const any_expression s = joined();
  const ndarray<double> x = known();
  const ndarray<int> indices{1, 0, 1};
  expect_equal(gpu::view(s, indices), gpu::view(x, indices));
  expect_equal(gpu::view(s, gpu::keep(1), gpu::drop(0)), gpu::view(x, gpu::keep(1), gpu::drop(0)));
  expect_equal(gpu::view(s, gpu::nonzero(x > 1)), gpu::view(x, gpu::nonzero(x > 1)));
  expect_equal(gpu::filter(s, x > 1), gpu::filter(x, x > 1));
  expect_equal(gpu::dynamic_view(s, {gpu::keep(1), 0}), gpu::dynamic_view(x, {gpu::keep(1), 0}));
  expect_equal(gpu::index_view(s, {{0, 1}, {1, 2}}), gpu::index_view(x, {{0, 1}, {1, 2}}));
  expect_equal(gpu::take_along_axis(s, gpu::argsort(s)), gpu::sort(x));
  expect_equal(gpu::compress({true, false, true}, s, 1), gpu::compress({true, false, true}, x, 1));
  expect_equal(gpu::extract(x > 1, s), gpu::extract(x > 1, x));
  expect_equal(gpu::copy(s), x);
  expect_equal(gpu::eval(s * 2), x * 2);
  expect_equal(gpu::asarray(s), x);
  EXPECT_EQ(gpu::asarray<float>(s), x.astype<float>());
}

TEST_P(untyped, have_statistics) {
  const any_expression s = joined();
  const ndarray<double> x = known();
  expect_equal(gpu::median(s), gpu::median(x));
  expect_equal(gpu::median(s, 0, gpu::keepdims), gpu::median(x, 0, gpu::keepdims));
  expect_equal(gpu::nanmedian(s, 1), gpu::nanmedian(x, 1));
  expect_equal(gpu::quantile(s, 0.3, 1), gpu::quantile(x, 0.3, 1));
  expect_equal(gpu::percentile(s, {10, 90}), gpu::percentile(x, {10, 90}));
  expect_equal(gpu::quantile(s, 0.3, gpu::quantile_method::lower),
               gpu::quantile(x, 0.3, gpu::quantile_method::lower));
  const any_expression halves(whole().astype(gpu::dtype::int16));
  EXPECT_EQ(gpu::median(halves).dtype(), gpu::dtype::float64);
  EXPECT_EQ(gpu::quantile(halves, 0.5, gpu::quantile_method::lower).dtype(), gpu::dtype::int16);
  ndarray<double> target = gpu::zeros<double>({3});
  gpu::median(s, 0, gpu::out(target));
  EXPECT_EQ(target, gpu::median(x, 0));
  expect_equal(gpu::average(s, 0), gpu::average(x, 0));
  expect_equal(gpu::average(s, 1, real()), gpu::average(x, 1, real()));
  expect_equal(std::get<1>(gpu::average(s, 1, real(), gpu::returned)),
               std::get<1>(gpu::average(x, 1, real(), gpu::returned)));
  expect_equal(gpu::trace(s), gpu::trace(x));
  expect_equal(gpu::gradient(s, {}, 1), gpu::gradient(x, {}, 1));
  expect_equal(gpu::trapezoid(s), gpu::trapezoid(x));
  expect_equal(gpu::trapezoid(s, real()), gpu::trapezoid(x, real()));
}

TEST_P(untyped, without_such_a_statistic_are_refused) {
  EXPECT_EQ(message_of<gpu::dtype_error>(
                [&] { (void)gpu::median(any_expression(whole().astype(gpu::dtype::complex64))); }),
            "a must be an array of real numbers");
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              (void)gpu::quantile(any_expression(whole().astype(gpu::dtype::bool_)), 0.5);
            }),
            "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the "
            "`^` operator, or the logical_xor function instead.");
}

TEST_P(untyped, are_sorted_and_searched) {
  const any_expression s = joined();
  const ndarray<double> x = known();
  expect_equal(gpu::partition(s, 1), gpu::partition(x, 1));
  EXPECT_EQ(gpu::argpartition(s, 1), gpu::argpartition(x, 1));
  EXPECT_EQ(gpu::lexsort(s), gpu::lexsort(x));
  EXPECT_EQ(gpu::lexsort(std::tuple(s, s)), gpu::lexsort(std::tuple(x, x)));
  expect_equal(gpu::sort_complex(s), gpu::sort_complex(x));
  EXPECT_EQ(gpu::argwhere(s > 1), gpu::argwhere(x > 1));
  EXPECT_EQ(gpu::flatnonzero(s), gpu::flatnonzero(x));
  EXPECT_EQ(gpu::nonzero(s)[1], gpu::nonzero(x)[1]);
  EXPECT_EQ(gpu::searchsorted(gpu::sort(gpu::ravel(s)), s),
            gpu::searchsorted(gpu::sort(gpu::ravel(x)), x));
  EXPECT_EQ(gpu::isin(s, 2), gpu::isin(x, 2));
  EXPECT_EQ(gpu::isin(whole(), s), gpu::isin(whole(), x));
  expect_equal(gpu::unique(s), gpu::unique(x));
  const auto [values, counts] = gpu::unique(s, gpu::return_counts);
  expect_equal(values, gpu::unique(x));
  EXPECT_EQ(gpu::sum(counts).item(), 6);
}

TEST_P(untyped, are_joined) {
  const any_expression s = joined();
  const ndarray<double> x = known();
  expect_equal(gpu::concatenate(gpu::split(s, 3, 1), 1), x);
  expect_equal(gpu::stack(gpu::xtuple(s, gpu::ones<int>({2, 3}))),
               gpu::stack(gpu::xtuple(x, gpu::ones<double>({2, 3}))));
  expect_equal(gpu::hstack(s), gpu::hstack(x));
  expect_equal(gpu::dstack({whole(), real()}), gpu::dstack(gpu::xtuple(whole(), real())));
  expect_equal(gpu::column_stack({whole(), real()}),
               gpu::column_stack(gpu::xtuple(whole(), real())));
  EXPECT_EQ(gpu::concatenate<float>(gpu::split(s, 2)), x.astype<float>());
  ndarray<double> target = gpu::zeros<double>({2, 3});
  gpu::concatenate(gpu::split(s, 2), 0, gpu::out(target));
  EXPECT_EQ(target, x);
  expect_equal(gpu::append(s, {1, 2}), gpu::append(x, {1, 2}));
  expect_equal(gpu::append(whole(), s), gpu::append(whole(), x));
  EXPECT_EQ(
      message_of<gpu::value_error>([] { (void)gpu::concatenate(std::vector<any_expression>()); }),
      "need at least one array to concatenate");
  const auto [first, second] = gpu::meshgrid(gpu::view(s, 0), whole());
  expect_equal(first, std::get<0>(gpu::meshgrid(gpu::view(x, 0), whole())));
  EXPECT_EQ(second, std::get<1>(gpu::meshgrid(gpu::view(x, 0), whole())));
}

TEST_P(untyped, give_their_shape_and_dtype) {
  const any_expression s = joined();
  expect_equal(gpu::zeros_like(s), gpu::zeros<double>({2, 3}));
  expect_equal(gpu::ones_like(s), gpu::ones<double>({2, 3}));
  expect_equal(gpu::full_like(s, 2), gpu::full<double>({2, 3}, 2));
  EXPECT_EQ(gpu::empty_like(s).shape(), (shape{2, 3}));
  EXPECT_EQ(gpu::zeros_like<int>(s), gpu::zeros<int>({2, 3}));
  EXPECT_EQ(gpu::tril_indices_from(s)[0], gpu::tril_indices_from(known())[0]);
}

TEST_P(untyped, have_the_methods_of_arrays) {
  const any_expression s = joined();
  const ndarray<double> x = known();
  expect_equal(s.T(), x.T());
  expect_equal(s.mT(), x.mT());
  expect_equal(s.transpose(1, 0), x.transpose(1, 0));
  expect_equal(s.transpose({1, 0}), x.transpose({1, 0}));
  expect_equal(s.reshape({3, 2}), gpu::reshape(x, {3, 2}));
  expect_equal(s.reshape(3, -1), gpu::reshape(x, {3, -1}));
  expect_equal(s.ravel(), x.ravel());
  expect_equal(s.flatten(), x.flatten());
  expect_equal(s.swapaxes(0, 1), x.swapaxes(0, 1));
  expect_equal(s.squeeze(), x.squeeze());
  expect_equal(s.diagonal(1), x.diagonal(1));
  expect_equal(s.copy(), x.copy());
  expect_equal(s.clip(1, 2), x.clip(1, 2));
  expect_equal(s.round(1), x.round(1));
  expect_equal(s.take({0, 2}, 1), x.take({0, 2}, 1));
  expect_equal(s.repeat(2, 0), x.repeat(2, 0));
  expect_equal(s.compress({true, false}, 0), x.compress({true, false}, 0));
  EXPECT_EQ(s.argsort(1), x.argsort(1));
  EXPECT_EQ(s.nonzero()[1], x.nonzero()[1]);
  EXPECT_EQ(s.view<std::int64_t>(), x.view<std::int64_t>());
  EXPECT_EQ(s.astype<float>(), x.astype<float>());
  EXPECT_THROW((void)s.reshape({4}), gpu::shape_error);
}

TEST_P(untyped, have_the_reductions_of_arrays) {
  const any_expression s = joined();
  const ndarray<double> x = known();
  expect_equal(s.sum(), x.sum());
  expect_equal(s.sum(0, gpu::keepdims), x.sum(0, gpu::keepdims));
  expect_equal(s.mean(1), x.mean(1));
  expect_equal(s.max(), x.max());
  expect_equal(s.min(0), x.min(0));
  expect_equal(s.argmax(1), x.argmax(1));
  expect_equal(s.argmin(), x.argmin());
  expect_equal(s.var(), x.var());
  expect_equal(s.std(0), x.std(0));
  expect_equal(s.prod(), x.prod());
  expect_equal(s.any(0), x.any(0));
  expect_equal(s.all(), x.all());
  expect_equal(s.cumsum(1), x.cumsum(1));
  expect_equal(s.trace(), x.trace());
  ndarray<double> target = gpu::zeros<double>({3});
  s.sum(0, gpu::out(target));
  EXPECT_EQ(target, x.sum(0));
  EXPECT_THROW((void)s.sum(2), gpu::axis_error);
}

TEST_P(untyped, are_read_as_numbers_of_their_dtype) {
  const any_expression s = joined();
  EXPECT_EQ(s.max().item<double>(), 4);
  EXPECT_EQ(s.item<double>(1, 0), 0.5);
  EXPECT_EQ(s.item<double>(-1), 4);
  EXPECT_EQ(s.tolist<double>(), gpu::eval(known()).tolist());
  EXPECT_THROW((void)s.tolist<float>(), gpu::dtype_error);
  EXPECT_THROW((void)s.max().item<float>(), gpu::dtype_error);
  EXPECT_THROW((void)s.item<double>(), gpu::value_error);
  EXPECT_EQ(s, known());
  EXPECT_EQ(s, s + 0);
  EXPECT_FALSE(s == gpu::row(s, 0));
  EXPECT_EQ(s.argmax(), 5);
}

TEST_P(untyped, stand_in_conditions) {
  const any_expression s = joined();
  EXPECT_TRUE(gpu::all(s < 10) ? true : false);
  EXPECT_FALSE(gpu::any(s > 10) ? true : false);
  EXPECT_TRUE(gpu::max(s) > 3 ? true : false);
  EXPECT_FALSE(gpu::min(s) - 0.25 ? true : false);
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)static_cast<bool>(s > 3); }),
            "The truth value of an array with more than one element is ambiguous. Use a.any() or "
            "a.all()");
}

TEST_P(untyped, are_indices) {
  const ndarray<int> i{0, 1};
  const auto k = gpu::concatenate({i, i + std::int64_t{1}});
  const ndarray<int> indices{0, 1, 1, 2};
  ndarray<double> x = real();
  EXPECT_EQ(gpu::take(x, k), gpu::take(x, indices));
  EXPECT_EQ(x.take(k), gpu::take(x, indices));
  EXPECT_EQ(gpu::view(x + 1, k), gpu::take(x + 1, indices));
  EXPECT_EQ(gpu::take_along_axis(x, k), gpu::take(x, indices));
  EXPECT_EQ(gpu::repeat(x, gpu::take(k, {1, 3, 0})), (ndarray<double>{0.5, 0.25, 0.25}));
  EXPECT_EQ(gpu::delete_(x, k).size(), 0U);
  EXPECT_EQ(gpu::view(x, gpu::keep(k)), gpu::take(x, indices));
  EXPECT_EQ(gpu::index_view(x, gpu::reshape(k, {4, 1})), gpu::take(x, indices));
  EXPECT_EQ(gpu::choose(k, {0.5, 0.25, 4.0}), gpu::take(x, indices));
  EXPECT_EQ(gpu::ravel_multi_index({k, k}, {3, 3}), indices * 4);
  EXPECT_EQ(gpu::view(joined(), gpu::ix_(gpu::take(k, {0}), k)),
            gpu::take(gpu::view(known(), gpu::range(0, 1)), indices, 1));
  gpu::view(x, k) = 7;
  EXPECT_EQ(x, (ndarray<double>{7, 7, 7}));
  gpu::put(x, gpu::take(k, {0}), 1);
  EXPECT_EQ(x, (ndarray<double>{1, 7, 7}));
  const any_expression bools = gpu::astype(i, gpu::dtype::bool_);
  EXPECT_EQ(gpu::take(x, bools), (ndarray<double>{1, 7}));
}

TEST_P(untyped, that_are_no_indices_are_refused) {
  ndarray<double> x = real();
  const any_expression k = gpu::concatenate({ndarray<int>{0}, ndarray<double>{1}});
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { (void)gpu::take(x, k); }),
            "Cannot cast array data from dtype('float64') to dtype('int64') according to the rule "
            "'same_kind'");
  EXPECT_EQ(message_of<gpu::index_error>([&] { gpu::view(x, k) = 1; }),
            "arrays used as indices must be of integer (or boolean) type");
  EXPECT_THROW((void)gpu::filter(x, k), gpu::index_error);
  EXPECT_EQ(x, real());
}

TEST_P(untyped, are_masks) {
  const ndarray<bool> b{true, false};
  const any_expression mask = gpu::concatenate({b, gpu::view(!b, gpu::range(1, 2))});
  ndarray<double> x = real();
  EXPECT_EQ(mask.dtype(), gpu::dtype::bool_);
  EXPECT_EQ(gpu::filter(x, mask), (ndarray<double>{0.5, 4}));
  EXPECT_EQ(gpu::view(x + 0, mask), (ndarray<double>{0.5, 4}));
  EXPECT_EQ(gpu::compress(mask, x), (ndarray<double>{0.5, 4}));
  gpu::view(x, mask) += 1;
  EXPECT_EQ(x, (ndarray<double>{1.5, 0.25, 5}));
  gpu::filter(x, mask) = 2;
  gpu::masked_view(x, mask) = 3;
  EXPECT_EQ(x, (ndarray<double>{3, 0.25, 3}));
  gpu::putmask(x, mask, 4);
  EXPECT_EQ(x, (ndarray<double>{4, 0.25, 4}));
}

TEST_P(untyped, are_made_of_blocks) {
  const ndarray<int> m{{1, 2}, {3, 4}};
  const auto same = gpu::block(gpu::xtuple(gpu::xtuple(m, m * 2), gpu::xtuple(m, m)));
  expect_equal(gpu::block({{m, m * 2}, {m, m}}), same);
  expect_equal(gpu::block({{m, m * 0.5}, {m, m}}),
               gpu::block(gpu::xtuple(gpu::xtuple(m, m * 0.5), gpu::xtuple(m, m))));
  expect_equal(gpu::block({m, m * 2}), gpu::hstack(gpu::xtuple(m, m * 2)));
  expect_equal(gpu::block({{m}, {m * 2}}), gpu::vstack(gpu::xtuple(m, m * 2)));
  EXPECT_EQ(gpu::block({{m, m}, {m, m}}).shape(), (shape{4, 4}));
  EXPECT_THROW((void)gpu::block({{m, m * 2}, {m, real()}}), gpu::value_error);
}

TEST_P(untyped, have_histograms_and_tables) {
  const any_expression s = joined();
  const ndarray<double> x = known();
  const auto h = gpu::histogram(s, 3);
  EXPECT_EQ(h.counts, gpu::histogram(x, 3).counts);
  expect_equal(h.edges, gpu::histogram(x, 3).edges);
  const auto [counts, edges] = gpu::histogram(s, 3, {0, 5}, gpu::density);
  EXPECT_EQ(counts, gpu::histogram(x, 3, {0, 5}, gpu::density).counts);
  expect_equal(edges, gpu::histogram(x, 3, {0, 5}).edges);
  EXPECT_EQ(gpu::histogram(s, ndarray<int>{0, 2, 4}).edges, (ndarray<int>{0, 2, 4}));
  expect_equal(gpu::histogram(x, gpu::sort(gpu::row(s, 1))).edges, gpu::sort(real()));
  expect_equal(gpu::histogram_bin_edges(s), gpu::histogram_bin_edges(x));
  const any_expression table = gpu::concatenate({ndarray<int>{0, 1}, ndarray<double>{2.5}});
  expect_equal(gpu::interp(s, table, table * 2), gpu::interp(x, known_table(), known_table() * 2));
  EXPECT_EQ(gpu::interp(s, known_table(), known_table()),
            gpu::interp(x, known_table(), known_table()));
  const std::complex<double> i(0, 1);
  expect_equal(gpu::interp(x, table, table * i), gpu::interp(x, known_table(), known_table() * i));
  const any_expression whole_numbers = gpu::concatenate({whole(), whole() + std::int64_t{1}});
  EXPECT_EQ(gpu::bincount(whole_numbers), (ndarray<std::int64_t>{0, 1, 2, 2, 1}));
  EXPECT_EQ(gpu::bincount(whole(), gpu::row(s, 1)), gpu::bincount(whole(), real()));
}

TEST_P(untyped, without_such_a_table_are_refused) {
  const any_expression z = gpu::concatenate({real(), real() * std::complex<double>(0, 1)});
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { (void)gpu::interp(z, real(), real()); }),
            "Cannot cast array data from dtype('complex128') to dtype('float64') according to the "
            "rule 'safe'");
  EXPECT_THROW((void)gpu::histogram(z, 3), gpu::dtype_error);
  EXPECT_THROW((void)gpu::histogram(z, real()), gpu::dtype_error);
  EXPECT_THROW((void)gpu::bincount(z), gpu::dtype_error);
}

INSTANTIATE_TEST_SUITE_P(devices, untyped, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
