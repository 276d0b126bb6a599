// SPDX-License-Identifier: BSD-3-Clause
// Times the elementwise skeletons with other constants than those of src/execute/gpu/tuning.hpp,
// each as a share of the device's own copy bandwidth: "kernel  constants  GB/s  share".
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <gpu/core/text_of.hpp>
#include <gpu/cuda/module.hpp>

#include "cuda/copy.hpp"
#include "execute/gpu/map/tiled.hpp"
#include "execute/gpu/map/strided.hpp"
#include "execute/gpu/map/rows.hpp"
#include "execute/gpu/map/contiguous.hpp"
#include "execute/gpu/arguments.hpp"
#include "execute/gpu/launch_description.hpp"
#include "execute/gpu/map/plan.hpp"
#include "graph/emit/emit.hpp"
#include "graph/kernel_builder.hpp"
#include "jit/cache.hpp"
#include "median.hpp"
#include "stopwatch.hpp"

namespace {

using namespace gpu;
using execute::map_plan;
namespace skeletons = execute::skeletons;
using graph::value_id;
using testing::kernel_builder;
using testing::new_record;

constexpr std::size_t side = 16384;
constexpr std::size_t block_bytes = side * side * 16;
const device where = get_device(0);

double copy_rate = 0;

ref_ptr<memory_block> memory(int which) {
  static const ref_ptr<memory_block> blocks[] = {memory_block::allocate(where, block_bytes),
                                                 memory_block::allocate(where, block_bytes),
                                                 memory_block::allocate(where, block_bytes)};
  return blocks[which];
}

template <class Work>
double median_seconds(Work work) {
  work();
  std::vector<double> seconds;
  for (int round = 0; round < 7; ++round) seconds.push_back(bench::device_seconds(where, 5, work));
  return bench::median(seconds);
}

void print(const std::string& name, const std::string& options, double bytes, double seconds) {
  const double rate = bytes / seconds / 1e9;
  if (copy_rate == 0) copy_rate = rate;
  std::printf("%-28s %-44s %7.0f GB/s  %.3f\n", name.c_str(), options.c_str(), rate,
              rate / copy_rate);
  std::fflush(stdout);
}

/// Launches `work` as `plan` says.
void measure(const std::string& name, const graph::kernel& work, const map_plan& plan) {
  const kernel_ref kernel = load_kernel(graph::emit(work, plan.options), where);
  alignas(16) std::byte buffer[4096];
  execute::argument_writer out(buffer);
  execute::write_arguments(out, work, plan);
  launch_config config;
  config.grid[0] = plan.grid;
  std::copy(plan.block, plan.block + 2, config.block);
  const double seconds = median_seconds(
      [&] { cuda::launch(kernel, config, current_stream(where), buffer, out.size()); });
  const execute::launch_description moved = execute::describe(work);
  const graph::variant& options = plan.options;
  print(name,
        text_of(options.name(), " V", int{options.vector}, " U", int{options.unroll}, " T",
                options.threads, " side ",
                options.is<skeletons::tiled>() ? options.as<skeletons::tiled>().tile_rows : 0,
                " block ", plan.block[0], "x", plan.block[1], " r",
                kernel.attributes(where).registers),
        static_cast<double>(moved.bytes_read + moved.bytes_written), seconds);
}

/// Other constants for the plan that the executor would make.
std::vector<map_plan> choices(const graph::kernel& work) {
  const map_plan plan = execute::plan_map(work);
  std::vector<map_plan> all{plan};
  for (const int threads : {128, 256, 512})
    for (const int unroll : {1, 2, 4}) {
      map_plan other = plan;
      other.options.unroll = static_cast<std::uint8_t>(unroll);
      if (plan.options.is<skeletons::contiguous>() || plan.options.is<skeletons::strided>()) {
        other.options.threads = static_cast<std::uint16_t>(threads);
        other.block[0] = static_cast<unsigned>(threads);
        const int each =
            threads * unroll * (plan.options.is<skeletons::contiguous>() ? plan.options.vector : 1);
        other.grid = static_cast<unsigned>((plan.size + each - 1) / each);
      } else if (plan.options.is<skeletons::rows>() && threads == 256) {
        const std::ptrdiff_t columns = plan.space.extents.back();
        const std::ptrdiff_t across = std::ptrdiff_t{plan.block[0]} * plan.options.vector;
        const std::ptrdiff_t down = std::ptrdiff_t{plan.block[1]} * unroll;
        other.grid = static_cast<unsigned>((columns + across - 1) / across *
                                           ((plan.size / columns + down - 1) / down));
      } else {
        continue;
      }
      all.push_back(other);
    }
  if (!plan.options.is<skeletons::tiled>()) return all;
  const int column = plan.options.as<skeletons::tiled>().column;
  for (const int threads : {128, 256, 512})
    for (const int tile : {32, 64, 128}) {
      map_plan other = plan;
      if (tile * tile * 16 / column > 48 * 1024 || tile < column) continue;
      if (tile / plan.options.vector > threads || tile / column < 8) continue;
      other.options.threads = static_cast<std::uint16_t>(threads);
      other.block[0] = static_cast<unsigned>(threads);
      auto& shape = other.options.as<skeletons::tiled>();
      shape.tile_rows = shape.tile_columns = static_cast<std::uint16_t>(tile);
      const auto matrix = plan.space.extents;
      other.grid =
          static_cast<unsigned>((matrix[1] + tile - 1) / tile * ((matrix[2] + tile - 1) / tile));
      all.push_back(other);
    }
  return all;
}

void measure_all(const std::string& name, const kernel_builder& made, bool only_plan = false) {
  for (const map_plan& plan : choices(made.work)) {
    measure(name, made.work, plan);
    if (only_plan) break;
  }
}

kernel_builder unary(const char* op, dtype type, const shape& extents, const layout& from) {
  kernel_builder made(extents, where);
  value_id x = made.array(type, from, memory(0));
  if (*op) x = made.op(new_record(op, {type}, type), {x});
  made.write(x, type, row_major(extents), memory(1));
  return made;
}

kernel_builder sum(const shape& extents, const layout& second) {
  constexpr dtype f32 = dtype::float32;
  kernel_builder made(extents, where);
  const value_id x = made.array(f32, row_major(extents), memory(0));
  const value_id y = made.array(f32, second, memory(2));
  made.write(made.op(new_record("add", {f32, f32}, f32), {x, y}), f32, row_major(extents),
             memory(1));
  return made;
}

kernel_builder softplus(const shape& extents) {
  constexpr dtype f32 = dtype::float32;
  kernel_builder made(extents, where);
  const value_id x = made.array(f32, row_major(extents), memory(0));
  value_id y = x;
  for (const char* name : {"absolute", "negative", "exp", "log1p"})
    y = made.op(new_record(name, {f32}, f32), {y});
  const value_id most =
      made.op(new_record("maximum", {f32, f32}, f32), {made.scalar(f32, 0.0f), x});
  made.write(made.op(new_record("add", {f32, f32}, f32), {most, y}), f32, row_major(extents),
             memory(1));
  return made;
}

}  // namespace

