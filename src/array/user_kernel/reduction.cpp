// SPDX-License-Identifier: BSD-3-Clause
#include "array/user_kernel/reduction.hpp"

#include <algorithm>
#include <cctype>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::user_kernels {
namespace {

bool is_blank(std::string_view text) noexcept {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

void check_parameters(const reduction_source& kernel) {
  if (kernel.out.empty())
    throw value_error(text_of("reduction kernel '", kernel.name, "' has no output"));
  if (kernel.in.size() > 36)
    throw value_error(text_of("reduction kernel '", kernel.name, "' has ", kernel.in.size(),
                              " inputs; at most 36 are possible"));
  for (const kernel_parameter& output : kernel.out) {
    if (output.raw)
      throw value_error(text_of("output '", output.name, "' of reduction kernel '", kernel.name,
                                "' cannot be raw"));
    if (output.name == "a")
      throw value_error("Can not use 'a' as the name of an output: it is the reduced value");
  }
  for (const kernel_parameter& input : kernel.in)
    if (input.writable)
      throw value_error(text_of("input '", input.name, "' of reduction kernel '", kernel.name,
                                "' cannot be _non_const"));
}

void check_texts(const reduction_source& kernel) {
  if (is_blank(kernel.map))
    throw value_error(text_of("map_expr of reduction kernel '", kernel.name, "' is empty"));
  const std::vector<token>& words = kernel.combined.tokens;
  if (!mentions(words, "a") || !mentions(words, "b"))
    throw value_error(text_of("reduce_expr of reduction kernel '", kernel.name,
                              "' has to combine 'a' and 'b': \"", kernel.reduce, '"'));
}

/// "-DWIDTH=3" is "WIDTH 3".
void read_options(reduction_source& kernel, const std::vector<std::string>& options) {
  for (const std::string& option : options) {
    const std::string body = option.substr(0, 2) == "-D" ? option.substr(2) : std::string();
    if (body.empty() || (std::isalpha(static_cast<unsigned char>(body[0])) == 0 && body[0] != '_'))
      throw value_error(text_of("option \"", option, "\" of reduction kernel '", kernel.name,
                                "': only macros are possible, as in \"-DWIDTH=3\""));
    const std::size_t sign = body.find('=');
    kernel.macros.push_back(sign == std::string::npos
                                ? body + " 1"
                                : text_of(body.substr(0, sign), ' ', body.substr(sign + 1)));
  }
}

/// Takes `#include` lines out of the preamble, which stands in a namespace; other lines keep their
/// numbers.
void read_preamble(reduction_source& kernel, std::string_view preamble) {
  std::string& kept = kernel.options.preamble;
  while (!preamble.empty()) {
    const std::size_t end = std::min(preamble.find('\n'), preamble.size());
    const std::string_view line = preamble.substr(0, end);
    const std::size_t first = line.find_first_of("<\"");
    const std::size_t last = line.find_last_of(">\"");
    const std::size_t start = line.find_first_not_of(" \t");
    const bool includes = start != std::string_view::npos && line.substr(start, 8) == "#include" &&
                          first != last && first != std::string_view::npos;
    if (includes)
      kernel.headers.emplace_back(line.substr(first + 1, last - first - 1));
    else
      kept += line;
    if (end < preamble.size()) kept += '\n';
    preamble.remove_prefix(std::min(end + 1, preamble.size()));
  }
}

void make_statements(reduction_source& kernel) {
  const std::string identity = kernel.identity.value_or("");
  kernel.mapped.set(text_of("user_mapped = (", kernel.map, "\n);"));
  kernel.combined.set(text_of("user_combined = (", kernel.reduce, "\n);"));
  kernel.begun.set(is_blank(identity) ? "user_begun = 0;"
                                      : text_of("user_begun = (", identity, "\n);"));
  kernel.finished.set(kernel.post_map);
  if (!is_blank(kernel.reduce_type))
    kernel.accumulator.set(kernel.reduce_type + " user_value = 0;");
}

}  // namespace

std::shared_ptr<const reduction_source> make_source(
    std::string_view in_params, std::string_view out_params, const reduction_texts& texts,
    std::string_view name, const reduction_kernel_options& options, std::span<const dtype> in_types,
    std::span<const dtype> out_types) {
  const auto kernel = std::make_shared<reduction_source>();
  kernel->kind = "reduction_kernel";
  kernel->reduces = true;
  declare(*kernel, in_params, out_params, name, in_types, out_types);
  check_parameters(*kernel);
  kernel->map = plain_lines(texts.map);
  kernel->reduce = plain_lines(texts.reduce);
  kernel->post_map =
      is_blank(texts.post_map) ? kernel->out[0].name + " = a" : plain_lines(texts.post_map);
  if (texts.identity) kernel->identity = plain_lines(*texts.identity);
  kernel->reduce_type = plain_lines(options.reduce_type);
  make_statements(*kernel);
  check_texts(*kernel);
  read_options(*kernel, options.options);
  read_preamble(*kernel, plain_lines(options.preamble));
  kernel->operation = text_of(kernel->map, "\n;", kernel->reduce, "\n;", kernel->post_map, "\n;",
                              kernel->identity.value_or(""), "\n;", kernel->reduce_type);
  read_text(*kernel);
  if (!kernel->macros.empty()) kernel->needs_compiler = "a macro";
  return kernel;
}

const std::string& name_of(const reduction_source& kernel) noexcept {
  return kernel.name;
}

reduction_use::reduction_use(const reduction_source& source,
                             std::span<const parameter_use> parameters)
    : kernel(source), uses(parameters), takes_position(source.uses_index) {
  bool indexes = false;
  for (std::size_t k = 0; k < kernel.in.size(); ++k) {
    const bool is_fixed = uses[k].scalar || kernel.in[k].raw;
    indexes = indexes || !is_fixed;
    if (is_fixed && kernel.in[k].name != "a" && mentions(kernel.finished.tokens, kernel.in[k].name))
      carried.push_back(k);
  }
  takes_position = takes_position || !indexes;
}

bool reduction_use::has_raw() const noexcept {
  return std::any_of(kernel.in.begin(), kernel.in.end(),
                     [](const kernel_parameter& input) { return input.raw; });
}

std::vector<dtype> reduction_use::operand_types() const {
  std::vector<dtype> types;
  for (std::size_t k = 0; k < kernel.in.size(); ++k)
    types.push_back(kernel.in[k].raw ? dtype::int64 : uses[k].type);
  if (takes_position) types.push_back(dtype::int64);
  if (!carried.empty()) types.push_back(dtype::bool_);
  return types;
}

graph::node_ptr reduced_position(const shape& extents, std::uint64_t axes, device where) {
  layout place{0, extents, shape(extents.size(), 0)};
  std::ptrdiff_t step = 1;
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    if ((axes >> axis & 1) == 0) continue;
    place.strides[axis] = step;
    step *= extents[axis];
  }
  return graph::node_ptr(new graph::index_node(place, where));
}

}  // namespace gpu::user_kernels
