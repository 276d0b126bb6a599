// SPDX-License-Identifier: BSD-3-Clause
#include "check.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>

#include <gpu/core/text_of.hpp>

#include "bounds.hpp"
#include "functor_table.hpp"
#include "naive.hpp"
#include "reduction_table.hpp"
#include "run.hpp"

namespace gpu::fuzz {
namespace {

/// By how much a step may differ between devices.
int allowed_ulp(const step& one) {
  return one.is_result() ? 2 * max_ulp(op_entries()[one.op], one.loop) : 0;
}

/// Whether a part of the operand is finite and outside `domain`, once it is an element of `type`.
bool outside(const op_info& info, dtype type, const void* element) {
  const auto part_outside = [&](double x) {
    return std::isfinite(x) && (x < info.domain.low || x > info.domain.high);
  };
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    T x;
    std::memcpy(static_cast<void*>(&x), element, sizeof(x));
    if constexpr (requires { x.imag(); }) {
      const auto real = static_cast<double>(x.real());
      const auto imag = static_cast<double>(x.imag());
      const double size = std::hypot(real, imag);
      return part_outside(real) || part_outside(imag) ||
             (size != 0 && size < info.complex_smallest);
    } else
      return part_outside(static_cast<double>(x));
  });
}

/// Which elements of step `one`, an op, have an operand outside the domain.
host_value elements_outside(const program& work, const step& one,
                            const std::vector<host_value>& values) {
  program flags;
  host_value result = make_value(dtype::bool_, one.extents);
  const op_info& info = *op_entries()[one.op].info;
  for (const std::size_t operand : call_operands(work, one)) {
    const step& from = work.steps[operand];
    const bool is_scalar = from.what == action::scalar;
    host_value flag = make_value(dtype::bool_, is_scalar ? shape() : from.extents);
    for (std::ptrdiff_t i = 0; i < element_count(flag.extents); ++i)
      *flag.element(i) = std::byte{
          outside(info, from.type, is_scalar ? from.bytes.data() : values[operand].element(i))};
    step spread{action::broadcast, {0}, dtype::bool_, one.extents, 0, 0, {}, {}, {}};
    flags.steps = {spread};
    const host_value wide = naive_step(flags, 0, {flag});
    for (std::size_t i = 0; i < result.bytes.size(); ++i) result.bytes[i] |= wide.bytes[i];
  }
  return result;
}

/// The difference between what a device gave for step `one` and what the host computes.
std::string step_difference(const program& work, const step& one,
                            const std::vector<host_value>& values, const host_value& actual,
                            host_value expected) {
  const int allowed = allowed_ulp(one);
  const std::string text = difference(actual, expected, allowed);
  if (text.empty() || allowed == 0) return text;
  const host_value exempt = elements_outside(work, one, values);
  for (std::ptrdiff_t i = 0; i < element_count(one.extents); ++i)
    if (*exempt.element(i) != std::byte{})
      std::memcpy(expected.element(i), actual.element(i), size_bytes(one.type));
  return difference(actual, expected, allowed);
}

std::string what_is(const program& work, std::size_t number) {
  const step& one = work.steps[number];
  const bool is_reduction = one.what == action::reduce;
  return text_of("step ", number,
                 one.is_result() ? text_of(" (", op_entries()[one.op].info->name, ")")
                 : is_reduction  ? text_of(" (", reduction_entries()[one.op].call, ")")
                                 : "");
}

std::string compare_steps(const program& work, const std::vector<host_value>& watched) {
  std::vector<host_value> values(work.steps.size());
  for (std::size_t i = 0; i < work.steps.size(); ++i) {
    const step& one = work.steps[i];
    if (one.what == action::scalar) continue;
    const std::string text =
        step_difference(work, one, values, watched[i], naive_step(work, i, values));
    if (!text.empty()) return text_of(what_is(work, i), ", device against host: ", text);
    values[one.changes_array() ? one.operands[0] : i] = watched[i];
  }
  return {};
}

