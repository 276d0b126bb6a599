// SPDX-License-Identifier: BSD-3-Clause
// Tiling and rearranging: what NumPy gives, lazily.
#include <gpu/array/manipulation/rearranging.hpp>

#include <complex>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation/atleast.hpp>
#include <gpu/array/manipulation/broadcasting.hpp>
#include <gpu/array/manipulation/tiling.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/explained_kernels.hpp"
#include "support/golden_lines.hpp"
#include "support/values.hpp"

namespace {

using gpu::expression;
using gpu::ndarray;
using gpu::shape;
using gpu::test::kernels_of;
using gpu::test::message_of;
using gpu::test::values;

using numbers = std::vector<std::ptrdiff_t>;
using array = expression<std::int64_t>;
using arguments = std::vector<numbers>;
using function = std::function<array(const array&, const arguments&)>;

std::optional<std::ptrdiff_t> axis_of(const arguments& x) {
  return x.size() > 1 ? std::optional(x[1][0]) : std::nullopt;
}

const std::map<std::string, function>& functions() {
  static const std::map<std::string, function> all{
      {"tile", [](const array& a, const arguments& x) { return gpu::tile(a, x[0]); }},
      {"repeat",
       [](const array& a, const arguments& x) { return gpu::repeat(a, x[0], axis_of(x)); }},
      {"resize", [](const array& a, const arguments& x) { return gpu::resize(a, x[0]); }},
      {"roll",
       [](const array& a, const arguments& x) {
         return x.size() > 1 ? gpu::roll(a, x[0], x[1]) : gpu::roll(a, x[0]);
       }},
      {"rot90", [](const array& a, const arguments& x) { return gpu::rot90(a, x[0][0], x[1]); }},
      {"rollaxis",
       [](const array& a, const arguments& x) { return gpu::rollaxis(a, x[0][0], x[1][0]); }},
      {"fliplr", [](const array& a, const arguments&) { return gpu::fliplr(a); }},
      {"flipud", [](const array& a, const arguments&) { return gpu::flipud(a); }},
      {"matrix_transpose",
       [](const array& a, const arguments&) { return gpu::matrix_transpose(a); }},
      {"atleast_1d", [](const array& a, const arguments&) { return gpu::atleast_1d(a); }},
      {"atleast_2d", [](const array& a, const arguments&) { return gpu::atleast_2d(a); }},
      {"atleast_3d", [](const array& a, const arguments&) { return gpu::atleast_3d(a); }},
  };
  return all;
}

/// The exception by NumPy's name: shape_error and value_error are both its ValueError.
bool is_called(const gpu::error& failure, const std::string& name) {
  if (name == "AxisError") return dynamic_cast<const gpu::axis_error*>(&failure) != nullptr;
  return dynamic_cast<const gpu::shape_error*>(&failure) != nullptr ||
         dynamic_cast<const gpu::value_error*>(&failure) != nullptr;
}

class rearranging : public gpu::test::on_device {
 protected:
  /// The line's array, in memory, computed, and seen backwards.
  static std::vector<array> sources(const shape& extents) {
    ndarray<std::int64_t> a = gpu::arange<std::int64_t>(gpu::element_count(extents));
    a.reshape(extents);
    const ndarray<std::int64_t> backwards = gpu::flip(gpu::transpose(a));
    return {array(a.node()), a + 0, gpu::transpose(gpu::flip(backwards))};
  }
};

TEST_P(rearranging, gives_what_numpy_gives) {
  int compared = 0;
  for (const auto& line : gpu::test::golden_lines("array/rearranging.txt")) {
    arguments list;
    for (std::size_t i = 2; i < line.call.size(); ++i)
      list.push_back(gpu::test::numbers_of(line.call[i]));
    const bool fails = line.first.find("Error") != std::string::npos;
    for (const array& a : sources(gpu::test::numbers_of(line.call.at(1)))) try {
        const array e = functions().at(line.call[0])(a, list);
        ASSERT_FALSE(fails) << line.whole;
        EXPECT_EQ(e.shape(), shape(gpu::test::numbers_of(line.first))) << line.whole;
        EXPECT_EQ(values(e), gpu::test::numbers_of(line.second)) << line.whole;
        EXPECT_EQ(values(e + gpu::flip(e)), values(gpu::flip(e) + e)) << line.whole;
      } catch (const gpu::error& failure) {
        EXPECT_TRUE(fails) << line.whole << "\n" << failure.what();
        EXPECT_TRUE(is_called(failure, line.first)) << line.whole << "\n" << failure.what();
        EXPECT_EQ(failure.what(), line.second) << line.whole;
      }
    ++compared;
  }
  EXPECT_GT(compared, 1500);
}

TEST_P(rearranging, of_other_dtypes) {
  const ndarray<bool> flags{true, false, false};
  EXPECT_EQ(values(gpu::roll(flags, 1)), (std::vector<bool>{false, true, false}));
  EXPECT_EQ(values(gpu::tile(flags, 2)), (std::vector<bool>{1, 0, 0, 1, 0, 0}));
  const ndarray<std::complex<float>> numbers{std::complex<float>(1, 2), std::complex<float>(3, 4)};
  EXPECT_EQ(values(gpu::repeat(numbers, {0, 2})),
            (std::vector<std::complex<float>>{{3, 4}, {3, 4}}));
  const ndarray<gpu::float16> halves{gpu::float16(1), gpu::float16(2)};
  EXPECT_EQ(values(gpu::resize(halves, 3))[2], gpu::float16(1));
  EXPECT_EQ(gpu::resize(gpu::empty<double>(0), {2, 2}).shape(), (shape{2, 2}));
}

TEST_P(rearranging, repeats_many_elements_by_their_counts) {
  std::vector<int> counts;
  std::vector<int> wanted;
  for (int i = 0; i < 7000; ++i) {
    counts.push_back(i % 3);
    wanted.insert(wanted.end(), static_cast<std::size_t>(i % 3), i);
  }
  EXPECT_EQ(values(gpu::repeat(gpu::arange<int>(7000), counts)), wanted);
}

TEST_P(rearranging, computes_nothing_before_it_is_needed) {
  ndarray<float> a = gpu::arange<float>(12);
  a.reshape({3, 4});
  EXPECT_EQ(kernels_of(gpu::roll(a, {1, 2}, {0, 1}) * 2 + a), "1 kernel");
  EXPECT_EQ(kernels_of(gpu::roll(a, 5) - a), "1 kernel");
  EXPECT_EQ(kernels_of(gpu::rot90(a) + 1), "1 kernel");
  EXPECT_EQ(kernels_of(gpu::resize(a, {5, 5}) + 1), "1 kernel");
  EXPECT_EQ(kernels_of(gpu::repeat(a, {1, 2, 3}, 0) + 1), "1 kernel");
  const auto rolled = gpu::roll(a, 1, 1);
  a(0, 0) = 100;
  EXPECT_EQ(values(rolled)[1], 0);
  EXPECT_EQ(rolled.device(), GetParam());
}

/// As images are that are twice as high and wide.
TEST_P(rearranging, repeats_along_two_axes_in_one_kernel) {
  ndarray<int> a = gpu::arange<int>(2 * 3 * 5);
  a.reshape({2, 3, 5});
  const auto both = gpu::repeat(gpu::repeat(a + 1, 2, 1), 4, -1);
  EXPECT_EQ(both.shape(), (shape{2, 6, 20}));
  const ndarray<int> rows = gpu::repeat(a + 1, 2, 1);
  EXPECT_EQ(values(both), values(gpu::repeat(rows, 4, -1)));
  EXPECT_EQ(values(gpu::repeat(gpu::tile(a, {2, 2}), 3, 0)),
            values(gpu::repeat(ndarray<int>(gpu::tile(a, {2, 2})), 3, 0)));
  EXPECT_EQ(gpu::explain(both).find("2 kernels"), std::string::npos);
}

/// In one kernel over more axes than the result has, and in several.
TEST_P(rearranging, fuses_what_is_repeated) {
  for (const shape& extents : {shape{7}, shape{1}, shape{0}, shape{3, 5}, shape{2, 1, 4}}) {
    ndarray<int> a = gpu::arange<int>(gpu::element_count(extents));
    a.reshape(extents);
    const ndarray<int> transposed = gpu::transpose(a);
    for (const std::ptrdiff_t count : {1, 2, 3, 8}) {
      const ndarray<int> tiled = gpu::tile(a, {count});
      const ndarray<int> repeated = gpu::repeat(a, count, -1);
      ASSERT_EQ(tiled.shape(), repeated.shape());
      EXPECT_EQ(values(gpu::tile(a, {count}) * 3 + gpu::repeat(a, count, -1)),
                values(tiled * 3 + repeated));
      EXPECT_EQ(values(gpu::tile(gpu::transpose(transposed), {count}) - tiled),
                values(tiled - tiled));
      const ndarray<int> both = gpu::tile(a, {count, count});
      EXPECT_EQ(values(gpu::flip(gpu::tile(a, {count, count})) + gpu::tile(a, {count, count})),
                values(gpu::flip(both) + both));
    }
  }
}

/// On a GPU indices that 32 bits do not hold, of which few are computed; the host assembles all.
TEST_P(rearranging, of_a_very_long_axis) {
  const std::ptrdiff_t length = std::ptrdiff_t{1} << (GetParam() == gpu::cpu() ? 16 : 33);
  const auto rows = gpu::broadcast_to(gpu::arange<int>(3), {length, 3});
  const auto rolled = gpu::roll(rows, {5, 1}, {0, 1});
  EXPECT_EQ(values(gpu::view(rolled, gpu::range(length - 2, length))),
            (std::vector<int>{2, 0, 1, 2, 0, 1}));
  EXPECT_EQ(values(gpu::view(rolled, gpu::range(4, 5))), (std::vector<int>{2, 0, 1}));
}

/// Into memory that is read: as if the right side were complete first.
TEST_P(rearranging, of_what_is_written) {
  ndarray<int> a = gpu::arange<int>(12);
  const std::vector<int> before = values(a);
  a = gpu::ravel(gpu::transpose(gpu::reshape(a, {3, 4}))) + a;
  for (int i = 0; i < 12; ++i) EXPECT_EQ(values(a)[i], before[i % 3 * 4 + i / 3] + i) << i;
  ndarray<int> b = gpu::arange<int>(12);
  gpu::view(b, gpu::range(0, 12)) = gpu::tile(gpu::view(b, gpu::range(1, 5)), 3);
  for (int i = 0; i < 12; ++i) EXPECT_EQ(values(b)[i], 1 + i % 4) << i;
  ndarray<int> c = gpu::zeros<int>({12, 2});
  gpu::view(c, gpu::all(), 1) = gpu::repeat(gpu::arange<int>(4), 3) + 1;
  for (int i = 0; i < 12; ++i) EXPECT_EQ(values(c)[2 * i + 1], 1 + i / 3) << i;
}

TEST_P(rearranging, of_64_axes) {
  shape many(64, 1);
  many[3] = 2;
  many[60] = 3;
  const ndarray<int> a = gpu::reshape(gpu::arange<int>(6), many);
  EXPECT_EQ(values(gpu::roll(a, {1, 1}, {3, 60})), (std::vector{5, 3, 4, 2, 0, 1}));
  EXPECT_EQ(values(gpu::tile(a, shape(1, 2))).size(), 12u);
  EXPECT_EQ(gpu::rot90(a, 1, {3, 60}).shape()[3], 3);
}

TEST_P(rearranging, names_of_transpose) {
  const auto a = gpu::ones<int>({2, 3, 4});
  EXPECT_EQ(gpu::permute_dims(a).shape(), (shape{4, 3, 2}));
  EXPECT_EQ(gpu::permute_dims(a, {1, 0, 2}).shape(), (shape{3, 2, 4}));
  EXPECT_EQ(gpu::matrix_transpose(a).shape(), (shape{2, 4, 3}));
}

TEST_P(rearranging, broadcasts_arrays_together) {
  const ndarray<int> column{{1}, {2}};
  const ndarray<float> row{10, 20, 30};
  const auto [x, y, z] = gpu::broadcast_arrays(column, row, 7);
  EXPECT_EQ(values(x), (std::vector{1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(values(y), (std::vector<float>{10, 20, 30, 10, 20, 30}));
  EXPECT_EQ(z.shape(), (shape{2, 3}));
  EXPECT_EQ(gpu::broadcast_shapes(shape{2, 1}, shape{3}, shape{}), (shape{2, 3}));
  EXPECT_EQ(gpu::broadcast_shapes(shape{0, 1}, shape{1, 1}), (shape{0, 1}));
  EXPECT_EQ(gpu::broadcast_shapes({2, 1}, {3}), (shape{2, 3}));
  EXPECT_EQ(gpu::broadcast_shapes({2, 1}, {3}, {1, 1, 1}), (shape{1, 2, 3}));
  EXPECT_EQ(gpu::broadcast_shapes(x.shape(), {4, 1, 1}, {1}, {}), (shape{4, 2, 3}));
  EXPECT_EQ(gpu::broadcast_shapes(std::vector{2, 1}, std::vector{3}), (shape{2, 3}));
}

TEST_P(rearranging, shapes_that_do_not_fit) {
  EXPECT_EQ(message_of<gpu::shape_error>([] {
              (void)gpu::broadcast_shapes(shape{1}, shape{4, 2}, shape{3});
            }),
            "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between "
            "arg 1 with shape (4,2) and arg 2 with shape (3,).");
  EXPECT_THROW((void)gpu::broadcast_arrays(gpu::ones<int>(2), gpu::ones<int>(3)), gpu::shape_error);
}

TEST_P(rearranging, repeats_many_elements_as_often_as_each_is_counted) {
  const ndarray<float> a = gpu::reshape(gpu::arange<float>(3000), {100, 30});
  std::vector<std::ptrdiff_t> counts(100), sources;
  for (std::ptrdiff_t i = 0; i < 100; ++i) {
    counts[static_cast<std::size_t>(i)] = i == 50 ? 200 : i % 4;
    sources.insert(sources.end(), static_cast<std::size_t>(counts[static_cast<std::size_t>(i)]), i);
  }
  EXPECT_EQ(gpu::repeat(a, counts, 0), gpu::take(a, sources, 0));
  EXPECT_EQ(gpu::repeat(gpu::transpose(a), counts, 1), gpu::take(gpu::transpose(a), sources, 1));
  EXPECT_EQ(gpu::repeat(a, std::vector<int>(3000, 2)), gpu::repeat(a, 2));
  EXPECT_EQ(gpu::repeat(a + 1, std::vector<int>(30, 40), 1), gpu::repeat(a + 1, 40, 1));
}

TEST_P(rearranging, repeat_takes_an_array_of_counts) {
  const ndarray<int> a = {{0, 1, 2, 3}};
  EXPECT_EQ(values(gpu::repeat(a, ndarray<int>{1, 2, 0, 1}, -1)), (std::vector{0, 1, 1, 3}));
  EXPECT_EQ(values(gpu::repeat(gpu::ravel(a), gpu::ravel(a > 1))), (std::vector{2, 3}));
  EXPECT_EQ(values(gpu::repeat(ndarray<int>{4, 5}, ndarray<int>(2))), (std::vector{4, 4, 5, 5}));
  EXPECT_THROW((void)gpu::repeat(a, a, 1), gpu::value_error);
  constexpr std::ptrdiff_t most = std::numeric_limits<std::ptrdiff_t>::max();
  EXPECT_THROW((void)gpu::repeat(ndarray<int>{4, 5}, {most, 1}), gpu::value_error);
}

INSTANTIATE_TEST_SUITE_P(devices, rearranging, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
