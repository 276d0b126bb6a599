// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/load_options.hpp>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/interop/npy.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "interop/npy_file.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::load_npy;
using gpu::load_options;
using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

std::filesystem::path golden_folder() {
  return std::filesystem::path(GPU_TESTS_FOLDER) / "golden" / "npy";
}

/// Those of arrays of numbers.
std::vector<std::filesystem::path> golden_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(golden_folder())) {
    const std::string name = entry.path().stem();
    const bool has_numbers = name != "dates" && name != "longdouble" && name != "objects" &&
                             name != "records" && name != "text";
    if (entry.path().extension() == ".npy" && has_numbers) files.push_back(entry.path());
  }
  return files;
}

/// The elements as `astype` converts them.
std::vector<double> doubles_in(const gpu::npy_array& file) {
  return gpu::visit_dtype(file.type, [&]<class T>(std::type_identity<T>) {
    const auto* const elements = reinterpret_cast<const T*>(file.bytes.data());
    std::vector<double> numbers(file.bytes.size() / sizeof(T));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = gpu::math::cast<double>(elements[i]);
    return numbers;
  });
}

class npy_loading : public gpu::test::on_device {
 protected:
  npy_loading()
      : path_(std::filesystem::temp_directory_path() /
              ("load_options_test." + std::to_string(getpid()) + ".npy")) {}
  ~npy_loading() override { std::filesystem::remove(path_); }

  /// Options that note the calls.
  [[nodiscard]] load_options noted() {
    calls_.clear();
    return {.device = GetParam(), .progress = [this](std::size_t done, std::size_t all) {
              calls_.emplace_back(done, all);
            }};
  }

  std::filesystem::path path_;
  std::vector<std::pair<std::size_t, std::size_t>> calls_;
};

