// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include <gpu/cuda/device.hpp>

#include "options.hpp"
#include "program.hpp"

namespace gpu::fuzz {

/// A number that no run before is likely to have had: one seed proves nothing of the others.
[[nodiscard]] inline std::uint64_t new_seed() {
  return std::random_device()();
}

/// Many cases on one device.
struct campaign {
  std::string name;  ///< of the program
  std::uint64_t seed = new_seed();
  std::uint64_t first = 0;     ///< the case to begin with
  std::uint64_t cases = 1000;  ///< the last one is that before
  std::uint64_t trees = 0;     ///< different trees; 0: as many as cases
  std::uint64_t layouts = 0;   ///< different layouts of each tree; 0: one for each of its cases
  double seconds = 0;          ///< after which no case begins; 0: never
  int jobs = 1;                ///< processes
  device where;
  bool on_all_gpus = false;  ///< jobs take the GPUs in turn; `where` is the first
  draw_options draw;
  std::optional<std::uint64_t> only;  ///< the one case to run
  bool one_way = false;               ///< each case fused, or fused together, in turn
  bool texts = false;                 ///< only texts of kernels: see `check_texts`
  bool print = false;                 ///< prints each program, whether or not it fails
};

/// The program of case `number`.
[[nodiscard]] program case_program(const campaign& what, std::uint64_t number);

/// Runs the cases, prints failures with a small program for each, and a summary.
/// @return 0 if all is well, 1 if a case failed, 77 if the machine lacks the GPU
[[nodiscard]] int run_campaign(const campaign& what);

}  // namespace gpu::fuzz
