// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/creation.hpp>

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation_dtype.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/like.hpp>
#include <gpu/array/linspace.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/golden_lines.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

constexpr bool is_like_float(gpu::dtype type) {
  return type == gpu::dtype::float16 || type == gpu::dtype::float32 || type == gpu::dtype::float64;
}

/// A number as the golden files write it: hexadecimal for floats, decimal for integers.
template <class T>
T number(const std::string& text) {
  if constexpr (is_like_float(gpu::dtype_of<T>))
    return T(std::stod(text));
  else if constexpr (std::is_same_v<T, std::uint64_t>)
    return std::stoull(text);
  else
    return static_cast<T>(std::stod(text));
}

template <class T>
ndarray<T> called(const std::vector<std::string>& call) {
  if (call[0] == "eye")
    return gpu::eye<T>(std::stoi(call[2]), std::stoi(call[3]), std::stoi(call[4]));
  if constexpr (gpu::is_integer(gpu::dtype_of<T>) || is_like_float(gpu::dtype_of<T>)) {
    if (call[0] == "linspace")
      return gpu::linspace<T>(number<T>(call[2]), number<T>(call[3]), std::stoi(call[4]),
                              call[5] == "1");
    return gpu::arange<T>(number<T>(call[2]), number<T>(call[3]), number<T>(call[4]));
  }
  throw std::logic_error("not made of such elements: " + call[0]);
}

/// The elements' bytes as text.
template <class T>
std::string bytes_of(const ndarray<T>& a) {
  std::string text;
  for (const T x : values(a)) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &x, sizeof(T));
    for (const unsigned byte : bytes) {
      text += "0123456789abcdef"[byte / 16];
      text += "0123456789abcdef"[byte % 16];
    }
  }
  return text.empty() ? "-" : text;
}

class creation : public gpu::test::on_device {};

TEST_P(creation, gives_numpys_values_bit_for_bit) {
  int compared = 0;
  for (const auto& line : gpu::test::golden_lines("array/creation.txt")) {
    for (int i = 0; i < gpu::dtype_count; ++i) {
      const auto type = static_cast<gpu::dtype>(i);
      if (gpu::traits(type).name != line.call.at(1)) continue;
      gpu::visit_dtype(type, [&]<class T>(std::type_identity<T>) {
        const ndarray<T> a = called<T>(line.call);
        EXPECT_EQ(a.shape(), shape(gpu::test::numbers_of(line.first))) << line.whole;
        EXPECT_EQ(bytes_of(a), line.second) << line.whole;
        EXPECT_EQ(a.device(), GetParam());
      });
      ++compared;
    }
  }
  EXPECT_GT(compared, 500);
}

TEST_P(creation, zeros_ones_full_and_empty_have_shape_dtype_and_device) {
  const auto zeros = gpu::zeros<std::int16_t>({2, 3});
  EXPECT_EQ(values(zeros), std::vector<std::int16_t>(6, 0));
  EXPECT_EQ(values(gpu::ones<bool>({2})), std::vector<bool>(2, true));
  EXPECT_EQ(values(gpu::ones<std::complex<float>>({1})),
            (std::vector<std::complex<float>>{{1, 0}}));
  EXPECT_EQ(values(gpu::full<gpu::bfloat16>({2}, gpu::bfloat16(.5f))),
            std::vector(2, gpu::bfloat16(.5f)));
  EXPECT_EQ(gpu::empty<double>({4, 0}).shape(), (shape{4, 0}));
  EXPECT_EQ(gpu::ones<float>({}).item(), 1.f);
  EXPECT_EQ(zeros.device(), GetParam());
  EXPECT_EQ(zeros.dtype(), gpu::dtype::int16);
  EXPECT_EQ(zeros.size_bytes(), 12u);
  EXPECT_EQ(gpu::ones<float>({2}, gpu::cpu()).device(), gpu::cpu());
  EXPECT_EQ(gpu::arange<int>(3, gpu::cpu()).device(), gpu::cpu());
  EXPECT_EQ(gpu::eye<int>(2, -1, 0, gpu::cpu()).device(), gpu::cpu());
}

