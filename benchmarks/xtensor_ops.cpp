// SPDX-License-Identifier: BSD-3-Clause
// Every function that xtensor has as well: xtensor's own, and ours on arrays of `cpu()` with one
// thread. Writes JSON: xtensor_ops FILE [NAME]. With XTENSOR_USE_XSIMD,
// xtensor's goes through xsimd.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <type_traits>
#include <vector>

#if __has_include(<xtensor/containers/xarray.hpp>)
#include <xtensor/core/xmath.hpp>
#include <xtensor/core/xnoalias.hpp>
#else
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#endif

#include <gpu/execute/threads.hpp>
#include <gpu/gpu.hpp>

#include "median.hpp"

namespace gpu::bench {
namespace {

using clock = std::chrono::steady_clock;

struct row {
  std::string name;
  double theirs_us;
  double cpu_us;
};
std::vector<row> rows;
std::string only;
int failures = 0;

/// Positive, and in the domain of every function but arccosh and arctanh.
template <class T>
xt::xarray<T> sample(std::size_t size, std::uint32_t seed) {
  xt::xarray<T> values = xt::xarray<T>::from_shape({size});
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint32_t mixed = (static_cast<std::uint32_t>(i) + seed) * std::uint32_t{2654435761u};
    values(i) = std::is_same_v<T, bool> ? static_cast<T>(mixed >> 31)
                : std::is_integral_v<T> ? static_cast<T>(mixed % 29)
                                        : static_cast<T>(0.02 + 0.95 * (mixed * 0x1p-32));
  }
  return values;
}

/// A call of its own: what the compiler makes of one and the loop around it is not compared.
template <class Work>
[[gnu::noinline]] void call(Work& work) {
  work();
}

template <class Work>
double seconds_of(int calls, Work& work) {
  const clock::time_point start = clock::now();
  for (int i = 0; i < calls; ++i) call(work);
  return std::chrono::duration<double>(clock::now() - start).count() / calls;
}

/// Median times of works that alternate.
template <class... Work>
std::vector<double> times(Work&... work) {
  const auto calls_of = [](auto& one) {
    (void)seconds_of(1, one);
    return static_cast<int>(std::clamp(2e-4 / seconds_of(1, one), 1.0, 10000.0));
  };
  const std::vector<int> calls{calls_of(work)...};
  std::vector<std::vector<double>> samples(sizeof...(Work));
  for (int round = 0; round < 9; ++round) {
    std::size_t i = 0;
    const auto sample_of = [&](auto& one) {
      for (int again = 0; again < 2 && calls[i] == 1; ++again) one();  // others emptied the cache
      samples[i].push_back(seconds_of(calls[i], one));
      ++i;
    };
    (sample_of(work), ...);
  }
  std::vector<double> result;
  for (auto& one : samples) result.push_back(median(one));
  return result;
}

template <class A, class B>
bool agrees(const A& theirs, const B& ours) {
  for (std::size_t i = 0; i < theirs.size(); i += 1 + theirs.size() / 61) {
    const double a = static_cast<double>(theirs(i));
    const double b = static_cast<double>(ours(i));
    if (!(std::abs(a - b) <= 1e-5 * std::max(1.0, std::abs(a))) && (a == a || b == b)) return false;
  }
  return true;
}

/// `ours(x, y, condition)` and `theirs(x, y, condition)` are lazy.
template <class T, class Ours, class Theirs>
void compare(const char* function, Ours ours, Theirs theirs) {
  if (!only.empty() && only != function) return;
  for (const std::size_t size : {16, 1000, 1 << 16, 1 << 22}) {
    const xt::xarray<T> x = sample<T>(size, 0);
    const xt::xarray<T> y = sample<T>(size, 5);
    const xt::xarray<bool> condition = sample<bool>(size, 9);
    xt::xarray<std::decay_t<decltype(theirs(x, y, condition)(0))>> their_result =
        theirs(x, y, condition);
    const xt::xarray<std::decay_t<decltype(ours(x, y, condition)(0))>> our_result =
        ours(x, y, condition);
    const std::string name = std::string(function) + "/" + std::string(traits(dtype_of<T>).name) +
                             "/" + std::to_string(size);
    if (!agrees(their_result, our_result)) {
      std::fprintf(stderr, "%s: the results differ\n", name.c_str());
      ++failures;
    }
    const auto x_cpu = to_gpu(x, cpu());
    const auto y_cpu = to_gpu(y, cpu());
    const auto condition_cpu = to_gpu(condition, cpu());
    const auto by_xtensor = [&] { xt::noalias(their_result) = theirs(x, y, condition); };
    // Into the same memory each time, as the others: the pool gives back what was freed last.
    const auto on_cpu = [&] { (void)eval(ours(x_cpu, y_cpu, condition_cpu)); };
    const std::vector<double> seconds = times(by_xtensor, on_cpu);
    rows.push_back({name, seconds[0] * 1e6, seconds[1] * 1e6});
  }
}

// clang-format off
template <class T>
void compare_arithmetic() {
  compare<T>("add", [](auto& x, auto& y, auto&) { return add(x, y); }, [](auto& x, auto& y, auto&) { return x + y; });
  compare<T>("subtract", [](auto& x, auto& y, auto&) { return subtract(x, y); }, [](auto& x, auto& y, auto&) { return x - y; });
  compare<T>("multiply", [](auto& x, auto& y, auto&) { return multiply(x, y); }, [](auto& x, auto& y, auto&) { return x * y; });
  compare<T>("negative", [](auto& x, auto&, auto&) { return negative(x); }, [](auto& x, auto&, auto&) { return -x; });
  compare<T>("square", [](auto& x, auto&, auto&) { return square(x); }, [](auto& x, auto&, auto&) { return xt::square(x); });
  compare<T>("absolute", [](auto& x, auto&, auto&) { return absolute(x); }, [](auto& x, auto&, auto&) { return xt::abs(x); });
  compare<T>("sign", [](auto& x, auto&, auto&) { return sign(x); }, [](auto& x, auto&, auto&) { return xt::sign(x); });
  compare<T>("maximum", [](auto& x, auto& y, auto&) { return maximum(x, y); }, [](auto& x, auto& y, auto&) { return xt::maximum(x, y); });
  compare<T>("minimum", [](auto& x, auto& y, auto&) { return minimum(x, y); }, [](auto& x, auto& y, auto&) { return xt::minimum(x, y); });
  compare<T>("clip", [](auto& x, auto&, auto&) { return clip(x, T(0), T(1)); }, [](auto& x, auto&, auto&) { return xt::clip(x, T(0), T(1)); });
  compare<T>("where", [](auto& x, auto& y, auto& c) { return where(c, x, y); }, [](auto& x, auto& y, auto& c) { return xt::where(c, x, y); });
  compare<T>("equal", [](auto& x, auto& y, auto&) { return equal(x, y); }, [](auto& x, auto& y, auto&) { return xt::equal(x, y); });
  compare<T>("not_equal", [](auto& x, auto& y, auto&) { return not_equal(x, y); }, [](auto& x, auto& y, auto&) { return xt::not_equal(x, y); });
  compare<T>("less", [](auto& x, auto& y, auto&) { return less(x, y); }, [](auto& x, auto& y, auto&) { return xt::less(x, y); });
  compare<T>("less_equal", [](auto& x, auto& y, auto&) { return less_equal(x, y); }, [](auto& x, auto& y, auto&) { return xt::less_equal(x, y); });
  compare<T>("greater", [](auto& x, auto& y, auto&) { return greater(x, y); }, [](auto& x, auto& y, auto&) { return xt::greater(x, y); });
  compare<T>("greater_equal", [](auto& x, auto& y, auto&) { return greater_equal(x, y); }, [](auto& x, auto& y, auto&) { return xt::greater_equal(x, y); });
#ifndef XTENSOR_USE_XSIMD  // with which xtensor 0.24 does not compile them
  compare<T>("logical_and", [](auto& x, auto& y, auto&) { return logical_and(x, y); }, [](auto& x, auto& y, auto&) { return x && y; });
  compare<T>("logical_or", [](auto& x, auto& y, auto&) { return logical_or(x, y); }, [](auto& x, auto& y, auto&) { return x || y; });
  compare<T>("logical_not", [](auto& x, auto&, auto&) { return logical_not(x); }, [](auto& x, auto&, auto&) { return !x; });
#endif
}

template <class T>
void compare_integer() {
  compare<T>("bitwise_and", [](auto& x, auto& y, auto&) { return bitwise_and(x, y); }, [](auto& x, auto& y, auto&) { return x & y; });
  compare<T>("bitwise_or", [](auto& x, auto& y, auto&) { return bitwise_or(x, y); }, [](auto& x, auto& y, auto&) { return x | y; });
  compare<T>("bitwise_xor", [](auto& x, auto& y, auto&) { return bitwise_xor(x, y); }, [](auto& x, auto& y, auto&) { return x ^ y; });
  compare<T>("invert", [](auto& x, auto&, auto&) { return invert(x); }, [](auto& x, auto&, auto&) { return ~x; });
  compare<T>("left_shift", [](auto& x, auto& y, auto&) { return left_shift(x, y); }, [](auto& x, auto& y, auto&) { return xt::left_shift(x, y); });
  compare<T>("right_shift", [](auto& x, auto& y, auto&) { return right_shift(x, y); }, [](auto& x, auto& y, auto&) { return xt::right_shift(x, y); });
}

template <class T>
void compare_real() {
  compare<T>("divide", [](auto& x, auto& y, auto&) { return divide(x, y); }, [](auto& x, auto& y, auto&) { return x / y; });
  compare<T>("fmax", [](auto& x, auto& y, auto&) { return fmax(x, y); }, [](auto& x, auto& y, auto&) { return xt::fmax(x, y); });
  compare<T>("fmin", [](auto& x, auto& y, auto&) { return fmin(x, y); }, [](auto& x, auto& y, auto&) { return xt::fmin(x, y); });
  compare<T>("fmod", [](auto& x, auto& y, auto&) { return fmod(x, y); }, [](auto& x, auto& y, auto&) { return xt::fmod(x, y); });
  compare<T>("power", [](auto& x, auto& y, auto&) { return power(x, y); }, [](auto& x, auto& y, auto&) { return xt::pow(x, y); });
  compare<T>("hypot", [](auto& x, auto& y, auto&) { return hypot(x, y); }, [](auto& x, auto& y, auto&) { return xt::hypot(x, y); });
  compare<T>("arctan2", [](auto& x, auto& y, auto&) { return arctan2(x, y); }, [](auto& x, auto& y, auto&) { return xt::atan2(x, y); });
  compare<T>("sqrt", [](auto& x, auto&, auto&) { return sqrt(x); }, [](auto& x, auto&, auto&) { return xt::sqrt(x); });
  compare<T>("cbrt", [](auto& x, auto&, auto&) { return cbrt(x); }, [](auto& x, auto&, auto&) { return xt::cbrt(x); });
  compare<T>("exp", [](auto& x, auto&, auto&) { return exp(x); }, [](auto& x, auto&, auto&) { return xt::exp(x); });
  compare<T>("exp2", [](auto& x, auto&, auto&) { return exp2(x); }, [](auto& x, auto&, auto&) { return xt::exp2(x); });
  compare<T>("expm1", [](auto& x, auto&, auto&) { return expm1(x); }, [](auto& x, auto&, auto&) { return xt::expm1(x); });
  compare<T>("log", [](auto& x, auto&, auto&) { return log(x); }, [](auto& x, auto&, auto&) { return xt::log(x); });
  compare<T>("log2", [](auto& x, auto&, auto&) { return log2(x); }, [](auto& x, auto&, auto&) { return xt::log2(x); });
  compare<T>("log10", [](auto& x, auto&, auto&) { return log10(x); }, [](auto& x, auto&, auto&) { return xt::log10(x); });
  compare<T>("log1p", [](auto& x, auto&, auto&) { return log1p(x); }, [](auto& x, auto&, auto&) { return xt::log1p(x); });
  compare<T>("sin", [](auto& x, auto&, auto&) { return sin(x); }, [](auto& x, auto&, auto&) { return xt::sin(x); });
  compare<T>("cos", [](auto& x, auto&, auto&) { return cos(x); }, [](auto& x, auto&, auto&) { return xt::cos(x); });
  compare<T>("tan", [](auto& x, auto&, auto&) { return tan(x); }, [](auto& x, auto&, auto&) { return xt::tan(x); });
  compare<T>("arcsin", [](auto& x, auto&, auto&) { return arcsin(x); }, [](auto& x, auto&, auto&) { return xt::asin(x); });
  compare<T>("arccos", [](auto& x, auto&, auto&) { return arccos(x); }, [](auto& x, auto&, auto&) { return xt::acos(x); });
  compare<T>("arctan", [](auto& x, auto&, auto&) { return arctan(x); }, [](auto& x, auto&, auto&) { return xt::atan(x); });
  compare<T>("sinh", [](auto& x, auto&, auto&) { return sinh(x); }, [](auto& x, auto&, auto&) { return xt::sinh(x); });
  compare<T>("cosh", [](auto& x, auto&, auto&) { return cosh(x); }, [](auto& x, auto&, auto&) { return xt::cosh(x); });
  compare<T>("tanh", [](auto& x, auto&, auto&) { return tanh(x); }, [](auto& x, auto&, auto&) { return xt::tanh(x); });
  compare<T>("arcsinh", [](auto& x, auto&, auto&) { return arcsinh(x); }, [](auto& x, auto&, auto&) { return xt::asinh(x); });
  compare<T>("arctanh", [](auto& x, auto&, auto&) { return arctanh(x); }, [](auto& x, auto&, auto&) { return xt::atanh(x); });
  compare<T>("floor", [](auto& x, auto&, auto&) { return floor(x); }, [](auto& x, auto&, auto&) { return xt::floor(x); });
  compare<T>("ceil", [](auto& x, auto&, auto&) { return ceil(x); }, [](auto& x, auto&, auto&) { return xt::ceil(x); });
  compare<T>("trunc", [](auto& x, auto&, auto&) { return trunc(x); }, [](auto& x, auto&, auto&) { return xt::trunc(x); });
  compare<T>("rint", [](auto& x, auto&, auto&) { return rint(x); }, [](auto& x, auto&, auto&) { return xt::rint(x); });
  compare<T>("isnan", [](auto& x, auto&, auto&) { return isnan(x); }, [](auto& x, auto&, auto&) { return xt::isnan(x); });
  compare<T>("isinf", [](auto& x, auto&, auto&) { return isinf(x); }, [](auto& x, auto&, auto&) { return xt::isinf(x); });
  compare<T>("isfinite", [](auto& x, auto&, auto&) { return isfinite(x); }, [](auto& x, auto&, auto&) { return xt::isfinite(x); });
  compare<T>("deg2rad", [](auto& x, auto&, auto&) { return deg2rad(x); }, [](auto& x, auto&, auto&) { return xt::deg2rad(x); });
  compare<T>("erf", [](auto& x, auto&, auto&) { return erf(x); }, [](auto& x, auto&, auto&) { return xt::erf(x); });
}
// clang-format on

void write(const char* path) {
  std::ofstream file(path);
  file << "{\"benchmarks\": [\n";
  for (const row& one : rows)
    file << "  {\"name\": \"" << one.name << "\", \"xtensor_us\": " << one.theirs_us
         << ", \"cpu_us\": " << one.cpu_us << '}' << (&one == &rows.back() ? "\n" : ",\n");
  file << "]}\n";
}

}  // namespace
}  // namespace gpu::bench

int main(int count, char** arguments) {
  using namespace gpu::bench;
  if (count < 2) return std::fprintf(stderr, "usage: xtensor_ops FILE [NAME]\n"), 2;
  if (count > 2) only = arguments[2];
  gpu::set_num_threads(1);
  compare_arithmetic<float>();
  compare_real<float>();
  compare_arithmetic<double>();
  compare_real<double>();
  compare_arithmetic<std::int32_t>();
  compare_integer<std::int32_t>();
  write(arguments[1]);
  return failures == 0 ? 0 : 1;
}
