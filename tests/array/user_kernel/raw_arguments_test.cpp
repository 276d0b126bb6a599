// SPDX-License-Identifier: BSD-3-Clause
// What raw kernels are called with. No GPU is needed.
#include "array/user_kernel/raw_arguments.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <cstring>
#include <string>
#include <vector>

#include <gpu/array/user_kernel/raw_kernel.hpp>
#include <gpu/core/error.hpp>
#include <gpu/gpu.hpp>

#include "support/values.hpp"

namespace {

using gpu::launch_extents;
using gpu::ndarray;
using gpu::parameter_place;
using gpu::test::message_of;
using gpu::user_kernels::check_arguments;
using gpu::user_kernels::check_extents;
using gpu::user_kernels::erased_raw;
using gpu::user_kernels::packed;
using gpu::user_kernels::raw_argument;
using gpu::user_kernels::raw_argument_kind;
using gpu::user_kernels::raw_kernel_argument;

struct point {
  float x, y, z;
};
struct alignas(16) wide {
  double a, b;
};
struct owning {
  std::string text;
};

template <class T>
T at(const std::vector<std::byte>& bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

TEST(raw_arguments, are_numbers_pointers_structs_and_arrays) {
  static_assert(raw_kernel_argument<int>);
  static_assert(raw_kernel_argument<const bool>);
  static_assert(raw_kernel_argument<gpu::float16>);
  static_assert(raw_kernel_argument<std::complex<double>>);
  static_assert(raw_kernel_argument<float*>);
  static_assert(raw_kernel_argument<std::nullptr_t>);
  static_assert(raw_kernel_argument<point>);
  static_assert(raw_kernel_argument<const ndarray<int>>);
  static_assert(raw_kernel_argument<gpu::array_view<float>>);
  static_assert(raw_kernel_argument<gpu::strided_argument<float>>);
  static_assert(raw_kernel_argument<gpu::expression<float>>);
  static_assert(!raw_kernel_argument<owning>);
  static_assert(!raw_kernel_argument<const char[6]>);
  static_assert(!raw_kernel_argument<gpu::element_reference<float>>);
  static_assert(!raw_kernel_argument<void(int)>);
  static_assert(!raw_kernel_argument<gpu::raw_launch_options>);
}

TEST(raw_arguments, know_their_kinds_and_sizes) {
  const int number = 1;
  EXPECT_EQ(erased_raw(number).kind, raw_argument_kind::number);
  EXPECT_EQ(erased_raw(number).type, gpu::dtype::int32);
  EXPECT_EQ(erased_raw(number).size_bytes, 4U);
  const point three{1, 2, 3};
  EXPECT_EQ(erased_raw(three).kind, raw_argument_kind::structure);
  EXPECT_EQ(erased_raw(three).size_bytes, 12U);
  EXPECT_EQ(erased_raw(three).alignment, 4U);
  const float* const pointer = nullptr;
  EXPECT_EQ(erased_raw(pointer).kind, raw_argument_kind::pointer);
  const std::nullptr_t null = nullptr;
  EXPECT_EQ(*static_cast<void* const*>(erased_raw(null).value), nullptr);
}

TEST(raw_arguments, arrays_are_written_unless_they_are_const) {
  ndarray<float> a({4}, 1.0F, gpu::cpu());
  const ndarray<float>& constant = a;
  auto view = gpu::view(a, gpu::range(0, 2));
  const auto constant_view = gpu::view(constant, gpu::range(0, 2));
  const auto strided = gpu::any_strides(view);
  const auto sum = a + 1;
  EXPECT_NE(erased_raw(a).make_private, nullptr);
  EXPECT_NE(erased_raw(view).make_private, nullptr);
  EXPECT_NE(erased_raw(strided).make_private, nullptr);
  EXPECT_TRUE(erased_raw(strided).takes_any_strides);
  EXPECT_FALSE(erased_raw(view).takes_any_strides);
  for (const raw_argument& read :
       {erased_raw(constant), erased_raw(constant_view), erased_raw(sum)}) {
    EXPECT_EQ(read.kind, raw_argument_kind::array);
    EXPECT_EQ(read.make_private, nullptr);
    EXPECT_EQ(read.size_bytes, sizeof(void*));
  }
}

/// After `make_private` nobody shares the memory of what `written` shows, which stays as it was.
template <class Written>
void expect_made_private(ndarray<float>& array, Written& written) {
  const ndarray<float> copy = array;
  ASSERT_TRUE(gpu::shares_memory(copy, array));
  const raw_argument argument = erased_raw(written);
  argument.make_private(argument.array);
  EXPECT_FALSE(gpu::shares_memory(copy, array));
  EXPECT_EQ(gpu::test::values(copy), gpu::test::values(array));
  const float* const place = std::as_const(array).data();
  argument.make_private(argument.array);
  EXPECT_EQ(std::as_const(array).data(), place) << "it was private already";
}

TEST(raw_arguments, written_arrays_have_memory_of_their_own) {
  const gpu::device_guard host(gpu::cpu());
  ndarray<float> a = gpu::arange<float>(6);
  a.reshape({2, 3});
  expect_made_private(a, a);
  auto row = gpu::view(a, 1);
  expect_made_private(a, row);
  auto column = gpu::view(a, gpu::all(), 2);
  expect_made_private(a, column);
  const auto strided = gpu::any_strides(column);
  expect_made_private(a, strided);
  auto element = gpu::view(a, 1, 2);
  expect_made_private(a, element);
  auto nothing = gpu::view(a, gpu::range(0, 0));
  expect_made_private(a, nothing);
}

TEST(raw_arguments, views_tell_their_strides) {
  ndarray<float> a({4, 5}, 1.0F, gpu::cpu());
  EXPECT_EQ(gpu::any_strides(gpu::view(a, gpu::all(), 1)).strides(), (gpu::shape{5}));
  EXPECT_EQ(gpu::any_strides(gpu::view(a, gpu::range(gpu::xnone(), gpu::xnone(), -1))).strides(),
            (gpu::shape{-5, 1}));
}

TEST(raw_arguments, lie_as_in_a_struct_if_parameters_are_not_known) {
  const char small = 7;
  const double large = 2.5;
  const bool last = true;
  const wide aligned{1, 2};
  const ndarray<float> array({1}, 0.0F, gpu::cpu());
  const std::vector<raw_argument> arguments{erased_raw(small), erased_raw(large), erased_raw(array),
                                            erased_raw(last), erased_raw(aligned)};
  const std::vector<const void*> addresses{nullptr, nullptr, &array, nullptr, nullptr};
  const std::vector<std::byte> bytes = packed(arguments, addresses, std::nullopt);
  ASSERT_EQ(bytes.size(), 48U);
  EXPECT_EQ(at<char>(bytes, 0), 7);
  EXPECT_EQ(at<double>(bytes, 8), 2.5);
  EXPECT_EQ(at<const void*>(bytes, 16), &array);
  EXPECT_EQ(at<bool>(bytes, 24), true);
  EXPECT_EQ(at<double>(bytes, 40), 2);
}

TEST(raw_arguments, lie_where_the_parameters_do) {
  const int first = 1;
  const int second = 2;
  const std::vector<raw_argument> arguments{erased_raw(first), erased_raw(second)};
  const std::vector<const void*> addresses(2);
  const std::vector<std::byte> bytes =
      packed(arguments, addresses, std::vector<parameter_place>{{0, 4}, {16, 4}});
  ASSERT_EQ(bytes.size(), 20U) << "up to the end of the last";
  EXPECT_EQ(at<int>(bytes, 0), 1);
  EXPECT_EQ(at<int>(bytes, 16), 2);
  EXPECT_TRUE(packed({}, {}, std::nullopt).empty());
}

TEST(raw_arguments, of_another_number_are_refused) {
  const int number = 1;
  const std::vector<raw_argument> one{erased_raw(number)};
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              check_arguments("saxpy", one, {{0, 4}, {8, 8}});
            }),
            "Wrong number of arguments for 'saxpy'. It must be 2, but given 1.");
  EXPECT_EQ(message_of<gpu::value_error>([&] { check_arguments("saxpy", one, {}); }),
            "Wrong number of arguments for 'saxpy'. It must be 0, but given 1.");
  EXPECT_NO_THROW(check_arguments("saxpy", one, {{0, 4}}));
  EXPECT_NO_THROW(check_arguments("saxpy", {}, {}));
}

