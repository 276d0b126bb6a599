// SPDX-License-Identifier: BSD-3-Clause
// What a user's file looks like to the compiler: everything included, ten different expressions.
// compile_time.py times its compilation; it is never run.
#include <gpu/gpu.hpp>

using array = gpu::ndarray<float>;
using integers = gpu::ndarray<int>;

array softplus(const array& x) {
  return gpu::maximum(0, x) + gpu::log1p(gpu::exp(-gpu::abs(x)));
}

array normalised(const array& x, float mean, float deviation) {
  return (x - mean) / gpu::sqrt(deviation * deviation + 1e-5f);
}

array distance(const array& x, const array& y) {
  return gpu::sqrt(gpu::square(x) + gpu::square(y));
}

gpu::ndarray<double> mixed(const array& x, const integers& n) {
  return x * n + 0.5;
}

gpu::ndarray<bool> inside(const array& x) {
  return (x >= -1.0f) && (x <= 1.0f) && gpu::isfinite(x);
}

array chosen(const array& x, const array& y) {
  return gpu::where(x > y, gpu::power(x, 2), gpu::tanh(y));
}

integers buckets(const integers& n) {
  return gpu::remainder(n, 7) * 3 - gpu::floor_divide(n, 7);
}

array outer(const array& x) {
  return gpu::view(x, gpu::all(), gpu::newaxis()) * gpu::view(x, gpu::newaxis(), gpu::all());
}

array symmetric(const array& m) {
  return (m + gpu::transpose(m)) * 0.5f;
}

void step(array& weights, const array& gradient) {
  weights -= 0.01f * gpu::clip(gradient, -1.0f, 1.0f);
  gpu::view(weights, gpu::range(0, 2)) = 0.0f;
}
