// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/jit/background.hpp>

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "jit/cache.hpp"
#include "jit/load_later.hpp"

namespace gpu {
namespace {

void stop_with_the_library();

struct task {
  program text;
  device where;
  std::function<void(kernel_ref)> use;

  void run() const noexcept try { use(load_kernel(text, where)); } catch (const std::exception&) {
    return;  // what there is instead of the kernel stays
  }
};

/// One thread, started when first wanted; it waits for tasks until the process ends.
class background {
 public:
  void add(task next) {
    const std::lock_guard lock(mutex_);
    if (stopping_ || !start()) return;
    tasks_.push_back(std::move(next));
    changed_.notify_all();
  }

  void finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return tasks_.empty() && !working_; });
  }

  /// Lets the thread end after its task, and waits until it has.
  void stop() noexcept {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
      tasks_.clear();
      changed_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
  }

 private:
  bool start() {
    if (thread_.joinable()) return true;
    try {
      thread_ = std::thread([this] { serve(); });
      return true;
    } catch (const std::system_error&) {
      return false;  // the machine gives no more threads
    }
  }

  void serve() noexcept {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
      if (stopping_) return;
      working_ = true;
      {
        const task next = std::move(tasks_.front());
        tasks_.pop_front();
        lock.unlock();
        next.run();
      }
      stop_with_the_library();  // which is before NVRTC's objects end
      lock.lock();
      working_ = false;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<task> tasks_;
  std::thread thread_;
  bool working_ = false;
  bool stopping_ = false;
};

std::atomic<background*> current{nullptr};

void stop_background() noexcept {
  if (background* worker = current.load()) worker->stop();
}

/// NVRTC makes objects at its first use, and must not be at work when they end, which is before
/// what was made earlier ends. Objects of the thread that ends the process end before all others:
/// one of the main thread, made before `main`, stops the background.
struct main_thread_end {
  ~main_thread_end() {
    if (::gettid() == ::getpid()) stop_background();
  }
};
[[maybe_unused]] const bool is_watched = [] {
  static thread_local const main_thread_end end;
  return true;
}();

/// The same where another thread ends the process, but for the time of the first compilation, and
/// where the library is unloaded.
struct library_end {
  ~library_end() { stop_background(); }
};
void stop_with_the_library() {
  static const library_end end;
}

/// Never deleted, as the thread pool is not. A forked child has no such thread, and the mutex may
/// be held for ever: it gets a new one.
background& worker() {
  static const bool ready = [] {
    current = new background;
    pthread_atfork(nullptr, nullptr, [] { current = new background; });
    return true;
  }();
  static_cast<void>(ready);
  return *current.load();
}

}  // namespace

void finish_compiling() {
  if (background* const worker = current.load()) worker->finish();
}

void load_later(program program, device device, std::function<void(kernel_ref)> use) {
  worker().add({std::move(program), device, std::move(use)});
}

}  // namespace gpu
