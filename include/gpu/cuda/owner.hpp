// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

namespace gpu {

/// Owns the handle that a `Ref` names and gives it back once. Every owning CUDA type derives from
/// this, so construction, move and destruction of handles are written in one place.
///
/// `Ref` is copyable, has `handle_type` and `get()`, and is null by default. `Destroy` takes a
/// `Ref` and must not throw: owners end during unwinding, and after the driver has shut down.
template <class Ref, auto Destroy>
class owner : public Ref {
 public:
  owner(owner&& other) noexcept : Ref{std::exchange(other.ref(), Ref{})} {}
  owner& operator=(owner&& other) noexcept {
    owner taken{std::move(other)};
    std::swap(ref(), taken.ref());
    return *this;
  }
  ~owner() {
    if (this->get() != nullptr) Destroy(ref());
  }

  /// Gives the handle up; the owner is then empty, as after a move.
  [[nodiscard]] typename Ref::handle_type release() noexcept {
    return std::exchange(ref(), Ref{}).get();
  }

 protected:
  explicit owner(Ref reference) noexcept : Ref{reference} {}

 private:
  Ref& ref() noexcept { return *this; }
};

}  // namespace gpu