TEST(raw_arguments, of_another_size_are_refused) {
  const auto refusal = [](const auto& argument, std::size_t wanted) {
    const int before = 0;
    return message_of<gpu::dtype_error>([&] {
      check_arguments("k", std::vector<raw_argument>{erased_raw(before), erased_raw(argument)},
                      {{0, 4}, {8, wanted}});
    });
  };
  EXPECT_EQ(refusal(2.0, 4),
            "Type is mismatched. Argument 1 of 'k' is float64 (8 bytes), but the parameter has 4 "
            "bytes");
  EXPECT_EQ(refusal(point{}, 16),
            "Type is mismatched. Argument 1 of 'k' is a struct of 12 bytes, but the parameter has "
            "16 bytes");
  EXPECT_EQ(refusal(static_cast<const int*>(nullptr), 4),
            "Type is mismatched. Argument 1 of 'k' is a pointer (8 bytes), but the parameter has 4 "
            "bytes");
  EXPECT_EQ(refusal(ndarray<float>({2}, 0.0F, gpu::cpu()), 4),
            "Type is mismatched. Argument 1 of 'k' is an array, and so a pointer (8 bytes), but "
            "the parameter has 4 bytes");
  EXPECT_EQ(refusal(2.0, 8), "[no exception]");
}

/// What is called as a raw kernel is, and remembers with what.
struct recorder : gpu::user_kernels::raw_calls<recorder> {
  void launch(const launch_extents& grid, const launch_extents& block,
              const gpu::raw_launch_options& options,
              std::span<const raw_argument> arguments) const {
    last_grid = grid;
    last_block = block;
    last_options = options;
    last_arguments.assign(arguments.begin(), arguments.end());
  }
  mutable launch_extents last_grid = 0;
  mutable launch_extents last_block = 0;
  mutable gpu::raw_launch_options last_options;
  mutable std::vector<raw_argument> last_arguments;
};

