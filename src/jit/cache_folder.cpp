// SPDX-License-Identifier: BSD-3-Clause
#include "jit/cache_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <memory>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/environment.hpp"

namespace gpu::detail {
namespace {

namespace fs = std::filesystem;

constexpr int open_folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

/// Of the user or of the system. A third user could lead this one astray by links: root often runs
/// programs with the HOME of another.
bool is_ours(const struct stat& status) {
  return status.st_uid == ::geteuid() || status.st_uid == 0;
}

/// The folder itself if it is one that only this user may write.
file_descriptor if_own(file_descriptor folder) {
  struct stat status {};
  const bool own = folder && ::fstat(folder.get(), &status) == 0 && is_own(status);
  return own ? std::move(folder) : file_descriptor();
}

/// The folder; if there is none, a new one, and those above it.
file_descriptor open_or_make(const fs::path& path, int flags) {
  file_descriptor folder(::open(path.c_str(), flags));
  if (folder || errno != ENOENT || !path.has_relative_path()) return folder;
  const fs::path above_path = path.has_parent_path() ? path.parent_path() : ".";
  const file_descriptor above = open_or_make(above_path, open_folder_flags & ~O_NOFOLLOW);
  struct stat status {};
  if (!above || ::fstat(above.get(), &status) != 0 || !is_ours(status)) return folder;
  const fs::path name = path.filename();
  (void)::mkdirat(above.get(), name.c_str(), S_IRWXU);
  return file_descriptor(::openat(above.get(), name.c_str(), open_folder_flags));
}

/// `below` in the folder that the variable names; empty if it names none.
fs::path place_in(const char* variable, const fs::path& below) {
  const fs::path base = environment(variable);
  struct stat status {};
  const bool foreign = ::stat(base.c_str(), &status) == 0 && !is_ours(status);
  return base.empty() || foreign ? fs::path() : base / below;
}

fs::path find_folder() {
  if (fs::path own = environment("GPU_NDARRAY_CACHE_DIR"); !own.empty()) {
    // With "/" or "/." behind it a link is followed.
    while (own.has_relative_path() && own.has_parent_path() &&
           (!own.has_filename() || own.filename() == "."))
      own = own.parent_path();
    return own;
  }
  if (!environment("XDG_CACHE_HOME").empty()) return place_in("XDG_CACHE_HOME", "gpu-ndarray");
  return place_in("HOME", fs::path(".cache") / "gpu-ndarray");
}

template <class Visit>
void for_each_name(const file_descriptor& folder, const Visit& visit) {
  struct close_list {
    void operator()(DIR* list) const { ::closedir(list); }
  };
  const int again = ::openat(folder.get(), ".", open_folder_flags);
  const std::unique_ptr<DIR, close_list> list(again < 0 ? nullptr : ::fdopendir(again));
  if (list == nullptr) {
    if (again >= 0) ::close(again);
    return;
  }
  while (const dirent* const entry = ::readdir(list.get())) visit(std::string(entry->d_name));
}

bool is_digits(std::string_view text, std::string_view digits) {
  return !text.empty() && text.find_first_not_of(digits) == std::string_view::npos;
}

bool is_hex(std::string_view text, std::size_t length) {
  return text.size() == length && is_digits(text, "0123456789abcdef");
}

/// "HEX.PID.NUMBER.tmp"
bool is_temporary(std::string_view name) {
  constexpr std::string_view ending = ".tmp";
  if (!name.ends_with(ending) || !is_hex(name.substr(0, 32), 32)) return false;
  const std::string_view numbers = name.substr(32, name.size() - 32 - ending.size());
  const std::size_t point = numbers.rfind('.');
  return point != 0 && point != std::string_view::npos && numbers[0] == '.' &&
         is_digits(numbers.substr(1, point - 1), "0123456789") &&
         is_digits(numbers.substr(point + 1), "0123456789");
}

struct kept_file {
  timespec used;
  std::uint64_t bytes;
  std::string name;
};

/// Adds the files to the list; removes temporary ones that were left.
void list_shelf(const file_descriptor& shelf, const std::string& digits,
                std::vector<kept_file>& files) {
  constexpr std::time_t hour = 3600;
  const std::time_t now = std::time(nullptr);
  for_each_name(shelf, [&](const std::string& name) {
    struct stat status {};
    const bool temporary = is_temporary(name);
    if (!name.starts_with(digits) || (!temporary && !is_hex(name, 32)) ||
        ::fstatat(shelf.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(status.st_mode))
      return;
    if (!temporary)
      files.push_back({status.st_mtim, static_cast<std::uint64_t>(status.st_size), name});
    else if (now - status.st_mtim.tv_sec > hour)  // its writer was killed
      (void)::unlinkat(shelf.get(), name.c_str(), 0);
  });
}

}  // namespace

cache_place find_cache_place() {
  if (!environment_flag("GPU_NDARRAY_CACHE", true)) return {};
  constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30;
  return {find_folder(), environment_bytes("GPU_NDARRAY_CACHE_SIZE", gibibyte)};
}

file_descriptor open_cache(const fs::path& folder, bool make) {
  if (folder.empty()) return file_descriptor();
  return if_own(make ? open_or_make(folder, open_folder_flags)
                     : file_descriptor(::open(folder.c_str(), open_folder_flags)));
}

file_descriptor open_shelf(const file_descriptor& cache, const std::string& digits, bool make) {
  if (!cache) return file_descriptor();
  if (make) (void)::mkdirat(cache.get(), digits.c_str(), S_IRWXU);
  return if_own(file_descriptor(::openat(cache.get(), digits.c_str(), open_folder_flags)));
}

void make_room(const file_descriptor& cache, std::uint64_t max_bytes) {
  std::vector<kept_file> files;
  for_each_name(cache, [&](const std::string& name) {
    if (!is_hex(name, 2)) return;
    if (const file_descriptor shelf = open_shelf(cache, name, false))
      list_shelf(shelf, name, files);
  });
  std::uint64_t total = 0;
  for (const kept_file& file : files) total += file.bytes;
  if (total <= max_bytes) return;
  std::sort(files.begin(), files.end(), [](const kept_file& a, const kept_file& b) {
    return std::tie(a.used.tv_sec, a.used.tv_nsec) < std::tie(b.used.tv_sec, b.used.tv_nsec);
  });
  for (const kept_file& file : files) {
    if (total <= max_bytes - max_bytes / 10) break;
    const file_descriptor shelf = open_shelf(cache, file.name.substr(0, 2), false);
    if (shelf && ::unlinkat(shelf.get(), file.name.c_str(), 0) == 0) total -= file.bytes;
  }
}

}  // namespace gpu::detail
