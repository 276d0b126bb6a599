// SPDX-License-Identifier: BSD-3-Clause
// The programs of reduction kernels.
#include "array/user_kernel/reduction.hpp"

#include <algorithm>

#include <gpu/core/text_of.hpp>

#include "array/user_kernel/text.hpp"

namespace gpu::user_kernels {
namespace {

constexpr std::string_view function = "__device__ __forceinline__ ";

/// Two texts with a comma between, if there are both.
std::string joined(const std::string& a, const std::string& b) {
  return text_of(a, a.empty() || b.empty() ? "" : ", ", b);
}

class definition_writer {
 public:
  definition_writer(const reduction_use& use, std::size_t output)
      : use_(use), kernel_(use.kernel), label_(label_of(use.kernel)), output_(output) {}

  std::string write() const {
    std::string text;
    for (const std::string& macro : kernel_.macros) text += text_of("#define ", macro, "\n");
    text += text_of(definition_head(kernel_, use_.uses), types(), expressions(), "\n",
                    user_functions());
    for (const std::string& macro : kernel_.macros)
      text += text_of("#undef ", macro.substr(0, macro.find_first_of(" (")), "\n");
    return text;
  }

 private:
  [[nodiscard]] const parameter_use& out(std::size_t k) const {
    return use_.uses[kernel_.in.size() + k];
  }
  [[nodiscard]] std::string_view result() const { return device_name(out(output_).type); }

  /// What the text sees of an input.
  [[nodiscard]] std::string seen_type(std::size_t k) const {
    const std::string_view element = device_name(text_type(use_.uses[k].type));
    if (!kernel_.in[k].raw) return std::string(element);
    return text_of("gpu::kernels::raw_array<const ", device_name(use_.uses[k].type), ", ",
                   use_.uses[k].rank, ">");
  }
  /// `value`, an operand of the reduction, as the text sees it.
  [[nodiscard]] std::string seen(std::size_t k, const std::string& value) const {
    return kernel_.in[k].raw ? text_of("*reinterpret_cast<const ", seen_type(k), "*>(", value, ")")
                             : text_of("static_cast<", seen_type(k), ">(", value, ")");
  }
  [[nodiscard]] std::string operand_type(std::size_t k) const {
    return std::string(kernel_.in[k].raw ? "long long" : device_name(use_.uses[k].type));
  }

  /// The user's text where an expression of the accumulated type is wanted.
  [[nodiscard]] std::string returned(const std::string& text, const char* part) const {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool is_list = first != std::string::npos && text[first] == '{';
    const std::string own = marked(text_of(label_, ' ', part), text);
    return is_list ? text_of("  return\n", own, ";\n")
                   : text_of("  return static_cast<user_type_>(\n", own, "  );\n");
  }

  [[nodiscard]] std::string types() const {
    std::string text = "typedef ";
    if (kernel_.reduce_type.empty())
      text += device_name(text_type(out(0).type));
    else
      text += text_of("\n", marked(label_ + " reduce_type", kernel_.reduce_type));
    text += " user_type_;\n";
    if (use_.carried.empty()) return text + "typedef gpu::kernels::nothing_kept user_kept_;\n";
    text += "struct user_kept_ {\n";
    for (const std::size_t k : use_.carried) text += text_of("  ", operand_type(k), " c", k, ";\n");
    return text + "  bool exists;\n};\n";
  }

  [[nodiscard]] std::string expressions() const {
    std::string inputs;
    for (std::size_t k = 0; k < kernel_.in.size(); ++k)
      inputs = joined(inputs, text_of("const ", seen_type(k), "& ", kernel_.in[k].name));
    if (use_.takes_position) inputs = joined(inputs, "const ptrdiff_t& i");
    std::string text = text_of(function, "user_type_ user_map_(", inputs, ") {\n",
                               returned(kernel_.map, "map_expr"), "}\n");
    text +=
        text_of(function, "user_type_ user_reduce_(const user_type_& a, const user_type_& b) {\n",
                returned(kernel_.reduce, "reduce_expr"), "}\n");
    const std::string identity = kernel_.identity.value_or("");
    const bool has_text = identity.find_first_not_of(" \t\r\n") != std::string::npos;
    text += text_of(function, "user_type_ user_identity_() {\n",
                    has_text ? returned(identity, "identity") : "  return user_type_();\n", "}\n");
    std::string given = "user_type_ a";
    for (const std::size_t k : use_.carried)
      given += text_of(", const ", seen_type(k), "& ", kernel_.in[k].name);
    for (std::size_t k = 0; k < kernel_.out.size(); ++k)
      given += text_of(", ", device_name(text_type(out(k).type)), "& ", kernel_.out[k].name);
    return text + text_of(function, "void user_post_map_(", given, ") {\n  do {\n",
                          marked(label_ + " post_map_expr", kernel_.post_map),
                          "  ;} while (false);\n}\n");
  }

