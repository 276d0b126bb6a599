// SPDX-License-Identifier: BSD-3-Clause
// What may be said about a user's kernel beside its parameters and its text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <gpu/cuda/stream.hpp>

namespace gpu {

/// Given when a kernel is made.
struct elementwise_kernel_options {
  std::string preamble{};              ///< text before the kernel: functions of one's own
  std::string loop_prep{};             ///< text before each thread's loop over its elements
  std::string after_loop{};            ///< text after it
  std::vector<std::string> options{};  ///< for the compiler: "-DWIDTH=3"
  bool reduce_dims = true;             ///< whether `_ind.get()` may see merged axes
  bool no_return = false;              ///< a call returns nothing: outputs are given
  bool return_tuple = false;           ///< kept for CuPy's sake: results are always a list here
};

/// Given when a reduction kernel is made.
struct reduction_kernel_options {
  std::string reduce_type{};           ///< what is accumulated; without, the first output's type
  bool reduce_dims = true;             ///< kept for CuPy's sake: nothing sees the axes here
  std::string preamble{};              ///< text before the kernel: types and functions of one's own
  std::vector<std::string> options{};  ///< macros: "-DWIDTH=3"
};

/// Given when a kernel is called. `stream` and `block_size` make the call compute at once, in a
/// launch of its own; without them a kernel of one output fuses with what surrounds it.
struct launch_options {
  std::ptrdiff_t size = -1;            ///< of the loop, if every array is raw
  std::optional<stream_ref> stream{};  ///< instead of the current one
  std::optional<int> block_size{};     ///< threads of a block; 128 without
};

}  // namespace gpu
