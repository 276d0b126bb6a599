// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/dtype.hpp>

#include <ostream>

namespace gpu {

std::ostream& operator<<(std::ostream& out, dtype type) {
  return out << traits(type).name;
}

}  // namespace gpu
