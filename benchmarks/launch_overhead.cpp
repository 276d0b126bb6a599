// SPDX-License-Identifier: BSD-3-Clause
// Where the host's time of `a + b` and softplus on 16 elements goes: loops that each do one thing
// more than the loop before.
//
//     launch_overhead [cpu]
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string_view>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/graph/build.hpp>

#include "execute/contiguous_expression.hpp"
#include "execute/gpu/executor.hpp"
#include "execute/gpu/launch_cache.hpp"
#include "execute/gpu/launch_key.hpp"
#include "execute/host/executor.hpp"
#include "graph/schedule/linearizer.hpp"
#include "graph/schedule/schedule.hpp"
#include "reference_figures.hpp"
#include "softplus.hpp"
#include "stopwatch.hpp"

namespace gpu::bench {
namespace {

constexpr std::ptrdiff_t size = 16;

/// Nanoseconds of one call: the least of 25 loops, as anything else on the machine only adds.
template <class Work>
double nanoseconds(device where, Work work) {
  constexpr int calls = 10'000;
  double least = host_seconds(where, calls, work);
  for (int i = 0; i < 25; ++i) least = std::min(least, host_seconds(where, calls, work));
  return least * 1e9;
}

void print_line(const char* what, double nanoseconds) {
  std::printf("  %-44s %8.1f ns\n", what, nanoseconds);
}

void execute_kernel(const graph::kernel& work) {
  if (work.where.is_cpu())
    execute::run_on_host(work);
  else
    execute::run_on_gpu(work);
}

/// What is in the executor's share, each in a loop of its own.
void print_gpu_parts(const graph::kernel& work) {
  const device where = work.where;
  const kernel_ref kernel = *execute::find_launch(work).kernel;
  struct {
    int count = 0;  // the kernel does nothing
    const void* addresses[3] = {};
  } arguments;
  launch_config config;
  config.block[0] = execute::find_launch(work).plan->block[0];
  const std::size_t bytes = sizeof(int) * 2 + sizeof(void*) * (1 + work.arguments.size());
  std::vector<std::uint32_t> words;
  print_line("  alone: key", nanoseconds(where, [&] { execute::write_key(words, work); }));
  print_line("  alone: key and look-up",
             nanoseconds(where, [&] { (void)execute::find_launch(work); }));
  print_line("  alone: launch", nanoseconds(where, [&] {
               cuda::launch(kernel, config, current_stream(where), &arguments, bytes);
             }));
}

/// The way of evaluation of what is scheduled: other expressions, and all on a host, up to and with
/// layer number `last`. The scheduler's buffers are kept, as the evaluation of small expressions
/// keeps them.
template <class Build>
void schedule_until(int last, device where, Build build) {
  static graph::linearizer lines;
  static graph::kernel work;
  static const graph::finished_values nothing_finished;
  const expression<float> value = build();
  if (last == 0) return;
  const graph::node_ptr& root = value.node();
  const graph::leaf_ptr target = graph::make_unallocated_leaf(root->type, root->extents, where);
  if (last == 1) return;
  const graph::root one{root.get(), target.get()};
  (void)lines.run({&one, 1}, nothing_finished, work);
  if (last >= 3) target->place(memory_block::allocate(where, size * sizeof(float)));
  if (last >= 4) execute_kernel(work);
  work.clear();
}

/// The way of evaluation of contiguous expressions on a GPU.
template <class Build>
void run_expression_until(int last, device where, Build build) {
  const expression<float> value = build();
  if (last == 0) return;
  const graph::node& root = *value.node();
  const graph::leaf_ptr target = graph::make_unallocated_leaf(root.type, root.extents, where);
  if (last == 1) return;
  execute::contiguous_expression read;
  (void)read.read(root, *target);
  if (last >= 3) target->place(memory_block::allocate(where, size * sizeof(float)));
  if (last >= 4) (void)execute::run_on_gpu(read);
}

/// Returns their sum.
template <class Evaluate>
double print_layers(const char* const (&layers)[5], device where, Evaluate evaluate_until) {
  double before = 0;
  for (int last = 0; last < 5; ++last) {
    const double now = nanoseconds(where, [&] { evaluate_until(last); });
    print_line(layers[last], now - before);
    before = now;
  }
  return before;
}

template <class Build>
void print_parts(const char* title, device where, Build build) {
  std::printf("%s, %td elements\n", title, size);
  const auto schedule = [&] {
    return print_layers({"nodes", "unallocated leaf", "schedule", "memory", "executor"}, where,
                        [&](int last) { schedule_until(last, where, build); });
  };
  const auto run_expression = [&] {
    return print_layers({"nodes", "unallocated leaf", "words", "memory", "launch"}, where,
                        [&](int last) { run_expression_until(last, where, build); });
  };
  const double sum = where.is_gpu() ? run_expression() : schedule();
  const double whole = nanoseconds(where, [&] { const ndarray<float> result = build(); });
  print_line("what is around them", whole - sum);
  print_line("everything", whole);
  if (where.is_gpu()) {
    std::printf(" if it were scheduled\n");
    schedule();
  }
  if (where.is_gpu()) {
    const expression<float> value = build();
    const graph::leaf_ptr target =
        graph::make_unallocated_leaf(value.node()->type, value.node()->extents, where);
    print_gpu_parts(graph::make_schedule(value.node(), target).back().work);
    print_line("  alone: bare launch", nanoseconds(where, bare_launch));
  }
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
