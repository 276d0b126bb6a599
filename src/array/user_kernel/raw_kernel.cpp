// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/user_kernel/raw_kernel.hpp>

#include <algorithm>
#include <atomic>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/cuda/device_properties.hpp>
#include <gpu/execute/evaluate.hpp>

#include "array/user_kernel/arguments.hpp"
#include "array/user_kernel/raw_arguments.hpp"
#include "array/user_kernel/raw_source.hpp"
#include "execute/gpu/launch.hpp"
#include "execute/gpu/tuning.hpp"
#include "execute/operation.hpp"

namespace gpu {
namespace user_kernels {
namespace {

/// The kernel on one device.
struct loaded_function {
  kernel_ref kernel;
  std::optional<std::vector<parameter_place>> parameters;
  std::size_t static_shared_bytes = 0;
  int threads_per_block = 0;
  int registers = 0;
  mutable std::atomic<std::size_t> allowed_shared_bytes{0};
};

}  // namespace

struct raw_function {
  raw_function(raw_source_ptr in, std::string_view called) : module(std::move(in)), name(called) {}

  raw_source_ptr module;
  std::string name;
  mutable gpu::detail::fork_safe<std::mutex> mutex;
  mutable std::map<int, loaded_function> loaded;  ///< by ordinal

  [[nodiscard]] const loaded_function& on(device device) const;
};

namespace {

void load(loaded_function& result, const raw_function& kernel, device device) {
  const loaded_module& module = kernel.module->on(device);
  const std::string symbol = kernel.module->symbol_of(module, kernel.name);
  if (!module.code.has_kernel(symbol)) {
    std::string names;
    for (const std::string& known : kernel.module->name_expressions)
      names += text_of(names.empty() ? "" : ", ", known);
    throw value_error(text_of(kernel.module->label, " has no kernel '", kernel.name,
                              "'; one that is not extern \"C\" must be among the "
                              "name_expressions, which are [",
                              names, "]"));
  }
  result.kernel = module.code.kernel(symbol);
  const kernel_attributes found = result.kernel.attributes(device);
  result.parameters = result.kernel.parameters(device);
  result.static_shared_bytes = found.shared_bytes;
  result.threads_per_block = found.threads_per_block;
  result.registers = found.registers;
  constexpr std::size_t all_unasked = execute::tuning::unasked_bytes;
  const std::size_t unasked = all_unasked - std::min(all_unasked, found.shared_bytes);
  result.allowed_shared_bytes = std::min(unasked, found.max_dynamic_shared_bytes);
}

/// Lets the kernel ask for so much dynamic shared memory.
void allow_shared(const raw_function& kernel, const loaded_function& loaded, device device,
                  std::size_t bytes) {
  const std::size_t most = properties(device).shared_bytes_per_block - loaded.static_shared_bytes;
  if (bytes > most)
    throw value_error(text_of("'", kernel.name, "' asks for ", bytes,
                              " bytes of dynamic shared memory; ", device, " has ", most,
                              " for it, beside ", loaded.static_shared_bytes,
                              " bytes that the kernel declares"));
  loaded.kernel.allow_shared_bytes(device, bytes);
  loaded.allowed_shared_bytes = bytes;
}

/// The same unless it may ask for that already.
void raise_shared(const raw_function& kernel, const loaded_function& loaded, device device,
                  std::size_t bytes) {
  if (bytes <= loaded.allowed_shared_bytes) return;
  const std::lock_guard lock(kernel.mutex);
  if (bytes > loaded.allowed_shared_bytes) allow_shared(kernel, loaded, device, bytes);
}

std::int64_t resident_blocks(const loaded_function& loaded, const launch_extents& block,
                             std::size_t shared_memory, device device) {
  return std::int64_t{loaded.kernel.blocks_per_multiprocessor(
             device, static_cast<int>(total_of(block)), shared_memory)} *
         properties(device).multiprocessors;
}

/// What the kernel or the device cannot do.
void check_launch(const raw_function& kernel, const loaded_function& loaded, device device,
                  const launch_extents& grid, const launch_extents& block,
                  const raw_launch_options& options) {
  if (total_of(block) > loaded.threads_per_block)
    throw value_error(text_of("'", kernel.name, "' takes at most ", loaded.threads_per_block,
                              " threads in a block on ", device, ", since it needs ",
                              loaded.registers, " registers for each or says so itself, not ",
                              text_of_extents(block)));
  raise_shared(kernel, loaded, device, options.shared_memory);
  if (!options.cooperative) return;
  const std::int64_t most = resident_blocks(loaded, block, options.shared_memory, device);
  if (total_of(grid) > most)
    throw value_error(text_of("a cooperative launch of '", kernel.name, "' on a grid of ",
                              text_of_extents(grid), " blocks: ", device, " runs at most ", most,
                              " blocks of ", text_of_extents(block), " threads at once"));
}

device device_of(const raw_function& kernel, const raw_launch_options& options,
                 std::span<const raw_argument> arguments) {
  std::optional<device> where;
  if (options.stream) where = options.stream->device();
  for (const raw_argument& argument : arguments) {
    if (argument.kind != raw_argument_kind::array) continue;
    const std::optional<device> there = argument.node(argument.array)->where;
    if (!there) continue;
    if (there->is_cpu()) throw_needs_gpu(text_of("'", kernel.name, "'"), "not arrays of cpu(0)");
    if (where && *where != *there) throw device_mismatch(*where, *there);
    where = there;
  }
  const device chosen = where.value_or(current_device());
  if (chosen.is_cpu()) throw_needs_gpu(text_of("'", kernel.name, "'"), text_of("not ", chosen));
  return chosen;
}

bool lies_in_memory(const graph::node& value) {
  return value.kind == graph::node_kind::leaf;
}

void check_views(const raw_function& kernel, std::span<const raw_argument> arguments) {
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (arguments[k].make_private == nullptr || arguments[k].takes_any_strides) continue;
    const graph::node_ptr node = arguments[k].node(arguments[k].array);
    const auto& leaf = static_cast<const graph::leaf_node&>(*node);
    if (lies_in_memory(*node) && !is_contiguous(leaf.placement()))
      throw value_error(text_of("Argument ", k, " of '", kernel.name,
                                "' is a view that is not C-contiguous, of shape ", leaf.extents,
                                " with strides ", leaf.strides,
                                "; copy it, or pass gpu::any_strides(view)"));
  }
}

/// The arrays of the arguments, in memory; null for others. First all that are written get memory
/// of their own: nothing may hold them meanwhile.
std::vector<graph::leaf_ptr> arrays_of(std::span<const raw_argument> arguments, device where) {
  for (const raw_argument& argument : arguments)
    if (argument.make_private != nullptr) argument.make_private(argument.array);
  std::vector<graph::leaf_ptr> arrays;
  for (const raw_argument& argument : arguments) {
    if (argument.kind != raw_argument_kind::array) {
      arrays.emplace_back();
      continue;
    }
    graph::leaf_ptr leaf = in_memory(argument.node(argument.array), where);
    if (argument.make_private == nullptr && !is_contiguous(leaf->placement()))
      leaf = execute::evaluate(graph::node_ptr(leaf.get()), where);
    arrays.push_back(std::move(leaf));
  }
  return arrays;
}

const void* address_of(const graph::leaf_node& leaf) {
  const auto* const base = static_cast<const std::byte*>(leaf.block->data());
  return base == nullptr ? base
                         : base + leaf.offset * static_cast<std::ptrdiff_t>(size_bytes(leaf.type));
}

launch_config config_of(const launch_extents& grid, const launch_extents& block,
                        const raw_launch_options& options) {
  launch_config config;
  const auto set = [](unsigned(&to)[3], const launch_extents& from) {
    to[0] = static_cast<unsigned>(from.x());
    to[1] = static_cast<unsigned>(from.y());
    to[2] = static_cast<unsigned>(from.z());
  };
  set(config.grid, grid);
  set(config.block, block);
  config.shared_bytes = static_cast<unsigned>(options.shared_memory);
  config.cooperative = options.cooperative;
  return config;
}

}  // namespace

const loaded_function& raw_function::on(device device) const {
  const std::lock_guard lock(mutex);
  const auto found = loaded.find(device.ordinal());
  if (found != loaded.end()) return found->second;
  const auto added = loaded.try_emplace(device.ordinal()).first;
  try {
    load(added->second, *this, device);
  } catch (...) {
    loaded.erase(added);
    throw;
  }
  return added->second;
}

raw_function_ptr make_raw_function(std::string_view code, std::string_view name,
                                   const std::vector<std::string>& options) {
  if (name.empty()) throw value_error("Invalid kernel name: \"\"");
  return function_of(make_raw_source(code, name, options), name);
}

raw_function_ptr function_of(const raw_source_ptr& module, std::string_view name) {
  if (name.empty()) throw value_error("Invalid kernel name: \"\"");
  const std::lock_guard lock(module->mutex);
  raw_function_ptr& function = module->functions[std::string(name)];
  if (!function) function = std::make_shared<const raw_function>(module, name);
  return function;
}

void launch(const raw_function& kernel, const launch_extents& grid, const launch_extents& block,
            const raw_launch_options& options, std::span<const raw_argument> arguments) {
  check_extents(kernel.name, grid, block);
  const device where = device_of(kernel, options, arguments);
  const loaded_function& loaded = kernel.on(where);
  if (loaded.parameters) check_arguments(kernel.name, arguments, *loaded.parameters);
  check_views(kernel, arguments);
  check_launch(kernel, loaded, where, grid, block, options);
  const stream_guard guard(options.stream.value_or(current_stream(where)));
  const std::vector<graph::leaf_ptr> arrays = arrays_of(arguments, where);
  const execute::operation work(where);
  std::vector<const void*> addresses(arrays.size());
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    if (!arrays[k]) continue;
    addresses[k] = address_of(*arrays[k]);
    if (arguments[k].make_private != nullptr)
      work.add_output(*arrays[k]->block);
    else
      work.add_input(*arrays[k]->block);
  }
  kernel.module->add_globals(work);
  const std::vector<std::byte> bytes = packed(arguments, addresses, loaded.parameters);
  execute::launch(loaded.kernel, config_of(grid, block, options), work, bytes.data(), bytes.size());
}

}  // namespace user_kernels

