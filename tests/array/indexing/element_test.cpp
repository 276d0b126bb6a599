// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/element.hpp>

#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <sstream>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/text_of.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

class element : public gpu::test::on_device {
 protected:
  static ndarray<int> table() { return ndarray<int>{{0, 1, 2}, {10, 11, 12}}; }
};

TEST_P(element, of_complex_numbers_is_known_to_the_functions_of_complex) {
  using number = std::complex<double>;
  ndarray<number> z = {number(3, 4), number(0, -2)};
  EXPECT_EQ(abs(z(0)), 5);
  EXPECT_EQ(norm(z(0)), 25);
  EXPECT_EQ(real(z(0)), 3);
  EXPECT_EQ(conj(z(1)), std::complex<double>(0, 2));
  EXPECT_EQ(sqrt(gpu::view(z, 1)()), std::sqrt(std::complex<double>(0, -2)));
  using std::abs;
  EXPECT_EQ(abs(z(1)), 2);
  EXPECT_EQ(abs(std::complex<double>(z(1))), 2);
  ndarray<double> x = {-1.5, 2};
  EXPECT_EQ(abs(x(0)), 1.5);
  EXPECT_EQ(std::abs(x(0)), 1.5);
}

TEST_P(element, is_read_and_written_by_its_indices) {
  ndarray<int> a = table();
  EXPECT_EQ(a(1, 2), 12);
  a(1, 2) = 5;
  a(0, 0) += 7;
  a(0, 1) -= 2;
  a(0, 2) *= 3;
  a(1, 0) /= 4;
  EXPECT_EQ(values(a), (std::vector{7, -1, 6, 2, 11, 5}));
  const ndarray<int>& fixed = a;
  EXPECT_EQ(fixed(1, 1), 11);
  static_assert(std::is_same_v<decltype(fixed(0, 0)), int>);
}

TEST_P(element, is_a_number_beside_arrays) {
  ndarray<int> a = table();
  EXPECT_EQ(values(a(0, 2) * a), (std::vector{0, 2, 4, 20, 22, 24}));
  EXPECT_EQ(values(a - a(1, 0)), (std::vector{-10, -9, -8, 0, 1, 2}));
  EXPECT_EQ(values(a(1, 0) / (a + a(0, 1)))[1], 5);
  const auto kernel = gpu::view(a, 0);
  EXPECT_EQ(values(a(0, 1) + kernel), (std::vector{1, 2, 3}));
}

TEST_P(element, is_a_number_beside_arrays_in_every_operator) {
  ndarray<int> a{7, 4, 5};
  EXPECT_EQ(values(a > a(1)), (std::vector<bool>{true, false, true}));
  EXPECT_EQ(values(a(1) < a), (std::vector<bool>{true, false, true}));
  EXPECT_EQ(values(a <= a(2)), (std::vector<bool>{false, true, true}));
  EXPECT_EQ(values(a(2) >= a), (std::vector<bool>{false, true, true}));
  EXPECT_EQ(values(a % a(1)), (std::vector{3, 0, 1}));
  EXPECT_EQ(values(a & a(1)), (std::vector{4, 4, 4}));
  EXPECT_EQ(values(a | a(2)), (std::vector{7, 5, 5}));
  EXPECT_EQ(values(a(0) ^ a), (std::vector{0, 3, 2}));
  EXPECT_EQ(values(gpu::view(a, a > a(1))), (std::vector{7, 5}));
  EXPECT_EQ(values(a - a(2) + a(1) * a), (std::vector{30, 15, 20}));
  a -= a(1);
  EXPECT_EQ(values(a), (std::vector{3, 0, 1}));
  EXPECT_EQ(values(gpu::add(a, a(0), gpu::out(a))), (std::vector{6, 3, 4}));
  EXPECT_EQ(values(gpu::clip(a, a(1), a(2), gpu::out(a))), (std::vector{4, 3, 4}));
}

TEST_P(element, of_complex_numbers_is_a_number_in_arithmetic) {
  using number = std::complex<double>;
  ndarray<number> z{number(1, 2), number(3, -1)};
  const ndarray<double> x{2, 4};
  EXPECT_EQ(z(0) * z(1), number(5, 5));
  EXPECT_EQ(2.0 * z(0) - 1.0, number(1, 4));
  EXPECT_EQ(z(1) / 2, number(1.5, -0.5));
  EXPECT_EQ(number(0, 1) * z(0) + z(1), number(1, 0));
  EXPECT_EQ(-z(1), number(-3, 1));
  ndarray<double> y = x;
  EXPECT_EQ(y(1) + z(0), number(5, 2));
  const ndarray<std::complex<float>> one{std::complex<float>(1, 1)};
  ndarray<std::complex<float>> narrow = one;
  static_assert(std::is_same_v<decltype(narrow(0) * 2.0), std::complex<float>>);
  EXPECT_EQ(narrow(0) * z(0), number(-1, 3));
  z(0) = z(0) * z(1);
  EXPECT_EQ(number(z(0)), number(5, 5));
}

