// SPDX-License-Identifier: BSD-3-Clause
#include <complex>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>

#include <gpu/array/adapt.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/broadcasting.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/cuda/memory_pool.hpp>
#include <gpu/interop/load_options.hpp>
#include <gpu/interop/npy.hpp>
#include <gpu/interop/npz.hpp>
#include <gpu/interop/tofile.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>
#include <gpu/vendor/library_versions.hpp>

#include "cuda/pinned_memory.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::load_npy;
using gpu::ndarray;
using gpu::save_npy;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

constexpr std::size_t part = std::size_t{64} << 20;

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string golden(const std::string& name) {
  return bytes_of(std::filesystem::path(GPU_TESTS_FOLDER) / "golden" / "npy" / (name + ".npy"));
}

class npy_saving : public gpu::test::on_device {
 protected:
  npy_saving()
      : folder_(std::filesystem::temp_directory_path() /
                ("npy_saving_test." + std::to_string(getpid()))),
        path_(folder_ / "a.npy") {
    std::filesystem::create_directories(folder_);
  }
  ~npy_saving() override { std::filesystem::remove_all(folder_); }

  /// Options that note the calls.
  [[nodiscard]] gpu::save_options noted() {
    calls_.clear();
    return {
        .progress = [this](std::size_t done, std::size_t all) { calls_.emplace_back(done, all); }};
  }
  /// Options whose callback throws at the last call.
  [[nodiscard]] static gpu::save_options failing() {
    return {.progress = [](std::size_t done, std::size_t all) {
      if (done == all) throw std::runtime_error("enough");
    }};
  }
  [[nodiscard]] std::size_t files() const {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_)) ++count;
    return count;
  }
  /// What a file has that `save_npy` writes.
  template <class A>
  [[nodiscard]] std::string saved(const A& a) const {
    save_npy(path_, a);
    return bytes_of(path_);
  }

  std::filesystem::path folder_;
  std::filesystem::path path_;
  std::vector<std::pair<std::size_t, std::size_t>> calls_;
};

/// Of complex dtypes with the imaginary parts that the golden files have.
template <class T>
ndarray<T> counted() {
  const ndarray<int> numbers{{0, 1, 2}, {3, 4, 5}};
  if constexpr (requires(T x) { x.imag(); })
    return (numbers + (numbers + 10) * std::complex<double>(0, 1)).template astype<T>();
  else
    return numbers.template astype<T>();
}

TEST_P(npy_saving, files_are_those_of_numpy_in_both_orders) {
  for (int i = 0; i < gpu::dtype_count; ++i) {
    const auto type = static_cast<gpu::dtype>(i);
    if (type == gpu::dtype::bfloat16) continue;  // which NumPy lacks
    gpu::visit_dtype(type, [&]<class T>(std::type_identity<T>) {
      const std::string name(gpu::traits(type).name);
      const ndarray<T> a = counted<T>();
      EXPECT_EQ(saved(a), golden(name)) << name;
      const ndarray<T> transposed = gpu::transpose(a);
      EXPECT_EQ(saved(gpu::transpose(transposed)), golden(name + "_fortran")) << name;
      EXPECT_EQ(load_npy<T>(path_), a) << name;
    });
  }
}

TEST_P(npy_saving, views_and_expressions_are_saved) {
  ndarray<int> a = gpu::reshape(gpu::arange<int>(24), {2, 3, 4});
  const auto is_saved = [&](const auto& value) {
    save_npy(path_, value);
    return load_npy<int>(path_) == ndarray<int>(value);
  };
  EXPECT_TRUE(is_saved(gpu::view(a, 1)));
  EXPECT_TRUE(is_saved(gpu::view(a, gpu::all(), gpu::range(0, 3, 2))));
  EXPECT_TRUE(is_saved(gpu::flip(a, 1)));
  EXPECT_TRUE(is_saved(gpu::transpose(a)));
  EXPECT_TRUE(is_saved(gpu::swapaxes(a, 0, 1)));
  EXPECT_TRUE(is_saved(gpu::broadcast_to(ndarray<int>{1, 2, 3}, {2, 3})));
  EXPECT_TRUE(is_saved(a + a));
  EXPECT_TRUE(is_saved(gpu::transpose(a * 2)));
  EXPECT_TRUE(is_saved(gpu::sum(a, 0).astype<int>()));
  EXPECT_TRUE(is_saved(ndarray<int>(7)));
  EXPECT_TRUE(is_saved(gpu::zeros<int>({0, 3})));
  EXPECT_NE(saved(gpu::transpose(a)).find("'fortran_order': True"), std::string::npos);
  EXPECT_NE(saved(gpu::swapaxes(a, 0, 1)).find("'fortran_order': False"), std::string::npos);
  EXPECT_NE(saved(gpu::transpose(ndarray<int>{1, 2})).find("'fortran_order': False"),
            std::string::npos);
}

