// SPDX-License-Identifier: BSD-3-Clause
#include "code_cache.hpp"

#include <utility>

#include "disk_cache.hpp"
#include "record.hpp"
#include "single_flight.hpp"

namespace gpu::detail {
namespace {

single_flight<shared_code>& codes() {
  static auto& all = *new single_flight<shared_code>;
  return all;
}

}  // namespace

shared_code cached_code(const code_key& key, const std::string& name,
                        const std::function<device_code()>& compile) {
  const stopwatch watch;
  code_origin origin = code_origin::memory;
  shared_code code = codes().get(key, [&]() -> shared_code {
    if (auto kept = read_disk(key)) {
      origin = code_origin::disk;
      return std::make_shared<const device_code>(*std::move(kept));
    }
    auto made = std::make_shared<const device_code>(compile());
    origin = code_origin::compiled;
    record({name, key.hex(), origin, watch.milliseconds()});
    write_disk(key, *made);
    return made;
  });
  if (origin != code_origin::compiled) record({name, key.hex(), origin, watch.milliseconds()});
  return code;
}

bool has_code(const code_key& key) {
  return codes().contains(key) || is_on_disk(key);
}

void forget_codes() {
  codes().clear();
}

}  // namespace gpu::detail
