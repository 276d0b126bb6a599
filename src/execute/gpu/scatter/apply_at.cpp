// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/scatter/apply_at.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <string>

#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/kernels/abi.hpp>

#include "core/ceil_div.hpp"
#include "cuda/capture.hpp"
#include "cuda/copy.hpp"
#include "execute/gpu/fixed_kernel.hpp"
#include "execute/gpu/launch.hpp"
#include "execute/operation.hpp"
#include "jit/cache.hpp"
#include "vendor/cub/sorting.hpp"

namespace gpu::execute {
namespace {

constexpr unsigned threads = 256;

/// `text` converted from one dtype to another, as device text.
std::string converted(const std::string& text, dtype from, dtype to) {
  if (from == to) return text;
  const auto index = static_cast<std::size_t>(graph::cast_loop(from, to));
  return text_of(graph::cast_record().loops[index].functor, "(", text, ")");
}

struct sorted_updates {
  void* keys;
  void* positions;
};

sorted_updates sort_updates(const at_update& update, std::ptrdiff_t count, bool wide,
                            operation& work) {
  const device where = *update.target->where;
  const auto key_bytes = static_cast<int>(size_bytes(update.keys->type));
  const int position_bytes = wide ? 8 : 4;
  const graph::node_ptr numbers = graph::make_index({count}, 0, 0, 1, where);
  const graph::leaf_ptr unsorted =
      evaluate(graph::make_cast(numbers, wide ? dtype::uint64 : dtype::uint32), where);
  const auto size = static_cast<std::size_t>(count);
  const sorted_updates sorted{work.workspace(size * static_cast<std::size_t>(key_bytes)),
                              work.workspace(size * static_cast<std::size_t>(position_bytes))};
  vendor::radix_sort({work.input(*update.keys), sorted.keys, key_bytes},
                     {work.input(*unsorted), sorted.positions, position_bytes}, count,
                     work.stream(), std::bit_width(static_cast<std::uint64_t>(update.rows)));
  return sorted;
}

/// The largest key, which stands last. Waits.
std::uint64_t last_key(const sorted_updates& sorted, std::ptrdiff_t count, dtype type,
                       stream_ref stream) {
  const std::size_t bytes = size_bytes(type);
  const auto* const keys = static_cast<const char*>(sorted.keys);
  std::uint64_t key = 0;  // its low bytes come first
  copy_bytes(&key, cpu(), keys + static_cast<std::size_t>(count - 1) * bytes, stream.device(),
             bytes, stream);
  return key;
}

}  // namespace

program at_program(const graph::op_record& op, int loop, dtype target, dtype key, bool wide) {
  const graph::typed_loop& types = op.loops[static_cast<std::size_t>(loop)];
  const std::string element(traits(target).device);
  std::string call = types.functor + "(" + converted("x", target, types.in[0]);
  if (types.in.size() == 2)
    call += text_of(", static_cast<const ", traits(types.in[1]).device, "*>(operand)[at]");
  program result;
  result.name = op.name + "_at";
  for (const std::string& header : std::set<std::string>{"gpu/kernels/skeletons/at.cuh", op.header,
                                                         graph::cast_record().header})
    result.source += text_of("#include <", header, ">\n");
  result.source +=
      text_of("\nstruct body {\n  __device__ __forceinline__ ", element, " operator()(", element,
              " x, const void* operand, long long at) const {\n    return ",
              converted(call + ")", types.out, target),
              ";\n  }\n};\n\nusing work = gpu::kernels::at<body, ", element, ", ",
              traits(key).device, ", ", wide ? "unsigned long long" : "unsigned int", ">;\n",
              fixed_entry(text_of(threads), result.name));
  return result;
}

bool apply_at_on_gpu(const at_update& update) {
  const std::ptrdiff_t count = element_count(update.keys->extents);
  if (count == 0) return true;
  const device where = *update.target->where;
  operation work(where);
  const bool wide = count > std::numeric_limits<std::uint32_t>::max();
  const kernel_ref kernel = load_kernel(
      at_program(update.op, update.loop, update.target->type, update.keys->type, wide), where);
  const sorted_updates sorted = sort_updates(update, count, wide, work);
  const bool is_recorded = gpu::detail::is_capturing(work.stream());
  if (!is_recorded && last_key(sorted, count, update.keys->type, work.stream()) ==
                          static_cast<std::uint64_t>(update.rows))
    return false;
  const std::ptrdiff_t size = count * update.row_size;
  if (size == 0) return true;
  const kernels::at_arguments x{work.output(*update.target),
                                update.operand ? work.input(*update.operand) : nullptr,
                                sorted.keys,
                                sorted.positions,
                                count,
                                update.row_size,
                                update.operand_row,
                                update.operand_step,
                                is_recorded ? update.rows : -1};
  launch_config config;
  config.grid[0] = static_cast<unsigned>(ceil_div(size, threads));
  config.block[0] = threads;
  launch(kernel, config, work, &x, sizeof(x));
  return true;
}

}  // namespace gpu::execute