TEST_P(element, of_complex_numbers_is_added_to_numbers_and_compared) {
  using complex = std::complex<double>;
  ndarray<complex> z{complex(1, 2), complex(3, -1)};
  const ndarray<double> constant{2};
  ndarray<double> x = constant;
  ndarray<std::complex<float>> single{std::complex<float>(1, 2)};
  complex total = 0;
  for (const auto& each : z) total += each;
  EXPECT_EQ(total, complex(4, 1));
  total -= z(1);
  total *= z(1);
  total /= z(1);
  EXPECT_NEAR(std::abs(total - complex(1, 2)), 0, 1e-14);
  EXPECT_TRUE(z(0) == single(0) && z(0) != z(1) && z(0) == complex(1, 2) && z(0) != 1.0);
  EXPECT_EQ(complex(0, 1) * x(0), complex(0, 2));
  EXPECT_EQ(x(0) - complex(0, 1), complex(2, -1));
  z(0) = x(0);
  z(1) *= x(0);
  EXPECT_EQ(values(z), (std::vector{complex(2), complex(6, -2)}));
}

TEST_P(element, of_half_types_is_a_number_in_arithmetic) {
  ndarray<gpu::float16> h{1.5, 2};
  ndarray<gpu::bfloat16> b{0.5};
  const float single = h(0);
  const double wide = h(1);
  EXPECT_EQ(single, 1.5f);
  EXPECT_EQ(wide, 2.0);
  EXPECT_EQ(float(b(0)), 0.5f);
  EXPECT_TRUE(h(0) < h(1) && h(1) > 1 && h(0) >= 1.5 && h(1) <= 2 && h(1) == 2 && h(0) != h(1));
  EXPECT_EQ(h(0) * 2, 3.0f);
  EXPECT_EQ(h(0) + h(1), gpu::float16(3.5f));
  EXPECT_EQ(1 - h(0) / h(1), 0.25f);
  EXPECT_EQ(-h(1), gpu::float16(-2.0f));
  ndarray<float> x{4};
  h(0) = x(0);
  x(0) = h(1);
  EXPECT_EQ(values(h), (std::vector{gpu::float16(4.0f), gpu::float16(2.0f)}));
  EXPECT_EQ(values(x), std::vector{2.0f});
  EXPECT_EQ(std::vector<float>(h.begin(), h.end()), (std::vector{4.0f, 2.0f}));
}

TEST_P(element, of_bytes_is_printed_as_a_number) {
  ndarray<std::uint8_t> u{65};
  ndarray<std::int8_t> i{-66};
  EXPECT_EQ(gpu::text_of(u(0), ' ', i(0)), "65 -66");
}

TEST_P(element, missing_leading_indices_are_zero) {
  ndarray<int> a = table();
  EXPECT_EQ(a(2), 2);
  EXPECT_EQ(a(), 0);
  a(1) = 9;
  EXPECT_EQ(a(0, 1), 9);
  EXPECT_EQ((a + 1)(2), 3);
}

TEST_P(element, surplus_leading_indices_are_ignored_unless_checked) {
  ndarray<int> a = table();
  EXPECT_EQ(a(5, 1, 2), 12);
  EXPECT_EQ(message_of<gpu::index_error>([&] { (void)static_cast<int>(a.at(0, 1, 2)); }),
            "too many indices for array: array is 2-dimensional, but 3 were indexed");
}

TEST_P(element, has_xtensors_other_spellings) {
  ndarray<int> a = table();
  EXPECT_EQ((a[{1, 1}]), 11);
  EXPECT_EQ(a[2], 2);
  EXPECT_EQ(a.at(1, 0), 10);
  const std::array<std::size_t, 2> index{1, 2};
  EXPECT_EQ(a.element(index.begin(), index.end()), 12);
  EXPECT_EQ(a.unchecked(0, 2), 2);
  EXPECT_EQ(a.front(), 0);
  EXPECT_EQ(a.back(), 12);
  a[{1, 1}] = -1;
  a.at(1, 0) = -2;
  a.element(index.begin(), index.end()) = -3;
  a.front() = -4;
  EXPECT_EQ(values(a), (std::vector{-4, 1, 2, -2, -1, -3}));
  EXPECT_EQ((std::as_const(a)[{1, 1}]), -1);
  const shape where{0, 1};
  EXPECT_EQ(a[where], 1);
}

