// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/npy.hpp>

#include <string>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/interop/load_options.hpp>

#include "interop/element_reader.hpp"
#include "interop/npy_file.hpp"
#include "interop/npy_header.hpp"
#include "interop/npy_loading.hpp"
#include "interop/output_file.hpp"
#include "interop/part_progress.hpp"

namespace gpu {
namespace {

void require_name_of(dtype type, const std::filesystem::path& path) {
  if (detail::npy_descr(type).empty())
    throw dtype_error(text_of(path.string(), ": the .npy format has no ", type));
}

void write_npy(const std::filesystem::path& path, const std::string& preamble,
               detail::element_reader& elements, const save_options& options) {
  detail::output_file file(path);
  file.reserve(preamble.size() + elements.size_bytes());
  detail::part_progress progress(options.progress, elements.size_bytes());
  file.write(preamble.data(), preamble.size());
  for (auto piece = elements.next(); !piece.empty(); piece = elements.next()) {
    file.write(piece.data(), piece.size());
    progress.add(piece.size());
  }
  if (elements.size_bytes() == 0) progress.add(0);
  file.finish();
}

}  // namespace

npy_array load_npy(const std::filesystem::path& path) {
  detail::npy_file file(path);
  return detail::read_npy(file);
}

void save_npy(const std::filesystem::path& path, dtype type, const shape& extents,
              const void* elements, const save_options& options) {
  require_name_of(type, path);
  const std::size_t size = static_cast<std::size_t>(element_count(extents)) * size_bytes(type);
  detail::element_reader reader(elements, size);
  write_npy(path, detail::npy_preamble(type, extents, false), reader, options);
}

namespace detail {

graph::leaf_ptr leaf_from_npy(const std::filesystem::path& path, dtype to, device where) {
  return leaf_from_npy(path, to, load_options{where});
}

graph::leaf_ptr leaf_from_npy(std::istream& stream, dtype to, device where) {
  npy_stream source(stream);
  return leaf_from_source(source, to, load_options{where});
}

std::string npy_bytes(const graph::node_ptr& value) {
  if (npy_descr(value->type).empty())
    throw dtype_error(text_of("the .npy format has no ", value->type));
  const stored_elements elements = stored(value, stored_orders::c_or_fortran);
  element_reader reader(elements.leaf);
  std::string bytes = npy_preamble(value->type, value->extents, elements.fortran_order);
  bytes.reserve(bytes.size() + reader.size_bytes());
  for (auto piece = reader.next(); !piece.empty(); piece = reader.next())
    bytes.append(reinterpret_cast<const char*>(piece.data()), piece.size());
  return bytes;
}

void save_node(const std::filesystem::path& path, const graph::node_ptr& value,
               const save_options& options) {
  require_name_of(value->type, path);
  const stored_elements elements = stored(value, stored_orders::c_or_fortran);
  element_reader reader(elements.leaf);
  write_npy(path, npy_preamble(value->type, value->extents, elements.fortran_order), reader,
            options);
}

}  // namespace detail
}  // namespace gpu
