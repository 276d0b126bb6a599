// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/jit/history.hpp>

#include <atomic>
#include <deque>
#include <mutex>
#include <ostream>
#include <utility>

#include "core/fork.hpp"
#include "jit/record.hpp"

namespace gpu {
namespace {

struct history {
  detail::fork_safe<std::mutex> mutex;
  std::deque<kernel_record> records;
  std::atomic<std::uint64_t> compiled{0};
};

history& past() {
  static auto& only = *new history;
  return only;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, code_origin origin) {
  switch (origin) {
    case code_origin::memory:
      return out << "memory";
    case code_origin::disk:
      return out << "disk";
    case code_origin::compiled:
      return out << "compiled";
    case code_origin::assembled:
      return out << "assembled";
  }
  return out;
}

std::vector<kernel_record> kernel_history() {
  const std::lock_guard lock(past().mutex);
  return {past().records.begin(), past().records.end()};
}

void clear_kernel_history() {
  const std::lock_guard lock(past().mutex);
  past().records.clear();
}

std::uint64_t compile_count() noexcept {
  return past().compiled.load();
}

namespace detail {

void record(kernel_record record) {
  constexpr std::size_t max_records = 4096;
  if (record.origin == code_origin::compiled) past().compiled.fetch_add(1);
  const std::lock_guard lock(past().mutex);
  past().records.push_back(std::move(record));
  if (past().records.size() > max_records) past().records.pop_front();
}

}  // namespace detail
}  // namespace gpu
