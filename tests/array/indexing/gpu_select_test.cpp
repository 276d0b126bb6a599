// SPDX-License-Identifier: BSD-3-Clause
// Selections by masks of every kind, against plain loops.
#include <gpu/array/indexing/selection.hpp>

#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::element_count;
using gpu::ndarray;
using gpu::shape;
using gpu::test::values;

/// Around tiles of every number of elements, and around groups of 128 tiles.
constexpr std::ptrdiff_t sizes[] = {0,      1,      2,      3,       31,      32,     33,    255,
                                    256,    257,    1021,   2047,    2048,    2049,   4095,  4096,
                                    4097,   8191,   8192,   8193,    9973,    65535,  65536, 65537,
                                    524287, 524288, 524289, 1048576, 1048577, 2000003};

/// Numbers from 0 to 9999, in no order.
std::vector<int> noise(std::ptrdiff_t size) {
  std::vector<int> host(static_cast<std::size_t>(size));
  std::uint32_t state = 1;
  for (int& value : host) {
    state = state * 1664525 + 1013904223;
    value = static_cast<int>((state >> 8) % 10000);
  }
  return host;
}

/// What a mask of `x < limit` of these numbers selects of 10 000: nothing, few, half, all.
constexpr int limits[] = {0, 10, 5000, 10000};

std::vector<std::int64_t> places_below(const std::vector<int>& x, int limit) {
  std::vector<std::int64_t> places;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] < limit) places.push_back(static_cast<std::int64_t>(i));
  return places;
}

/// The elements at these places, as T.
template <class T>
std::vector<T> at_places(const std::vector<int>& x, const std::vector<std::int64_t>& places) {
  std::vector<T> found;
  for (const std::int64_t place : places)
    found.push_back(static_cast<T>(x[static_cast<std::size_t>(place)]));
  return found;
}

class gpu_select : public gpu::test::on_device {
 protected:
  /// One of every 10 elements, at most, of every dtype; compared as numbers.
  template <class T>
  static void check_dtype(std::ptrdiff_t size) {
    const std::vector<int> host = noise(size);
    const ndarray<int> x = gpu::from_host(host.data(), shape{size});
    const ndarray<T> elements = gpu::astype<T>(x % 100);
    std::vector<int> small = host;
    for (int& value : small) value %= 100;
    const std::vector<std::int64_t> places = places_below(host, 3000);
    const ndarray<int> found =
        gpu::astype<int>(gpu::astype<float>(gpu::real(gpu::view(elements, x < 3000))));
    std::vector<int> wanted = at_places<int>(small, places);
    if (std::is_same_v<T, bool>)
      for (int& value : wanted) value = value != 0;
    EXPECT_TRUE(values(found) == wanted) << gpu::dtype_of<T> << ' ' << size;
  }
};

TEST_P(gpu_select, keeps_elements_in_order) {
  for (const std::ptrdiff_t size : sizes) {
    const std::vector<int> host = noise(size);
    const ndarray<int> x = gpu::from_host(host.data(), shape{size});
    for (const int limit : limits) {
      const std::vector<std::int64_t> places = places_below(host, limit);
      const ndarray<int> found = gpu::view(x, x < limit);
      ASSERT_EQ(found.shape(), shape{static_cast<std::ptrdiff_t>(places.size())}) << size;
      EXPECT_TRUE(values(found) == at_places<int>(host, places)) << size << ' ' << limit;
      const ndarray<bool> mask = x < limit;
      EXPECT_TRUE(values(gpu::filter(x, mask)) == at_places<int>(host, places)) << size;
      EXPECT_TRUE(values(gpu::extract(mask, x)) == at_places<int>(host, places)) << size;
      EXPECT_TRUE(values(gpu::compress(mask, x)) == at_places<int>(host, places)) << size;
    }
  }
}

TEST_P(gpu_select, finds_positions) {
  for (const std::ptrdiff_t size : sizes) {
    const std::vector<int> host = noise(size);
    const ndarray<int> x = gpu::from_host(host.data(), shape{size});
    for (const int limit : limits) {
      const std::vector<std::int64_t> places = places_below(host, limit);
      EXPECT_TRUE(values(gpu::flatnonzero(x < limit)) == places) << size << ' ' << limit;
      EXPECT_TRUE(values(gpu::nonzero(x < limit)[0]) == places) << size << ' ' << limit;
      const ndarray<bool> mask = x < limit;
      EXPECT_TRUE(values(gpu::flatnonzero(mask)) == places) << size << ' ' << limit;
    }
  }
}

