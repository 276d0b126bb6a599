// SPDX-License-Identifier: BSD-3-Clause
// What the programs that CMake writes from documents call: tests/docs/documents.cmake.
//
// Documents show what a machine with one GPU prints. On a machine without one "gpu(0)" in a
// document stands for "cpu(0)".
#pragma once

#include <exception>
#include <initializer_list>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

#include <gpu/gpu.hpp>

namespace docs {

/// Where a text is compared: what `gpu::explain` says differs between GPUs and `cpu()`.
enum class where { everywhere, on_gpu };
using enum where;

/// What the program has printed since the last comparison, and how many comparisons failed.
struct state {
  const char* document = "";
  std::ostringstream printed;
  int failures = 0;
};
inline state& current() {
  static state one;
  return one;
}

inline void fail(int line, const std::string& expected, const std::string& found) {
  ++current().failures;
  std::cerr << current().document << ':' << line << ": the document says\n"
            << expected << "\nthe program\n"
            << found << "\n\n";
}

/// A document's text for the device that the program runs on.
inline std::string for_this_machine(std::string text) {
  constexpr std::string_view gpu = "gpu(0)";
  if (gpu::current_device().is_gpu()) return text;
  for (std::size_t at = text.find(gpu); at != std::string::npos; at = text.find(gpu, at))
    text.replace(at, gpu.size(), "cpu(0)");
  return text;
}

/// The words, one space between them, and none within brackets: columns are not aligned.
inline std::string in_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) {
    const bool joins = line.empty() || line.back() == '[' || word.front() == ']';
    line += (joins ? "" : " ") + word;
  }
  return line;
}

/// Without spaces at the ends of lines, and without empty lines at the end.
inline std::string without_ends(const std::string& text) {
  std::istringstream lines(text);
  std::string all;
  for (std::string line; std::getline(lines, line);)
    all += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  return all.substr(0, all.find_last_not_of('\n') + 1);
}

/// A value as documents write it behind `// ->`: of an array the elements as NumPy's `str` does.
template <class T>
std::string text_of(const T& value) {
  if constexpr (gpu::array_like<T>) {
    return gpu::array_str(value);
  } else {
    std::ostringstream out;
    out << std::boolalpha << value;
    return out.str();
  }
}

/// `VALUE;  // -> TEXT`
template <class T>
void expect(int line, const char* text, const T& value) {
  const std::string expected = in_one_line(for_this_machine(text));
  const std::string found = in_one_line(text_of(value));
  if (found != expected) fail(line, expected, found);
}

/// `STATEMENT;  // -> throws ERROR: TEXT`
template <class Error, class Function>
void expect_error(int line, Function&& function, const char* text) {
  const std::string expected = in_one_line(for_this_machine(text));
  try {
    function();
  } catch (const Error& error) {
    const std::string found = in_one_line(error.what());
    if (found != expected) fail(line, expected, found);
    return;
  } catch (const std::exception& error) {
    return fail(line, expected, std::string("throws another exception: ") + error.what());
  }
  fail(line, expected, "throws nothing");
}

/// A block of text behind blocks of code.
inline void expect_output(int line, where place, const char* text) {
  const std::string found = without_ends(current().printed.str());
  current().printed.str("");
  if (place == on_gpu && gpu::current_device().is_cpu()) return;
  const std::string expected = without_ends(for_this_machine(text));
  if (found != expected) fail(line, expected, found);
}

/// Runs the sections of a document, on GPU 0 if the arguments are `--device 0`. Returns what `main`
/// does: 77 if there is no such GPU.
inline int run(const char* document, int count, char** arguments,
               std::initializer_list<void (*)()> sections) {
  const bool on_gpu = count > 1 && std::string_view(arguments[1]) == "--device";
  if (on_gpu && gpu::num_gpus() == 0) return 77;
  current().document = document;
  std::streambuf* const terminal = std::cout.rdbuf(current().printed.rdbuf());
  for (void (*section)() : sections) {
    try {
      section();
    } catch (const std::exception& error) {
      ++current().failures;
      std::cerr << document << ": " << error.what() << '\n';
    }
    current().printed.str("");
  }
  std::cout.rdbuf(terminal);
  return current().failures == 0 ? 0 : 1;
}

}  // namespace docs
