// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/user_kernel/reduction_kernel.hpp>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/kernels/primitives/user_reduction.hpp>

#include "array/reduction/nodes.hpp"
#include "array/user_kernel/arguments.hpp"
#include "array/user_kernel/reduction.hpp"
#include "execute/operation.hpp"

namespace gpu::user_kernels {

using graph::leaf_ptr;
using graph::node_ptr;

namespace {

/// The extents without the axes whose bits are set, or with 1 for them.
shape without_axes(const shape& extents, std::uint64_t axes, bool keeps) {
  shape rows;
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    const bool reduced = (axes >> axis & 1) != 0;
    if (!reduced || keeps) rows.push_back(reduced ? 1 : extents[axis]);
  }
  return rows;
}

graph::host_reduction* host_loops(const reduction_use& use, std::size_t output,
                                  const std::string& definition, const refusal& reason) {
  using getter = const void* (*)();
  void* const function =
      load_for_host(use.kernel, reduction_program(use, output, definition), reason);
  const auto& made =
      *static_cast<const kernels::user_reduction_loops*>(reinterpret_cast<getter>(function)());
  return new graph::host_reduction{made.accumulator_bytes, made.clear,   made.accumulate_each,
                                   made.reduce_contiguous, made.combine, made.finish};
}

/// One call whose text is compiled.
class compiled_reduction {
 public:
  compiled_reduction(const reduction_source& kernel, const kernel_call& call, std::uint64_t axes)
      : use_(kernel, call.uses), call_(call), axes_(axes), extents_(call.extents) {
    is_empty_ = detail::reduced_count(extents_, axes) == 0 && !use_.carried.empty();
    // Numbers travel with elements: the place of none is taken by one that does not count.
    if (is_empty_)
      for (std::size_t axis = 0; axis < extents_.size(); ++axis)
        if ((axes >> axis & 1) != 0) extents_[axis] = 1;
    source_ = axes == 0 ? detail::with_single_axis(extents_) : extents_;
    if (axes == 0) axes_ = std::uint64_t{1} << (source_.size() - 1);
  }

  /// @param reason  on cpu(): why the text is compiled
  std::vector<node_ptr> values(const refusal& reason) {
    const std::vector<node_ptr> operands = make_operands();
    std::vector<node_ptr> results;
    for (std::size_t k = 0; k < use_.kernel.out.size(); ++k) {
      graph::operand_list own(operands.size());
      std::copy(operands.begin(), operands.end(), own.begin());
      node_ptr result = graph::make_reduction(record_for(k, reason), 0, std::move(own), axes_);
      results.push_back(has_extra_axis() ? graph::make_reshape(result, extents_) : result);
    }
    if (use_.has_raw() || call_.options.stream || results.size() > 1) {
      const std::vector<leaf_ptr> computed = execute::evaluate(results);
      for (std::size_t k = 0; k < results.size(); ++k) results[k] = node_ptr(computed[k].get());
    }
    return results;
  }

 private:
  const graph::op_record& record_for(std::size_t output, const refusal& reason) const {
    std::vector<std::uint8_t> key{static_cast<std::uint8_t>(call_.where.is_cpu()),
                                  static_cast<std::uint8_t>(output)};
    for (std::size_t k = 0; k < call_.uses.size(); ++k) {
      const parameter_use& use = call_.uses[k];
      key.push_back(static_cast<std::uint8_t>(static_cast<int>(use.type) * 2 + use.scalar));
      if (use_.kernel.parameter(k).raw) key.push_back(static_cast<std::uint8_t>(use.rank));
    }
    return recorded(use_.kernel, std::move(key),
                    [&]() -> const graph::op_record& { return make_record(output, reason); });
  }

  const graph::op_record& make_record(std::size_t output, const refusal& reason) const {
    const reduction_source& kernel = use_.kernel;
    const std::string definition = reduction_definition(use_, output);
    const bool on_host = call_.where.is_cpu();
    const std::string key =
        text_of(on_host ? "host reduction " : "device reduction ", kernel.name, '\n', definition);
    return interned_record(key, [&] {
      graph::typed_loop loop;
      loop.in = use_.operand_types();
      loop.out = call_.uses[kernel.in.size() + output].type;
      loop.functor = "reduction_function";
      if (on_host) loop.reduces_on_host = host_loops(use_, output, definition, reason);
      auto* made = new graph::op_record;
      made->is_reduction = true;
      made->name = kernel.name;
      made->header = text_header(kernel, call_.uses);
      made->more_headers = reduction_headers(use_);
      made->definition = definition;
      made->loops.push_back(std::move(loop));
      return made;
    });
  }

