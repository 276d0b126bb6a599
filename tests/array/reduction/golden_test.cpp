// SPDX-License-Identifier: BSD-3-Clause
// Reductions against the values that tools/golden/write_reduction.py wrote.
#include <cmath>
#include <concepts>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/fuse.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/array/ufunc/reduction.hpp>
#include <gpu/core/error.hpp>
#include <gpu/ops.hpp>

#include "support/device.hpp"
#include "support/golden_lines.hpp"
#include "support/ulp.hpp"

namespace {

using gpu::any_expression;
using gpu::ndarray;
using gpu::test::golden_line;

/// One call: the array, the axes, and "where", "initial", "ddof" or "-".
struct call {
  any_expression x;
  gpu::reduction_axes axes;
  gpu::keepdims_option keep;
  std::string option;
};
using function = std::function<any_expression(const call&)>;

gpu::where_option mask_of(const call& c) {
  const auto count = static_cast<std::ptrdiff_t>(gpu::element_count(c.x.shape()));
  return gpu::where(
      gpu::reshape(gpu::not_equal(gpu::remainder(gpu::arange(count), 3), 1), c.x.shape()));
}

// Which options a function takes, beside keepdims.
template <class F>
function plain(F f) {
  return [f](const call& c) { return f(c); };
}
template <class F>
function masked(F f) {
  return [f](const call& c) { return c.option == "where" ? f(c, mask_of(c)) : f(c); };
}
template <class F>
function begun(F f) {
  return
      [f](const call& c) { return c.option == "initial" ? f(c, gpu::initial(2)) : masked(f)(c); };
}
template <class F>
function corrected(F f) {
  return [f](const call& c) { return c.option == "ddof" ? f(c, gpu::ddof(1)) : masked(f)(c); };
}

const std::map<std::string, function>& functions() {
  static const std::map<std::string, function> all{
      {"sum",
       begun([](const call& c, auto... more) { return gpu::sum(c.x, c.axes, c.keep, more...); })},
      {"prod",
       begun([](const call& c, auto... more) { return gpu::prod(c.x, c.axes, c.keep, more...); })},
      {"max",
       begun([](const call& c, auto... more) { return gpu::max(c.x, c.axes, c.keep, more...); })},
      {"min",
       begun([](const call& c, auto... more) { return gpu::min(c.x, c.axes, c.keep, more...); })},
      {"any",
       masked([](const call& c, auto... more) { return gpu::any(c.x, c.axes, c.keep, more...); })},
      {"all",
       masked([](const call& c, auto... more) { return gpu::all(c.x, c.axes, c.keep, more...); })},
      {"mean",
       masked([](const call& c, auto... more) { return gpu::mean(c.x, c.axes, c.keep, more...); })},
      {"nansum", masked([](const call& c, auto... more) {
         return gpu::nansum(c.x, c.axes, c.keep, more...);
       })},
      {"nanmean", masked([](const call& c, auto... more) {
         return gpu::nanmean(c.x, c.axes, c.keep, more...);
       })},
      {"var", corrected([](const call& c, auto... more) {
         return gpu::var(c.x, c.axes, c.keep, more...);
       })},
      {"std", corrected([](const call& c, auto... more) {
         return gpu::std(c.x, c.axes, c.keep, more...);
       })},
      {"nanvar", corrected([](const call& c, auto... more) {
         return gpu::nanvar(c.x, c.axes, c.keep, more...);
       })},
      {"nanstd", corrected([](const call& c, auto... more) {
         return gpu::nanstd(c.x, c.axes, c.keep, more...);
       })},
      {"argmax", plain([](const call& c, auto... more) {
         return gpu::argmax(c.x, c.axes, c.keep, more...);
       })},
      {"argmin", plain([](const call& c, auto... more) {
         return gpu::argmin(c.x, c.axes, c.keep, more...);
       })},
      {"count_nonzero", plain([](const call& c, auto... more) {
         return gpu::count_nonzero(c.x, c.axes, c.keep, more...);
       })},
      {"nanprod", plain([](const call& c, auto... more) {
         return gpu::nanprod(c.x, c.axes, c.keep, more...);
       })},
      {"nanmax", plain([](const call& c, auto... more) {
         return gpu::nanmax(c.x, c.axes, c.keep, more...);
       })},
      {"nanmin", plain([](const call& c, auto... more) {
         return gpu::nanmin(c.x, c.axes, c.keep, more...);
       })},
      {"nanargmax", plain([](const call& c, auto... more) {
         return gpu::nanargmax(c.x, c.axes, c.keep, more...);
       })},
      {"nanargmin", plain([](const call& c, auto... more) {
         return gpu::nanargmin(c.x, c.axes, c.keep, more...);
       })},
      {"ptp",
       plain([](const call& c, auto... more) { return gpu::ptp(c.x, c.axes, c.keep, more...); })},
      {"norm_l2", plain([](const call& c, auto... more) {
         return gpu::norm_l2(c.x, c.axes, c.keep, more...);
       })},
      {"subtract", plain([](const call& c) { return gpu::subtract.reduce(c.x, c.axes, c.keep); })},
      {"divide", plain([](const call& c) { return gpu::divide.reduce(c.x, c.axes, c.keep); })},
      {"floor_divide",
       plain([](const call& c) { return gpu::floor_divide.reduce(c.x, c.axes, c.keep); })},
      {"remainder",
       plain([](const call& c) { return gpu::remainder.reduce(c.x, c.axes, c.keep); })},
      {"maximum", plain([](const call& c) { return gpu::maximum.reduce(c.x, c.axes, c.keep); })},
      {"fmax", plain([](const call& c) { return gpu::fmax.reduce(c.x, c.axes, c.keep); })},
      {"fmin", plain([](const call& c) { return gpu::fmin.reduce(c.x, c.axes, c.keep); })},
      {"hypot", plain([](const call& c) { return gpu::hypot.reduce(c.x, c.axes, c.keep); })},
      {"gcd", plain([](const call& c) { return gpu::gcd.reduce(c.x, c.axes, c.keep); })},
      {"lcm", plain([](const call& c) { return gpu::lcm.reduce(c.x, c.axes, c.keep); })},
      {"bitwise_and",
       plain([](const call& c) { return gpu::bitwise_and.reduce(c.x, c.axes, c.keep); })},
      {"bitwise_or",
       plain([](const call& c) { return gpu::bitwise_or.reduce(c.x, c.axes, c.keep); })},
      {"bitwise_xor",
       plain([](const call& c) { return gpu::bitwise_xor.reduce(c.x, c.axes, c.keep); })},
      {"logaddexp",
       plain([](const call& c) { return gpu::logaddexp.reduce(c.x, c.axes, c.keep); })},
      {"logaddexp2",
       plain([](const call& c) { return gpu::logaddexp2.reduce(c.x, c.axes, c.keep); })},
      {"logical_and",
       plain([](const call& c) { return gpu::logical_and.reduce(c.x, c.axes, c.keep); })},
      {"logical_xor",
       plain([](const call& c) { return gpu::logical_xor.reduce(c.x, c.axes, c.keep); })},
      {"arctan2", plain([](const call& c) { return gpu::arctan2.reduce(c.x, c.axes, c.keep); })},
      {"copysign", plain([](const call& c) { return gpu::copysign.reduce(c.x, c.axes, c.keep); })},
  };
  return all;
}

std::vector<double> sample(const std::string& name, std::ptrdiff_t count) {
  constexpr double special[] = {1.5, -0.0, 0.0, -2.0, NAN, INFINITY, -INFINITY, 3.0};
  std::vector<double> values;
  for (std::ptrdiff_t k = 0; k < count; ++k) {
    double value = name == "nan" ? NAN : static_cast<double>((k * 79 + 13) % 11 - 5);
    if (name == "special") {
      value = special[k % 8];
      if (std::isnan(value) && k / 8 % 3 != 1) value = 0.25;
      if (std::isinf(value) && k / 8 % 5 != 2) value = -0.5;
    }
    values.push_back(value);
  }
  return values;
}

gpu::dtype dtype_named(const std::string& name) {
  for (int i = 0; i < gpu::dtype_count; ++i)
    if (gpu::traits(static_cast<gpu::dtype>(i)).name == name) return static_cast<gpu::dtype>(i);
  throw std::runtime_error("no dtype " + name);
}

/// The operand as the script makes it: an expression.
any_expression operand(const golden_line& line) {
  const gpu::dtype type = dtype_named(line.call[1]);
  const gpu::dtype_kind kind = gpu::traits(type).kind;
  const std::vector<std::ptrdiff_t> extents = gpu::test::numbers_of(line.call[3]);
  const gpu::shape shape(extents.begin(), extents.end());
  const std::ptrdiff_t count = gpu::element_count(shape);
  const std::vector<double> values = sample(line.call[2], count + 1);
  const auto x = gpu::from_host<double>(values.data(), shape);
  if (kind == gpu::dtype_kind::boolean) return (x > 0).astype(type);
  if (kind == gpu::dtype_kind::integer)
    return (gpu::traits(type).is_signed ? any_expression(x.node())
                                        : any_expression(gpu::absolute(x).node()))
        .astype(type);
  if (kind == gpu::dtype_kind::floating) return (x / 4).astype(type);
  const auto y = gpu::from_host<double>(values.data() + 1, shape);
  return gpu::to_complex(x / 4, y / 4).astype(type);
}

/// Errors that NumPy's results have as well: of sums in another order, of roots and logarithms.
double max_ulp(const std::string& name, gpu::dtype type) {
  const bool is_double = type == gpu::dtype::float64 || type == gpu::dtype::complex128;
  if (name == "hypot" || name == "arctan2" || name.starts_with("logaddexp")) return 8;
  if (name.find("prod") != std::string::npos) return 16;
  if (name.find("sum") != std::string::npos || name.find("mean") != std::string::npos ||
      name.find("var") != std::string::npos || name.find("std") != std::string::npos ||
      name.starts_with("norm"))
    return is_double ? 8 : 4;
  return 0;
}

std::vector<unsigned char> bytes_of(const std::string& hex) {
  std::vector<unsigned char> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<unsigned char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

/// How far a result is from NumPy's. Where the terms of logaddexp have cancelled, that counts in
/// last places of 1, as the errors of the terms do.
template <class T>
double distance(const std::string& name, T actual, T wanted) {
  if constexpr (std::floating_point<T>)
    if (name.starts_with("logaddexp") && std::abs(wanted) < 1)
      return std::abs(double{actual} - double{wanted}) / std::numeric_limits<T>::epsilon();
  return gpu::test::ulp_distance(actual, wanted);
}

template <class T>
void expect_same(const any_expression& result, const golden_line& line) {
  const std::vector<unsigned char> expected = bytes_of(line.second);
  const auto count = static_cast<std::size_t>(gpu::element_count(result.shape()));
  ASSERT_EQ(count * sizeof(T), expected.size()) << line.whole.substr(0, 90);
  const std::unique_ptr<T[]> actual(new T[count]);
  gpu::detail::read_elements(result.node(), actual.get());
  for (std::size_t k = 0; k < count; ++k) {
    T wanted;
    std::memcpy(static_cast<void*>(&wanted), expected.data() + k * sizeof(T), sizeof(T));
    if (actual[k] == wanted) continue;  // also -0 and 0
    ASSERT_LE(distance(line.call[0], actual[k], wanted), max_ulp(line.call[0], result.dtype()))
        << line.whole.substr(0, 90) << " element " << k;
  }
}

class reduction_golden : public gpu::test::on_device {
 protected:
  static void check(const golden_line& line, bool is_evaluated) {
    const std::string& axes = line.call[4];
    const std::vector<std::ptrdiff_t> list = axes == "all" || axes[0] == '='
                                                 ? std::vector<std::ptrdiff_t>()
                                                 : gpu::test::numbers_of(axes);
    call c{operand(line),
           axes == "all"    ? gpu::reduction_axes(std::nullopt)
           : axes[0] == '=' ? gpu::reduction_axes(std::stoi(axes.substr(1)))
                            : gpu::reduction_axes(list),
           {line.call[5] == "1"},
           line.call[6]};
    if (is_evaluated) c.x = std::get<0>(gpu::fuse(c.x));
    if (line.first.ends_with("Error")) return expect_error(c, line);
    const any_expression result = functions().at(line.call[0])(c);
    const std::vector<std::string> parts = gpu::test::parts_of(line.first, ' ');
    ASSERT_EQ(gpu::traits(result.dtype()).name, parts[0]) << line.whole.substr(0, 90);
    const std::vector<std::ptrdiff_t> extents = gpu::test::numbers_of(parts[1]);
    ASSERT_EQ(result.shape(), gpu::shape(extents.begin(), extents.end()))
        << line.whole.substr(0, 90);
    gpu::visit_dtype(result.dtype(),
                     [&]<class T>(std::type_identity<T>) { expect_same<T>(result, line); });
  }
  static void expect_error(const call& c, const golden_line& line) {
    try {
      static_cast<void>(functions().at(line.call[0])(c));
      ADD_FAILURE() << "no error: " << line.whole;
    } catch (const gpu::dtype_error&) {
      EXPECT_TRUE(line.first.ends_with("TypeError")) << line.whole;
    } catch (const gpu::error& error) {
      EXPECT_EQ(error.what(), line.second) << line.whole;
    }
  }
};

TEST_P(reduction_golden, gives_what_numpy_gives) {
  // On a GPU most lines have a kernel of their own, which must be compiled: a sample is enough
  // there, as every kernel is also compared with sums over indices.
  const std::size_t step = GetParam().is_gpu() ? 16 : 1;
  std::size_t number = 0;
  bool is_evaluated = false;
  for (const golden_line& line : gpu::test::golden_lines("array/reductions.txt")) {
    if (number++ % step != 0) continue;
    check(line, is_evaluated = !is_evaluated);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(devices, reduction_golden, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
