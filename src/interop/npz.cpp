// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/npz.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
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

}  // namespace

void savez(const std::filesystem::path& path, const std::vector<named_array>& arrays,
           const save_options& options) {
  write(path, arrays, options, false);
}

void savez_compressed(const std::filesystem::path& path, const std::vector<named_array>& arrays,
                      const save_options& options) {
  write(path, arrays, options, true);
}

/// An open file, and where its members are.
struct npz_file::archive {
  explicit archive(std::filesystem::path opened) : path(std::move(opened)), reader(path) {
    std::vector<std::string> names = reader.names();
    for (std::size_t i = 0; i < names.size(); ++i)
      positions.try_emplace(std::string(without_extension(names[i])), i);
  }

  /// The member of that name, or of that name and ".npy".
  [[nodiscard]] member_source member(std::string_view name) const {
    const auto place = positions.find(std::string(without_extension(name)));
    if (place == positions.end())
      throw file_error(text_of(path.string(), ": '", name, "' is not a file in the archive"));
    return {text_of(path.string(), ": ", name), reader.open(place->second)};
  }

  /// Calls `read` with this archive, or with one that is opened anew while a member of this one is
  /// being read, by another thread or further up on the stack.
  template <class Read>
  auto use(const Read& read) {
    const std::unique_lock lock(in_use, std::try_to_lock);
    if (lock) return read(*this);
    return read(archive(path));
  }

  const std::filesystem::path path;
  const vendor::zip_reader reader;
  std::unordered_map<std::string, std::size_t> positions;
  std::mutex in_use;
};

npz_file::npz_file(std::filesystem::path path)
    : archive_(std::make_shared<archive>(std::move(path))), names_(archive_->reader.names()) {
  for (std::string& name : names_) name = std::string(without_extension(name));
}

bool npz_file::contains(std::string_view name) const noexcept {
  name = without_extension(name);
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

npy_array npz_file::load_npy(std::string_view name) const {
  return archive_->use([&](const archive& from) {
    member_source source = from.member(name);
    return detail::read_npy(source);
  });
}

graph::leaf_ptr npz_file::leaf(std::string_view name, std::optional<dtype> to,
                               const load_options& options) const {
  require(options.device);
  return archive_->use([&](const archive& from) {
    member_source source = from.member(name);
    return detail::leaf_from_source(source, to, options);
  });
}

}  // namespace gpu
