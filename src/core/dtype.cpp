// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/dtype.hpp>

#include <ostream>

namespace gpu {

std::ostream& operator<<(std::ostream& out, dtype type) {
  return out << facts(type).name;
}

}  // namespace gpu
