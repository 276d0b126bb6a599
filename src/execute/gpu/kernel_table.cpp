// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/kernel_table.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <gpu/jit/background.hpp>

#include "core/environment.hpp"
#include "core/fork.hpp"
#include "core/word_hash.hpp"
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
  loaded_kernel kernel;  ///< the baseline kernel, until the compiled one takes its place
};

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

/// The kernel in a form that needs no compiler, which would take longer; null if it is compiled
/// already, or if there is none.
kernel_ref baseline_kernel(const graph::kernel& work, const graph::variant& options,
                           const program& text) {
  if (!gpu::detail::environment_flag("GPU_NDARRAY_ASSEMBLE", true)) return {};
  if (gpu::detail::is_capturing(current_stream(work.where))) return {};
  if (is_compiled(text, work.where)) return {};
  const std::string ptx =
      options.skeleton.baseline_text(work, options, has_programmatic_dependent_launch(work.where));
  return ptx.empty() ? kernel_ref() : load_baseline(text, ptx, work.where);
}

const entry* load(const graph::kernel& work, const graph::variant& options, const key& words,
                  std::uint64_t hash) {
  program text = graph::emit(work, options);
  const kernel_ref first = baseline_kernel(work, options, text);
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

const loaded_kernel& find_kernel(const graph::kernel& work, const graph::variant& options) {
  key words;
  work.signature(words);
  words.push_back(static_cast<std::uint32_t>(work.where.ordinal()));
  options.append_key(words);
  const std::uint64_t hash = detail::hash_words(words);
  const entry* found = all_loaded().find(words, hash);
  return (found != nullptr ? found : load(work, options, words, hash))->kernel;
}

}  // namespace gpu::execute