TEST_P(element, outside_the_array_is_refused_and_nothing_changes) {
  ndarray<int> a = table();
  EXPECT_EQ(message_of<gpu::index_error>([&] { a(2, 0) = 1; }),
            "index 2 is out of bounds for axis 0 with size 2");
  EXPECT_EQ(message_of<gpu::index_error>([&] { a.at(0, -1) = 1; }),
            "index -1 is out of bounds for axis 1 with size 3");
  EXPECT_THROW((void)(std::as_const(a)(0, 3)), gpu::index_error);
  EXPECT_THROW((void)((a + a)(0, 3)), gpu::index_error);
  EXPECT_THROW((void)(a[{0, 3}]), gpu::index_error);
  const ndarray<int> none({0, 3}, 0);
  EXPECT_THROW((void)none(0, 0), gpu::index_error);
  EXPECT_THROW((void)none(), gpu::index_error);
  EXPECT_TRUE(a == table());
}

TEST_P(element, of_a_0_d_array_needs_no_index) {
  ndarray<int> a(shape{}, 4);
  EXPECT_EQ(a(), 4);
  EXPECT_EQ(a[shape{}], 4);
  a() = 5;
  EXPECT_EQ(a.item(), 5);
  EXPECT_EQ(a.front(), a.back());
}

TEST_P(element, item_needs_exactly_one_element) {
  EXPECT_EQ(gpu::full<int>({1, 1, 1}, 3).item(), 3);
  EXPECT_EQ((table() * 0)(0, 0), 0);
  EXPECT_EQ(message_of<gpu::value_error>([] {
              (void)table().item();
            }).find("can only convert an array of size 1 to a"),
            0u);
  EXPECT_THROW((void)ndarray<int>().item(), gpu::value_error);
}

TEST_P(element, assigned_to_an_element_copies_the_value) {
  ndarray<int> a = table();
  a(0, 0) = a(1, 1);
  EXPECT_EQ(a(0, 0), 11);
  ndarray<int> b = table();
  b(1, 2) = a(0, 0);
  EXPECT_EQ(b(1, 2), 11);
  swap(a(0, 1), a(1, 0));
  EXPECT_EQ(values(a), (std::vector{11, 10, 2, 1, 11, 12}));
}

TEST_P(element, is_swapped_by_value) {
  ndarray<int> a{1, 2, 3, 4};
  std::swap(a(0), a(3));
  EXPECT_EQ(values(a), (std::vector{4, 2, 3, 1}));
  using std::swap;
  swap(a(0), a(1));
  EXPECT_EQ(values(a), (std::vector{2, 4, 3, 1}));
  auto first = a(0);
  auto last = a(3);
  swap(first, last);
  EXPECT_EQ(values(a), (std::vector{1, 4, 3, 2}));
  std::swap(first, last);
  EXPECT_EQ(values(a), (std::vector{2, 4, 3, 1}));
  std::ranges::swap(a(1), a(2));
  EXPECT_EQ(values(a), (std::vector{2, 3, 4, 1}));
  std::swap(a(2), a(2));
  EXPECT_EQ(values(a), (std::vector{2, 3, 4, 1}));
}

TEST_P(element, is_swapped_with_elements_of_views_and_variables) {
  ndarray<double> a{1, 2, 3, 4};
  auto tail = gpu::view(a, gpu::range(1, 4));
  std::swap(tail(0), tail(2));
  EXPECT_EQ(values(a), (std::vector<double>{1, 4, 3, 2}));
  std::swap(a(0), tail(0));
  swap(tail(1), a(3));
  EXPECT_EQ(values(a), (std::vector<double>{4, 1, 2, 3}));
  double value = 9;
  std::swap(a(0), value);
  EXPECT_EQ(value, 4);
  swap(value, a(1));
  EXPECT_EQ(value, 1);
  EXPECT_EQ(values(a), (std::vector<double>{9, 4, 2, 3}));
  ndarray<bool> flags{true, false};
  std::swap(flags(0), flags(1));
  EXPECT_EQ(values(flags), (std::vector<bool>{false, true}));
}

