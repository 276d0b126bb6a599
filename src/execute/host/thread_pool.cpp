// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/thread_pool.hpp"

#include <gpu/execute/threads.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#ifdef __unix__
#include <pthread.h>
#endif

#include "core/ceil_div.hpp"

namespace gpu::execute {
namespace {

/// One call of parallel_for; lives on its caller's stack.
struct job {
  std::ptrdiff_t count;
  std::ptrdiff_t grain_size;
  detail::range_function body;
  void* context;
  int helpers_wanted;
  int helpers_at_work = 0;  // guarded by the pool's mutex, as what follows
  std::exception_ptr failure{};
  std::condition_variable left{};
  std::atomic<std::ptrdiff_t> next{0};

  /// Takes ranges until none is left, or a call throws: returns what it threw.
  std::exception_ptr work() noexcept {
    try {
      for (;;) {
        const std::ptrdiff_t first = next.fetch_add(grain_size, std::memory_order_relaxed);
        if (first >= count) return nullptr;
        body(context, first, std::min(first + grain_size, count));
      }
    } catch (...) {
      return std::current_exception();
    }
  }
};

/// The workers. They are started when first wanted and wait for jobs until the process ends.
class thread_pool {
 public:
  void run(job& task) {
    add(task);
    remove(task, task.work());
  }

  /// Lets the workers end, and waits until they have.
  void stop() noexcept {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    wake_.notify_all();
    stopped_.wait(lock, [this] { return workers_ == 0; });
  }

 private:
  void add(job& task) {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    start_workers(task.helpers_wanted);
    jobs_.push_back(&task);
    if (task.helpers_wanted < workers_)
      for (int i = 0; i < task.helpers_wanted; ++i) wake_.notify_one();
    else
      wake_.notify_all();
  }

  void remove(job& task, const std::exception_ptr& failure) {
    std::unique_lock lock(mutex_);
    give_up(task, failure);
    std::erase(jobs_, &task);
    task.left.wait(lock, [&] { return task.helpers_at_work == 0; });
  }

  static void give_up(job& task, const std::exception_ptr& failure) {
    if (!failure) return;
    task.next.store(task.count, std::memory_order_relaxed);
    if (!task.failure) task.failure = failure;
  }

  void start_workers(int wanted) {
    try {
      for (; workers_ < wanted; ++workers_) std::thread([this] { serve(); }).detach();
    } catch (const std::system_error&) {
      // The machine gives no more threads: those there are will do.
    }
  }

  job* find_job() {
    for (job* task : jobs_)
      if (task->helpers_wanted > 0) return task;
    return nullptr;
  }

  void serve() noexcept {
    std::unique_lock lock(mutex_);
    for (;;) {
      job* task = nullptr;
      wake_.wait(lock, [&] { return stopping_ || (task = find_job()) != nullptr; });
      if (stopping_) break;
      --task->helpers_wanted;
      ++task->helpers_at_work;
      lock.unlock();
      const std::exception_ptr failure = task->work();
      lock.lock();
      give_up(*task, failure);
      task->helpers_wanted = 0;
      if (--task->helpers_at_work == 0) task->left.notify_one();
    }
    if (--workers_ == 0) stopped_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable stopped_;
  std::vector<job*> jobs_;
  int workers_ = 0;
  bool stopping_ = false;
};

std::atomic<thread_pool*> current_pool{nullptr};

/// Ends the workers with the program, or with the library if it is unloaded before.
struct pool_end {
  ~pool_end() {
    if (thread_pool* pool = current_pool.load()) pool->stop();
  }
};

/// Never deleted: arrays may be computed while the program ends. A forked child has no workers, and
/// the mutex may be held for ever: it gets a new pool.
thread_pool& pool() {
  static const bool ready = [] {
    current_pool = new thread_pool;
#ifdef __unix__
    pthread_atfork(nullptr, nullptr, [] { current_pool = new thread_pool; });
#endif
    return true;
  }();
  static const pool_end end;
  static_cast<void>(ready);
  return *current_pool.load();
}

}  // namespace

void detail::parallel_for(std::ptrdiff_t count, std::ptrdiff_t grain_size, int threads,
                          range_function body, void* context) {
  const std::ptrdiff_t ranges = ceil_div(count, grain_size);
  const int limit = threads == 0 ? num_threads() : std::min(threads, num_threads());
  const int helpers = static_cast<int>(std::min<std::ptrdiff_t>(limit, ranges)) - 1;
  job task{count, grain_size, body, context, helpers};
  if (helpers <= 0)
    task.failure = task.work();
  else
    pool().run(task);
  if (task.failure) std::rethrow_exception(task.failure);
}

}  // namespace gpu::execute
