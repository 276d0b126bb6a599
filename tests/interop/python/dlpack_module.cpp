// SPDX-License-Identifier: BSD-3-Clause
// What dlpack_library.py calls of this library: arrays kept by a number, what they hand to Python's
// libraries, and arrays of tensors that those hand over.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/cuda/memory_pool.hpp>
#include <gpu/interop/cuda_array_interface.hpp>
#include <gpu/interop/from_dlpack.hpp>
#include <gpu/interop/to_dlpack.hpp>

namespace {

using gpu::text_of;
using gpu::dlpack::DLManagedTensor;
using gpu::dlpack::DLManagedTensorVersioned;

/// The arguments of `__dlpack__`, and which elements are meant.
struct tensor_request {
  enum class part : int { whole, transposed, every_other_column };

  int is_versioned;
  int is_written;
  part view;
  int copies;  ///< 0 and 1 are False and True; None if negative
  int device;  ///< a GPU's number, -1 is the host; None if less
  int has_stream;
  std::int64_t stream;
};

gpu::device device_of(int number) {
  return number < 0 ? gpu::cpu() : gpu::gpu(number);
}

/// Python's number of a stream: 1 is the default stream, others are handles.
gpu::stream_ref stream_of(std::int64_t number, gpu::device where) {
  if (number == 1) return gpu::stream_ref(where);
  return {reinterpret_cast<gpu::stream_handle>(number), where};
}

/// An array of any type.
class kept_array {
 public:
  virtual ~kept_array() = default;
  virtual void* tensor(const tensor_request& request) = 0;
  virtual gpu::array_interface_fields fields(bool is_written) = 0;
  virtual void add(int number) = 0;
  [[nodiscard]] virtual gpu::device where() const = 0;
};

template <class T>
class kept final : public kept_array {
 public:
  explicit kept(gpu::ndarray<T> array) : array_(std::move(array)) {}

  void* tensor(const tensor_request& request) override {
    gpu::to_dlpack_options options;
    if (request.copies >= 0) options.copy = request.copies != 0;
    if (request.device >= -1) options.dl_device = device_of(request.device);
    if (request.has_stream != 0)
      options.stream = stream_of(request.stream, options.dl_device.value_or(array_.device()));
    if (request.is_versioned != 0) return exported<DLManagedTensorVersioned>(request, options);
    return exported<DLManagedTensor>(request, options);
  }

  gpu::array_interface_fields fields(bool is_written) override {
    const bool is_on_host = array_.device().is_cpu();
    if (is_written)
      return is_on_host ? gpu::host_array_interface(array_) : gpu::cuda_array_interface(array_);
    const gpu::ndarray<T>& read = array_;
    return is_on_host ? gpu::host_array_interface(read) : gpu::cuda_array_interface(read);
  }

  void add(int number) override {
    array_ += gpu::ndarray<T>(static_cast<T>(static_cast<float>(number)), array_.device());
  }

  [[nodiscard]] gpu::device where() const override { return array_.device(); }

 private:
  template <class Tensor>
  void* exported(const tensor_request& request, const gpu::to_dlpack_options& options) {
    const gpu::ndarray<T>& read = array_;
    switch (request.view) {
      case tensor_request::part::transposed:
        return gpu::to_dlpack<Tensor>(gpu::transpose(read), options);
      case tensor_request::part::every_other_column:
        return gpu::to_dlpack<Tensor>(
            gpu::view(read, gpu::ellipsis(), gpu::range(0, gpu::xnone(), 2)), options);
      case tensor_request::part::whole:
        break;
    }
    return request.is_written != 0 ? gpu::to_dlpack<Tensor>(array_, options)
                                   : gpu::to_dlpack<Tensor>(read, options);
  }

