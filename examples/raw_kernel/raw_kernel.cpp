// SPDX-License-Identifier: BSD-3-Clause
// Heat that spreads over a plate: steps of a five-point stencil as a kernel in CUDA C++, which
// keeps its part of the plate in shared memory, against the same steps by views.
//
// Exits with 0 if both agreed, with 1 if they did not, with 77 if there is no GPU.
#include <iostream>
#include <string>
#include <utility>

#include <gpu/array/user_kernel/raw_module.hpp>
#include <gpu/gpu.hpp>

namespace {

constexpr int tile = 16;

/// Each block computes a tile, and reads it with a border of one element around it.
constexpr const char* text = R"(
__constant__ float conductivity;

template <class T>
__global__ void spread(const T* from, T* to, int rows, int columns) {
  constexpr int width = TILE + 2;
  __shared__ T held[width][width];
  const int top = blockIdx.y * TILE;
  const int left = blockIdx.x * TILE;
  for (int k = threadIdx.y * TILE + threadIdx.x; k < width * width; k += TILE * TILE) {
    const int row = min(max(top + k / width - 1, 0), rows - 1);
    const int column = min(max(left + k % width - 1, 0), columns - 1);
    held[k / width][k % width] = from[row * columns + column];
  }
  __syncthreads();
  const int row = top + threadIdx.y;
  const int column = left + threadIdx.x;
  if (row >= rows || column >= columns) return;
  const int i = threadIdx.y + 1;
  const int j = threadIdx.x + 1;
  const bool inside = row > 0 && row < rows - 1 && column > 0 && column < columns - 1;
  const T around = held[i - 1][j] + held[i + 1][j] + held[i][j - 1] + held[i][j + 1];
  to[row * columns + column] =
      inside ? held[i][j] + conductivity * (around - 4 * held[i][j]) : held[i][j];
}
)";

/// One step by the library alone: the border keeps its heat.
gpu::ndarray<float> spread_by_views(const gpu::ndarray<float>& plate, float conductivity) {
  const auto inner = gpu::range(1, -1);
  const auto above = gpu::view(plate, gpu::range(0, -2), inner);
  const auto below = gpu::view(plate, gpu::range(2, gpu::xnone()), inner);
  const auto left = gpu::view(plate, inner, gpu::range(0, -2));
  const auto right = gpu::view(plate, inner, gpu::range(2, gpu::xnone()));
  const auto middle = gpu::view(plate, inner, inner);
  gpu::ndarray<float> next = plate;
  gpu::view(next, inner, inner) =
      middle + conductivity * (above + below + left + right - 4.0f * middle);
  return next;
}

}  // namespace

int main() {
  if (gpu::num_gpus() == 0) {
    std::cout << "There is no GPU here, and raw kernels need one.\n";
    return 77;
  }
  constexpr int rows = 300;
  constexpr int columns = 500;
  constexpr int steps = 50;
  const gpu::raw_module heat(
      text, {.options = {"-DTILE=" + std::to_string(tile)}, .name_expressions = {"spread<float>"}});
  const gpu::raw_kernel spread = heat.get_function("spread<float>");
  heat.get_global<float>("conductivity") = 0.2f;

  gpu::ndarray<float> plate = gpu::zeros<float>({rows, columns});
  gpu::view(plate, gpu::range(100, 120), gpu::range(200, 300)) = 100.0f;
  gpu::ndarray<float> expected = plate;
  gpu::ndarray<float> next = gpu::zeros<float>({rows, columns});
  for (int step = 0; step < steps; ++step) {
    spread({(columns + tile - 1) / tile, (rows + tile - 1) / tile}, {tile, tile},
           std::as_const(plate), next, rows, columns);
    plate.swap(next);
    expected = spread_by_views(expected, 0.2f);
  }

  std::cout << "spread<float> on " << plate.device() << ": " << spread.num_regs()
            << " registers and " << spread.shared_size_bytes() << " bytes of shared memory\n";
  const float difference = gpu::max(gpu::abs(plate - expected))();
  std::cout << "hottest after " << steps << " steps: " << gpu::max(plate)()
            << "; the two ways differ by " << difference << '\n';
  return difference < 1e-3f ? 0 : 1;
}