int main(int argc, char**) {
  const bool only_plan = argc > 1;  // with any argument: the library's own choices
  const auto n = static_cast<std::ptrdiff_t>(side);
  const shape flat{n * n};
  const shape square{n, n};
  for (int i = 0; i < 3; ++i)
    fill_bytes(memory(i)->data(), where, 0, block_bytes, current_stream(where));
  const std::size_t bytes = side * side * 4;
  print("copy", "cudaMemcpyAsync", 2.0 * static_cast<double>(bytes), median_seconds([&] {
          copy_bytes(memory(1)->data(), where, memory(0)->data(), where, bytes,
                     current_stream(where));
        }));
  measure_all("softplus float32", softplus(flat), only_plan);
  measure_all("a + b float32", sum(flat, row_major(flat)), only_plan);
  for (const dtype type :
       {dtype::int8, dtype::float16, dtype::complex64, dtype::float64, dtype::complex128})
    measure_all(text_of("negative ", type), unary("negative", type, flat, row_major(flat)),
                only_plan);
  measure_all("+ row", sum(square, {0, {n}, {1}}), only_plan);
  measure_all("+ column", sum(square, {0, {n, 1}, {1, 0}}), only_plan);
  const layout transposed{0, square, {1, n}};
  for (const dtype type :
       {dtype::float32, dtype::int8, dtype::float16, dtype::float64, dtype::complex128})
    measure_all(text_of("transposed ", type), unary("", type, square, transposed), only_plan);
  measure_all("a + transposed", sum(square, transposed), only_plan);
  measure_all("x[::2]", unary("", dtype::float32, flat, {0, flat, {2}}), only_plan);
  measure_all("x[::-1]", unary("", dtype::float32, flat, {n * n - 1, flat, {-1}}), only_plan);
  measure_all("x[:, ::2]", unary("", dtype::float32, square, {0, square, {2 * n, 2}}), only_plan);
  measure_all("x[1:]", unary("negative", dtype::float32, flat, {1, flat, {1}}), only_plan);
  measure_all("rows of 3", sum({n * n / 3, 3}, {0, {3}, {1}}), only_plan);
  measure_all("rows of 10", sum({n * n / 10, 10}, {0, {10}, {1}}), only_plan);
}
