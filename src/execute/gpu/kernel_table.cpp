// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/kernel_table.hpp"

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <gpu/core/environment.hpp>
#include <gpu/core/fork.hpp>
#include <gpu/core/per_thread.hpp>
#include <gpu/jit/background.hpp>

#include "cuda/capture.hpp"
#include "graph/emit/emit.hpp"
#include "jit/cache.hpp"
#include "jit/load_later.hpp"

namespace gpu::execute {
namespace {

using key = std::vector<std::uint32_t>;

struct entry {
  entry(key signature, kernel_ref first, bool is_baseline)
      : words(std::move(signature)), kernel(first, is_baseline) {}

  key words;
  loaded_kernel kernel;  ///< what is assembled, until what is compiled takes its place
};

/// Two words at a time in each of two chains of multiplications, which do not wait for each other.
std::uint64_t hash(const key& words) noexcept {
  constexpr std::size_t step = 4;
  const auto mixed = [](std::uint64_t value) {
    value *= 0x9e3779b97f4a7c15u;
    return value ^ value >> 29;
  };
  std::uint64_t chains[2] = {words.size(), 0x632be59bd9b4e019u};
  std::uint64_t pairs[2];
  std::size_t i = 0;
  for (; i + step <= words.size(); i += step) {
    std::memcpy(pairs, words.data() + i, sizeof(pairs));
    for (int c = 0; c < 2; ++c) chains[c] = mixed(chains[c] ^ pairs[c]);
  }
  for (; i < words.size(); ++i) chains[0] = mixed(chains[0] ^ words[i]);
  return mixed(chains[0] ^ mixed(chains[1]));
}

/// What all threads have loaded. Entries stay for the life of the process, which outlives every
/// thread that may look here.
class loaded_kernels {
 public:
  entry* find(const key& words, std::uint64_t hash) const {
    const std::shared_lock lock(mutex_);
    const auto [begin, end] = entries_.equal_range(hash);
    for (auto at = begin; at != end; ++at)
      if (at->second->words == words) return at->second.get();
    return nullptr;
  }

  entry* add(const key& words, std::uint64_t hash, kernel_ref kernel, bool is_baseline) {
    if (entry* other = find(words, hash)) return other;
    const std::unique_lock lock(mutex_);
    return entries_.emplace(hash, std::make_unique<entry>(words, kernel, is_baseline))
        ->second.get();
  }

 private:
  mutable gpu::detail::fork_safe<std::shared_mutex> mutex_;
  std::unordered_multimap<std::uint64_t, std::unique_ptr<entry>> entries_;
};

loaded_kernels& all_loaded() {
  static auto* const table = new loaded_kernels;
  return *table;
}

/// What a thread found last, by hash; `words` are those of its last question.
struct recent_kernels {
  key words;
  std::array<const entry*, 256> entries{};
};

/// The kernel in a form that needs no compiler, which would take longer; null if it is compiled
/// already, or if there is none.
kernel_ref assembled(const graph::kernel& work, const graph::variant& how, const program& text) {
  if (!gpu::detail::environment_flag("GPU_NDARRAY_ASSEMBLE", true)) return {};
  if (gpu::detail::is_capturing(current_stream(work.where))) return {};
  if (is_compiled(text, work.where)) return {};
  const std::string ptx = graph::emit_ptx(work, how, has_programmatic_dependent_launch(work.where));
  return ptx.empty() ? kernel_ref() : load_baseline(text, ptx, work.where);
}

const entry* load(const graph::kernel& work, const graph::variant& how, const key& words,
                  std::uint64_t hash) {
  program text = graph::emit(work, how);
  const kernel_ref first = assembled(work, how, text);
  if (first == kernel_ref())
    return all_loaded().add(words, hash, load_kernel(text, work.where), false);
  entry* const added = all_loaded().add(words, hash, first, true);
  load_later(std::move(text), work.where,
             [added](kernel_ref compiled) { added->kernel.replace(compiled); });
  return added;
}

}  // namespace

void loaded_kernel::finish_if_capturing(stream_ref stream) {
  if (gpu::detail::is_capturing(stream)) finish_compiling();
}

const loaded_kernel& find_kernel(const graph::kernel& work, const graph::variant& how) {
  auto& [words, recent] = gpu::detail::per_thread<recent_kernels>::get();
  work.signature(words);
  words.push_back(static_cast<std::uint32_t>(work.where.ordinal()));
  how.append_key(words);
  const std::uint64_t hashed = hash(words);
  const entry*& slot = recent[hashed % recent.size()];
  if (slot && slot->words == words) return slot->kernel;
  const entry* found = all_loaded().find(words, hashed);
  if (!found) {
    const key mine = words;  // loading may run kernels of its own in this thread
    found = load(work, how, mine, hashed);
  }
  slot = found;
  return found->kernel;
}

}  // namespace gpu::execute
