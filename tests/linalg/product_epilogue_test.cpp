// SPDX-License-Identifier: BSD-3-Clause
// Which ops of products are part of their calls, as schedules for a GPU that need not be there say.
#include "linalg/product_epilogue.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/execute/schedule_text.hpp>
#include <gpu/linalg/math_mode.hpp>
#include <gpu/linalg/matmul.hpp>
#include <gpu/ops.hpp>

#include "graph/scheduled.hpp"

namespace gpu::test {
namespace {

using graph::node_ptr;
using testing::array_on_gpu;

class product_epilogue : public ::testing::Test {
 protected:
  static any_expression array(const shape& extents, dtype type = dtype::float32) {
    return any_expression(array_on_gpu(type, extents));
  }
  /// x @ w: nobody else has it.
  static any_expression product(dtype type = dtype::float32) {
    return matmul(array({2000, 1000}, type), array({1000, 1200}, type));
  }
  /// What is launched, in order: names of the functions of libraries, "kernel".
  static std::vector<std::string> launches(const any_expression& value) {
    const node_ptr node = value.node();
    const graph::leaf_ptr target =
        graph::make_unallocated_leaf(node->type, node->extents, gpu::gpu(0));
    return launches(graph::make_schedule(node, target));
  }
  static std::vector<std::string> launches(const std::vector<graph::scheduled_kernel>& schedule) {
    std::vector<std::string> names;
    for (const graph::scheduled_kernel& step : schedule) {
      const auto* const call = step.work.library_call();
      names.emplace_back(call == nullptr ? "kernel" : call->function->name());
    }
    return names;
  }
  static std::vector<std::string> only(const char* name) { return {name}; }
  static std::vector<std::string> in_two() { return {"matmul", "kernel"}; }
};

TEST_F(product_epilogue, is_a_row_that_is_added_and_a_maximum_with_0) {
  EXPECT_EQ(launches(product() + array({1200})), only("matmul_add"));
  EXPECT_EQ(launches(array({1, 1200}) + product()), only("matmul_add"));
  EXPECT_EQ(launches(maximum(product() + array({1200}), 0.0f)), only("matmul_add_maximum"));
  EXPECT_EQ(launches(maximum(0, array({1200}) + product())), only("matmul_add_maximum"));
  EXPECT_EQ(launches(maximum(product(), 0)), only("matmul_maximum"));
}

TEST_F(product_epilogue, reads_what_the_kernel_would_read) {
  const node_ptr value = maximum(product() + array({1200}), 0).node();
  const graph::kernel work = testing::kernel_of(value);
  ASSERT_EQ(work.operands.size(), 3u);
  EXPECT_EQ(work.arguments[work.operands[2].index].place, row_major({1200}));
  EXPECT_EQ(work.outputs.front().target->extents, shape({2000, 1200}));
}

TEST_F(product_epilogue, is_a_matrix_that_is_added) {
  EXPECT_EQ(launches(product() + array({2000, 1200})), only("matmul_add"));
  EXPECT_EQ(launches(maximum(array({2000, 1200}) + product(), 0)), only("matmul_add_maximum"));
  EXPECT_EQ(launches(product() + product()), (std::vector<std::string>{"matmul", "matmul_add"}));
  EXPECT_EQ(launches(product() - array({2000, 1200})), only("matmul_add"));
  EXPECT_EQ(launches(product() + 0.5f * array({2000, 1200})), only("matmul_add"));
  EXPECT_EQ(launches(array({2000, 1200}) - product()), only("matmul_multiply_add"));
  EXPECT_EQ(launches(array({1200}) - product()), only("matmul_multiply_add"));
  EXPECT_EQ(launches(product() - array({1200})), in_two()) << "rows are added as they are";
  EXPECT_EQ(launches(product() + 0.5f * array({1200})), in_two());
}

TEST_F(product_epilogue, is_a_factor_that_is_a_number) {
  EXPECT_EQ(launches(product() * 0.5f), only("matmul_multiply"));
  EXPECT_EQ(launches(-2 * product()), only("matmul_multiply"));
  EXPECT_EQ(launches(maximum(product() * 3, 0)), only("matmul_multiply_maximum"));
  EXPECT_EQ(launches(product() * 0.0f), in_two()) << "0 * inf is nan";
  EXPECT_EQ(launches(product() * array({2000, 1200})), in_two());
}

TEST_F(product_epilogue, is_several_ops_in_the_order_of_cublas) {
  const any_expression c = array({2000, 1200});
  EXPECT_EQ(launches(product() * 3 + array({1200})), only("matmul_multiply_add"));
  EXPECT_EQ(launches(3 * product() + 2 * c), only("matmul_multiply_add"));
  EXPECT_EQ(launches(c - 0.1f * product()), only("matmul_multiply_add"));
  EXPECT_EQ(launches(maximum(c * 0.5f - product() * 3, 0)), only("matmul_multiply_add_maximum"));
  EXPECT_EQ(launches((product() + array({1200})) * 3), in_two());
  EXPECT_EQ(launches(product() + c + array({1200})).size(), 2u);
  EXPECT_EQ(launches(product() + 0.0f * c), in_two()) << "0 * inf is nan";
}

TEST_F(product_epilogue, is_for_halves) {
  for (const dtype type : {dtype::float16, dtype::bfloat16}) {
    EXPECT_EQ(launches(product(type) + array({1200}, type)), only("matmul_add"));
    EXPECT_EQ(launches(product(type) * 3), only("matmul_multiply"));
    EXPECT_EQ(launches(maximum(product(type), 0)), only("matmul_maximum"));
    EXPECT_EQ(launches(maximum(product(type) + array({1200}, type), 0)),
              only("matmul_add_maximum"));
  }
}

TEST_F(product_epilogue, is_for_real_floats) {
  const dtype wide = dtype::float64;
  EXPECT_EQ(launches(maximum(product(wide) + array({1200}, wide), 0)), only("matmul_add_maximum"));
  const dtype complex = dtype::complex64;
  EXPECT_EQ(launches(product(complex) + array({1200}, complex)), in_two());
  const dtype integer = dtype::int32;
  EXPECT_EQ(launches(maximum(product(integer) + array({1200}, integer), 0)), in_two());
  EXPECT_EQ(launches(product() + array({1200}, wide)), in_two()) << "the sum is float64";
}

TEST_F(product_epilogue, is_nothing_else) {
  EXPECT_EQ(launches(maximum(product(), 1)), in_two());
  EXPECT_EQ(launches(maximum(product(), -0.0f)), in_two());
  EXPECT_EQ(launches(minimum(product(), 0)), in_two());
  EXPECT_EQ(launches(fmax(product(), 0)), in_two()) << "nan would not stay nan";
  EXPECT_EQ(launches(product() + 1), in_two());
  EXPECT_EQ(launches(product() + array({2000, 1})), in_two());
  EXPECT_EQ(launches(product() + array({1})), in_two());
  EXPECT_EQ(launches(product() + transpose(array({1200, 2000}))), in_two());
  EXPECT_EQ(launches(product() + exp(array({2000, 1200}))), in_two());
  EXPECT_EQ(launches(product() + array({5, 2000, 1200})), in_two());
  EXPECT_EQ(launches(exp(maximum(product() + array({1200}), 0))), in_two())
      << "one kernel reads it";
}

TEST_F(product_epilogue, leaves_values_alone_that_others_have) {
  const any_expression shared = product();
  EXPECT_EQ(launches(maximum(shared, 0)), in_two());
  const any_expression sum = product() + array({1200});
  EXPECT_EQ(launches(maximum(sum, 0)), in_two());
  EXPECT_EQ(launches(sum), only("matmul_add"));
  EXPECT_EQ(launches(shared + shared), in_two());
}

TEST_F(product_epilogue, leaves_a_product_alone_that_two_roots_contain) {
  const any_expression x = array({2000, 1000});
  const any_expression w = array({1000, 1200});
  const any_expression b = array({1200});
  const node_ptr values[] = {(matmul(x, w) + b).node(), maximum(matmul(x, w) + b, 0).node()};
  std::vector<graph::leaf_ptr> targets;
  std::vector<graph::root> roots;
  for (const node_ptr& value : values) {
    targets.push_back(graph::make_unallocated_leaf(value->type, value->extents, gpu::gpu(0)));
    roots.push_back({value.get(), targets.back().get()});
  }
  EXPECT_EQ(launches(graph::make_schedule(roots)), in_two());
}

TEST_F(product_epilogue, is_part_of_each_layer) {
  const any_expression hidden = array({2000, 1000});
  const auto layer = [](auto x) {
    return maximum(matmul(std::move(x), array({1000, 1000})) + array({1000}), 0);
  };
  EXPECT_EQ(launches(layer(layer(hidden))),
            (std::vector<std::string>{"matmul_add_maximum", "matmul_add_maximum"}));
}

TEST_F(product_epilogue, is_for_stacks_too) {
  const any_expression stack = array({7, 2000, 1000});
  const any_expression matrices = array({7, 1000, 1200});
  EXPECT_EQ(launches(maximum(matmul(stack, matrices) + array({1200}), 0)),
            only("matmul_add_maximum"));
  EXPECT_EQ(launches(matmul(stack, array({1000, 1200})) + array({7, 2000, 1200})),
            only("matmul_add"));
  EXPECT_EQ(launches(matmul(stack, matrices) + array({7, 1, 1200})), in_two());
  EXPECT_EQ(launches(matmul(stack, matrices) + array({2000, 1200})), in_two());
}

TEST_F(product_epilogue, is_left_to_another_kernel_if_one_of_ours_multiplies) {
  const any_expression small = matmul(array({64, 64}), array({64, 64})) + array({64});
  EXPECT_EQ(launches(small).size(), 2u);
  const any_expression thin = maximum(matmul(array({100000, 16}), array({16, 8})), 0);
  EXPECT_EQ(launches(thin).size(), 2u);
}

TEST_F(product_epilogue, keeps_the_math_mode_of_the_product) {
  const auto call_of = [](const any_expression& value) {
    return testing::kernel_of(value.node()).library_call()->function;
  };
  const auto layer = [] { return maximum(product(), 0); };
  const auto exact = call_of(layer());
  EXPECT_TRUE(exact->equals(*call_of(layer())));
  EXPECT_FALSE(exact->equals(*call_of(product())));
  const any_expression fast = [&] {
    const math_mode scope{{.tf32 = true}};
    return layer();
  }();
  EXPECT_FALSE(exact->equals(*call_of(fast)));
}

TEST_F(product_epilogue, is_not_written_to_strided_memory) {
  const node_ptr value = (product() + array({1200})).node();
  const layout columns{0, {2000, 1200}, {1, 2000}};
  const graph::leaf_ptr target(new graph::leaf_node(nullptr, dtype::float32, columns, gpu::gpu(0)));
  EXPECT_EQ(launches(graph::make_schedule(value, target)), in_two());
}

TEST_F(product_epilogue, rows_are_told_by_their_strides) {
  using linalg::detail::is_row;
  EXPECT_TRUE(is_row(row_major({4}), 4));
  EXPECT_TRUE(is_row(row_major({1, 1, 4}), 4));
  EXPECT_TRUE(is_row({0, {3, 4}, {0, 1}}, 4));
  EXPECT_FALSE(is_row(row_major({4}), 1));
  EXPECT_FALSE(is_row(row_major({3, 4}), 4));
  EXPECT_FALSE(is_row({0, {4}, {2}}, 4));
}

}  // namespace
}  // namespace gpu::test