TEST_P(creation, like_forms_take_shape_dtype_and_device) {
  const auto a = gpu::full<float>({2, 3}, 7, gpu::cpu());
  EXPECT_EQ(values(gpu::zeros_like(a)), std::vector<float>(6, 0));
  EXPECT_EQ(values(gpu::ones_like(a + 1)), std::vector<float>(6, 1));
  EXPECT_EQ(values(gpu::full_like(a, 2)), std::vector<float>(6, 2));
  EXPECT_EQ(gpu::empty_like(a.astype<int>()).dtype(), gpu::dtype::int32);
  EXPECT_EQ(gpu::zeros_like(a).device(), gpu::cpu());
  EXPECT_EQ(gpu::ones_like(a, GetParam()).device(), GetParam());
  EXPECT_EQ(gpu::zeros_like(gpu::zeros<int>({})).dimension(), 0u);
}

TEST_P(creation, array_takes_nested_lists_and_a_device) {
  EXPECT_EQ(values(gpu::array<float>({1, 2, 3}, GetParam())), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(gpu::array<float>({{1, 2, 3}, {4, 5, 6}}, gpu::cpu()).shape(), (shape{2, 3}));
  EXPECT_EQ(gpu::array<int>({{{1}, {2}}, {{3}, {4}}}).shape(), (shape{2, 2, 1}));
}

TEST_P(creation, arange_refuses_what_has_no_length) {
  EXPECT_THROW((void)gpu::arange<int>(0, 5, 0), gpu::value_error);
  EXPECT_THROW((void)gpu::arange<double>(0, 5, 0), gpu::value_error);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::arange<double>(0, nan); }),
            "arange: cannot compute length");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::arange<double>(0, infinity); }),
            "Maximum allowed size exceeded");
  EXPECT_EQ(gpu::arange<double>(0, -infinity).size(), 0u);
}

TEST_P(creation, arange_of_integers_reaches_the_ends_of_the_dtype) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(values(gpu::arange<std::int64_t>(most - 2, most)),
            (std::vector<std::int64_t>{most - 2, most - 1}));
  EXPECT_EQ(values(gpu::arange<std::int64_t>(-most - 1, most, most)),
            (std::vector<std::int64_t>{-most - 1, -1, most - 1}));
  constexpr auto unsigned_most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(values(gpu::arange<std::uint64_t>(unsigned_most - 2, unsigned_most)),
            (std::vector<std::uint64_t>{unsigned_most - 2, unsigned_most - 1}));
  EXPECT_EQ(values(gpu::arange<std::int8_t>(-128, 127, 100)),
            (std::vector<std::int8_t>{-128, -28, 72}));
}

TEST_P(creation, arange_of_unsigned_integers_crosses_the_middle_of_the_dtype) {
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  using list = std::vector<std::uint64_t>;
  EXPECT_EQ(values(gpu::arange<std::uint64_t>(half - 1, half + 2)),
            (list{half - 1, half, half + 1}));
  EXPECT_EQ(values(gpu::arange<std::uint64_t>(0, half * 2 - 1, half)), (list{0, half}));
  EXPECT_EQ(values(gpu::arange<std::uint64_t>(half + 1, half - 2, -1)),
            (list{half + 1, half, half - 1}));
  EXPECT_EQ(values(gpu::arange<std::uint64_t>(half * 2 - 1, half * 2 - 3, -1)),
            (list{half * 2 - 1, half * 2 - 2}));
  EXPECT_EQ(values(gpu::arange<std::uint8_t>(5, 2, -1)), (std::vector<std::uint8_t>{5, 4, 3}));
  EXPECT_EQ(gpu::arange<std::uint64_t>(3, 0).size(), 0u);
}

template <class T>
void expect_as_many_as_integers_say(std::uint64_t first) {
  const T value(static_cast<double>(first));
  EXPECT_EQ(values(gpu::arange<T>(first, first + 3)), std::vector<T>(3, value));
  EXPECT_EQ(values(gpu::arange<T>(first + 3, first, -1)).size(), 3u);
  EXPECT_EQ(values(gpu::arange<T>(first, first + 5, 2)).size(), 3u);
}

