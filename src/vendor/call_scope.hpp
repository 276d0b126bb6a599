// SPDX-License-Identifier: BSD-3-Clause
// Calls of libraries that end their threads and objects with the program.
#pragma once

namespace gpu::vendor {

/// While it exists, the end of the program waits. It is false if that end has begun: then no such
/// library may be called.
class call_scope {
 public:
  call_scope() noexcept;
  call_scope(const call_scope&) = delete;
  call_scope& operator=(const call_scope&) = delete;
  ~call_scope();

  [[nodiscard]] explicit operator bool() const noexcept { return may_call_; }

  /// @throws library_not_found  "cuBLAS has ended with the program"
  void require(const char* library) const;

 private:
  bool may_call_ = false;
};

/// The same of libraries that can be called until their own end, which is the last of all: while it
/// exists, that waits. A thread that begins one afterwards stops there; the program is over.
class last_call_scope {
 public:
  last_call_scope() noexcept;
  last_call_scope(const last_call_scope&) = delete;
  last_call_scope& operator=(const last_call_scope&) = delete;
  ~last_call_scope();
};

/// Lets the end of the program wait for the scopes before whatever ends now: called after a library
/// has been opened, and after it has made objects of its own.
void end_calls_first();

}  // namespace gpu::vendor
