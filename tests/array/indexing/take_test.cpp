// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/take.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/array_method_definitions.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/selection_out.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/cuda/stream.hpp>
#include <gpu/interop/xtensor.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "core/iteration.hpp"
#include "support/device.hpp"
#include "support/explained_kernels.hpp"
#include "support/values.hpp"

namespace {

using gpu::all;
using gpu::ellipsis;
using gpu::index_mode;
using gpu::ndarray;
using gpu::newaxis;
using gpu::range;
using gpu::shape;
using gpu::take;
using gpu::take_along_axis;
using gpu::view;
using gpu::test::kernels_of;
using gpu::test::message_of;
using gpu::test::values;

class take_from : public gpu::test::on_device {
 protected:
  /// 0 ... 23 of shape (2, 3, 4).
  static ndarray<int> cube() {
    ndarray<int> a = gpu::arange<int>(24);
    a.reshape({2, 3, 4});
    return a;
  }
  static ndarray<std::int64_t> indices(const std::vector<std::int64_t>& list,
                                       const shape& extents) {
    return gpu::from_host<std::int64_t>(list.data(), extents);
  }
  static ndarray<std::int64_t> indices(const std::vector<std::int64_t>& list) {
    return indices(list, {static_cast<std::ptrdiff_t>(list.size())});
  }
};

TEST_P(take_from, an_array_as_numpy_does) {
  const ndarray<int> a = cube();
  EXPECT_EQ(values(take(a, {0, -1, 5})), (std::vector{0, 23, 5}));
  EXPECT_EQ(values(take(a, {1, 0}, 0)), values(view(a, range(gpu::xnone(), gpu::xnone(), -1))));
  EXPECT_EQ(values(take(a, {2, -3}, 1)),
            (std::vector{8, 9, 10, 11, 0, 1, 2, 3, 20, 21, 22, 23, 12, 13, 14, 15}));
  EXPECT_EQ(values(take(a, {3}, -1)), (std::vector{3, 7, 11, 15, 19, 23}));
  EXPECT_EQ(take(a, {3}, -1).shape(), (shape{2, 3, 1}));
  EXPECT_EQ(take(a, 1, 1).shape(), (shape{2, 4}));
  EXPECT_EQ(values(take(a, 1, 1)), (std::vector{4, 5, 6, 7, 16, 17, 18, 19}));
  EXPECT_EQ(take(a, 7).item(), 7);
  EXPECT_EQ(take(a, indices({0, 1, 2, 1}, {2, 2}), 1).shape(), (shape{2, 2, 2, 4}));
  EXPECT_EQ(values(take(a, indices({}), 1)), std::vector<int>{});
  EXPECT_EQ(take(a, indices({}), 1).shape(), (shape{2, 0, 4}));
  EXPECT_EQ(values(take(gpu::full<int>({}, 5), {0, 0}, 0)), (std::vector{5, 5}));
}

TEST_P(take_from, what_modes_make_of_indices_out_of_bounds) {
  const ndarray<int> a = gpu::arange<int>(5);
  const auto i = indices({-11, -6, -1, 0, 4, 5, 14});
  EXPECT_EQ(values(take(a, i, 0, index_mode::wrap)), (std::vector{4, 4, 4, 0, 4, 0, 4}));
  EXPECT_EQ(values(take(a, i, 0, index_mode::clip)), (std::vector{0, 0, 0, 0, 4, 4, 4}));
}

TEST_P(take_from, indices_of_every_integer_type) {
  const ndarray<float> a = gpu::arange<float>(100) * 0.5F;
  const auto check = [&]<class I>(I) {
    const ndarray<I> i = gpu::array<I>({0, 3, 99, 41});
    EXPECT_EQ(values(take(a, i)), (std::vector{0.F, 1.5F, 49.5F, 20.5F}));
  };
  check(std::int8_t{}), check(std::uint8_t{}), check(std::int16_t{}), check(std::uint16_t{});
  check(std::int32_t{}), check(std::uint32_t{}), check(std::int64_t{}), check(std::uint64_t{});
}

template <class T>
void check_dtype() {
  const ndarray<T> a = gpu::arange<int>(50).template astype<T>();
  const ndarray<int> i = gpu::array<int>({7, 0, -1, 33, 7});
  const std::vector<T> all_of = values(a);
  EXPECT_EQ(values(take(a, i)),
            (std::vector<T>{all_of[7], all_of[0], all_of[49], all_of[33], all_of[7]}));
}

TEST_P(take_from, arrays_of_every_dtype) {
  check_dtype<bool>();
  check_dtype<std::int8_t>(), check_dtype<std::int16_t>();
  check_dtype<std::int32_t>(), check_dtype<std::int64_t>();
  check_dtype<std::uint8_t>(), check_dtype<std::uint16_t>();
  check_dtype<std::uint32_t>(), check_dtype<std::uint64_t>();
  check_dtype<gpu::float16>(), check_dtype<gpu::bfloat16>();
  check_dtype<float>(), check_dtype<double>();
  check_dtype<std::complex<float>>(), check_dtype<std::complex<double>>();
}

/// Element `position`, in C order, of what `take` gives, by definition.
int expected_element(const std::vector<int>& a, const shape& extents, std::size_t axis,
                     const std::vector<std::int64_t>& list, std::ptrdiff_t position) {
  const std::ptrdiff_t inner =
      std::accumulate(extents.begin() + static_cast<std::ptrdiff_t>(axis) + 1, extents.end(),
                      std::ptrdiff_t{1}, std::multiplies<>());
  const auto count = static_cast<std::ptrdiff_t>(list.size());
  const std::int64_t index = list[static_cast<std::size_t>(position / inner % count)];
  const std::ptrdiff_t at = index < 0 ? index + extents[axis] : index;
  return a[static_cast<std::size_t>((position / inner / count * extents[axis] + at) * inner +
                                    position % inner)];
}

TEST_P(take_from, arrays_of_any_rank_and_strides) {
  std::random_device seed;
  const unsigned drawn = seed();
  SCOPED_TRACE("seed " + std::to_string(drawn));
  std::mt19937 random(drawn);
  const auto below = [&](std::ptrdiff_t n) {
    return static_cast<std::ptrdiff_t>(random() % static_cast<unsigned long>(n));
  };
  for (int round = 0; round < 60; ++round) {
    shape extents;
    std::vector<std::ptrdiff_t> order;
    const std::ptrdiff_t rank = 1 + below(4);
    for (std::ptrdiff_t k = 0; k < rank; ++k) extents.push_back(1 + below(round % 3 == 0 ? 33 : 6));
    for (std::ptrdiff_t k = 0; k < rank; ++k) order.push_back(k);
    std::shuffle(order.begin(), order.end(), random);
    ndarray<int> whole = gpu::arange<int>(gpu::element_count(extents));
    whole.reshape(extents);
    const auto a = gpu::flip(gpu::transpose(whole, order), {below(rank)});
    const std::size_t axis = static_cast<std::size_t>(below(rank));
    const std::ptrdiff_t size = a.shape()[axis];
    std::vector<std::int64_t> list(static_cast<std::size_t>(1 + below(9)));
    for (std::int64_t& index : list) index = below(2 * size) - size;
    const auto result = values(take(a, indices(list), static_cast<std::ptrdiff_t>(axis)));
    const std::vector<int> elements = values(a);
    ASSERT_EQ(result.size(), elements.size() / static_cast<std::size_t>(size) * list.size());
    for (std::size_t k = 0; k < result.size(); ++k)
      ASSERT_EQ(result[k],
                expected_element(elements, a.shape(), axis, list, static_cast<std::ptrdiff_t>(k)));
  }
}

TEST_P(take_from, fuses_with_indices_and_with_readers) {
  const ndarray<float> a = gpu::arange<float>(10000) * 0.25F;
  const ndarray<int> i = gpu::arange<int>(5000);
  EXPECT_EQ(kernels_of(take(a, i * 2) * 2.F + 1.F), "1 kernel");
  EXPECT_EQ(kernels_of(gpu::sum(take(a, gpu::reshape(i, {50, 100})), {1})), "1 kernel");
  EXPECT_EQ(kernels_of(gpu::transpose(take(a, gpu::reshape(i, {50, 100})))), "1 kernel");
  EXPECT_EQ(kernels_of(gpu::cumsum(take(a, i))), "1 kernel");
  EXPECT_EQ(kernels_of(take(a + 1.F, i)), "1 kernel");
  EXPECT_EQ(kernels_of(take(gpu::cumsum(a), i)), "2 kernels");
  EXPECT_EQ(values(take(a, i * 2) * 2.F + 1.F), values(gpu::arange<float>(5000) + 1.F));
  EXPECT_EQ(gpu::sum(take(a, i)).item(), gpu::sum(view(a, range(0, 5000))).item());
  EXPECT_EQ(values(take(a + 1.F, i)), values(view(a, range(0, 5000)) + 1.F));
  const auto rows = take(a, gpu::reshape(i, {50, 100}));
  EXPECT_EQ(values(gpu::transpose(rows)),
            values(gpu::transpose(gpu::reshape(view(a, range(0, 5000)), {50, 100}))));
  EXPECT_EQ(values(gpu::max(rows - gpu::mean(rows, 1, gpu::keepdims), 1)),
            std::vector<float>(50, 0.25F * 49.5F));
}

TEST_P(take_from, is_a_snapshot_and_may_be_assigned_to_its_array) {
  ndarray<int> a = gpu::arange<int>(1000);
  const auto before = take(a, {1, 2});
  a += 10;
  EXPECT_EQ(values(before), (std::vector{1, 2}));
  const ndarray<int> reversed = 999 - gpu::arange<int>(1000);
  a = take(a, reversed);
  EXPECT_EQ(values(a), values(1009 - gpu::arange<int>(1000)));
  view(a, range(1, 4)) = take(a, {3, 2, 1});
  EXPECT_EQ(values(view(a, range(0, 5))), (std::vector{1009, 1006, 1007, 1008, 1005}));
  a += take(a, reversed);
  EXPECT_EQ(a(0), 1009 + 10);
}

TEST_P(take_from, out_of_bounds_throws_at_the_next_wait) {
  const ndarray<int> a = cube();
  for (int round = 0; round < 2; ++round) {
    const auto wrong = take(a, {0, 1, -5}, 1);
    EXPECT_EQ(message_of<gpu::index_error>([&] { values(wrong); }),
              "index -5 is out of bounds for axis 1 with size 3");
    EXPECT_EQ(message_of<gpu::index_error>([&] { values(gpu::sum(view(a, 1, indices({9})))); }),
              "index 9 is out of bounds for axis 1 with size 3");
    EXPECT_EQ(values(take(a, {23})), (std::vector{23}));
  }
}

TEST_P(take_from, every_wait_reports) {
  if (GetParam().is_cpu()) GTEST_SKIP() << "cpu() never waits";
  const ndarray<float> a = gpu::zeros<float>({4});
  const auto wrong = [&] { ndarray<float> b = take(a, {4}); };
  const auto right = "index 4 is out of bounds for axis 0 with size 4";
  wrong();
  EXPECT_EQ(message_of<gpu::index_error>([&] { gpu::synchronize(GetParam()); }), right);
  wrong();
  EXPECT_EQ(message_of<gpu::index_error>([&] { gpu::current_stream().synchronize(); }), right);
  wrong();
  EXPECT_EQ(message_of<gpu::index_error>([&] { static_cast<void>(a(0) == 0.F); }), right);
  wrong();
  EXPECT_EQ(message_of<gpu::index_error>([&] { values(gpu::ones<float>({100000})); }), right);
  gpu::synchronize(GetParam());
}

TEST_P(take_from, out_of_bounds_leaves_arrays_of_the_host_alone) {
  if (GetParam().is_gpu()) GTEST_SKIP() << "a GPU reports later";
  const ndarray<int> a = gpu::arange<int>(5);
  ndarray<int> b = gpu::zeros<int>({3});
  EXPECT_THROW((b = take(a, {1, 2, 5})), gpu::index_error);
  EXPECT_THROW((view(b, all()) = take(a, {1, 2, 5})), gpu::index_error);
  EXPECT_EQ(values(b), (std::vector{0, 0, 0}));
}

TEST_P(take_from, another_stream_and_a_thread_of_its_own) {
  const ndarray<float> a = gpu::arange<float>(1 << 16);
  const ndarray<int> i = gpu::arange<int>(1 << 16);
  gpu::stream other(GetParam());
  const gpu::stream_guard guard(other);
  EXPECT_EQ(values(take(a, i)), values(a));
}

TEST_P(take_from, bad_calls) {
  const ndarray<int> a = cube();
  EXPECT_EQ(message_of<gpu::axis_error>([&] { static_cast<void>(take(a, {0}, 3)); }),
            "axis 3 is out of bounds for array of dimension 3");
  const ndarray<int> empty = gpu::zeros<int>({0, 3});
  EXPECT_EQ(message_of<gpu::index_error>([&] { static_cast<void>(take(empty, {0}, 0)); }),
            "cannot do a non-empty take from an empty axes.");
  EXPECT_EQ(take(empty, {0, 1}, 1).shape(), (shape{0, 2}));
  EXPECT_EQ(
      message_of<gpu::value_error>([&] { static_cast<void>(take_along_axis(a, indices({0}), 0)); }),
      "`indices` and `arr` must have the same number of dimensions");
}

TEST_P(take_from, along_an_axis_as_numpy_does) {
  const ndarray<int> a = cube();
  EXPECT_EQ(values(take_along_axis(a, indices({2, 0}, {2, 1, 1}), 1)),
            (std::vector{8, 9, 10, 11, 12, 13, 14, 15}));
  EXPECT_EQ(values(take_along_axis(a, indices({3, -4, 1, 0, 0, 2}, {2, 3, 1}))),
            (std::vector{3, 4, 9, 12, 16, 22}));
  EXPECT_EQ(values(take_along_axis(a, indices({23, 0, -2}), std::nullopt)),
            (std::vector{23, 0, 22}));
  EXPECT_EQ(take_along_axis(a, indices({0, 1, 1, 0}, {1, 1, 4}), 0).shape(), (shape{1, 3, 4}));
  EXPECT_EQ(values(take_along_axis(a, indices({0, 1, 1, 0}, {1, 1, 4}), 0)),
            (std::vector{0, 13, 14, 3, 4, 17, 18, 7, 8, 21, 22, 11}));
  const ndarray<int> column = gpu::reshape(gpu::arange<int>(3), {3, 1});
  EXPECT_EQ(take_along_axis(column, indices({0, 0}, {1, 2}), 1).shape(), (shape{3, 2}));
}

TEST_P(take_from, index_arrays_among_slices_have_numpys_shapes) {
  const ndarray<int> a = cube();
  const auto i = indices({1, 0, 1});
  const auto j = indices({0, 2}, {2, 1});
  EXPECT_EQ(view(a, all(), i).shape(), (shape{2, 3, 4}));
  EXPECT_EQ(view(a, i, all(), i).shape(), (shape{3, 3}));
  EXPECT_EQ(view(a, 0, all(), i).shape(), (shape{3, 3}));
  EXPECT_EQ(view(a, all(), j, i).shape(), (shape{2, 2, 3}));
  EXPECT_EQ(view(a, ellipsis(), i).shape(), (shape{2, 3, 3}));
  EXPECT_EQ(view(a, newaxis(), i, ellipsis(), 0).shape(), (shape{3, 1, 3}));
  EXPECT_EQ(view(a, i, newaxis(), i).shape(), (shape{3, 1, 4}));
  EXPECT_EQ(view(a, all(), 0, i).shape(), (shape{2, 3}));
  EXPECT_EQ(view(a, 0, ellipsis(), i).shape(), (shape{3, 3}));
  EXPECT_EQ(values(view(a, i, i, i)), (std::vector{17, 0, 17}));
  EXPECT_EQ(values(view(a, all(), j, i)), (std::vector{1, 0, 1, 9, 8, 9, 13, 12, 13, 21, 20, 21}));
  EXPECT_EQ(values(view(a, 0, all(), i)), (std::vector{1, 5, 9, 0, 4, 8, 1, 5, 9}));
  EXPECT_EQ(values(view(a, 1, range(2, 0, -1), i)), (std::vector{21, 17, 20, 16, 21, 17}));
  EXPECT_EQ(values(view(a, 1, range(2, 0, -1), range(0, 4, 2)) + 0), (std::vector{20, 22, 16, 18}));
  EXPECT_EQ(
      message_of<gpu::index_error>([&] {
        static_cast<void>(view(a, i, indices({0, 1})));
      }),
      "shape mismatch: indexing arrays could not be broadcast together with shapes (3,) (2,) ");
  EXPECT_EQ(message_of<gpu::index_error>([&] { values(view(a, all(), all(), indices({4}))); }),
            "index 4 is out of bounds for axis 2 with size 4");
}

TEST_P(take_from, a_bool_is_a_mask_without_axes) {
  ndarray<int> a{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(view(a + 0, true).shape(), (shape{1, 2, 3}));
  EXPECT_EQ(view(a, false).shape(), (shape{0, 2, 3}));
  EXPECT_EQ(view(a, 0, true).shape(), (shape{1, 3}));
  EXPECT_EQ(values(view(a, 1, true)), (std::vector{4, 5, 6}));
  EXPECT_EQ(view(a, all(), true, range(0, 2)).shape(), (shape{2, 1, 2}));
  EXPECT_EQ(values(view(a, true, std::vector{1, 1})), (std::vector{4, 5, 6, 4, 5, 6}));
  view(a, false) = 7;
  EXPECT_EQ(values(a), (std::vector{1, 2, 3, 4, 5, 6}));
  view(a, true) += 1;
  EXPECT_EQ(values(a), (std::vector{2, 3, 4, 5, 6, 7}));
  view(a, 0, true) = 0;
  EXPECT_EQ(values(a), (std::vector{0, 0, 0, 5, 6, 7}));
}

TEST_P(take_from, arrays_on_the_host) {
  const ndarray<int> a{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(values(view(a, all(), std::array{2, 0})), (std::vector{3, 1, 6, 4}));
  EXPECT_EQ(values(view(a, std::array{false, true})), (std::vector{4, 5, 6}));
  EXPECT_EQ(values(take_along_axis(a, {{2}, {0}}, 1)), (std::vector{3, 4}));
  EXPECT_EQ(values(take_along_axis(view(a, 0), std::vector{1, 1}, 0)), (std::vector{2, 2}));
}

TEST_P(take_from, errors_are_those_of_numpy) {
  const ndarray<int> a(shape{2, 0, 3}, 0);
  const ndarray<bool> mask{{true, false, true}, {true, true, true}};
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              values(view(a, 1, indices({1, 0})));
            }),
            "index 1 is out of bounds for axis 1 with size 0");
  EXPECT_EQ(message_of<gpu::index_error>([&] { values(view(a, mask, 0, 0)); }),
            "too many indices for array: array is 3-dimensional, but 4 were indexed");
  EXPECT_EQ(
      message_of<gpu::index_error>([&] {
        values(view(gpu::zeros<int>({2, 1, 3}), indices({0, 1}), 0, indices({0, 1, 2})));
      }),
      "shape mismatch: indexing arrays could not be broadcast together with shapes (2,) (3,) ");
}

