// SPDX-License-Identifier: BSD-3-Clause
// Which libraries this process uses, for a report of an error or of a time.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace gpu {

/// A library that is linked, or opened when something first needs it.
struct library_version {
  std::string name;     ///< "cuBLAS"
  bool found = false;   ///< whether it is there and has the functions that are needed
  std::string version;  ///< as the library tells it; empty if it does not
  std::string file;     ///< with its folder, links resolved; empty of what is linked statically
  std::string missing;  ///< why it was not found, and which package brings it; may be empty
};

/// One row for each library. Printed, it is a table with the columns `library`, `version` and
/// `file`.
struct library_list {
  std::vector<library_version> libraries;

  [[nodiscard]] auto begin() const& noexcept { return libraries.begin(); }
  [[nodiscard]] auto end() const& noexcept { return libraries.end(); }
  /// Not of a temporary: `library_versions().begin()` and `.end()` are of two lists.
  void begin() const&& = delete;
  void end() const&& = delete;
  [[nodiscard]] std::size_t size() const noexcept { return libraries.size(); }

  /// The row of a library, whether it was found or not.
  /// @throws value_error  lists the names that there are
  [[nodiscard]] const library_version& at(std::string_view name) const&;
  [[nodiscard]] library_version at(std::string_view name) const&& { return at(name); }
};

std::ostream& operator<<(std::ostream& out, const library_list& list);

/// The libraries that are used if they are found, in this order: the CUDA driver, the CUDA runtime,
/// NVRTC, cuBLAS, cuSOLVER, cuFFT, BLAS, LAPACK, FFTW, FFTW (float) and libzip. As
/// `numpy.show_config` and `cupy.show_config`. The driver's version is that of the newest CUDA it
/// serves; the name of its file has its own.
///
/// Opens those that have not been opened, so that each is what a first use in this process finds.
/// Never throws because one is missing or cannot be used: its row says so. No GPU is needed, and no
/// stream waits.
[[nodiscard]] library_list library_versions();

}  // namespace gpu
