// SPDX-License-Identifier: BSD-3-Clause
#include "array/user_kernel/source.hpp"

#include <algorithm>

#include <gpu/array/user_kernel/elementwise_kernel.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "array/user_kernel/arithmetic.hpp"

namespace gpu::user_kernels {
namespace {

bool is_blank(std::string_view text) noexcept {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

std::string needs_compiler(const kernel_source& kernel) {
  for (std::size_t k = 0; k < kernel.parameter_count(); ++k)
    if (kernel.parameter(k).raw)
      return text_of("a raw argument ('", kernel.parameter(k).name, "')");
  if (!is_blank(kernel.options.preamble)) return "a preamble";
  if (!is_blank(kernel.options.loop_prep) || !is_blank(kernel.options.after_loop))
    return "text around the loop";
  if (!kernel.options.options.empty()) return "compiler options";
  if (mentions(kernel.tokens, "_ind")) return "'_ind'";
  for (const kernel_parameter& input : kernel.in)
    if (input.writable) return text_of("an input that is written ('", input.name, "')");
  return {};
}

void find_ops(kernel_source& kernel) {
  for (std::size_t k = 0; k + 1 < kernel.tokens.size(); ++k) {
    const token& word = kernel.tokens[k];
    if (word.kind != token_kind::identifier || kernel.tokens[k + 1].text != "(") continue;
    const std::string name(word.text);
    const graph::op_record* const op = op_function(name);
    const bool own = kernel.options.preamble.find(name) != std::string::npos;
    if (op == nullptr || own ||
        std::find(kernel.ops.begin(), kernel.ops.end(), name) != kernel.ops.end())
      continue;
    kernel.ops.push_back(name);
    kernel.op_headers.push_back(op->header);
  }
}

void check_signature(const std::vector<kernel_parameter>& parameters, std::span<const dtype> types,
                     const char* what) {
  if (parameters.size() != types.size())
    throw value_error(text_of("the signature has ", types.size(), " ", what, " but the list has ",
                              parameters.size()));
}

/// Replaces placeholders by what the signature says.
void apply_signature(std::vector<kernel_parameter>& parameters, std::span<const dtype> types,
                     std::vector<std::pair<std::string, dtype>>& bound) {
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    kernel_parameter& parameter = parameters[k];
    dtype wanted = parameter.fixed.value_or(types[k]);
    if (parameter.is_placeholder()) {
      const auto found = std::find_if(bound.begin(), bound.end(), [&](const auto& entry) {
        return entry.first == parameter.type;
      });
      if (found == bound.end())
        bound.emplace_back(parameter.type, types[k]);
      else
        wanted = found->second;
    }
    if (wanted != types[k])
      throw dtype_error(text_of("Type is mismatched. ", parameter.name, " ", types[k], " ", wanted,
                                " ", parameter.type, ": the signature does not fit the parameter"));
  }
}

}  // namespace

void declare(kernel_source& kernel, std::string_view in_params, std::string_view out_params,
             std::string_view name, std::span<const dtype> in_types,
             std::span<const dtype> out_types) {
  check_kernel_name(name);
  kernel.name = name;
  kernel.in = parse_parameters(in_params, false);
  kernel.out = parse_parameters(out_params, true);
  check_distinct(kernel.in, kernel.out);
  if (in_types.empty() && out_types.empty()) return;
  check_signature(kernel.in, in_types, "inputs");
  check_signature(kernel.out, out_types, "outputs");
  std::vector<std::pair<std::string, dtype>> bound;
  apply_signature(kernel.in, in_types, bound);
  apply_signature(kernel.out, out_types, bound);
  for (std::size_t k = 0; k < kernel.in.size(); ++k) kernel.in[k].fixed = in_types[k];
  for (std::size_t k = 0; k < kernel.out.size(); ++k) kernel.out[k].fixed = out_types[k];
}

void read_text(kernel_source& kernel) {
  kernel.tokens = tokenize(kernel.operation);
  const elementwise_kernel_options& around = kernel.options;
  kernel.nesting = nesting_of(kernel.tokens);
  for (const std::string* text : {&around.preamble, &around.loop_prep, &around.after_loop}) {
    const deepest_nesting own = nesting_of(tokenize(*text));
    if (own.depth > kernel.nesting.depth) kernel.nesting = own;
  }
  // A macro of the preamble may name it, too.
  kernel.uses_index =
      mentions(kernel.tokens, "i") || kernel.options.preamble.find("#define") != std::string::npos;
  find_ops(kernel);
  kernel.needs_compiler = needs_compiler(kernel);
}

std::shared_ptr<const kernel_source> make_source(std::string_view in_params,
                                                 std::string_view out_params,
                                                 std::string_view operation, std::string_view name,
                                                 const elementwise_kernel_options& options,
                                                 std::span<const dtype> in_types,
                                                 std::span<const dtype> out_types) {
  const auto kernel = std::make_shared<kernel_source>();
  declare(*kernel, in_params, out_params, name, in_types, out_types);
  kernel->operation = plain_lines(operation);
  kernel->options = options;
  elementwise_kernel_options& around = kernel->options;
  for (std::string* text : {&around.preamble, &around.loop_prep, &around.after_loop})
    *text = plain_lines(*text);
  read_text(*kernel);
  const bool plain = kernel->needs_compiler.empty() ||
                     (kernel->needs_compiler == "a preamble" &&
                      options.preamble.find("#include") == std::string::npos &&
                      is_blank(options.loop_prep) && is_blank(options.after_loop) &&
                      options.options.empty() && !mentions(kernel->tokens, "_ind"));
  const bool writes = std::any_of(kernel->in.begin(), kernel->in.end(),
                                  [](const kernel_parameter& input) { return input.writable; });
  kernel->elementwise = plain && !writes && kernel->out.size() == 1 && kernel->in.size() < 40;
  return kernel;
}

const std::string& name_of(const kernel_source& kernel) noexcept {
  return kernel.name;
}

}  // namespace gpu::user_kernels
