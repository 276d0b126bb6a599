// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/npz.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "interop/element_reader.hpp"
#include "interop/npy_header.hpp"
#include "interop/npy_loading.hpp"
#include "interop/npy_source.hpp"
#include "interop/part_progress.hpp"
#include "vendor/zip/zip.hpp"

namespace gpu {
namespace {

constexpr std::string_view extension = ".npy";

std::string_view without_extension(std::string_view name) {
  if (name.ends_with(extension)) name.remove_suffix(extension.size());
  return name;
}

class member_source : public detail::npy_source {
 public:
  member_source(std::string name, vendor::zip_reader::member member)
      : npy_source(std::move(name)), member_(std::move(member)) {}

  [[nodiscard]] std::size_t left() const noexcept override { return member_.left(); }

  void read(void* to, std::size_t size_bytes) override {
    if (size_bytes > left()) fail("truncated: it ends within its header");
    member_.read(to, size_bytes);
  }

 private:
  vendor::zip_reader::member member_;
};

std::size_t element_bytes(const graph::node& value) {
  return static_cast<std::size_t>(element_count(value.extents)) * size_bytes(value.type);
}

/// An .npy file as a member of an archive. Its elements are fetched while the archive is written.
class npy_content : public vendor::member_content {
 public:
  npy_content(const graph::node_ptr& value, detail::part_progress& progress)
      : elements_(detail::stored(value, detail::stored_orders::c_or_fortran)),
        preamble_(detail::npy_preamble(value->type, value->extents, elements_.fortran_order)),
        progress_(progress) {}

  [[nodiscard]] std::size_t size_bytes() const noexcept override {
    return preamble_.size() + element_bytes(*elements_.leaf);
  }

  void rewind() override {
    reader_.emplace(elements_.leaf);
    piece_ = std::as_bytes(std::span(preamble_));
    fetched_ = 0;
  }

  [[nodiscard]] std::size_t read(void* to, std::size_t size_bytes) override {
    if (piece_.empty()) {
      piece_ = reader_->next();
      fetched_ = piece_.size();
    }
    const std::size_t taken = std::min(size_bytes, piece_.size());
    if (taken > 0) std::memcpy(to, piece_.data(), taken);
    piece_ = piece_.subspan(taken);
    if (piece_.empty() && fetched_ > 0) progress_.add(std::exchange(fetched_, 0));
    return taken;
  }

 private:
  detail::stored_elements elements_;
  std::string preamble_;
  detail::part_progress& progress_;
  std::optional<detail::element_reader> reader_;
  std::span<const std::byte> piece_;  ///< what is left of it
  std::size_t fetched_ = 0;           ///< bytes of elements that the piece had
};

void check(const std::filesystem::path& path, const std::vector<named_array>& arrays) {
  if (arrays.empty())
    throw value_error(path.string() + ": an .npz file without arrays cannot be written");
  std::set<std::string_view> names;
  for (const named_array& array : arrays) {
    if (!names.insert(array.name).second)
      throw value_error(text_of(path.string(), ": two arrays have the name '", array.name, "'"));
    if (detail::npy_descr(array.value->type).empty())
      throw dtype_error(
          text_of(path.string(), ": ", array.name, ": the .npy format has no ", array.value->type));
  }
}

void write(std::filesystem::path path, const std::vector<named_array>& arrays,
           const save_options& options, bool compressed) {
  if (!path.native().ends_with(".npz")) path += ".npz";
  check(path, arrays);
  std::size_t all_bytes = 0;
  for (const named_array& array : arrays) all_bytes += element_bytes(*array.value);
  detail::part_progress progress(options.progress, all_bytes);
  vendor::zip_writer archive(path);
  for (const named_array& array : arrays)
    archive.add(array.name + std::string(extension),
                std::make_unique<npy_content>(array.value, progress), compressed);
  if (all_bytes == 0) progress.add(0);
  archive.close();
}

std::vector<std::string> array_names(const vendor::zip_reader& archive) {
  std::vector<std::string> names = archive.names();
  for (std::string& name : names) name = std::string(without_extension(name));
  return names;
}

/// The member of that name, or of that name and ".npy"; `names.size()` if there is none.
std::size_t find(const std::vector<std::string>& names, std::string_view name) {
  const auto place = std::find(names.begin(), names.end(), without_extension(name));
  return static_cast<std::size_t>(place - names.begin());
}

/// @param archive  the one at `path` now, whose names may not be those that the file had
member_source member_of(const vendor::zip_reader& archive, const std::filesystem::path& path,
                        std::string_view name) {
  const std::vector<std::string> names = array_names(archive);
  const std::size_t index = find(names, name);
  if (index == names.size())
    throw file_error(text_of(path.string(), ": '", name, "' is not a file in the archive"));
  return {text_of(path.string(), ": ", name), archive.open(index)};
}

}  // namespace

void savez(const std::filesystem::path& path, const std::vector<named_array>& arrays,
           const save_options& options) {
  write(path, arrays, options, false);
}

void savez_compressed(const std::filesystem::path& path, const std::vector<named_array>& arrays,
                      const save_options& options) {
  write(path, arrays, options, true);
}

npz_file::npz_file(std::filesystem::path path)
    : path_(std::move(path)), names_(array_names(vendor::zip_reader(path_))) {}

bool npz_file::contains(std::string_view name) const noexcept {
  return find(names_, name) < names_.size();
}

npy_array npz_file::load(std::string_view name) const {
  const vendor::zip_reader archive(path_);
  member_source source = member_of(archive, path_, name);
  return detail::read_npy(source);
}

graph::leaf_ptr npz_file::leaf(std::string_view name, dtype to, const load_options& options) const {
  require(options.device);
  const vendor::zip_reader archive(path_);
  member_source source = member_of(archive, path_, name);
  return detail::leaf_from_source(source, to, options);
}

}  // namespace gpu
