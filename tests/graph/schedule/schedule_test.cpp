// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/graph/build.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/library_function.hpp>

#include "graph/schedule/schedule.hpp"

namespace gpu::graph {
namespace {

/// A binary op of float32 without a loop: schedules need none.
const op_record& op(const std::string& name) {
  static auto& made = *new std::vector<op_record*>;  // lives for ever, as the records do
  for (op_record* known : made)
    if (known->name == name) return *known;
  auto* record = new op_record;
  record->name = name;
  record->loops = {{.in = {dtype::float32, dtype::float32},
                    .out = dtype::float32,
                    .functor = name + "{}",
                    .code_size = 1}};
  record->retain();
  made.push_back(record);
  return *record;
}

node_ptr array(const shape& extents, dtype type = dtype::float32) {
  const leaf_ptr leaf = make_unallocated_leaf(type, extents, cpu());
  leaf->place(memory_block::allocate(
      cpu(), static_cast<std::size_t>(element_count(extents)) * size_bytes(type)));
  return node_ptr(leaf.get());
}

node_ptr call(const std::string& name, const node_ptr& a, const node_ptr& b) {
  const node_ptr operands[] = {a, b};
  return make_op(op(name), 0, operands);
}

node_ptr number(float value) {
  return make_scalar(dtype::float32, &value);
}

std::vector<scheduled_kernel> schedule(const node_ptr& root) {
  return make_schedule(root, make_unallocated_leaf(root->type, root->extents, cpu()));
}

void expect_within_limits(const std::vector<scheduled_kernel>& kernels) {
  for (const scheduled_kernel& step : kernels) {
    EXPECT_LE(step.work.arguments.size(), max_kernel_arguments);
    EXPECT_LE(step.work.body.size(), max_kernel_instructions);
    EXPECT_LE(step.work.outputs.size(), max_kernel_outputs);
  }
}

std::size_t instructions_of(const std::vector<scheduled_kernel>& kernels) {
  std::size_t count = 0;
  for (const scheduled_kernel& step : kernels) count += step.work.body.size();
  return count;
}

std::size_t outputs_of(const std::vector<scheduled_kernel>& kernels) {
  std::size_t count = 0;
  for (const scheduled_kernel& step : kernels) count += step.work.outputs.size();
  return count;
}

affine_view reversed(const shape& extents) {
  affine_view view{extents, shape(extents.size(), 0), {}};
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    view.start[axis] = extents[axis] - 1;
    view.terms.push_back({axis, axis, -1});
  }
  return view;
}

TEST(schedule, of_elementwise_ops_is_one_kernel) {
  const node_ptr x = array({4, 5});
  const node_ptr y = array({5});
  const auto kernels = schedule(call("add", call("multiply", x, y), number(2)));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].work.arguments.size(), 2u);
  EXPECT_EQ(kernels[0].work.scalars.size(), 1u);
  EXPECT_EQ(kernels[0].work.body.size(), 2u);
  EXPECT_EQ(kernels[0].work.arguments[1].place.strides, (shape{0, 1}));
}

TEST(schedule, reads_equal_leaves_once) {
  const node_ptr x = array({4});
  const node_ptr again = make_view(make_view(x, reversed({4})), reversed({4}));
  const auto kernels = schedule(call("add", x, call("multiply", again, x)));
  EXPECT_EQ(kernels[0].work.arguments.size(), 1u);
  const auto flipped = schedule(call("add", x, make_view(x, reversed({4}))));
  EXPECT_EQ(flipped[0].work.arguments.size(), 2u);
}

TEST(schedule, computes_equal_subtrees_once) {
  const node_ptr x = array({4});
  const auto kernels = schedule(call("add", call("multiply", x, x), call("multiply", x, x)));
  EXPECT_EQ(kernels[0].work.body.size(), 2u);
}

TEST(schedule, computes_equal_subtrees_of_many_ops_once) {
  const node_ptr x = array({4});
  const auto chain = [&] {
    node_ptr y = x;
    for (int i = 0; i < 50; ++i) y = call(i % 2 == 0 ? "add" : "multiply", y, x);
    return y;
  };
  const auto kernels = schedule(call("subtract", chain(), chain()));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].work.body.size(), 51u);
}

