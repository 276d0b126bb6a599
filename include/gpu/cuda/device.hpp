// SPDX-License-Identifier: BSD-3-Clause
// Where an array lives: `cpu()` or one of the GPUs. A value; nothing is touched by making one.
#pragma once

#include <gpu/core/error.hpp>
#include <gpu/core/strict_integer.hpp>

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace gpu {

/// The host's processor and memory, or one GPU. Printed `cpu(0)`, `gpu(1)`.
class device {
 public:
  /// `cpu()`.
  constexpr device() noexcept = default;

  [[nodiscard]] constexpr bool is_cpu() const noexcept { return ordinal_ < 0; }
  [[nodiscard]] constexpr bool is_gpu() const noexcept { return ordinal_ >= 0; }
  /// Number among the devices of its kind; 0 for `cpu()`.
  [[nodiscard]] constexpr int index() const noexcept { return is_gpu() ? ordinal_ : 0; }
  /// -1 for `cpu()`, else the number of the GPU: one integer that tells all devices apart.
  [[nodiscard]] constexpr int ordinal() const noexcept { return ordinal_; }

  /// Makes it this thread's current device.
  ///
  /// @throws cuda_error         if the machine has GPUs, but not this one
  /// @throws library_not_found  if it has none: says what is missing
  void use() const;

  /// Blocks the calling thread until all work enqueued on the device has finished.
  ///
  /// @throws cuda_error  also for a fault of that earlier work
  void synchronize() const;

  friend constexpr bool operator==(device, device) noexcept = default;

 private:
  constexpr explicit device(int ordinal) noexcept : ordinal_(ordinal) {}
  friend constexpr device get_device(int ordinal) noexcept;

  std::int32_t ordinal_ = -1;
};

/// The GPU of that number; `cpu()` if it is negative.
[[nodiscard]] constexpr device get_device(int ordinal) noexcept {
  return device{ordinal < 0 ? -1 : ordinal};
}

/// The host.
[[nodiscard]] constexpr device cpu() noexcept {
  return device{};
}

/// The GPU of that number, whether or not the machine has it: using a missing one throws.
///
/// @throws value_error  if `index` is negative
[[nodiscard]] constexpr device gpu(strict_integer index = 0) {
  const int number = index.to_int();
  if (number < 0)
    throw value_error("gpu(" + std::to_string(number) + "): a GPU's number is not negative");
  return get_device(number);
}

std::ostream& operator<<(std::ostream& out, device device);

/// How many GPUs this process can use: 0 without a driver. Never throws.
[[nodiscard]] int num_gpus() noexcept;

/// `gpu(index)` if the machine has it, else `cpu()`.
[[nodiscard]] device try_gpu(strict_integer index = 0) noexcept;

/// Every GPU of the machine; empty if there is none.
[[nodiscard]] std::vector<device> try_all_gpus();

/// Where this thread makes new arrays. At first `gpu(0)` if there is one, else `cpu()`.
[[nodiscard]] device current_device() noexcept;

/// Blocks the calling thread until all work enqueued on the device, in any stream, has finished.
///
/// @throws cuda_error  also for a fault of that earlier work
void synchronize(device device = current_device());

/// Returns if the device can be used, else throws as `device::use` does.
void require(device device);

/// Stands for an array that no device of this library holds: its guard does nothing.
struct no_device {};

/// Makes a device current in this thread until the end of the scope. Nests; exception-safe.
class device_guard {
 public:
  /// @throws as `device::use`
  [[nodiscard]] explicit device_guard(device device);
  /// The GPU of that number.
  [[nodiscard]] explicit device_guard(strict_integer index) : device_guard(gpu(index)) {}
  /// Does nothing.
  [[nodiscard]] explicit device_guard(no_device) noexcept;
  /// Does nothing if there is no device.
  [[nodiscard]] explicit device_guard(const std::optional<device>& device);
  ~device_guard();

  device_guard(const device_guard&) = delete;
  device_guard& operator=(const device_guard&) = delete;

 private:
  device previous_;
  bool active_ = false;
};

/// Operands that are on different devices; nothing is ever copied between devices silently.
class device_mismatch : public error {
 public:
  /// "operands are on different devices: gpu(0) and gpu(1); copy one with to(device)"
  device_mismatch(device first, device second);

  [[nodiscard]] device first() const noexcept { return first_; }
  [[nodiscard]] device second() const noexcept { return second_; }

 private:
  device first_;
  device second_;
};

}  // namespace gpu
