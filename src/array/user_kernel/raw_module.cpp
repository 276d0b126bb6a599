// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/user_kernel/raw_module.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "array/user_kernel/raw_source.hpp"

namespace gpu {
namespace user_kernels {
namespace {

/// The variable as a leaf of one axis over its own memory.
graph::leaf_ptr leaf_of(const module_variable& found, dtype type, device device) {
  const auto count = static_cast<std::ptrdiff_t>(found.size_bytes / size_bytes(type));
  return graph::leaf_ptr(new graph::leaf_node(
      memory_block::adopt(device, found.data, found.size_bytes, stream_ref(device), nullptr), type,
      row_major({count}), device));
}

}  // namespace

module_variable variable_of(const raw_source& module, const std::string& name, device device) {
  const loaded_module& loaded = module.on(device);
  std::string symbol = module.symbol_of(loaded, name);
  if (symbol == name) symbol = module.symbol_of(loaded, "&" + name);
  if (symbol == "&" + name) symbol = name;
  const module_variable found = loaded.code.variable(symbol, device);
  if (found.data == nullptr)
    throw value_error(text_of(module.label, " has no variable '", name, "'"));
  return found;
}

raw_global global_of(const raw_source& module, const std::string& name, dtype type, device device) {
  const module_variable found = variable_of(module, name, device);
  if (found.size_bytes % size_bytes(type) != 0)
    throw value_error(text_of("variable '", name, "' of ", module.label, " has ", found.size_bytes,
                              " bytes, which are no elements of ", type));
  const std::lock_guard lock(module.mutex);
  const std::pair key(device.ordinal(), name);
  auto known = module.globals.find(key);
  if (known == module.globals.end())
    known = module.globals.try_emplace(key, leaf_of(found, type, device)).first;
  const global_array& array = known->second;
  if (array.element() != type)
    throw dtype_error(text_of("variable '", name, "' of ", module.label, " has been taken as ",
                              array.element(), " before, and cannot be taken as ", type));
  return {array.link(), array.extents()};
}

}  // namespace user_kernels

void raw_module::compile(device device) const {
  static_cast<void>(source_->on(device));
}

}  // namespace gpu
