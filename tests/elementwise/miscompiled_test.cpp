// SPDX-License-Identifier: BSD-3-Clause
// Expressions that NVIDIA's compilers compute wrongly unless something is hidden from them, which
// support/device_forms.hpp does. tools/fuzz_compositions looks for others.
#include <complex>
#include <cstdint>
#include <limits>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "jit/compiler.hpp"
#include "support/assembler.hpp"
#include "support/device.hpp"
#include "support/jit.hpp"

namespace gpu::test {
namespace {

/// The least and the greatest integers and small ones, in every combination; they fill no vectors.
template <class T>
ndarray<T> edges(int period) {
  constexpr T least = std::numeric_limits<T>::min();
  constexpr T most = std::numeric_limits<T>::max();
  constexpr T list[] = {least, least + 1, -101, -3, -1, 0, 1, 2, 100, most - 1, most};
  std::vector<T> values;
  for (int i = 0; i < 603; ++i) values.push_back(list[i / period % 11]);
  return from_host<T>(values.data(), {603});
}

/// Computes `expression` of int8 to int64 whole and one op after the other.
template <class Expression>
void expect_same(const char* text, const Expression& expression) {
  const auto check = [&]<class T>(std::type_identity<T>) {
    const ndarray<T> a = edges<T>(1);
    const ndarray<T> b = edges<T>(11);
    const ndarray<T> c = edges<T>(7);
    const auto whole = eval(expression(a, b, c, [](const auto& value) { return value; }));
    const auto single = eval(expression(a, b, c, [](const auto& value) { return eval(value); }));
    EXPECT_TRUE(array_equal(whole, single)) << text << " of " << dtype_of<T>;
  };
  check(std::type_identity<std::int8_t>());
  check(std::type_identity<std::int16_t>());
  check(std::type_identity<std::int32_t>());
  check(std::type_identity<std::int64_t>());
}

/// `each` of a part is that part, or its elements.
#define GPU_EXPECT_SAME(...)                                                                \
  expect_same(#__VA_ARGS__, [&](const auto& a, const auto& b, const auto& c, auto&& each) { \
    (void)b, (void)c, (void)each;                                                           \
    return __VA_ARGS__;                                                                     \
  })

template <class T>
auto opposite(const ndarray<T>& x) {
  return elementwise_kernel<T(T)>("T x", "T z", "z = -x", "opposite")(x);
}

/// Its elements, cast from a wider type that they are stored in.
template <class T>
auto of_64_bits(const ndarray<T>& x) {
  return astype<T>(eval(astype<std::int64_t>(x)));
}

struct miscompiled : on_device {};

TEST_P(miscompiled, negatives_keep_their_sign_in_a_second_extremum) {
  GPU_EXPECT_SAME(maximum(each(abs(a)), 0));
  GPU_EXPECT_SAME(maximum(each(abs(a)), each(abs(b))));
  GPU_EXPECT_SAME(maximum(each(abs(each(a - b))), 0));
  GPU_EXPECT_SAME(maximum(each(abs(each(a - b))), c));
  GPU_EXPECT_SAME(clip(each(abs(a)), 0, 3));
  GPU_EXPECT_SAME(maximum(each(maximum(a, each(-b))), c));
  GPU_EXPECT_SAME(minimum(each(minimum(a, each(-b))), c));
  GPU_EXPECT_SAME(minimum(c, each(minimum(each(-a), each(-b)))));
  GPU_EXPECT_SAME(abs(each(abs(a))));
  GPU_EXPECT_SAME(floor_divide(each(maximum(a, each(-b))), -1));
}

TEST_P(miscompiled, negatives_keep_their_sign_in_a_reduction) {
  GPU_EXPECT_SAME(max(each(-a)));
  GPU_EXPECT_SAME(min(each(-a)));
  GPU_EXPECT_SAME(max(reshape(each(-a), {67, 9}), {1}));
  GPU_EXPECT_SAME(min(reshape(each(-a), {67, 9}), {0}));
  GPU_EXPECT_SAME(norm_linf(reshape(each(a - b), {67, 9}), {1}));
}

TEST_P(miscompiled, negatives_of_user_kernels_keep_their_sign) {
  GPU_EXPECT_SAME(maximum(each(maximum(a, each(opposite(b)))), c));
  GPU_EXPECT_SAME(max(reshape(each(opposite(a)), {67, 9}), {1}));
}

TEST_P(miscompiled, negatives_of_16_bits_wrap) {
  GPU_EXPECT_SAME(greater(each(-a), b));
  GPU_EXPECT_SAME(astype<std::int64_t>(each(-a)));
  GPU_EXPECT_SAME(equal(each(a + b), 0));
}

TEST_P(miscompiled, sums_of_8_bits_keep_their_sign_beside_64_bits) {
  GPU_EXPECT_SAME(argmin(each(a + of_64_bits(b))));
  GPU_EXPECT_SAME(argmin(each(of_64_bits(b) - a)));
  GPU_EXPECT_SAME(argmax(reshape(each(a - of_64_bits(b)), {9, 67}), 1));
  GPU_EXPECT_SAME(max(reshape(each(a + of_64_bits(b)), {67, 9}), {1}));
  GPU_EXPECT_SAME(minimum(each(a + of_64_bits(b)), each(c - of_64_bits(b))));
  GPU_EXPECT_SAME(max(astype<float>(each(a + of_64_bits(b)))));
  GPU_EXPECT_SAME(any(each(of_64_bits(b) - a) < 1));
}

TEST_P(miscompiled, of_a_known_zero_and_a_negative_one_the_second_is_taken) {
  const ndarray<bool> none = zeros<bool>({5});
  const ndarray<double> least = full<double>({5}, -0.0);
  const ndarray<float> narrow = full<float>({5}, -0.0f);
  EXPECT_FALSE(any(signbit(eval(fmin(least, arg(none))))).item());
  EXPECT_FALSE(any(signbit(eval(fmin(narrow, imag(ones<float>({5})))))).item());
  EXPECT_TRUE(all(signbit(eval(fmax(arg(none), least)))).item());
}

TEST_P(miscompiled, the_negative_of_a_zero_that_was_a_bool_has_a_sign) {
  const ndarray<std::complex<double>> z = zeros<std::complex<double>>({5});
  const auto no = equal(z, ones<bool>({5}));
  const ndarray<std::complex<double>> negated = negative(astype<std::complex<double>>(no));
  EXPECT_TRUE(all(signbit(real(negated))).item());
  EXPECT_TRUE(all(signbit(imag(negated))).item());
  EXPECT_TRUE(all(signbit(eval(negative(astype<double>(no))))).item());
  EXPECT_TRUE(all(signbit(eval(negative(astype<double>(astype<int>(no)))))).item());
  EXPECT_TRUE(all(signbit(eval(negative(astype<double>(astype<float>(no)))))).item());
}

INSTANTIATE_TEST_SUITE_P(devices, miscompiled, testing::ValuesIn(cpu_and_gpu()), device_name);

/// How many negations, as complements or by signs of operands, the machine code has of an
/// expression of elements a, b and c.
std::ptrdiff_t negations(const std::string& type, const std::string& expression, int number) {
  program code;
  code.name = "k";
  for (const char* op : {"absolute", "negative", "maximum", "minimum"})
    code.source += std::string("#include <gpu/elementwise/") + op + ".hpp>\n";
  code.source += "using namespace gpu::ops;\nextern \"C\" __global__ void k(" + type +
                 "* out, const " + type + "* in) {\n  const " + type +
                 " a = in[threadIdx.x], b = in[threadIdx.x + 99], c = in[threadIdx.x + 999];\n" +
                 "  out[threadIdx.x] = " + expression + ";\n}\n";
  const std::string text = instructions_of(jit::compile(code, {number / 10, number % 10}).bytes);
  const std::regex negation("LOP3[^\n]* 0x33|[ ,]-R[0-9]+|IABS");
  return std::distance(std::sregex_iterator(text.begin(), text.end(), negation), {});
}

TEST(machine_code, negates_what_an_extremum_of_three_is_of) {
  GPU_REQUIRE_NVRTC();
  GPU_REQUIRE_DISASSEMBLER();
  for (const int number : {80, 90, 100, 120})
    for (const char* type : {"short", "int"}) {
      EXPECT_EQ(negations(type, "maximum{}(maximum{}(a, b), c)", number), 0);
      for (const char* expression :
           {"maximum{}(absolute{}(a), b)", "maximum{}(maximum{}(a, negative{}(b)), c)",
            "minimum{}(minimum{}(a, negative{}(b)), c)"})
        EXPECT_GE(negations(type, expression, number), 1)
            << expression << " of " << type << " for " << number;
    }
}

}  // namespace
}  // namespace gpu::test
