// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/from_dlpack.hpp>
#include <gpu/interop/to_dlpack.hpp>

#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/cuda/memory_pool.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::from_dlpack;
using gpu::ndarray;
using gpu::shape;
using gpu::to_dlpack;
using gpu::test::message_of;
using gpu::test::values;
using namespace gpu::dlpack;

/// What ends a tensor whoever has it.
struct delete_tensor {
  template <class Tensor>
  void operator()(Tensor* tensor) const {
    tensor->deleter(tensor);
  }
};
using tensor_ptr = std::unique_ptr<DLManagedTensorVersioned, delete_tensor>;
using old_tensor_ptr = std::unique_ptr<DLManagedTensor, delete_tensor>;

/// A tensor of another library, on the host, which counts how often it was deleted.
struct foreign_tensor {
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> strides;
  int deleted = 0;
  DLManagedTensorVersioned versioned{};
  DLManagedTensor old{};

  foreign_tensor(void* data, DLDataType type, std::vector<std::int64_t> size,
                 std::vector<std::int64_t> steps = {})
      : extents(std::move(size)), strides(std::move(steps)) {
    DLTensor& tensor = versioned.dl_tensor;
    tensor = {data, {kDLCPU, 0},    static_cast<std::int32_t>(extents.size()),
              type, extents.data(), strides.empty() ? nullptr : strides.data(),
              0};
    old = {tensor, this, [](DLManagedTensor* self) {
             ++static_cast<foreign_tensor*>(self->manager_ctx)->deleted;
           }};
    versioned.version = {1, 0};
    versioned.manager_ctx = this;
    versioned.deleter = [](DLManagedTensorVersioned* self) {
      ++static_cast<foreign_tensor*>(self->manager_ctx)->deleted;
    };
  }
  foreign_tensor(const foreign_tensor&) = delete;
  foreign_tensor& operator=(const foreign_tensor&) = delete;
};

constexpr DLDataType float32{kDLFloat, 32, 1};

/// 0, 1, 2, ...
std::vector<float> counted(std::size_t count) {
  std::vector<float> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0.f);
  return numbers;
}

class dlpack : public gpu::test::on_device {};

TEST_P(dlpack, tensor_says_what_the_array_is) {
  ndarray<float> a{{1, 2, 3}, {4, 5, 6}};
  const tensor_ptr tensor(to_dlpack(a));
  EXPECT_EQ(tensor->version.major, 1u);
  EXPECT_EQ(tensor->version.minor, 1u);
  EXPECT_EQ(tensor->flags, 0u);
  const DLTensor& t = tensor->dl_tensor;
  EXPECT_EQ(t.data, std::as_const(a).data());
  EXPECT_EQ(t.device.device_type, GetParam().is_cpu() ? kDLCPU : kDLCUDA);
  EXPECT_EQ(t.device.device_id, GetParam().index());
  EXPECT_EQ(t.ndim, 2);
  EXPECT_EQ(t.shape[0], 2);
  EXPECT_EQ(t.shape[1], 3);
  EXPECT_EQ(t.strides[0], 3);
  EXPECT_EQ(t.strides[1], 1);
  EXPECT_EQ(t.byte_offset, 0u);
  EXPECT_EQ(gpu::dlpack_device(a).device_type, t.device.device_type);
  EXPECT_EQ(gpu::dlpack_device(a).device_id, t.device.device_id);
}

template <class T>
void expect_type(DLDataTypeCode code, int bits) {
  const ndarray<T> a = gpu::ones<T>({3});
  DLManagedTensorVersioned* const tensor = to_dlpack(a);
  EXPECT_EQ(tensor->dl_tensor.dtype.code, code);
  EXPECT_EQ(tensor->dl_tensor.dtype.bits, bits);
  EXPECT_EQ(tensor->dl_tensor.dtype.lanes, 1);
  const gpu::any_expression untyped = from_dlpack(tensor);
  EXPECT_EQ(untyped.dtype(), gpu::dtype_of<T>);
  EXPECT_EQ(values(untyped.as<T>()), values(a));
  const ndarray<T> back = from_dlpack<T>(to_dlpack<DLManagedTensor>(ndarray<T>(a)));
  EXPECT_EQ(values(back), values(a));
}

