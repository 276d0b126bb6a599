// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/npy.hpp>

#include <array>
#include <complex>
#include <cstring>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string>

#include <unistd.h>

#include <gtest/gtest.h>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

namespace {

std::filesystem::path golden(const std::string& name) {
  return std::filesystem::path(GPU_TESTS_FOLDER) / "golden" / "npy" / (name + ".npy");
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A folder of this test's own.
class npy : public testing::Test {
 protected:
  npy()
      : folder_(std::filesystem::temp_directory_path() / ("npy_test." + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~npy() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::filesystem::path write(const std::string& name,
                                            const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  /// A file of version 1.0 with this dictionary.
  [[nodiscard]] std::filesystem::path with_header(const std::string& text,
                                                  const std::string& elements = "") const {
    const std::string length = {static_cast<char>(text.size() & 0xff),
                                static_cast<char>(text.size() >> 8)};
    return write("made.npy", std::string("\x93NUMPY\x01\x00", 8) + length + text + elements);
  }

  std::filesystem::path folder_;
};

std::string message_of(const std::filesystem::path& path) {
  try {
    (void)gpu::load_npy(path);
  } catch (const gpu::file_error& wrong) {
    const std::string text = wrong.what();
    EXPECT_EQ(text.rfind(path.string() + ": ", 0), 0u) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    return text.substr(path.string().size() + 2);
  }
  return "no error";
}

/// A value of 0 to 5 as `T`, with the imaginary part that the files have.
template <class T>
T expected(int i) {
  if constexpr (requires(T x) { x.imag(); })
    return {static_cast<typename T::value_type>(i), static_cast<typename T::value_type>(10 + i)};
  else if constexpr (std::is_same_v<T, bool>)
    return i != 0;
  else
    return static_cast<T>(static_cast<float>(i));
}

class npy_dtype : public testing::TestWithParam<int> {};

TEST_P(npy_dtype, files_of_numpy_are_read_in_any_order_of_bytes_and_axes) {
  const auto type = static_cast<gpu::dtype>(GetParam());
  if (type == gpu::dtype::bfloat16) return;  // which NumPy lacks
  for (const std::string variant : {"", "_big_endian", "_fortran"}) {
    const auto file = gpu::load_npy(golden(std::string(gpu::traits(type).name) + variant));
    ASSERT_EQ(file.type, type);
    EXPECT_EQ(file.extents, (gpu::shape{2, 3}));
    EXPECT_EQ(file.fortran_order, variant == "_fortran");
    gpu::visit_dtype(type, [&]<class T>(std::type_identity<T>) {
      std::array<T, 6> wanted;
      for (int i = 0; i < 6; ++i) wanted[static_cast<std::size_t>(i)] = expected<T>(i);
      ASSERT_EQ(file.bytes.size(), sizeof wanted);
      EXPECT_EQ(std::memcmp(file.bytes.data(), wanted.data(), sizeof wanted), 0) << variant;
    });
  }
}

TEST_P(npy_dtype, a_saved_file_is_that_of_numpy) {
  const auto type = static_cast<gpu::dtype>(GetParam());
  const auto path = std::filesystem::temp_directory_path() /
                    ("npy_dtype_test." + std::to_string(getpid()) + ".npy");
  if (type == gpu::dtype::bfloat16) {
    EXPECT_THROW(gpu::save_npy(path, type, {1}, "\0"), gpu::dtype_error);
    return;
  }
  const auto source = golden(std::string(gpu::traits(type).name));
  const auto file = gpu::load_npy(source);
  gpu::save_npy(path, file.type, file.extents, file.bytes.data());
  EXPECT_EQ(bytes_of(path), bytes_of(source));
  std::filesystem::remove(path);
}

INSTANTIATE_TEST_SUITE_P(dtypes, npy_dtype, testing::Range(0, gpu::dtype_count));

TEST_F(npy, every_version_is_read) {
  for (const char* name : {"version_2", "version_3"})
    EXPECT_EQ(gpu::load_npy(golden(name)).extents, (gpu::shape{24}));
}

TEST_F(npy, ranks_0_and_64_and_no_elements_are_read) {
  EXPECT_EQ(gpu::load_npy(golden("rank_0")).extents, gpu::shape{});
  EXPECT_EQ(gpu::load_npy(golden("rank_64")).extents, gpu::shape(64, 1));
  const auto empty = gpu::load_npy(golden("empty"));
  EXPECT_EQ(empty.extents, (gpu::shape{0, 3}));
  EXPECT_TRUE(empty.bytes.empty());
}

TEST_F(npy, fortran_order_of_three_axes_becomes_c_order) {
  const auto file = gpu::load_npy(golden("fortran_of_rank_3"));
  std::array<float, 24> wanted;
  std::iota(wanted.begin(), wanted.end(), 0.0f);
  ASSERT_EQ(file.bytes.size(), sizeof wanted);
  EXPECT_EQ(std::memcmp(file.bytes.data(), wanted.data(), sizeof wanted), 0);
}

TEST_F(npy, what_is_no_array_of_numbers_is_named) {
  EXPECT_EQ(message_of(golden("objects")), "it holds Python objects (dtype '|O'), not numbers");
  EXPECT_EQ(message_of(golden("records")), "it holds records (a structured dtype), not numbers");
  EXPECT_EQ(message_of(golden("text")), "its dtype '<U3' has no counterpart here");
  EXPECT_EQ(message_of(golden("dates")), "its dtype '<M8[D]' has no counterpart here");
  EXPECT_EQ(message_of(golden("longdouble")), "its dtype '<f16' has no counterpart here");
}

TEST_F(npy, files_that_cannot_be_opened_are_named) {
  EXPECT_EQ(message_of(folder_ / "none.npy"), "cannot be opened: No such file or directory");
  EXPECT_EQ(message_of(folder_), "is a directory");
}

TEST_F(npy, other_files_are_refused) {
  EXPECT_EQ(message_of(write("a.npy", "")), "is empty");
  EXPECT_EQ(message_of(write("b.npy", "hello")), "is not an .npy file");
  EXPECT_EQ(message_of(write("c.npy", "PK\3\4 a zip archive")), "is not an .npy file");
  EXPECT_EQ(message_of(write("d.npy", std::string("\x93NUMPY\x04\x00", 8))),
            "has format version 4.0, which is not known");
}

TEST_F(npy, every_truncation_is_found) {
  const std::string whole = bytes_of(golden("float32"));
  for (std::size_t size = 8; size < whole.size(); ++size)
    EXPECT_EQ(message_of(write("cut.npy", whole.substr(0, size))).rfind("truncated: ", 0), 0u)
        << size;
  EXPECT_EQ(message_of(write("cut.npy", whole.substr(0, whole.size() - 1))),
            "truncated: shape (2,3) and dtype float32 need 6 elements of 4 bytes, the file has 23 "
            "bytes");
}

TEST_F(npy, a_huge_shape_is_refused_before_anything_is_allocated) {
  const auto huge = [&](const std::string& shape) {
    return message_of(
        with_header("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }"));
  };
  EXPECT_EQ(huge("(4611686018427387904, 4)"),
            "its shape (4611686018427387904,4) has more elements than can be counted");
  EXPECT_EQ(huge("(9223372036854775807,)").rfind("truncated: ", 0), 0u);
  EXPECT_EQ(huge("(99999999999999999999,)"), "an extent of its shape does not fit 64 bits");
  EXPECT_EQ(huge("(-1,)"), "negative extent -1 in its shape");
}

TEST_F(npy, more_than_fits_in_memory_is_refused) {
  constexpr std::uintmax_t most = std::uintmax_t{1} << 40;
  const std::filesystem::path elements = with_header(
      "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(most / 4) + ",)}");
  const std::filesystem::path header =
      write("header.npy", std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12));
  try {
    std::filesystem::resize_file(elements, std::filesystem::file_size(elements) + most);
    std::filesystem::resize_file(header, std::uintmax_t{5} << 30);
  } catch (const std::filesystem::filesystem_error& failure) {
    GTEST_SKIP() << "no such files here: " << failure.what();
  }
  EXPECT_EQ(message_of(elements), "its 1099511627776 bytes of elements do not fit in memory");
  EXPECT_EQ(message_of(header), "has a header of 4294967295 bytes, no array needs more than 10000");
}

TEST_F(npy, messages_hold_printable_characters_only) {
  const auto refused = [&](const std::string& descr) {
    return message_of(
        with_header("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (1,)}"));
  };
  EXPECT_EQ(refused("<f4\x1b[31m\n\xff"),
            "its dtype '<f4\\x1b[31m\\x0a\\xff' has no counterpart here");
  EXPECT_EQ(refused(std::string(5000, 'a')),
            "its dtype '" + std::string(60, 'a') + "...' has no counterpart here");
}

TEST_F(npy, malformed_headers_are_refused) {
  const std::string malformed =
      "malformed header: it is no dictionary of 'descr', 'fortran_order', 'shape'";
  for (const char* text :
       {"", "{", "{}", "[1]", "{'descr': '<f4'}",
        "{'descr': '<f4', 'fortran_order': 1, 'shape': ()}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'more': 1}",
        "{'descr': '<f4', 'descr': '<f4', 'shape': (1,)}", "{'descr': '<f4', 'shape: (1,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1"})
    EXPECT_EQ(message_of(with_header(text)), malformed) << text;
}

TEST_F(npy, bools_of_any_bits_are_true_or_false) {
  const auto file =
      gpu::load_npy(with_header("{\"descr\": \"|b1\", \"shape\": (3,), \"fortran_order\": False}",
                                std::string("\0\x02\xff", 3)));
  const std::array<bool, 3> wanted{false, true, true};
  EXPECT_EQ(std::memcmp(file.bytes.data(), wanted.data(), 3), 0);
}

TEST_F(npy, a_folder_that_does_not_exist_cannot_be_written_to) {
  EXPECT_THROW(gpu::save_npy(folder_ / "none" / "a.npy", gpu::dtype::int8, {1}, "\1"),
               gpu::file_error);
}

TEST_F(npy, arrays_are_read_and_saved) {
  const auto a = gpu::load_npy<float>(golden("float32_fortran"), gpu::cpu());
  EXPECT_EQ(a.device(), gpu::cpu());
  EXPECT_EQ(a, (gpu::ndarray<float>({{0, 1, 2}, {3, 4, 5}}, gpu::cpu())));
  gpu::save_npy(folder_ / "saved.npy", a);
  EXPECT_EQ(bytes_of(folder_ / "saved.npy"), bytes_of(golden("float32")));
}

TEST_F(npy, elements_are_converted) {
  const auto a = gpu::load_npy<double>(golden("int16"), gpu::cpu());
  EXPECT_EQ(a, (gpu::ndarray<double>({{0, 1, 2}, {3, 4, 5}}, gpu::cpu())));
  EXPECT_THROW((void)gpu::load_npy<double>(golden("complex64"), gpu::cpu()), gpu::dtype_error);
}

}  // namespace
