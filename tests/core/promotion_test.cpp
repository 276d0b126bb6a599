// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/promotion.hpp>

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>
#include <string>

#include <gpu/core/text_of.hpp>

namespace gpu::test {

constexpr operand_type strong(dtype type) {
  return {type, false};
}
constexpr operand_type weak(dtype type) {
  return {type, true};
}

template <class... Operands>
constexpr dtype result_of(const char* loops, Operands... operands) {
  const std::array<operand_type, sizeof...(Operands)> types{operands...};
  return find_loop(loops, types).out;
}

constexpr const char* add =
    "?"
    "?->? bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L ee->e EE->E "
    "ff->f dd->d FF->F DD->D";
constexpr const char* divide =
    "bb->d BB->d hh->d HH->d ii->d II->d ll->d LL->d ee->e EE->E ff->f "
    "dd->d FF->F DD->D";

static_assert(result_of(add, strong(dtype::int8), strong(dtype::uint8)) == dtype::int16);
static_assert(result_of(add, strong(dtype::int32), strong(dtype::float32)) == dtype::float64);
static_assert(result_of(add, strong(dtype::uint64), strong(dtype::int64)) == dtype::float64);
static_assert(result_of(divide, strong(dtype::int8), strong(dtype::int8)) == dtype::float64);
static_assert(result_of(divide, strong(dtype::int8), strong(dtype::float16)) == dtype::float16);
static_assert(result_of(add, strong(dtype::float32), weak(dtype::float64)) == dtype::float32);
static_assert(result_of(add, strong(dtype::int32), weak(dtype::float64)) == dtype::float64);
static_assert(result_of(add, strong(dtype::bool_), weak(dtype::int64)) == dtype::int64);
static_assert(result_of(add, strong(dtype::float32), weak(dtype::complex128)) == dtype::complex64);
static_assert(result_of(add, strong(dtype::float16), weak(dtype::complex128)) == dtype::complex64);
static_assert(result_of(add, strong(dtype::int8), weak(dtype::complex128)) == dtype::complex128);
static_assert(result_of(add, strong(dtype::bfloat16), strong(dtype::int8)) == dtype::bfloat16);
static_assert(result_of(add, strong(dtype::bfloat16), strong(dtype::float16)) == dtype::float32);
static_assert(result_of(add, weak(dtype::int64), weak(dtype::float64)) == dtype::float64);

TEST(promotion, of_every_pair_and_every_safe_cast_is_numpys) {
  std::ifstream golden(GPU_TESTS_FOLDER "/golden/promotion.txt");
  ASSERT_TRUE(golden) << "tests/golden/promotion.txt is missing";
  std::string kind, from, to, expected;
  const auto type = [](const std::string& name) {
    for (int i = 0; i < dtype_count; ++i)
      if (traits(static_cast<dtype>(i)).name == name) return static_cast<dtype>(i);
    ADD_FAILURE() << "no dtype " << name;
    return dtype::bool_;
  };
  int rows = 0;
  while (golden >> kind >> from >> to >> expected) {
    ++rows;
    const dtype a = type(from);
    if (kind == "promote") {
      EXPECT_EQ(text_of(promote_types(a, type(to))), expected) << from << ' ' << to;
    } else if (kind == "cast") {
      EXPECT_EQ(can_cast(a, type(to)), expected == "1") << from << ' ' << to;
    } else {  // a Python scalar beside an array
      const std::array<operand_type, 2> operands{strong(a), weak(type(to))};
      EXPECT_EQ(text_of(result_type(operands)), expected) << from << ' ' << to;
    }
  }
  EXPECT_EQ(rows, 14 * 14 * 2 + 14 * 4);
}

TEST(find_loop, is_minus_one_where_no_loop_fits) {
  const std::array<operand_type, 2> floats{strong(dtype::float32), strong(dtype::float32)};
  EXPECT_EQ(find_loop("?"
                      "?->? ll->l",
                      floats)
                .index,
            -1);
}

TEST(count_loops, counts_the_list) {
  EXPECT_EQ(count_loops("e->e E->E f->f"), 3);
  EXPECT_EQ(count_loops(""), 0);
}

}  // namespace gpu::test
