// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/staging.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <gpu/cuda/event.hpp>

#include "core/fork.hpp"
#include "cuda/backend.hpp"
#include "cuda/pinned_memory.hpp"
#include "cuda/thread_state.hpp"

namespace gpu::detail {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{4} << 20;
constexpr std::size_t threaded_bytes = std::size_t{16} << 20;

/// Pinned memory, and the event after which it may be written again.
class staging_slot {
 public:
  staging_slot(device device, std::size_t bytes)
      : memory_(bytes), device_(device), free_(backend::create_event(device.ordinal(), false)) {}
  staging_slot(const staging_slot&) = delete;
  staging_slot& operator=(const staging_slot&) = delete;
  ~staging_slot() { backend::destroy_event(free_); }

  [[nodiscard]] void* data() const noexcept { return memory_.data(); }
  [[nodiscard]] bool done() const { return backend::done(free_); }
  void wait() const { backend::synchronize(free_); }
  void mark(stream_ref stream) const { backend::record(free_, stream); }

 private:
  pinned_memory memory_;
  device device_;
  event_handle free_;
};

/// The slots of one size of one device, oldest first.
class slot_queue {
 public:
  [[nodiscard]] std::unique_ptr<staging_slot> take(device device, std::size_t bytes) {
    constexpr std::size_t max_slots = 32;
    std::unique_ptr<staging_slot> oldest;
    {
      const std::lock_guard lock(mutex_);
      if (!slots_.empty() && (made_ >= max_slots || slots_.front()->done())) {
        oldest = std::move(slots_.front());
        slots_.pop_front();
      } else {
        ++made_;
      }
    }
    if (oldest == nullptr) return std::make_unique<staging_slot>(device, bytes);
    oldest->wait();
    return oldest;
  }

  void give_back(std::unique_ptr<staging_slot> slot) {
    const std::lock_guard lock(mutex_);
    slots_.push_back(std::move(slot));
  }

  void trim() {
    const std::lock_guard lock(mutex_);
    const std::size_t before = slots_.size();
    std::erase_if(slots_, [](const auto& slot) { return slot->done(); });
    made_ -= std::min(made_, before - slots_.size());
  }

 private:
  fork_safe<std::mutex> mutex_;
  std::deque<std::unique_ptr<staging_slot>> slots_;
  std::size_t made_ = 0;
};

struct device_queues {
  slot_queue small;
  slot_queue large;
};

std::array<device_queues, max_devices>& queues() {
  static auto& all = *new std::array<device_queues, max_devices>;
  return all;
}

/// A slot for a moment.
class slot_lease {
 public:
  slot_lease(device device, std::size_t bytes)
      : queue_(queue_for(device, bytes)),
        slot_(queue_.take(device, bytes <= small_copy_bytes ? small_copy_bytes : chunk_bytes)) {}
  slot_lease(slot_lease&&) = default;
  ~slot_lease() {
    if (slot_ != nullptr) queue_.give_back(std::move(slot_));
  }

  staging_slot* operator->() const noexcept { return slot_.get(); }

 private:
  static slot_queue& queue_for(device device, std::size_t bytes) {
    device_queues& both = queues()[static_cast<std::size_t>(device.index())];
    return bytes <= small_copy_bytes ? both.small : both.large;
  }

  slot_queue& queue_;
  std::unique_ptr<staging_slot> slot_;
};

/// The pieces of a copy, handed out to whoever asks first.
class piece_counter {
 public:
  explicit piece_counter(std::size_t bytes) : bytes_(bytes) {}

  struct piece {
    std::size_t offset;
    std::size_t bytes;
  };
  std::optional<piece> next() noexcept {
    const std::size_t offset = next_.fetch_add(chunk_bytes);
    if (offset >= bytes_) return std::nullopt;
    return piece{offset, std::min(chunk_bytes, bytes_ - offset)};
  }

