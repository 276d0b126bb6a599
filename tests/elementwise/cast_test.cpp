// SPDX-License-Identifier: BSD-3-Clause
// Conversions between all pairs of element types against NumPy's astype.
#include <gpu/elementwise/support/cast.hpp>

#include <gtest/gtest.h>

#include <gpu/core/dtype.hpp>

#include "support/golden.hpp"
#include "support/ulp.hpp"

namespace gpu::test {

namespace {

template <class To, class From>
void expect_casts(const golden_table& table) {
  int wrong = 0;
  for (std::size_t row = 0; row < table.size; ++row) {
    const From from = table.value<From>(0, row);
    const To expected = table.value<To>(1, row);
    const To actual = math::cast<To>(from);
    if (ulp_distance(actual, expected) > 0 && ++wrong < 4)
      ADD_FAILURE() << table.loop << " row " << row << ": " << math::cast<double>(from) << " gives "
                    << math::cast<double>(actual) << ", NumPy " << math::cast<double>(expected);
  }
}

}  // namespace

TEST(cast, agrees_with_astype_for_every_pair_of_dtypes) {
  const golden_file golden = read_golden(GPU_TESTS_FOLDER "/golden/cast.golden");
  EXPECT_EQ(golden.tables.size(), std::size_t{dtype_count} * dtype_count);
  for (const golden_table& table : golden.tables) {
    bool found = false;
    visit_dtype(
        dtype_of_character(table.loop[0], found), [&]<class From>(std::type_identity<From>) {
          visit_dtype(dtype_of_character(table.loop[3], found),
                      [&]<class To>(std::type_identity<To>) { expect_casts<To, From>(table); });
        });
  }
}

}  // namespace gpu::test
