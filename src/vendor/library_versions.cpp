// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/vendor/library_versions.hpp>

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iomanip>

#include <ostream>
#include <sstream>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "cuda/backend.hpp"
#include "jit/library_search.hpp"
#include "jit/nvrtc.hpp"
#include "vendor/blas/blas.hpp"
#include "vendor/cublas/cublas.hpp"
#include "vendor/cufft/cufft.hpp"
#include "vendor/cusolver/cusolver.hpp"
#include "vendor/fftw/fftw.hpp"
#include "vendor/lapack/lapack.hpp"
#include "vendor/zip/zip.hpp"

namespace gpu {
namespace {

/// A library that is open already; it stays open.
class open_file {
 public:
  explicit open_file(const std::string& file)
      : handle_(::dlopen(file.c_str(), RTLD_NOW | RTLD_NOLOAD)) {}
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  ~open_file() {
    if (handle_ != nullptr) ::dlclose(handle_);
  }

  template <class Symbol>
  [[nodiscard]] Symbol find(const char* name) const {
    return handle_ == nullptr ? nullptr
                              : reinterpret_cast<Symbol>(detail::symbol_of(handle_, name));
  }

  /// Where the loader found it; empty if it is not open.
  [[nodiscard]] std::string path() const {
    ::link_map* map = nullptr;
    if (handle_ == nullptr || ::dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0) return {};
    std::error_code none;
    const std::filesystem::path real = std::filesystem::canonical(map->l_name, none);
    return none ? std::string(map->l_name) : real.string();
  }

