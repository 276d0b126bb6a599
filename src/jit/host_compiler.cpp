// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/jit/host_compiler.hpp>

#include <dlfcn.h>

#include <gpu/core/concat.hpp>
#include <gpu/core/error.hpp>

#include "code_cache.hpp"
#include "compiler_process.hpp"
#include "record.hpp"
#include "single_flight.hpp"

namespace gpu {
namespace {

/// Loads a shared object from its bytes. Its file is needed only until then.
void* open_library(const device_code& code) {
  const detail::temporary_folder folder;
  const std::filesystem::path file = folder.path() / "kernel.so";
  detail::write_text(file, code.bytes);
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* function = library == nullptr ? nullptr : ::dlsym(library, code.symbol.c_str());
  if (function == nullptr) {
    const char* reason = ::dlerror();
    throw error(concat("a compiled host function cannot be loaded: ",
                       reason == nullptr ? "unknown reason" : reason));
  }
  return function;
}

detail::single_flight<void*>& functions() {
  static auto& all = *new detail::single_flight<void*>;
  return all;
}

}  // namespace

void* load_host_function(const program& program) {
  const detail::stopwatch watch;
  const detail::host_compiler compiler = detail::find_host_compiler();
  const detail::code_key key = detail::key_of(program, concat("host ", compiler.identity));
  bool loaded_now = false;
  void* function = functions().get(key, [&] {
    loaded_now = true;
    return open_library(*detail::cached_code(key, program.name, [&] {
      return device_code{detail::run_host_compiler(compiler, program), program.name};
    }));
  });
  if (!loaded_now)
    detail::record({program.name, key.hex(), code_origin::memory, watch.milliseconds()});
  return function;
}

}  // namespace gpu
