// SPDX-License-Identifier: BSD-3-Clause
#include "bounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

#include "elements.hpp"
#include "functor_table.hpp"
#include "naive.hpp"
#include "naive_reduction.hpp"

namespace gpu::fuzz {
namespace {

/// An operand of one element of an op.
struct operand_bound {
  double value = 0;  ///< of a complex number the absolute value
  double radius = 0;
};

/// How far a real function of x is away if x is.
double moved(std::string_view op, operand_bound x, double y) {
  const double r = x.radius;
  if (op == "negative" || op == "positive" || op == "absolute" || op == "fabs" || op == "sin" ||
      op == "cos" || op == "tanh" || op == "arctan")
    return r;
  if (op == "square") return 2 * std::abs(x.value) * r + r * r;
  if (op == "exp") return std::abs(y) * std::expm1(r);
  if (op == "exp2") return std::abs(y) * std::expm1(r * 0.7);
  if (op == "expm1") return (std::abs(y) + 1) * std::expm1(r);
  if (op == "log") return x.value > r ? -std::log1p(-r / x.value) : unknown;
  if (op == "log2") return x.value > r ? -1.5 * std::log1p(-r / x.value) : unknown;
  if (op == "log1p") return 1 + x.value > r ? -std::log1p(-r / (1 + x.value)) : unknown;
  if (op == "sqrt") return x.value > r ? std::sqrt(x.value) - std::sqrt(x.value - r) : unknown;
  if (op == "reciprocal")
    return std::abs(x.value) > r ? std::abs(y) * r / (std::abs(x.value) - r) : unknown;
  return unknown;
}

/// The same of two numbers.
double moved(std::string_view op, operand_bound x, operand_bound y, double z) {
  if (op == "add" || op == "subtract") return x.radius + y.radius;
  if (op == "maximum" || op == "minimum" || op == "fmax" || op == "fmin")
    return std::max(x.radius, y.radius);
  if (op == "multiply")
    return std::abs(x.value) * y.radius + std::abs(y.value) * x.radius + x.radius * y.radius;
  if (op == "divide")
    return std::abs(y.value) > y.radius
               ? (x.radius + std::abs(z) * y.radius) / (std::abs(y.value) - y.radius)
               : unknown;
  const bool compares = op == "less" || op == "less_equal" || op == "greater" ||
                        op == "greater_equal" || op == "equal" || op == "not_equal";
  if (compares) return std::abs(x.value - y.value) > x.radius + y.radius ? 0 : unknown;
  return unknown;
}

bool is_linear(std::string_view op) {
  return op == "add" || op == "subtract" || op == "multiply" || op == "negative" ||
         op == "positive" || op == "conjugate" || op == "absolute" || op == "square";
}

/// Twice the op's own error; nothing if it is exact.
double own_error(const op_entry& op, int loop, dtype type, double size) {
  const int ulp = max_ulp(op, loop);
  return ulp == 0 ? 0 : 2 * ulp * unit_at(type, size);
}

/// What the ops of one step need to know of it.
struct op_step {
  const step& one;
  const op_entry& op;
  dtype operands;  ///< in which the op computes
  bool on_gpu;
};

bool outside_domain(const op_step& what, const std::vector<operand_bound>& in) {
  const auto& domain = what.op.info->domain;
  return std::any_of(in.begin(), in.end(), [&](const operand_bound& x) {
    return std::isfinite(x.value) && (x.value < domain.low || x.value > domain.high);
  });
}

double radius_of(const op_step& what, const std::vector<operand_bound>& in, const std::byte* out) {
  const dtype type = what.one.type;
  const bool any = std::any_of(in.begin(), in.end(), [](const auto& x) { return x.radius > 0; });
  const bool is_complex = traits(what.operands).kind == dtype_kind::complex;
  const bool is_float = traits(type).kind > dtype_kind::integer;
  const bool is_inexact = max_ulp(what.op, what.one.loop) > 0;
  const double size = size_of(type, out);
  const std::string_view name = what.op.info->name;
  if (what.on_gpu && what.op.shows_sign_of_nan &&
      std::any_of(in.begin(), in.end(), [](const auto& x) { return std::isnan(x.value); }))
    return unknown;
  if (!any) {
    if (!what.on_gpu || !is_inexact) return 0;
    if (is_complex || !is_float || outside_domain(what, in)) return unknown;
    return std::isfinite(size) ? own_error(what.op, what.one.loop, type, size) : 0;
  }
  if (name == "where") return in[0].radius > 0 ? unknown : std::max(in[1].radius, in[2].radius);
  for (const operand_bound& x : in)
    if (x.radius == unknown) return unknown;
  if ((is_complex && !is_linear(name)) || (what.on_gpu && is_inexact && outside_domain(what, in)))
    return unknown;
  const bool is_test = name == "isnan" || name == "isfinite" || name == "isinf";
  for (const operand_bound& x : in) {
    if (!std::isfinite(x.value)) return unknown;
    if (is_test && std::abs(x.value) + x.radius > largest_of(what.operands) / 2) return unknown;
  }
  if (is_test) return 0;
  const double y = is_complex ? size : part_of(type, out, false);
  double radius = in.size() == 1   ? moved(name, in[0], y)
                  : in.size() == 2 ? moved(name, in[0], in[1], y)
                                   : unknown;
  if (radius == unknown || !is_float) return radius;
  if (!(size + radius < largest_of(type) / 2)) return unknown;
  radius +=
      2 * unit_at(type, size + radius) + own_error(what.op, what.one.loop, type, size + radius);
  return is_complex ? 4 * radius : radius;
}

/// Elements of an operand, converted as the op takes them, with their radii.
struct converted_operand {
  bounded from;
  bool is_scalar;
};

operand_bound operand_at(const converted_operand& operand, const index_list& index) {
  const dtype type = operand.from.value.type;
  const std::ptrdiff_t at =
      operand.is_scalar ? 0 : broadcast_position(operand.from.value.extents, index);
  const std::byte* const element = operand.from.value.element(at);
  return {traits(type).kind == dtype_kind::complex ? size_of(type, element)
                                                   : part_of(type, element, false),
          operand.from.radius_at(at)};
}

std::vector<double> op_radii(const program& work, const step& one, const host_value& result,
                             const std::vector<bounded>& values, bool on_gpu) {
  const op_entry& op = op_entries()[one.op];
  const graph::typed_loop& loop = op.record->loops[static_cast<std::size_t>(one.loop)];
  const std::vector<std::size_t>& operands = call_operands(work, one);
  bool any = on_gpu && max_ulp(op, one.loop) > 0;
  for (const std::size_t operand : operands) any = any || !values[operand].radius.empty();
  if (!any) return {};
  std::vector<converted_operand> in;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const step& from = work.steps[operands[i]];
    const bool is_scalar = from.what == action::scalar;
    const bounded own = is_scalar ? bounded{{from.type, {}, from.bytes}, {}} : values[operands[i]];
    in.push_back({converted(own, loop.in[i]), is_scalar});
  }
  std::vector<double> radii(result.bytes.size() / size_bytes(one.type));
  const op_step what{one, op, loop.in.back(), on_gpu};
  std::vector<operand_bound> element(in.size());
  for_each_element(one.extents, [&](const index_list& index, std::ptrdiff_t position) {
    for (std::size_t i = 0; i < in.size(); ++i) element[i] = operand_at(in[i], index);
    radii[static_cast<std::size_t>(position)] = radius_of(what, element, result.element(position));
  });
  return radii;
}

/// The radii go where the values go.
std::vector<double> viewed_radii(const step& one, const bounded& from) {
  if (from.radius.empty()) return {};
  program view;
  view.steps = {one};
  view.steps[0].operands = {0};
  view.steps[0].type = dtype::float64;
  host_value radii = make_value(dtype::float64, from.value.extents);
  if (!radii.bytes.empty()) std::memcpy(radii.bytes.data(), from.radius.data(), radii.bytes.size());
  const host_value moved = naive_step(view, 0, {radii});
  std::vector<double> result(static_cast<std::size_t>(element_count(one.extents)));
  if (!result.empty()) std::memcpy(result.data(), moved.bytes.data(), moved.bytes.size());
  return result;
}

}  // namespace

bounded bounded_step(const program& work, std::size_t number, const std::vector<bounded>& values,
                     bool on_gpu) {
  const step& one = work.steps[number];
  if (one.what == action::reduce)
    return naive_reduction(one, values[one.operands[0]],
                           one.operands.size() > 1 ? &values[one.operands[1]] : nullptr, on_gpu);
  if (one.what == action::cast) return converted(values[one.operands[0]], one.type);
  std::vector<host_value> plain(work.steps.size());
  for (const std::size_t operand : call_operands(work, one)) plain[operand] = values[operand].value;
  bounded result{naive_step(work, number, plain), {}};
  if (one.is_result())
    result.radius = op_radii(work, one, result.value, values, on_gpu);
  else if (!one.operands.empty() && !one.changes_array())
    result.radius = viewed_radii(one, values[one.operands[0]]);
  return result;
}

std::vector<bounded> bounded_values(const program& work, bool on_gpu) {
  std::vector<bounded> values(work.steps.size());
  for (std::size_t i = 0; i < work.steps.size(); ++i) {
    bounded value = bounded_step(work, i, values, on_gpu);
    values[work.steps[i].changes_array() ? work.steps[i].operands[0] : i] = std::move(value);
  }
  return values;
}

}  // namespace gpu::fuzz
