// SPDX-License-Identifier: BSD-3-Clause
// Functions that are composed of ops, against the values that tools/golden/write_composed.py wrote.
#include <gpu/array/ufunc/composed_functions.hpp>

#include <complex>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/statistics/interp.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/interop/array_module.hpp>

#include "support/device.hpp"
#include "support/golden_lines.hpp"
#include "support/ulp.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::golden_line;

std::vector<unsigned char> bytes_of(const std::string& hex) {
  std::vector<unsigned char> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<unsigned char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

template <class T>
ndarray<T> operand(const golden_line& line, std::size_t position) {
  const std::vector<unsigned char> bytes =
      bytes_of(gpu::test::parts_of(line.first, ',').at(position));
  return gpu::from_host<T>(reinterpret_cast<const T*>(bytes.data()),
                           {static_cast<std::ptrdiff_t>(bytes.size() / sizeof(T))});
}

/// The functor's element type of the same bits.
template <class T>
gpu::computed_t<T> computed(const T& x) {
  return gpu::computed_t<T>(x);
}

template <class Result>
void expect_same(const Result& result, const golden_line& line, double max_ulp = 0) {
  using T = typename Result::value_type;
  const ndarray<T> actual = result;
  const std::vector<unsigned char> expected = bytes_of(line.second);
  ASSERT_EQ(actual.size() * sizeof(T), expected.size()) << line.whole.substr(0, 60);
  std::size_t k = 0;
  for (const T element : actual) {
    T wanted;
    std::memcpy(static_cast<void*>(&wanted), expected.data() + k * sizeof(T), sizeof(T));
    const double ulp = gpu::test::ulp_distance(computed(element), computed(wanted));
    ASSERT_LE(ulp, max_ulp) << line.whole.substr(0, 60) << " element " << k;
    ++k;
  }
}

double number_or(const std::string& text, double otherwise) {
  return text == "-" ? otherwise : std::stod(text);
}
std::optional<double> number_if_any(const std::string& text) {
  if (text == "-") return std::nullopt;
  return std::stod(text);
}

template <class Function>
void visit(const std::string& name, Function function) {
  for (const gpu::dtype type :
       {gpu::dtype::bool_, gpu::dtype::int8, gpu::dtype::int16, gpu::dtype::int32,
        gpu::dtype::int64, gpu::dtype::uint8, gpu::dtype::uint16, gpu::dtype::uint32,
        gpu::dtype::uint64, gpu::dtype::float16, gpu::dtype::float32, gpu::dtype::float64,
        gpu::dtype::complex64, gpu::dtype::complex128})
    if (name == gpu::traits(type).name) return gpu::visit_dtype(type, function);
  FAIL() << name;
}

template <class T>
void check_one_operand(const golden_line& line) {
  const ndarray<T> x = operand<T>(line, 0);
  const std::vector<std::string>& call = line.call;
  if (call[0] == "round")
    expect_same(gpu::round(x, std::stoi(call[2])), line);
  else if (call[0] == "nan_to_num")
    expect_same(
        gpu::nan_to_num(x, number_or(call[2], 0), number_if_any(call[3]), number_if_any(call[4])),
        line);
  else
    expect_same(gpu::angle(x, call[2] == "1"), line, 5);
}

template <class A, class B>
void check_isclose(const golden_line& line) {
  const std::vector<std::string>& call = line.call;
  expect_same(gpu::isclose(operand<A>(line, 0), operand<B>(line, 1), std::stod(call[3]),
                           std::stod(call[4]), call[5] == "1"),
              line);
}

template <class X, class Points>
concept interpolates = requires(const X& x, const Points& points) {
  gpu::interp(x, points, points);
};

template <class T>
void check_interp(const golden_line& line) {
  gpu::interp_options<T> options;
  if (const auto left = number_if_any(line.call[2])) options.left = T(*left);
  if (const auto right = number_if_any(line.call[3])) options.right = T(*right);
  options.period = number_if_any(line.call[4]);
  expect_same(
      gpu::interp(operand<double>(line, 0), operand<double>(line, 1), operand<T>(line, 2), options),
      line);
}

class composed_functions : public gpu::test::on_device {};

TEST_P(composed_functions, give_what_numpy_gives) {
  for (const golden_line& line : gpu::test::golden_lines("array/composed.txt")) {
    if (line.call[0] == "interp") {
      if (line.call[1] == "float64")
        check_interp<double>(line);
      else
        check_interp<std::complex<double>>(line);
      continue;
    }
    visit(line.call[1], [&]<class A>(std::type_identity<A>) {
      if (line.call[0] != "isclose")
        check_one_operand<A>(line);
      else if (line.call[2] == line.call[1])
        check_isclose<A, A>(line);
      else if (line.call[2] == "float64")
        check_isclose<A, double>(line);
    });
    if (line.call[0] == "isclose" && line.call[1] == "float64" && line.call[2] != "float64")
      visit(line.call[2], [&]<class B>(std::type_identity<B>) { check_isclose<double, B>(line); });
    if (HasFatalFailure()) return;
  }
}

TEST_P(composed_functions, are_in_the_module_of_an_array) {
  const ndarray<float> x{1.25f, -2.5f};
  const auto xp = gpu::get_array_module(x);
  EXPECT_EQ(xp.round(x), (ndarray<float>{1, -2}));
  EXPECT_EQ(xp.around(x, 1), (ndarray<float>{1.2f, -2.5f}));
  EXPECT_EQ(xp.isclose(x, x + 1), (ndarray<bool>{false, false}));
  EXPECT_EQ(xp.nan_to_num(x / 0), (ndarray<float>{0x1.fffffep127f, -0x1.fffffep127f}));
  EXPECT_EQ(xp.angle(x, true), (ndarray<float>{0, 180}));
}

TEST_P(composed_functions, refuse_decimals_of_bools_and_wrong_tables) {
  const ndarray<bool> flags{true, false};
  EXPECT_THROW((void)gpu::round(flags, 1), gpu::dtype_error);
  const ndarray<double> x{1, 2, 3};
  const ndarray<double> none = gpu::empty<double>({0});
  const ndarray<double> square = gpu::zeros<double>({3, 3});
  EXPECT_THROW((void)gpu::interp(x, x, ndarray<double>{1, 2}), gpu::value_error);
  static_assert(interpolates<ndarray<float>, ndarray<int>>);
  static_assert(!interpolates<ndarray<double>, ndarray<std::complex<double>>>);
  static_assert(!interpolates<ndarray<std::complex<float>>, ndarray<double>>);
  EXPECT_THROW((void)gpu::interp(x, none, none), gpu::value_error);
  EXPECT_THROW((void)gpu::interp(x, square, square), gpu::value_error);
  EXPECT_THROW((void)gpu::interp(x, x, x, {.period = 0}), gpu::value_error);
}

TEST_P(composed_functions, interpolate_at_a_number) {
  const ndarray<double> x{0, 1};
  const ndarray<int> y{0, 10};
  const auto at = gpu::interp(0.5, x, y);
  EXPECT_EQ(at.dimension(), 0u);
  EXPECT_EQ(at.item(), 5);
  EXPECT_EQ(gpu::interp(2, x, y, {.right = -1.0}).item(), -1);
}

TEST_P(composed_functions, take_numbers_that_stay_weak) {
  const ndarray<float> x{1, 2, 3};
  static_assert(std::is_same_v<decltype(gpu::ldexp(x, 2)), gpu::expression<float>>);
  EXPECT_EQ(gpu::ldexp(x, 2), (ndarray<float>{4, 8, 12}));
  EXPECT_EQ(gpu::ldexp(0.5, ndarray<int>{1, 2}), (ndarray<double>{1, 2}));
  EXPECT_EQ(gpu::isclose(x, 2), (ndarray<bool>{false, true, false}));
  EXPECT_EQ(gpu::round(2.675, 2), 2.68);
  EXPECT_TRUE(gpu::isclose(1, 1.0));
}

TEST_P(composed_functions, compare_with_vectors_and_lists) {
  const ndarray<double> x{1, 2};
  const ndarray<bool> first{true, false};
  const auto close = gpu::isclose(x, {1.0, 2.1});
  static_assert(std::is_same_v<decltype(close)::value_type, bool>);
  EXPECT_EQ(close.device(), GetParam());
  EXPECT_EQ(close, first);
  EXPECT_EQ(gpu::isclose({1.0, 2.1}, x), first);
  EXPECT_EQ(gpu::isclose({1.0, 2.0}, {1.0, 2.1}), first);
  EXPECT_EQ(gpu::isclose(x, {1, 2.1}).as<bool>(), first);
  EXPECT_EQ(gpu::isclose({1, 2.1}, {1.0, 2.0}).as<bool>(), first);
  EXPECT_EQ(gpu::isclose(x, std::vector<float>{1, 3}), first);
  EXPECT_EQ(gpu::isclose(std::vector<float>{1, 3}, x, 0.0, 1.5), (ndarray<bool>{true, true}));
  EXPECT_EQ(gpu::isclose(1, {1.0, 2.0}), first);
  EXPECT_EQ(gpu::isclose(x(0), {1.0, 2.0}), first);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(gpu::isclose({1.0, nan}, {1.0, nan}, gpu::equal_nan), (ndarray<bool>{true, true}));
  EXPECT_EQ(gpu::isclose(x, {1.0, nan}, 0.5, gpu::equal_nan), first);
}

TEST_P(composed_functions, parts_of_complex_numbers_are_members) {
  using z = std::complex<float>;
  const ndarray<z> a{z(1, 2), z(3, -4)};
  static_assert(std::is_same_v<decltype(a.real()), gpu::expression<float>>);
  EXPECT_EQ(a.real(), (ndarray<float>{1, 3}));
  EXPECT_EQ((a * a.conj()).imag(), (ndarray<float>{0, 0}));
  EXPECT_EQ(a.conj(), (ndarray<z>{z(1, -2), z(3, 4)}));
  const ndarray<int> i{1, 2};
  static_assert(std::is_same_v<decltype(i.conj()), gpu::expression<int>>);
  EXPECT_EQ(i.real() + i.imag(), i);
}

TEST(object_kind, is_that_of_the_dtype) {
  const std::complex<float> z(1, 0);
  static_assert(gpu::isscalar(1) && gpu::isrealobj(1.0f));
  EXPECT_TRUE(gpu::iscomplexobj(z));
  EXPECT_TRUE(gpu::iscomplexobj(ndarray<std::complex<float>>{z}));
  EXPECT_FALSE(gpu::iscomplexobj(ndarray<float>{1}));
  EXPECT_TRUE(gpu::isrealobj(gpu::any_expression(ndarray<float>{1}.node())));
  EXPECT_FALSE(gpu::isscalar(ndarray<float>{1}));
}

INSTANTIATE_TEST_SUITE_P(devices, composed_functions, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