TEST_P(element, is_swapped_by_algorithms) {
  ndarray<int> a{3, 1, 2};
  std::iter_swap(a.begin(), a.begin() + 2);
  EXPECT_EQ(values(a), (std::vector{2, 1, 3}));
  std::swap_ranges(a.begin(), a.begin() + 1, a.begin() + 2);
  EXPECT_EQ(values(a), (std::vector{3, 1, 2}));
  std::reverse(a.begin(), a.end());
  EXPECT_EQ(values(a), (std::vector{2, 1, 3}));
  std::sort(a.begin(), a.end());
  EXPECT_EQ(values(a), (std::vector{1, 2, 3}));
  std::rotate(a.begin(), a.begin() + 1, a.end());
  EXPECT_EQ(values(a), (std::vector{2, 3, 1}));
}

TEST_P(element, stands_for_its_value_in_arithmetic_and_conditions) {
  ndarray<float> x{1.5f, 2};
  EXPECT_EQ(x(0) * 2 + x(1), 5.f);
  EXPECT_TRUE(x(0) < x(1));
  EXPECT_TRUE(x(0) == 1.5f);
  const float value = x(1);
  x(1) = 8;
  EXPECT_EQ(value, 2.f);
  ndarray<bool> flags{true, false};
  EXPECT_EQ(flags(0) && !flags(1), true);
  flags(1) = flags(0);
  EXPECT_TRUE(flags(1));
}

TEST_P(element, is_printed_as_its_value) {
  ndarray<float> x{1.5f};
  ndarray<std::complex<float>> z{std::complex<float>(1, 2)};
  std::ostringstream out;
  out << x(0) << ' ' << z(0);
  EXPECT_EQ(out.str(), "1.5 (1,2)");
}

TEST_P(element, of_complex_and_half_types_can_be_written) {
  ndarray<std::complex<float>> z({2}, std::complex<float>(1, 2));
  z(1) = std::complex<float>(3, 4);
  z(0) += std::complex<float>(0, 1);
  z(0) *= 2.f;
  EXPECT_EQ(values(z), (std::vector<std::complex<float>>{{2, 6}, {3, 4}}));
  ndarray<gpu::float16> h({2}, gpu::float16(1.f));
  h(1) = gpu::float16(0.5f);
  h(0) += gpu::float16(2.f);
  EXPECT_EQ(values(h), (std::vector{gpu::float16(3.f), gpu::float16(.5f)}));
  ndarray<std::uint8_t> n{250};
  n(0) += std::uint8_t{10};
  EXPECT_EQ(n(0), 4);
}

TEST_P(element, written_does_not_change_copies_or_expressions) {
  ndarray<int> a = table();
  const ndarray<int> copy = a;
  const auto e = a * 1;
  for (int i = 0; i < 3; ++i) a(0, i) = -1;
  EXPECT_TRUE(copy == table());
  EXPECT_TRUE(e == table());
}

TEST_P(element, is_counted_up_and_down) {
  ndarray<int> a{5, 7};
  EXPECT_EQ(a(0)++, 5);
  EXPECT_EQ(++a(0), 7);
  EXPECT_EQ(a(1)--, 7);
  EXPECT_EQ(--a(1), 5);
  gpu::view(a, gpu::range(1, 2))(0)++;
  EXPECT_EQ(values(a), (std::vector{7, 6}));
  ndarray<std::uint8_t> n{255};
  n(0)++;
  EXPECT_EQ(n(0), 0);
  ndarray<gpu::float16> h{0.5};
  --h(0);
  EXPECT_EQ(values(h), std::vector{gpu::float16(-0.5f)});
}

TEST_P(element, is_updated_by_remainders_shifts_and_bits) {
  ndarray<int> a{-7, 3, 12, 12, 12, 12};
  a(0) %= 3;
  a(1) <<= 2;
  a(2) >>= 1;
  a(3) |= 3;
  a(4) &= a(0) + 4;
  a(5) ^= a(1);
  EXPECT_EQ(values(a), (std::vector{2, 12, 6, 15, 4, 0}));
  ndarray<double> x{-7.5};
  x(0) %= 2;
  EXPECT_EQ(x(0), 0.5);
  a(3) %= 4.5;
  EXPECT_EQ(a(3), 1);
  ndarray<bool> flags{false, true};
  flags(0) |= flags(1);
  flags(1) ^= true;
  EXPECT_EQ(values(flags), (std::vector{true, false}));
  EXPECT_THROW(gpu::view(a, gpu::all())(0) &= std::int64_t{1} << 40, gpu::overflow_error);
  EXPECT_EQ(a(0), 2);
}

TEST_P(element, is_not_copied_as_bytes_to_functions_like_printf) {
  static_assert(!std::is_trivially_copyable_v<ndarray<double>::reference>);
  static_assert(!std::is_trivially_copyable_v<gpu::view_element<double>>);
}

INSTANTIATE_TEST_SUITE_P(devices, element, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
