// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/type_names.hpp>

#include <complex>
#include <type_traits>

#include <gtest/gtest.h>

#include <gpu/core/dtype.hpp>

namespace {

TEST(type_names, are_numpys) {
  using gpu::dtype;
  using gpu::dtype_of;
  EXPECT_EQ(dtype_of<gpu::bool_>, dtype::bool_);
  EXPECT_EQ(dtype_of<gpu::int8>, dtype::int8);
  EXPECT_EQ(dtype_of<gpu::int16>, dtype::int16);
  EXPECT_EQ(dtype_of<gpu::int32>, dtype::int32);
  EXPECT_EQ(dtype_of<gpu::int64>, dtype::int64);
  EXPECT_EQ(dtype_of<gpu::uint8>, dtype::uint8);
  EXPECT_EQ(dtype_of<gpu::uint16>, dtype::uint16);
  EXPECT_EQ(dtype_of<gpu::uint32>, dtype::uint32);
  EXPECT_EQ(dtype_of<gpu::uint64>, dtype::uint64);
  EXPECT_EQ(dtype_of<gpu::half>, dtype::float16);
  EXPECT_EQ(dtype_of<gpu::float32>, dtype::float32);
  EXPECT_EQ(dtype_of<gpu::single>, dtype::float32);
  EXPECT_EQ(dtype_of<gpu::float64>, dtype::float64);
  EXPECT_EQ(dtype_of<gpu::complex64>, dtype::complex64);
  EXPECT_EQ(dtype_of<gpu::csingle>, dtype::complex64);
  EXPECT_EQ(dtype_of<gpu::complex128>, dtype::complex128);
  EXPECT_EQ(dtype_of<gpu::cdouble>, dtype::complex128);
}

}  // namespace
