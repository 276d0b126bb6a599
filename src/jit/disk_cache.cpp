// SPDX-License-Identifier: BSD-3-Clause
#include "disk_cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace gpu::detail {
namespace {

namespace fs = std::filesystem;

/// What a file begins with; then come the symbol and the code.
struct file_header {
  std::array<char, 8> magic = {'g', 'p', 'u', 'c', 'o', 'd', 'e', '1'};
  code_key key;
  std::uint64_t symbol_bytes = 0;
  std::uint64_t code_bytes = 0;
  code_key checksum;  ///< of all that follows
};

class file_descriptor {
 public:
  explicit file_descriptor(int number) noexcept : number_(number) {}
  file_descriptor(const file_descriptor&) = delete;
  file_descriptor& operator=(const file_descriptor&) = delete;
  ~file_descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int get() const noexcept { return number_; }
  [[nodiscard]] bool close() noexcept { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

/// Empty if nothing is to be kept on disk.
fs::path cache_folder() {
  if (environment("GPU_NDARRAY_CACHE") == "0") return {};
  if (const std::string own = environment("GPU_NDARRAY_CACHE_DIR"); !own.empty()) return own;
  if (const std::string xdg = environment("XDG_CACHE_HOME"); !xdg.empty())
    return fs::path(xdg) / "gpu-ndarray";
  if (const std::string home = environment("HOME"); !home.empty())
    return fs::path(home) / ".cache" / "gpu-ndarray";
  return {};
}

std::uint64_t most_bytes() {
  const std::string text = environment("GPU_NDARRAY_CACHE_SIZE");
  return text.empty() ? std::uint64_t{1} << 30 : std::strtoull(text.c_str(), nullptr, 10);
}

/// Folders by the key's first two digits: no folder grows too long.
fs::path file_of(const fs::path& folder, const code_key& key) {
  const std::string hex = key.hex();
  return folder / hex.substr(0, 2) / hex;
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

bool write_all(int file, const char* from, std::size_t bytes) {
  while (bytes != 0) {
    const ssize_t put = ::write(file, from, bytes);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    from += put;
    bytes -= static_cast<std::size_t>(put);
  }
  return true;
}

/// Code that someone else may have written is not run.
bool trustworthy(const struct stat& file) {
  return S_ISREG(file.st_mode) && (file.st_uid == ::geteuid() || file.st_uid == 0) &&
         (file.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

std::optional<device_code> read_file(const fs::path& path, const code_key& key) {
  const file_descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  struct stat status {};
  file_header header;
  const file_header expected;
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0 || !trustworthy(status)) return {};
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

void make_private_folders(const fs::path& folder) {
  if (fs::is_directory(folder)) return;
  if (folder.has_parent_path() && folder.parent_path() != folder)
    make_private_folders(folder.parent_path());
  (void)::mkdir(folder.c_str(), S_IRWXU);
}

bool write_file(const fs::path& path, const file_header& header, const std::string& payload) {
  static std::atomic<unsigned> number{0};
  make_private_folders(path.parent_path());
  const std::string aside = path.string() + '.' + std::to_string(::getpid()) + '.' +
                            std::to_string(number.fetch_add(1)) + ".tmp";
  file_descriptor file(::open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                              S_IRUSR | S_IWUSR));
  if (file.get() < 0) return false;
  const bool written =
      write_all(file.get(), reinterpret_cast<const char*>(&header), sizeof header) &&
      write_all(file.get(), payload.data(), payload.size()) && file.close() &&
      ::rename(aside.c_str(), path.c_str()) == 0;
  if (!written) (void)::unlink(aside.c_str());
  return written;
}

struct kept_file {
  fs::file_time_type used;
  std::uint64_t bytes;
  fs::path path;
};

std::vector<kept_file> list_files(const fs::path& folder) {
  std::vector<kept_file> files;
  std::error_code ignored;
  const auto now = fs::file_time_type::clock::now();
  for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
    if (!entry.is_regular_file(ignored)) continue;
    const kept_file file{entry.last_write_time(ignored), entry.file_size(ignored), entry.path()};
    if (file.path.extension() != ".tmp")
      files.push_back(file);
    else if (now - file.used > std::chrono::hours(1))  // its writer was killed
      fs::remove(file.path, ignored);
  }
  return files;
}

/// Removes the least recently used files until a tenth of the allowed size is free again.
void make_room(const fs::path& folder, std::uint64_t most) {
  std::vector<kept_file> files = list_files(folder);
  std::uint64_t total = 0;
  for (const kept_file& file : files) total += file.bytes;
  if (total <= most) return;
  std::sort(files.begin(), files.end(),
            [](const kept_file& a, const kept_file& b) { return a.used < b.used; });
  for (const kept_file& file : files) {
    if (total <= most - most / 10) break;
    std::error_code failed;
    if (fs::remove(file.path, failed)) total -= file.bytes;
  }
}

/// Looking through all files is slow, so it is done at a process's first write and then seldom.
void make_room_sometimes(const fs::path& folder, std::uint64_t written) {
  static std::atomic<bool> first{true};
  static std::atomic<std::uint64_t> since{0};
  const std::uint64_t most = most_bytes();
  if (!first.exchange(false) && since.fetch_add(written) + written < most / 16) return;
  since = 0;
  make_room(folder, most);
}

}  // namespace

bool is_on_disk(const code_key& key) noexcept try {
  const fs::path folder = cache_folder();
  return !folder.empty() && fs::exists(file_of(folder, key));
} catch (...) {
  return false;
}

std::optional<device_code> read_disk(const code_key& key) noexcept try {
  const fs::path folder = cache_folder();
  if (folder.empty()) return {};
  return read_file(file_of(folder, key), key);
} catch (...) {
  return {};
}

void write_disk(const code_key& key, const device_code& code) noexcept try {
  const fs::path folder = cache_folder();
  if (folder.empty()) return;
  const std::string payload = code.symbol + code.bytes;
  file_header header;
  header.key = key;
  header.symbol_bytes = code.symbol.size();
  header.code_bytes = code.bytes.size();
  header.checksum = hash_of(payload);
  if (write_file(file_of(folder, key), header, payload))
    make_room_sometimes(folder, sizeof header + payload.size());
} catch (...) {
  return;
}

}  // namespace gpu::detail
