// SPDX-License-Identifier: BSD-3-Clause
// NumPy's .npz files: zip archives of .npy files. They need libzip, which is opened at run time.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/memory_sharing.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/interop/load_options.hpp>
#include <gpu/interop/npy.hpp>

namespace gpu {

/// An array of any device and dtype, with the name that it gets in an .npz file.
struct named_array {
  std::string name;
  graph::node_ptr value;

  template <array_like A>
  named_array(std::string its_name, const A& array)
      : name(std::move(its_name)), value(array.node()) {}
};

/// Writes arrays under their names: `gpu::savez("x.npz", {{"a", a}, {"b", b}})`. `numpy.savez`,
/// which appends ".npz" to a path without it, as this does. Evaluates the arrays, and waits. They
/// are fetched from their devices while the file is written, as by `save_npy`; only when it is
/// complete it replaces another one.
/// @param options  `progress` counts the bytes of all arrays, as they are before they are
/// compressed
/// @throws value_error        if there are no arrays, or two have the same name
/// @throws file_error         if the file cannot be written
/// @throws dtype_error        for bfloat16, which the format lacks
/// @throws library_not_found  without libzip
void savez(const std::filesystem::path& path, const std::vector<named_array>& arrays,
           const save_options& options = {});
/// The same, compressed by deflate. `numpy.savez_compressed`.
void savez_compressed(const std::filesystem::path& path, const std::vector<named_array>& arrays,
                      const save_options& options = {});

/// An .npz file, as `numpy.load` returns it: it stays open, and its arrays are read when they are
/// asked for. Several threads may load from it, copies share it.
class npz_file {
 public:
  /// Reads the directory, of a file that NumPy or another program wrote, stored or deflated, ZIP64
  /// too.
  /// @throws file_error         if the file cannot be opened, or is no zip archive
  /// @throws library_not_found  without libzip
  explicit npz_file(std::filesystem::path path);

  /// The names of the arrays, in their order in the file, without ".npy".
  [[nodiscard]] const std::vector<std::string>& files() const& noexcept { return names_; }
  [[nodiscard]] std::vector<std::string> files() const&& { return names_; }
  [[nodiscard]] bool contains(std::string_view name) const noexcept;

  /// The array of that name with the dtype that the file has, which is known at run time only.
  /// @throws file_error  "'x' is not a file in the archive"; and as `load_npy`
  [[nodiscard]] any_expression load(std::string_view name, const load_options& options = {}) const {
    return any_expression(graph::node_ptr(leaf(name, std::nullopt, options).get()));
  }
  [[nodiscard]] any_expression load(std::string_view name, device where) const {
    return load(name, load_options{where});
  }
  /// The same in host memory.
  [[nodiscard]] npy_array load_npy(std::string_view name) const;

  /// The same on `where`, its elements converted to `T` as `astype` does.
  /// @throws dtype_error  if the file's elements are complex, and `T` is not
  template <element_type T>
  [[nodiscard]] ndarray<T> load(std::string_view name, device where = current_device()) const {
    return load<T>(name, load_options{where});
  }
  /// The same, part by part: on a GPU no more than one of them is in host memory at a time.
  template <element_type T>
  [[nodiscard]] ndarray<T> load(std::string_view name, const load_options& options) const {
    return ndarray<T>(leaf(name, dtype_of<T>, options));
  }

 private:
  [[nodiscard]] graph::leaf_ptr leaf(std::string_view name, std::optional<dtype> to,
                                     const load_options& options) const;

  struct archive;
  std::shared_ptr<archive> archive_;
  std::vector<std::string> names_;
};

/// The arrays of an .npz file. `numpy.load`.
[[nodiscard]] inline npz_file load_npz(std::filesystem::path path) {
  return npz_file(std::move(path));
}

/// Writes an array of any device as .npy file, and appends ".npy" to a path without it.
/// `numpy.save`. Evaluates it, and waits.
/// @throws file_error   if the file cannot be written
/// @throws dtype_error  for bfloat16, which the format lacks
template <array_like A>
void save(const std::filesystem::path& path, const A& array, const save_options& options = {}) {
  std::filesystem::path full = path;
  if (!path.native().ends_with(".npy")) full += ".npy";
  save_npy(full, array, options);
}

/// The array of an .npy file: `load_npy`. `numpy.load`; its archives are read by `load_npz`.
template <element_type T>
[[nodiscard]] ndarray<T> load(const std::filesystem::path& path, device where = current_device()) {
  return load_npy<T>(path, where);
}
template <element_type T>
[[nodiscard]] ndarray<T> load(const std::filesystem::path& path, const load_options& options) {
  return load_npy<T>(path, options);
}
/// The same with the dtype that the file has, which is known at run time only.
[[nodiscard]] inline any_expression load(const std::filesystem::path& path,
                                         const load_options& options = {}) {
  return any_expression(graph::node_ptr(detail::leaf_from_npy(path, std::nullopt, options).get()));
}
[[nodiscard]] inline any_expression load(const std::filesystem::path& path, device where) {
  return load(path, load_options{where});
}

}  // namespace gpu
