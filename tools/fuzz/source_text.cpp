// SPDX-License-Identifier: BSD-3-Clause
#include "source_text.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <sstream>

#include <gpu/core/text_of.hpp>

#include "functor_table.hpp"
#include "naive.hpp"
#include "reduction_table.hpp"

namespace gpu::fuzz {
namespace {

constexpr std::size_t max_bytes = 16384;  ///< of one array that are written down

constexpr const char* head = R"(#include <gpu/gpu.hpp>

#include <cstring>
#include <iostream>
#include <limits>
#include <vector>

// The elements whose bytes are given.
template <class T>
gpu::ndarray<T> array(const gpu::shape& extents, std::vector<unsigned char> bytes) {
  bytes.resize(gpu::element_count(extents) * sizeof(T));
  std::vector<unsigned char> memory(bytes.size() + sizeof(T));
  std::memcpy(memory.data(), bytes.data(), bytes.size());
  return gpu::from_host<T>(reinterpret_cast<const T*>(memory.data()), extents);
}

template <class E>
auto each(E value) {
#ifdef OP_BY_OP
  return gpu::eval(value);
#else
  return value;
#endif
}

// An expression's node, given up.
template <class E>
auto node_of(E&& value) {
  if constexpr (requires { std::move(value).take(); })
    return std::move(value).take();
  else
    return value.node();
}

int main() {
)";

const char* cpp_name(dtype type) {
  constexpr const char* names[dtype_count] = {
      "bool",          "std::int8_t",         "std::int16_t",        "std::int32_t",
      "std::int64_t",  "std::uint8_t",        "std::uint16_t",       "std::uint32_t",
      "std::uint64_t", "gpu::float16",        "gpu::bfloat16",       "float",
      "double",        "std::complex<float>", "std::complex<double>"};
  return names[static_cast<int>(type)];
}

std::string value_name(const program& work, std::size_t number) {
  return (work.steps[number].what == action::array ? "a" : "v") + std::to_string(number);
}

std::string braced(const shape& extents) {
  std::string text;
  for (const std::ptrdiff_t extent : extents)
    text += (text.empty() ? "" : ", ") + std::to_string(extent);
  return "gpu::shape{" + text + "}";
}

std::string slices_text(const std::vector<taken_range>& ranges) {
  std::string text;
  for (const taken_range& one : ranges) {
    const std::ptrdiff_t stop = one.start + one.count * one.step;
    text += ", ";
    if (one.dropped)
      text += std::to_string(one.start);
    else
      text += text_of("gpu::range(", one.start, ", ",
                      one.count == 0 ? std::to_string(one.start)
                      : stop < 0     ? "gpu::placeholders::_"
                                     : std::to_string(stop),
                      ", ", one.step, ")");
  }
  return text;
}

std::string bytes_text(const std::vector<std::byte>& bytes) {
  std::string text;
  for (std::size_t i = 0; i < std::min(bytes.size(), max_bytes); ++i)
    text += text_of(i == 0 ? "" : ", ", std::to_integer<int>(bytes[i]));
  if (bytes.size() > max_bytes) text += text_of(" /* of ", bytes.size(), " */");
  return text;
}

std::string double_text(double x) {
  if (x != x) return "std::numeric_limits<double>::quiet_NaN()";
  if (x > std::numeric_limits<double>::max()) return "std::numeric_limits<double>::infinity()";
  if (x < std::numeric_limits<double>::lowest()) return "-std::numeric_limits<double>::infinity()";
  std::ostringstream text;
  text << std::hexfloat << x;
  return text.str();
}

std::string scalar_text(const step& one) {
  double parts[2] = {};
  std::int64_t integer = 0;
  if (one.type == dtype::int64) {
    std::memcpy(&integer, one.bytes.data(), sizeof(integer));
    if (integer == std::numeric_limits<std::int64_t>::min())
      return "std::numeric_limits<std::int64_t>::min()";
    return text_of("std::int64_t{", integer, "}");
  }
  if (one.type == dtype::bool_) return one.bytes[0] == std::byte{0} ? "false" : "true";
  std::memcpy(parts, one.bytes.data(), one.bytes.size());
  if (one.type == dtype::float64) return double_text(parts[0]);
  return "std::complex<double>(" + double_text(parts[0]) + ", " + double_text(parts[1]) + ")";
}

std::string operand_text(const program& work, std::size_t number) {
  const step& one = work.steps[number];
  return one.what == action::scalar ? scalar_text(one) : value_name(work, number);
}

std::string axes_text(const std::vector<std::ptrdiff_t>& axes) {
  std::string text;
  for (const std::ptrdiff_t axis : axes) text += (text.empty() ? "" : ", ") + std::to_string(axis);
  return text;
}

/// `gpu::sum(v1, {0, 2}, gpu::keepdims)`.
std::string reduction_text(const program& work, const step& one) {
  const reduction_entry& entry = reduction_entries()[one.op];
  std::string text = text_of("gpu::", entry.call, "(", value_name(work, one.operands[0]));
  if (!one.call.over_all)
    text += one.call.is_number ? ", " + axes_text(one.axes) : ", {" + axes_text(one.axes) + "}";
  else if (entry.call.find(".reduce") != std::string::npos)
    text += ", std::nullopt";
  if (entry.includes_initial) text += ", gpu::include_initial";
  if (entry.what == formula::diff)
    text = text_of("gpu::diff(", value_name(work, one.operands[0]), ", 1, ", one.axes[0]);
  if (one.call.keepdims) text += ", gpu::keepdims";
  if (one.operands.size() > 1) text += ", gpu::where(" + value_name(work, one.operands[1]) + ")";
  if (one.call.type) text += text_of(", gpu::as_dtype<", cpp_name(*one.call.type), ">");
  if (one.call.ddof != 0) text += text_of(", gpu::ddof(", one.call.ddof, ")");
  if (one.call.initial) {
    step number = one;
    number.type = *one.call.initial;
    text += ", gpu::initial(" + scalar_text(number) + ")";
  }
  return text + ")";
}

std::string expression_text(const program& work, const step& one) {
  const std::string from = operand_text(work, one.operands[0]);
  switch (one.what) {
    case action::op: {
      std::string operands;
      for (const std::size_t operand : one.operands)
        operands += (operands.empty() ? "" : ", ") + operand_text(work, operand);
      return text_of("gpu::", op_entries()[one.op].info->name, "(", operands, ")");
    }
    case action::cast:
      return text_of("each(gpu::astype<", cpp_name(one.type), ">(", from, "))");
    case action::reduce:
      return text_of("each(", reduction_text(work, one), ")");
    case action::transpose:
      return text_of("gpu::transpose(", from, ", {", axes_text(one.axes), "})");
    case action::slice:
      return text_of("gpu::view(std::as_const(", from, ")", slices_text(one.ranges), ")");
    case action::reshape:
      return text_of("gpu::reshape(", from, ", ", braced(one.extents), ")");
    case action::broadcast:
      return text_of("gpu::broadcast_to(", from, ", ", braced(one.extents), ")");
    case action::expand:
      return text_of("gpu::expand_dims(", from, ", ", one.axes[0], ")");
    default:
      return text_of("gpu::diagonal(", from, ", ", axes_text(one.axes), ")");
  }
}

/// Two results are those of one call.
std::string result_text(const program& work, std::size_t number) {
  const step& one = work.steps[number];
  const std::string name = value_name(work, number);
  if (one.what == action::second)
    return text_of("  auto ", name, " = each(std::get<1>(both", one.operands[0], "));\n");
  const std::string call = expression_text(work, one);
  if (op_entries()[one.op].record->outputs == 1)
    return text_of("  auto ", name, " = each(", call, ");\n");
  return text_of("  auto both", number, " = ", call, ";\n  auto ", name, " = each(std::get<0>(both",
                 number, "));\n");
}

std::string step_text(const program& work, std::size_t number,
                      const std::vector<std::size_t>& last) {
  const step& one = work.steps[number];
  if (one.what == action::scalar) return {};
  if (one.what == action::array)
    return text_of("  auto ", value_name(work, number), " = array<", cpp_name(one.type), ">(",
                   braced(one.extents), ", {", bytes_text(one.bytes), "});\n");
  if (one.is_result()) return result_text(work, number);
  if (!one.changes_array())
    return text_of("  auto ", value_name(work, number), " = ", expression_text(work, one), ";\n");
  const std::size_t source = one.operands[1];
  const std::string value = work.steps[source].what != action::array && last[source] == number
                                ? text_of("node_of(std::move(", value_name(work, source), "))")
                                : text_of(value_name(work, source), ".node()");
  if (one.what == action::update)
    return text_of("  ", value_name(work, one.operands[0]), ".update(", value, ");\n");
  return text_of("  gpu::view(", value_name(work, one.operands[0]), slices_text(one.ranges),
                 ").write_node(", value, ");\n");
}

std::string expected_text(const host_value& value) {
  std::string text;
  const std::ptrdiff_t count = element_count(value.extents);
  for (std::ptrdiff_t i = 0; i < std::min<std::ptrdiff_t>(count, 8); ++i)
    text += "  //   " + element_text(value.type, value.element(i)) + "\n";
  return count > 8 ? text + "  //   ...\n" : text;
}

}  // namespace

std::string source_text(const program& work, device where) {
  std::string text = head;
  text += text_of("  gpu::", where.is_cpu() ? "cpu()" : text_of("gpu(", where.index(), ")"),
                  ".use();\n");
  const std::vector<std::size_t> last = last_uses(work);
  for (std::size_t i = 0; i < work.steps.size(); ++i) text += step_text(work, i, last);
  const std::vector<host_value> values = naive(work);
  for (std::size_t i = 0; i < work.steps.size(); ++i) {
    const bool is_root = std::count(work.roots.begin(), work.roots.end(), i) != 0;
    if (!is_root && work.steps[i].what != action::array) continue;
    const std::string name = value_name(work, i);
    if (is_root)
      text += text_of("  std::cout << \"", name, " \" << gpu::eval(", name, ") << '\\n';\n",
                      expected_text(values[i]));
  }
  return text + "}\n";
}

}  // namespace gpu::fuzz
