// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/cuda_array_interface.hpp>

#include <complex>
#include <utility>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::array_interface_fields;
using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

class interfaces : public gpu::test::on_device {
 protected:
  template <class A>
  [[nodiscard]] static array_interface_fields fields_of(A& array) {
    return GetParam().is_gpu() ? gpu::cuda_array_interface(array)
                               : gpu::host_array_interface(array);
  }
  template <class T>
  [[nodiscard]] static std::string typestr() {
    const ndarray<T> array = gpu::zeros<T>({2});
    return fields_of(array).typestr;
  }
};

TEST_P(interfaces, say_what_the_array_is) {
  const ndarray<float> a{{1, 2, 3}, {4, 5, 6}};
  const array_interface_fields fields = fields_of(a);
  EXPECT_EQ(fields.shape, (shape{2, 3}));
  EXPECT_EQ(fields.typestr, "<f4");
  EXPECT_EQ(fields.data, reinterpret_cast<std::uintptr_t>(a.data()));
  EXPECT_TRUE(fields.read_only);
  EXPECT_FALSE(fields.strides.has_value());
  EXPECT_EQ(fields.version, 3);
  const auto default_stream = std::optional<std::int64_t>(1);
  EXPECT_EQ(fields.stream, GetParam().is_gpu() ? default_stream : std::nullopt);
}

TEST_P(interfaces, of_mutable_arrays_may_be_written) {
  ndarray<int> a{1, 2};
  const ndarray<int> copy = a;
  const array_interface_fields fields = fields_of(a);
  EXPECT_FALSE(fields.read_only);
  EXPECT_NE(fields.data, reinterpret_cast<std::uintptr_t>(copy.data()));
  const ndarray<int> later = a;
  EXPECT_NE(fields.data, reinterpret_cast<std::uintptr_t>(later.data()));
  a += 1;
  EXPECT_EQ(fields.data, reinterpret_cast<std::uintptr_t>(std::as_const(a).data()));
  if (GetParam().is_cpu()) {
    *reinterpret_cast<int*>(fields.data) = 9;
    EXPECT_EQ(values(a), (std::vector{9, 3}));
  }
  EXPECT_EQ(values(copy), (std::vector{1, 2}));
}

TEST_P(interfaces, name_every_type) {
  EXPECT_EQ(typestr<bool>(), "|b1");
  EXPECT_EQ(typestr<std::int8_t>(), "|i1");
  EXPECT_EQ(typestr<std::int16_t>(), "<i2");
  EXPECT_EQ(typestr<std::int32_t>(), "<i4");
  EXPECT_EQ(typestr<std::int64_t>(), "<i8");
  EXPECT_EQ(typestr<std::uint8_t>(), "|u1");
  EXPECT_EQ(typestr<std::uint64_t>(), "<u8");
  EXPECT_EQ(typestr<gpu::float16>(), "<f2");
  EXPECT_EQ(typestr<double>(), "<f8");
  EXPECT_EQ(typestr<std::complex<float>>(), "<c8");
  EXPECT_EQ(typestr<std::complex<double>>(), "<c16");
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { (void)typestr<gpu::bfloat16>(); }),
            "array interfaces have no name for bfloat16");
}

TEST_P(interfaces, of_no_elements_and_of_no_axes) {
  const ndarray<float> none = gpu::zeros<float>({0, 3});
  EXPECT_EQ(fields_of(none).data, 0u);
  EXPECT_EQ(fields_of(none).shape, (shape{0, 3}));
  const ndarray<float> one(2.f);
  EXPECT_EQ(fields_of(one).shape, shape());
  EXPECT_EQ(fields_of(one).data, reinterpret_cast<std::uintptr_t>(one.data()));
}

TEST_P(interfaces, are_those_of_the_device) {
  ndarray<float> a{1, 2};
  const ndarray<float> copy = a;
  if (GetParam().is_gpu()) {
    const gpu::stream own(GetParam());
    const gpu::stream_guard scope(own);
    EXPECT_EQ(fields_of(copy).stream, reinterpret_cast<std::int64_t>(own.get()));
    EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::host_array_interface(a); }),
              "an array on gpu(0) has no __array_interface__, but a __cuda_array_interface__");
  } else {
    EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::cuda_array_interface(a); }),
              "an array on cpu(0) has no __cuda_array_interface__, but an __array_interface__");
  }
  EXPECT_EQ(std::as_const(a).data(), copy.data());  // a refusal changes nothing
}

INSTANTIATE_TEST_SUITE_P(, interfaces, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
