// SPDX-License-Identifier: BSD-3-Clause
// result_type, min_scalar_type, common_type, can_cast of arrays, expressions and numbers.
#include <gpu/array/result_type.hpp>

#include <complex>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/text_of.hpp>

#include "support/values.hpp"

namespace {

using gpu::dtype;
using gpu::ndarray;
using gpu::test::message_of;

dtype type_named(const std::string& name) {
  for (int i = 0; i < gpu::dtype_count; ++i)
    if (traits(static_cast<dtype>(i)).name == name) return static_cast<dtype>(i);
  ADD_FAILURE() << "no dtype " << name;
  return dtype::bool_;
}

/// The number that `text` spells, as an element of `type`: what min_scalar_type says of it.
dtype min_type(dtype type, const std::string& text) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_same_v<T, std::uint64_t>)
      return gpu::min_scalar_type(static_cast<T>(std::stoull(text)));
    else if constexpr (std::is_integral_v<T>)
      return gpu::min_scalar_type(static_cast<T>(std::stoll(text)));
    else
      return gpu::min_scalar_type(static_cast<T>(std::strtod(text.c_str(), nullptr)));
  });
}

TEST(result_type, of_arrays_numbers_and_dtypes_is_numpys) {
  const ndarray<std::int8_t> a{1};
  const ndarray<float> x{1};
  EXPECT_EQ(gpu::result_type(a, 3), dtype::int8);
  EXPECT_EQ(gpu::result_type(dtype::int8, 3.0), dtype::float64);
  EXPECT_EQ(gpu::result_type(a + a, x), dtype::float32);
  EXPECT_EQ(gpu::result_type(a.astype(dtype::int32), x), dtype::float64);
  EXPECT_EQ(gpu::result_type(x, std::complex<double>(0, 1)), dtype::complex64);
  static_assert(gpu::result_type(3) == dtype::int64);
  static_assert(gpu::result_type(dtype::int8, dtype::uint8) == dtype::int16);
  static_assert(std::is_same_v<gpu::result_type_t<ndarray<float>, double>, float>);
  static_assert(std::is_same_v<gpu::result_type_t<ndarray<int>, gpu::expression<float>>, double>);
  const auto promoted = []<class A>(const A& a) {
    using T = gpu::result_type_t<A, int>;
    return a.template astype<T>();
  };
  static_assert(std::is_same_v<decltype(promoted(ndarray<float>()))::value_type, float>);
}

TEST(min_scalar_type, is_numpys) {
  std::ifstream golden(GPU_TESTS_FOLDER "/golden/dtypes.txt");
  std::string line, kind, type, value, expected;
  int rows = 0;
  while (std::getline(golden, line)) {
    std::istringstream row(line);
    row >> kind >> type >> value >> expected;
    if (kind != "min_scalar_type") continue;
    ++rows;
    EXPECT_EQ(gpu::text_of(min_type(type_named(type), value)), expected) << line;
  }
  EXPECT_GE(rows, 100);
  static_assert(gpu::min_scalar_type(true) == dtype::bool_);
  static_assert(gpu::min_scalar_type(-129) == dtype::int16);
  EXPECT_EQ(gpu::min_scalar_type(ndarray<double>{1}), dtype::float64);
  EXPECT_EQ(gpu::min_scalar_type(ndarray<double>(1)), dtype::float16);
  EXPECT_EQ(gpu::min_scalar_type(ndarray<double>(1e300)), dtype::float64);
  EXPECT_EQ(gpu::min_scalar_type(ndarray<int>(300)), dtype::uint16);
  EXPECT_EQ(gpu::min_scalar_type(gpu::any_expression(ndarray<int>(-5).node())), dtype::int8);
  EXPECT_EQ(gpu::min_scalar_type(ndarray<std::complex<double>>(1)), dtype::complex64);
}

TEST(common_type, is_numpys) {
  std::ifstream golden(GPU_TESTS_FOLDER "/golden/dtypes.txt");
  std::string line, kind, a, b, expected;
  int rows = 0;
  while (std::getline(golden, line)) {
    std::istringstream row(line);
    row >> kind >> a >> b >> expected;
    if (kind != "common_type") continue;
    ++rows;
    const auto x = ndarray<int>{1}.astype(type_named(a));
    const auto y = ndarray<int>{1}.astype(type_named(b));
    const auto act = [&] { return gpu::common_type(x, y); };
    if (expected == "error")
      EXPECT_EQ(message_of<gpu::dtype_error>(act), "can't get common type for non-numeric array");
    else
      EXPECT_EQ(gpu::text_of(act()), expected) << line;
  }
  EXPECT_EQ(rows, 14 * 14);
  EXPECT_EQ(gpu::common_type(ndarray<gpu::bfloat16>{}), dtype::bfloat16);
  static_assert(std::is_same_v<gpu::common_type_t<ndarray<gpu::float16>, ndarray<int>>, double>);
  static_assert(std::is_same_v<gpu::common_type_t<ndarray<float>>, float>);
}

TEST(can_cast, of_an_array_looks_at_its_dtype) {
  const ndarray<double> x{1};
  EXPECT_FALSE(gpu::can_cast(x, dtype::float32));
  EXPECT_TRUE(gpu::can_cast(x, dtype::float32, gpu::casting::same_kind));
  EXPECT_TRUE(gpu::can_cast(x > 0, dtype::int8));
}

}  // namespace