  gpu::ndarray<T> array_;
};

std::map<int, std::unique_ptr<kept_array>>& arrays() {
  static auto& all = *new std::map<int, std::unique_ptr<kept_array>>;
  return all;
}

std::string& last_text() {
  static auto& text = *new std::string;
  return text;
}

/// What `act` returns; `otherwise`, and the message in `last_text`, if it throws.
template <class Result, class Act>
Result guarded(Result otherwise, const Act& act) noexcept {
  try {
    return act();
  } catch (const std::exception& failure) {
    last_text() = failure.what();
    return otherwise;
  }
}

int keep(std::unique_ptr<kept_array> array) {
  static int next = 0;
  arrays()[next] = std::move(array);
  return next++;
}

template <class T>
std::unique_ptr<kept_array> counted(const gpu::shape& extents, gpu::device where) {
  const auto numbers = gpu::arange<std::int64_t>(gpu::element_count(extents), where);
  return std::make_unique<kept<T>>(gpu::reshape(numbers.template astype<T>(), extents));
}

/// The dtype of that name.
gpu::dtype dtype_named(std::string_view name) {
  for (int i = 0; i < gpu::dtype_count; ++i)
    if (gpu::traits(static_cast<gpu::dtype>(i)).name == name) return static_cast<gpu::dtype>(i);
  throw gpu::value_error(text_of("no dtype ", name));
}

/// A tensor of any dtype as an array of it.
template <class Tensor>
int received(Tensor* tensor, const gpu::from_dlpack_options& options) {
  using gpu::dlpack::DLDataTypeCode;
  const auto& type = tensor->dl_tensor.dtype;
  for (int i = 0; i < gpu::dtype_count; ++i) {
    const auto known = static_cast<gpu::dtype>(i);
    const gpu::dtype_kind kind = gpu::traits(known).kind;
    const bool is_signed = gpu::traits(known).is_signed;
    const DLDataTypeCode code = kind == gpu::dtype_kind::boolean    ? gpu::dlpack::kDLBool
                                : kind == gpu::dtype_kind::complex  ? gpu::dlpack::kDLComplex
                                : known == gpu::dtype::bfloat16     ? gpu::dlpack::kDLBfloat
                                : kind == gpu::dtype_kind::floating ? gpu::dlpack::kDLFloat
                                : is_signed                         ? gpu::dlpack::kDLInt
                                                                    : gpu::dlpack::kDLUInt;
    if (type.code != code || type.bits != 8 * gpu::size_bytes(known)) continue;
    return gpu::visit_dtype(known, [&]<class T>(std::type_identity<T>) {
      return keep(std::make_unique<kept<T>>(gpu::from_dlpack<T>(tensor, options)));
    });
  }
  return keep(std::make_unique<kept<float>>(gpu::from_dlpack<float>(tensor, options)));
}

std::string python_text(const gpu::array_interface_fields& fields) {
  const auto none_or = [](const auto& value) { return value ? text_of(*value) : "None"; };
  return text_of("{'shape': ", gpu::tuple_text(fields.shape), ", 'typestr': '", fields.typestr,
                 "', 'data': (", fields.data, ", ", fields.read_only ? "True" : "False",
                 "), 'strides': ", none_or(fields.strides), ", 'stream': ", none_or(fields.stream),
                 ", 'version': ", fields.version, "}");
}

}  // namespace

extern "C" {

int gpus() {
  return gpu::num_gpus();
}
const char* text() {
  return last_text().c_str();
}
/// The number of an array 0, 1, 2, ...; -1 after an error, as all of these.
int make(const char* type, const std::int64_t* extents, int rank, int device) {
  return guarded(-1, [&] {
    const gpu::shape size(extents, extents + rank);
    return keep(gpu::visit_dtype(dtype_named(type), [&]<class T>(std::type_identity<T>) {
      return counted<T>(size, device_of(device));
    }));
  });
}
void end(int array) {
  arrays().erase(array);
}
/// Null after an error.
void* tensor(int array, const tensor_request* request) {
  return guarded(static_cast<void*>(nullptr), [&] { return arrays().at(array)->tensor(*request); });
}
int receive(void* tensor, int is_versioned, int is_written) {
  return guarded(-1, [&] {
    const gpu::from_dlpack_options options{.writable = is_written != 0};
    if (is_versioned != 0) return received(static_cast<DLManagedTensorVersioned*>(tensor), options);
    return received(static_cast<DLManagedTensor*>(tensor), options);
  });
}
/// The text of `__array_interface__` or `__cuda_array_interface__`; null after an error.
const char* array_interface(int array, int is_written) {
  return guarded(static_cast<const char*>(nullptr), [&] {
    last_text() = python_text(arrays().at(array)->fields(is_written != 0));
    return last_text().c_str();
  });
}
int add(int array, int number) {
  return guarded(-1, [&] {
    arrays().at(array)->add(number);
    return 0;
  });
}
int device(int array) {
  const gpu::device where = arrays().at(array)->where();
  return where.is_cpu() ? -1 : where.index();
}
std::int64_t used_bytes(int device) {
  const gpu::device where = device_of(device);
  if (where.is_gpu()) gpu::current_stream(where).synchronize();
  return static_cast<std::int64_t>(gpu::memory_pool::statistics(where).used_bytes);
}
/// As Python counts; 0 on the host.
std::int64_t current_stream(int device) {
  return gpu::dlpack_stream(gpu::current_stream(device_of(device))).value_or(0);
}
/// Makes a stream of its own the current one, or again the one before.
void use_own_stream(int device, int is_own) {
  static auto& streams = *new std::map<int, gpu::stream>;
  static auto& guard = *new std::optional<gpu::stream_guard>;
  guard.reset();
  if (is_own != 0) guard.emplace(streams.try_emplace(device, device_of(device)).first->second);
}
}
