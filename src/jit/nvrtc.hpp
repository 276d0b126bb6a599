// SPDX-License-Identifier: BSD-3-Clause
// NVIDIA's run-time compiler, opened at first use. Its few functions are declared here as its
// documentation gives them, so that no CUDA header is needed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gpu::detail {

/// Which build of NVRTC the machine has. Does not open it, since code that is cached on disk needs
/// no compiler, unless only the loader knows where it is. Empty if there is none.
[[nodiscard]] std::string nvrtc_identity();

/// The library's file, found without opening it unless only the loader knows where it is; empty if
/// there is none.
[[nodiscard]] std::string file_of_nvrtc();

struct nvrtc_version {
  int major = 0;
  int minor = 0;
};

/// @throws library_not_found  says where it was looked for, and which packages bring it
[[nodiscard]] nvrtc_version version_of_nvrtc();
/// The file in use, with no folder if the loader found it. Opens it.
/// @throws library_not_found  as `version_of_nvrtc`
[[nodiscard]] std::string nvrtc_file();
/// Compute capabilities for which it makes machine code, ascending: 90 for 9.0. Asked once: NVRTC's
/// own list ends before the program does.
[[nodiscard]] const std::vector<int>& architectures_of_nvrtc();

struct nvrtc_input {
  std::string file_name;
  std::string source;
  std::vector<std::pair<const char*, const char*>> headers;  ///< name, text
  std::vector<std::string> options;
  std::vector<std::string> expressions;  ///< what mangled names are wanted of
  bool as_ptx = false;
};

struct nvrtc_output {
  int code = 0;  ///< of the compilation: 0 is success
  std::string log;
  std::string bytes;
  std::vector<std::string> symbols;  ///< of the expressions
};

inline constexpr int nvrtc_invalid_option = 5;

[[nodiscard]] nvrtc_output run_nvrtc(const nvrtc_input& input);

}  // namespace gpu::detail