TEST_P(dlpack, every_dtype_goes_both_ways) {
  expect_type<bool>(kDLBool, 8);
  expect_type<std::int8_t>(kDLInt, 8);
  expect_type<std::int16_t>(kDLInt, 16);
  expect_type<std::int32_t>(kDLInt, 32);
  expect_type<std::int64_t>(kDLInt, 64);
  expect_type<std::uint8_t>(kDLUInt, 8);
  expect_type<std::uint16_t>(kDLUInt, 16);
  expect_type<std::uint32_t>(kDLUInt, 32);
  expect_type<std::uint64_t>(kDLUInt, 64);
  expect_type<gpu::float16>(kDLFloat, 16);
  expect_type<gpu::bfloat16>(kDLBfloat, 16);
  expect_type<float>(kDLFloat, 32);
  expect_type<double>(kDLFloat, 64);
  expect_type<std::complex<float>>(kDLComplex, 64);
  expect_type<std::complex<double>>(kDLComplex, 128);
}

TEST_P(dlpack, receiver_and_array_see_what_the_other_writes) {
  ndarray<int> a{1, 2, 3};
  const ndarray<int> copy = a;
  ndarray<int> received = from_dlpack<int>(to_dlpack(a), {.writable = true});
  EXPECT_EQ(std::as_const(received).data(), std::as_const(a).data());
  received += 10;
  EXPECT_EQ(values(a), (std::vector{11, 12, 13}));
  a(0) = 0;
  EXPECT_EQ(values(received), (std::vector{0, 12, 13}));
  EXPECT_EQ(values(copy), (std::vector{1, 2, 3}));
}

TEST_P(dlpack, constant_value_is_read_only_and_a_snapshot) {
  ndarray<int> a{1, 2, 3};
  const tensor_ptr tensor(to_dlpack(std::as_const(a)));
  EXPECT_EQ(tensor->flags, flag_read_only);
  EXPECT_EQ(tensor->dl_tensor.data, std::as_const(a).data());
  a += 1;
  EXPECT_NE(tensor->dl_tensor.data, std::as_const(a).data());
  const auto seen = from_dlpack(to_dlpack(std::as_const(a) * 2));
  EXPECT_EQ(values(seen.as<int>()), (std::vector{4, 6, 8}));
}

TEST_P(dlpack, views_are_not_copied) {
  const ndarray<int> a{{1, 2, 3}, {4, 5, 6}};
  const tensor_ptr tensor(to_dlpack(gpu::transpose(gpu::view(a, gpu::all(), gpu::range(1, 3)))));
  EXPECT_EQ(tensor->dl_tensor.data, a.data() + 1);
  EXPECT_EQ(tensor->dl_tensor.strides[0], 1);
  EXPECT_EQ(tensor->dl_tensor.strides[1], 3);
  EXPECT_EQ(tensor->flags, flag_read_only);
  const auto seen = from_dlpack(to_dlpack(gpu::flip(a)));
  EXPECT_EQ(values(seen.as<int>()), (std::vector{6, 5, 4, 3, 2, 1}));
}

TEST_P(dlpack, array_that_ends_is_the_receivers) {
  ndarray<float> a{1, 2, 3};
  const float* const data = std::as_const(a).data();
  DLManagedTensorVersioned* const tensor = to_dlpack(std::move(a));
  EXPECT_EQ(tensor->flags, flag_is_copied);
  EXPECT_EQ(tensor->dl_tensor.data, data);
  ndarray<float> b = from_dlpack<float>(tensor);
  b += 1;  // in place: nobody else has the memory
  EXPECT_EQ(std::as_const(b).data(), data);
  const ndarray<float> shared{1, 2};
  const tensor_ptr own(to_dlpack(ndarray<float>(shared)));
  EXPECT_NE(own->dl_tensor.data, shared.data());
}

TEST_P(dlpack, tensor_without_version_is_copied_if_it_must_not_be_written) {
  ndarray<int> a{1, 2};
  const old_tensor_ptr read(to_dlpack<DLManagedTensor>(std::as_const(a)));
  EXPECT_NE(read->dl_tensor.data, std::as_const(a).data());
  const old_tensor_ptr written(to_dlpack<DLManagedTensor>(a));
  EXPECT_EQ(written->dl_tensor.data, std::as_const(a).data());
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)to_dlpack<DLManagedTensor>(std::as_const(a), {.copy = false});
            }).substr(0, 48),
            "Unable to avoid copy while creating a DLPack ten");
}

