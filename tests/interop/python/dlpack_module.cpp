// SPDX-License-Identifier: BSD-3-Clause
// What tests/interop/python/dlpack_numpy.py calls of this library: arrays kept by a number, their
// tensors, and arrays of tensors that Python hands over.
#include <complex>
#include <map>
#include <memory>
#include <string>
#include <type_traits>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/cuda/memory_pool.hpp>
#include <gpu/interop/from_dlpack.hpp>
#include <gpu/interop/to_dlpack.hpp>

namespace {

using gpu::dlpack::DLManagedTensor;
using gpu::dlpack::DLManagedTensorVersioned;

/// An array of any type.
class kept_array {
 public:
  virtual ~kept_array() = default;
  virtual DLManagedTensorVersioned* versioned(bool is_written) = 0;
  virtual DLManagedTensorVersioned* transposed() = 0;
  virtual DLManagedTensor* unversioned() = 0;
  virtual void add(int number) = 0;
};

template <class T>
class kept final : public kept_array {
 public:
  explicit kept(gpu::ndarray<T> array) : array_(std::move(array)) {}
  DLManagedTensorVersioned* versioned(bool is_written) override {
    return is_written ? gpu::to_dlpack(array_) : gpu::to_dlpack(std::as_const(array_));
  }
  DLManagedTensorVersioned* transposed() override {
    return gpu::to_dlpack(gpu::transpose(std::as_const(array_)));
  }
  DLManagedTensor* unversioned() override { return gpu::to_dlpack<DLManagedTensor>(array_); }
  void add(int number) override {
    array_ += gpu::ndarray<T>(static_cast<T>(static_cast<float>(number)), gpu::cpu());
  }

 private:
  gpu::ndarray<T> array_;
};

std::map<int, std::unique_ptr<kept_array>>& arrays() {
  static auto& all = *new std::map<int, std::unique_ptr<kept_array>>;
  return all;
}

std::string& last_error() {
  static auto& text = *new std::string;
  return text;
}

/// The number of a new array; -1 and `last_error` if there is none.
template <class Make>
int keep(const Make& make) {
  static int next = 0;
  try {
    arrays()[next] = make();
    return next++;
  } catch (const gpu::error& failure) {
    last_error() = failure.what();
    return -1;
  }
}

template <class T>
std::unique_ptr<kept_array> counted(int rows, int columns) {
  const gpu::ndarray<int> numbers = gpu::arange<int>(rows * columns, gpu::cpu());
  return std::make_unique<kept<T>>(gpu::reshape(numbers.astype<T>(), {rows, columns}));
}

/// The tensor as an array of its dtype.
template <class Tensor>
std::unique_ptr<kept_array> received(Tensor* tensor, bool is_written) {
  const auto& type = tensor->dl_tensor.dtype;
  std::unique_ptr<kept_array> result;
  const auto take = [&]<class T>(std::type_identity<T>) {
    result = std::make_unique<kept<T>>(gpu::from_dlpack<T>(tensor, {.writable = is_written}));
  };
  if (type.code == gpu::dlpack::kDLComplex && type.bits == 64)
    take(std::type_identity<std::complex<float>>{});
  else if (type.code == gpu::dlpack::kDLComplex)
    take(std::type_identity<std::complex<double>>{});
  else if (type.code == gpu::dlpack::kDLFloat && type.bits == 16)
    take(std::type_identity<gpu::float16>{});
  else if (type.code == gpu::dlpack::kDLFloat && type.bits == 32)
    take(std::type_identity<float>{});
  else if (type.code == gpu::dlpack::kDLBool)
    take(std::type_identity<bool>{});
  else if (type.code == gpu::dlpack::kDLInt && type.bits == 64)
    take(std::type_identity<std::int64_t>{});
  else if (type.code == gpu::dlpack::kDLUInt && type.bits == 8)
    take(std::type_identity<std::uint8_t>{});
  else
    take(std::type_identity<double>{});
  return result;
}

}  // namespace

extern "C" {

/// 0, 1, 2, ... of NumPy's type character.
int make(char type, int rows, int columns) {
  return keep([&]() -> std::unique_ptr<kept_array> {
    switch (type) {
      case '?':
        return counted<bool>(rows, columns);
      case 'B':
        return counted<std::uint8_t>(rows, columns);
      case 'l':
        return counted<std::int64_t>(rows, columns);
      case 'e':
        return counted<gpu::float16>(rows, columns);
      case 'f':
        return counted<float>(rows, columns);
      case 'd':
        return counted<double>(rows, columns);
      case 'F':
        return counted<std::complex<float>>(rows, columns);
      default:
        return counted<std::complex<double>>(rows, columns);
    }
  });
}
void* versioned(int array, int is_written) {
  return arrays().at(array)->versioned(is_written != 0);
}
void* transposed(int array) {
  return arrays().at(array)->transposed();
}
void* unversioned(int array) {
  return arrays().at(array)->unversioned();
}
int receive_versioned(void* tensor, int is_written) {
  return keep(
      [&] { return received(static_cast<DLManagedTensorVersioned*>(tensor), is_written != 0); });
}
int receive_unversioned(void* tensor) {
  return keep([&] { return received(static_cast<DLManagedTensor*>(tensor), true); });
}
const char* error_text() {
  return last_error().c_str();
}
void add(int array, int number) {
  arrays().at(array)->add(number);
}
void end(int array) {
  arrays().erase(array);
}
/// Bytes that arrays on the host have.
long used_bytes() {
  return static_cast<long>(gpu::memory_pool::statistics(gpu::cpu()).used_bytes);
}
}