TEST_P(npy_saving, says_how_far_it_is) {
  save_npy(path_, gpu::zeros<float>({2, 3}), noted());
  EXPECT_EQ(calls_, (decltype(calls_){{24, 24}}));
  save_npy(path_, gpu::zeros<float>({0, 3}), noted());
  EXPECT_EQ(calls_, (decltype(calls_){{0, 0}}));
  gpu::save(folder_ / "b", gpu::zeros<double>(2), noted());
  EXPECT_EQ(calls_, (decltype(calls_){{16, 16}}));
  const std::vector<int> elements(5);
  save_npy(path_, gpu::dtype::int32, {5}, elements.data(), noted());
  EXPECT_EQ(calls_, (decltype(calls_){{20, 20}}));
}

TEST_P(npy_saving, large_arrays_go_in_parts) {
  constexpr std::ptrdiff_t rows = 4099;
  constexpr std::ptrdiff_t columns = 4111;
  const ndarray<std::int32_t> a =
      gpu::reshape(gpu::arange<std::int32_t>(rows * columns), {rows, columns});
  const auto all = static_cast<std::size_t>(4 * rows * columns);
  save_npy(path_, a, noted());
  EXPECT_EQ(calls_, (decltype(calls_){{part, all}, {all, all}}));
  EXPECT_TRUE(bool(gpu::all(gpu::equal(load_npy<std::int32_t>(path_), a))));
  save_npy(path_, gpu::transpose(a), noted());
  EXPECT_EQ(calls_, (decltype(calls_){{part, all}, {all, all}}));
  calls_.clear();
  const gpu::load_options loading{.device = GetParam(), .progress = noted().progress};
  const auto back = load_npy<std::int32_t>(path_, loading);
  EXPECT_EQ(calls_, (decltype(calls_){{part, all}, {all, all}}));
  EXPECT_EQ(back.shape(), (shape{columns, rows}));
  EXPECT_TRUE(bool(gpu::all(gpu::equal(back, gpu::transpose(a)))));
}

TEST_P(npy_saving, host_has_no_copy_of_the_elements) {
  const ndarray<double> a = gpu::ones<double>({1 << 10, 3 << 10});
  ndarray<double> written = a;
  static_cast<void>(written.data());  // a node of it would be a copy
  const auto host_bytes = [] {
    return gpu::memory_pool::statistics(gpu::cpu()).used_bytes +
           gpu::pinned_memory_statistics().used_bytes;
  };
  const std::size_t before = host_bytes();
  std::size_t most = before;
  const gpu::save_options watched{
      .progress = [&](std::size_t, std::size_t) { most = std::max(most, host_bytes()); }};
  save_npy(path_, a, watched);
  save_npy(path_, gpu::transpose(a), watched);
  save_npy(path_, written, watched);
  save_npy(path_, gpu::view(written, gpu::range(1, 1000)), watched);
  const std::size_t two_pieces = GetParam().is_gpu() ? std::size_t{8} << 20 : 0;
  EXPECT_LE(most - before, two_pieces);
}

TEST_P(npy_saving, memory_of_others_is_saved_from_where_it_lies) {
  std::vector<float> v(6);
  std::iota(v.begin(), v.end(), 0.f);
  EXPECT_EQ(saved(gpu::adapt(v, {2, 3})), golden("float32"));
  const std::vector<float> columns{0, 3, 1, 4, 2, 5};
  EXPECT_EQ(saved(gpu::adapt(columns.data(), {2, 3}, {1, 2})), golden("float32_fortran"));
}

TEST_P(npy_saving, file_is_as_it_was_after_an_error) {
  const ndarray<float> a = gpu::zeros<float>({2, 3});
  std::ofstream(path_) << "old";
  EXPECT_THROW(save_npy(path_, a, failing()), std::runtime_error);
  EXPECT_THROW(save_npy(path_, gpu::transpose(a), failing()), std::runtime_error);
  EXPECT_THROW(gpu::save(path_, gpu::zeros<float>(0), failing()), std::runtime_error);
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { save_npy(path_, a.astype<gpu::bfloat16>()); }),
            path_.string() + ": the .npy format has no bfloat16");
  EXPECT_EQ(bytes_of(path_), "old");
  EXPECT_EQ(files(), 1u);
  EXPECT_THROW(save_npy(folder_ / "new.npy", a, failing()), std::runtime_error);
  EXPECT_EQ(files(), 1u);
  save_npy(path_, a);
  EXPECT_EQ(files(), 1u);
  EXPECT_EQ(load_npy<float>(path_), a);
}

TEST_P(npy_saving, bytes_without_a_header_are_written_in_c_order) {
  const ndarray<std::uint8_t> a{{1, 2}, {3, 4}};
  gpu::tofile(gpu::transpose(a), path_);
  EXPECT_EQ(bytes_of(path_), "\1\3\2\4");
  gpu::tofile(a, path_);
  EXPECT_EQ(bytes_of(path_), "\1\2\3\4");
  gpu::tofile(gpu::zeros<double>(0), path_);
  EXPECT_EQ(bytes_of(path_), "");
  EXPECT_EQ(files(), 1u);
}

