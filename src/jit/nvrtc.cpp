// SPDX-License-Identifier: BSD-3-Clause
#include "jit/nvrtc.hpp"

#include <dlfcn.h>
#include <locale.h>
#include <clocale>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <shared_mutex>
#include <system_error>

#include <gpu/core/error.hpp>

#include "core/fork.hpp"
#include "jit/file_identity.hpp"
#include "jit/library_search.hpp"

namespace gpu::detail {
namespace {

using program_handle = struct opaque_program*;

struct nvrtc_functions {
  const char* (*error_text)(int);
  int (*version)(int*, int*);
  int (*architecture_count)(int*);
  int (*architectures)(int*);
  int (*create)(program_handle*, const char* source, const char* name, int headers,
                const char* const* texts, const char* const* names);
  int (*destroy)(program_handle*);
  int (*add_expression)(program_handle, const char*);
  int (*compile)(program_handle, int, const char* const*);
  int (*lowered_name)(program_handle, const char*, const char**);
  int (*log_size)(program_handle, std::size_t*);
  int (*log)(program_handle, char*);
  int (*cubin_size)(program_handle, std::size_t*);
  int (*cubin)(program_handle, char*);
  int (*ptx_size)(program_handle, std::size_t*);
  int (*ptx)(program_handle, char*);
  std::string file;
};

const wanted_library& wanted() {
  static const auto& library =
      *new wanted_library{"GPU_NDARRAY_NVRTC",
                          {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"},
                          {"nvidia/cu13/lib", "nvidia/cuda_nvrtc/lib"},
                          "NVRTC, NVIDIA's run-time compiler, was not found: libnvrtc.so.13, "
                          "libnvrtc.so.12 or libnvrtc.so. It comes with: pip install "
                          "nvidia-cuda-nvrtc; or package cuda-nvrtc-13-0 (NVIDIA's "
                          "repositories), libnvrtc12 (Ubuntu)",
                          "too old: it makes no machine code"};
  return library;
}

bool bind(void* library, nvrtc_functions& f) {
  return find_function(library, f.error_text, "nvrtcGetErrorString") &&
         find_function(library, f.version, "nvrtcVersion") &&
         find_function(library, f.architecture_count, "nvrtcGetNumSupportedArchs") &&
         find_function(library, f.architectures, "nvrtcGetSupportedArchs") &&
         find_function(library, f.create, "nvrtcCreateProgram") &&
         find_function(library, f.destroy, "nvrtcDestroyProgram") &&
         find_function(library, f.add_expression, "nvrtcAddNameExpression") &&
         find_function(library, f.compile, "nvrtcCompileProgram") &&
         find_function(library, f.lowered_name, "nvrtcGetLoweredName") &&
         find_function(library, f.log_size, "nvrtcGetProgramLogSize") &&
         find_function(library, f.log, "nvrtcGetProgramLog") &&
         find_function(library, f.cubin_size, "nvrtcGetCUBINSize") &&
         find_function(library, f.cubin, "nvrtcGetCUBIN") &&
         find_function(library, f.ptx_size, "nvrtcGetPTXSize") &&
         find_function(library, f.ptx, "nvrtcGetPTX");
}

/// NVRTC takes and frees several MiB for each kernel. By default the C library hands them back to
/// the system each time, and the page faults of taking them anew are a sixth of a compilation.
/// Freeing one large piece raises its thresholds, as it does in any program that has used one;
/// `mallopt` would switch this adapting off for the whole process.
void keep_freed_memory() {
  constexpr std::size_t below_the_largest_threshold = std::size_t{24} << 20;
  void* volatile piece = std::malloc(below_the_largest_threshold);
  std::free(piece);
}

/// NVRTC opens its builtins by name, and the loader does not look into a Python wheel's folder:
/// what is open already it finds.
void open_builtins_beside(const std::filesystem::path& file) {
  std::error_code none;
  const std::filesystem::path folder = std::filesystem::weakly_canonical(file, none).parent_path();
  for (const auto& entry : std::filesystem::directory_iterator(folder, none))
    if (entry.is_regular_file(none) &&
        entry.path().filename().string().starts_with("libnvrtc-builtins.so"))
      static_cast<void>(::dlopen(entry.path().c_str(), RTLD_NOW | RTLD_LOCAL));
}

nvrtc_functions open_nvrtc() {
  keep_freed_memory();
  nvrtc_functions f{};
  f.file = open_library(wanted(), [&](void* library) { return bind(library, f); });
  if (f.file.find('/') != std::string::npos) open_builtins_beside(f.file);
  return f;
}

/// Opened once; after a failure the next call tries again.
const nvrtc_functions& nvrtc() {
  static const auto& functions = *new nvrtc_functions(open_nvrtc());
  return functions;
}

/// The objects that NVRTC makes at its first compilation end before whatever was made earlier.
/// After that it must not be called, and not be at work.
struct nvrtc_life {
  fork_safe<std::shared_mutex> mutex;  ///< shared by those that compile
  bool has_ended = false;
};

nvrtc_life& life() {
  static auto& only = *new nvrtc_life;
  return only;
}

struct nvrtc_end {
  ~nvrtc_end() {
    const std::lock_guard lock(life().mutex);
    life().has_ended = true;
  }
};

void check(int code, const char* action) {
  if (code != 0) throw cuda_error(code, "NVRTC", nvrtc().error_text(code), action);
}

/// NVRTC before 12.6 reads numbers in the thread's locale.
class c_locale_scope {
 public:
  explicit c_locale_scope(bool needed)
      : c_(needed ? ::newlocale(LC_ALL_MASK, "C", locale_t{}) : locale_t{}),
        previous_(c_ != locale_t{} ? ::uselocale(c_) : locale_t{}) {}
  c_locale_scope(const c_locale_scope&) = delete;
  c_locale_scope& operator=(const c_locale_scope&) = delete;
  ~c_locale_scope() {
    if (c_ == locale_t{}) return;
    ::uselocale(previous_);
    ::freelocale(c_);
  }

 private:
  locale_t c_;
  locale_t previous_;
};

class nvrtc_program {
 public:
  explicit nvrtc_program(const nvrtc_input& input) {
    std::vector<const char*> names;
    std::vector<const char*> texts;
    for (const auto& [name, text] : input.headers) {
      names.push_back(name);
      texts.push_back(text);
    }
    check(nvrtc().create(&handle_, input.source.c_str(), input.file_name.c_str(),
                         static_cast<int>(names.size()), texts.data(), names.data()),
          "create a program");
  }
  nvrtc_program(const nvrtc_program&) = delete;
  nvrtc_program& operator=(const nvrtc_program&) = delete;
  ~nvrtc_program() { nvrtc().destroy(&handle_); }

  [[nodiscard]] program_handle get() const noexcept { return handle_; }

  using size_function = int (*)(program_handle, std::size_t*);
  using read_function = int (*)(program_handle, char*);
  [[nodiscard]] std::string read(size_function size, read_function text) const {
    std::size_t bytes = 0;
    check(size(handle_, &bytes), "ask for the size of a result");
    std::string result(bytes, '\0');
    if (bytes != 0) check(text(handle_, result.data()), "read a result");
    return result;
  }

 private:
  program_handle handle_ = nullptr;
};

/// The file that would be opened; where only the loader knows it, the one that it opens.
std::string find_file() {
  const found_libraries found = search_library(wanted(), 1);
  if (!found.files.empty()) return found.files.front();
  try {
    Dl_info place{};
    const bool known = ::dladdr(reinterpret_cast<void*>(nvrtc().version), &place) != 0;
    return known ? place.dli_fname : std::string();
  } catch (const library_not_found&) {
    return {};
  }
}

std::string find_identity() {
  const std::string file = find_file();
  return file.empty() ? file : file_identity(file);
}

std::vector<int> ask_architectures() {
  int count = 0;
  check(nvrtc().architecture_count(&count), "ask for the architectures");
  std::vector<int> all(static_cast<std::size_t>(count));
  check(nvrtc().architectures(all.data()), "ask for the architectures");
  return all;
}

}  // namespace

std::string nvrtc_identity() {
  static auto& mutex = *new fork_safe<std::mutex>;
  static auto& identity = *new std::string;
  const std::lock_guard lock(mutex);
  if (identity.empty()) identity = find_identity();
  return identity;
}

std::string file_of_nvrtc() {
  return find_file();
}

nvrtc_version version_of_nvrtc() {
  nvrtc_version v;
  check(nvrtc().version(&v.major, &v.minor), "ask for the version");
  return v;
}

std::string nvrtc_file() {
  return nvrtc().file;
}

const std::vector<int>& architectures_of_nvrtc() {
  static const auto& all = *new std::vector<int>(ask_architectures());
  return all;
}

nvrtc_output run_nvrtc(const nvrtc_input& input) {
  const std::shared_lock alive(life().mutex);
  if (life().has_ended)
    throw library_not_found("NVRTC, NVIDIA's run-time compiler, has ended with the program: " +
                            input.file_name + " cannot be compiled any more");
  const nvrtc_version version = version_of_nvrtc();
  const c_locale_scope locale(version.major < 12 || (version.major == 12 && version.minor < 6));
  const nvrtc_program program(input);
  for (const std::string& expression : input.expressions)
    check(nvrtc().add_expression(program.get(), expression.c_str()), "name a kernel");
  std::vector<const char*> options;
  for (const std::string& option : input.options) options.push_back(option.c_str());
  nvrtc_output output;
  output.code = nvrtc().compile(program.get(), static_cast<int>(options.size()), options.data());
  static const nvrtc_end end;  // made after NVRTC's objects, and so ended before them
  output.log = program.read(nvrtc().log_size, nvrtc().log);
  output.log.resize(std::strlen(output.log.c_str()));
  if (output.code != 0) {
    if (output.log.empty()) output.log = nvrtc().error_text(output.code);
    return output;
  }
  output.bytes = input.as_ptx ? program.read(nvrtc().ptx_size, nvrtc().ptx)
                              : program.read(nvrtc().cubin_size, nvrtc().cubin);
  for (const std::string& expression : input.expressions) {
    const char* symbol = nullptr;
    check(nvrtc().lowered_name(program.get(), expression.c_str(), &symbol), "name a kernel");
    output.symbols.emplace_back(symbol);
  }
  return output;
}

}  // namespace gpu::detail
