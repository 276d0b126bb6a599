// SPDX-License-Identifier: BSD-3-Clause
#include "screen.hpp"

#include <limits>
#include <utility>

#include <gpu/gpu.hpp>

namespace gpu::ulp {
namespace {

/// `ulp_error` of error.hpp for float32 and float64; 0 for operands on the other side of the
/// bounds of the domain.
constexpr const char* error_text = R"(
  const double v = actual;
  const bool inside = !(x - x == 0) || (x >= low && x <= high);
  const unsigned long long exact_bits = __builtin_bit_cast(unsigned long long, exact);
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, v);
  if (inside == outside) {
    error = 0;
  } else if (v != v || exact != exact) {
    error = v != v && exact != exact ? 0.0f : INFINITY;
  } else if (v == 0 && exact == 0) {
    error = (bits ^ exact_bits) >> 63 ? INFINITY : 0.0f;
  } else {
    const double beyond = 0x1p128;
    const double nearest = v > beyond ? beyond : v < -beyond ? -beyond : v;
    const double wanted = exact > beyond ? beyond : exact < -beyond ? -beyond : exact;
    int exponent = int(__builtin_bit_cast(unsigned long long, wanted) >> 52 & 2047) - 1022;
    if (exponent < -125) exponent = -125;
    if (exponent > 128) exponent = 128;
    const unsigned long long scale = (unsigned long long)(1023 + 24 - exponent) << 52;
    const double distance = nearest > wanted ? nearest - wanted : wanted - nearest;
    error = distance * __builtin_bit_cast(double, scale);
  }
)";

/// Every nan is the quiet one, as in `strided`.
constexpr const char* operand_text = R"(
  unsigned bits = first + position * stride;
  if ((bits & 0x7fffffffu) > 0x7f800000u) bits = 0x7fc00000u;
  x = __builtin_bit_cast(float, bits);
)";

const elementwise_kernel<>& error_kernel() {
  static const elementwise_kernel<> kernel(
      "float32 x, float32 actual, float64 exact, float64 low, float64 high, bool outside",
      "float32 error", error_text, "screened_error");
  return kernel;
}

const elementwise_kernel<>& operand_kernel() {
  static const elementwise_kernel<> kernel("uint32 position, uint32 first, uint32 stride",
                                           "float32 x", operand_text, "float_of_bits");
  return kernel;
}

ndarray<double> float64_results(const loop_case& what, const ndarray<float>& operands) {
  const ndarray<double> wide = operands.astype<double>();
  const any_expression list[] = {any_expression(wide.node())};
  return what.call(list).as<double>();
}

}  // namespace

ndarray<float> strided_on(device where, std::uint64_t first, std::uint64_t stride,
                          std::size_t count) {
  const auto positions = arange<std::uint32_t>(static_cast<std::int64_t>(count), where);
  const auto start = static_cast<std::uint32_t>(first);
  return operand_kernel()(positions, start, static_cast<std::uint32_t>(stride)).as<float>();
}

bool can_screen(const loop_case& what) {
  return what.stated != 0 && what.arity() == 1 && what.type == dtype::float32 &&
         what.out == dtype::float32 && what.exact->factor == 0 && what.has_loop(dtype::float64);
}

screen::screen(const loop_case& what, ndarray<float> operands)
    : what_(what), operands_(std::move(operands)), exact_(float64_results(what, operands_)) {}

suspects screen::find(const ndarray<float>& results, bool outside) const {
  constexpr double unbounded = std::numeric_limits<double>::infinity();
  const interval domain =
      what_.only_in_domain() ? what_.entry.info->domain : interval{-unbounded, unbounded};
  const auto width = static_cast<std::ptrdiff_t>(segment_size);
  const std::ptrdiff_t segments = element_count(results.shape()) / width;
  const auto errors =
      error_kernel()(operands_, results, exact_, domain.low, domain.high, outside).as<float>();
  const ndarray<std::int64_t> within = argmax(reshape(errors, {segments, width}), 1);
  const ndarray<std::int64_t> rows =
      within + arange<std::int64_t>(0, segments * width, width, results.device());
  const ndarray<float> taken = take(results, rows);
  suspects found{std::vector<std::int64_t>(static_cast<std::size_t>(segments)),
                 std::vector<std::byte>(static_cast<std::size_t>(segments) * sizeof(float))};
  detail::read_elements(rows.node(), found.rows.data());
  detail::read_elements(taken.node(), found.results.data());
  return found;
}

}  // namespace gpu::ulp
