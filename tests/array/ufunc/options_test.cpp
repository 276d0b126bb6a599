// SPDX-License-Identifier: BSD-3-Clause
// out, where, as_dtype, casting; outer and the attributes. Messages and values are NumPy's.
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/cuda/module.hpp>

#include "support/launches.hpp"
#include "support/values.hpp"

namespace {

using gpu::as_dtype;
using gpu::casting;
using gpu::dtype;
using gpu::ndarray;
using gpu::out;
using gpu::shape;
using gpu::where;
using gpu::test::message_of;
using gpu::test::values;

using floats = std::vector<float>;
using ints = std::vector<int>;

class ufunc_options : public gpu::test::counts_launches {};

TEST_P(ufunc_options, out_is_written_at_once_and_returned) {
  const ndarray<float> a{1, 2, 3};
  ndarray<float> c({3}, 0.f);
  const float* place = std::as_const(c).data();
  expect_launches(1, [&] {
    ndarray<float>& result = gpu::add(a, 10, out(c));
    EXPECT_EQ(&result, &c);
  });
  EXPECT_EQ(std::as_const(c).data(), place);
  EXPECT_EQ(values(c), (floats{11, 12, 13}));
  EXPECT_EQ(values(gpu::exp(a * 0, out(c)) + 1), (floats{2, 2, 2}));
}

TEST_P(ufunc_options, out_may_be_an_operand_and_stays_in_its_memory) {
  ndarray<float> c{1, 2, 3};
  const float* place = std::as_const(c).data();
  expect_launches(1, [&] { gpu::multiply(c, c + 1, out(c)); });
  EXPECT_EQ(std::as_const(c).data(), place);
  EXPECT_EQ(values(c), (floats{2, 6, 12}));
  gpu::negative(c, out(c), where(c > 4));
  EXPECT_EQ(std::as_const(c).data(), place);
  EXPECT_EQ(values(c), (floats{2, -6, -12}));
}

TEST_P(ufunc_options, out_that_the_operands_access_in_another_order_is_written_last) {
  ndarray<int> a = gpu::arange<int>(9);
  a.reshape({3, 3});
  gpu::add(a, a.transpose(), out(a));
  EXPECT_EQ(values(a), (ints{0, 4, 8, 4, 8, 12, 8, 12, 16}));
  ndarray<int> b = gpu::arange<int>(5);
  auto tail = gpu::view(b, gpu::range(1, 5));
  gpu::add(tail, gpu::view(b, gpu::range(0, -1)), out(tail));
  EXPECT_EQ(values(b), (ints{0, 1, 3, 5, 7}));
  gpu::subtract(b, gpu::flip(b), out(b), where(gpu::flip(b) > 2));
  EXPECT_EQ(values(b), (ints{-7, -4, 0, 5, 7}));
}

TEST_P(ufunc_options, copies_of_out_keep_their_values) {
  ndarray<int> c{1, 2};
  const ndarray<int> copy = c;
  const auto later = c * 100;
  gpu::add(c, 1, out(c));
  EXPECT_EQ(values(copy), (ints{1, 2}));
  EXPECT_EQ(values(later), (ints{100, 200}));
  EXPECT_EQ(values(c), (ints{2, 3}));
}

TEST_P(ufunc_options, out_of_another_dtype_receives_converted_elements) {
  ndarray<float> f({2}, 0.f);
  ndarray<double> d({2}, 0.);
  ndarray<std::int8_t> n({2}, 0);
  EXPECT_EQ(values(gpu::add(ndarray<double>{0.1, 2}, 0, out(f))), (floats{0.1f, 2}));
  EXPECT_EQ(values(gpu::less(ndarray<int>{1, 5}, 3, out(d))), (std::vector<double>{1, 0}));
  EXPECT_EQ(values(gpu::add(ndarray<int>{300, 5}, 0, out(n))), (std::vector<std::int8_t>{44, 5}));
  EXPECT_EQ(values(gpu::multiply(ndarray<double>{-1.9, 2.5}, 1, out(n), casting::unsafe)),
            (std::vector<std::int8_t>{-1, 2}));
  const ndarray<std::complex<float>> z{std::complex<float>(3, 4), std::complex<float>(5, 6)};
  EXPECT_EQ(values(gpu::add(z, 1, out(f), casting::unsafe)), (floats{4, 6}));
}

TEST_P(ufunc_options, out_may_be_wider_than_the_operands) {
  const ndarray<int> a{1, 2, 3};
  ndarray<int> wide({2, 3}, 0);
  EXPECT_EQ(values(gpu::add(a, a, out(wide))), (ints{2, 4, 6, 2, 4, 6}));
  ndarray<int> row({1, 3}, 0);
  EXPECT_EQ(values(gpu::add(a, 1, out(row))), (ints{2, 3, 4}));
  EXPECT_EQ(values(gpu::add(1, 2, out(row))), (ints{3, 3, 3}));
  EXPECT_EQ(values(gpu::add(a, 1, out(wide), where(ndarray<bool>{{true}, {false}}))),
            (ints{2, 3, 4, 2, 4, 6}));
}

TEST_P(ufunc_options, out_may_be_a_view) {
  ndarray<int> c({2, 3}, 0);
  const ndarray<int> a{1, 2, 3};
  auto row = gpu::view(c, 1);
  const auto result = gpu::add(a, a, out(row));
  EXPECT_EQ(values(result), (ints{2, 4, 6}));
  gpu::multiply(a, 10, out(gpu::view(c, 0)), where(a > 1));
  EXPECT_EQ(values(c), (ints{0, 20, 30, 2, 4, 6}));
  const ndarray<int> copy = c;
  gpu::negative(row, out(row));
  EXPECT_EQ(values(c), (ints{0, 20, 30, -2, -4, -6}));
  EXPECT_EQ(values(copy), (ints{0, 20, 30, 2, 4, 6}));
}

TEST_P(ufunc_options, out_that_has_no_name_is_returned) {
  const ndarray<float> a{1, 2, 3};
  const ndarray<float> b{2, 0, 4};
  const auto quotient = gpu::divide(a, b, out(gpu::zeros_like(a)), where(b > 0));
  static_assert(std::is_same_v<decltype(quotient), const ndarray<float>>);
  EXPECT_EQ(values(quotient), (floats{0.5f, 0, 0.75f}));
  EXPECT_EQ(values(gpu::add(a, 1, out(gpu::full<double>(3, 9)), where(b > 0)) * 2),
            (std::vector<double>{4, 18, 8}));
  const auto [whole, rest] = gpu::divmod(a, 2, out(gpu::empty_like(a), ndarray<float>({3}, 0.f)));
  EXPECT_EQ(values(whole * 10 + rest), (floats{1, 10, 11}));
  EXPECT_EQ(message_of<gpu::shape_error>([&] { (void)gpu::add(a, b, out(gpu::zeros<float>(2))); }),
            "operands could not be broadcast together with shapes (3,) (3,) (2,) ");
}

TEST_P(ufunc_options, where_without_out_leaves_zeros_and_fuses) {
  const ndarray<float> a{1, 2, 3};
  const ndarray<bool> mask{true, false, true};
  ndarray<float> b;
  expect_launches(1, [&] { b = gpu::add(a, a, where(mask)) + 1; });
  EXPECT_EQ(values(b), (floats{3, 1, 7}));
  EXPECT_EQ(gpu::add(a, 1, where(ndarray<bool>({2, 1}, true))).shape(), (shape{2, 3}));
  EXPECT_EQ(values(gpu::add(a, 1, where(false))), (floats{0, 0, 0}));
  EXPECT_EQ(values(gpu::equal(a, a, where(a > 1))), (std::vector<bool>{false, true, true}));
  const ndarray<std::complex<double>> z{std::complex<double>(1, 2)};
  EXPECT_EQ(values(gpu::add(z, z, where(ndarray<bool>{false})))[0], std::complex<double>());
}

TEST_P(ufunc_options, where_of_three_operands_is_the_function) {
  const ndarray<bool> mask{true, false};
  EXPECT_EQ(values(where(mask, 1, 2)), (std::vector<std::int64_t>{1, 2}));
  const auto kept = where(mask);  // may be used again
  const ndarray<int> a{1, 2};
  EXPECT_EQ(values(gpu::add(a, a, kept)), (ints{2, 0}));
  EXPECT_EQ(values(gpu::add(a, a, kept)), (ints{2, 0}));
}

TEST_P(ufunc_options, as_dtype_chooses_the_loop_by_its_output) {
  const ndarray<std::int64_t> n{1, 2};
  const auto sum = gpu::add(n, n, as_dtype<float>);
  static_assert(std::is_same_v<decltype(sum)::value_type, float>);
  EXPECT_EQ(values(sum), (floats{2, 4}));
  EXPECT_EQ(values(gpu::add(n, 127, as_dtype<std::int8_t>)),
            (std::vector<std::int8_t>{-128, -127}));
  EXPECT_EQ(gpu::sqrt(n, as_dtype<gpu::float16>).dtype(), dtype::float16);
  EXPECT_EQ(gpu::divide(ndarray<std::int8_t>{1}, 2, as_dtype<float>).item(), 0.5f);
  EXPECT_EQ(gpu::subtract(n > 1, n > 1, as_dtype<int>).dtype(), dtype::int32);
  EXPECT_EQ(gpu::less(ndarray<float>{1}, ndarray<int>{2}, as_dtype<bool>).item(), true);
  using complex = std::complex<double>;
  EXPECT_EQ(gpu::absolute(ndarray<complex>{complex(3, 4)}, as_dtype<double>).item(), 5.);
  // Computed as float32, where 2^24 + 1 is 2^24.
  EXPECT_EQ(gpu::subtract(ndarray<double>{16777217.}, 16777216, as_dtype<float>).item(), 0.f);
}

TEST_P(ufunc_options, a_dtype_known_at_run_time_gives_an_untyped_expression) {
  const ndarray<int> n{1, 2};
  for (const dtype type : {dtype::int8, dtype::float32, dtype::complex128}) {
    const gpu::any_expression sum = gpu::add(n, n, type);
    EXPECT_EQ(sum.dtype(), type);
    EXPECT_EQ(values(sum.astype<int>()), (ints{2, 4}));
  }
  const gpu::any_expression untyped = n.astype(dtype::float64);
  EXPECT_EQ(gpu::add(untyped, untyped, as_dtype<float>).dtype(), dtype::float32);
  ndarray<float> c({2}, 0.f);
  EXPECT_EQ(values(gpu::add(untyped, 1, out(c), where(n > 1))), (floats{0, 3}));
}

TEST_P(ufunc_options, numbers_alone_give_a_number) {
  static_assert(std::is_same_v<decltype(gpu::add(1, 2, as_dtype<float>)), float>);
  EXPECT_EQ(gpu::add(1, 2, as_dtype<float>), 3.f);
  EXPECT_EQ(gpu::add(1.5, 2, as_dtype<int>, casting::unsafe), 3);
  EXPECT_THROW((void)gpu::add(300, 2, as_dtype<std::int8_t>), gpu::overflow_error);
  EXPECT_EQ(message_of<gpu::dtype_error>(
                [] { (void)gpu::add(1.5, 2, as_dtype<int>, casting::same_kind); }),
            "Cannot cast ufunc 'add' input 0 from dtype('float64') to dtype('int32') with casting "
            "rule 'same_kind'");
}

TEST_P(ufunc_options, misuse_is_refused_in_numpys_words) {
  const ndarray<double> a({2, 3}, 1.);
  const ndarray<double> row({3}, 1.);
  const ndarray<std::int64_t> n({3}, 1);
  ndarray<std::int64_t> c({3}, 7);
  ndarray<double> d({3}, 7.);
  const auto dtype_message = [](const auto& act) { return message_of<gpu::dtype_error>(act); };
  const auto shape_message = [](const auto& act) { return message_of<gpu::shape_error>(act); };
  EXPECT_EQ(dtype_message([&] { gpu::add(row, row, out(c), casting::same_kind); }),
            "Cannot cast ufunc 'add' output from dtype('float64') to dtype('int64') with casting "
            "rule 'same_kind'");
  EXPECT_EQ(dtype_message([&] { (void)gpu::add(n, row, casting::equiv); }),
            "Cannot cast ufunc 'add' input 0 from dtype('int64') to dtype('float64') with casting "
            "rule 'equiv'");
  EXPECT_EQ(dtype_message([&] { (void)gpu::add(n, row, dtype::int64); }),
            "Cannot cast ufunc 'add' input 1 from dtype('float64') to dtype('int64') with casting "
            "rule 'same_kind'");
  EXPECT_EQ(dtype_message([&] { (void)gpu::sqrt(n, as_dtype<gpu::float16>, casting::safe); }),
            "Cannot cast ufunc 'sqrt' input from dtype('int64') to dtype('float16') with casting "
            "rule 'safe'");
  EXPECT_EQ(dtype_message([&] { (void)gpu::sin(n, dtype::int64); }),
            "No loop matching the specified signature and casting was found for ufunc sin");
  EXPECT_EQ(dtype_message([&] { (void)gpu::ldexp(row, n, dtype::float32); }),
            "No loop matching the specified signature and casting was found for ufunc ldexp");
  EXPECT_EQ(dtype_message([&] { (void)gpu::add(n, 1.5, out(c), casting::safe); }),
            "Cannot cast ufunc 'add' output from dtype('float64') to dtype('int64') with casting "
            "rule 'safe'");
  EXPECT_EQ(dtype_message([&] { (void)gpu::add(a, a, where(row.astype(dtype::float64))); }),
            "Cannot cast array data from dtype('float64') to dtype('bool') according to the rule "
            "'safe'");
  EXPECT_EQ(message_of<gpu::overflow_error>([&] { (void)gpu::add(n, 300, dtype::int8); }),
            "integer 300 out of bounds for int8");
  EXPECT_EQ(shape_message([&] { gpu::add(a, a, out(d)); }),
            "non-broadcastable output operand with shape (3,) doesn't match the broadcast shape "
            "(2,3)");
  EXPECT_EQ(shape_message([&] {
              gpu::add(row, row, out(d), where(ndarray<bool>({4, 3}, true)));
            }),
            "non-broadcastable output operand with shape (3,) doesn't match the broadcast shape "
            "(4,3)");
  EXPECT_EQ(shape_message([&] { gpu::add(a, gpu::ones<double>({2}), out(d)); }),
            "operands could not be broadcast together with shapes (2,3) (2,) (3,) ");
  EXPECT_EQ(shape_message([&] {
              gpu::add(a, a, out(d), where(ndarray<bool>({4, 3}, true)));
            }),
            "operands could not be broadcast together with shapes (2,3) (2,3) (3,) (4,3) ");
  EXPECT_EQ(shape_message([&] { (void)gpu::add(a, row, where(ndarray<bool>({5}, true))); }),
            "operands could not be broadcast together with shapes (2,3) (3,) (5,) ");
  EXPECT_EQ(shape_message([&] { (void)gpu::negative(row, where(ndarray<bool>({2}, true))); }),
            "operands could not be broadcast together with shapes (3,) (2,) ");
  EXPECT_EQ(shape_message([&] { (void)gpu::add(gpu::ones<int>({1}), 1, out(gpu::view(c, 0))); }),
            "non-broadcastable output operand with shape () doesn't match the broadcast shape "
            "(1,)");
  EXPECT_EQ(values(c), (std::vector<std::int64_t>{7, 7, 7}));
  EXPECT_EQ(values(d), (std::vector<double>{7, 7, 7}));
}

TEST_P(ufunc_options, in_place_results_of_an_untyped_operand_fit_by_the_same_rule) {
  ndarray<int> n{1, 2};
  const gpu::any_expression half = ndarray<double>{0.5, 1}.astype(dtype::float64);
  const std::string refusal =
      "Cannot cast ufunc 'add' output from dtype('float64') to dtype('int32') with casting rule "
      "'same_kind'";
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { n += half; }), refusal);
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { gpu::view(n, gpu::all()) += half; }), refusal);
  EXPECT_EQ(values(n), (ints{1, 2}));
  ndarray<float> f{1, 2};
  f += half;
  EXPECT_EQ(values(f), (floats{1.5f, 3}));
}