  /// The operands of the reduction, as parameters.
  [[nodiscard]] std::string operands() const {
    std::string taken;
    for (std::size_t k = 0; k < kernel_.in.size(); ++k)
      taken = joined(taken, text_of(operand_type(k), " p", k));
    if (use_.takes_position) taken = joined(taken, "long long i");
    return use_.carried.empty() ? taken : joined(taken, "bool");
  }

  [[nodiscard]] std::string map() const {
    std::string passed;
    for (std::size_t k = 0; k < kernel_.in.size(); ++k)
      passed = joined(passed, seen(k, text_of("p", k)));
    if (use_.takes_position) passed = joined(passed, "static_cast<ptrdiff_t>(i)");
    return text_of("  ", function, "static user_type_ map(", operands(),
                   ") {\n    return user_map_(", passed, ");\n  }\n");
  }

  [[nodiscard]] std::string keep() const {
    if (use_.carried.empty()) return "";
    std::string kept;
    for (const std::size_t k : use_.carried) kept += text_of("p", k, ", ");
    return text_of("  ", function, "static user_kept_ keep(", operands(), ") {\n    return {", kept,
                   "true};\n  }\n");
  }

  [[nodiscard]] std::string finish() const {
    std::string text = text_of("  ", function, "static ", result(),
                               " finish(user_type_ value, user_kept_ kept) {\n");
    std::string passed = "value";
    for (const std::size_t k : use_.carried) passed += ", " + seen(k, text_of("kept.c", k));
    for (std::size_t k = 0; k < kernel_.out.size(); ++k) {
      text += text_of("    ", device_name(text_type(out(k).type)), " r", k, " = {};\n");
      passed += text_of(", r", k);
    }
    return text_of(text, "    user_post_map_(", passed, ");\n    return static_cast<", result(),
                   ">(r", output_, ");\n  }\n");
  }

  /// What kernels/primitives/user_reduction_function.hpp makes a reduction of.
  [[nodiscard]] std::string user_functions() const {
    return text_of(
        "struct user_functions_ {\n  typedef user_type_ accumulated;\n  typedef user_kept_ kept;\n"
        "  static constexpr bool has_identity = ",
        kernel_.identity ? "true" : "false", ";\n  ", function,
        "static user_type_ identity() { return user_identity_(); }\n  ", function,
        "static user_type_ reduce(const user_type_& a, const user_type_& b) {\n"
        "    return user_reduce_(a, b);\n  }\n",
        map(), keep(), finish(),
        "};\ntypedef gpu::kernels::user_reduction_function<user_functions_> reduction_function;\n");
  }

  const reduction_use& use_;
  const reduction_source& kernel_;
  const std::string label_;
  const std::size_t output_;
};

}  // namespace

std::string reduction_definition(const reduction_use& use, std::size_t output) {
  return definition_writer(use, output).write();
}

std::vector<std::string> reduction_headers(const reduction_use& use) {
  std::vector<std::string> headers{"gpu/kernels/primitives/user_reduction_function.hpp"};
  headers.insert(headers.end(), use.kernel.op_headers.begin(), use.kernel.op_headers.end());
  headers.insert(headers.end(), use.kernel.headers.begin(), use.kernel.headers.end());
  if (use.has_raw()) headers.emplace_back("gpu/kernels/primitives/user_kernel.cuh");
  return headers;
}

program reduction_program(const reduction_use& use, std::size_t output,
                          const std::string& definition) {
  const reduction_source& kernel = use.kernel;
  program result;
  result.name = kernel.name + "_reduction";
  result.source = text_of("#include <", text_header(kernel, use.uses),
                          ">\n#include <gpu/kernels/primitives/user_reduction.hpp>\n");
  for (const std::string& header : reduction_headers(use))
    result.source += text_of("#include <", header, ">\n");
  std::string elements;
  for (const dtype type : use.operand_types()) elements += text_of(", ", device_name(type));
  result.source += text_of(
      "\nnamespace user_0 {\n", definition, "}  // namespace user_0\n\nextern \"C\" const void* ",
      result.name, "() {\n  using reducer = gpu::kernels::reducer<user_0::reduction_function, ",
      device_name(use.uses[kernel.in.size() + output].type), elements,
      ">;\n  static const gpu::kernels::user_reduction_loops loops =\n"
      "      gpu::kernels::user_reduction<reducer",
      elements, ">::loops();\n  return &loops;\n}\n");
  const std::string label = label_of(kernel);
  result.user_texts = {{label + " map_expr", kernel.map},
                       {label + " reduce_expr", kernel.reduce},
                       {label + " post_map_expr", kernel.post_map},
                       {label + " identity", kernel.identity.value_or("")},
                       {label + " reduce_type", kernel.reduce_type},
                       {label + " preamble", kernel.options.preamble}};
  return result;
}

}  // namespace gpu::user_kernels
