// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/adapt.hpp>

#include <array>
#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/asarray.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::adapt;
using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

/// Elements on the device under test, in memory that an array has and nobody else knows of.
template <class T>
class memory {
 public:
  explicit memory(const std::vector<T>& elements)
      : array_(gpu::fromiter<T>(elements)), data_(array_.data()) {}

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::vector<T> held() const { return values(array_); }

 private:
  ndarray<T> array_;
  T* data_;
};

class adapted : public gpu::test::on_device {
 protected:
  [[nodiscard]] static gpu::adapt_options here() { return {.where = GetParam()}; }
};

TEST_P(adapted, array_has_the_memory) {
  const memory<float> m({1, 2, 3, 4, 5, 6});
  ndarray<float> a = adapt(m.data(), {2, 3}, here());
  EXPECT_EQ(a.shape(), (shape{2, 3}));
  EXPECT_EQ(a.device(), GetParam());
  EXPECT_EQ(std::as_const(a).data(), m.data());
  EXPECT_EQ(values(a * 2), (std::vector<float>{2, 4, 6, 8, 10, 12}));
}

TEST_P(adapted, array_writes_the_memory) {
  const memory<int> m({1, 2, 3, 4});
  ndarray<int> a = adapt(m.data(), {4}, here());
  a += 10;
  EXPECT_EQ(m.held(), (std::vector{11, 12, 13, 14}));
  a(1) = 5;
  gpu::view(a, gpu::range(2, 4)) = 0;
  EXPECT_EQ(m.held(), (std::vector{11, 5, 0, 0}));
  const ndarray<int> copy = a;
  const auto doubled = a * 2;
  a.fill(7);
  EXPECT_EQ(m.held(), (std::vector{7, 7, 7, 7}));
  EXPECT_EQ(values(copy), (std::vector{11, 5, 0, 0}));
  EXPECT_EQ(values(doubled), (std::vector{22, 10, 0, 0}));
}

TEST_P(adapted, vector_is_written_on_the_host) {
  std::vector<double> v{1, 2, 3, 4, 5, 6};
  ndarray<double> a = adapt(v, {2, 3});
  EXPECT_EQ(a.device(), gpu::cpu());
  EXPECT_EQ(values(gpu::transpose(a)), (std::vector<double>{1, 4, 2, 5, 3, 6}));
  a(0, 1) = 10;
  gpu::view(a, 1) += 1;
  EXPECT_EQ(v, (std::vector<double>{1, 10, 3, 5, 6, 7}));
  adapt(v).fill(0);
  auto b = adapt(v.data(), v.size(), gpu::no_ownership(), std::vector<std::size_t>{6});
  b(5) = 1;
  EXPECT_EQ(v, (std::vector<double>{0, 0, 0, 0, 0, 1}));
  std::vector<double> nothing;
  EXPECT_EQ(adapt(nothing).shape(), shape{0});
}

TEST_P(adapted, constant_vector_is_not_written) {
  const std::vector<int> v{1, 2};
  ndarray<int> a = adapt(v);
  EXPECT_EQ(std::as_const(a).data(), v.data());
  a += 1;
  EXPECT_EQ(v, (std::vector{1, 2}));
  const std::array<int, 2> fixed{3, 4};
  EXPECT_EQ(values(adapt(fixed, {2, 1})), (std::vector{3, 4}));
}

TEST_P(adapted, vector_has_as_many_elements_as_the_shape) {
  std::vector<int> v{1, 2, 3};
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)adapt(v, {2, 2});
            }),
            "cannot adapt 3 elements as an array of shape (2,2)");
  EXPECT_THROW((void)adapt(v, {-1, -3}), gpu::value_error);
  EXPECT_THROW((void)adapt(v.data(), 3, gpu::no_ownership(), {4}), gpu::value_error);
}

TEST_P(adapted, vector_that_is_moved_in_belongs_to_the_array) {
  std::vector<int> v{1, 2, 3, 4, 5, 6};
  const int* const data = v.data();
  ndarray<int> a = adapt(std::move(v), {2, 3});
  EXPECT_EQ(a.shape(), (shape{2, 3}));
  EXPECT_EQ(std::as_const(a).data(), data);
  const ndarray<int> copy = a;
  a(0, 0) = 10;
  a += 1;
  EXPECT_EQ(values(a), (std::vector{11, 3, 4, 5, 6, 7}));
  EXPECT_EQ(values(copy), (std::vector{1, 2, 3, 4, 5, 6}));
  const auto doubled = adapt(std::vector<double>{1, 2, 3}) * 2;
  EXPECT_EQ(values(doubled), (std::vector<double>{2, 4, 6}));
  EXPECT_EQ(adapt(std::vector<float>{}).shape(), shape{0});
  EXPECT_EQ(message_of<gpu::value_error>([] {
              (void)adapt(std::vector<int>{1, 2, 3}, {2, 2});
            }),
            "cannot adapt 3 elements as an array of shape (2,2)");
}