TEST_P(ufunc_options, out_on_another_device_is_refused) {
  if (GetParam().is_cpu()) GTEST_SKIP() << "one device only";
  const ndarray<float> a{1, 2};
  ndarray<float> elsewhere({2}, 7.f, gpu::cpu());
  EXPECT_THROW(gpu::add(a, a, out(elsewhere)), gpu::device_mismatch);
  EXPECT_THROW(gpu::add(a, a, out(elsewhere), where(true)), gpu::device_mismatch);
  EXPECT_EQ(values(elsewhere), (floats{7, 7}));
}

TEST_P(ufunc_options, zero_d_and_empty_arrays_are_written_too) {
  ndarray<float> point({}, 0.f);
  EXPECT_EQ(gpu::add(1, 2, out(point)).item(), 3.f);
  EXPECT_EQ(gpu::add(point, 1, out(point), where(point > 5)).item(), 3.f);
  ndarray<float> none({0, 3}, 0.f);
  EXPECT_EQ(gpu::add(none, 1, out(none)).size(), 0u);
}

TEST_P(ufunc_options, several_outputs_go_to_several_arrays) {
  const ndarray<int> a{7, -7, 9};
  ndarray<int> q({3}, 0);
  ndarray<float> r({3}, 0.f);
  auto [quotient, rest] = gpu::divmod(a, 4, out(q, r));
  EXPECT_EQ(&quotient, &q);
  EXPECT_EQ(&rest, &r);
  EXPECT_EQ(values(q), (ints{1, -2, 2}));
  EXPECT_EQ(values(r), (floats{3, 1, 1}));
  gpu::divmod(q, 2, out(r, q));  // one of them is an operand
  EXPECT_EQ(values(r), (floats{0, -1, 1}));
  EXPECT_EQ(values(q), (ints{1, 0, 0}));
  auto [whole, part] = gpu::divmod(a, 4, where(a > 0), as_dtype<double>);
  EXPECT_EQ(values(whole), (std::vector<double>{1, 0, 2}));
  EXPECT_EQ(values(part), (std::vector<double>{3, 0, 1}));
  const ndarray<double> x{1.5};
  ndarray<std::int64_t> n({1}, 0);
  ndarray<double> d({1}, 0.);
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { gpu::modf(x, out(n, d), casting::same_kind); }),
            "Cannot cast ufunc 'modf' output 1 from dtype('float64') to dtype('int64') with "
            "casting rule 'same_kind'");
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { gpu::divmod(x, x, out(d, n), casting::safe); }),
            "Cannot cast ufunc 'divmod' output 3 from dtype('float64') to dtype('int64') with "
            "casting rule 'safe'");
}

