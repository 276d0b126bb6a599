// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/fixed_kernel.hpp"

#include <gpu/core/text_of.hpp>

namespace gpu::execute {

std::string fixed_entry(std::string_view threads, std::string_view name,
                        std::string_view function) {
  return text_of("\nextern \"C\" __global__ void __launch_bounds__(", threads, ") ", name,
                 "(\n    const __grid_constant__ work::arguments x) {\n  work::", function,
                 "(x);\n}\n");
}

std::string fixed_text(std::string_view header, std::string_view type, std::string_view threads,
                       std::string_view name, std::string_view function) {
  return text_of("#include <gpu/kernels/skeletons/", header,
                 ">\n\nusing work = gpu::kernels::", type, ";\n",
                 fixed_entry(threads, name, function));
}

}  // namespace gpu::execute
