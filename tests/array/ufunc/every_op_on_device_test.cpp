// SPDX-License-Identifier: BSD-3-Clause
// Every loop of every op in a kernel on a GPU, assembled and compiled, against NumPy. Nothing here
// names an op.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/jit/background.hpp>
#include <gpu/jit/history.hpp>
#include <gpu/ops.hpp>

#include "support/device.hpp"
#include "support/environment.hpp"
#include "support/golden.hpp"
#include "support/ulp.hpp"

namespace gpu::test {
namespace {

struct op_on_device {
  op_info info;
  const graph::op_record* record;
};

std::vector<op_on_device> all() {
  std::vector<op_on_device> ops;
  all_ops::for_each([&]<class Op>() { ops.push_back({Op::info, &graph::record_of<Op>()}); });
  return ops;
}

/// The loop that the table is of, by its operands; -1 if there is none.
int loop_of(const graph::op_record& op, const std::string& spelling) {
  for (int index = 0; index < op.loop_count(); ++index) {
    std::string text;
    for (const dtype type : op.loops[static_cast<std::size_t>(index)].in)
      text += traits(type).character;
    if (spelling.starts_with(text + "->")) return index;
  }
  return -1;
}

graph::node_ptr column(const golden_table& table, std::size_t position, dtype type, device where) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) -> graph::node_ptr {
    return from_host<T>(reinterpret_cast<const T*>(table.columns.at(position).data()),
                        {static_cast<std::ptrdiff_t>(table.size)}, where)
        .node();
  });
}

double ulp_at(const golden_table& table, const std::vector<std::byte>& results, dtype type,
              std::size_t expected, std::size_t row) {
  return visit_dtype(type, [&]<class Element>(std::type_identity<Element>) {
    using T = computed_t<Element>;
    T actual;
    std::memcpy(static_cast<void*>(&actual), results.data() + row * sizeof(T), sizeof(T));
    return ulp_distance(actual, table.value<T>(expected, row));
  });
}

/// The operands of one row as bytes, to find it again.
std::string shown(const golden_table& table, std::size_t row) {
  std::string text;
  for (const std::vector<std::byte>& column : table.columns) {
    const std::size_t size = column.size() / table.size;
    for (std::size_t k = size; k-- > 0;)
      for (const int shift : {4, 0})
        text += "0123456789abcdef"[(static_cast<int>(column[row * size + k]) >> shift) & 15];
    text += ' ';
  }
  return text;
}

/// Whether all bits are the same, but for those of elements that are nan in both.
bool same_but_for_nan(const std::vector<std::byte>& a, const std::vector<std::byte>& b,
                      dtype type) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    for (std::size_t at = 0; at < a.size(); at += sizeof(T)) {
      T x;
      T y;
      std::memcpy(static_cast<void*>(&x), a.data() + at, sizeof(T));
      std::memcpy(static_cast<void*>(&y), b.data() + at, sizeof(T));
      if (std::memcmp(&x, &y, sizeof(T)) != 0 && (x == x || y == y)) return false;
    }
    return true;
  });
}

/// What one loop computes of the operands in the table, for the result at `position`.
std::vector<std::byte> computed(const graph::op_record& op, int chosen, const golden_table& table) {
  const graph::typed_loop& loop = op.loops[static_cast<std::size_t>(chosen)];
  std::vector<graph::node_ptr> operands;
  for (std::size_t i = 0; i < loop.in.size(); ++i)
    operands.push_back(column(table, i, loop.in[i], gpu::gpu(0)));
  std::vector<std::byte> results(table.size * size_bytes(loop.out));
  detail::read_elements(graph::make_op(op, chosen, std::span<const graph::node_ptr>(operands)),
                        results.data());
  return results;
}

void expect_numpys(const std::vector<std::byte>& results, const op_info& info, dtype type,
                   const golden_table& table, std::size_t expected) {
  const bool is_complex = table.loop.find_first_of("FD") != std::string::npos;
  const int allowed = is_complex ? std::max(info.max_ulp, info.complex_ulp) : info.max_ulp;
  double worst = 0;
  std::size_t where = 0;
  for (std::size_t row = 0; row < table.size; ++row) {
    const double ulp = ulp_at(table, results, type, expected, row);
    if (ulp > worst) worst = ulp, where = row;
  }
  EXPECT_LE(worst, allowed) << table.loop << ", result " << expected
                            << ", operands and NumPy's result " << shown(table, where);
}

}  // namespace

struct every_op_on_gpu : testing::TestWithParam<op_on_device> {
  const op_info info = GetParam().info;
};

/// First by the kernel that the driver assembles, then by the one that is compiled meanwhile.
TEST_P(every_op_on_gpu, computes_what_numpy_computes) {
  GPU_REQUIRE_DEVICE();
  const device_guard guard(gpu::gpu(0));
  const environment_guard assembling("GPU_NDARRAY_ASSEMBLE", "1");
  const environment_guard no_disk("GPU_NDARRAY_CACHE", "0");
  if (!std::ifstream(golden_path(info.name))) GTEST_SKIP() << "an extension";
  const graph::op_record& op = *GetParam().record;
  for (const golden_table& table : read_golden(golden_path(info.name)).tables) {
    const int index = loop_of(op, table.loop);
    ASSERT_GE(index, 0) << table.loop;
    for (int position = 0; position < op.outputs; ++position) {
      const int chosen = op.component_loop(index, position);
      const dtype out = op.loops[static_cast<std::size_t>(chosen)].out;
      const std::size_t expected =
          op.loops[static_cast<std::size_t>(chosen)].in.size() + static_cast<std::size_t>(position);
      clear_kernel_history();
      const std::vector<std::byte> first = computed(op, chosen, table);
      const std::vector<kernel_record> made = kernel_history();
      EXPECT_TRUE(made.empty() || made.front().origin == code_origin::assembled) << table.loop;
      expect_numpys(first, info, out, table, expected);
      finish_compiling();
      const std::vector<std::byte> second = computed(op, chosen, table);
      expect_numpys(second, info, out, table, expected);
      EXPECT_TRUE(same_but_for_nan(first, second, out)) << table.loop;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(gpu, every_op_on_gpu, testing::ValuesIn(all()),
                         [](const auto& test) { return test.param.info.name; });

}  // namespace gpu::test
