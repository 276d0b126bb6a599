// SPDX-License-Identifier: BSD-3-Clause
#include "interop/npy_header.hpp"

#include <bit>
#include <charconv>
#include <set>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {
namespace {

constexpr char native_order = std::endian::native == std::endian::little ? '<' : '>';

/// Reads the few kinds of literals that the dictionary is made of.
class literal_reader {
 public:
  explicit literal_reader(std::string_view text) : text_(text) {}

  /// Whether the next character is `c`; then it is taken.
  bool take(char c) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) malformed();
  }

  std::string_view quoted() {
    const char quote = take('\'') ? '\'' : take('"') ? '"' : '\0';
    if (quote == '\0') malformed();
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos) malformed();
    const std::string_view result = text_.substr(at_, end - at_);
    at_ = end + 1;
    return result;
  }

  bool boolean() {
    skip_space();
    for (const std::string_view word : {std::string_view("True"), std::string_view("False")}) {
      if (text_.substr(at_, word.size()) != word) continue;
      at_ += word.size();
      return word == "True";
    }
    malformed();
  }

  shape tuple() {
    shape result;
    expect('(');
    while (!take(')')) {
      result.push_back(integer());
      if (!take(',')) {
        expect(')');
        break;
      }
    }
    return result;
  }

  void expect_end() {
    skip_space();
    if (at_ < text_.size()) malformed();
  }

  [[noreturn]] static void malformed() {
    throw value_error("malformed header: it is no dictionary of 'descr', 'fortran_order', 'shape'");
  }

 private:
  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  std::ptrdiff_t integer() {
    skip_space();
    std::ptrdiff_t value = 0;
    const char* const first = text_.data() + at_;
    const auto read = std::from_chars(first, text_.data() + text_.size(), value);
    if (read.ec == std::errc::result_out_of_range)
      throw value_error("an extent of its shape does not fit 64 bits");
    if (read.ec != std::errc()) malformed();
    at_ += static_cast<std::size_t>(read.ptr - first);
    take('L');  // NumPy on Python 2 wrote long integers so
    if (value < 0) throw value_error(text_of("negative extent ", value, " in its shape"));
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// The text for a message: other characters than printable ones as "\\x1b", no more than fit a
/// line.
std::string printable(std::string_view text) {
  constexpr std::size_t longest = 60;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string result;
  for (const char c : text.substr(0, longest)) {
    const auto code = static_cast<unsigned char>(c);
    if (code >= 0x20 && code < 0x7f)
      result += c;
    else
      result += {'\\', 'x', digits[code >> 4], digits[code & 15]};
  }
  return text.size() > longest ? result + "..." : result;
}

dtype parse_descr(std::string_view descr, bool& swapped) {
  const char order = descr.empty() ? '?' : descr.front();
  const std::string_view rest = descr.substr(descr.empty() ? 0 : 1);
  if (rest == "O")
    throw value_error(
        text_of("it holds Python objects (dtype '", printable(descr), "'), not numbers"));
  for (int i = 0; i < dtype_count; ++i) {
    const auto type = static_cast<dtype>(i);
    const std::string known = npy_descr(type);
    if (known.empty() || known.substr(1) != rest) continue;
    if (known.front() != '|' && order == '|') continue;
    if (std::string_view("<>=|").find(order) == std::string_view::npos) continue;
    swapped = known.front() != '|' && order != '=' && order != native_order;
    return type;
  }
  throw value_error(text_of("its dtype '", printable(descr), "' has no counterpart here"));
}

}  // namespace

npy_header parse_npy_header(std::string_view text) {
  literal_reader reader(text);
  npy_header header{};
  std::set<std::string_view> seen;
  reader.expect('{');
  while (!reader.take('}')) {
    const std::string_view key = reader.quoted();
    reader.expect(':');
    if (!seen.insert(key).second) literal_reader::malformed();
    if (key == "descr") {
      if (reader.take('[')) throw value_error("it holds records (a structured dtype), not numbers");
      header.type = parse_descr(reader.quoted(), header.swapped);
    } else if (key == "fortran_order") {
      header.fortran_order = reader.boolean();
    } else if (key == "shape") {
      header.extents = reader.tuple();
    } else {
      literal_reader::malformed();
    }
    if (!reader.take(',')) {
      reader.expect('}');
      break;
    }
  }
  reader.expect_end();
  if (seen.size() != 3) literal_reader::malformed();
  return header;
}

std::string npy_descr(dtype type) {
  if (type == dtype::bfloat16) return "";
  const dtype_traits& known = traits(type);
  const char kind = known.kind == dtype_kind::boolean    ? 'b'
                    : known.kind == dtype_kind::floating ? 'f'
                    : known.kind == dtype_kind::complex  ? 'c'
                    : known.is_signed                    ? 'i'
                                                         : 'u';
  return std::string(1, known.size_bytes == 1 ? '|' : native_order) + kind +
         std::to_string(known.size_bytes);
}

std::string npy_preamble(dtype type, const shape& extents, bool fortran_order) {
  constexpr std::size_t before_text = 10;
  std::string text = text_of("{'descr': '", npy_descr(type),
                             "', 'fortran_order': ", fortran_order ? "True" : "False",
                             ", 'shape': ", tuple_text(extents), ", }");
  text.append(63 - (before_text + text.size()) % 64, ' ');
  text += '\n';
  const std::string length = {static_cast<char>(text.size() & 0xff),
                              static_cast<char>(text.size() >> 8)};
  return std::string("\x93NUMPY\x01\x00", 8) + length + text;
}

}  // namespace gpu::detail
