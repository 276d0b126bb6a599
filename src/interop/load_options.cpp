// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/load_options.hpp>

#include "interop/npy_file.hpp"
#include "interop/npy_loading.hpp"

namespace gpu::detail {

graph::leaf_ptr leaf_from_npy(const std::filesystem::path& path, std::optional<dtype> to,
                              const load_options& options) {
  require(options.device);
  if (options.device.is_cpu()) {
    npy_file file(path);
    return leaf_from_source(file, to, options);
  }
  mapped_npy_file file(path);
  return leaf_from_source(file, to, options);
}

}  // namespace gpu::detail
