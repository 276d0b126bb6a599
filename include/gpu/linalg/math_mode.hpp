// SPDX-License-Identifier: BSD-3-Clause
// How exact products of matrices on a GPU have to be.
#pragma once

namespace gpu {

/// What may be less exact for the sake of speed. Nothing is, unless it is asked for.
struct math_options {
  /// Products of float32 and complex64 round their factors to TF32, which has 10 bits of fraction.
  bool tf32 = false;
  /// Partial sums of products of float16 and bfloat16 may be of these types.
  bool reduced_accumulation = false;

  friend bool operator==(const math_options&, const math_options&) = default;
};

/// This thread's options.
[[nodiscard]] math_options get_math_options() noexcept;

/// Other options for the products that this thread asks for until the end of the scope, whenever
/// they are computed: `gpu::math_mode scope{{.tf32 = true}};`. `cpu()` is always exact.
class math_mode {
 public:
  [[nodiscard]] explicit math_mode(const math_options& options) noexcept;
  ~math_mode();

  math_mode(const math_mode&) = delete;
  math_mode& operator=(const math_mode&) = delete;

 private:
  math_options previous_;
};

}  // namespace gpu