TEST_P(dlpack, copies_and_other_devices_are_asked_for) {
  ndarray<int> a{1, 2};
  const tensor_ptr copy(to_dlpack(a, {.copy = true}));
  EXPECT_NE(copy->dl_tensor.data, std::as_const(a).data());
  EXPECT_EQ(copy->flags, flag_is_copied);
  const tensor_ptr host(to_dlpack(std::as_const(a), {.dl_device = gpu::cpu()}));
  EXPECT_EQ(host->dl_tensor.device.device_type, kDLCPU);
  EXPECT_EQ(static_cast<const int*>(host->dl_tensor.data)[1], 2);
  EXPECT_EQ(host->flags, GetParam().is_cpu() ? flag_read_only : flag_is_copied);
}

TEST_P(dlpack, memory_lives_until_the_receiver_ends_it_in_any_thread) {
  const std::size_t before = gpu::memory_pool::statistics(GetParam()).used_bytes;
  DLManagedTensorVersioned* tensor = nullptr;
  {
    ndarray<float> a = gpu::arange<float>(1000);
    tensor = to_dlpack(a);
  }
  EXPECT_GT(gpu::memory_pool::statistics(GetParam()).used_bytes, before);
  std::thread([&] { tensor->deleter(tensor); }).join();
  EXPECT_EQ(gpu::memory_pool::statistics(GetParam()).used_bytes, before);
}

TEST_P(dlpack, shapes_of_all_kinds) {
  const ndarray<float> number(3.f);
  EXPECT_EQ(from_dlpack<float>(to_dlpack(number)).item(), 3.f);
  const tensor_ptr none(to_dlpack(gpu::zeros<float>({2, 0, 3})));
  EXPECT_EQ(none->dl_tensor.data, nullptr);
  EXPECT_EQ(from_dlpack<float>(to_dlpack(gpu::zeros<float>({2, 0, 3}))).shape(), (shape{2, 0, 3}));
  const ndarray<int> deep = gpu::ones<int>(shape(64, 1));
  EXPECT_EQ(from_dlpack<int>(to_dlpack(deep)).dimension(), 64u);
}