TEST(schedule, folds_views_of_expressions_into_the_leaves) {
  const node_ptr x = array({2, 3});
  const node_ptr sum = call("add", x, number(1));
  const std::ptrdiff_t axes[] = {1, 0};
  const auto kernels =
      schedule(call("multiply", make_view(sum, permuted({2, 3}, axes)), number(2)));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].work.arguments[0].place.strides, (shape{1, 3}));
}

TEST(schedule, reshapes_without_a_kernel_where_strides_can_express_it) {
  const node_ptr x = array({2, 3});
  EXPECT_EQ(schedule(call("add", make_reshape(call("add", x, x), {6}), number(1))).size(), 1u);
  const std::ptrdiff_t axes[] = {1, 0};
  const node_ptr transposed = make_view(call("add", x, x), permuted({2, 3}, axes));
  const node_ptr y = array({3, 2});
  const node_ptr other = make_view(call("add", y, y), permuted({3, 2}, axes));
  const auto kernels =
      schedule(call("add", make_reshape(transposed, {6}), make_reshape(other, {6})));
  ASSERT_EQ(kernels.size(), 3u);
  EXPECT_EQ(kernels[0].why, fusion_break_reason::reshape);
  EXPECT_EQ(kernels[1].why, fusion_break_reason::reshape);
  EXPECT_EQ(kernels[2].work.extents, shape{6});
}

TEST(schedule, cuts_an_expression_of_500_leaves_within_the_limits) {
  node_ptr sum = array({8});
  for (int i = 1; i < 500; ++i) sum = call("add", sum, array({8}));
  const auto kernels = schedule(sum);
  expect_within_limits(kernels);
  EXPECT_EQ(instructions_of(kernels), 499u);
  EXPECT_LE(kernels.size(), 12u);
}

TEST(schedule, cuts_what_takes_long_to_compile_into_smaller_kernels) {
  op_record long_op;
  long_op.lives_for_ever = true;
  long_op.name = "long_op";
  long_op.loops.push_back({{dtype::float32, dtype::float32}, dtype::float32, "long_op{}"});
  long_op.loops.back().code_size = max_kernel_instructions / 4;
  const node_ptr x = array({8});
  node_ptr value = x;
  for (int i = 0; i < 75; ++i) {
    const node_ptr operands[] = {value, x};
    value = make_op(long_op, 0, operands);
  }
  const auto kernels = schedule(value);
  EXPECT_EQ(kernels.size(), 19u);
  for (const scheduled_kernel& step : kernels) EXPECT_LE(step.work.body.size(), 4u);
}

TEST(schedule, of_a_loop_that_grows_10000_times_has_few_distinct_kernels) {
  const node_ptr x = array({8});
  node_ptr sum = x;
  for (int i = 0; i < 10000; ++i) sum = call("add", sum, x);
  const auto kernels = schedule(sum);
  std::vector<std::vector<std::uint32_t>> distinct;
  for (const scheduled_kernel& step : kernels) {
    std::vector<std::uint32_t> words;
    step.work.signature(words);
    if (std::find(distinct.begin(), distinct.end(), words) == distinct.end())
      distinct.push_back(words);
  }
  EXPECT_LE(distinct.size(), 3u);
  EXPECT_LE(kernels.size(), 10000u / 40);
}

TEST(schedule, of_an_expression_squared_again_and_again_stays_small) {
  node_ptr power = array({8});
  for (int i = 0; i < 200; ++i) power = call("multiply", power, power);
  EXPECT_EQ(instructions_of(schedule(power)), 200u);
}

/// The schedule of several values; the targets are kept in `targets`.
std::vector<scheduled_kernel> schedule_all(const std::vector<node_ptr>& values,
                                           std::vector<leaf_ptr>& targets) {
  std::vector<root> roots;
  for (const node_ptr& value : values) {
    targets.push_back(make_unallocated_leaf(value->type, value->extents, cpu()));
    roots.push_back({value.get(), targets.back().get()});
  }
  return make_schedule(roots);
}

TEST(schedule, fuses_what_several_operands_share_however_many_ways_lead_to_it) {
  node_ptr x = array({8});
  for (int i = 0; i < 60; ++i) x = call("add", call("multiply", x, x), x);
  const auto kernels = schedule(x);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].work.body.size(), 120u);
}

