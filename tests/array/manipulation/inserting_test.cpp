// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation/inserting.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/like.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/explained_kernels.hpp"
#include "support/golden_lines.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::kernels_of;
using gpu::test::message_of;
using gpu::test::values;

using list = std::vector<std::ptrdiff_t>;

class inserting : public gpu::test::on_device {
 protected:
  static ndarray<std::int64_t> counted(const shape& extents, std::int64_t start = 0) {
    ndarray<std::int64_t> a = gpu::arange<std::int64_t>(start, start + gpu::element_count(extents));
    a.reshape(extents);
    return a;
  }
  /// A number is one place, "a,b" several; a list of one number is written "a,".
  static gpu::axis_places places_of(const std::string& text) {
    const list places = gpu::test::numbers_of(text);
    if (places.size() == 1 && text.back() != ',') return places[0];
    return places;
  }
};

TEST_P(inserting, gives_what_numpy_gives) {
  int compared = 0;
  for (const auto& line : gpu::test::golden_lines("array/inserting.txt")) {
    const auto a = counted(gpu::test::numbers_of(line.call.at(1)));
    const auto places = places_of(line.call.at(2));
    const list axes = gpu::test::numbers_of(line.call.at(3));
    const auto axis = axes.empty() ? std::nullopt : std::optional(axes[0]);
    const bool fails = line.first.find("Error") != std::string::npos;
    try {
      const auto e =
          line.call[0] == "delete"
              ? gpu::delete_(a, places, axis)
              : gpu::insert(a, places, counted(gpu::test::numbers_of(line.call.at(4)), 100), axis);
      ASSERT_FALSE(fails) << line.whole;
      EXPECT_EQ(e.shape(), shape(gpu::test::numbers_of(line.first))) << line.whole;
      EXPECT_EQ(values(e), gpu::test::numbers_of(line.second)) << line.whole;
    } catch (const gpu::error& failure) {
      EXPECT_TRUE(fails) << line.whole << "\n" << failure.what();
      // Of places in a list NumPy names those that it has moved already, or what does not fit then.
      const bool names_other_place =
          !places.is_one() && (line.first == "IndexError" ||
                               dynamic_cast<const gpu::index_error*>(&failure) != nullptr);
      EXPECT_TRUE(names_other_place || failure.what() == line.second) << line.whole << "\n"
                                                                      << failure.what();
    }
    ++compared;
  }
  EXPECT_GT(compared, 300);
}

TEST_P(inserting, at_ranges_and_where_masks_hold) {
  const ndarray<int> a = gpu::arange<int>(6);
  EXPECT_EQ(values(gpu::delete_(a, {0, -1})), (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(values(gpu::delete_(a, gpu::range(0, 6, 2))), (std::vector{1, 3, 5}));
  EXPECT_EQ(values(gpu::delete_(a, gpu::range(4, 1, -1))), (std::vector{0, 1, 5}));
  EXPECT_EQ(values(gpu::delete_(a, gpu::all())), std::vector<int>());
  EXPECT_EQ(values(gpu::delete_(a, std::vector<bool>{1, 0, 0, 0, 0, 1})),
            (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(values(gpu::insert(a, gpu::range(0, 4, 2), {7, 8})),
            (std::vector{7, 0, 1, 8, 2, 3, 4, 5}));
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::delete_(a, std::vector<bool>(3)); }),
            "boolean array argument obj to delete must be one dimensional and match the axis "
            "length of 6");
}

TEST_P(inserting, where_lists_of_bools_hold) {
  const ndarray<int> a{1, 2, 3};
  EXPECT_EQ(values(gpu::delete_(a, {true, false, true}, 0)), (std::vector{2}));
  EXPECT_EQ(values(gpu::delete_(a, {0, 1})), (std::vector{3}));
  EXPECT_EQ(values(gpu::delete_(a, {})), (std::vector{1, 2, 3}));
  EXPECT_EQ(values(gpu::insert(a, {true, false, true}, 9, 0)), (std::vector{9, 1, 2, 9, 3}));
  EXPECT_EQ(values(gpu::insert(a, {true, false, true}, {7, 8})), (std::vector{7, 1, 2, 8, 3}));
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)gpu::delete_(a, {true, false}, 0);
            }),
            "boolean array argument obj to delete must be one dimensional and match the axis "
            "length of 3");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::delete_(a, true, 0); }),
            "boolean array argument obj to delete must be one dimensional and match the axis "
            "length of 3");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::insert(a, true, 5); }),
            "boolean array argument obj to insert must be one dimensional, not of 0 axes");
}

