// SPDX-License-Identifier: BSD-3-Clause
// Until when CUDA knows the kernels of this folder. Each of its files registers its own as static
// objects are made, and takes them back as they end: beside those of this file, not of another
// library or of the program.
#include "vendor/cub/cub.hpp"

namespace gpu::cub_kernels {
namespace {

bool has_ended = false;

struct registration {
  ~registration() { has_ended = true; }
};
const registration own;

}  // namespace

bool are_registered() noexcept {
  return !has_ended;
}

}  // namespace gpu::cub_kernels
