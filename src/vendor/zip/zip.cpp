// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/zip/zip.hpp"

#include <cstdint>
#include <cstring>
#include <ctime>
#include <utility>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "jit/library_search.hpp"

namespace gpu::vendor {
namespace {

/// libzip's zip_stat_t and zip_error_t, of <zip.h>.
struct member_status {
  std::uint64_t valid;
  const char* name;
  std::uint64_t index;
  std::uint64_t size;
  std::uint64_t compressed_size;
  std::time_t time;
  std::uint32_t checksum;
  std::uint16_t compression;
  std::uint16_t encryption;
  std::uint32_t flags;
};
struct error_status {
  int code;
  int system_code;
  char* text;
};

constexpr int create = 1;
constexpr int truncate = 8;
constexpr int read_only = 16;
constexpr std::uint64_t size_is_known = 4;
constexpr std::int32_t stored = 0;
constexpr std::int32_t deflated = 8;
constexpr std::uint32_t utf8 = 2048;
constexpr int cannot_be_read = 5;

/// libzip's enum zip_source_cmd: what it asks the function of a source, as far as it must be
/// answered.
enum class source_command : int { open, read, close, status, error, free, commands = 14 };

constexpr std::int64_t known_commands = 0b111111;

struct zip_functions {
  void* (*open)(const char* path, int flags, int* error) = nullptr;
  int (*close)(void* archive) = nullptr;
  void (*discard)(void* archive) = nullptr;
  const char* (*archive_error)(void* archive) = nullptr;
  const char* (*file_error)(void* file) = nullptr;
  void (*init_error)(error_status* error, int code) = nullptr;
  const char* (*error_text)(error_status* error) = nullptr;
  void (*end_error)(error_status* error) = nullptr;
  std::int64_t (*count)(void* archive, std::uint32_t flags) = nullptr;
  const char* (*name)(void* archive, std::uint64_t index, std::uint32_t flags) = nullptr;
  int (*stat)(void* archive, std::uint64_t index, std::uint32_t flags,
              member_status* status) = nullptr;
  void* (*open_member)(void* archive, std::uint64_t index, std::uint32_t flags) = nullptr;
  std::int64_t (*read)(void* file, void* to, std::uint64_t size_bytes) = nullptr;
  int (*close_member)(void* file) = nullptr;
  void* (*source)(void* archive,
                  std::int64_t (*answer)(void* data, void* to, std::uint64_t size_bytes,
                                         source_command command),
                  void* data) = nullptr;
  void (*free_source)(void* source) = nullptr;
  std::int64_t (*add)(void* archive, const char* name, void* source, std::uint32_t flags) = nullptr;
  int (*compress)(void* archive, std::uint64_t index, std::int32_t method,
                  std::uint32_t level) = nullptr;
  int (*set_time)(void* archive, std::uint64_t index, std::time_t time,
                  std::uint32_t flags) = nullptr;
  std::string file;
};

const detail::wanted_library& wanted() {
  static const auto& library = *new detail::wanted_library{
      "GPU_NDARRAY_LIBZIP",
      {"libzip.so.5", "libzip.so.4"},
      {},
      "libzip was not found: libzip.so.5 or libzip.so.4, which reads and writes .npz files. It "
      "comes with package libzip4 or libzip5 (Debian, Ubuntu)",
      "it lacks functions of libzip"};
  return library;
}

zip_functions open_zip() {
  zip_functions f;
  f.file = detail::open_library(wanted(), [&](void* library) {
    return detail::find_function(library, f.open, "zip_open") &&
           detail::find_function(library, f.close, "zip_close") &&
           detail::find_function(library, f.discard, "zip_discard") &&
           detail::find_function(library, f.archive_error, "zip_strerror") &&
           detail::find_function(library, f.file_error, "zip_file_strerror") &&
           detail::find_function(library, f.init_error, "zip_error_init_with_code") &&
           detail::find_function(library, f.error_text, "zip_error_strerror") &&
           detail::find_function(library, f.end_error, "zip_error_fini") &&
           detail::find_function(library, f.count, "zip_get_num_entries") &&
           detail::find_function(library, f.name, "zip_get_name") &&
           detail::find_function(library, f.stat, "zip_stat_index") &&
           detail::find_function(library, f.open_member, "zip_fopen_index") &&
           detail::find_function(library, f.read, "zip_fread") &&
           detail::find_function(library, f.close_member, "zip_fclose") &&
           detail::find_function(library, f.source, "zip_source_function") &&
           detail::find_function(library, f.free_source, "zip_source_free") &&
           detail::find_function(library, f.add, "zip_file_add") &&
           detail::find_function(library, f.compress, "zip_set_file_compression") &&
           detail::find_function(library, f.set_time, "zip_file_set_mtime");
  });
  return f;
}

/// Opened once. If it is missing, the next call looks again.
const zip_functions& zip() {
  static const auto& functions = *new zip_functions(open_zip());
  return functions;
}

zip_archive open_archive(const std::string& path, int flags) {
  int code = 0;
  void* const archive = zip().open(path.c_str(), flags, &code);
  if (archive != nullptr) return {archive, zip().discard};
  error_status error{};
  zip().init_error(&error, code);
  const std::string what = zip().error_text(&error);
  zip().end_error(&error);
  throw file_error(text_of(path, ": cannot be opened as a zip archive: ", what));
}

/// The first day that the format has, as NumPy writes: equal arrays give equal files.
std::time_t first_day() {
  std::tm day{};
  day.tm_year = 80;
  day.tm_mday = 1;
  day.tm_isdst = -1;
  return std::mktime(&day);
}

zip_archive open_to_read(const std::filesystem::path& path) {
  std::error_code status;
  if (std::filesystem::is_directory(path, status))
    throw file_error(path.string() + ": is a directory");
  // Which libzip takes for an archive without members.
  if (std::filesystem::file_size(path, status) == 0 && !status)
    throw file_error(path.string() + ": is empty");
  return open_archive(path.string(), read_only);
}

}  // namespace

zip_reader::zip_reader(const std::filesystem::path& path)
    : path_(path.string()), archive_(open_to_read(path)) {}

std::vector<std::string> zip_reader::names() const {
  std::vector<std::string> result;
  const std::int64_t count = zip().count(archive_.get(), 0);
  for (std::int64_t i = 0; i < count; ++i) {
    const char* const name = zip().name(archive_.get(), static_cast<std::uint64_t>(i), 0);
    if (name == nullptr)
      throw file_error(text_of(path_, ": ", zip().archive_error(archive_.get())));
    result.emplace_back(name);
  }
  return result;
}

zip_reader::member zip_reader::open(std::size_t index) const {
  member result;
  member_status status{};
  if (zip().stat(archive_.get(), index, 0, &status) == 0 && (status.valid & size_is_known) != 0) {
    result.left_ = static_cast<std::size_t>(status.size);
    result.place_ = text_of(path_, ": ", status.name);
    if (void* const file = zip().open_member(archive_.get(), index, 0); file != nullptr)
      result.file_ = {file, zip().close_member};
  }
  if (!result.file_) throw file_error(text_of(path_, ": ", zip().archive_error(archive_.get())));
  return result;
}

void zip_reader::member::read(void* to, std::size_t size_bytes) {
  for (auto* at = static_cast<std::byte*>(to); size_bytes > 0;) {
    const std::int64_t size = zip().read(file_.get(), at, size_bytes);
    if (size < 0) fail();
    if (size == 0) throw file_error(place_ + ": truncated: it ends within its compressed bytes");
    at += size;
    left_ -= static_cast<std::size_t>(size);
    size_bytes -= static_cast<std::size_t>(size);
  }
  std::byte beyond{};
  if (left_ == 0 && zip().read(file_.get(), &beyond, 1) != 0) fail();
}

void zip_reader::member::fail() const {
  throw file_error(text_of(place_, ": ", zip().file_error(file_.get())));
}

struct zip_writer::member {
  zip_writer& archive;
  std::unique_ptr<member_content> content;

