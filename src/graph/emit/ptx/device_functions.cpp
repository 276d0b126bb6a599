// SPDX-License-Identifier: BSD-3-Clause
#include "graph/emit/ptx/device_functions.hpp"

#include <unordered_map>

namespace gpu::graph {

const device_function* find_device_function(std::string_view name) {
  static const auto& by_name =
      *new std::unordered_map<std::string_view, const device_function*>([] {
        std::unordered_map<std::string_view, const device_function*> all;
        for (const device_function* each = detail::embedded_functions; !each->name.empty(); ++each)
          all[each->name] = each;
        return all;
      }());
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

std::string_view device_function_head() noexcept {
  return detail::embedded_function_head;
}

}  // namespace gpu::graph
