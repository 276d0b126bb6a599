// SPDX-License-Identifier: BSD-3-Clause
// Reductions and cumsum on `cpu()` with one thread, as host_reductions.py asks for: each line of
// the input is a reduction, a dtype, `c` or `t` (transposed), an axis or `none`, two extents and a
// number of calls. Answers with the seconds of one call and the last element of the result.
#include <complex>
#include <cstdint>
#include <iostream>
#include <string>

#include <gpu/execute/threads.hpp>
#include <gpu/gpu.hpp>

#include "stopwatch.hpp"

namespace gpu::bench {
namespace {

struct question {
  std::string reduction;
  std::string type;
  std::string order;
  std::string axis;
  std::ptrdiff_t rows = 0;
  std::ptrdiff_t columns = 0;
  int calls = 1;
};

/// As sample() of host_reductions.py.
template <class T>
ndarray<T> sample(const question& ask) {
  const std::ptrdiff_t count = ask.rows * ask.columns;
  const auto mixed = (arange<std::uint32_t>(0u, static_cast<std::uint32_t>(count)) * 2654435761u);
  ndarray<T> values;
  if (ask.reduction == "any")
    values = zeros<T>({count});
  else if constexpr (std::is_integral_v<T>)
    values = (mixed % 29u).template astype<T>();
  else
    values = (0.02 + 0.95 * (mixed.template astype<double>() * 0x1p-32)).template astype<T>();
  if (ask.axis == "none" && ask.order == "c") return values;
  return reshape(values, {ask.rows, ask.columns});
}

template <class E>
double last_element(const E& result) {
  const auto values = eval(astype<double>(reshape(real(result), {-1})));
  return values(static_cast<std::ptrdiff_t>(values.size()) - 1);
}

template <class Reduce, class A>
void answer(const question& ask, const A& x, const Reduce& reduce) {
  const reduction_axes axes =
      ask.axis == "none" ? reduction_axes(std::nullopt) : reduction_axes(std::stoi(ask.axis));
  const auto once = [&] {
    return ask.order == "t" ? eval(reduce(transpose(x), axes)) : eval(reduce(x, axes));
  };
  const double element = last_element(once());
  const double seconds = host_seconds(cpu(), ask.calls, [&] { static_cast<void>(once()); });
  std::cout << seconds << ' ' << element << std::endl;
}

template <class A>
void answer(const question& ask, const A& x) {
  const auto is = [&](const char* name) { return ask.reduction == name; };
  const auto with = [&](const auto& function) { answer(ask, x, function); };
  if (is("sum")) with([](const auto& a, const auto& axes) { return sum(a, axes); });
  if (is("prod")) with([](const auto& a, const auto& axes) { return prod(a, axes); });
  if (is("max")) with([](const auto& a, const auto& axes) { return max(a, axes); });
  if (is("argmax")) with([](const auto& a, const auto& axes) { return argmax(a, axes); });
  if (is("any")) with([](const auto& a, const auto& axes) { return any(a, axes); });
  if (is("mean")) with([](const auto& a, const auto& axes) { return mean(a, axes); });
  if (is("var")) with([](const auto& a, const auto& axes) { return var(a, axes); });
  if (is("cumsum")) with([](const auto& a, const auto& axes) { return cumsum(a, axes); });
}

template <class T>
void answer_for(const question& ask) {
  static std::string made;
  static ndarray<T> x;
  const std::string wanted = ask.order + std::to_string(ask.rows) + ' ' +
                             std::to_string(ask.columns) + (ask.reduction == "any" ? "0" : "1") +
                             (ask.axis == "none" ? "0" : "1");
  if (made != wanted) x = sample<T>(ask);
  made = wanted;
  answer(ask, x);
}

void run() {
  cpu().use();
  set_num_threads(1);
  std::cout.precision(17);
  question ask;
  while (std::cin >> ask.reduction >> ask.type >> ask.order >> ask.axis >> ask.rows >>
         ask.columns >> ask.calls) {
    if (ask.type == "float32") answer_for<float>(ask);
    if (ask.type == "float64") answer_for<double>(ask);
    if (ask.type == "float16") answer_for<float16>(ask);
    if (ask.type == "int8") answer_for<std::int8_t>(ask);
    if (ask.type == "int64") answer_for<std::int64_t>(ask);
    if (ask.type == "complex64") answer_for<std::complex<float>>(ask);
  }
}

}  // namespace
}  // namespace gpu::bench

int main() {
  gpu::bench::run();
}
