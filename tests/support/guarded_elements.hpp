// SPDX-License-Identifier: BSD-3-Clause
// Memory for finding reads behind an array.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <new>

namespace gpu::test {

/// Elements at the end of pages, before one that may not be read: who does ends the process.
template <class T>
class guarded_elements {
 public:
  explicit guarded_elements(std::ptrdiff_t count) {
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T);
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t readable = (bytes + page - 1) / page * page;
    size_ = readable + page;
    memory_ = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    std::byte* const end = static_cast<std::byte*>(memory_) + readable;
    ::mprotect(end, page, PROT_NONE);
    elements_ = reinterpret_cast<T*>(end - bytes);
  }
  guarded_elements(const guarded_elements&) = delete;
  guarded_elements& operator=(const guarded_elements&) = delete;
  ~guarded_elements() { ::munmap(memory_, size_); }

  T* data() { return elements_; }

 private:
  std::size_t size_ = 0;
  void* memory_ = nullptr;
  T* elements_ = nullptr;
};

}  // namespace gpu::test