TEST_P(ufunc_options, outer_combines_every_element_with_every_other) {
  const ndarray<int> a{1, 2};
  const ndarray<int> b{10, 20, 30};
  EXPECT_EQ(gpu::add.outer(a, b).shape(), (shape{2, 3}));
  EXPECT_EQ(values(gpu::add.outer(a, b)), (ints{11, 21, 31, 12, 22, 32}));
  EXPECT_EQ(gpu::add.outer(ndarray<int>({2, 3}, 1), ndarray<int>({4, 5}, 1)).shape(),
            (shape{2, 3, 4, 5}));
  EXPECT_EQ(values(gpu::multiply.outer(a, 3)), (ints{3, 6}));
  EXPECT_EQ(values(gpu::multiply.outer(3, a + 1)), (ints{6, 9}));
  EXPECT_EQ(gpu::add.outer(a, b, as_dtype<float>).dtype(), dtype::float32);
  ndarray<int> c({2, 3}, 0);
  gpu::subtract.outer(a, b, out(c), where(ndarray<bool>{{true}, {false}}));
  EXPECT_EQ(values(c), (ints{-9, -19, -29, 0, 0, 0}));
  ndarray<int> wrong({3}, 0);
  EXPECT_EQ(message_of<gpu::shape_error>([&] { gpu::add.outer(a, a, out(wrong)); }),
            "operands could not be broadcast together with shapes (2,1) (2,) (3,) ");
}