  /// The address of the raw array's description, which is kept until the kernel is enqueued.
  node_ptr raw_address(std::size_t k) {
    const leaf_ptr array = in_memory(call_.operands[k].node, call_.where);
    argument_words words;
    words.add_raw(*array);
    const auto count = static_cast<std::ptrdiff_t>(words.size_bytes() / 8);
    const leaf_ptr description =
        detail::leaf_from_host(words.data(), dtype::int64, {count}, call_.where);
    const execute::operation work(call_.where);
    for (const leaf_ptr& one : {array, description}) {
      work.add_input(*one->block);
      kept_.push_back(one);
    }
    const auto address =
        static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(description->block->data()));
    return graph::make_scalar(dtype::int64, &address);
  }

  node_ptr array_operand(std::size_t k) {
    node_ptr value = call_.operands[k].node;
    if (is_empty_) {
      const unsigned char zero[16] = {};
      value = node_ptr(detail::leaf_from_host(zero, value->type, {}, call_.where).get());
    }
    value = graph::make_broadcast(value, extents_);
    return has_extra_axis() ? detail::with_single_axis(value) : value;
  }

  [[nodiscard]] bool has_extra_axis() const noexcept { return source_ != extents_; }

  std::vector<node_ptr> make_operands() {
    std::vector<node_ptr> operands;
    for (std::size_t k = 0; k < use_.kernel.in.size(); ++k)
      operands.push_back(use_.kernel.in[k].raw  ? raw_address(k)
                         : call_.uses[k].scalar ? call_.operands[k].node
                                                : array_operand(k));
    if (use_.takes_position) operands.push_back(reduced_position(source_, axes_, call_.where));
    const bool exists = !is_empty_;
    if (!use_.carried.empty()) operands.push_back(graph::make_scalar(dtype::bool_, &exists));
    return operands;
  }

  const reduction_use use_;
  const kernel_call& call_;
  std::uint64_t axes_;
  shape extents_;
  shape source_;  ///< the extents, with the axis that is added where none is reduced
  bool is_empty_;
  std::vector<leaf_ptr> kept_;
};

std::vector<node_ptr> computed_outputs(const reduction_source& kernel, const kernel_call& call,
                                       std::uint64_t axes) {
  refusal why;
  std::vector<node_ptr> values;
  if (call.where.is_cpu())
    values = translate_reduction(kernel, call, axes, without_axes(call.extents, axes, false), why);
  if (values.empty()) values = compiled_reduction(kernel, call, axes).values(why);
  return values;
}

}  // namespace

std::vector<node_ptr> call(const reduction_source& kernel, const reduction_call_options& options,
                           std::vector<kernel_operand> operands) {
  if (!options.targets.empty() && operands.size() > kernel.in.size())
    throw value_error("cannot specify 'out' as both a positional and keyword argument");
  if (options.launch.block_size)
    throw value_error("block_size is an option of elementwise kernels");
  operands.insert(operands.end(), options.targets.begin(), options.targets.end());
  const kernel_call resolved = resolve_call(kernel, options.launch, operands);
  const std::uint64_t axes = options.axes.bits(resolved.extents.size());
  require_output_shapes(resolved, without_axes(resolved.extents, axes, options.keepdims));
  if (!kernel.identity && detail::reduced_count(resolved.extents, axes) == 0)
    throw value_error(
        text_of("zero-size array to reduction operation ", kernel.name, " which has no identity"));
  std::optional<stream_guard> guard;
  if (options.launch.stream) guard.emplace(*options.launch.stream);
  std::vector<node_ptr> values = computed_outputs(kernel, resolved, axes);
  if (options.keepdims)
    for (node_ptr& value : values) value = detail::with_kept_axes(value, axes);
  return resolved.outputs_given() ? write_outputs(resolved, std::move(values)) : values;
}

}  // namespace gpu::user_kernels