const std::string& raw_kernel::name() const& noexcept {
  return function_->name;
}

void raw_kernel::compile(device device) const {
  static_cast<void>(function_->on(device));
}

kernel_attributes raw_kernel::attributes(device device) const {
  return function_->on(device).kernel.attributes(device);
}

void raw_kernel::set_max_dynamic_shared_size_bytes(std::size_t bytes, device device) const {
  const user_kernels::loaded_function& loaded = function_->on(device);
  const std::lock_guard lock(function_->mutex);
  user_kernels::allow_shared(*function_, loaded, device, bytes);
}

void raw_kernel::set_preferred_shared_memory_carveout(int percent, device device) const {
  if (percent < -1 || percent > 100)
    throw value_error(text_of("the carveout is 0 to 100 percent, or -1, not ", percent));
  function_->on(device).kernel.prefer_shared_carveout(device, percent);
}

std::int64_t raw_kernel::max_cooperative_blocks(const launch_extents& block,
                                                std::size_t shared_memory, device device) const {
  user_kernels::check_extents(function_->name, 1, block);
  const user_kernels::loaded_function& loaded = function_->on(device);
  user_kernels::raise_shared(*function_, loaded, device, shared_memory);
  return user_kernels::resident_blocks(loaded, block, shared_memory, device);
}

}  // namespace gpu