/// More tiles than a GPU runs blocks at once: each has several.
TEST_P(gpu_select, has_several_tiles_of_a_block) {
  constexpr std::ptrdiff_t size = 12000007;
  const std::vector<int> host = noise(size);
  const ndarray<int> x = gpu::from_host(host.data(), shape{size});
  for (const int limit : {3, 5000, 10000}) {
    const std::vector<std::int64_t> places = places_below(host, limit);
    EXPECT_TRUE(values(gpu::filter(x, x < limit)) == at_places<int>(host, places)) << limit;
    EXPECT_TRUE(values(gpu::flatnonzero(x < limit)) == places) << limit;
    const ndarray<bool> mask = x < limit;
    EXPECT_TRUE(values(gpu::filter(gpu::astype<double>(x), mask)) ==
                at_places<double>(host, places))
        << limit;
  }
}

TEST_P(gpu_select, takes_every_dtype) {
  for (const std::ptrdiff_t size : {1, 4097, 100003, 1000000}) {
    check_dtype<bool>(size);
    check_dtype<std::int8_t>(size);
    check_dtype<std::uint8_t>(size);
    check_dtype<std::int16_t>(size);
    check_dtype<std::uint16_t>(size);
    check_dtype<std::int32_t>(size);
    check_dtype<std::uint32_t>(size);
    check_dtype<std::int64_t>(size);
    check_dtype<std::uint64_t>(size);
    check_dtype<gpu::float16>(size);
    check_dtype<gpu::bfloat16>(size);
    check_dtype<float>(size);
    check_dtype<double>(size);
    check_dtype<std::complex<float>>(size);
    check_dtype<std::complex<double>>(size);
  }
}

TEST_P(gpu_select, computes_mask_and_values_on_the_way) {
  constexpr std::ptrdiff_t size = 300007;
  const std::vector<int> host = noise(size);
  const ndarray<int> x = gpu::from_host(host.data(), shape{size});
  const ndarray<double> y = gpu::astype<double>(x) + 0.5;
  const auto position = gpu::arange<std::int64_t>(size);
  std::vector<double> wanted;
  std::vector<double> above_mean;
  double mean = 0;
  for (const int value : host) mean += value;
  mean /= static_cast<double>(size);
  for (std::size_t i = 0; i < host.size(); ++i) {
    if (host[i] % 3 == 0 && i % 2 == 1) wanted.push_back((host[i] + 0.5) * host[i] - 1.0);
    if (host[i] > mean) above_mean.push_back(host[i] + 0.5);
  }
  const ndarray<double> found =
      gpu::filter(y * x - 1.0, gpu::logical_and(gpu::equal(x % 3, 0), gpu::equal(position % 2, 1)));
  EXPECT_TRUE(values(found) == wanted);
  EXPECT_TRUE(values(gpu::filter(y, x > gpu::mean(x))) == above_mean);
  // The sums up to each element are no part of the kernel that selects.
  const std::vector<std::int64_t> places = places_below(host, 100);
  const ndarray<std::int64_t> sums = gpu::cumsum(gpu::astype<std::int64_t>(x));
  std::vector<std::int64_t> sums_wanted;
  std::int64_t sum = 0;
  for (const int value : host) {
    sum += value;
    if (value < 100) sums_wanted.push_back(sum);
  }
  EXPECT_TRUE(values(gpu::filter(gpu::cumsum(gpu::astype<std::int64_t>(x)), x < 100)) ==
              sums_wanted);
  EXPECT_TRUE(values(gpu::filter(gpu::take(x, position), x < 100)) == at_places<int>(host, places));
  EXPECT_EQ(values(gpu::filter(x, gpu::full<bool>({size}, true))), host);
}

/// Elements of a matrix in C order, whatever its strides.
TEST_P(gpu_select, reads_any_strides) {
  for (const shape& extents :
       {shape{300, 500}, shape{301, 499}, shape{7, 100003}, shape{100003, 3}}) {
    const std::ptrdiff_t rows = extents[0];
    const std::ptrdiff_t columns = extents[1];
    const std::vector<int> host = noise(rows * columns);
    const ndarray<int> x = gpu::from_host(host.data(), extents);
    const auto check = [&](const auto& shown, auto at) {
      std::vector<int> wanted;
      std::vector<std::int64_t> places;
      std::vector<std::int64_t> along[2];
      for (std::ptrdiff_t i = 0; i < shown.shape(0); ++i)
        for (std::ptrdiff_t j = 0; j < shown.shape(1); ++j) {
          const int value = host[static_cast<std::size_t>(at(i, j))];
          if (value >= 4000) continue;
          wanted.push_back(value);
          places.push_back(i * shown.shape(1) + j);
          along[0].push_back(i);
          along[1].push_back(j);
        }
      EXPECT_TRUE(values(gpu::filter(shown, shown < 4000)) == wanted) << extents;
      EXPECT_TRUE(values(gpu::flatnonzero(shown < 4000)) == places) << extents;
      const auto indices = gpu::nonzero(shown < 4000);
      EXPECT_TRUE(values(indices[0]) == along[0] && values(indices[1]) == along[1]) << extents;
    };
    using gpu::all;
    using gpu::range;
    check(x, [&](auto i, auto j) { return i * columns + j; });
    check(gpu::transpose(x), [&](auto i, auto j) { return j * columns + i; });
    check(gpu::view(x, all(), range(1, columns)),
          [&](auto i, auto j) { return i * columns + j + 1; });
    check(gpu::view(x, range(0, rows, 2)), [&](auto i, auto j) { return 2 * i * columns + j; });
    check(gpu::view(x, all(), range(0, columns, 2)),
          [&](auto i, auto j) { return i * columns + 2 * j; });
    check(gpu::flip(x, 1), [&](auto i, auto j) { return (i + 1) * columns - 1 - j; });
    check(gpu::flip(x), [&](auto i, auto j) { return (rows - i) * columns - 1 - j; });
    check(gpu::broadcast_to(gpu::view(x, 0), extents), [&](auto, auto j) { return j; });
  }
}

