// SPDX-License-Identifier: BSD-3-Clause
#include "support/golden.hpp"

#include <fstream>
#include <stdexcept>

#include <gpu/core/dtype.hpp>

namespace gpu::test {

namespace {

void read_column(std::ifstream& file, char type, golden_table& table) {
  bool found = false;
  const dtype element = dtype_of_character(type, found);
  if (!found) throw std::runtime_error("golden loop " + table.loop + " has an unknown type");
  std::vector<std::byte>& column = table.columns.emplace_back(table.size * size_bytes(element));
  file.read(reinterpret_cast<char*>(column.data()), static_cast<std::streamsize>(column.size()));
}

}  // namespace

golden_file read_golden(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  golden_file result;
  std::string word;
  if (!(file >> word) || word != "types") throw std::runtime_error(path + ": no golden file");
  file.ignore(1);
  std::getline(file, result.types);
  while (file >> word) {
    golden_table table;
    file >> table.loop >> table.size;
    file.ignore(1);
    if (word != "loop") throw std::runtime_error(path + ": expected 'loop', found " + word);
    for (const char type : table.loop)
      if (type != '-' && type != '>') read_column(file, type, table);
    if (!file) throw std::runtime_error(path + ": truncated in loop " + table.loop);
    result.tables.push_back(std::move(table));
  }
  return result;
}

}  // namespace gpu::test