 private:
  std::size_t bytes_;
  std::atomic<std::size_t> next_{0};
};

/// Runs `work` here and, for a large copy, in some more threads. Throws what one of them threw.
template <class Work>
void share(std::size_t bytes, const Work& work) {
  const unsigned half = std::max(1U, std::thread::hardware_concurrency() / 2);
  const unsigned helpers = bytes < threaded_bytes ? 0 : std::min(6U, half) - 1;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto guarded = [&] {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < helpers; ++i) threads.emplace_back(guarded);
  guarded();
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

void send(char* to, const char* from, std::size_t bytes, stream_ref stream) {
  const slot_lease slot(stream.device(), bytes);
  std::memcpy(slot->data(), from, bytes);
  backend::copy(to, slot->data(), bytes, stream);
  slot->mark(stream);
}

/// A piece on its way to the host.
class arrival {
 public:
  arrival(const char* from, std::size_t bytes, stream_ref stream)
      : slot_(stream.device(), bytes), bytes_(bytes) {
    backend::copy(slot_->data(), from, bytes, stream);
    slot_->mark(stream);
  }
  /// What has arrived. Waits for it.
  [[nodiscard]] std::span<const std::byte> wait() const {
    slot_->wait();
    return {static_cast<const std::byte*>(slot_->data()), bytes_};
  }

 private:
  slot_lease slot_;
  std::size_t bytes_;
};

void fetch_pieces(char* to, const char* from, piece_counter& pieces, stream_ref stream) {
  struct placed_arrival {
    arrival piece;
    char* to;
  };
  const auto start = [&]() -> std::unique_ptr<placed_arrival> {
    const auto piece = pieces.next();
    if (!piece) return nullptr;
    return std::unique_ptr<placed_arrival>(new placed_arrival{
        arrival(from + piece->offset, piece->bytes, stream), to + piece->offset});
  };
  for (auto current = start(); current != nullptr;) {
    auto next = start();  // under way while the current one is copied out
    const std::span<const std::byte> bytes = current->piece.wait();
    std::memcpy(current->to, bytes.data(), bytes.size());
    current = std::move(next);
  }
}

}  // namespace

void stage_to_device(void* to, const void* from, std::size_t bytes, stream_ref stream) {
  auto* target = static_cast<char*>(to);
  const auto* source = static_cast<const char*>(from);
  if (bytes <= small_copy_bytes) return send(target, source, bytes, stream);
  piece_counter pieces(bytes);
  share(bytes, [&] {
    while (const auto piece = pieces.next())
      send(target + piece->offset, source + piece->offset, piece->bytes, stream);
  });
}

void stage_to_host(void* to, const void* from, std::size_t bytes, stream_ref stream) {
  auto* target = static_cast<char*>(to);
  const auto* source = static_cast<const char*>(from);
  piece_counter pieces(bytes);
  share(bytes, [&] { fetch_pieces(target, source, pieces, stream); });
}

struct staged_reader::piece {
  arrival bytes;
};

staged_reader::staged_reader(const void* from, std::size_t bytes, stream_ref stream)
    : from_(static_cast<const char*>(from)), left_(bytes), stream_(stream) {}
staged_reader::~staged_reader() = default;

std::unique_ptr<staged_reader::piece> staged_reader::fetch_next() {
  if (left_ == 0) return nullptr;
  const std::size_t bytes = std::min(left_, chunk_bytes);
  std::unique_ptr<piece> result(new piece{arrival(from_, bytes, stream_)});
  from_ += bytes;
  left_ -= bytes;
  return result;
}

std::span<const std::byte> staged_reader::next() {
  current_ = following_ ? std::move(following_) : fetch_next();
  following_ = fetch_next();
  if (!current_) return {};
  return current_->bytes.wait();
}

void trim_staging() {
  for (device_queues& both : queues()) {
    both.small.trim();
    both.large.trim();
  }
}

}  // namespace gpu::detail
