// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/cuda/device_properties.hpp>

#include <sys/sysinfo.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <fstream>
#include <mutex>
#include <thread>

#include "cuda/backend.hpp"
#include "cuda/thread_state.hpp"

namespace gpu {
namespace {

/// The value of the first line "key : value" or "key: value kB" of a file of the kernel.
std::string line_of(const char* file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (line.compare(0, key.size(), key) == 0) {
      const std::size_t colon = line.find(':');
      const std::size_t start = line.find_first_not_of(" \t", colon + 1);
      if (colon != std::string::npos && start != std::string::npos) return line.substr(start);
    }
  return {};
}

memory_figures host_memory() {
  memory_figures m;
  struct sysinfo info {};
  if (sysinfo(&info) != 0) return m;
  m.total_bytes = std::size_t{info.totalram} * info.mem_unit;
  m.free_bytes = std::size_t{info.freeram} * info.mem_unit;
  const std::string available = line_of("/proc/meminfo", "MemAvailable");
  if (!available.empty()) m.free_bytes = std::strtoull(available.c_str(), nullptr, 10) * 1024;
  return m;
}

device_properties host_properties() {
  device_properties p;
  p.name = line_of("/proc/cpuinfo", "model name");
  if (p.name.empty()) p.name = "host processor";
  p.threads = static_cast<int>(std::thread::hardware_concurrency());
  p.total_bytes = host_memory().total_bytes;
#ifdef _SC_LEVEL2_CACHE_SIZE
  if (const long l2 = sysconf(_SC_LEVEL2_CACHE_SIZE); l2 > 0)
    p.l2_bytes = static_cast<std::size_t>(l2);
#endif
  return p;
}

struct remembered {
  std::once_flag once;
  device_properties properties;
  std::atomic<bool> is_known{false};  ///< each launch asks, and `call_once` takes longer
};

}  // namespace

const device_properties& properties(device device) {
  static auto& all = *new std::array<remembered, detail::max_devices + 1>;
  require(device);
  remembered& entry = all[static_cast<std::size_t>(device.ordinal() + 1)];
  if (entry.is_known.load(std::memory_order_acquire)) return entry.properties;
  std::call_once(entry.once, [&] {
    entry.properties =
        device.is_cpu() ? host_properties() : backend::read_properties(device.ordinal());
    entry.is_known.store(true, std::memory_order_release);
  });
  return entry.properties;
}

memory_figures memory_info(device device) {
  require(device);
  return device.is_cpu() ? host_memory() : backend::read_memory(device.ordinal());
}

}  // namespace gpu
