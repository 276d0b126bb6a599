// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/npz.hpp>

#include <algorithm>
#include <cstring>
#include <set>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "interop/npy_header.hpp"
#include "interop/npy_source.hpp"
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

/// All bytes of an .npy file.
std::vector<std::byte> npy_bytes(const graph::node_ptr& value) {
  const std::string preamble = detail::npy_preamble(value->type, value->extents);
  const auto count = static_cast<std::size_t>(element_count(value->extents));
  std::vector<std::byte> bytes(preamble.size() + count * size_bytes(value->type));
  std::memcpy(bytes.data(), preamble.data(), preamble.size());
  detail::read_elements(value, bytes.data() + preamble.size());
  return bytes;
}

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

void write(std::filesystem::path path, const std::vector<named_array>& arrays, bool compressed) {
  if (!path.native().ends_with(".npz")) path += ".npz";
  check(path, arrays);
  vendor::zip_writer archive(path);
  for (const named_array& array : arrays)
    archive.add(array.name + std::string(extension), npy_bytes(array.value), compressed);
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

}  // namespace

void savez(const std::filesystem::path& path, const std::vector<named_array>& arrays) {
  write(path, arrays, false);
}

void savez_compressed(const std::filesystem::path& path, const std::vector<named_array>& arrays) {
  write(path, arrays, true);
}

npz_file::npz_file(std::filesystem::path path)
    : path_(std::move(path)), names_(array_names(vendor::zip_reader(path_))) {}

bool npz_file::contains(std::string_view name) const noexcept {
  return find(names_, name) < names_.size();
}

npy_array npz_file::load(std::string_view name) const {
  const vendor::zip_reader archive(path_);
  const std::vector<std::string> names = array_names(archive);  // another file may be there by now
  const std::size_t index = find(names, name);
  if (index == names.size())
    throw file_error(text_of(path_.string(), ": '", name, "' is not a file in the archive"));
  member_source source(text_of(path_.string(), ": ", name), archive.open(index));
  return detail::read_npy(source);
}

graph::leaf_ptr npz_file::leaf(std::string_view name, dtype to, device where) const {
  return detail::leaf_of(load(name), text_of(path_.string(), ": ", name), to, where);
}

}  // namespace gpu