TEST_P(creation, arange_counts_between_integers_that_floats_do_not_tell_apart) {
  for (const int bits : {60, 61, 63}) {
    expect_as_many_as_integers_say<float>(std::uint64_t{1} << bits);
    expect_as_many_as_integers_say<double>(std::uint64_t{1} << bits);
    expect_as_many_as_integers_say<std::complex<float>>(std::uint64_t{1} << bits);
    expect_as_many_as_integers_say<std::complex<double>>(std::uint64_t{1} << bits);
  }
  const double base = 9007199254740992;  // 2^53, from which on floats are even
  EXPECT_EQ(
      values(gpu::arange<double>((std::int64_t{1} << 53) + 1, (std::int64_t{1} << 53) + 8, 3)),
      (std::vector<double>{base, base + 4, base + 8}));
  EXPECT_EQ(values(gpu::arange<gpu::float16>(3, 0, -1)),
            (std::vector<gpu::float16>{gpu::float16(3), gpu::float16(2), gpu::float16(1)}));
  EXPECT_EQ(gpu::arange<double>(3, 0).size(), 0u);
}

TEST_P(creation, arange_looks_at_the_first_two_elements_as_numpy_does) {
  EXPECT_EQ(values(gpu::arange<std::uint8_t>(254, 258)),
            (std::vector<std::uint8_t>{254, 255, 0, 1}));
  EXPECT_EQ(values(gpu::arange<std::int8_t>(0, 100, 300)), (std::vector<std::int8_t>{0}));
  EXPECT_EQ(message_of<gpu::overflow_error>([] { (void)gpu::arange<std::uint8_t>(-1, 3); }),
            "integer -1 out of bounds for uint8");
  EXPECT_EQ(message_of<gpu::overflow_error>([] { (void)gpu::arange<std::int8_t>(0, 1000, 500); }),
            "integer 500 out of bounds for int8");
  EXPECT_EQ(message_of<gpu::overflow_error>([] { (void)gpu::arange<std::uint64_t>(1, -3, -2); }),
            "integer -1 out of bounds for uint64");
  EXPECT_EQ(values(gpu::arange<int>(0, 2.5)), (std::vector{0, 1, 2}));
  EXPECT_EQ(values(gpu::arange<int>(0.5, 3.5)), (std::vector{0, 1, 2}));
  EXPECT_EQ(values(gpu::arange<int>(0, 3, 0.5)), std::vector<int>(6, 0));
  EXPECT_EQ(values(gpu::arange<std::int64_t>(0, 3.7, 1.5)), (std::vector<std::int64_t>{0, 1, 2}));
  EXPECT_EQ(message_of<gpu::dtype_error>([] { (void)gpu::arange<bool>(0, 3); }),
            "arange() is only supported for booleans when the result has at most length 2.");
  EXPECT_EQ(values(gpu::arange<bool>(0, 2)), (std::vector<bool>{false, true}));
}

TEST_P(creation, of_complex_elements) {
  using complex = std::complex<double>;
  using single = std::complex<float>;
  EXPECT_EQ(values(gpu::arange<complex>(1, 4)), (std::vector<complex>{1, 2, 3}));
  EXPECT_EQ(values(gpu::arange<single>(0, 1.5, 0.5)), (std::vector<single>{0, 0.5f, 1}));
  EXPECT_EQ(values(gpu::linspace(complex(0), complex(1, 1), 5)),
            (std::vector<complex>{0, {0.25, 0.25}, {0.5, 0.5}, {0.75, 0.75}, {1, 1}}));
  EXPECT_EQ(values(gpu::linspace<single>(0, complex(3, -3), 4)),
            (std::vector<single>{0, {1, -1}, {2, -2}, {3, -3}}));
  EXPECT_EQ(values(gpu::linspace<complex>(0, complex(1, 1), 4, false)),
            (std::vector<complex>{0, {0.25, 0.25}, {0.5, 0.5}, {0.75, 0.75}}));
  EXPECT_EQ(values(gpu::linspace(complex(0, 1), complex(2), 1)), (std::vector<complex>{{0, 1}}));
  EXPECT_EQ(values(gpu::linspace<single>(0, 2, 3)), (std::vector<single>{0, 1, 2}));
  EXPECT_EQ(values(gpu::linspace<complex>(0, complex(1e-323, 1e-323), 5))[2],
            complex(5e-324, 5e-324));
}

