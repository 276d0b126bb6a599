// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/counting_sort.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>

#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>
#include <gpu/kernels/primitives/counting_sort.hpp>

#include "core/ceil_div.hpp"
#include "cuda/copy.hpp"
#include "execute/gpu/fixed_kernel.hpp"
#include "execute/gpu/launch.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

using execute::operation;
using graph::node_ptr;

/// As counting_sort.cuh has them.
constexpr std::ptrdiff_t keys = 256;
constexpr std::ptrdiff_t threads = keys;
/// Shorter rows are sorted in registers.
constexpr std::ptrdiff_t min_columns = 256;
/// A block has a whole row if that keeps it no longer busy than a chunk does, or if there are rows
/// for all multiprocessors.
constexpr std::ptrdiff_t min_chunk = 1 << 15;
constexpr std::ptrdiff_t min_whole_rows = 1024;
/// Blocks that are enough for any GPU.
constexpr std::ptrdiff_t max_chunks = 2048;

/// The entries of the skeleton: for whole rows, or two for chunks of them.
enum class entry { sort_rows, count, fill };

program counting_program(entry which) {
  static constexpr const char* names[] = {"sort_rows", "count", "fill"};
  const char* const name = names[static_cast<std::size_t>(which)];
  program result;
  result.name = text_of("counting_sort_", name);
  result.source =
      execute::fixed_text("counting_sort.cuh", "counting_sort", "work::threads", result.name, name);
  return result;
}

void launch(entry which, const kernels::counting_sort_arguments& x, std::ptrdiff_t blocks,
            const operation& work) {
  launch_config config;
  config.grid[0] = static_cast<unsigned>(blocks);
  config.block[0] = static_cast<unsigned>(threads);
  execute::launch(execute::find_fixed_kernel<counting_program>(work.stream().device(), which),
                  config, work, &x, sizeof(x));
}

class counting_sort : public graph::library_function {
 public:
  explicit counting_sort(bool descending) : descending_(descending) {}

  [[nodiscard]] const char* name() const noexcept override { return "sort"; }
  [[nodiscard]] bool equals(const graph::library_function& other) const override {
    return graph::have_equal_parameters(*this, other);
  }
  [[nodiscard]] auto parameters() const { return std::tie(descending_); }
  void run(operation& work) const override {
    const operation::array in = work.input(0);
    const std::ptrdiff_t rows = in.place.extents[0];
    const std::ptrdiff_t columns = in.place.extents[1];
    // int8 in the order of its bits as an unsigned number, but for the sign.
    const unsigned sign = in.type == dtype::int8 ? 0x80 : 0;
    kernels::counting_sort_arguments x{reinterpret_cast<const unsigned char*>(in.data),
                                       reinterpret_cast<unsigned char*>(work.output().data),
                                       nullptr,
                                       static_cast<unsigned>(columns),
                                       static_cast<unsigned>(columns),
                                       1,
                                       descending_ ? sign ^ 0xff : sign};
    if (columns <= min_chunk || rows >= min_whole_rows)
      return launch(entry::sort_rows, x, rows, work);
    const std::ptrdiff_t chunk = std::max(ceil_div(columns, max_chunks), min_chunk);
    const std::ptrdiff_t chunks = ceil_div(columns, chunk);
    const auto count_bytes = static_cast<std::size_t>(rows * keys) * sizeof(unsigned);
    x.counts = static_cast<unsigned*>(work.workspace(count_bytes));
    x.chunk = static_cast<unsigned>(chunk);
    x.chunks = static_cast<unsigned>(chunks);
    fill_bytes(x.counts, work.stream().device(), 0, count_bytes, work.stream());
    launch(entry::count, x, rows * chunks, work);
    launch(entry::fill, x, rows * chunks, work);
  }

 private:
  bool descending_;
};

}  // namespace

bool is_sorted_by_counting(const node_ptr& matrix) {
  const std::ptrdiff_t columns = matrix->extents[1];
  return size_bytes(matrix->type) == 1 && columns >= min_columns &&
         columns <= std::numeric_limits<std::int32_t>::max() &&
         matrix->extents[0] <= std::numeric_limits<std::int32_t>::max() &&
         graph::device_of(matrix).is_gpu();
}

node_ptr sorted_by_counting(const node_ptr& matrix, bool descending) {
  return graph::make_library_node(
      ref_ptr<const graph::library_function>(new counting_sort(descending)),
      graph::operand_list::of(matrix), matrix->type, matrix->extents, graph::device_of(matrix));
}

}  // namespace gpu::detail
