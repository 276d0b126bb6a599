// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/loop_choice.hpp>

#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>

namespace {

using gpu::casting;
using gpu::dtype;

dtype type_named(const std::string& name) {
  for (int i = 0; i < gpu::dtype_count; ++i)
    if (traits(static_cast<dtype>(i)).name == name) return static_cast<dtype>(i);
  ADD_FAILURE() << "no dtype " << name;
  return dtype::bool_;
}

template <class... Op>
const gpu::op_info* info_named(const std::string& name, gpu::type_list<Op...>) {
  const gpu::op_info* found = nullptr;
  ((name == Op::info.name ? void(found = &Op::info) : void()), ...);
  return found;
}

/// The dtype of the results, or what is wrong.
std::string outcome(const gpu::op_info& op, std::span<const gpu::operand_type> operands, dtype type,
                    casting rule) {
  const gpu::loop chosen = find_loop_giving(op, type, operands);
  if (chosen.index < 0) return "none";
  const int refused = first_refused(chosen, operands, rule);
  return refused < 0 ? gpu::text_of(chosen.out) : gpu::text_of("input ", refused);
}

TEST(loop_choice, by_the_dtype_of_the_result_is_numpys) {
  std::ifstream golden(GPU_TESTS_FOLDER "/golden/loops.txt");
  std::string line, name, a, b, type, rule, expected;
  int rows = 0;
  while (std::getline(golden, line)) {
    std::istringstream row(line);
    row >> name >> a >> b >> type >> rule >> std::ws;
    std::getline(row, expected);
    ++rows;
    const gpu::op_info* op = info_named(name, gpu::all_ops());
    ASSERT_NE(op, nullptr) << name;
    const gpu::operand_type operands[] = {{type_named(a)}, {type_named(b == "-" ? "bool" : b)}};
    int number = 0;
    while (gpu::text_of(static_cast<casting>(number)) != rule) ++number;
    EXPECT_EQ(outcome(*op, {operands, b == "-" ? 1u : 2u}, type_named(type),
                      static_cast<casting>(number)),
              expected)
        << line;
  }
  EXPECT_EQ(rows, 10 * 14 * 5 + 14 * 14 * 12);
}

TEST(loop_choice, of_a_weak_number_takes_the_dtype_asked_for) {
  const gpu::operand_type operands[] = {{dtype::int64}, {dtype::int64, true}};
  const gpu::loop chosen = find_loop_giving(gpu::add.info, dtype::int8, operands);
  EXPECT_EQ(chosen.out, dtype::int8);
  EXPECT_EQ(first_refused(chosen, operands, casting::same_kind), -1);
  EXPECT_EQ(first_refused(chosen, operands, casting::safe), 0);
}

}  // namespace