TEST_P(creation, the_type_of_a_range_is_that_of_its_numbers) {
  EXPECT_EQ(values(gpu::linspace(0, 1, 3)), (std::vector{0.0, 0.5, 1.0}));
  EXPECT_EQ(values(gpu::linspace<int>(0, 1, 3)), (std::vector{0, 0, 1}));
  EXPECT_EQ(values(gpu::linspace(0, 3.0, 2)), (std::vector{0.0, 3.0}));
  static_assert(std::is_same_v<decltype(gpu::linspace(0.0F, 1.0F)), ndarray<float>>);
  static_assert(std::is_same_v<decltype(gpu::linspace(true, 2L)), ndarray<double>>);
  EXPECT_EQ(values(gpu::arange(0, 1, 0.25)), (std::vector{0.0, 0.25, 0.5, 0.75}));
  EXPECT_EQ(values(gpu::arange(1.5, 4)), (std::vector{1.5, 2.5, 3.5}));
  static_assert(std::is_same_v<decltype(gpu::arange(3)), ndarray<int>>);
  static_assert(std::is_same_v<decltype(gpu::arange(0, std::int64_t{3})), ndarray<std::int64_t>>);
  EXPECT_EQ(gpu::arange(0, 2.0, 1, gpu::cpu()).device(), gpu::cpu());
}

TEST_P(creation, a_number_is_a_shape_of_one_axis) {
  EXPECT_EQ(gpu::zeros<double>(5).shape(), shape{5});
  EXPECT_EQ(gpu::ones<double>(std::size_t{2}).shape(), shape{2});
  EXPECT_EQ(gpu::empty<double>(0).shape(), shape{0});
  EXPECT_EQ(values(gpu::full<double>(2, 1)), (std::vector<double>{1, 1}));
  EXPECT_EQ(gpu::broadcast_to(gpu::ones<int>(1), 4).shape(), shape{4});
  EXPECT_EQ(gpu::reshape(gpu::ones<int>({2, 3}), -1).shape(), shape{6});
  EXPECT_THROW((void)gpu::zeros<double>(-1), gpu::value_error);
}

TEST_P(creation, a_number_is_an_array_of_no_axes) {
  const ndarray<double> d(1.5);
  EXPECT_EQ(d.dimension(), 0u);
  EXPECT_EQ(d.item(), 1.5);
  const ndarray<float> f = 3;
  EXPECT_EQ(f.shape(), shape{});
  EXPECT_EQ(f.item(), 3);
  EXPECT_EQ(f.device(), GetParam());
  EXPECT_EQ(ndarray<double>{1.5}.shape(), shape{1});
  EXPECT_EQ(ndarray<int>({2}, 7).shape(), shape{2});
}

TEST_P(creation, geometric_sequences_between_elements_of_arrays) {
  using doubles = std::vector<double>;
  const auto near = [](const auto& found, const doubles& expected) {
    const auto elements = values(found);
    ASSERT_EQ(elements.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(elements[i], expected[i], 1e-12 * std::abs(expected[i]));
  };
  const ndarray<int> from{1, -2};
  const ndarray<int> to{100, -200};
  EXPECT_EQ(gpu::geomspace(from, to, 3).shape(), (shape{3, 2}));
  near(gpu::geomspace(from, to, 3), {1, -2, 10, -20, 100, -200});
  near(gpu::geomspace(from, to, 3, true, 1), {1, 10, 100, -2, -20, -200});
  near(gpu::geomspace(from, to, 3, true, gpu::axis(-1)), {1, 10, 100, -2, -20, -200});
  near(gpu::geomspace({1, 2}, {8, 16}, 3, false), {1, 2, 2, 4, 4, 8});
  near(gpu::geomspace(2, std::vector{8, 16}, 3), {2, 2, 4, std::sqrt(32), 8, 16});
  near(gpu::geomspace(1, 100, 3), {1, 10, 100});
  near(gpu::geomspace(from, to, 1), {1, -2});
  EXPECT_EQ(gpu::geomspace(from, to, 0).shape(), (shape{0, 2}));
  static_assert(std::is_same_v<decltype(gpu::geomspace(ndarray<float>(), 1))::value_type, double>);
  static_assert(
      std::is_same_v<decltype(gpu::geomspace<float>(ndarray<float>(), 1))::value_type, float>);
  const std::complex<double> i(0, 1);
  const auto turned = values(gpu::geomspace(ndarray<std::complex<double>>{i}, 100.0 * i, 3));
  EXPECT_NEAR(std::abs(turned[1] - 10.0 * i), 0, 1e-12);
  EXPECT_EQ(turned[2], 100.0 * i);
  EXPECT_EQ(gpu::geomspace(from, to, 3).device(), GetParam());
}

TEST_P(creation, geometric_sequences_are_refused_in_numpys_words) {
  const ndarray<int> ends{1, 2};
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)gpu::geomspace(ends, ndarray<int>{1, 0});
            }),
            "Geometric sequence cannot include zero");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::geomspace(ends, ends, -1); }),
            "Number of samples, -1, must be non-negative.");
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              (void)gpu::geomspace(ends, ndarray<int>{1, 2, 3});
            }),
            "operands could not be broadcast together with shapes (3,) (2,) ");
  EXPECT_THROW((void)gpu::geomspace(ends, ends, 3, true, 3), gpu::axis_error);
}

