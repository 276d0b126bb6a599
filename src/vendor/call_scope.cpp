// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/call_scope.hpp"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::vendor {
namespace {

/// How many scopes there are, and whether the program ends.
std::atomic<int> scopes{0};
std::atomic<bool> is_ending{false};

/// The same of `last_call_scope`, and whether all static objects are gone.
std::atomic<int> last_scopes{0};
std::atomic<bool> is_over{false};

// A child of `fork` has none of its parent's other threads.
[[maybe_unused]] const int installed =
    ::pthread_atfork(nullptr, nullptr, [] { scopes = last_scopes = 0; });

/// A product that waits for a thread which OpenBLAS has ended never returns, nor does the end of
/// the program; a handle of cuBLAS that is made meanwhile is one of objects that are gone.
void end_scopes() {
  is_ending = true;
  while (scopes != 0) std::this_thread::yield();
}

/// OpenBLAS gives the memory back that a thread computes in.
void end_last_scopes() {
  is_over = true;
  while (last_scopes != 0) std::this_thread::yield();
}
/// Before static objects are made: so that it is called after they have ended.
[[gnu::constructor(101)]] void install_last_end() {
  static_cast<void>(std::atexit(&end_last_scopes));
}

}  // namespace

call_scope::call_scope() noexcept {
  ++scopes;
  may_call_ = !is_ending;
}
call_scope::~call_scope() {
  --scopes;
}

last_call_scope::last_call_scope() noexcept {
  ++last_scopes;
  if (!is_over) return;
  --last_scopes;
  while (true) ::pause();
}
last_call_scope::~last_call_scope() {
  --last_scopes;
}

void call_scope::require(const char* library) const {
  if (!may_call_) throw library_not_found(text_of(library, " has ended with the program"));
}

void end_calls_first() {
  static_cast<void>(std::atexit(&end_scopes));
}

}  // namespace gpu::vendor
