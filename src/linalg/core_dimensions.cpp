// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/core_dimensions.hpp"

#include <algorithm>
#include <string>

#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::linalg::detail {
namespace {

shape without_last(const shape& extents, std::size_t count) {
  return {extents.begin(), extents.end() - std::min(count, extents.size())};
}

/// "(2,2,3)->(2,newaxis,newaxis)": the core dimensions of the result are new axes.
std::string remapped(const shape& extents, const shape& batch, std::size_t new_axes) {
  std::string to;
  for (const std::ptrdiff_t extent : batch) to += text_of(to.empty() ? "" : ",", extent);
  for (std::size_t i = 0; i < new_axes; ++i) to += to.empty() ? "newaxis" : ",newaxis";
  if (batch.size() + new_axes == 1) to += ',';
  return text_of(extents, "->(", to, ")");
}

/// "(2,4)", "(2)", "()".
std::string requested(const shape& extents) {
  std::string text;
  for (const std::ptrdiff_t extent : extents) text += text_of(text.empty() ? "" : ",", extent);
  return text_of("(", text, ")");
}

}  // namespace

void require_core_dimensions(const generalized_ufunc& function, const shape& a, const shape& b) {
  const shape* const operands[] = {&a, &b};
  for (std::size_t i = 0; i < 2; ++i)
    if (operands[i]->size() < function.min_rank[i])
      throw shape_error(text_of(function.name, ": Input operand ", i,
                                " does not have enough dimensions (has ", operands[i]->size(),
                                ", gufunc core with signature ", function.signature, " requires ",
                                function.min_rank[i], ")"));
  const std::ptrdiff_t size = b[b.size() - std::min(function.summed, b.size())];
  if (size != a.back())
    throw shape_error(
        text_of(function.name,
                ": Input operand 1 has a mismatch in its core dimension 0, with gufunc signature ",
                function.signature, " (size ", size, " is different from ", a.back(), ")"));
}

shape batch_of(const generalized_ufunc& function, const shape& a, const shape& b,
               const shape& core_result) {
  const shape own[] = {without_last(a, function.core_rank[0]),
                       without_last(b, function.core_rank[1])};
  const shape* const batches[] = {&own[0], &own[1]};
  try {
    return broadcast_shapes(batches);
  } catch (const shape_error&) {
    const std::size_t core = core_result.size();
    throw shape_error(text_of(
        "operands could not be broadcast together with remapped shapes [original->remapped]: ",
        remapped(a, own[0], core), " ", remapped(b, own[1], core), "  and requested shape ",
        requested(core_result)));
  }
}

}  // namespace gpu::linalg::detail