TEST_P(npy_saving, archives_are_written_in_parts_too) {
  if (!gpu::library_versions().at("libzip").found) GTEST_SKIP() << "no libzip";
  const auto archive = folder_ / "a.npz";
  ndarray<float> a{{1, 2, 3}, {4, 5, 6}};
  constexpr std::ptrdiff_t count = (part + 4096) / 8;
  for (const bool compressed : {false, true}) {
    const auto write = compressed ? gpu::savez_compressed : gpu::savez;
    // Compressing other numbers takes minutes.
    const ndarray<double> many =
        compressed ? gpu::zeros<double>(count) : gpu::arange<double>(count);
    write(archive, {{"a", a}, {"t", gpu::transpose(a)}, {"many", many}, {"none", gpu::zeros(0)}},
          noted());
    ASSERT_FALSE(calls_.empty());
    const std::size_t all = 2 * 24 + part + 4096;
    EXPECT_EQ(calls_.back(), std::pair(all, all));
    EXPECT_EQ(calls_.size(), 2u);
    const gpu::npz_file file = gpu::load_npz(archive);
    EXPECT_TRUE(file.load_npy("t").fortran_order);
    EXPECT_EQ(file.load<float>("a"), a);
    EXPECT_EQ(file.load<float>("t"), gpu::transpose(a));
    EXPECT_EQ(file.load_npy("none").extents, shape{0});
    const gpu::load_options loading{.device = GetParam(), .progress = noted().progress};
    const auto back = file.load<double>("many", loading);
    EXPECT_EQ(back.device(), GetParam());
    EXPECT_TRUE(bool(gpu::all(gpu::equal(back, many))));
    EXPECT_EQ(calls_, (decltype(calls_){{part, part + 4096}, {part + 4096, part + 4096}}));
  }
  gpu::savez(archive, {{"none", gpu::zeros(0)}}, noted());
  EXPECT_EQ(calls_, (decltype(calls_){{0, 0}}));
}

TEST_P(npy_saving, archive_is_as_it_was_after_an_error) {
  const auto archive = folder_ / "a.npz";
  std::ofstream(archive) << "old";
  const ndarray<float> a = gpu::zeros<float>({2, 3});
  EXPECT_THROW(gpu::savez(archive, {{"a", a}}, failing()), std::runtime_error);
  EXPECT_THROW(gpu::savez_compressed(archive, {{"a", a}}, failing()), std::runtime_error);
  EXPECT_EQ(bytes_of(archive), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_P(npy_saving, bytes_are_those_of_the_file_and_are_read_from_a_stream) {
  const ndarray<float> a = {{1, 2, 3}, {4, 5, 6}};
  const ndarray<int> b = {7, 8};
  save_npy(folder_ / "a.npy", a * 2);
  EXPECT_EQ(gpu::dump_npy(a * 2), bytes_of(folder_ / "a.npy"));
  std::stringstream stream(gpu::dump_npy(gpu::transpose(a)) + gpu::dump_npy(b) + "more");
  EXPECT_EQ(load_npy<float>(stream), gpu::transpose(a));
  EXPECT_EQ(load_npy<double>(stream), b);
  EXPECT_EQ(message_of<gpu::file_error>([&] { (void)load_npy<int>(stream); }),
            "stream: is not an .npy file");
  std::istringstream part(gpu::dump_npy(b).substr(0, 132));
  EXPECT_EQ(
      message_of<gpu::file_error>([&] { (void)load_npy<int>(part); }),
      "stream: truncated: shape (2,) and dtype int32 need 2 elements of 4 bytes, the file has 4 "
      "bytes");
  std::istringstream none;
  EXPECT_EQ(message_of<gpu::file_error>([&] { (void)load_npy<int>(none); }), "stream: is empty");
  EXPECT_EQ(message_of<gpu::dtype_error>([] { (void)gpu::dump_npy(ndarray<gpu::bfloat16>{1}); }),
            "the .npy format has no bfloat16");
  /// Gives the characters one after the other, and does not seek.
  struct pipe : std::streambuf {
    explicit pipe(std::string text) : text(std::move(text)) {
      setg(this->text.data(), this->text.data(), this->text.data() + this->text.size());
    }
    std::string text;
  };
  pipe whole(gpu::dump_npy(a));
  std::istream from_whole(&whole);
  EXPECT_EQ(load_npy<float>(from_whole), a);
  pipe cut(gpu::dump_npy(a).substr(0, 140));
  std::istream from_cut(&cut);
  EXPECT_EQ(message_of<gpu::file_error>([&] { (void)load_npy<float>(from_cut); }),
            "stream: truncated: it ends too early");
}

INSTANTIATE_TEST_SUITE_P(, npy_saving, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