TEST_P(take_from, results_of_64_axes) {
  shape extents(63, 1);
  extents[5] = 3;
  const ndarray<int> a = gpu::reshape(gpu::arange<int>(3), extents);
  const auto result = take(a, indices({2, 0}, {1, 2}), 5);
  EXPECT_EQ(result.shape().size(), 64U);
  EXPECT_EQ(values(result), (std::vector{2, 0}));
}

TEST_P(take_from, many_gathers_in_one_expression) {
  const ndarray<int> a = gpu::arange<int>(1000);
  ndarray<int> i = gpu::arange<int>(1000);
  gpu::expression<int> chained = take(a, i);
  for (int k = 0; k < 40; ++k) chained = take(a, chained) + 0;
  EXPECT_EQ(values(chained), values(a));
  gpu::expression<int> sum = take(a, i);
  for (int k = 0; k < 100; ++k) sum = sum + take(a, i);
  EXPECT_EQ(values(sum), values(a * 101));
}

TEST_P(take_from, takes_lists_of_lists_and_vectors) {
  ndarray<int> a = gpu::arange<int>(6);
  a.reshape({2, 3});
  EXPECT_EQ(values(take(a, {{0, 1}, {2, 2}}, 1)), (std::vector<int>{0, 1, 2, 2, 3, 4, 5, 5}));
  EXPECT_EQ(take(a, {{0, 1}, {2, 2}}, 1).shape(), (shape{2, 2, 2}));
  EXPECT_EQ(take(a, {{0}, {1}}).shape(), (shape{2, 1}));
  EXPECT_EQ(take(a, {}).shape(), shape{0});
  EXPECT_EQ(values(take(a, std::vector{5, -1})), (std::vector<int>{5, 5}));
  EXPECT_THROW((void)take(a, {{0, 1}, {2}}), gpu::shape_error);
}

TEST_P(take_from, modes_have_names_and_need_no_axis) {
  const ndarray<int> a = cube();
  EXPECT_EQ(values(take(a, {25}, "wrap")), std::vector{1});
  EXPECT_EQ(values(take(a, {25, -30}, index_mode::clip)), (std::vector{23, 0}));
  EXPECT_EQ(take(a, 25, "wrap").item(), 1);
  EXPECT_EQ(values(a.take({25}, "wrap")), std::vector{1});
  EXPECT_EQ(values(take(a, {5}, 0, "clip")), values(take(a, {1}, 0)));
  EXPECT_EQ(values(take(a, {5}, gpu::axis(2), std::string("wrap"))), values(take(a, {1}, 2)));
  ndarray<int> written(shape{1});
  take(a, {25}, gpu::out(written), "wrap");
  EXPECT_EQ(written(0), 1);
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)take(a, {0}, "wraps"); }),
            "clipmode must be one of 'clip', 'raise', or 'wrap' (got 'wraps')");
}

INSTANTIATE_TEST_SUITE_P(devices, take_from, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
