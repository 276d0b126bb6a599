// SPDX-License-Identifier: BSD-3-Clause
#include "jit/disk_cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <exception>
#include <string>

#include "jit/cache_folder.hpp"

namespace gpu::detail {
namespace {

/// What a file begins with; then come the symbol and the code.
struct file_header {
  std::array<char, 8> magic = {'g', 'p', 'u', 'c', 'o', 'd', 'e', '1'};
  code_key key;
  std::uint64_t symbol_bytes = 0;
  std::uint64_t code_bytes = 0;
  code_key checksum;  ///< of all that follows
};

/// Folders by the key's first two digits: no folder grows too long.
file_descriptor open_shelf_of(const std::string& name, bool make) {
  return open_shelf(open_cache(find_cache_place().folder, make), name.substr(0, 2), make);
}

bool read_all(int file, char* to, std::size_t bytes) {
  while (bytes != 0) {
    const ssize_t got = ::read(file, to, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

/// Code that someone else may have written is not run.
bool trustworthy(const struct stat& file) {
  return S_ISREG(file.st_mode) && is_own(file);
}

std::optional<device_code> read_file(const file_descriptor& shelf, const code_key& key) {
  const file_descriptor file(::openat(shelf.get(), key.hex().c_str(),
                                      O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  struct stat status {};
  file_header header;
  const file_header expected;
  if (!file || ::fstat(file.get(), &status) != 0 || !trustworthy(status)) return {};
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size < sizeof header ||
      !read_all(file.get(), reinterpret_cast<char*>(&header), sizeof header))
    return {};
  const std::uint64_t rest = size - sizeof header;
  if (header.magic != expected.magic || header.key != key || header.symbol_bytes > rest ||
      header.code_bytes != rest - header.symbol_bytes)
    return {};
  std::string payload(rest, '\0');
  if (!read_all(file.get(), payload.data(), rest) || hash_of(payload) != header.checksum) return {};
  (void)::futimens(file.get(), nullptr);  // used now: the last to be removed
  device_code code;
  code.symbol = payload.substr(0, header.symbol_bytes);
  code.bytes = payload.substr(header.symbol_bytes);
  return code;
}

bool write_file(const file_descriptor& shelf, const file_header& header,
                const std::string& payload) {
  static std::atomic<unsigned> number{0};
  const std::string name = header.key.hex();
  const std::string aside =
      name + '.' + std::to_string(::getpid()) + '.' + std::to_string(number.fetch_add(1)) + ".tmp";
  file_descriptor file(::openat(shelf.get(), aside.c_str(),
                                O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                                S_IRUSR | S_IWUSR));
  if (!file) return false;
  const bool written =
      write_all(file.get(), reinterpret_cast<const char*>(&header), sizeof header) &&
      write_all(file.get(), payload.data(), payload.size()) && file.close() &&
      ::renameat(shelf.get(), aside.c_str(), shelf.get(), name.c_str()) == 0;
  if (!written) (void)::unlinkat(shelf.get(), aside.c_str(), 0);
  return written;
}

/// Looking through all files is slow, so it is done at a process's first write and then seldom.
void make_room_sometimes(const cache_place& place, std::uint64_t written) {
  static std::atomic<bool> first{true};
  static std::atomic<std::uint64_t> since{0};
  if (!first.exchange(false) && since.fetch_add(written) + written < place.max_bytes / 16) return;
  since = 0;
  if (const file_descriptor cache = open_cache(place.folder, false))
    make_room(cache, place.max_bytes);
}

}  // namespace

bool is_on_disk(const code_key& key) {
  const std::string name = key.hex();
  const file_descriptor shelf = open_shelf_of(name, false);
  struct stat status {};
  return shelf && ::fstatat(shelf.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
         trustworthy(status);
}

std::optional<device_code> read_disk(const code_key& key) {
  const file_descriptor shelf = open_shelf_of(key.hex(), false);
  try {
    return shelf ? read_file(shelf, key) : std::nullopt;
  } catch (const std::exception&) {
    return {};  // a file larger than the memory
  }
}

void write_disk(const code_key& key, const device_code& code) noexcept try {
  const file_descriptor shelf = open_shelf_of(key.hex(), true);
  if (!shelf) return;
  const std::string payload = code.symbol + code.bytes;
  file_header header;
  header.key = key;
  header.symbol_bytes = code.symbol.size();
  header.code_bytes = code.bytes.size();
  header.checksum = hash_of(payload);
  if (write_file(shelf, header, payload))
    make_room_sometimes(find_cache_place(), sizeof header + payload.size());
} catch (const std::exception&) {
  return;
}

void remove_from_disk(const code_key& key) noexcept try {
  const std::string name = key.hex();
  if (const file_descriptor shelf = open_shelf_of(name, false))
    (void)::unlinkat(shelf.get(), name.c_str(), 0);
} catch (const std::exception&) {
  return;
}

}  // namespace gpu::detail