TEST_P(dlpack, array_by_default_never_writes_the_tensor) {
  const ndarray<int> a{1, 2, 3, 4};
  ndarray<int> b = from_dlpack<int>(to_dlpack(a));
  EXPECT_EQ(std::as_const(b).data(), a.data());
  b += 1;
  EXPECT_EQ(values(a), (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(values(b), (std::vector{2, 3, 4, 5}));
}

TEST_P(dlpack, streams_are_those_of_the_device) {
  ndarray<int> a{1, 2};
  const gpu::stream own(GetParam());
  const tensor_ptr tensor(to_dlpack(a, {.stream = own}));
  const ndarray<int> b = from_dlpack<int>(to_dlpack(a), {.stream = own});
  EXPECT_EQ(values(b), (std::vector{1, 2}));
  const auto number = gpu::dlpack_stream(gpu::stream_ref(GetParam()));
  EXPECT_EQ(number, GetParam().is_cpu() ? std::nullopt : std::optional<std::int64_t>(1));
  if (GetParam().is_gpu()) {
    EXPECT_EQ(gpu::dlpack_stream(own), reinterpret_cast<std::int64_t>(own.get()));
  }
  const gpu::stream_ref other(GetParam().is_cpu() ? gpu::gpu(0) : gpu::cpu());
  EXPECT_THROW((void)to_dlpack(a, {.stream = other}), gpu::device_mismatch);
  DLManagedTensorVersioned* const refused = to_dlpack(a);
  EXPECT_THROW((void)from_dlpack<int>(refused, {.stream = other}), gpu::device_mismatch);
  refused->deleter(refused);
}

TEST_P(dlpack, tensor_outlives_the_stream_of_its_receiver) {
  ndarray<int> a{1, 2, 3};
  std::vector<tensor_ptr> tensors;
  {
    const gpu::stream receiver(GetParam());
    tensors.emplace_back(to_dlpack(a, {.stream = receiver}));
    ndarray<int> theirs = from_dlpack<int>(to_dlpack(a, {.stream = receiver}),
                                           {.writable = true, .stream = receiver});
    const gpu::stream_guard guard(receiver);
    theirs += 1;
  }
  EXPECT_EQ(values(a), (std::vector{2, 3, 4}));
  a += 1;
  tensors.clear();
  EXPECT_EQ(values(a), (std::vector{3, 4, 5}));
}

INSTANTIATE_TEST_SUITE_P(, dlpack, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

TEST(from_dlpack, shares_memory_and_deletes_the_tensor_with_the_last_array) {
  std::vector<float> numbers = counted(6);
  foreign_tensor source(numbers.data(), float32, {2, 3});
  {
    ndarray<float> a = from_dlpack<float>(&source.versioned);
    EXPECT_EQ(a.device(), gpu::cpu());
    EXPECT_EQ(std::as_const(a).data(), numbers.data());
    const ndarray<float> copy = a;
    EXPECT_EQ(std::as_const(copy).data(), numbers.data());
    a += 1;
    EXPECT_EQ(source.deleted, 0);
    EXPECT_EQ(values(copy), counted(6));
  }
  EXPECT_EQ(source.deleted, 1);
  EXPECT_EQ(numbers, counted(6));
}

TEST(from_dlpack, takes_tensors_without_a_version) {
  std::vector<float> numbers = counted(6);
  foreign_tensor source(numbers.data(), float32, {6});
  {
    ndarray<float> a = from_dlpack<float>(&source.old, {.writable = true});
    a += 1;
    EXPECT_EQ(numbers[5], 6.f);
    EXPECT_EQ(source.deleted, 0);
  }
  EXPECT_EQ(source.deleted, 1);
}

TEST(from_dlpack, takes_tensors_without_a_deleter) {
  std::vector<float> numbers = counted(2);
  foreign_tensor source(numbers.data(), float32, {2});
  source.versioned.deleter = nullptr;
  source.old.deleter = nullptr;
  EXPECT_EQ(values(from_dlpack<float>(&source.versioned)), counted(2));
  EXPECT_EQ(values(from_dlpack<float>(&source.old)), counted(2));
}

TEST(from_dlpack, byte_offset_counts) {
  std::vector<float> numbers = counted(6);
  foreign_tensor source(numbers.data(), float32, {4});
  source.versioned.dl_tensor.byte_offset = 8;
  const ndarray<float> a = from_dlpack<float>(&source.versioned);
  EXPECT_EQ(a.data(), numbers.data() + 2);
  EXPECT_EQ(values(a), (std::vector<float>{2, 3, 4, 5}));
}

TEST(from_dlpack, strides_are_read_in_place_by_expressions_and_copied_by_arrays) {
  std::vector<float> numbers = counted(6);
  foreign_tensor columns(numbers.data(), float32, {3, 2}, {1, 3});
  {
    const gpu::any_expression seen = from_dlpack(&columns.versioned);
    numbers[0] = 10;
    EXPECT_EQ(values(seen.as<float>()), (std::vector<float>{10, 3, 1, 4, 2, 5}));
    EXPECT_EQ(columns.deleted, 0);
  }
  EXPECT_EQ(columns.deleted, 1);
  ndarray<float> copied = from_dlpack<float>(&columns.versioned);
  EXPECT_EQ(columns.deleted, 2);
  copied.fill(0);
  EXPECT_EQ(numbers[0], 10.f);
  foreign_tensor backwards(numbers.data() + 5, float32, {3}, {-2});
  EXPECT_EQ(values(from_dlpack<float>(&backwards.versioned)), (std::vector<float>{5, 3, 1}));
  foreign_tensor repeated(numbers.data() + 1, float32, {2, 2}, {0, 1});
  EXPECT_EQ(values(from_dlpack(&repeated.versioned).as<float>()), (std::vector<float>{1, 2, 1, 2}));
}

TEST(from_dlpack, array_of_an_expression_never_writes_the_tensor) {
  std::vector<float> numbers = counted(4);
  foreign_tensor source(numbers.data(), float32, {4});
  ndarray<float> a = from_dlpack(&source.versioned);
  EXPECT_EQ(std::as_const(a).data(), numbers.data());
  a += 1;
  EXPECT_EQ(numbers, counted(4));
  EXPECT_EQ(values(a), (std::vector<float>{1, 2, 3, 4}));
}

TEST(from_dlpack, copies_when_asked) {
  std::vector<float> numbers = counted(4);
  foreign_tensor source(numbers.data(), float32, {2, 2});
  source.versioned.flags = flag_read_only;
  ndarray<float> a = from_dlpack<float>(&source.versioned, {.copy = true, .writable = true});
  EXPECT_EQ(source.deleted, 1);
  EXPECT_NE(std::as_const(a).data(), numbers.data());
  a += 1;
  EXPECT_EQ(numbers, counted(4));
  EXPECT_EQ(values(from_dlpack(&source.versioned, {.copy = true}).as<float>()), counted(4));
  EXPECT_EQ(source.deleted, 2);
}

TEST(from_dlpack, memory_of_the_host_that_gpus_reach_is_the_hosts) {
  std::vector<float> numbers = counted(2);
  foreign_tensor source(numbers.data(), float32, {2});
  source.versioned.dl_tensor.device = {kDLCUDAHost, 0};
  const ndarray<float> a = from_dlpack<float>(&source.versioned);
  EXPECT_EQ(a.device(), gpu::cpu());
  EXPECT_EQ(a.data(), numbers.data());
}

TEST(from_dlpack, goes_to_a_device_that_is_asked_for) {
  GPU_REQUIRE_DEVICE();
  std::vector<float> numbers = counted(4);
  foreign_tensor source(numbers.data(), float32, {4});
  const ndarray<float> a = from_dlpack<float>(&source.versioned, {.device = gpu::gpu(0)});
  EXPECT_EQ(a.device(), gpu::gpu(0));
  EXPECT_EQ(values(a), counted(4));
  EXPECT_EQ(source.deleted, 1);
}

TEST(from_dlpack, elements_that_are_not_aligned_are_copied) {
  std::vector<char> bytes(1 + 4 * sizeof(float));
  const std::vector<float> numbers = counted(4);
  std::memcpy(bytes.data() + 1, numbers.data(), 4 * sizeof(float));
  foreign_tensor source(bytes.data(), float32, {2, 2});
  source.versioned.dl_tensor.byte_offset = 1;
  EXPECT_EQ(values(from_dlpack<float>(&source.versioned)), counted(4));
  EXPECT_EQ(source.deleted, 1);
  EXPECT_NE(message_of<gpu::value_error>([&] {
              (void)from_dlpack<float>(&source.versioned, {.copy = false});
            }).find("are not aligned to float32"),
            std::string::npos);
  foreign_tensor strided(bytes.data() + 1, float32, {2}, {2});
  EXPECT_NE(message_of<gpu::value_error>([&] {
              (void)from_dlpack<float>(&strided.versioned);
            }).find("can only be copied in C order, not with strides (2,)"),
            std::string::npos);
}

/// What is said of a tensor that is refused; it is still the caller's.
template <class Error, class T = float, class Change>
std::string refusal(const Change& change, const gpu::from_dlpack_options& options = {}) {
  std::vector<float> numbers = counted(6);
  foreign_tensor source(numbers.data(), float32, {2, 3});
  change(source.versioned);
  const std::string message =
      message_of<Error>([&] { (void)from_dlpack<T>(&source.versioned, options); });
  EXPECT_EQ(source.deleted, 0);
  return message;
}

TEST(from_dlpack, refuses_what_it_cannot_take) {
  using tensor = DLManagedTensorVersioned;
  EXPECT_EQ(refusal<gpu::value_error>([](tensor& t) {
              t.version = {2, 3};
            }),
            "Unsupported DLPack version 2.3: the major version must be 1");
  EXPECT_EQ(refusal<gpu::dtype_error>([](tensor& t) {
              t.dl_tensor.dtype = {kDLFloat, 64, 1};
            }),
            "the tensor has dtype float64, not float32");
  EXPECT_EQ(refusal<gpu::dtype_error>([](tensor& t) {
              t.dl_tensor.dtype = {kDLInt, 4, 1};
            }),
            "Unsupported dtype in DLTensor: code 0, 4 bits, 1 lanes");
  EXPECT_EQ(refusal<gpu::dtype_error>([](tensor& t) { t.dl_tensor.dtype.lanes = 4; }),
            "Unsupported dtype in DLTensor: code 2, 32 bits, 4 lanes");
  EXPECT_EQ(refusal<gpu::dtype_error>([](tensor& t) { t.dl_tensor.dtype.code = 7; }),
            "Unsupported dtype in DLTensor: code 7, 32 bits, 1 lanes");
  EXPECT_EQ(refusal<gpu::value_error>([](tensor& t) {
              t.dl_tensor.device = {kDLROCM, 1};
            }),
            "Unsupported device in DLTensor: type 10, number 1");
  EXPECT_EQ(refusal<gpu::value_error>([](tensor& t) {
              t.dl_tensor.device = {kDLCUDA, -1};
            }),
            "Unsupported device in DLTensor: type 2, number -1");
  EXPECT_EQ(refusal<gpu::value_error>([](tensor& t) { t.dl_tensor.ndim = 65; }),
            "maxdims of DLPack tensor is higher than the supported maxdims: 65 axes, not 0 to 64");
  EXPECT_EQ(refusal<gpu::value_error>([](tensor& t) { t.dl_tensor.ndim = -1; }),
            "maxdims of DLPack tensor is higher than the supported maxdims: -1 axes, not 0 to 64");
  EXPECT_EQ(refusal<gpu::value_error>([](tensor& t) { t.dl_tensor.shape = nullptr; }),
            "the shape of a DLTensor with 2 axes is null");
  EXPECT_EQ(refusal<gpu::value_error>([](tensor& t) { t.dl_tensor.data = nullptr; }),
            "the data of a DLTensor of shape (2,3) is null");
  EXPECT_EQ(refusal<gpu::value_error>([](tensor& t) { t.dl_tensor.shape[1] = -3; }),
            "negative dimensions are not allowed: (2,-3)");
  EXPECT_EQ(
      refusal<gpu::value_error>([](tensor& t) { t.dl_tensor.shape[1] = INT64_MAX; }).substr(0, 16),
      "array is too big");
  DLManagedTensorVersioned* const none = nullptr;
  DLManagedTensor* const old_none = nullptr;
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)from_dlpack<float>(none); }),
            "the DLPack tensor is null");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)from_dlpack(old_none); }),
            "the DLPack tensor is null");
}