TEST_P(creation, sequences_between_vectors) {
  using doubles = std::vector<double>;
  const std::vector<double> from{0, 1};
  EXPECT_EQ(values(gpu::linspace(from, 2, 3)), (doubles{0, 1, 1, 1.5, 2, 2}));
  EXPECT_EQ(values(gpu::linspace(ndarray<int>{0, 1}, from, 2)), (doubles{0, 1, 0, 1}));
  EXPECT_TRUE(gpu::allclose(gpu::logspace({0, 1}, {1, 2}, 2), ndarray<double>{{1, 10}, {10, 100}}));
  EXPECT_TRUE(gpu::allclose(gpu::logspace(from, 2, 2, true, 2), ndarray<double>{{1, 2}, {4, 4}}));
  EXPECT_TRUE(gpu::allclose(gpu::logspace(0, 2, 3), ndarray<double>{1, 10, 100}));
  static_assert(std::is_same_v<decltype(gpu::logspace(0.0F, 1.0F))::value_type, float>);
}

TEST_P(creation, ranges_of_many_elements) {
  const auto a = gpu::arange<double>(0.5, 25000.5, 0.25);
  ASSERT_EQ(a.size(), 100000);
  EXPECT_EQ(a(70001), 0.5 + 70001 * 0.25);
  EXPECT_EQ(gpu::arange<std::int32_t>(99999, -1, -1)(70001), 29998);
  const auto line = gpu::linspace<float>(0, 1, 100000);
  EXPECT_EQ(line(70001), static_cast<float>(70001 * (1 / 99999.0)));
  EXPECT_EQ(line(99999), 1);
  EXPECT_EQ(gpu::linspace<double>(0, 1, 100000, false)(50000), 50000 * (1 / 100000.0));
}

TEST_P(creation, linspace_gives_its_step_as_well) {
  const auto [samples, step] = gpu::linspace(0, 1, 5, gpu::retstep);
  EXPECT_EQ(std::get<1>(gpu::linspace(0, 1, 5, gpu::retstep)), step);
  EXPECT_EQ(values(samples), (std::vector<double>{0, .25, .5, .75, 1}));
  EXPECT_EQ(step, .25);
  EXPECT_EQ(gpu::linspace(0, 1, 4, false, gpu::retstep).step, .25);
  EXPECT_EQ(gpu::linspace(0, 49, gpu::retstep).step, 1);
  EXPECT_TRUE(std::isnan(gpu::linspace(0, 1, 1, gpu::retstep).step));
  EXPECT_EQ(gpu::linspace<int>(0, 1, 3, gpu::retstep).step, .5);
  EXPECT_EQ(gpu::linspace<int>(0, 1, 3, gpu::retstep).samples, (ndarray<int>{0, 0, 1}));
  static_assert(std::is_same_v<decltype(gpu::linspace(0.f, 1.f, 3, gpu::retstep).step), float>);
  const std::complex<double> i(0, 1);
  EXPECT_EQ(gpu::linspace(0.0 * i, 4.0 * i, 3, gpu::retstep).step, 2.0 * i);
  const ndarray<int> from = {0, 1};
  const auto between = gpu::linspace(from, ndarray<int>{2, 5}, 3, gpu::retstep);
  EXPECT_EQ(values(between.samples), (std::vector<double>{0, 1, 1, 3, 2, 5}));
  EXPECT_EQ(values(gpu::linspace({0, 1}, {2, 5}, 3, gpu::retstep).step),
            (std::vector<double>{1, 2}));
  EXPECT_EQ(values(between.step), (std::vector<double>{1, 2}));
  EXPECT_EQ(values(gpu::linspace(from, 5, 3, false, 1, gpu::retstep).samples).size(), 6u);
  EXPECT_TRUE(gpu::all(gpu::isnan(gpu::linspace(from, 5, 1, gpu::retstep).step))());
}