TEST_P(adapted, vector_lies_at_strides) {
  std::vector<int> v{1, 2, 3, 4, 5, 6};
  auto columns = adapt(v, {2, 3}, {1, 2});
  EXPECT_EQ(values(columns), (std::vector{1, 3, 5, 2, 4, 6}));
  columns(1, 0) = 20;
  adapt(v.data(), v.size(), gpu::no_ownership(), {3}, std::vector<int>{2}) += 100;
  EXPECT_EQ(v, (std::vector{101, 20, 103, 4, 105, 6}));
  const auto& constant = v;
  EXPECT_EQ(values(adapt(constant, {2, 2}, {0, 5})), (std::vector{101, 6, 101, 6}));
  EXPECT_EQ(values(adapt(constant.data(), 6, gpu::no_ownership())), v);
  adapt(v.data(), 2, gpu::no_ownership()).fill(0);
  EXPECT_EQ(v, (std::vector{0, 0, 103, 4, 105, 6}));
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)adapt(v, {2, 3}, {4, 1});
            }),
            "cannot adapt 6 elements as an array of shape (2,3) and strides (4,1)");
  EXPECT_THROW((void)adapt(v, {6}, {-1}), gpu::value_error);
  EXPECT_THROW((void)adapt(v.data(), 3, gpu::no_ownership(), {2}, {3}), gpu::value_error);
}

TEST_P(adapted, array_sees_what_others_write) {
  const memory<int> m({1, 2, 3, 4});
  const ndarray<int> a = adapt(m.data(), {2, 2}, here());
  ndarray<int> other = adapt(m.data(), {4}, here());
  other.fill(3);
  EXPECT_EQ(values(a), (std::vector{3, 3, 3, 3}));
}

TEST_P(adapted, moved_array_takes_the_memory_along) {
  const memory<int> m({1, 2});
  ndarray<int> a = adapt(m.data(), {2}, here());
  ndarray<int> b = std::move(a);
  b += 1;
  EXPECT_EQ(m.held(), (std::vector{2, 3}));
}

TEST_P(adapted, memory_is_written_by_assignments_of_its_shape) {
  const memory<int> m({1, 2, 3});
  ndarray<int> a = adapt(m.data(), {3}, here());
  const ndarray<int> other{4, 5, 6};
  gpu::noalias(a) = other;
  EXPECT_EQ(m.held(), (std::vector{4, 5, 6}));
  a = gpu::zeros<int>({3});
  EXPECT_EQ(m.held(), (std::vector{0, 0, 0}));
  a.assign(other);
  EXPECT_EQ(m.held(), (std::vector{4, 5, 6}));
  a = other * 2;
  EXPECT_EQ(m.held(), (std::vector{8, 10, 12}));
  a += other;
  EXPECT_EQ(m.held(), (std::vector{12, 15, 18}));
  EXPECT_EQ(values(other), (std::vector{4, 5, 6}));
  a = ndarray<int>{1};
  a += 1;
  EXPECT_EQ(m.held(), (std::vector{12, 15, 18}));
}