TEST(from_dlpack, refuses_what_it_would_have_to_copy) {
  using tensor = DLManagedTensorVersioned;
  const auto read_only = [](tensor& t) { t.flags = flag_read_only; };
  const std::string refused =
      "Unable to avoid copy of a DLPack tensor: it is read-only, and an array that writes it was "
      "asked for";
  EXPECT_EQ(refusal<gpu::value_error>(read_only, {.writable = true}), refused);
  EXPECT_EQ(refusal<gpu::value_error>(read_only, {.copy = false, .writable = true}), refused);
  EXPECT_EQ(refusal<gpu::value_error>([](tensor&) {}, {.device = gpu::gpu(0), .copy = false}),
            "Unable to avoid copy of a DLPack tensor: its elements are on cpu(0), not on gpu(0)");
  std::vector<float> numbers = counted(6);
  foreign_tensor columns(numbers.data(), float32, {3, 2}, {1, 3});
  const std::string strided =
      "Unable to avoid copy of a DLPack tensor: its elements are not in C order: shape (3,2), "
      "strides (1,3)";
  for (const gpu::from_dlpack_options& options :
       {gpu::from_dlpack_options{.copy = false}, gpu::from_dlpack_options{.writable = true}})
    EXPECT_EQ(message_of<gpu::value_error>(
                  [&] { (void)from_dlpack<float>(&columns.versioned, options); }),
              strided);
  EXPECT_EQ(message_of<gpu::value_error>(
                [&] { (void)from_dlpack(&columns.versioned, {.writable = true}); }),
            "a DLPack tensor can only be written as an array, whose type is given");
  EXPECT_EQ(columns.deleted, 0);
}

