// SPDX-License-Identifier: BSD-3-Clause
// Functions of what compilers know when they compile: the values are those of the same in memory.
#include <complex>
#include <cstdint>

#include <gtest/gtest.h>

#include <gpu/array/evaluation.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/ops.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using gpu::test::values;

class known_values : public test::on_device {
 protected:
  /// `function` of a value that is known, in one kernel and from memory.
  template <class Known, class Function>
  static void compare(const char* name, const Known& known, const Function& function) {
    EXPECT_EQ(values(function(known)), values(function(eval(known)))) << name;
  }
};

template <class Known>
void each_function(const Known& x, const auto& compare) {
  compare("exp", x, exp);
  compare("exp2", x, exp2);
  compare("expm1", x, expm1);
  compare("sinh", x, sinh);
  compare("cosh", x, cosh);
  compare("tanh", x, tanh);
  compare("sin", x, sin);
  compare("cos", x, cos);
  compare("tan", x, tan);
  compare("arcsin", x, arcsin);
  compare("arctan", x, arctan);
  compare("arcsinh", x, arcsinh);
  compare("log1p", x, log1p);
  compare("sqrt", x, sqrt);
  compare("cbrt", x, cbrt);
  compare("erf", x, erf);
  compare("erfc", x, erfc);
  compare("lgamma", x, lgamma);
  compare("tgamma", x, tgamma);
  compare("i0", x, i0);
  compare("sinc", x, sinc);
  compare("logaddexp", x, [](const auto& y) { return logaddexp(y, y); });
  compare("power", x, [](const auto& y) { return float_power(add(y, y), y); });
}

TEST_P(known_values, of_predicates_are_those_in_memory) {
  const ndarray<std::int8_t> x = {3, -4, 0};
  const auto same = [](const auto&... arguments) { compare(arguments...); };
  each_function(astype<std::int16_t>(isreal(x)), same);
  each_function(astype<std::int16_t>(equal(x, x)), same);
  each_function(astype<float>(isfinite(x)), same);
  each_function(astype<double>(isfinite(x)), same);
  each_function(astype<std::int64_t>(isreal(x)), same);
  each_function(isreal(x), same);
}

INSTANTIATE_TEST_SUITE_P(devices, known_values, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