TEST(schedule, of_a_loop_is_cut_between_two_steps) {
  // A step has five ops and hands on x and v, but three values within it are read later.
  node_ptr x = array({8});
  node_ptr v = array({8});
  constexpr std::size_t steps = 1000;
  for (std::size_t i = 0; i < steps; ++i) {
    const node_ptr force = call("subtract", call("multiply", x, x), v);
    v = call("add", v, force);
    x = call("add", call("multiply", x, v), v);
  }
  const auto kernels = schedule(x);
  expect_within_limits(kernels);
  EXPECT_EQ(instructions_of(kernels), 5 * steps);  // none is computed twice
  constexpr std::size_t steps_of_kernel = max_kernel_instructions / 5;
  EXPECT_EQ(kernels.size(), (steps + steps_of_kernel - 1) / steps_of_kernel);
  EXPECT_EQ(outputs_of(kernels), 2 * kernels.size() - 1);
}

TEST(schedule, of_a_loop_hands_several_values_on_to_several_roots) {
  std::vector<node_ptr> values;
  for (int i = 0; i < 4; ++i) values.push_back(array({8}));
  for (int step = 0; step < 400; ++step)
    for (std::size_t i = 0; i < 4; ++i) values[i] = call("add", values[i], values[(i + 1) % 4]);
  std::vector<leaf_ptr> targets;
  const auto kernels = schedule_all(values, targets);
  expect_within_limits(kernels);
  EXPECT_EQ(instructions_of(kernels), 1600u);
  EXPECT_EQ(kernels.size(), 4u);
  EXPECT_EQ(kernels.back().work.outputs.size(), 4u);
}

TEST(schedule, of_a_loop_over_reductions_reduces_before_it_goes_on) {
  const op_record& sum = op("sum");
  node_ptr x = array({4, 8});
  for (int i = 0; i < 100; ++i) {
    node_ptr total = make_reduction(sum, 0, operand_list::of(x), 3);
    x = call("multiply", call("add", x, call("multiply", x, x)), total);
    for (int k = 0; k < 20; ++k) x = call("add", x, call("multiply", x, x));
  }
  expect_within_limits(schedule(x));
}

TEST(schedule, computes_what_takes_long_only_once_for_all_that_read_it) {
  op_record slow;
  slow.lives_for_ever = true;
  slow.name = "slow";
  slow.loops.push_back({{dtype::float32, dtype::float32}, dtype::float32, "slow{}"});
  slow.weight = 1000;
  const node_ptr x = array({8});
  const node_ptr operands[] = {x, x};
  const node_ptr value = make_op(slow, 0, operands);
  EXPECT_EQ(schedule(call("add", value, array({4, 8}))).size(), 2u);
  EXPECT_EQ(schedule(call("add", call("multiply", value, value), value)).size(), 2u);
  node_ptr sum = value;
  for (int i = 0; i < 600; ++i) sum = call("add", call("multiply", sum, sum), x);
  const auto kernels = schedule(sum);
  ASSERT_EQ(kernels.size(), 4u);
  EXPECT_EQ(kernels[0].work.body.size(), 1u);
  EXPECT_EQ(instructions_of(kernels), 1201u);
}

TEST(schedule, of_a_scan_of_a_loop_has_the_last_steps_in_its_kernel) {
  node_ptr x = array({8});
  for (int i = 0; i < 300; ++i) x = call("add", call("multiply", x, x), x);
  const auto kernels = schedule(make_scan(op("add"), 0, x, 0));
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(instructions_of(kernels), 600u);
}

TEST(schedule, of_several_roots_of_one_shape_is_one_kernel) {
  const node_ptr x = array({4});
  const node_ptr y = array({4});
  const node_ptr sum = call("add", x, y);
  std::vector<leaf_ptr> targets;
  const auto kernels =
      schedule_all({sum, call("multiply", sum, x), call("multiply", x, y)}, targets);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].work.arguments.size(), 2u);
  EXPECT_EQ(kernels[0].work.body.size(), 3u);
  ASSERT_EQ(kernels[0].work.outputs.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(kernels[0].work.outputs[i].target, targets[i]) << i;
  EXPECT_EQ(kernels[0].computes[0], sum);
}

