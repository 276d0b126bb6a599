// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/npz.hpp>

#include <array>
#include <complex>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

namespace {

std::filesystem::path golden(const std::string& name) {
  return std::filesystem::path(GPU_TESTS_FOLDER) / "golden" / "npy" / name;
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// What the call says is wrong, without the file's name, which it begins with.
template <class Error, class Call>
std::string message_of(const std::filesystem::path& path, const Call& call) {
  try {
    call();
  } catch (const Error& wrong) {
    const std::string text = wrong.what();
    EXPECT_EQ(text.rfind(path.string() + ": ", 0), 0u) << text;
    return text.substr(std::min(text.size(), path.string().size() + 2));
  }
  return "no error";
}

class npz : public testing::Test {
 protected:
  npz()
      : folder_(std::filesystem::temp_directory_path() / ("npz_test." + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~npz() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::filesystem::path write(const std::string& name,
                                            const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }

  std::filesystem::path folder_;
  gpu::ndarray<float> a_ = gpu::ndarray<float>({{0, 1, 2}, {3, 4, 5}}, gpu::cpu());
};

TEST_F(npz, archives_of_numpy_are_read) {
  for (const char* name : {"stored.npz", "deflated.npz"}) {
    const gpu::npz_file file = gpu::load_npz(golden(name));
    EXPECT_EQ(file.load<std::int16_t>("a", gpu::cpu()),
              (gpu::ndarray<std::int16_t>({{0, 1, 2}, {3, 4, 5}}, gpu::cpu())));
    EXPECT_EQ(file.load<double>("scalar", gpu::cpu()).item(), 2.5);
    EXPECT_EQ(file.load_npy("empty").extents, (gpu::shape{0, 3}));
    const auto big = file.load<gpu::complex<double>>("größe", gpu::cpu());
    EXPECT_EQ(big.item(), gpu::complex<double>(1, 2));
  }
  const gpu::npz_file stored = gpu::load_npz(golden("stored.npz"));
  EXPECT_TRUE(stored.load_npy("arr_0").fortran_order);
  EXPECT_EQ(stored.load_npy("arr_0").bytes, stored.load_npy("a").bytes);
  EXPECT_EQ(gpu::load_npz(golden("deflated.npz")).load_npy("zeros").bytes,
            std::vector<std::byte>(4000));
}

TEST_F(npz, arrays_have_the_dtype_of_the_file_unless_one_is_named) {
  const gpu::npz_file file = gpu::load_npz(golden("stored.npz"));
  const gpu::any_expression a = file.load("a", gpu::cpu());
  EXPECT_EQ(a.dtype(), file.load_npy("a").type);
  EXPECT_EQ(a.device(), gpu::cpu());
  EXPECT_EQ(a.astype<int>(), (gpu::ndarray<int>({{0, 1, 2}, {3, 4, 5}}, gpu::cpu())));
  EXPECT_EQ(file.load("scalar").device(), gpu::current_device());
}

TEST_F(npz, names_are_listed_in_order_and_found_with_and_without_extension) {
  const gpu::npz_file file = gpu::load_npz(golden("stored.npz"));
  EXPECT_EQ(file.files(), (std::vector<std::string>{"a", "scalar", "empty", "größe", "arr_0"}));
  EXPECT_TRUE(file.contains("a"));
  EXPECT_TRUE(file.contains("a.npy"));
  EXPECT_FALSE(file.contains("b"));
  EXPECT_EQ(file.load_npy("a.npy").bytes, file.load_npy("a").bytes);
}

TEST_F(npz, a_name_that_is_missing_is_said) {
  const auto path = golden("stored.npz");
  const gpu::npz_file file = gpu::load_npz(path);
  EXPECT_EQ(message_of<gpu::file_error>(path, [&] { (void)file.load_npy("b"); }),
            "'b' is not a file in the archive");
}

TEST_F(npz, a_member_is_read_while_another_one_is) {
  const gpu::npz_file file = gpu::load_npz(golden("stored.npz"));
  const gpu::npz_file copy = file;
  int called = 0;
  const auto read_scalar = [&](std::size_t, std::size_t) {
    EXPECT_EQ(copy.load<double>("scalar", gpu::cpu()).item(), 2.5);
    ++called;
  };
  EXPECT_EQ(file.load<std::int16_t>("a", {gpu::cpu(), read_scalar}),
            (gpu::ndarray<std::int16_t>({{0, 1, 2}, {3, 4, 5}}, gpu::cpu())));
  EXPECT_GT(called, 0);
}

TEST_F(npz, threads_read_one_file) {
  const std::filesystem::path path = folder_ / "threads.npz";
  std::vector<gpu::named_array> arrays;
  for (int i = 0; i < 20; ++i) arrays.push_back({"n" + std::to_string(i), a_ + i});
  gpu::savez(path, arrays);
  const gpu::npz_file file = gpu::load_npz(path);
  std::array<int, 4> right{};
  std::vector<std::thread> threads;
  for (int& count : right)
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i)
        count += array_equal(file.load<float>("n" + std::to_string(i), gpu::cpu()), a_ + i);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, (std::array{20, 20, 20, 20}));
}

TEST_F(npz, every_dtype_returns_as_it_was_saved) {
  const std::filesystem::path path = folder_ / "dtype.npz";
  for (int i = 0; i < gpu::dtype_count; ++i) {
    const auto type = static_cast<gpu::dtype>(i);
    gpu::visit_dtype(type, [&]<class T>(std::type_identity<T>) {
      const gpu::ndarray<T> a = gpu::ndarray<T>(a_.template astype<T>());
      if (type == gpu::dtype::bfloat16) {  // which NumPy lacks
        EXPECT_THROW(gpu::savez(path, {{"a", a}}), gpu::dtype_error);
        return;
      }
      gpu::savez(path, {{"a", a}});
      EXPECT_EQ(gpu::load_npz(path).load_npy("a").type, type);
      EXPECT_EQ(gpu::load_npz(path).template load<T>("a", gpu::cpu()), a);
      gpu::savez_compressed(path, {{"a", a}});
      EXPECT_EQ(gpu::load_npz(path).template load<T>("a", gpu::cpu()), a);
    });
  }
}

TEST_F(npz, views_expressions_and_arrays_without_axes_or_elements_are_saved) {
  const std::filesystem::path path = folder_ / "all.npz";
  const auto scalar = gpu::full({}, 2.5, gpu::cpu());
  const auto empty = gpu::zeros<std::int8_t>({0, 3}, gpu::cpu());
  const std::string long_name(1000, 'n');
  gpu::savez(path, {{"transposed", a_.transpose()},
                    {"sum", a_ + a_},
                    {"scalar", scalar},
                    {"empty", empty},
                    {long_name, a_}});
  const gpu::npz_file file = gpu::load_npz(path);
  EXPECT_EQ(file.load<float>("transposed", gpu::cpu()),
            (gpu::ndarray<float>({{0, 3}, {1, 4}, {2, 5}}, gpu::cpu())));
  EXPECT_EQ(file.load<float>("sum", gpu::cpu()),
            (gpu::ndarray<float>({{0, 2, 4}, {6, 8, 10}}, gpu::cpu())));
  EXPECT_EQ(file.load_npy("scalar").extents, gpu::shape{});
  EXPECT_EQ(file.load_npy("empty").extents, (gpu::shape{0, 3}));
  EXPECT_EQ(file.load<float>(long_name, gpu::cpu()), a_);
}

TEST_F(npz, the_extension_is_appended_and_equal_arrays_give_equal_files) {
  gpu::savez(folder_ / "one", {{"a", a_}});
  gpu::savez(folder_ / "two.npz", {{"a", a_}});
  EXPECT_FALSE(bytes_of(folder_ / "one.npz").empty());
  EXPECT_EQ(bytes_of(folder_ / "one.npz"), bytes_of(folder_ / "two.npz"));
}

TEST_F(npz, compressed_files_are_smaller) {
  const auto zeros = gpu::zeros<double>({1000}, gpu::cpu());
  gpu::savez(folder_ / "stored", {{"zeros", zeros}});
  gpu::savez_compressed(folder_ / "deflated", {{"zeros", zeros}});
  EXPECT_GT(std::filesystem::file_size(folder_ / "stored.npz"), 8000u);
  EXPECT_LT(std::filesystem::file_size(folder_ / "deflated.npz"), 1000u);
}

TEST_F(npz, elements_are_converted) {
  const gpu::npz_file file = gpu::load_npz(golden("stored.npz"));
  EXPECT_EQ(file.load<double>("a", gpu::cpu()),
            (gpu::ndarray<double>({{0, 1, 2}, {3, 4, 5}}, gpu::cpu())));
  EXPECT_EQ(message_of<gpu::dtype_error>(golden("stored.npz"),
                                         [&] { (void)file.load<double>("größe", gpu::cpu()); }),
            "größe: holds complex128, which does not become float64 without losing its imaginary "
            "parts");
}

TEST_F(npz, other_files_are_refused) {
  const auto refused = [](const std::filesystem::path& path) {
    return message_of<gpu::file_error>(path, [&] { (void)gpu::load_npz(path); });
  };
  EXPECT_EQ(refused(folder_), "is a directory");
  EXPECT_EQ(refused(write("empty.npz", "")), "is empty");
  EXPECT_EQ(refused(folder_ / "none.npz"), "cannot be opened as a zip archive: No such file");
  EXPECT_EQ(refused(golden("float32.npy")), "cannot be opened as a zip archive: Not a zip archive");
}

TEST_F(npz, damaged_elements_are_found_by_their_checksum) {
  std::string bytes = bytes_of(golden("stored.npz"));
  const std::size_t elements = bytes.find('\n') + 1;
  bytes[elements + 3] ^= 1;
  const auto path = write("damaged.npz", bytes);
  EXPECT_EQ(message_of<gpu::file_error>(path, [&] { (void)gpu::load_npz(path).load_npy("a"); }),
            "a.npy: CRC error");
}

TEST_F(npz, every_truncation_is_found) {
  for (const char* name : {"stored.npz", "deflated.npz"}) {
    const std::string whole = bytes_of(golden(name));
    for (std::size_t size = 1; size < whole.size(); size += 7) {
      const auto path = write("cut.npz", whole.substr(0, size));
      EXPECT_THROW((void)gpu::load_npz(path).load_npy("a"), gpu::file_error) << name << ' ' << size;
    }
  }
}

TEST_F(npz, what_cannot_be_saved_leaves_the_file_as_it_was) {
  const auto path = write("old.npz", "old");
  EXPECT_EQ(message_of<gpu::value_error>(path, [&] { gpu::savez(path, {}); }),
            "an .npz file without arrays cannot be written");
  EXPECT_EQ(message_of<gpu::value_error>(path,
                                         [&] {
                                           gpu::savez(path, {{"a", a_}, {"a", a_}});
                                         }),
            "two arrays have the name 'a'");
  EXPECT_EQ(message_of<gpu::dtype_error>(
                path,
                [&] {
                  gpu::savez(path, {{"a", a_}, {"b", a_.astype<gpu::bfloat16>()}});
                }),
            "b: the .npy format has no bfloat16");
  EXPECT_EQ(bytes_of(path), "old");
  EXPECT_THROW(gpu::savez(folder_ / "none" / "a.npz", {{"a", a_}}), gpu::file_error);
}

TEST_F(npz, save_and_load_are_numpys_names_for_npy_files) {
  gpu::save(folder_ / "a", a_);
  EXPECT_EQ(bytes_of(folder_ / "a.npy"), bytes_of(golden("float32.npy")));
  EXPECT_EQ(gpu::load<float>(folder_ / "a.npy", gpu::cpu()), a_);
  const gpu::any_expression same = gpu::load(folder_ / "a.npy", gpu::cpu());
  EXPECT_EQ(same.dtype(), gpu::dtype::float32);
  EXPECT_EQ(same, a_);
  gpu::save(folder_ / "t", gpu::transpose(gpu::astype<std::complex<double>>(a_)));
  EXPECT_EQ(gpu::load(folder_ / "t.npy").dtype(), gpu::dtype::complex128);
  EXPECT_EQ(gpu::load(folder_ / "t.npy").shape(), gpu::transpose(a_).shape());
  EXPECT_THROW((void)gpu::load(folder_ / "none.npy"), gpu::file_error);
}

}  // namespace
