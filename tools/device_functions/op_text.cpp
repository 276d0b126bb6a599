// SPDX-License-Identifier: BSD-3-Clause
#include "op_text.hpp"

#include <algorithm>
#include <span>

#include <gpu/core/promotion.hpp>

#include "graph/emit/ptx/device_functions.hpp"

namespace gpu::device_functions {
namespace {

op_text begin_text(const std::string& op, const std::string& header) {
  return {op,
          text_of("#include <gpu/kernels/primitives/element_word.cuh>\n#include <", header,
                  ">\nusing namespace gpu::kernels;\n"),
          {}};
}

void add_function(op_text& text, const std::string& functor, std::string_view component,
                  std::span<const dtype> in, dtype out) {
  const std::string name = graph::device_function_name(text.op, component, in, out);
  if (std::find(text.names.begin(), text.names.end(), name) != text.names.end()) return;
  std::string parameters;
  std::string arguments;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const char* comma = i ? ", " : "";
    parameters += text_of(comma, "word_of<", traits(in[i]).device, "> a", i);
    arguments += text_of(comma, "element<", traits(in[i]).device, ">(a", i, ")");
  }
  text.source += text_of("extern \"C\" __device__ word_of<", traits(out).device, "> ", name, "(",
                         parameters, ") {\n  return packed<", traits(out).device, ">(", functor,
                         "(", arguments, ")", component, ");\n}\n");
  text.names.push_back(name);
}

}  // namespace

op_text functions_of(const op_info& info) {
  op_text text = begin_text(info.name, text_of("gpu/elementwise/", info.name, ".hpp"));
  const std::string functor = text_of("gpu::ops::", info.name, "{}");
  const char* left = info.loops;
  for (loop each = parse_loop(left, 0); each.index >= 0; each = parse_loop(left, 0))
    for (int position = 0; position < each.outputs; ++position)
      add_function(text, functor,
                   each.outputs == 1 ? ""
                   : position == 0   ? ".first"
                                     : ".second",
                   std::span<const dtype>(each.in).first(static_cast<std::size_t>(each.arity)),
                   each.out_at(position));
  return text;
}

op_text functions_of_casts() {
  op_text text = begin_text("cast", "gpu/elementwise/support/cast.hpp");
  for (int from = 0; from < dtype_count; ++from)
    for (int to = 0; to < dtype_count; ++to) {
      const dtype in[] = {static_cast<dtype>(from)};
      const auto out = static_cast<dtype>(to);
      add_function(text, text_of("gpu::math::cast<", traits(out).device, ">"), "", in, out);
    }
  return text;
}

op_text functions_of_division(const kernels::functor_info& info) {
  op_text text = begin_text(info.name, text_of("gpu/kernels/functors/", info.file, ".hpp"));
  for (int i = 0; i < dtype_count; ++i) {
    const auto type = static_cast<dtype>(i);
    if (!is_integer(type)) continue;
    const dtype word = size_bytes(type) > 4 ? dtype::uint64 : dtype::uint32;
    const dtype in[] = {type, word, word, dtype::int32};
    add_function(text, text_of("gpu::kernels::", info.name, "<", traits(type).device, ">{}"), "",
                 in, type);
  }
  return text;
}

}  // namespace gpu::device_functions