TEST(schedule, of_roots_of_different_shapes_has_a_kernel_for_each_shape) {
  const node_ptr x = array({4});
  const node_ptr y = array({2, 2});
  std::vector<leaf_ptr> targets;
  const auto kernels = schedule_all(
      {call("add", x, x), call("add", y, y), call("multiply", x, x), call("multiply", y, y)},
      targets);
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].work.outputs[1].target, targets[2]);
  EXPECT_EQ(kernels[1].work.outputs[1].target, targets[3]);
}

TEST(schedule, of_many_roots_keeps_within_the_limits) {
  std::vector<node_ptr> values;
  const node_ptr x = array({4});
  for (int i = 0; i < 100; ++i) values.push_back(call("add", call("add", x, array({4})), x));
  std::vector<leaf_ptr> targets;
  std::size_t outputs = 0;
  for (const scheduled_kernel& step : schedule_all(values, targets)) {
    EXPECT_LE(step.work.arguments.size(), max_kernel_arguments);
    EXPECT_LE(step.work.outputs.size(), max_kernel_outputs);
    EXPECT_EQ(step.work.body.size(), 2 * step.work.outputs.size());
    for (const kernel_output& output : step.work.outputs)
      EXPECT_EQ(output.target, targets[outputs++]);
  }
  EXPECT_EQ(outputs, 100u);
}

TEST(schedule, finishes_what_several_roots_wait_for_once) {
  const std::ptrdiff_t axes[] = {1, 0};
  const node_ptr sum = call("add", array({2, 3}), number(1));
  const node_ptr flat = make_reshape(make_view(sum, permuted({2, 3}, axes)), {6});
  const node_ptr values[] = {call("add", flat, number(1)), call("multiply", flat, flat)};
  std::vector<leaf_ptr> targets;
  std::vector<root> roots;
  for (const node_ptr& value : values) {
    targets.emplace_back(static_cast<const leaf_node*>(array({6}).get()));
    roots.push_back({value.get(), targets.back().get()});
  }
  const auto kernels = make_schedule(roots);  // their targets have memory
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].why, fusion_break_reason::reshape);
  EXPECT_EQ(kernels[1].work.arguments.size(), 1u);
  EXPECT_EQ(kernels[1].work.outputs.size(), 2u);
}

TEST(signature, depends_on_no_shape_and_no_value) {
  const auto words_of = [](const node_ptr& root) {
    std::vector<std::uint32_t> words;
    schedule(root)[0].work.signature(words);
    return words;
  };
  const node_ptr x = array({4});
  EXPECT_EQ(words_of(call("add", x, number(1))), words_of(call("add", array({7, 2}), number(5))));
  EXPECT_NE(words_of(call("add", x, x)), words_of(call("add", x, array({4}))));
  EXPECT_NE(words_of(call("add", x, number(1))), words_of(call("multiply", x, number(1))));
}

TEST(make_op, casts_operands_of_other_dtypes) {
  const node_ptr sum = call("add", array({2}, dtype::int8), array({2}));
  EXPECT_EQ(sum->type, dtype::float32);
  EXPECT_EQ(schedule(sum)[0].work.body.size(), 2u);
  EXPECT_EQ(schedule(sum)[0].work.body[0].op, &cast_record());
}

TEST(make_op, refuses_operands_on_two_devices) {
  const leaf_ptr there = make_unallocated_leaf(dtype::float32, {4}, gpu(1));
  try {
    static_cast<void>(call("add", array({4}), node_ptr(there.get())));
    FAIL();
  } catch (const device_mismatch& failure) {
    EXPECT_EQ(failure.first(), cpu());
    EXPECT_EQ(failure.second(), gpu(1));
    EXPECT_NE(std::string(failure.what()).find("cpu(0) and gpu(1)"), std::string::npos)
        << failure.what();
  }
}

TEST(make_op, refuses_shapes_that_do_not_broadcast) {
  EXPECT_THROW(static_cast<void>(call("add", array({3}), array({2}))), shape_error);
}

TEST(resolve_loop, names_the_op_and_the_dtypes_that_it_has_no_loop_for) {
  const operand_type types[] = {{dtype::complex64, false}, {dtype::float32, false}};
  try {
    static_cast<void>(resolve_loop(op("add"), types));
    FAIL();
  } catch (const dtype_error& failure) {
    EXPECT_STREQ(failure.what(),
                 "ufunc 'add' not supported for the input types: (complex64, float32), and the "
                 "inputs could not be safely coerced to any supported types");
  }
}

