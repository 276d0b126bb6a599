// SPDX-License-Identifier: BSD-3-Clause
// A scheduled kernel as C++ text: a body functor, put into a hand-written skeleton.
#pragma once

#include <string>

#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"
#include "jit/program.hpp"

namespace gpu::graph {

/// The names of the ops in order, joined: "absolute_negative_exp". At most 100 characters, always a
/// valid identifier, never the name of a function that C declares.
[[nodiscard]] std::string kernel_name(const kernel& work);

/// The text. Depends on `work.signature` and `options` alone: shapes, strides, addresses and the
/// values of scalars are arguments.
///
/// The kernel's one argument is the skeleton's struct: see kernels/abi.hpp.
[[nodiscard]] program emit(const kernel& work, const variant& options);

/// A kernel of arrays in C order in PTX, for which no compiler is needed: the driver assembles it.
/// One element at a time, from functions that were compiled when the library was built; the same
/// bits, the same name, arguments and launch as the text of the skeleton `contiguous`, but slower.
/// Empty if there is none: of wide indices, of gathers, of what users wrote, or if the library was
/// built without NVRTC.
///
/// @param programmatic_dependent  as the text of `emit` does on devices that launch kernels early
[[nodiscard]] std::string emit_ptx(const kernel& work, const variant& options,
                                   bool programmatic_dependent);

}  // namespace gpu::graph