TEST_P(gpu_select, indices_of_more_axes) {
  const shape extents{6, 50, 7, 33};
  const std::vector<int> host = noise(element_count(extents));
  const ndarray<int> x = gpu::from_host(host.data(), extents);
  const std::vector<std::int64_t> places = places_below(host, 5000);
  const auto indices = gpu::nonzero(x < 5000);
  const std::vector<std::int64_t> rows = values(gpu::argwhere(x < 5000));
  ASSERT_EQ(rows.size(), 4 * places.size());
  std::ptrdiff_t behind = element_count(extents);
  for (std::size_t axis = 0; axis < 4; ++axis) {
    behind /= extents[axis];
    const std::vector<std::int64_t> found = values(indices[axis]);
    ASSERT_EQ(found.size(), places.size());
    for (std::size_t k = 0; k < places.size(); ++k) {
      const std::int64_t wanted = places[k] / behind % extents[axis];
      ASSERT_EQ(found[k], wanted) << axis << ' ' << k;
      ASSERT_EQ(rows[4 * k + axis], wanted) << axis << ' ' << k;
    }
  }
}

TEST_P(gpu_select, extracts_the_beginning_where_the_condition_is_short) {
  const ndarray<int> a = gpu::arange<int>(12).reshape({3, 4});
  EXPECT_EQ(values(gpu::extract(ndarray<bool>{true, false, true}, a)), (std::vector<int>{0, 2}));
  EXPECT_EQ(values(gpu::extract(gpu::view(a, 1) > 5, gpu::transpose(a))), (std::vector<int>{8, 1}));
  EXPECT_EQ(values(gpu::extract(ndarray<bool>(true), ndarray<int>(7))), std::vector<int>{7});
}

TEST_P(gpu_select, results_stay_as_they_are) {
  ndarray<int> x = gpu::arange<int>(100000);
  const ndarray<int> most = gpu::view(x, x >= 10);
  const ndarray<int> few = gpu::view(x, x < 10);
  ndarray<int> changed = most;
  changed += 1;
  x = x * 0;
  const ndarray<int> other = gpu::view(x, x < 10);  // memory that is freed is used again
  EXPECT_EQ(gpu::sum(gpu::equal(most, gpu::arange<int>(10, 100000))).item(), 99990);
  EXPECT_EQ(gpu::sum(gpu::equal(changed, gpu::arange<int>(11, 100001))).item(), 99990);
  EXPECT_EQ(values(few), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(gpu::sum(other).item(), 0);
}

TEST_P(gpu_select, many_calls_on_two_streams) {
  constexpr std::ptrdiff_t size = 1000003;
  const std::vector<int> host = noise(size);
  const ndarray<int> x = gpu::from_host(host.data(), shape{size});
  std::vector<gpu::stream> streams;
  streams.emplace_back(GetParam());
  streams.emplace_back(GetParam());
  for (int call = 0; call < 100; ++call) {
    const int limit = 100 * call;
    const gpu::stream_guard guard(streams[static_cast<std::size_t>(call % 2)]);
    const ndarray<int> found = gpu::view(x * 2, x < limit);
    const std::vector<std::int64_t> places = places_below(host, limit);
    ASSERT_EQ(found.size(), static_cast<std::ptrdiff_t>(places.size())) << call;
    if (call % 10 != 9) continue;
    std::vector<int> wanted = at_places<int>(host, places);
    for (int& value : wanted) value *= 2;
    EXPECT_TRUE(values(found) == wanted) << call;
  }
}

INSTANTIATE_TEST_SUITE_P(each, gpu_select, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