TEST_P(npy_loading, goes_to_the_device_and_says_how_far_it_is) {
  const ndarray<float> a{{1, 2, 3}, {4, 5, 6}};
  gpu::save_npy(path_, a);
  const ndarray<float> b = load_npy<float>(path_, noted());
  EXPECT_EQ(b.device(), GetParam());
  EXPECT_EQ(b.shape(), (shape{2, 3}));
  EXPECT_EQ(values(b), values(a));
  EXPECT_EQ(calls_, (decltype(calls_){{24, 24}}));
  EXPECT_EQ(values(load_npy<double>(path_, {.device = GetParam()})),
            (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(load_npy<float>(path_, {.device = gpu::cpu()}).device(), gpu::cpu());
}

TEST_P(npy_loading, large_files_come_in_parts) {
  constexpr std::ptrdiff_t count = (std::ptrdiff_t{64} << 20) / 4 + 12345;
  const ndarray<std::int32_t> a = gpu::arange<std::int32_t>(count);
  gpu::save_npy(path_, a);
  const ndarray<std::int32_t> b = load_npy<std::int32_t>(path_, noted());
  EXPECT_TRUE(bool(gpu::all(gpu::equal(a, b))));
  const auto all = static_cast<std::size_t>(4 * count);
  EXPECT_EQ(calls_, (decltype(calls_){{std::size_t{64} << 20, all}, {all, all}}));
}

TEST_P(npy_loading, files_that_memory_has_otherwise_are_loaded_too) {
  int files = 0;
  for (const std::filesystem::path& path : golden_files()) {
    const gpu::npy_array known = gpu::load_npy(path);
    if (gpu::traits(known.type).kind == gpu::dtype_kind::complex) continue;
    ++files;
    const ndarray<double> a = load_npy<double>(path, noted());
    EXPECT_EQ(values(a), doubles_in(known)) << path;
    EXPECT_EQ(a.shape(), known.extents) << path;
    ASSERT_FALSE(calls_.empty()) << path;
    EXPECT_EQ(calls_.back(), std::pair(known.bytes.size(), known.bytes.size())) << path;
  }
  EXPECT_GT(files, 10);
}

TEST_P(npy_loading, every_dtype_in_any_order_of_bytes_and_axes_goes_to_the_device) {
  for (int i = 0; i < gpu::dtype_count; ++i) {
    const auto type = static_cast<gpu::dtype>(i);
    if (type == gpu::dtype::bfloat16) continue;  // which NumPy lacks
    for (const std::string variant : {"", "_big_endian", "_fortran"}) {
      const auto path = golden_folder() / (std::string(gpu::traits(type).name) + variant + ".npy");
      const gpu::npy_array known = gpu::load_npy(path);
      gpu::visit_dtype(type, [&]<class T>(std::type_identity<T>) {
        const ndarray<T> a = load_npy<T>(path, noted());
        EXPECT_EQ(a.device(), GetParam());
        EXPECT_EQ(a.shape(), known.extents) << path;
        EXPECT_EQ(calls_.back(), std::pair(known.bytes.size(), known.bytes.size())) << path;
        const ndarray<T> wanted = gpu::from_host(reinterpret_cast<const T*>(known.bytes.data()),
                                                 known.extents, GetParam());
        EXPECT_EQ(a, wanted) << path;
      });
    }
  }
}

TEST_P(npy_loading, large_files_of_bools_come_in_parts) {
  constexpr std::ptrdiff_t count = (std::ptrdiff_t{64} << 20) + 12345;
  const ndarray<bool> a = gpu::equal(gpu::remainder(gpu::arange<std::int32_t>(count), 3), 0);
  gpu::save_npy(path_, a);
  const ndarray<bool> b = load_npy<bool>(path_, noted());
  EXPECT_TRUE(bool(gpu::all(gpu::equal(a, b))));
  EXPECT_EQ(calls_, (decltype(calls_){{std::size_t{64} << 20, count}, {count, count}}));
}

TEST_P(npy_loading, progress_may_end_it) {
  gpu::save_npy(path_, gpu::ones<float>(10));
  ndarray<float> kept = gpu::zeros<float>({2});
  load_options options{.device = GetParam(), .progress = [](std::size_t, std::size_t) {
                         throw std::runtime_error("stopped");
                       }};
  EXPECT_THROW(kept = load_npy<float>(path_, options), std::runtime_error);
  EXPECT_EQ(values(kept), (std::vector<float>{0, 0}));
}

TEST_P(npy_loading, arrays_without_elements) {
  gpu::save_npy(path_, gpu::zeros<float>({0, 3}));
  EXPECT_EQ(load_npy<float>(path_, noted()).shape(), (shape{0, 3}));
  EXPECT_EQ(calls_, (decltype(calls_){{0, 0}}));
}

TEST_P(npy_loading, errors_are_those_of_load_npy) {
  const auto message_for = [&](const std::filesystem::path& path) {
    return message_of<gpu::file_error>([&] { (void)load_npy<float>(path, noted()); });
  };
  const auto message = [&] { return message_for(path_); };
  EXPECT_EQ(message(), path_.string() + ": cannot be opened: No such file or directory");
  std::ofstream(path_).close();
  EXPECT_EQ(message(), path_.string() + ": is empty");
  gpu::save_npy(path_, gpu::ones<float>(10));
  std::filesystem::resize_file(path_, std::filesystem::file_size(path_) - 1);
  EXPECT_EQ(message(), path_.string() +
                           ": truncated: shape (10,) and dtype float32 need 10 elements of 4 "
                           "bytes, the file has 39 bytes");
  EXPECT_EQ(message_for(golden_folder()), golden_folder().string() + ": is a directory");
  gpu::save_npy(path_, gpu::ones<std::complex<float>>(2));
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { (void)load_npy<float>(path_, noted()); }),
            path_.string() +
                ": holds complex64, which does not become float32 without losing its "
                "imaginary parts");
  EXPECT_TRUE(calls_.empty());
}

INSTANTIATE_TEST_SUITE_P(, npy_loading, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

TEST(mapped_npy_file, has_what_the_file_has) {
  ASSERT_FALSE(golden_files().empty());
  for (const std::filesystem::path& path : golden_files()) {
    const gpu::npy_array known = gpu::load_npy(path);
    gpu::detail::mapped_npy_file file(path);
    const gpu::npy_array mapped = gpu::detail::read_npy(file);
    EXPECT_EQ(mapped.bytes, known.bytes) << path;
    EXPECT_EQ(mapped.extents, known.extents) << path;
    EXPECT_EQ(mapped.type, known.type) << path;
  }
}

TEST(mapped_npy_file, names_a_file_that_it_cannot_map) {
  const auto message = [](const std::filesystem::path& path) {
    return message_of<gpu::file_error>([&] { gpu::detail::mapped_npy_file file(path); });
  };
  EXPECT_EQ(message("/no such file"), "/no such file: cannot be opened: No such file or directory");
  EXPECT_EQ(message("/tmp"), "/tmp: is a directory");
  EXPECT_EQ(message("/dev/null"), "/dev/null: is not a regular file");
}

}  // namespace