TEST_P(inserting, of_other_types) {
  const ndarray<float> a{1, 2, 3};
  EXPECT_EQ(values(gpu::insert(a, 1, 2.5)), (std::vector<float>{1, 2.5, 2, 3}));
  EXPECT_EQ(values(gpu::insert(a, -1, {7, 8})), (std::vector<float>{1, 2, 7, 8, 3}));
  const ndarray<bool> flags{true, false};
  EXPECT_EQ(values(gpu::insert(flags, {0, 2}, true)), (std::vector<bool>{1, 1, 0, 1}));
  const ndarray<std::int8_t> bytes{1};
  EXPECT_THROW((void)gpu::insert(bytes, 0, 300), gpu::overflow_error);
}

TEST_P(inserting, numbers_into_arrays_on_another_device_than_the_current_one) {
  const ndarray<int> a = ndarray<int>{1, 2, 3}.to(gpu::cpu());
  const ndarray<int> one = gpu::insert(a, 1, 9);
  const ndarray<int> several = gpu::insert(a, {0, 3}, 9);
  EXPECT_EQ(values(one), (std::vector<int>{1, 9, 2, 3}));
  EXPECT_EQ(values(several), (std::vector<int>{9, 1, 2, 3, 9}));
  EXPECT_EQ(several.device(), gpu::cpu());
}

TEST_P(inserting, computes_nothing_before_it_is_needed) {
  const ndarray<float> a = gpu::arange<float>(100);
  EXPECT_EQ(kernels_of(gpu::insert(a, 50, 1.5) * 2), "1 kernel");
  EXPECT_EQ(kernels_of(gpu::delete_(a, 50) * 2), "1 kernel");
  EXPECT_EQ(kernels_of(gpu::insert(a, {5, 7}, {1.f, 2.f}) * 2), "1 kernel");
  EXPECT_EQ(gpu::insert(a, 0, 1).device(), GetParam());
  const auto extreme = std::numeric_limits<std::ptrdiff_t>::min();
  EXPECT_THROW((void)gpu::insert(a, extreme, 1), gpu::index_error);
  EXPECT_THROW((void)gpu::delete_(a, extreme), gpu::index_error);
}

TEST_P(inserting, at_places_that_arrays_name) {
  const ndarray<int> v = {1, 2, 3};
  EXPECT_EQ(values(gpu::insert(v, ndarray<int>{0, 2}, 99)), (std::vector{99, 1, 2, 99, 3}));
  EXPECT_EQ(values(gpu::insert(v, gpu::not_equal(v, 2), 99)), (std::vector{99, 1, 2, 99, 3}));
  EXPECT_EQ(values(gpu::insert(v, std::vector<bool>{1, 0, 1}, 99)), (std::vector{99, 1, 2, 99, 3}));
  EXPECT_EQ(values(gpu::insert(v, ndarray<int>(1), std::vector{7, 8})),
            (std::vector{1, 7, 8, 2, 3}));
  EXPECT_EQ(values(gpu::delete_(v, ndarray<int>{0, -1})), (std::vector{2}));
  EXPECT_EQ(values(gpu::delete_(v, ndarray<int>{{0, 2}})), (std::vector{2}));
  EXPECT_EQ(values(gpu::delete_(v, v > 1)), (std::vector{1}));
  EXPECT_EQ(values(gpu::delete_(v, ndarray<bool>{false, true, false})), (std::vector{1, 3}));
  EXPECT_THROW((void)gpu::delete_(v, ndarray<bool>{true}), gpu::value_error);
  EXPECT_THROW((void)gpu::delete_(v, ndarray<bool>{{true, true, true}}), gpu::value_error);
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)gpu::insert(v, ndarray<int>{{0, 2}}, 99);
            }),
            "index array argument obj to insert must be one dimensional or scalar, not of 2 axes");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::insert(v, ndarray<bool>{{true}}, 99); }),
            "boolean array argument obj to insert must be one dimensional, not of 2 axes");
}

