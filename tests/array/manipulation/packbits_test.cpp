// SPDX-License-Identifier: BSD-3-Clause
// Bits and bytes: the values are NumPy's.
#include <gpu/array/manipulation/packbits.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/explained_kernels.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::packbits;
using gpu::shape;
using gpu::unpackbits;
using gpu::test::kernels_of;
using gpu::test::message_of;

template <class A>
std::vector<int> values(const A& a) {
  return std::vector<int>(a.cbegin(), a.cend());
}

class bits : public gpu::test::on_device {
 protected:
  /// Of shape (3, 7); a third are zeros.
  static ndarray<int> matrix() {
    return {{2, 3, 0, 1, 2, 3, 0}, {1, 2, 3, 0, 1, 2, 3}, {0, 1, 2, 3, 0, 1, 2}};
  }
};

TEST_P(bits, packed_in_c_order) {
  EXPECT_EQ(packbits(matrix()).shape(), shape{3});
  EXPECT_EQ(values(packbits(matrix())), (std::vector{221, 221, 216}));
  EXPECT_EQ(values(packbits(matrix(), std::nullopt, "little")), (std::vector{187, 187, 27}));
  EXPECT_EQ(values(packbits(gpu::arange<std::int64_t>(24) % 3)), (std::vector{109, 182, 219}));
  EXPECT_EQ(values(packbits(ndarray<int>(-5))), std::vector{128});
}

TEST_P(bits, packed_along_an_axis) {
  EXPECT_EQ(packbits(matrix(), 0).shape(), (shape{1, 7}));
  EXPECT_EQ(values(packbits(matrix(), 0)), (std::vector{192, 224, 96, 160, 192, 224, 96}));
  EXPECT_EQ(values(packbits(matrix(), -2, "little")), (std::vector{3, 7, 6, 5, 3, 7, 6}));
  EXPECT_EQ(packbits(matrix(), 1).shape(), (shape{3, 1}));
  EXPECT_EQ(values(packbits(matrix(), 1)), (std::vector{220, 238, 118}));
  EXPECT_EQ(values(packbits(matrix() + 0, 1, "little")), (std::vector{59, 119, 110}));
  const auto backwards = gpu::flip(gpu::transpose(matrix()), 0);
  EXPECT_EQ(values(packbits(backwards, 1)), (std::vector{96, 224, 192, 160, 96, 224, 192}));
  const ndarray<int> wide = gpu::reshape(gpu::arange<int>(34) % 3, {2, 17});
  EXPECT_EQ(values(packbits(wide, 1)), (std::vector{109, 182, 128, 182, 219, 0}));
}

TEST_P(bits, packed_of_many_elements) {
  for (const int count : {127, 128, 129, 263, 1000}) {
    const ndarray<std::uint8_t> bytes = gpu::cast<std::uint8_t>(gpu::arange<int>(count) * 64 % 257);
    for (const bool is_big : {true, false}) {
      std::vector<int> expected(static_cast<std::size_t>(count + 7) / 8);
      for (int i = 0; i < count; ++i)
        if (i * 64 % 257 % 256 != 0)
          expected[static_cast<std::size_t>(i) / 8] |= 1 << (is_big ? 7 - i % 8 : i % 8);
      EXPECT_EQ(values(packbits(bytes, std::nullopt, is_big ? "big" : "little")), expected);
      EXPECT_EQ(values(packbits(gpu::cast<bool>(bytes), 0, is_big ? "big" : "little")), expected);
    }
  }
}

TEST_P(bits, of_every_integer_type_are_what_is_not_0) {
  EXPECT_EQ(values(packbits(ndarray<bool>{true, false, true})), std::vector{160});
  EXPECT_EQ(values(packbits(ndarray<std::int8_t>{-128, 0, 2})), std::vector{160});
  EXPECT_EQ(values(packbits(ndarray<std::uint64_t>{std::uint64_t{1} << 63, 0, 2})),
            std::vector{160});
}

TEST_P(bits, packed_of_a_multiple_of_eight_are_one_kernel_with_their_operand) {
  if (GetParam().is_cpu()) GTEST_SKIP() << "cpu() packs bytes in memory";
  const ndarray<float> x = gpu::arange<float>(16);
  const auto packed = packbits(x > 3.5f);
  EXPECT_EQ(kernels_of(packed), "1 kernel");
  EXPECT_EQ(values(packed), (std::vector{15, 255}));
  const ndarray<int> two_rows = gpu::reshape(gpu::arange<int>(32) % 3, {2, 16});
  EXPECT_EQ(values(packbits(two_rows, 1)), (std::vector{109, 182, 219, 109}));
}

/// The bits of bytes, or of other numbers whether they are not 0, one by one.
std::vector<int> packed_one_by_one(const std::vector<int>& elements, const shape& extents,
                                   bool highest_first) {
  const std::ptrdiff_t bytes = (extents[1] + 7) / 8;
  std::vector<int> packed(static_cast<std::size_t>(extents[0] * bytes * extents[2]), 0);
  for (std::ptrdiff_t i = 0; i < extents[0]; ++i)
    for (std::ptrdiff_t j = 0; j < extents[1]; ++j)
      for (std::ptrdiff_t k = 0; k < extents[2]; ++k)
        if (elements[static_cast<std::size_t>((i * extents[1] + j) * extents[2] + k)] != 0)
          packed[static_cast<std::size_t>((i * bytes + j / 8) * extents[2] + k)] |=
              1 << (highest_first ? 7 - j % 8 : j % 8);
  return packed;
}

