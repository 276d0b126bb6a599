// SPDX-License-Identifier: BSD-3-Clause
// Where the host's time of `a + b` and softplus on 16 elements goes: each layer in a loop of its own.
//
//     launch_overhead [cpu]
#include <chrono>
#include <cstdio>
#include <exception>
#include <optional>
#include <string_view>
#include <vector>

#include <gpu/graph/build.hpp>
#include <gpu/graph/schedule.hpp>
#include <gpu/gpu.hpp>

#include "gpu_executor.hpp"
#include "host_executor.hpp"
#include "kernel_table.hpp"
#include "median.hpp"
#include "planned_launch.hpp"
#include "softplus.hpp"
#include "stopwatch.hpp"

namespace gpu::bench {
namespace {

constexpr std::ptrdiff_t size = 16;

/// Prints and returns the nanoseconds of one call: the median of 15 loops.
template <class Work>
double print_time(device where, const char* what, Work work) {
  constexpr int calls = 20'000;
  (void)host_seconds(where, calls, work);
  std::vector<double> samples;
  for (int i = 0; i < 15; ++i) samples.push_back(host_seconds(where, calls, work) * 1e9);
  std::printf("  %-46s %8.1f ns\n", what, median(samples));
  return median(samples);
}

graph::leaf_ptr target_of(const graph::node_ptr& value, device where) {
  return graph::make_planned_leaf(value->type, value->extents, where);
}

double print_gpu_parts(const graph::kernel& work) {
  const device where = work.where;
  const graph::variant how = execute::contiguous_variant(work, size, 4, 4);
  std::vector<std::uint32_t> words;
  print_time(where, "of the executor: signature", [&] { work.signature(words); });
  print_time(where, "of the executor: signature and look-up",
             [&] { (void)execute::find_kernel(work, how); });
  const kernel_ref kernel = execute::find_kernel(work, how);
  struct {
    int count = 0;  // the kernel does nothing
    const void* addresses[3] = {};
  } arguments;
  launch_config config;
  config.block[0] = how.threads;
  const std::size_t bytes = sizeof(int) * 2 + sizeof(void*) * (1 + work.arguments.size());
  print_time(where, "of the executor: launch of this kernel",
             [&] { launch(kernel, config, current_stream(where), &arguments, bytes); });
  return print_time(where, "executor", [&] { execute::run_on_gpu(work); });
}

template <class Build>
void print_parts(const char* title, device where, Build build) {
  std::printf("%s, %td elements\n", title, size);
  const double whole =
      print_time(where, "everything", [&] { const ndarray<float> result = build(); });

  double parts = print_time(where, "nodes: made and freed", [&] { (void)build(); });
  const expression<float> value = build();
  const graph::node_ptr& root = value.node();
  parts += print_time(where, "planned leaf: made and freed", [&] { (void)target_of(root, where); });
  const graph::leaf_ptr target = target_of(root, where);
  parts += print_time(where, "schedule: made and freed",
                      [&] { (void)graph::make_schedule(root, target); });
  parts += print_time(where, "memory: taken and given back",
                      [&] { (void)memory_block::allocate(where, size * sizeof(float)); });
  target->place(memory_block::allocate(where, size * sizeof(float)));
  const std::vector<graph::scheduled_kernel> schedule = graph::make_schedule(root, target);
  const graph::kernel& work = schedule.back().work;
  parts += where.is_gpu()
               ? print_gpu_parts(work)
               : print_time(where, "executor", [&] { execute::run_on_host(work); });
  std::printf("  %-46s %8.1f ns\n\n", "everything less the parts", whole - parts);
}

void print_all(device where) {
  const ndarray<float> a = ones<float>({size}, where);
  const ndarray<float> b = ones<float>({size}, where);
  print_parts("a + b", where, [&] { return a + b; });
  print_parts("softplus", where, [&] { return softplus(a); });
}

}  // namespace
}  // namespace gpu::bench

int main(int argc, char** argv) {
  try {
    const bool on_cpu = argc > 1 && std::string_view(argv[1]) == "cpu";
    gpu::bench::print_all(on_cpu ? gpu::cpu() : gpu::try_gpu());
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}
