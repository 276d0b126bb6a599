// SPDX-License-Identifier: BSD-3-Clause
// A scheduled kernel as C++ text: a body functor, put into a hand-written skeleton.
#pragma once

#include <string>

#include <gpu/graph/kernel.hpp>
#include <gpu/graph/variant.hpp>
#include <gpu/jit/program.hpp>

namespace gpu::graph {

/// The names of the ops in order, joined: "absolute_negative_exp". At most 100 characters, always a
/// valid identifier, never the name of a function that C declares.
[[nodiscard]] std::string kernel_name(const kernel& work);

/// The text. Depends on `work.signature` and `how` alone: shapes, strides, addresses and the values
/// of scalars are arguments.
///
/// The kernel's one argument is the skeleton's struct: see kernels/abi.hpp.
[[nodiscard]] program emit(const kernel& work, const variant& how);

}  // namespace gpu::graph