std::string compare_ends(const program& work, const std::vector<host_value>& actual,
                         const std::vector<host_value>& expected, const std::string& what) {
  for (std::size_t i = 0; i < work.steps.size(); ++i) {
    const bool is_root = std::count(work.roots.begin(), work.roots.end(), i) != 0;
    if (!is_root && work.steps[i].what != action::array) continue;
    const std::string text = difference(actual[i], expected[i]);
    if (!text.empty()) return text_of(what_is(work, i), ", ", what, ": ", text);
  }
  return {};
}

/// Every step of a program that reduces, from what the library gave for its operands.
std::string compare_reductions(const program& work, const std::vector<host_value>& watched,
                               bool on_gpu, tally& counts) {
  std::vector<bounded> values(work.steps.size());
  std::vector<host_value> plain(work.steps.size());
  for (std::size_t i = 0; i < work.steps.size(); ++i) {
    const step& one = work.steps[i];
    if (one.what == action::scalar) continue;
    const std::string text =
        one.what == action::reduce
            ? difference(watched[i], bounded_step(work, i, values, on_gpu), counts)
            : step_difference(work, one, plain, watched[i], naive_step(work, i, plain));
    if (!text.empty()) return text_of(what_is(work, i), ", op by op against naive: ", text);
    values[i].value = watched[i];
    plain[i] = watched[i];
  }
  return {};
}

/// The roots within the errors of all steps before.
std::string compare_roots(const program& work, const std::vector<host_value>& actual,
                          const std::vector<bounded>& expected, const std::string& what,
                          tally& counts) {
  for (const std::size_t root : work.roots) {
    const std::string text = difference(actual[root], expected[root], counts);
    if (!text.empty()) return text_of(what_is(work, root), ", ", what, ": ", text);
  }
  return {};
}

/// Twice each: the same kernels give the same bits.
std::string check_fused_reductions(const program& work, device where, tally& counts,
                                   std::optional<manner> only) {
  const std::vector<bounded> expected = bounded_values(work, where.is_gpu());
  for (const manner chosen : {manner::fused, manner::together}) {
    if (only && chosen != *only) continue;
    const std::string name = chosen == manner::fused ? "fused" : "fused together";
    const std::vector<host_value> values = run(work, where, chosen);
    std::string text = compare_roots(work, values, expected, name + " against naive", counts);
    if (text.empty())
      text = compare_ends(work, run(work, where, chosen), values, name + " once more");
    if (!text.empty() || work.roots.size() == 1) return text;
  }
  return {};
}

std::string check_reductions(const program& work, device where, tally& counts) {
  const std::string text =
      compare_reductions(work, run_watched(work, where), where.is_gpu(), counts);
  if (!text.empty()) return text;
  return check_fused_reductions(work, where, counts, {});
}

/// Elementwise programs: the ends op by op, and as they are otherwise computed.
std::string check_fused(const program& work, device where, const std::vector<host_value>& expected,
                        std::optional<manner> only) {
  std::string text;
  if (only != manner::together || work.roots.size() == 1)
    text = compare_ends(work, run(work, where, manner::fused), expected, "fused against op by op");
  if (!text.empty() || only == manner::fused || work.roots.size() == 1) return text;
  return compare_ends(work, run(work, where, manner::together), expected,
                      "fused together against op by op");
}

}  // namespace

std::string check(const program& work, device where, tally* counts, std::optional<manner> only) {
  try {
    tally unused;
    tally& elements = counts != nullptr ? *counts : unused;
    if (work.reduces())
      return only ? check_fused_reductions(work, where, elements, only)
                  : check_reductions(work, where, elements);
    const std::vector<host_value> single = run(work, where, manner::op_by_op);
    const std::string text = check_fused(work, where, single, only);
    if (!text.empty()) return text;
    if (where.is_cpu()) return compare_ends(work, single, naive(work), "op by op against naive");
    return compare_steps(work, run_watched(work, where));
  } catch (const std::exception& failure) {
    return text_of("exception: ", failure.what());
  }
}

}  // namespace gpu::fuzz