TEST_P(inserting, into_large_arrays_gives_what_their_places_say) {
  const ndarray<float> m = gpu::reshape(gpu::arange<float>(40000), {200, 200});
  const ndarray<float> row = gpu::arange<float>(200) * -1;
  const ndarray<float> taller = gpu::insert(m, 150, row, 0);
  EXPECT_EQ(values(gpu::view(taller, gpu::range(150))), values(gpu::view(m, gpu::range(150))));
  EXPECT_EQ(values(gpu::view(taller, 150)), values(row));
  EXPECT_EQ(values(gpu::view(taller, gpu::range(151, 201))),
            values(gpu::view(m, gpu::range(150, 200))));
  const ndarray<float> wider = gpu::insert(m, {199, 0, 199}, {-1, -2, -3}, 1);
  EXPECT_EQ(wider.shape(), (gpu::shape{200, 203}));
  for (const int i : {0, 77, 199}) {
    EXPECT_EQ(wider(i, 0), -2);
    EXPECT_EQ(wider(i, 1), m(i, 0));
    EXPECT_EQ(wider(i, 199), m(i, 198));
    EXPECT_EQ(wider(i, 200), -1);
    EXPECT_EQ(wider(i, 201), -3);
    EXPECT_EQ(wider(i, 202), m(i, 199));
  }
  EXPECT_EQ(gpu::delete_(taller, 150, 0), m);
  EXPECT_EQ(gpu::delete_(wider, {0, 200, 201}, 1), m);
  EXPECT_EQ(values(gpu::delete_(m, gpu::range(10, 39990))),
            values(gpu::concatenate({gpu::view(gpu::ravel(m), gpu::range(10)),
                                     gpu::view(gpu::ravel(m), gpu::range(39990, 40000))})));
  EXPECT_EQ(values(gpu::delete_(m, gpu::range(1, 40000, 2))),
            values(gpu::arange<float>(20000) * 2));
}

TEST_P(inserting, many_scattered_elements_of_large_arrays) {
  const auto a = counted({300, 20, 3});
  for (const std::ptrdiff_t axis : {0, 1, 2}) {
    const std::ptrdiff_t extent = a.shape()[static_cast<std::size_t>(axis)];
    std::vector<std::int64_t> places, kept, gaps;
    for (std::int64_t i = extent; i-- > 0;)
      if (i % 3 != 1) places.insert(places.end(), {i, i - extent});  // twice, and not sorted
    for (std::int64_t i = 1; i < extent; i += 3) kept.push_back(i);
    for (std::int64_t i = 0; i < extent; ++i)
      if (i % 3 != 1) gaps.push_back((i + 1) / 3);
    const ndarray<std::int64_t> list = gpu::array(places);
    EXPECT_EQ(gpu::delete_(a, list, axis), gpu::take(a, gpu::array(kept), axis));

    const ndarray<std::int64_t> same =
        gpu::insert(gpu::delete_(a, list, axis), gpu::array(gaps), -7, axis);
    EXPECT_EQ(same.shape(), a.shape());
    EXPECT_EQ(gpu::take(same, gpu::array(kept), axis), gpu::take(a, gpu::array(kept), axis));
    EXPECT_EQ(gpu::take(same, list, axis), gpu::full_like(gpu::take(a, list, axis), -7));
  }
}

