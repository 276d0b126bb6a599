// SPDX-License-Identifier: BSD-3-Clause
// What the library throws. After any of these every array is as it was before the call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <source_location>
#include <stdexcept>
#include <string>

namespace gpu {

/// Base of everything that the library throws on purpose.
class error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Shapes that do not fit together, or values that do not fit a shape. NumPy's ValueError.
class shape_error : public error {
 public:
  using error::error;
};

/// An axis that the array does not have. `numpy.exceptions.AxisError`.
class axis_error : public error {
 public:
  /// "axis 3 is out of bounds for array of dimension 2"
  axis_error(std::int64_t axis, std::size_t rank);
  using error::error;
};

/// An index outside the array, or too many of them. NumPy's IndexError.
class index_error : public error {
 public:
  using error::error;
};

/// Element types for which the operation has no loop, or that do not match. NumPy's TypeError.
class dtype_error : public error {
 public:
  using error::error;
};

/// A C++ scalar that the array's integer type cannot hold. NumPy's OverflowError.
class overflow_error : public error {
 public:
  using error::error;
};

/// A value that the operation cannot take. NumPy's ValueError where no shape is concerned.
class value_error : public error {
 public:
  using error::error;
};

/// A matrix that the algorithm cannot handle. `numpy.linalg.LinAlgError`.
class linalg_error : public error {
 public:
  using error::error;
};

/// A file that cannot be read, or does not hold what its format promises; names the file.
class file_error : public error {
 public:
  using error::error;
};

/// A CUDA library that this machine lacks: what, where it was looked for, which package brings it.
class library_not_found : public error {
 public:
  using error::error;
};

/// A call of CUDA that failed.
class cuda_error : public error {
 public:
  /// @param action  what was being done: "enqueue kernel add_float"
  cuda_error(int code, const std::string& name, const std::string& text, const std::string& action,
             std::source_location place = std::source_location::current());

  /// The number of the `cudaError_t` or `CUresult`.
  [[nodiscard]] int code() const noexcept { return code_; }

 protected:
  cuda_error(int code, const std::string& message);

 private:
  int code_;
};

/// Memory that a device could not give. NumPy's MemoryError.
class out_of_memory : public cuda_error {
 public:
  out_of_memory(const std::string& device, std::size_t requested_bytes, std::size_t pool_bytes,
                std::size_t limit_bytes, std::size_t free_bytes);

  [[nodiscard]] std::size_t requested_bytes() const noexcept { return requested_bytes_; }

 private:
  std::size_t requested_bytes_;
};

/// Kernel text that does not compile: the compiler's log under the source lines that it names.
class compile_error : public error {
 public:
  compile_error(const std::string& message, std::string log, std::string source);

  /// What the compiler said, unchanged.
  [[nodiscard]] const std::string& log() const& noexcept { return log_; }
  [[nodiscard]] std::string log() const&& { return log_; }
  /// The whole program, unchanged.
  [[nodiscard]] const std::string& source() const& noexcept { return source_; }
  [[nodiscard]] std::string source() const&& { return source_; }

 private:
  std::string log_;
  std::string source_;
};

/// A broken invariant of the library itself: says which, and terminates.
[[noreturn]] void fail(const char* invariant,
                       std::source_location place = std::source_location::current()) noexcept;

}  // namespace gpu
