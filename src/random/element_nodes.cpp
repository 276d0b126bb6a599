// SPDX-License-Identifier: BSD-3-Clause
#include "random/element_nodes.hpp"

#include <array>
#include <cstdint>
#include <utility>

#include <gpu/core/error.hpp>
#include <gpu/kernels/functors/random_binomial.hpp>
#include <gpu/kernels/functors/random_gamma.hpp>
#include <gpu/kernels/functors/random_poisson.hpp>
#include <gpu/kernels/functors/random_power_law.hpp>
#include <gpu/kernels/functors/random_vonmises.hpp>

#include "graph/functor_op.hpp"

namespace gpu::random::detail {
namespace {

using graph::functor_record;
using graph::op_record;

template <template <class> class Functor>
const op_record& real_record(bool is_wide) {
  return is_wide ? functor_record<Functor<double>>() : functor_record<Functor<float>>();
}

const op_record& record_of(sampler which, bool is_wide) {
  switch (which) {
    case sampler::gamma:
      return real_record<kernels::random_gamma>(is_wide);
    case sampler::log_gamma:
      return real_record<kernels::random_log_gamma>(is_wide);
    case sampler::beta:
      return real_record<kernels::random_beta>(is_wide);
    case sampler::vonmises:
      return functor_record<kernels::random_vonmises>();
    case sampler::poisson:
      return functor_record<kernels::random_poisson>();
    case sampler::binomial:
      return functor_record<kernels::random_binomial>();
    case sampler::hypergeometric:
      return functor_record<kernels::random_hypergeometric>();
    case sampler::zipf:
      return functor_record<kernels::random_zipf>();
    case sampler::logseries:
      return functor_record<kernels::random_logseries>();
  }
  fail("a distribution without an op");
}

/// The counter and the key of the first block that has not been begun; the stream goes on behind so
/// many of them.
std::array<std::uint64_t, 6> taken_blocks(philox& bits, std::uint64_t count) {
  philox from = bits;
  from.advance(1);
  if (count > 0) bits.skip64(static_cast<std::uint64_t>(4 - bits.state().buffer_pos) + 4 * count);
  const philox_state& state = from.state();
  const auto& [c0, c1, c2, c3] = state.counter;
  return {c0, c1, c2, c3, state.key[0], state.key[1]};
}

}  // namespace

graph::node_ptr sampled_node(philox& bits, sampler which,
                             std::initializer_list<graph::node_ptr> given, const shape& size,
                             device where) {
  const op_record& op = record_of(which, (*given.begin())->type == dtype::float64);
  const auto count = static_cast<std::uint64_t>(element_count(size));
  graph::operand_list operands(1 + given.size() + 6);
  std::size_t next = 0;
  operands[next++] = graph::node_ptr(new graph::index_node(row_major(size), where));
  for (const graph::node_ptr& one : given) operands[next++] = one;
  for (const std::uint64_t word : taken_blocks(bits, count))
    operands[next++] = graph::make_scalar(dtype::uint64, &word);
  return graph::make_op(op, 0, std::move(operands));
}

}  // namespace gpu::random::detail