TEST_P(inserting, values_before_many_places) {
  const ndarray<float> a = gpu::arange<float>(5000);
  std::vector<std::int64_t> places;
  std::vector<float> expected;
  ndarray<float> numbers = gpu::arange<float>(-2000, 0);
  for (int i = 0; i < 2000; ++i) places.push_back(i % 2 == 0 ? 5000 - 2 * i : 5000 - 2 * i - 5000);
  std::vector<std::vector<float>> before(5001);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::int64_t place = places[i] < 0 ? places[i] + 5000 : places[i];
    before[static_cast<std::size_t>(place)].push_back(static_cast<float>(i) - 2000);
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    expected.insert(expected.end(), before[i].begin(), before[i].end());
    if (i < 5000) expected.push_back(static_cast<float>(i));
  }
  const ndarray<std::int64_t> list = gpu::array(places);
  EXPECT_EQ(values(gpu::insert(a, list, numbers)), expected);
  EXPECT_EQ(values(gpu::insert(a + 0, list, numbers * 1)), expected);
  EXPECT_EQ(values(gpu::delete_(gpu::arange<float>(5000), gpu::arange<float>(5000) > 2.f)),
            (std::vector<float>{0, 1, 2}));
  EXPECT_EQ(gpu::delete_(a, a >= 0.f).size(), 0);
  EXPECT_THROW((void)gpu::delete_(a, list + 1), gpu::index_error);
}

TEST_P(inserting, appends_vectors_and_lists) {
  const ndarray<int> a{{1, 2}, {3, 4}};
  EXPECT_EQ(values(gpu::append(a, std::vector{5, 6})), (std::vector{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(gpu::append(a, {{5, 6}}, 0), (ndarray<int>{{1, 2}, {3, 4}, {5, 6}}));
  EXPECT_EQ(gpu::append(a, {{5}, {6}}, 1), (ndarray<int>{{1, 2, 5}, {3, 4, 6}}));
  EXPECT_EQ(gpu::append(a, std::vector<std::vector<double>>{{0.5, 1}}, 0),
            (ndarray<double>{{1, 2}, {3, 4}, {0.5, 1}}));
  EXPECT_EQ(values(gpu::append(a, std::vector<bool>{true})), (std::vector{1, 2, 3, 4, 1}));
  EXPECT_EQ(values(gpu::append(a, std::vector<int>())), (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(gpu::append(a, {5, 6}).device(), GetParam());
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)gpu::append(a, std::vector{5, 6}, 0);
            }),
            "all the input arrays must have same number of dimensions, but the array at index 0 "
            "has 2 dimension(s) and the array at index 1 has 1 dimension(s)");
  EXPECT_THROW((void)gpu::append(a, {{1}, {2, 3}}), gpu::shape_error);
}

TEST_P(inserting, appends_a_number_as_a_sum_takes_it) {
  const ndarray<std::int64_t> a{1, 2};
  const auto longer = gpu::append(a, a.size());
  static_assert(std::is_same_v<decltype(longer), const gpu::expression<std::int64_t>>);
  EXPECT_EQ(values(longer), (std::vector<std::int64_t>{1, 2, 2}));
  const auto small = gpu::append(ndarray<std::int8_t>{1}, 100);
  static_assert(std::is_same_v<decltype(small), const gpu::expression<std::int8_t>>);
  EXPECT_EQ(values(small), (std::vector<std::int8_t>{1, 100}));
  static_assert(std::is_same_v<decltype(gpu::append(a, 0.5F)), gpu::expression<double>>);
  static_assert(
      std::is_same_v<decltype(gpu::append(ndarray<float>(), 0.5)), gpu::expression<float>>);
  EXPECT_EQ(gpu::append(a.astype(gpu::dtype::int16), 3).dtype(), gpu::dtype::int16);
  EXPECT_EQ(
      message_of<gpu::overflow_error>([] { (void)gpu::append(ndarray<std::int8_t>{1}, 300); }),
      "integer 300 out of bounds for int8");
}

INSTANTIATE_TEST_SUITE_P(devices, inserting, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
