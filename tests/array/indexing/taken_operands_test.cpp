// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>

#include <gtest/gtest.h>

#include <gpu/array/explain.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/matrix.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using test::matrix;
using test::values;

class taken_operands : public test::on_device {};

TEST_P(taken_operands, of_an_expression_are_what_all_of_it_has_there) {
  const ndarray<float> x = matrix(40, 30);
  const auto value = exp(x * 0.01f) - sum(x, 1, keepdims) * max(x, 0, keepdims);
  const ndarray<float> whole = value;
  const ndarray<std::int32_t> labels = remainder(arange<std::int32_t>(0, 40, 1) * 7, 30);
  const auto beside = expand_dims(labels, 1);
  EXPECT_EQ(values(ndarray<float>(take_along_axis(value, beside, 1))),
            values(ndarray<float>(take_along_axis(whole, beside, 1))));
  const ndarray<std::int64_t> rows = array<std::int64_t>({39, -40, 3});
  EXPECT_EQ(values(ndarray<float>(take(value, rows, 0))),
            values(ndarray<float>(take(whole, rows, 0))));
  const ndarray<std::int64_t> few = array<std::int64_t>({{29, -1}, {0, 3}});
  const ndarray<float> columns = take(value, few, 1);
  EXPECT_EQ(columns.shape(), (shape{40, 2, 2}));
  EXPECT_EQ(values(columns), values(ndarray<float>(take(whole, few, 1))));
}

TEST_P(taken_operands, of_broadcast_ones_are_broadcast) {
  const ndarray<float> column = matrix(50, 1);
  const ndarray<float> row = matrix(1, 60);
  const ndarray<std::int64_t> index = array<std::int64_t>({3, 59});
  const ndarray<float> found = take(column * row + 1.0f, index, 1);
  EXPECT_EQ(found.shape(), (shape{50, 2}));
  EXPECT_EQ(found(49, 1), 49.0f * 59 + 1);
  const ndarray<float> along = take_along_axis(column * row + 1.0f, reshape(index, {1, 2}), 1);
  EXPECT_EQ(values(along), values(found));
}

TEST_P(taken_operands, that_do_not_exist_are_refused) {
  const ndarray<float> x = matrix(40, 30);
  const ndarray<std::int64_t> bad = array<std::int64_t>({30});
  EXPECT_THROW(static_cast<void>(values(ndarray<float>(take(x * 2.0f + x, bad, 1)))), index_error);
  EXPECT_THROW(
      static_cast<void>(values(ndarray<float>(take_along_axis(x * 2.0f, reshape(bad, {1, 1}), 1)))),
      index_error);
}

TEST_P(taken_operands, are_all_that_is_computed) {
  const ndarray<float> logits = matrix(4096, 64);
  const ndarray<std::int32_t> labels =
      remainder(arange<std::int32_t>(0, 4096, 1), std::int32_t{64});
  const auto shifted = logits - max(logits, 1, keepdims);
  const auto picked =
      take_along_axis(shifted - log(sum(exp(shifted), 1, keepdims)), expand_dims(labels, 1), 1);
  const std::string plan = explain(picked);
  EXPECT_EQ(plan.find("writes 1048576 bytes"), std::string::npos) << plan;
}

INSTANTIATE_TEST_SUITE_P(devices, taken_operands, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
