// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/fetch.hpp"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <optional>

#include <gpu/core/error.hpp>
#include <gpu/cuda/module.hpp>

#include "core/per_thread.hpp"
#include "cuda/backend.hpp"
#include "cuda/pinned_memory.hpp"

namespace gpu::detail {
namespace {

constexpr unsigned warp = 32;
constexpr unsigned max_threads = 256;

/// One block copies the bytes, whole words first if they are aligned, and then writes the number of
/// the fetch. In PTX: the driver assembles it in less time than a compiler takes to start, and
/// always has it.
constexpr const char* kernel_text = R"(
.version 6.0
.target sm_60
.address_size 64
.visible .entry gpu_fetch(.param .u64 source, .param .u64 target, .param .u64 flag,
                          .param .u32 bytes, .param .u32 sequence)
.maxntid 256, 1, 1
{
  .reg .pred done;
  .reg .b16 byte;
  .reg .b32 word, size, words, i, thread, threads, number;
  .reg .b64 from, to, place, offset, first, second;
  ld.param.u64 from, [source];
  ld.param.u64 to, [target];
  ld.param.u64 place, [flag];
  ld.param.u32 size, [bytes];
  ld.param.u32 number, [sequence];
  mov.u32 thread, %tid.x;
  mov.u32 threads, %ntid.x;
  and.b64 offset, from, 3;
  setp.eq.u64 done, offset, 0;
  shr.u32 words, size, 2;
  selp.u32 words, words, 0, done;
  mov.u32 i, thread;
next_word:
  setp.ge.u32 done, i, words;
  @done bra bytes_left;
  mul.wide.u32 offset, i, 4;
  add.u64 first, from, offset;
  add.u64 second, to, offset;
  ld.global.b32 word, [first];
  st.global.b32 [second], word;
  add.u32 i, i, threads;
  bra next_word;
bytes_left:
  shl.b32 words, words, 2;
  add.u32 i, words, thread;
next_byte:
  setp.ge.u32 done, i, size;
  @done bra all_written;
  cvt.u64.u32 offset, i;
  add.u64 first, from, offset;
  add.u64 second, to, offset;
  ld.global.u8 byte, [first];
  st.global.u8 [second], byte;
  add.u32 i, i, threads;
  bra next_byte;
all_written:
  bar.sync 0;
  setp.ne.u32 done, thread, 0;
  @done bra finish;
  membar.sys;
  st.volatile.global.u32 [place], number;
finish:
  ret;
}
)";

/// Its parameters, as they lie in memory.
struct fetch_arguments {
  const void* from;
  void* to;
  std::uint32_t* flag;
  std::uint32_t bytes;
  std::uint32_t number;
};

/// Null if the driver does not take it.
kernel_ref fetch_kernel() {
  static const kernel_ref kernel = [] {
    try {
      module loaded(kernel_text);
      const kernel_ref found = loaded.kernel("gpu_fetch");
      (void)loaded.release();
      return found;
    } catch (const cuda_error&) {
      return kernel_ref();
    }
  }();
  return kernel;
}

/// What a thread's fetches arrive in.
class arrivals {
 public:
  [[nodiscard]] void* data() const { return static_cast<std::byte*>(memory_.data()) + data_offset; }
  [[nodiscard]] std::uint32_t* place() const { return static_cast<std::uint32_t*>(memory_.data()); }
  [[nodiscard]] std::uint32_t next_number() noexcept { return ++last_number_; }
  [[nodiscard]] bool has_arrived() const {
    return std::atomic_ref(*place()).load(std::memory_order_acquire) == last_number_;
  }

  /// Of this thread; null if no memory can be pinned.
  static arrivals* own() {
    auto& mine = per_thread<std::optional<arrivals>>::get();
    try {
      if (!mine) mine.emplace();
    } catch (const out_of_memory&) {
      return nullptr;
    }
    return &*mine;
  }

  arrivals() { *place() = 0; }

 private:
  static constexpr std::size_t data_offset = 256;
  pinned_memory memory_{data_offset + max_fetch_bytes};
  std::uint32_t last_number_ = 0;
};

void pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

bool fetch(void* to, const void* from, std::size_t bytes, stream_ref stream) {
  const backend::relaxed_capture_mode scope;  // another stream may be captured
  const kernel_ref kernel = fetch_kernel();
  arrivals* const mine = kernel == kernel_ref() ? nullptr : arrivals::own();
  if (mine == nullptr) return false;
  const fetch_arguments arguments{from, mine->data(), mine->place(),
                                  static_cast<std::uint32_t>(bytes), mine->next_number()};
  launch_config config;
  config.block[0] = bytes <= 4 * warp ? warp : max_threads;
  backend::launch(kernel.get(), config, false, stream, &arguments, sizeof(arguments));
  constexpr int max_polls = 2000;  // some 50 us: from then on the driver waits as well
  for (int polls = 0; polls < max_polls && !mine->has_arrived(); ++polls) pause();
  if (!mine->has_arrived()) backend::synchronize(stream);
  std::memcpy(to, mine->data(), bytes);
  return true;
}

}  // namespace gpu::detail