TEST_P(creation, linspace_refuses_a_negative_number_of_samples) {
  EXPECT_EQ(message_of<gpu::value_error>([] { (void)gpu::linspace<double>(0, 1, -1); }),
            "Number of samples, -1, must be non-negative.");
  EXPECT_EQ(gpu::linspace<float>(0, 1).size(), 50u);
}

TEST_P(creation, linspace_of_the_whole_range_does_not_overflow_at_its_ends) {
  constexpr double most = std::numeric_limits<double>::max();
  const auto a = gpu::linspace<double>(0, most, 3);
  EXPECT_EQ(a(2), most);
  EXPECT_EQ(a(1), most / 2);
  const auto tiny = gpu::linspace<double>(0, 5e-324, 3);
  EXPECT_EQ(tiny(2), 5e-324);
}

TEST_P(creation, negative_extents_are_refused) {
  EXPECT_THROW((void)gpu::eye<float>(-2, 3), gpu::value_error);
  EXPECT_THROW((void)gpu::full<float>({1, -1}, 0), gpu::value_error);
}

TEST_P(creation, like_forms_take_a_dtype_option) {
  const auto a = gpu::full<float>({2}, 7, GetParam());
  const ndarray<double> wide = gpu::zeros_like(a, gpu::as_dtype<double>);
  EXPECT_EQ(values(wide), (std::vector<double>{0, 0}));
  EXPECT_EQ(values(gpu::ones_like(a, gpu::as_dtype<int>)), (std::vector<int>{1, 1}));
  EXPECT_EQ(values(gpu::full_like(a, 2.5, gpu::as_dtype<double>)), (std::vector<double>{2.5, 2.5}));
  EXPECT_EQ(gpu::empty_like(a, gpu::as_dtype<int>, gpu::cpu()).device(), gpu::cpu());
}

TEST_P(creation, like_forms_take_a_shape) {
  const auto a = gpu::full<float>({2}, 7, GetParam());
  EXPECT_EQ(gpu::zeros_like(a, {2, 2}), gpu::zeros<float>({2, 2}));
  EXPECT_EQ(gpu::ones_like(a, shape{3}), gpu::ones<float>({3}));
  EXPECT_EQ(gpu::ones_like(a + 1, 3).device(), GetParam());
  EXPECT_EQ(gpu::empty_like(a, {0, 2}, gpu::cpu()).device(), gpu::cpu());
  EXPECT_EQ(gpu::ones_like<int>(a, {3}), gpu::ones<int>({3}));
  EXPECT_EQ(gpu::zeros_like(a, gpu::as_dtype<int>, {2, 2}), gpu::zeros<int>({2, 2}));
  EXPECT_EQ(gpu::ones_like(a, gpu::dtype::int8, {3}).as<std::int8_t>(),
            gpu::ones<std::int8_t>({3}));
  EXPECT_THROW((void)gpu::zeros_like(a, {-1}), gpu::value_error);
}

TEST_P(creation, like_forms_take_a_dtype_known_at_run_time) {
  const auto a = gpu::full<float>({2}, 7, GetParam());
  EXPECT_EQ(gpu::zeros_like(a, gpu::dtype::int8).as<std::int8_t>(), gpu::zeros<std::int8_t>({2}));
  EXPECT_EQ(gpu::ones_like(a, gpu::dtype::bool_, gpu::cpu()).device(), gpu::cpu());
  EXPECT_EQ(gpu::empty_like(a, gpu::dtype::float16).dtype(), gpu::dtype::float16);
  const gpu::any_expression untyped = gpu::full_like(a, 2, gpu::dtype::int16);
  EXPECT_EQ(gpu::full_like(untyped, 3.5, {1, 2}).as<std::int16_t>(),
            gpu::full<std::int16_t>({1, 2}, 3));
  EXPECT_EQ(gpu::ones_like(untyped, {3}).as<std::int16_t>(), gpu::ones<std::int16_t>({3}));
  EXPECT_THROW((void)gpu::full_like(untyped, 70000), gpu::overflow_error);
  EXPECT_THROW((void)gpu::full_like(untyped, std::complex<double>(1)), gpu::dtype_error);
}

