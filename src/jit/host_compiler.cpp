// SPDX-License-Identifier: BSD-3-Clause
#include "jit/host_compiler.hpp"

#include <dlfcn.h>
#include <sys/mman.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "jit/code_cache.hpp"
#include "jit/compiler_process.hpp"
#include "jit/file_descriptor.hpp"
#include "jit/other_files.hpp"
#include "jit/record.hpp"
#include "jit/single_flight.hpp"

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

namespace gpu {
namespace {

[[noreturn]] void throw_not_loadable(const char* reason) {
  throw error(text_of("a compiled host function cannot be loaded: ",
                      reason == nullptr ? "unknown reason" : reason));
}

/// A file in memory: folders for temporary files may be mounted such that nothing in them is run.
detail::file_descriptor file_in_memory(const std::string& bytes) {
  detail::file_descriptor file(::memfd_create("gpu-ndarray", MFD_CLOEXEC | MFD_NOEXEC_SEAL));
  if (!file && errno == EINVAL)  // Linux before 6.3
    file = detail::file_descriptor(::memfd_create("gpu-ndarray", MFD_CLOEXEC));
  if (!file || !detail::write_all(file.get(), bytes.data(), bytes.size()))
    throw_not_loadable(std::strerror(errno));
  return file;
}

/// A name of the file that no other file had before: by its name the loader knows what it has
/// loaded.
std::string unique_name(const detail::file_descriptor& file) {
  static std::atomic<unsigned> number{0};
  std::string name = "/proc/self/fd/";
  for (unsigned rest = number.fetch_add(1); rest != 0; rest /= 2)
    name += rest % 2 == 0 ? "/" : "./";
  return name + std::to_string(file.get());
}

/// Loads a shared object from its bytes.
void* open_library(const device_code& code) {
  const detail::file_descriptor file = file_in_memory(code.bytes);
  void* library = ::dlopen(unique_name(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  void* function = library == nullptr ? nullptr : ::dlsym(library, code.symbol.c_str());
  if (function == nullptr) throw_not_loadable(::dlerror());
  return function;
}

/// Code that cannot be loaded is not kept. If it came from the disk, it is compiled again: it may
/// have been made for another machine that shares the folder.
void* load(const detail::code_key& key, const program& program,
           const detail::host_compiler& compiler) {
  gpu::program as_compiled = program;
  as_compiled.options.insert(as_compiled.options.end(), compiler.options.begin(),
                             compiler.options.end());
  const bool reads_further = detail::reads_other_files(as_compiled);
  const bool is_covered = !reads_further && !detail::has_script(compiler);
  bool compiled = false;
  const auto compile = [&] {
    compiled = true;
    return device_code{detail::run_host_compiler(compiler, program, reads_further), program.name};
  };
  detail::shared_code code = detail::cached_code(key, as_compiled, compile, is_covered);
  if (!compiled) {
    try {
      return open_library(*code);
    } catch (const error&) {
      detail::drop_code(key);
      code = detail::compiled_code(key, as_compiled, compile, is_covered);
    }
  }
  try {
    return open_library(*code);
  } catch (const error&) {
    detail::drop_code(key);
    throw;
  }
}

detail::single_flight<void*>& functions() {
  static auto& all = *new detail::single_flight<void*>;
  return all;
}

}  // namespace

void* load_host_function(const program& program) {
  const detail::stopwatch watch;
  const detail::host_compiler compiler = detail::find_host_compiler();
  const detail::code_key key = detail::key_of(program, text_of("host ", compiler.identity));
  bool loaded_now = false;
  void* function = functions().get(key, [&] {
    loaded_now = true;
    return load(key, program, compiler);
  });
  if (!loaded_now)
    detail::record({program.name, key.hex(), code_origin::memory, watch.milliseconds()});
  return function;
}

}  // namespace gpu