 private:
  void* handle_;
};

/// 13020 is 13.2.
std::string cuda_version(int number) {
  return text_of(number / 1000, ".", number % 1000 / 10);
}

/// What `cublasGetProperty` and its like answer to 0, 1 and 2: major, minor, patch.
std::string property_version(const open_file& library, const char* name) {
  const auto ask = library.find<int (*)(int, int*)>(name);
  std::array<int, 3> parts{};
  if (ask == nullptr) return {};
  for (int i = 0; i < 3; ++i)
    if (ask(i, &parts[static_cast<std::size_t>(i)]) != 0) return {};
  return text_of(parts[0], ".", parts[1], ".", parts[2]);
}

std::string first_words(const char* text, int count) {
  std::istringstream in(text == nullptr ? "" : text);
  std::string words;
  for (std::string word; count > 0 && in >> word; --count)
    words += (words.empty() ? "" : " ") + word;
  return words;
}

/// The name and version of an implementation of BLAS and LAPACK.
std::string blas_version(const open_file& library) {
  if (const auto config = library.find<char* (*)()>("openblas_get_config"))
    return first_words(config(), 2);
  if (const auto version = library.find<const char* (*)()>("bli_info_get_version_str"))
    return text_of("BLIS ", first_words(version(), 1));
  if (const auto version = library.find<void (*)(char*, int)>("MKL_Get_Version_String")) {
    std::array<char, 256> text{};
    version(text.data(), static_cast<int>(text.size()) - 1);
    std::string words = text.data();
    return words.substr(0, std::min(words.find(" for"), words.find_last_not_of(' ') + 1));
  }
  return {};
}

std::string lapack_version(const open_file& library) {
  const std::string implementation = blas_version(library);
  const auto ask = library.find<void (*)(int*, int*, int*)>("ilaver_");
  if (ask == nullptr) return implementation;
  int major = 0;
  int minor = 0;
  int patch = 0;
  ask(&major, &minor, &patch);
  const std::string own = text_of(major, ".", minor, ".", patch);
  return implementation.empty() ? own : text_of(own, " (", implementation, ")");
}

/// "fftw-3.3.10-sse2-avx" is 3.3.10.
std::string fftw_version(const open_file& library, const char* name) {
  const char* const text = library.find<const char*>(name);
  if (text == nullptr) return {};
  const std::string words = text;
  const std::size_t start = words.find('-') + 1;
  return words.substr(start, words.find('-', start) - start);
}

std::string zip_version(const open_file& library) {
  const auto ask = library.find<const char* (*)()>("zip_libzip_version");
  return ask == nullptr ? std::string() : std::string(ask());
}

/// @param file     opens the library and returns its file, empty if it is missing
/// @param version  of an `open_file`
template <class File, class Version>
library_version row(std::string name, const File& file, const Version& version) {
  library_version row;
  row.name = std::move(name);
  try {
    const std::string opened = file();
    row.found = !opened.empty();
    if (!row.found) return row;
    const open_file library(opened);
    row.file = library.path();
    row.version = version(library);
  } catch (const error& wrong) {
    row.missing = wrong.what();
  }
  return row;
}

library_version driver_row() {
  constexpr const char* soname = "libcuda.so.1";
  int number = 0;
  library_version found = row(
      "CUDA driver",
      [&] {
        number = backend::driver_version();
        return std::string(number == 0 ? "" : soname);
      },
      [&](const open_file&) { return cuda_version(number); });
  if (!found.found && found.missing.empty()) found.missing = backend::why_no_device();
  return found;
}

library_version runtime_row() {
  library_version linked;
  linked.name = "CUDA runtime";
  const int number = backend::runtime_version();
  linked.found = number != 0;
  if (linked.found)
    linked.version = cuda_version(number);
  else
    linked.missing = backend::why_no_device();
  return linked;
}

library_version fftw_row(bool is_double) {
  return row(
      is_double ? "FFTW" : "FFTW (float)", [=] { return vendor::file_of_fftw(is_double); },
      [=](const open_file& f) {
        return fftw_version(f, is_double ? "fftw_version" : "fftwf_version");
      });
}

std::string shown_version(const library_version& library) {
  if (!library.found) return "not found";
  return library.version.empty() ? "unknown" : library.version;
}

}  // namespace

const library_version& library_list::at(std::string_view name) const& {
  const auto found = std::find_if(begin(), end(), [&](const auto& l) { return l.name == name; });
  if (found != end()) return *found;
  std::string names;
  for (const library_version& library : libraries)
    names += (names.empty() ? "" : ", ") + library.name;
  throw value_error(text_of("no library '", name, "' is in the list, which has ", names));
}

std::ostream& operator<<(std::ostream& out, const library_list& list) {
  std::size_t name_width = 7;
  std::size_t version_width = 7;
  for (const library_version& library : list) {
    name_width = std::max(name_width, library.name.size());
    version_width = std::max(version_width, shown_version(library).size());
  }
  const auto line = [&](const std::string& name, const std::string& version,
                        const std::string& file) {
    std::string text = name + std::string(name_width + 2 - name.size(), ' ') + version;
    if (!file.empty()) text += std::string(version_width + 2 - version.size(), ' ') + file;
    return text;
  };
  out << line("library", "version", "file");
  for (const library_version& library : list) {
    const bool is_linked = library.found && library.file.empty();
    out << '\n' << line(library.name, shown_version(library), is_linked ? "linked" : library.file);
  }
  return out;
}

library_list library_versions() {
  const auto property = [](const char* name) {
    return [name](const open_file& library) { return property_version(library, name); };
  };
  const auto nvrtc = [](const open_file&) {
    const detail::nvrtc_version version = detail::version_of_nvrtc();
    return text_of(version.major, ".", version.minor);
  };
  return {{driver_row(), runtime_row(), row("NVRTC", detail::nvrtc_file, nvrtc),
           row("cuBLAS", vendor::cublas_file, property("cublasGetProperty")),
           row("cuSOLVER", vendor::cusolver_file, property("cusolverGetProperty")),
           row("cuFFT", vendor::cufft_file, property("cufftGetProperty")),
           row("BLAS", vendor::blas_file, blas_version),
           row("LAPACK", vendor::lapack_file, lapack_version), fftw_row(true), fftw_row(false),
           row("libzip", vendor::zip_file, zip_version)}};
}

}  // namespace gpu
