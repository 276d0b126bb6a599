// SPDX-License-Identifier: BSD-3-Clause
#include "jit/library_search.hpp"

#include <dlfcn.h>
#include <glob.h>

#include <algorithm>
#include <cstdint>
#include <fstream>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "core/environment.hpp"

#ifndef GPU_TOOLKIT_LIBRARIES
#define GPU_TOOLKIT_LIBRARIES ""
#endif

namespace gpu::detail {
namespace {

namespace fs = std::filesystem;
using folder_list = std::vector<fs::path>;

folder_list split(const std::string& text) {
  folder_list parts;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(':', start), text.size());
    if (end > start) parts.emplace_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

folder_list expand(const std::string& pattern) {
  folder_list paths;
  glob_t found{};
  if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
    for (std::size_t i = 0; i < found.gl_pathc; ++i) paths.emplace_back(found.gl_pathv[i]);
  ::globfree(&found);
  return paths;
}

/// Where the dynamic loader looks.
folder_list loader_folders() {
  folder_list folders = split(environment("LD_LIBRARY_PATH"));
  folder_list lists = expand("/etc/ld.so.conf.d/*.conf");
  lists.emplace_back("/etc/ld.so.conf");
  for (const fs::path& list : lists) {
    std::ifstream in(list);
    for (std::string line; std::getline(in, line);)
      if (!line.empty() && line[0] == '/') folders.emplace_back(line);
  }
  for (const char* folder : {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu",
                             "/usr/lib64", "/usr/lib", "/lib64", "/lib"})
    folders.emplace_back(folder);
  return folders;
}

folder_list toolkit_folders() {
  folder_list roots;
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME", "CONDA_PREFIX"})
    if (const std::string root = environment(variable); !root.empty()) roots.emplace_back(root);
  roots.emplace_back("/usr/local/cuda");
  for (const fs::path& root : expand("/usr/local/cuda-*")) roots.push_back(root);
  folder_list folders;
  for (const fs::path& root : roots)
    for (const char* below : {"lib64", "lib"}) folders.push_back(root / below);
  return folders;
}

/// Of every Python that the environment names.
folder_list wheel_folders(const std::vector<std::string>& below) {
  folder_list prefixes;
  for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const std::string root = environment(variable); !root.empty()) prefixes.emplace_back(root);
  for (const fs::path& folder : split(environment("PATH"))) {
    std::error_code ignored;
    if (fs::exists(folder / "python3", ignored)) prefixes.push_back(folder.parent_path());
  }
  if (const std::string home = environment("HOME"); !home.empty())
    prefixes.push_back(fs::path(home) / ".local");
  prefixes.emplace_back("/usr/local");
  prefixes.emplace_back("/usr");
  folder_list folders;
  for (const fs::path& prefix : prefixes)
    for (const std::string& packages : {std::string("site-packages"), std::string("dist-packages")})
      for (const std::string& folder : below)
        for (const fs::path& found :
             expand(prefix.string() + "/lib/python3*/" + packages + "/" + folder))
          folders.push_back(found);
  return folders;
}

/// Of NVIDIA's libraries: that of the toolkit, or of the wheels, that this library was built with.
folder_list folders_of_build(const wanted_library& wanted) {
  const std::string folder = GPU_TOOLKIT_LIBRARIES;
  const bool is_nvidias =
      std::any_of(wanted.wheel_folders.begin(), wanted.wheel_folders.end(),
                  [](const std::string& below) { return below.starts_with("nvidia/"); });
  return is_nvidias && !folder.empty() ? folder_list{folder} : folder_list();
}

[[noreturn]] void throw_missing(const wanted_library& wanted, const std::string& reasons) {
  std::string places;
  for (const fs::path& folder : search_library(wanted, SIZE_MAX).folders)
    places += "\n  " + folder.string();
  throw library_not_found(text_of(wanted.missing, "; or set ", wanted.variable,
                                  " to the file. Looked in:", places, reasons));
}

}  // namespace

found_libraries search_library(const wanted_library& wanted, std::size_t enough) {
  found_libraries result;
  if (const std::string named = environment(wanted.variable.c_str()); !named.empty()) {
    result.folders.emplace_back(named);
    std::error_code ignored;
    if (fs::is_regular_file(named, ignored)) result.files.emplace_back(named);
    return result;  // who names a file wants no other
  }
  const std::function<folder_list()> places[] = {
      loader_folders, toolkit_folders, [&] { return wheel_folders(wanted.wheel_folders); },
      [&] { return folders_of_build(wanted); }};
  for (const auto& place : places)
    for (const fs::path& folder : place()) {
      if (std::find(result.folders.begin(), result.folders.end(), folder) != result.folders.end())
        continue;
      result.folders.push_back(folder);
      for (const std::string& soname : wanted.sonames) {
        std::error_code ignored;
        if (fs::is_regular_file(folder / soname, ignored)) result.files.push_back(folder / soname);
      }
      if (result.files.size() >= enough) return result;
    }
  return result;
}

void* symbol_of(void* library, const std::string& name) noexcept {
  return ::dlsym(library, name.c_str());
}

std::string open_library(const wanted_library& wanted, const std::function<bool(void*)>& bind) {
  std::vector<std::string> files;
  for (const fs::path& file : search_library(wanted, SIZE_MAX).files)
    files.push_back(file.string());
  if (environment(wanted.variable.c_str()).empty())
    files.insert(files.end(), wanted.sonames.begin(), wanted.sonames.end());
  std::string reasons;
  for (const std::string& file : files) {
    void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr && bind(library)) return file;
    const char* reason = library == nullptr ? ::dlerror() : wanted.unsuitable.c_str();
    if (file.find('/') != std::string::npos)
      reasons += text_of("\n", file, " cannot be used: ", reason == nullptr ? "unknown" : reason);
    if (library != nullptr) ::dlclose(library);
  }
  throw_missing(wanted, reasons);
}

std::string open_if_found(const wanted_library& wanted, const std::function<bool(void*)>& bind) {
  try {
    return open_library(wanted, bind);
  } catch (const library_not_found&) {
    if (!environment(wanted.variable.c_str()).empty()) throw;
    return {};
  }
}

}  // namespace gpu::detail