TEST(from_dlpack, shares_the_memory_of_read_only_tensors) {
  std::vector<float> numbers = counted(6);
  foreign_tensor source(numbers.data(), float32, {6});
  source.versioned.flags = flag_read_only;
  ndarray<float> a = from_dlpack<float>(&source.versioned, {.copy = false});
  EXPECT_EQ(std::as_const(a).data(), numbers.data());
  a.fill(0);
  EXPECT_EQ(numbers, counted(6));
}

TEST(from_dlpack, needs_the_device) {
  if (gpu::num_gpus() > 0) GTEST_SKIP() << "this machine has a GPU";
  const std::string message = refusal<gpu::library_not_found>([](DLManagedTensorVersioned& t) {
    t.dl_tensor.device = {kDLCUDA, 0};
  });
  EXPECT_NE(message.substr(0, 1), "[") << message;
}

/// As <dlpack/dlpack.h> would declare it.
struct another_managed_tensor {
  struct {
    std::uint32_t major;
    std::uint32_t minor;
  } version;
  void* manager_ctx;
  void (*deleter)(another_managed_tensor* self);
  std::uint64_t flags;
  DLTensor dl_tensor;
};

TEST(to_dlpack, gives_structs_of_others_that_are_laid_out_alike) {
  const ndarray<float> a({1, 2, 3}, gpu::cpu());
  another_managed_tensor* const tensor = to_dlpack<another_managed_tensor>(a);
  EXPECT_EQ(tensor->version.major, 1u);
  EXPECT_EQ(tensor->dl_tensor.data, a.data());
  EXPECT_EQ(values(from_dlpack<float>(tensor)), values(a));
}

}  // namespace
