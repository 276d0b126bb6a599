// SPDX-License-Identifier: BSD-3-Clause
// The programs of user kernels.
#include "array/user_kernel/text.hpp"

#include <gpu/core/text_of.hpp>

namespace gpu::user_kernels {

std::string label_of(const kernel_source& kernel) {
  return text_of(kernel.kind, ' ', kernel.name);
}

std::string marked(const std::string& label, const std::string& text) {
  return text_of("#line 1 \"", label, "\"\n", text, "\n#line 10001 \"generated\"\n");
}

std::string_view device_name(dtype type) {
  return traits(type).device;
}

namespace {

bool is_half(dtype type) {
  return text_type(type) != type;
}

/// Whether ptxas may lose the sign of such a number: see elementwise/support/device_forms.hpp.
bool is_of_few_bits(dtype type) {
  return is_integer(type) && size_bytes(type) <= 4;
}

std::string typedefs(const kernel_source& kernel, std::span<const parameter_use> uses) {
  std::string text;
  for (const type_alias& alias : placeholders(kernel, uses))
    text += text_of("typedef ", device_name(alias.type), " ", alias.name, ";\n");
  return text;
}

/// The ops that the text calls, as functions of operands of any types.
std::string op_functions(const kernel_source& kernel) {
  std::string text;
  for (const std::string& name : kernel.ops)
    text += text_of("template <class... A>\n__device__ __forceinline__ auto ", name,
                    "(A... x) {\n  using common = decltype((+x + ...));\n  return gpu::ops::", name,
                    "{}(static_cast<common>(x)...);\n}\n");
  return text;
}

std::string preamble(const kernel_source& kernel) {
  if (kernel.options.preamble.empty()) return {};
  return marked(label_of(kernel) + " preamble", kernel.options.preamble);
}

}  // namespace

std::string definition_head(const kernel_source& kernel, std::span<const parameter_use> uses) {
  return text_of("using namespace gpu::c_math;\n", typedefs(kernel, uses), op_functions(kernel),
                 preamble(kernel));
}

namespace {

std::vector<user_text> user_texts(const kernel_source& kernel) {
  const std::string label = label_of(kernel);
  std::vector<user_text> texts{{label, kernel.operation}};
  const elementwise_kernel_options& options = kernel.options;
  if (!options.preamble.empty()) texts.push_back({label + " preamble", options.preamble});
  if (!options.loop_prep.empty()) texts.push_back({label + " loop_prep", options.loop_prep});
  if (!options.after_loop.empty()) texts.push_back({label + " after_loop", options.after_loop});
  return texts;
}

std::string includes(const kernel_source& kernel, std::span<const parameter_use> uses,
                     bool own_loop) {
  std::string text = text_of("#include <", text_header(kernel, uses), ">\n",
                             own_loop ? "#include <gpu/kernels/primitives/user_kernel.cuh>\n" : "");
  for (const std::string& header : kernel.op_headers) text += text_of("#include <", header, ">\n");
  return text + "\n";
}

/// The type of one parameter's place in the struct of arguments.
std::string argument_type(const kernel_parameter& parameter, const parameter_use& use,
                          std::size_t loop_rank) {
  const std::string element =
      text_of(parameter.writable ? "" : "const ", device_name(use.type), ", ");
  if (parameter.raw) return text_of("gpu::kernels::raw_array<", element, use.rank, ">");
  if (use.scalar)
    return text_of("gpu::kernels::user_scalar<", device_name(text_type(use.type)), ">");
  return text_of("gpu::kernels::user_operand<", element, loop_rank, ">");
}

std::string arguments_struct(const kernel_source& kernel, std::span<const parameter_use> uses,
                             std::size_t loop_rank) {
  std::string text =
      text_of("\nstruct user_arguments_ {\n  gpu::kernels::user_index<", loop_rank, "> index;\n");
  for (std::size_t k = 0; k < uses.size(); ++k)
    text += text_of("  ", argument_type(kernel.parameter(k), uses[k], loop_rank), " p", k, ";\n");
  return text + "};\n";
}

/// What declares one parameter: for raw arrays before the loop, for all others inside it.
std::string declared(const kernel_parameter& parameter, const parameter_use& use, std::size_t k,
                     bool in_loop) {
  const std::string& name = parameter.name;
  if (parameter.raw != !in_loop) return {};
  const std::string value = text_of(device_name(text_type(use.type)));
  if (parameter.raw) return text_of("  const auto ", name, " = user_arguments.p", k, ";\n");
  if (use.scalar)
    return text_of("    const ", value, "& ", name, " = user_arguments.p", k, ".value;\n");
  const std::string element = text_of("user_arguments.p", k, ".at(_ind)");
  if (!parameter.writable)
    return text_of("    const ", value, is_half(use.type) ? " " : "& ", name, " = ", element,
                   ";\n");
  std::string text =
      is_half(use.type)
          ? text_of("    gpu::kernels::rounded<", device_name(use.type), "> user_", k, "_(",
                    element, ");\n    ", value, "& ", name, " = user_", k, "_.value;\n")
          : text_of("    ", value, "& ", name, " = ", element, ";\n");
  if (!use.initialised) text += text_of("    ", name, " = {};\n");
  return text;
}

std::string loop(const kernel_source& kernel, std::span<const parameter_use> uses) {
  const std::string label = label_of(kernel);
  const elementwise_kernel_options& options = kernel.options;
  std::string text =
      "\n__device__ __forceinline__ void user_loop_(const user_arguments_& user_arguments,\n"
      "                                           ptrdiff_t user_first, ptrdiff_t user_step) {\n"
      "  auto _ind = user_arguments.index;\n";
  for (std::size_t k = 0; k < uses.size(); ++k)
    text += declared(kernel.parameter(k), uses[k], k, false);
  if (!options.loop_prep.empty()) text += marked(label + " loop_prep", options.loop_prep + ";");
  text +=
      "#pragma unroll 1\n"
      "  for ([[maybe_unused]] const ptrdiff_t i :\n"
      "       gpu::kernels::user_positions(_ind, user_first, user_step)) {\n";
  for (std::size_t k = 0; k < uses.size(); ++k)
    text += declared(kernel.parameter(k), uses[k], k, true);
  // A lambda lets `return` leave one element; without it, members of raw arrays are constants.
  const bool returns = mentions(kernel.tokens, "return");
  text += returns ? "    [&] {\n    do {\n" : "    do {\n";
  text += marked(label, kernel.operation) + "    ;} while (false);\n";
  text += returns ? "    }();\n  }\n" : "  }\n";
  if (!options.after_loop.empty()) text += marked(label + " after_loop", options.after_loop + ";");
  return text + "}\n";
}

}  // namespace

dtype text_type(dtype type) noexcept {
  return type == dtype::float16 || type == dtype::bfloat16 ? dtype::float32 : type;
}

std::vector<type_alias> placeholders(const kernel_source& kernel,
                                     std::span<const parameter_use> uses) {
  std::vector<type_alias> aliases;
  for (std::size_t k = 0; k < uses.size(); ++k) {
    const kernel_parameter& parameter = kernel.parameter(k);
    bool known = parameter.type.size() != 1;
    for (const type_alias& alias : aliases) known = known || alias.name == parameter.type;
    if (!known) aliases.push_back({parameter.type, text_type(uses[k].type)});
  }
  return aliases;
}

const char* text_header(const kernel_source& kernel, std::span<const parameter_use> uses) {
  bool complex = kernel.options.preamble.find("complex") != std::string::npos ||
                 mentions(kernel.tokens, "complex") || mentions(kernel.tokens, "complex64") ||
                 mentions(kernel.tokens, "complex128");
  for (const parameter_use& use : uses)
    complex = complex || traits(use.type).kind == dtype_kind::complex;
  return complex ? "gpu/elementwise/support/c_math_complex.hpp"
                 : "gpu/elementwise/support/c_math.hpp";
}

std::string element_definition(const kernel_source& kernel, std::span<const parameter_use> uses) {
  const kernel_parameter& output = kernel.out[0];
  const parameter_use& out = uses.back();
  const std::string_view value = device_name(text_type(out.type));
  std::string run;
  std::string taken;
  std::string passed;
  for (std::size_t k = 0; k < kernel.in.size(); ++k) {
    const std::string_view own = device_name(text_type(uses[k].type));
    run += text_of("const ", own, "& ", kernel.in[k].name, ", ");
    taken += text_of(taken.empty() ? "" : ", ", device_name(uses[k].type), " p", k);
    passed += text_of("static_cast<", own, ">(p", k, "), ");
  }
  if (out.initialised) taken += text_of(taken.empty() ? "" : ", ", device_name(out.type), " old");
  if (kernel.uses_index) {
    run += "const ptrdiff_t& i, ";
    taken += text_of(taken.empty() ? "" : ", ", "ptrdiff_t i");
    passed += "i, ";
  }
  const std::string result =
      is_of_few_bits(out.type) ? "gpu::math::opaque_to_assembler(result)" : std::string("result");
  const std::string start =
      out.initialised ? text_of("static_cast<", value, ">(old)") : std::string("{}");
  return text_of(
      definition_head(kernel, uses),
      "struct element_function {\n  __device__ __forceinline__ static void run(", run, value, "& ",
      output.name, ") {\n    do {\n", marked(label_of(kernel), kernel.operation),
      "    ;} while (false);\n  }\n  __device__ __forceinline__ ", device_name(out.type),
      " operator()(", taken, ") const {\n    ", value, " result = ", start, ";\n    run(", passed,
      "result);\n    return static_cast<", device_name(out.type), ">(", result, ");\n  }\n};\n");
}

program element_program(const kernel_source& kernel, std::span<const parameter_use> uses,
                        const std::string& definition) {
  program result;
  result.name = kernel.name + "_elements";
  result.source = includes(kernel, uses, false) + "namespace user_0 {\n" + definition +
                  "}  // namespace user_0\n\nextern \"C\" void " + result.name +
                  "(const void* const* in, void* out, ptrdiff_t count) {\n"
                  "  for (ptrdiff_t k = 0; k < count; ++k)\n    static_cast<" +
                  std::string(device_name(uses.back().type)) +
                  "*>(out)[k] = user_0::element_function{}(";
  std::size_t position = 0;
  const auto read = [&](std::string_view type) {
    result.source +=
        text_of(position ? ", " : "", "static_cast<const ", type, "*>(in[", position, "])[k]");
    ++position;
  };
  for (std::size_t k = 0; k < kernel.in.size(); ++k) read(device_name(uses[k].type));
  if (uses.back().initialised) read(device_name(uses.back().type));
  if (kernel.uses_index) read("long long");
  result.source += ");\n}\n";
  result.user_texts = user_texts(kernel);
  return result;
}

program loop_program(const kernel_source& kernel, std::span<const parameter_use> uses,
                     std::size_t loop_rank, bool on_host) {
  program result;
  result.name = kernel.name + "_kernel";
  result.source = includes(kernel, uses, true) + definition_head(kernel, uses) +
                  arguments_struct(kernel, uses, loop_rank) + loop(kernel, uses);
  if (on_host)
    result.source += text_of("\nextern \"C\" void ", result.name,
                             "(const void* arguments) {\n  user_loop_(*static_cast<const "
                             "user_arguments_*>(arguments), 0, 1);\n}\n");
  else
    result.source +=
        text_of("\nextern \"C\" __global__ void ", result.name,
                "(const __grid_constant__ user_arguments_ arguments) {\n  user_loop_(arguments,\n"
                "             static_cast<ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x,\n"
                "             static_cast<ptrdiff_t>(gridDim.x) * blockDim.x);\n}\n");
  result.options = kernel.options.options;
  result.user_texts = user_texts(kernel);
  return result;
}

}  // namespace gpu::user_kernels
