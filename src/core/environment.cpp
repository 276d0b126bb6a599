// SPDX-License-Identifier: BSD-3-Clause
#include "core/environment.hpp"

#include <sys/auxv.h>

#include <charconv>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {
namespace {

/// The number that the text begins with; takes its digits off.
std::optional<std::uint64_t> read_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc()) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// The power of 1024 that a suffix stands for.
std::optional<unsigned> shift_of(std::string_view suffix) {
  if (suffix.empty()) return 0U;
  const std::size_t place = std::string_view("KMGT").find(suffix);
  if (suffix.size() != 1 || place == std::string_view::npos) return {};
  return 10U * (static_cast<unsigned>(place) + 1U);
}

[[noreturn]] void refuse(const char* name, const std::string& text, const std::string& wanted) {
  throw value_error(text_of("environment variable ", name, " is \"", text, "\": must be ", wanted));
}

}  // namespace

bool has_more_rights_than_its_caller() noexcept {
  return ::getauxval(AT_SECURE) != 0;
}

std::string environment(const char* name) {
  const char* const value = has_more_rights_than_its_caller() ? nullptr : std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

bool environment_flag(const char* name, bool otherwise) {
  const std::string text = environment(name);
  if (text.empty()) return otherwise;
  if (text != "0" && text != "1") refuse(name, text, "0 or 1");
  return text == "1";
}

std::uint64_t environment_bytes(const char* name, std::uint64_t otherwise) {
  const std::string text = environment(name);
  if (text.empty()) return otherwise;
  std::string_view rest = text;
  const std::optional<std::uint64_t> number = read_number(rest);
  const std::optional<unsigned> shift = shift_of(rest);
  if (!number || !shift || *number > std::numeric_limits<std::uint64_t>::max() >> *shift)
    refuse(name, text, "a number of bytes below 2^64, as 1073741824, 1048576K, 1024M or 1G");
  return *number << *shift;
}

int environment_count(const char* name, int otherwise, int most) {
  const std::string text = environment(name);
  if (text.empty()) return otherwise;
  std::string_view rest = text;
  const std::optional<std::uint64_t> number = read_number(rest);
  if (!number || !rest.empty() || *number < 1 || *number > static_cast<std::uint64_t>(most))
    refuse(name, text, text_of("a number from 1 to ", most));
  return static_cast<int>(*number);
}

}  // namespace gpu::detail
