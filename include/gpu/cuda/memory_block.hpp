// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/ref_ptr.hpp>
#include <gpu/cuda/device.hpp>
#include <gpu/cuda/stream.hpp>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

namespace gpu {

namespace detail {
class block_arena;
class block_list;
struct block_uses;
}  // namespace detail

/// Memory of one device, shared by those that hold a `ref_ptr` to it. It is freed in the order of
/// its home stream: work enqueued there before still finds it.
class memory_block : public ref_counted<memory_block> {
 public:
  /// New memory, not initialised. Its home is the current stream of `device`.
  ///
  /// @throws out_of_memory  after trimming the pool and trying again
  /// @throws as `device::use`
  [[nodiscard]] static ref_ptr<memory_block> allocate(gpu::device device, std::size_t size_bytes);

  /// Memory that someone else allocated; `deleter` is called when no one uses it any more, after
  /// the home stream has been told to wait for every other stream that did, and must not throw.
  ///
  /// @param read_only  an array never writes it, but takes memory of its own first
  [[nodiscard]] static ref_ptr<memory_block> adopt(gpu::device device, void* data,
                                                   std::size_t size_bytes, stream_ref home,
                                                   std::function<void()> deleter,
                                                   bool read_only = false);

  /// Aligned to 64 bytes on `cpu()` and 256 on a GPU; null if the size is 0.
  [[nodiscard]] void* data() const noexcept { return data_; }
  /// As asked for.
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_bytes_; }
  /// What belongs to the block: at least `size_bytes()`, and of new memory a multiple of 64. What
  /// lies beyond `size_bytes()` has no meaning; anyone who may write the block may write there.
  [[nodiscard]] std::size_t capacity_bytes() const noexcept {
    return capacity_ == 0 ? size_bytes_ : capacity_;
  }
  /// What may be read once the elements are written: at least `size_bytes()`, and of new memory of
  /// up to 1 MiB all of `capacity_bytes()`.
  [[nodiscard]] std::size_t readable_bytes() const noexcept {
    return size_class_ < 0 ? size_bytes_ : capacity_;
  }
  [[nodiscard]] gpu::device device() const noexcept { return home_.device(); }
  /// The home stream.
  [[nodiscard]] stream_ref stream() const noexcept { return home_; }
  [[nodiscard]] bool is_read_only() const noexcept { return is_read_only_; }

  /// Called by the last owner.
  static void destroy(memory_block* block) noexcept;

 private:
  friend class detail::block_arena;
  friend class detail::block_list;
  friend struct detail::block_uses;
  friend void order_before_read(memory_block&, stream_ref);
  friend void order_before_write(memory_block&, stream_ref);
  memory_block() noexcept;
  ~memory_block();

  void* data_ = nullptr;
  std::size_t size_bytes_ = 0;
  std::size_t capacity_ = 0;
  stream_ref home_;
  int size_class_ = -1;
  bool is_read_only_ = false;
  std::atomic<bool> used_elsewhere_{false};
  memory_block* next_ = nullptr;
  detail::block_arena* arena_ = nullptr;
  std::unique_ptr<detail::block_uses> uses_;
  std::function<void()> deleter_;
};

/// Makes `stream` wait for what has been written to the block by other streams, and the block
/// remember the stream. Costs a comparison if `stream` is the home stream and the only user.
void order_before_read(memory_block& block, stream_ref stream);

/// The same before writing in place: waits for the readers among the other streams, too.
void order_before_write(memory_block& block, stream_ref stream);

}  // namespace gpu