  std::int64_t answer(void* to, std::uint64_t size_bytes, source_command command) const {
    switch (command) {
      case source_command::open:
        content->rewind();
        return 0;
      case source_command::read:
        return static_cast<std::int64_t>(content->read(to, size_bytes));
      case source_command::close:
      case source_command::free:
        return 0;
      case source_command::status: {
        auto& status = *static_cast<member_status*>(to);
        status.valid |= size_is_known;
        status.size = content->size_bytes();
        return sizeof status;
      }
      case source_command::error: {
        const int codes[] = {cannot_be_read, 0};
        std::memcpy(to, codes, sizeof codes);
        return sizeof codes;
      }
      case source_command::commands:
        return known_commands;
    }
    return -1;
  }

  /// What libzip calls, through which nothing may be thrown.
  static std::int64_t answer_for(void* self, void* to, std::uint64_t size_bytes,
                                 source_command command) noexcept {
    const auto& asked = *static_cast<const member*>(self);
    try {
      return asked.answer(to, size_bytes, command);
    } catch (...) {
      asked.archive.failure_ = std::current_exception();
      return -1;
    }
  }
};

zip_writer::zip_writer(const std::filesystem::path& path)
    : path_(path.string()), archive_(open_archive(path_, create | truncate)) {}
zip_writer::~zip_writer() = default;

void zip_writer::add(const std::string& name, std::unique_ptr<member_content> content,
                     bool compressed) {
  members_.push_back(std::make_unique<member>(member{*this, std::move(content)}));
  void* const source = zip().source(archive_.get(), &member::answer_for, members_.back().get());
  if (source == nullptr) fail();
  const std::int64_t index = zip().add(archive_.get(), name.c_str(), source, utf8);
  if (index < 0) {
    zip().free_source(source);
    fail();
  }
  const auto place = static_cast<std::uint64_t>(index);
  if (zip().compress(archive_.get(), place, compressed ? deflated : stored, 0) != 0 ||
      zip().set_time(archive_.get(), place, first_day(), 0) != 0)
    fail();
}

void zip_writer::close() {
  const bool is_written = zip().close(archive_.get()) == 0;
  if (is_written) (void)archive_.release();
  if (failure_) std::rethrow_exception(failure_);
  if (!is_written) fail();
}

void zip_writer::fail() const {
  throw file_error(text_of(path_, ": cannot be written: ", zip().archive_error(archive_.get())));
}

std::string zip_file() {
  return zip().file;
}

}  // namespace gpu::vendor