TEST_P(creation, ranges_take_a_dtype_known_at_run_time) {
  using bytes = std::vector<std::int8_t>;
  EXPECT_EQ(values(gpu::arange(3, gpu::dtype::float32).as<float>()), (std::vector<float>{0, 1, 2}));
  EXPECT_EQ(values(gpu::arange(1, 4, gpu::dtype::int8).as<std::int8_t>()), (bytes{1, 2, 3}));
  EXPECT_EQ(values(gpu::arange(0, 2, .5, gpu::dtype::int8).as<std::int8_t>()), (bytes{0, 0, 0, 0}));
  EXPECT_EQ(gpu::arange(0, 5, 2, gpu::dtype::int8, gpu::cpu()).device(), gpu::cpu());
  EXPECT_EQ(gpu::arange(5, gpu::dtype::complex64).device(), GetParam());
  EXPECT_EQ(message_of<gpu::overflow_error>([] { (void)gpu::arange(-1, 3, gpu::dtype::uint8); }),
            "integer -1 out of bounds for uint8");
  EXPECT_EQ(values(gpu::linspace(0, 10, 5, false, gpu::dtype::int8).as<std::int8_t>()),
            (bytes{0, 2, 4, 6, 8}));
  EXPECT_EQ(gpu::linspace(0, 1, gpu::dtype::float16).shape(), shape{50});
  EXPECT_EQ(values(gpu::linspace({0, 1}, {2, 5}, 3, gpu::dtype::int8).as<std::int8_t>()),
            (bytes{0, 1, 1, 3, 2, 5}));
  const ndarray<int> from = {0, 1};
  EXPECT_EQ(values(gpu::linspace(from, 4, 3, true, 1, gpu::dtype::float32).as<float>()),
            (std::vector{0.F, 2.F, 4.F, 1.F, 2.5F, 4.F}));
  const std::complex<double> i(0, 1);
  EXPECT_THROW((void)gpu::linspace(0.0, i, 3, gpu::dtype::float64), gpu::dtype_error);
  EXPECT_EQ(gpu::linspace(0.0, i, 3, gpu::dtype::complex128).as<std::complex<double>>().item(2), i);
}