TEST_P(adapted, constant_memory_is_never_written) {
  const memory<int> m({1, 2, 3, 4});
  const int* const data = m.data();
  ndarray<int> a = adapt(data, {2, 2}, here());
  EXPECT_EQ(std::as_const(a).data(), data);
  const ndarray<int> copy = a;
  EXPECT_TRUE(gpu::shares_memory(a, copy));
  a += 1;
  EXPECT_EQ(values(a), (std::vector{2, 3, 4, 5}));
  ndarray<int> b = adapt(data, {4}, here());
  b.fill(9);
  ndarray<int> c = adapt(data, {4}, here());
  gpu::view(c, 1) = 9;
  ndarray<int> d = adapt(data, {4}, here());
  EXPECT_NE(d.data(), data);
  ndarray<int> e = adapt(data, {4}, here());
  e = e * 3;
  EXPECT_EQ(values(e), (std::vector{3, 6, 9, 12}));
  EXPECT_EQ(m.held(), (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(values(copy), (std::vector{1, 2, 3, 4}));
}

TEST_P(adapted, strides_are_those_of_the_memory) {
  const memory<double> m({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  const double* const data = m.data();
  const auto transposed = adapt(data, {4, 3}, {1, 4}, here());
  EXPECT_EQ(values(transposed), (std::vector<double>{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}));
  const auto backwards = adapt(data + 11, {4}, {-3}, here());
  EXPECT_EQ(values(backwards), (std::vector<double>{11, 8, 5, 2}));
  const auto repeated = adapt(data + 1, {2, 3}, {0, 2}, here());
  EXPECT_EQ(values(repeated), (std::vector<double>{1, 3, 5, 1, 3, 5}));
  const auto mixed = adapt(data + 3, {2, 3}, {4, -1}, here());
  EXPECT_EQ(values(mixed + 0.5), (std::vector<double>{3.5, 2.5, 1.5, 7.5, 6.5, 5.5}));
  EXPECT_EQ(values(adapt(data + 5, shape(), shape(), here())), std::vector<double>{5});
  EXPECT_EQ(adapt(data, {0, 3}, {-7, 1}, here()).shape(), (shape{0, 3}));
}

TEST_P(adapted, view_at_strides_writes_the_memory) {
  const memory<int> m({1, 2, 3, 4, 5, 6});
  const auto odd = adapt(m.data(), {3}, {2}, here());
  odd = 0;
  EXPECT_EQ(m.held(), (std::vector{0, 2, 0, 4, 0, 6}));
  const ndarray<int> before = odd;
  const auto later = odd + 1;
  const auto transposed = adapt(m.data(), {3, 2}, {1, 3}, here());
  transposed = ndarray<int>{{1, 2}, {3, 4}, {5, 6}};
  EXPECT_EQ(m.held(), (std::vector{1, 3, 5, 2, 4, 6}));
  odd(1) = 7;
  odd = odd * 2;
  EXPECT_EQ(m.held(), (std::vector{2, 3, 14, 2, 8, 6}));
  EXPECT_EQ(values(before), (std::vector{0, 0, 0}));
  EXPECT_EQ(values(later), (std::vector{1, 1, 1}));
}

TEST_P(adapted, owner_is_kept_until_the_last_user_ends) {
  const memory<int> m({1, 2});
  const auto owner = std::make_shared<int>(0);
  const std::weak_ptr<int> kept = owner;
  gpu::adapt_options options = here();
  options.owner = owner;
  auto a = std::make_unique<ndarray<int>>(adapt(static_cast<const int*>(m.data()), {2}, options));
  auto b = std::make_unique<ndarray<int>>(*a);
  EXPECT_EQ(owner.use_count(), 3);  // that of `options`, too
  options.owner = nullptr;
  a.reset();
  EXPECT_EQ(owner.use_count(), 2);
  b.reset();
  EXPECT_EQ(owner.use_count(), 1);
}

TEST_P(adapted, views_outlive_nothing_that_is_needed) {
  const memory<int> m({1, 2, 3});
  const auto owner = std::make_shared<int>(0);
  gpu::adapt_options options = here();
  options.owner = owner;
  {
    const auto view = adapt(m.data(), {3}, {1}, options);
    view = 4;
    EXPECT_EQ(owner.use_count(), 3);
  }
  EXPECT_EQ(owner.use_count(), 2);
  EXPECT_EQ(m.held(), (std::vector{4, 4, 4}));
}

TEST_P(adapted, memory_may_begin_anywhere) {
  const memory<float> m({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19});
  for (std::ptrdiff_t first = 0; first < 5; ++first) {
    const float* const data = m.data() + first;
    const ndarray<float> a = adapt(data, {15}, here());
    const ndarray<float> twice = a + a;
    for (std::ptrdiff_t i = 0; i < 15; ++i)
      ASSERT_EQ(values(twice)[static_cast<std::size_t>(i)], 2 * static_cast<float>(first + i));
    EXPECT_EQ(gpu::sum(a).item(), static_cast<float>(15 * first + 105));
  }
}

TEST_P(adapted, memory_that_cannot_be_used_is_refused) {
  const memory<int> m({1, 2, 3, 4});
  int* const none = nullptr;
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)adapt(none, {2}, here()); }),
            "the pointer to elements of int32 is null");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)adapt(none, {2}, {1}, here()); }),
            "the pointer to elements of int32 is null");
  EXPECT_EQ(adapt(none, {0, 3}, here()).shape(), (shape{0, 3}));
  auto* const odd = reinterpret_cast<int*>(reinterpret_cast<std::uintptr_t>(m.data()) + 1);
  const std::string message = message_of<gpu::value_error>([&] { (void)adapt(odd, {2}, here()); });
  EXPECT_NE(message.find("is not aligned to elements of int32"), std::string::npos) << message;
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)adapt(m.data(), {-1}, here()); }),
            "negative dimensions are not allowed: (-1,)");
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)adapt(m.data(), {2, 2}, {1}, here());
            }),
            "strides is incompatible with shape of requested array: (1,) has not one for each axis "
            "of (2,2)");
  const std::ptrdiff_t far = PTRDIFF_MAX / 2;
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)adapt(m.data(), {4}, {far}, here());
            }).substr(0, 16),
            "array is too big");
  EXPECT_EQ(
      message_of<gpu::value_error>([&] { (void)adapt(m.data(), {far}, here()); }).substr(0, 16),
      "array is too big");
}

INSTANTIATE_TEST_SUITE_P(, adapted, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

TEST(adapt, takes_a_vector_and_every_type) {
  std::vector<std::complex<double>> numbers{{1, 2}, {3, 4}};
  ndarray<std::complex<double>> a = adapt(numbers.data(), {2});
  a *= 2;
  EXPECT_EQ(numbers[1], (std::complex<double>{6, 8}));
  std::array<bool, 3> flags{true, false, true};
  ndarray<bool> b = adapt(flags.data(), {3});
  b(1) = true;
  EXPECT_TRUE(flags[1]);
  std::vector<gpu::bfloat16> halves(3, gpu::bfloat16(2.f));
  adapt(halves.data(), {3}).fill(gpu::bfloat16(3.f));
  EXPECT_EQ(float(halves[2]), 3.f);
}

}  // namespace