TEST(raw_calls, end_in_options_with_or_without_a_type) {
  const recorder call;
  ndarray<float> a({2}, 1.0F, gpu::cpu());
  const ndarray<float>& constant = a;
  call(7, {8, 4}, a, constant, 3, point{1, 2, 3}, {.shared_memory = 64, .cooperative = true});
  EXPECT_EQ(call.last_grid, launch_extents(7));
  EXPECT_EQ(call.last_block, launch_extents(8, 4));
  EXPECT_EQ(call.last_options.shared_memory, 64U);
  EXPECT_TRUE(call.last_options.cooperative);
  EXPECT_FALSE(call.last_options.stream);
  ASSERT_EQ(call.last_arguments.size(), 4U);
  EXPECT_NE(call.last_arguments[0].make_private, nullptr);
  EXPECT_EQ(call.last_arguments[1].make_private, nullptr) << "it is const";
  EXPECT_EQ(call.last_arguments[1].array, &a);
  EXPECT_EQ(call.last_arguments[2].type, gpu::dtype::int32);
  EXPECT_EQ(call.last_arguments[3].size_bytes, 12U);
  const gpu::raw_launch_options named{.shared_memory = 5};
  call(1, 1, 2.0, named);
  EXPECT_EQ(call.last_options.shared_memory, 5U);
  EXPECT_EQ(call.last_arguments.size(), 1U);
  call(1, 1, {.shared_memory = 6});
  EXPECT_EQ(call.last_options.shared_memory, 6U);
  EXPECT_TRUE(call.last_arguments.empty());
  call(1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
       25, 26, 27, 28, 29, 30, 31, 32, {});
  EXPECT_EQ(call.last_arguments.size(), 32U);
}

TEST(launch_extents, have_one_to_three_numbers) {
  struct cuda_dim3 {
    unsigned x, y, z;
  };
  const auto numbers = [](const launch_extents& e) { return std::vector{e.x(), e.y(), e.z()}; };
  const std::ptrdiff_t size = 1000;
  EXPECT_EQ(numbers(256), (std::vector<std::int64_t>{256, 1, 1}));
  EXPECT_EQ(numbers({(size + 255) / 256}), (std::vector<std::int64_t>{4, 1, 1}));
  EXPECT_EQ(numbers({size, 2U}), (std::vector<std::int64_t>{1000, 2, 1}));
  EXPECT_EQ(numbers({2, 3, 4}), (std::vector<std::int64_t>{2, 3, 4}));
  EXPECT_EQ(numbers(cuda_dim3{5, 6, 7}), (std::vector<std::int64_t>{5, 6, 7}));
}

TEST(launch_extents, that_no_gpu_takes_are_refused) {
  EXPECT_NO_THROW(check_extents("k", {2147483647, 65535, 65535}, {32, 8, 4}));
  EXPECT_NO_THROW(check_extents("k", 1, {1, 1024}));
  EXPECT_EQ(message_of<gpu::value_error>([] { check_extents("k", 0, 1); }),
            "'k' cannot have a grid of (0, 1, 1) blocks: it must be 1 to 2147483647 along x, 1 to "
            "65535 along y and z");
  EXPECT_EQ(message_of<gpu::value_error>([] {
              check_extents("k", 1, {1024, 2});
            }),
            "'k' cannot have blocks of (1024, 2, 1) threads: it must be 1 to 1024 along x and y, 1 "
            "to 64 along z, and at most 1024 together");
  for (const launch_extents grid :
       {launch_extents(-1), launch_extents(std::int64_t{1} << 31), launch_extents(1, 65536),
        launch_extents(1, 1, 65536), launch_extents(1, 0), launch_extents(1, 1, 0)})
    EXPECT_THROW(check_extents("k", grid, 1), gpu::value_error);
  for (const launch_extents block :
       {launch_extents(0), launch_extents(1025), launch_extents(1, 1025), launch_extents(1, 1, 65)})
    EXPECT_THROW(check_extents("k", 1, block), gpu::value_error);
}

}  // namespace
