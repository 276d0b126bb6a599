// SPDX-License-Identifier: BSD-3-Clause
#include "graph/functor_op.hpp"

#include <gtest/gtest.h>

#include <gpu/kernels/functors/bins.hpp>
#include <gpu/kernels/functors/gather.hpp>
#include <gpu/kernels/functors/inner_product.hpp>
#include <gpu/kernels/functors/interp.hpp>
#include <gpu/kernels/functors/quantile.hpp>
#include <gpu/kernels/functors/random.hpp>
#include <gpu/kernels/functors/random_binomial.hpp>
#include <gpu/kernels/functors/random_gamma.hpp>
#include <gpu/kernels/functors/random_normal.hpp>
#include <gpu/kernels/functors/random_poisson.hpp>
#include <gpu/kernels/functors/random_power_law.hpp>
#include <gpu/kernels/functors/random_vonmises.hpp>
#include <gpu/kernels/functors/search.hpp>
#include <gpu/kernels/functors/sliding_sum.hpp>
#include <gpu/kernels/functors/sort_key.hpp>

#include "execute/gpu/map/contiguous.hpp"
#include "execute/gpu/text/reviewed_text.hpp"
#include "graph/schedule/schedule.hpp"
#include "support/compilation.hpp"

namespace gpu::execute {
namespace {

using namespace graph;

constexpr std::int64_t unplaced = 0;

/// A kernel that calls the op once. Its first operand is an array; the others are numbers.
testing::reviewed_text called(const op_record& op) {
  testing::kernel_builder made(shape{100});
  const std::vector<dtype>& in = op.loops.front().in;
  operand_list operands(in.size());
  operands[0] = node_ptr(make_unallocated_leaf(in[0], {100}, gpu(0)).get());
  for (std::size_t k = 1; k < in.size(); ++k)
    operands[k] = make_cast(make_scalar(dtype::int64, &unplaced), in[k]);
  const node_ptr value = make_op(op, 0, std::move(operands));
  made.work =
      std::move(make_schedule(value, make_unallocated_leaf(value->type, {100}, gpu(0)))[0].work);
  variant options;
  options.skeleton = skeletons::contiguous();
  return {op.loops.front().functor.c_str(), std::move(made), std::move(options)};
}

/// The kernel around the functors is tested elsewhere: half of the architectures stop at PTX.
void expect_functors_to_compile(const std::vector<testing::reviewed_text>& texts) {
  for (const testing::reviewed_text& one : texts) {
    const program text = emit(one.made.work, one.options);
    for (const architecture target : {architecture{7, 5}, {9, 0}})
      EXPECT_NO_THROW((void)test::compile_fast(text, target)) << one.name;
    for (const architecture target : {architecture{8, 0}, {10, 0}})
      EXPECT_NO_THROW(test::compile_to_ptx(text, target)) << one.name;
  }
}

TEST(functor_op, compiles_for_every_architecture) {
  expect_functors_to_compile(
      {called(functor_record<kernels::sliding_sum>(dtype::float16)),
       called(functor_record<kernels::sliding_sum>(dtype::complex64)),
       called(functor_record<kernels::inner_product>(dtype::bool_)),
       called(functor_record<kernels::inner_product>(dtype::int8)),
       called(functor_record<kernels::inner_product>(dtype::bfloat16)),
       called(functor_record<kernels::inner_product>(dtype::complex128)),
       called(functor_record<kernels::digitize>(dtype::bool_)),
       called(functor_record<kernels::bin_between>(dtype::bfloat16)),
       called(functor_record<kernels::uniform_bin<float16, double>>()),
       called(functor_record<kernels::sum_of_bin>()),
       called(functor_record<kernels::interp<complex<double>>>()),
       called(functor_record<kernels::sort_key<long long>>()),
       called(functor_record<kernels::from_sort_key<bfloat16>>()),
       called(functor_record<kernels::order_key>(dtype::float16)),
       called(functor_record<kernels::order_key>(dtype::complex64)),
       called(functor_record<kernels::second_order_key>()),
       called(functor_record<kernels::searchsorted>(dtype::complex128)),
       called(functor_record<kernels::is_in>(dtype::bool_)),
       called(functor_record<kernels::starts_run>(dtype::float32)),
       called(functor_record<kernels::quantile<float, std::int8_t, double>>()),
       called(functor_record<kernels::random_word>()),
       called(functor_record<kernels::random_word_shifted>()),
       called(functor_record<kernels::random_half_word>()),
       called(functor_record<kernels::random_half_word_shifted>()),
       called(functor_record<kernels::random_double>()),
       called(functor_record<kernels::random_double_shifted>()),
       called(functor_record<kernels::random_float>()),
       called(functor_record<kernels::random_float_shifted>()),
       called(functor_record<kernels::random_normal<double>>()),
       called(functor_record<kernels::random_normal<float>>()),
       called(functor_record<kernels::random_gamma<float>>()),
       called(functor_record<kernels::random_gamma<double>>()),
       called(functor_record<kernels::random_log_gamma<float>>()),
       called(functor_record<kernels::random_log_gamma<double>>()),
       called(functor_record<kernels::random_beta<float>>()),
       called(functor_record<kernels::random_beta<double>>()),
       called(functor_record<kernels::random_vonmises>()),
       called(functor_record<kernels::random_poisson>()),
       called(functor_record<kernels::random_binomial>()),
       called(functor_record<kernels::random_hypergeometric>()),
       called(functor_record<kernels::random_zipf>()),
       called(functor_record<kernels::random_logseries>())});
}

TEST(functor_op, takes_what_the_signature_of_the_functor_says) {
  const op_record& op = functor_record<kernels::uniform_bin<float, double>>();
  EXPECT_EQ(op.name, "uniform_bin");
  EXPECT_EQ(op.header, "gpu/kernels/functors/bins.hpp");
  ASSERT_EQ(op.loops.size(), 1U);
  const std::vector<dtype> in{dtype::float32, dtype::int64, dtype::float64, dtype::int64};
  EXPECT_EQ(op.loops[0].in, in);
  EXPECT_EQ(op.loops[0].out, dtype::int32);
  EXPECT_EQ(op.loops[0].functor, "gpu::kernels::uniform_bin<float, double>{}");
  EXPECT_EQ(&op, &(functor_record<kernels::uniform_bin<float, double>>()));
}

TEST(functor_op, host_loop_reads_numbers_once_and_elements_each) {
  const std::int64_t before[] = {0, 100};
  const std::int64_t index[] = {-1, 7};
  const std::int64_t size = 5;
  const std::int64_t stride = 10;
  const void* const in[] = {before, index, &size, &stride};
  std::int64_t offsets[2];
  functor_record<kernels::wrapped_offset>().loops[0].on_host(in, offsets, 2);
  EXPECT_EQ(offsets[0], 40);
  EXPECT_EQ(offsets[1], 120);
}

TEST(functor_op, those_that_the_host_computes_otherwise_have_no_loop) {
  EXPECT_EQ(functor_record<kernels::digitize<float>>().loops[0].on_host, nullptr);
}

}  // namespace
}  // namespace gpu::execute
