// SPDX-License-Identifier: BSD-3-Clause
// expect: deleted
// expect: basic_parameter
#include <gpu/random/generator.hpp>

int main() {
  auto rng = gpu::random::default_rng(3);
  auto x = rng.gamma(2, {3});
}