TEST(node, chain_of_a_million_ends_without_recursion) {
  node_ptr sum = array({1});
  for (int i = 0; i < 1000000; ++i) sum = call("add", sum, number(1));
  sum = nullptr;
  SUCCEED();
}

/// Computes its first operand in its own kernel, if that has at most so many instructions.
class counting : public library_function {
 public:
  explicit counting(std::size_t most) : max_(most) {}
  [[nodiscard]] const char* name() const noexcept override { return "counting"; }
  [[nodiscard]] std::size_t fused_operands() const noexcept override { return 1; }
  [[nodiscard]] bool can_fuse(const kernel& elements) const override {
    return elements.body.size() <= max_ && elements.outputs.size() == 1;
  }
  void run(execute::operation&) const override {}

 private:
  std::size_t max_;
};

node_ptr counts(std::size_t most, const node_ptr& elements, const node_ptr& edges) {
  return make_library_node(ref_ptr<const library_function>(new counting(most)),
                           operand_list::of(elements, edges), dtype::int64, {7});
}

TEST(schedule, lets_a_library_compute_an_operand) {
  const node_ptr x = array({4, 3});
  const node_ptr row = array({3});
  const node_ptr edges = array({8});
  const auto steps = schedule(counts(2, call("add", call("multiply", x, number(2)), row), edges));
  ASSERT_EQ(steps.size(), 1u);
  const kernel& work = steps[0].work;
  EXPECT_EQ(work.extents, (shape{4, 3}));
  EXPECT_EQ(work.outputs[0].target->extents, shape{7});
  EXPECT_TRUE(work.body.empty());
  ASSERT_EQ(work.arguments.size(), 3u);
  ASSERT_EQ(work.operands.size(), 1u);
  EXPECT_EQ(leaf_of(work.arguments[work.operands[0].index]), edges.get());
  ASSERT_NE(work.library_call(), nullptr);
  ASSERT_TRUE(work.library_call()->elements);
  EXPECT_TRUE(work.library_call()->elements->is_elementwise());
  EXPECT_EQ(work.library_call()->elements->extents, (shape{4, 3}));
  EXPECT_EQ(work.library_call()->elements->arguments.size(), 2u);
  EXPECT_EQ(work.library_call()->elements->body.size(), 2u);
  EXPECT_EQ(work.library_call()->elements->outputs[0].target->extents, (shape{4, 3}));
  EXPECT_FALSE(work.library_call()->elements->outputs[0].target->block);
}

TEST(schedule, computes_before_what_a_library_does_not_compute) {
  const node_ptr x = array({4, 3});
  const node_ptr edges = array({8});
  const auto steps = schedule(counts(1, call("add", call("multiply", x, x), x), edges));
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].why, fusion_break_reason::library_operand);
  EXPECT_EQ(steps[0].work.body.size(), 2u);
  const kernel& work = steps[1].work;
  EXPECT_TRUE(work.library_call()->elements->body.empty());
  EXPECT_EQ(leaf_of(work.library_call()->elements->arguments[0]),
            steps[0].work.outputs[0].target.get());
}

TEST(schedule, gives_a_library_one_array_as_several_operands) {
  const node_ptr edges = array({8});
  const auto steps = schedule(counts(0, edges, edges));
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].work.arguments.size(), 1u);
  EXPECT_EQ(steps[0].work.library_call()->elements->arguments.size(), 1u);
}

TEST(schedule, takes_of_a_librarys_operand_what_it_has_computed_already) {
  const node_ptr x = array({7});
  const node_ptr edges = array({8});
  const node_ptr square = call("multiply", x, x);
  const node_ptr first = counts(1, square, edges);
  const node_ptr second = counts(1, make_cast(first, dtype::float32), edges);
  const auto steps = schedule(second);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].why, fusion_break_reason::library);
  EXPECT_EQ(leaf_of(steps[1].work.library_call()->elements->arguments[0]),
            steps[0].work.outputs[0].target.get());
}

}  // namespace
}  // namespace gpu::graph
