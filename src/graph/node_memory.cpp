// SPDX-License-Identifier: BSD-3-Clause
// The memory of nodes: what a thread frees it uses again, a bounded number of each size.
#include <new>

#include <gpu/graph/node.hpp>

#include "core/per_thread.hpp"

namespace gpu::graph {
namespace {

constexpr std::size_t step_bytes = 64;
constexpr std::size_t size_classes = 8;
constexpr int max_kept = 64;

struct free_node {
  free_node* next;
};

class free_lists {
 public:
  ~free_lists() {
    for (std::size_t size_class = 0; size_class < size_classes; ++size_class)
      while (void* memory = take(size_class)) ::operator delete(memory);
  }

  /// Null if there is none of that size.
  void* take(std::size_t size_class) noexcept {
    list& mine = lists_[size_class];
    free_node* const memory = mine.first;
    if (memory == nullptr) return nullptr;
    mine.first = memory->next;
    --mine.count;
    return memory;
  }

  /// False if enough of that size are kept.
  bool keep(void* memory, std::size_t size_class) noexcept {
    list& mine = lists_[size_class];
    if (mine.count == max_kept) return false;
    mine.first = new (memory) free_node{mine.first};
    ++mine.count;
    return true;
  }

 private:
  struct list {
    free_node* first = nullptr;
    int count = 0;
  };
  list lists_[size_classes];
};

using this_threads_lists = gpu::detail::per_thread<free_lists>;

constexpr std::size_t class_of(std::size_t size) noexcept {
  return (size + step_bytes - 1) / step_bytes - 1;
}

}  // namespace

void* node::operator new(std::size_t size) {
  const std::size_t size_class = class_of(size);
  if (size_class >= size_classes) return ::operator new(size);
  if (void* memory = this_threads_lists::get().take(size_class)) return memory;
  return ::operator new((size_class + 1) * step_bytes);
}

void node::operator delete(void* memory, std::size_t size) noexcept {
  const std::size_t size_class = class_of(size);
  free_lists* const lists = this_threads_lists::find();  // none if the thread has made no nodes
  if (lists != nullptr && size_class < size_classes && lists->keep(memory, size_class)) return;
  ::operator delete(memory);
}

}  // namespace gpu::graph