TEST_P(creation, diagonals_take_a_dtype_known_at_run_time) {
  using bytes = std::vector<std::int8_t>;
  EXPECT_EQ(values(gpu::eye(2, gpu::dtype::int8).as<std::int8_t>()), (bytes{1, 0, 0, 1}));
  EXPECT_EQ(values(gpu::eye(2, 3, 1, gpu::dtype::int8).as<std::int8_t>()),
            (bytes{0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(values(gpu::eye(2, std::nullopt, 1, gpu::dtype::int8).as<std::int8_t>()),
            (bytes{0, 1, 0, 0}));
  EXPECT_EQ(values(gpu::identity(2, gpu::dtype::int8).as<std::int8_t>()), (bytes{1, 0, 0, 1}));
  EXPECT_EQ(gpu::identity(2, gpu::dtype::int8, gpu::cpu()).device(), gpu::cpu());
}

TEST_P(creation, ranges_and_diagonals_take_a_dtype_option) {
  const ndarray<float> steps = gpu::arange(0, 5, 2, gpu::as_dtype<float>);
  EXPECT_EQ(values(steps), (std::vector<float>{0, 2, 4}));
  EXPECT_EQ(values(gpu::arange(steps(1), gpu::as_dtype<int>)), (std::vector{0, 1}));
  const ndarray<float> line = gpu::linspace(0, 1, 3, gpu::as_dtype<float>);
  EXPECT_EQ(values(line), (std::vector<float>{0, .5, 1}));
  EXPECT_EQ(gpu::linspace(0, 1, 3, gpu::retstep, gpu::as_dtype<int>).step, .5);
  EXPECT_EQ(gpu::eye(2, 3, gpu::as_dtype<int>), gpu::eye<int>(2, 3));
  EXPECT_EQ(gpu::identity(2, gpu::as_dtype<int>, gpu::cpu()), gpu::eye<int>(2, 2, 0, gpu::cpu()));
}

TEST_P(creation, powers_of_several_bases) {
  const std::vector<double> bases{2, 3};
  const double cubes[] = {4, 5.0396841995794928, 6.3496042078727974, 8};
  const double others[] = {9, 12.980246132766675, 18.720754407467133, 27};
  const auto rows = gpu::logspace(2.0, 3.0, 4, true, bases, -1);
  ASSERT_EQ(rows.shape(), (shape{2, 4}));
  const auto columns = values(gpu::logspace(2.0, 3.0, 4, true, ndarray<double>{2, 3}));
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(rows.item(0, i), cubes[i], 1e-12);
    EXPECT_NEAR(rows.item(1, i), others[i], 1e-12);
    EXPECT_NEAR(columns[2 * i], cubes[i], 1e-12);
    EXPECT_NEAR(columns[2 * i + 1], others[i], 1e-12);
  }
  const ndarray<int> column{{2}, {3}};
  EXPECT_TRUE(gpu::allclose(gpu::logspace(ndarray<int>{1, 2}, 3, 2, true, column, 1),
                            ndarray<double>{{{2, 4}, {8, 8}}, {{3, 9}, {27, 27}}}));
  EXPECT_EQ(gpu::logspace(1, 3, 3, true, column).device(), GetParam());
  const ndarray<int> elsewhere = column.to(gpu::cpu());
  EXPECT_EQ(gpu::logspace(1, 3, 3, true, elsewhere).device(), gpu::cpu());
}

TEST_P(creation, sequences_between_arrays) {
  using doubles = std::vector<double>;
  const ndarray<int> from = {0, 1};
  const ndarray<int> to = {2, 5};
  EXPECT_EQ(gpu::linspace(from, to, 3).shape(), (shape{3, 2}));
  EXPECT_EQ(values(gpu::linspace(from, to, 3)), (doubles{0, 1, 1, 3, 2, 5}));
  EXPECT_EQ(values(gpu::linspace({0, 1}, {2, 5}, 3)), (doubles{0, 1, 1, 3, 2, 5}));
  EXPECT_EQ(values(gpu::linspace(from, to, 3, true, -1)), (doubles{0, 1, 2, 1, 3, 5}));
  EXPECT_EQ(values(gpu::linspace(from, to, 3, true, gpu::axis(1))), (doubles{0, 1, 2, 1, 3, 5}));
  EXPECT_EQ(values(gpu::linspace(from, to, 3, gpu::axis(1))), (doubles{0, 1, 2, 1, 3, 5}));
  EXPECT_EQ(values(gpu::linspace({0, 1}, {2, 5}, 3, gpu::axis(1))), (doubles{0, 1, 2, 1, 3, 5}));
  EXPECT_EQ(gpu::geomspace({1, 2}, {4, 8}, 3, gpu::axis(1)).shape(), (shape{2, 3}));
  EXPECT_EQ(gpu::logspace(from, to, 3, gpu::axis(-1)).shape(), (shape{2, 3}));
  EXPECT_EQ(values(gpu::linspace(from, to, 2, false)), (doubles{0, 1, 1, 3}));
  EXPECT_EQ(values(gpu::linspace(from, to, 1)), (doubles{0, 1}));
  EXPECT_EQ(gpu::linspace(from, to, 0).shape(), (shape{0, 2}));
  EXPECT_EQ(values(gpu::linspace<int>(ndarray<double>{0.5, 1}, ndarray<double>{2, 7}, 4)),
            (std::vector<int>{0, 1, 1, 3, 1, 5, 2, 7}));
  const ndarray<float> narrow = {0, 1};
  EXPECT_EQ(values(gpu::linspace(narrow, 7, 3)), (std::vector<float>{0, 1, 3.5, 4, 7, 7}));
  EXPECT_EQ(values(gpu::linspace(ndarray<double>{{0, 1}}, ndarray<double>{{2}, {3}}, 2, true, 1)),
            (doubles{0, 1, 2, 2, 0, 1, 3, 3}));
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(
      values(gpu::linspace(ndarray<double>{0, least, 1}, ndarray<double>{least, least, 2}, 4)),
      (doubles{0, least, 1, 0, least, 1.3333333333333333, least, least, 1.6666666666666665, least,
               least, 2}));
  EXPECT_EQ(values(gpu::logspace(from, ndarray<int>{2, 3}, 3, true, 2)),
            (doubles{1, 2, 2, 4, 4, 8}));
  EXPECT_THROW((void)gpu::linspace(from, to, -1), gpu::value_error);
}

INSTANTIATE_TEST_SUITE_P(devices, creation, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
