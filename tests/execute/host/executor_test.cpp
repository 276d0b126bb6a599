// SPDX-License-Identifier: BSD-3-Clause
#include "execute/kernel_case.hpp"

#include <gpu/core/error.hpp>
#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/exp.hpp>
#include <gpu/elementwise/log1p.hpp>
#include <gpu/elementwise/maximum.hpp>
#include <gpu/elementwise/multiply.hpp>
#include <gpu/elementwise/negative.hpp>
#include <gpu/elementwise/sin.hpp>
#include <gpu/elementwise/subtract.hpp>
#include <gpu/elementwise/where.hpp>
#include <gpu/execute/threads.hpp>

#include <thread>

namespace gpu {
namespace {

using graph::value_id;
using testing::draw_layout;
using testing::drawn_layout;
using testing::kernel_case;

template <class Op>
const graph::op_record& record() {
  return graph::record_of<Op>();
}

/// Sets the number of threads for one test.
struct thread_count_guard {
  explicit thread_count_guard(int count) : before(num_threads()) { set_num_threads(count); }
  ~thread_count_guard() { set_num_threads(before); }
  const int before;
};

/// maximum(0, x) + log1p(exp(-x * y)), and x + y.
void add_softplus(kernel_case& test, value_id x, value_id y) {
  const value_id product = test.apply(record<ops::multiply>(), {x, y});
  const value_id power =
      test.apply(record<ops::exp>(), {test.apply(record<ops::negative>(), {product})});
  const value_id positive = test.apply(record<ops::maximum>(), {test.scalar(0.0f), x});
  test.output(
      test.apply(record<ops::add>(), {positive, test.apply(record<ops::log1p>(), {power})}));
  test.output(test.apply(record<ops::add>(), {x, y}));
}

class sizes : public ::testing::TestWithParam<std::ptrdiff_t> {};

TEST_P(sizes, fused_contiguous_kernel_equals_one_element_at_a_time) {
  for (const int threads : {1, 2, 5}) {
    const thread_count_guard guard(threads);
    kernel_case test(shape{GetParam()});
    const value_id x = test.argument(dtype::float32);
    add_softplus(test, x, test.argument(dtype::float32));
    test.check();
  }
}

TEST_P(sizes, every_width_of_element_is_computed_to_the_end) {
  for (const dtype type : {dtype::int8, dtype::float16, dtype::int32, dtype::float64,
                           dtype::complex64, dtype::complex128}) {
    kernel_case test(shape{GetParam()});
    const value_id x = test.argument(type);
    const value_id sum = test.apply(record<ops::add>(), {x, test.argument(type)});
    test.output(test.apply(record<ops::multiply>(), {sum, x}));
    test.check();
  }
}

INSTANTIATE_TEST_SUITE_P(odd_and_even, sizes,
                         ::testing::Values(0, 1, 2, 15, 16, 17, 63, 64, 65, 4095, 4096, 4097,
                                           100003));

TEST(host_executor, an_element_of_no_axes_is_computed) {
  kernel_case test(shape{});
  const value_id x = test.argument(dtype::float32);
  add_softplus(test, x, x);
  test.check();
}

TEST(host_executor, a_million_elements_on_several_threads_are_those_of_one_thread) {
  for (const int threads : {1, 2, 3, 8}) {
    const thread_count_guard guard(threads);
    kernel_case test(shape{1000003});
    const value_id x = test.argument(dtype::float32);
    add_softplus(test, x, test.argument(dtype::float32));
    test.check();
  }
}

TEST(host_executor, every_pair_of_dtypes_is_cast) {
  for (int from = 0; from < dtype_count; ++from) {
    kernel_case test(shape{131});
    const value_id x = test.argument(static_cast<dtype>(from));
    for (int to = 0; to < dtype_count; ++to) test.output(test.cast(x, static_cast<dtype>(to)));
    test.check();
  }
}

TEST(host_executor, an_affine_index_is_generated_in_any_order) {
  for (const shape& extents : {shape{5000}, shape{70, 90}, shape{3, 1000}, shape{700, 3}}) {
    const shape steps = row_major_strides(extents);
    kernel_case test(extents);
    const value_id position = test.index({7, extents, steps});
    shape other = steps;
    std::reverse(other.begin(), other.end());
    for (auto& step : other) step = -step;
    const value_id backwards = test.index({100, extents, other});
    test.output(test.apply(record<ops::add>(), {position, backwards}));
    test.output(position);
    test.output(backwards);
    test.check();
  }
}

TEST(host_executor, arguments_and_scalars_are_results_as_they_are) {
  kernel_case test(shape{60, 70});
  const auto block = test.memory(dtype::int16, 60 * 70);
  const value_id transposed = test.argument(block, dtype::int16, {0, {60, 70}, {1, 60}});
  test.output(transposed);
  test.output(test.argument(block, dtype::int16, {59, {60, 70}, {0, 1}}));
  test.output(test.argument(dtype::complex128));
  test.output(test.scalar(2.5));
  test.output(transposed);
  test.check();
}

TEST(host_executor, a_target_may_be_an_argument_that_later_instructions_read) {
  const shape extents{5000};
  kernel_case test(extents);
  const auto first = test.memory(dtype::float32, 5000);
  const auto second = test.memory(dtype::float32, 5000);
  const value_id x = test.argument(first, dtype::float32, row_major(extents));
  const value_id y = test.argument(second, dtype::float32, row_major(extents));
  const value_id sum = test.apply(record<ops::add>(), {x, y});
  const value_id difference = test.apply(record<ops::subtract>(), {x, sum});
  test.output(sum, first, row_major(extents));
  test.output(test.apply(record<ops::multiply>(), {difference, y}));
  test.check();
}

TEST(host_executor, two_arrays_are_exchanged) {
  const shape extents{300, 40};
  kernel_case test(extents);
  const auto first = test.memory(dtype::float64, 12000);
  const auto second = test.memory(dtype::float64, 12000);
  const value_id x = test.argument(first, dtype::float64, row_major(extents));
  const value_id y = test.argument(second, dtype::float64, row_major(extents));
  test.output(y, first, row_major(extents));
  test.output(x, second, row_major(extents));
  test.check();
}

TEST(host_executor, more_values_than_fit_the_cache_are_live_at_once) {
  kernel_case test(shape{3000});
  std::vector<value_id> values;
  for (int i = 0; i < 48; ++i) values.push_back(test.argument(dtype::float64));
  for (int i = 0; i < 40; ++i)
    values.push_back(test.apply(record<ops::sin>(), {values[static_cast<std::size_t>(i)]}));
  while (values.size() > 1) {
    std::vector<value_id> sums;
    for (std::size_t i = 0; i + 1 < values.size(); i += 2)
      sums.push_back(test.apply(record<ops::add>(), {values[i], values[i + 1]}));
    if (values.size() % 2 == 1) sums.push_back(values.back());
    values = sums;
  }
  test.output(values[0]);
  ASSERT_GT(test.work.body.size(), 120u);
  test.check();
}

TEST(host_executor, operands_of_several_widths_share_no_buffer_wrongly) {
  kernel_case test(shape{40, 50});
  const value_id x =
      test.argument(test.memory(dtype::float32, 2000), dtype::float32, {0, {40, 50}, {1, 40}});
  const value_id wide = test.cast(x, dtype::float64);
  const value_id narrow = test.cast(wide, dtype::int8);
  const value_id condition = test.cast(narrow, dtype::bool_);
  const value_id chosen = test.apply(record<ops::where>(), {condition, wide, test.scalar(4.0)});
  test.output(test.cast(chosen, dtype::float16));
  test.output(chosen);
  test.check();
}

TEST(host_executor, sixty_four_axes_are_visited) {
  shape extents(64, 1);
  extents[3] = 5;
  extents[20] = 4;
  extents[40] = 3;
  extents[63] = 2;
  kernel_case test(extents);
  const drawn_layout place = draw_layout(extents, true, test.random);
  const value_id x =
      test.argument(test.memory(dtype::float32, place.block_size), dtype::float32, place.place);
  add_softplus(test, x, test.argument(dtype::float32));
  test.check();
}

TEST(host_executor, an_op_without_a_host_loop_is_an_error_that_names_it) {
  auto* const op = new graph::op_record;
  const ref_ptr<const graph::op_record> owner(op);
  op->name = "device_only";
  op->loops.push_back({{dtype::float32}, dtype::float32, "f", nullptr});
  kernel_case test(shape{3});
  test.output(test.apply(*op, {test.argument(dtype::float32)}));
  try {
    execute::run_on_host(test.work);
    FAIL();
  } catch (const error& thrown) {
    EXPECT_STREQ(thrown.what(), "device_only cannot run on cpu(0): it has no loop for the host");
  }
}

TEST(host_executor, several_threads_compute_at_once) {
  const thread_count_guard guard(3);
  std::vector<std::thread> users;
  for (unsigned i = 0; i < 4; ++i)
    users.emplace_back([i] {
      for (unsigned round = 0; round < 5; ++round) {
        kernel_case test(shape{30000}, i * 10 + round);
        const value_id x = test.argument(dtype::float32);
        add_softplus(test, x, test.argument(dtype::float32));
        test.check();
      }
    });
  for (std::thread& user : users) user.join();
}

class drawn_kernels : public ::testing::TestWithParam<unsigned> {};

shape draw_extents(std::mt19937& random) {
  constexpr std::ptrdiff_t choices[] = {1, 2, 3, 5, 8, 17, 64, 70, 300, 1100};
  for (;;) {
    shape extents;
    const unsigned rank = random() % 5;
    for (unsigned axis = 0; axis < rank; ++axis) extents.push_back(choices[random() % 10]);
    if (element_count(extents) < 40000) return extents;
  }
}

void draw_instructions(kernel_case& test, std::vector<value_id>& values) {
  const auto any = [&] { return values[test.random() % values.size()]; };
  const auto as = [&](value_id value, dtype type) {
    return test.work.type_of(value) == type ? value : test.cast(value, type);
  };
  constexpr dtype types[] = {dtype::float32, dtype::float64, dtype::int16, dtype::complex64};
  for (unsigned count = 1 + test.random() % 12; count > 0; --count) {
    const dtype type = types[test.random() % 4];
    const value_id a = as(any(), type);
    const value_id b = as(any(), type);
    const graph::op_record* const ops[] = {&record<ops::add>(), &record<ops::multiply>(),
                                           &record<ops::subtract>(), &record<ops::maximum>()};
    values.push_back(test.apply(*ops[test.random() % 4], {a, b}));
  }
}

/// A target: new memory, or that of an argument of the same dtype and access pattern, not yet
/// taken.
void draw_output(kernel_case& test, value_id value, std::vector<const void*>& taken) {
  const dtype type = test.work.type_of(value);
  for (const graph::kernel_argument& argument : test.work.arguments) {
    if (element_bytes(argument) == 0 || argument.type != type || test.random() % 2 == 0) continue;
    const graph::leaf_node& leaf = *leaf_of(argument);
    const bool repeats = std::any_of(argument.place.strides.begin(), argument.place.strides.end(),
                                     [](std::ptrdiff_t step) { return step == 0; });
    if (repeats || std::find(taken.begin(), taken.end(), &*leaf.block) != taken.end()) continue;
    taken.push_back(&*leaf.block);
    return test.output(value, leaf.block, argument.place);
  }
  const drawn_layout place = draw_layout(test.work.extents, false, test.random);
  test.output(value, test.memory(type, place.block_size), place.place);
}

TEST_P(drawn_kernels, strides_of_every_sort_equal_one_element_at_a_time) {
  std::mt19937 random(GetParam());
  for (int round = 0; round < 20; ++round) {
    const thread_count_guard guard(1 + static_cast<int>(random() % 3));
    kernel_case test(draw_extents(random), random());
    constexpr dtype types[] = {dtype::float32,   dtype::float64, dtype::int16,
                               dtype::complex64, dtype::bool_,   dtype::complex128};
    std::vector<value_id> values;
    for (unsigned count = 1 + random() % 5; count > 0; --count) {
      const drawn_layout place = draw_layout(test.work.extents, true, test.random);
      const dtype type = types[random() % 6];
      values.push_back(random() % 8 == 0
                           ? test.index(place.place)
                           : test.argument(test.memory(type, place.block_size), type, place.place));
    }
    values.push_back(test.scalar(1.5f));
    draw_instructions(test, values);
    std::vector<const void*> taken;
    for (unsigned count = 1 + random() % 3; count > 0; --count)
      draw_output(test,
                  values[values.size() - 1 - random() % std::min<std::size_t>(4, values.size())],
                  taken);
    test.check();
    if (::testing::Test::HasFatalFailure()) FAIL() << "round " << round;
  }
}

INSTANTIATE_TEST_SUITE_P(seeds, drawn_kernels, ::testing::Range(0u, 30u));

}  // namespace
}  // namespace gpu