INSTANTIATE_TEST_SUITE_P(devices, ufunc_options, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

TEST(ufunc_traits, are_numpys) {
  static_assert(gpu::add.nin == 2 && gpu::add.nout == 1 && gpu::add.nargs == 3);
  static_assert(gpu::sqrt.nin == 1 && gpu::where.nin == 3);
  static_assert(gpu::divmod.nin == 2 && gpu::divmod.nout == 2 && gpu::divmod.nargs == 4);
  static_assert(gpu::add.ntypes == 15 && gpu::add.types.size() == 15);
  static_assert(gpu::add.types.front() == "?\?->?" && gpu::add.types.back() == "DD->D");
  static_assert(gpu::frexp.types[0] == "e->ei" && std::string_view(gpu::mod.name) == "remainder");
  static_assert(gpu::add.identity == 0 && gpu::multiply.identity == 1);
  static_assert(gpu::bitwise_and.identity == -1 && gpu::bitwise_or.identity == 0);
  static_assert(gpu::logical_and.identity == true && gpu::logical_or.identity == false);
  static_assert(gpu::logical_xor.identity == false && gpu::hypot.identity == 0);
  static_assert(gpu::gcd.identity == 0 && gpu::bitwise_xor.identity == 0);
  static_assert(!gpu::subtract.identity.has_value() && !gpu::maximum.identity.has_value());
  EXPECT_EQ(gpu::logaddexp.identity, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(gpu::logaddexp2.identity, -std::numeric_limits<double>::infinity());
}

}  // namespace