TEST_P(bits, of_many_elements_are_those_of_each) {
  for (const shape& extents : {shape{3, 70001, 1}, shape{2, 300, 333}, shape{40000, 5, 1}}) {
    const ndarray<std::uint8_t> x =
        (gpu::arange<std::int64_t>(gpu::element_count(extents)) * 7919 % 11 % 3 * 100)
            .astype<std::uint8_t>();
    const ndarray<std::uint8_t> cube = gpu::reshape(x, extents);
    const ndarray<std::uint8_t> big = packbits(cube, 1);
    EXPECT_EQ(values(big), packed_one_by_one(values(x), extents, true)) << extents;
    EXPECT_EQ(values(packbits(cube, 1, "little")), packed_one_by_one(values(x), extents, false))
        << extents;
    const auto ones = gpu::where(gpu::not_equal(cube, 0), 1, 0).astype<std::uint8_t>();
    EXPECT_EQ(values(unpackbits(big, 1, extents[1])), values(ones)) << extents;
    const auto longer = unpackbits(big, 1, extents[1] + 30);
    EXPECT_EQ(values(gpu::view(longer, gpu::all(), gpu::range(extents[1]))), values(ones));
    EXPECT_EQ(gpu::sum(longer).item(), gpu::sum(ones).item()) << extents;
  }
}

TEST_P(bits, packed_of_nothing) {
  EXPECT_EQ(packbits(gpu::zeros<int>({0})).shape(), shape{0});
  EXPECT_EQ(packbits(gpu::zeros<int>({3, 0}), 1).shape(), (shape{3, 0}));
  EXPECT_EQ(packbits(gpu::zeros<int>({3, 0}), 0).shape(), (shape{1, 0}));
  EXPECT_EQ(packbits(gpu::zeros<int>({3, 0}), 0).device(), GetParam());
}

TEST_P(bits, unpacked) {
  const ndarray<std::uint8_t> a = {2, 5};
  EXPECT_EQ(values(unpackbits(a)), (std::vector{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1}));
  EXPECT_EQ(values(unpackbits(a, std::nullopt, std::nullopt, "little")),
            (std::vector{0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(values(unpackbits(ndarray<std::uint8_t>(2))), (std::vector{0, 0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(values(unpackbits(ndarray<std::uint8_t>(2), -1)),
            (std::vector{0, 0, 0, 0, 0, 0, 1, 0}));
}

TEST_P(bits, unpacked_up_to_a_count) {
  const ndarray<std::uint8_t> a = {2, 5};
  EXPECT_EQ(values(unpackbits(a, std::nullopt, -3)),
            (std::vector{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(values(unpackbits(a, std::nullopt, 19)),
            (std::vector{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0}));
  EXPECT_EQ(unpackbits(a, std::nullopt, -16).shape(), shape{0});
  EXPECT_EQ(unpackbits(a, std::nullopt, 0).shape(), shape{0});
  const ndarray<std::uint8_t> matrix = {{2, 5}, {255, 128}};
  EXPECT_EQ(unpackbits(matrix, 0, 3).shape(), (shape{3, 2}));
  EXPECT_EQ(values(unpackbits(matrix, 0, 9)),
            (std::vector{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1}));
  EXPECT_EQ(values(unpackbits(matrix + 0, -1, 17, "little")),
            (std::vector{0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0,
                         1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0}));
}

TEST_P(bits, unpacked_of_nothing) {
  EXPECT_EQ(unpackbits(gpu::zeros<std::uint8_t>({2, 0}), 1).shape(), (shape{2, 0}));
  const auto zeros = unpackbits(gpu::zeros<std::uint8_t>({2, 0}), 1, 3);
  EXPECT_EQ(zeros.shape(), (shape{2, 3}));
  EXPECT_EQ(values(zeros), (std::vector{0, 0, 0, 0, 0, 0}));
}

TEST_P(bits, unpacked_again_are_what_was_packed) {
  const ndarray<bool> holds = gpu::equal(gpu::arange<int>(50) % 7 % 2, 0);
  for (const char* order : {"big", "little"}) {
    const auto again = unpackbits(packbits(holds, 0, order), 0, 50, order);
    EXPECT_EQ(values(again), values(holds));
  }
  const ndarray<std::uint8_t> a = {1, 128, 77};
  EXPECT_EQ(values(packbits(unpackbits(a))), values(a));
  if (GetParam().is_cpu()) return;  // it packs bytes in memory
  EXPECT_EQ(kernels_of(packbits(unpackbits(a))), "1 kernel");
  EXPECT_EQ(kernels_of(unpackbits(a, 0, 30) * 2), "1 kernel");
}

TEST_P(bits, refuse_other_orders_and_axes) {
  const ndarray<std::uint8_t> a = {2, 5};
  EXPECT_EQ(message_of<gpu::value_error>([&] { static_cast<void>(packbits(a, 0, "x")); }),
            "'order' must be either 'little' or 'big', not 'x'");
  EXPECT_EQ(message_of<gpu::value_error>([&] { static_cast<void>(unpackbits(a, 0, 8, "x")); }),
            "'order' must be either 'little' or 'big', not 'x'");
  EXPECT_EQ(message_of<gpu::axis_error>([&] { static_cast<void>(packbits(a, 1)); }),
            "axis 1 is out of bounds for array of dimension 1");
  EXPECT_EQ(message_of<gpu::axis_error>([&] { static_cast<void>(packbits(ndarray<int>(1), 1)); }),
            "axis 1 is out of bounds for array of dimension 1");
  EXPECT_THROW(static_cast<void>(unpackbits(a, -2)), gpu::axis_error);
  EXPECT_EQ(
      message_of<gpu::value_error>([&] { static_cast<void>(unpackbits(a, std::nullopt, -17)); }),
      "-count larger than number of elements: -17 of 16 bits");
}

INSTANTIATE_TEST_SUITE_P(devices, bits, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
