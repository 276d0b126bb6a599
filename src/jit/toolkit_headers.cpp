// SPDX-License-Identifier: BSD-3-Clause
#include "jit/toolkit_headers.hpp"

#include <filesystem>

#include "core/environment.hpp"
#include "jit/file_identity.hpp"
#include "jit/nvrtc.hpp"

namespace gpu::detail {
namespace {

namespace fs = std::filesystem;

/// Best first. Each wheel has a folder of its own, or all of them share one.
std::vector<fs::path> candidates() {
  std::error_code none;
  const fs::path library = fs::weakly_canonical(file_of_nvrtc(), none).parent_path();
  std::vector<fs::path> folders = {
      library.parent_path() / "include",
      library.parent_path().parent_path() / "cuda_runtime" / "include"};
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const std::string root = environment(variable); !root.empty())
      folders.push_back(fs::path(root) / "include");
  folders.emplace_back("/usr/local/cuda/include");
  return folders;
}

}  // namespace

std::vector<std::string> toolkit_include_folders() {
  std::error_code none;
  for (const fs::path& folder : candidates()) {
    if (!fs::exists(folder / "cuda_fp16.h", none)) continue;
    std::vector<std::string> found = {folder.string()};
    // libcu++, which these include: beside them, or in a wheel of its own.
    for (const fs::path& beside :
         {folder / "cccl", folder.parent_path().parent_path() / "cuda_cccl" / "include"})
      if (fs::is_directory(beside, none)) found.push_back(beside.string());
    return found;
  }
  return {};
}

std::string toolkit_identity(const std::vector<std::string>& folders) {
  std::string identity;
  for (const std::string& folder : folders)
    for (const char* header : {"cuda_fp16.h", "cooperative_groups.h", "cuda/std/version"})
      identity += file_identity(fs::path(folder) / header) + '\n';
  return identity;
}

}  // namespace gpu::detail
