// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/vendor/library_versions.hpp>

#include <gtest/gtest.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/cuda/device.hpp>

#include "vendor/blas/blas.hpp"
#include "vendor/fftw/fftw.hpp"
#include "vendor/lapack/lapack.hpp"

namespace gpu::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of(const library_list& list) {
  std::ostringstream out;
  out << list;
  std::istringstream in(out.str());
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(library_versions, names_each_library_once) {
  const library_list list = library_versions();
  std::set<std::string> names;
  for (const library_version& library : list) names.insert(library.name);
  EXPECT_EQ(names,
            (std::set<std::string>{"CUDA driver", "CUDA runtime", "NVRTC", "cuBLAS", "cuSOLVER",
                                   "cuFFT", "BLAS", "LAPACK", "FFTW", "FFTW (float)", "libzip"}));
  EXPECT_EQ(list.size(), names.size());
}

TEST(library_versions, found_ones_have_files_that_exist_and_versions_of_digits) {
  for (const library_version& library : library_versions()) {
    SCOPED_TRACE(library.name);
    if (!library.found) {
      EXPECT_EQ(library.version, "");
      EXPECT_EQ(library.file, "");
      continue;
    }
    EXPECT_EQ(library.missing, "");
    // A reference BLAS or a replacement of FFTW may tell no version.
    if (!library.version.empty()) {
      EXPECT_NE(library.version.find_first_of("0123456789"), std::string::npos) << library.version;
    }
    if (library.name == "CUDA runtime") {
      EXPECT_EQ(library.file, "");
    } else {
      EXPECT_TRUE(fs::path(library.file).is_absolute()) << library.file;
      EXPECT_TRUE(fs::is_regular_file(library.file)) << library.file;
    }
  }
}

TEST(library_versions, lapack_tells_three_numbers) {
  const library_version lapack = library_versions().at("LAPACK");
  ASSERT_TRUE(lapack.found) << lapack.missing;
  int major = 0;
  int minor = 0;
  int patch = -1;
  ASSERT_EQ(std::sscanf(lapack.version.c_str(), "%d.%d.%d", &major, &minor, &patch), 3)
      << lapack.version;
  EXPECT_GE(major, 3);
  EXPECT_EQ(lapack.file, fs::canonical(lapack.file).string());
}

TEST(library_versions, fftw_tells_a_number_without_its_own_name) {
  const library_version fftw = library_versions().at("FFTW");
  ASSERT_TRUE(fftw.found) << fftw.missing;
  EXPECT_TRUE(std::isdigit(static_cast<unsigned char>(fftw.version.at(0)))) << fftw.version;
  EXPECT_EQ(fftw.version.find('-'), std::string::npos) << fftw.version;
}

TEST(library_versions, are_those_of_the_libraries_in_use) {
  const library_list list = library_versions();
  EXPECT_EQ(list.at("BLAS").found, !vendor::blas_file().empty());
  EXPECT_EQ(list.at("FFTW (float)").file, fs::canonical(vendor::file_of_fftw(false)).string());
}

TEST(library_versions, a_gpu_needs_a_driver_and_a_runtime) {
  const library_list list = library_versions();
  if (num_gpus() > 0) {
    EXPECT_TRUE(list.at("CUDA driver").found);
    EXPECT_TRUE(list.at("CUDA runtime").found);
    EXPECT_TRUE(list.at("NVRTC").found);
  } else if (!list.at("CUDA driver").found) {
    EXPECT_NE(list.at("CUDA driver").missing, "");
  }
}

TEST(library_versions, unknown_names_are_refused_with_the_known_ones) {
  try {
    static_cast<void>(library_versions().at("cublas"));
    FAIL() << "nothing was thrown";
  } catch (const value_error& wrong) {
    const std::string text = wrong.what();
    EXPECT_NE(text.find("'cublas'"), std::string::npos) << text;
    EXPECT_NE(text.find("cuBLAS, cuSOLVER"), std::string::npos) << text;
  }
}

TEST(library_versions, print_as_a_table) {
  const library_list list{{{"CUDA runtime", true, "13.0", "", ""},
                           {"cuBLAS", false, "", "", "was not found"},
                           {"BLAS", true, "", "/lib/libblas.so", ""}}};
  EXPECT_EQ(lines_of(list),
            (std::vector<std::string>{"library       version    file",
                                      "CUDA runtime  13.0       linked", "cuBLAS        not found",
                                      "BLAS          unknown    /lib/libblas.so"}));
  EXPECT_EQ(lines_of({}), std::vector<std::string>{"library  version  file"});
}

/// A process of its own: a library is opened once.
TEST(library_versions_death, a_named_file_that_is_none_is_a_row_that_says_so) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto listed = [] {
    ::setenv("GPU_NDARRAY_BLAS", "/nowhere/libblas.so", 1);
    ::setenv("GPU_NDARRAY_LIBZIP", "/nowhere/libzip.so", 1);
    const library_list list = library_versions();
    for (const char* const name : {"BLAS", "libzip"}) {
      const library_version& row = list.at(name);
      if (row.found || row.missing.find("/nowhere/") == std::string::npos) std::exit(1);
    }
    std::exit(0);
  };
  EXPECT_EXIT(listed(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace gpu::test
