// SPDX-License-Identifier: BSD-3-Clause
#include "jit/code_cache.hpp"

#include <optional>
#include <utility>

#include "jit/disk_cache.hpp"
#include "jit/other_files.hpp"
#include "jit/record.hpp"
#include "jit/single_flight.hpp"

namespace gpu::detail {
namespace {

single_flight<shared_code>& codes() {
  static auto& all = *new single_flight<shared_code>;
  return all;
}

}  // namespace

shared_code compiled_code(const code_key& key, const program& program,
                          const std::function<device_code()>& compile, bool is_kept_on_disk) {
  const stopwatch watch;
  auto made = std::make_shared<const device_code>(compile());
  record({program.name, key.hex(), code_origin::compiled, watch.milliseconds()});
  if (is_kept_on_disk) write_disk(key, *made);
  return made;
}

shared_code cached_code(const code_key& key, const program& program,
                        const std::function<device_code()>& compile) {
  return cached_code(key, program, compile, !reads_other_files(program));
}

shared_code cached_code(const code_key& key, const program& program,
                        const std::function<device_code()>& compile, bool is_kept_on_disk) {
  const stopwatch watch;
  code_origin origin = code_origin::memory;
  shared_code code = codes().get(key, [&]() -> shared_code {
    if (auto kept = is_kept_on_disk ? read_disk(key) : std::nullopt) {
      origin = code_origin::disk;
      return std::make_shared<const device_code>(*std::move(kept));
    }
    origin = code_origin::compiled;
    return compiled_code(key, program, compile, is_kept_on_disk);
  });
  if (origin != code_origin::compiled)
    record({program.name, key.hex(), origin, watch.milliseconds()});
  return code;
}

bool has_code(const code_key& key, const program& program) {
  return codes().contains(key) || (!reads_other_files(program) && is_on_disk(key));
}

void drop_code(const code_key& key) {
  codes().erase(key);
  remove_from_disk(key);
}

void forget_codes() {
  codes().clear();
}

}  // namespace gpu::detail
