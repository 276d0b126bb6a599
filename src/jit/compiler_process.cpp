// SPDX-License-Identifier: BSD-3-Clause
#include "jit/compiler_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "core/environment.hpp"
#include "jit/device_sources.hpp"
#include "jit/diagnostic.hpp"
#include "jit/file_identity.hpp"
#include "jit/temporary_folder.hpp"

extern char** environ;

namespace gpu::detail {
namespace {

namespace fs = std::filesystem;

constexpr const char* system_path = "/usr/bin:/bin";

/// The program that a shell would run for the word; empty if there is none.
fs::path find_program(const std::string& word) {
  const auto runnable = [](const fs::path& file) {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
  };
  if (word.find('/') != std::string::npos) return runnable(word) ? fs::path(word) : fs::path();
  const std::string path = environment("PATH");
  std::istringstream folders(path.empty() ? system_path : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const fs::path file = fs::path(folder.empty() ? "." : folder) / word; runnable(file))
      return file;
  return {};
}

std::string read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// @throws file_error
void write_text(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!out.flush()) throw file_error(text_of(file.string(), " cannot be written"));
}

/// This process's environment. Who has more rights than their caller give a compiler none: it runs
/// programs that its environment names.
std::vector<std::string> environment_of_compiler(bool searches_further) {
  if (has_more_rights_than_its_caller()) return {text_of("PATH=", system_path)};
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const bool adds_folders = text.starts_with("CPATH=") || text.starts_with("CPLUS_INCLUDE_PATH=");
    if (searches_further || !adds_folders) variables.emplace_back(text);
  }
  return variables;
}

/// The list that C functions take; it is of the texts, which it does not own.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Runs the command with its output in `log`; true if it succeeded.
bool run(std::vector<std::string> command, std::vector<std::string> variables,
         const fs::path& log) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   S_IRUSR | S_IWUSR);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  pid_t process = 0;
  const int failed = ::posix_spawn(&process, command[0].c_str(), &files, nullptr,
                                   pointers_to(command).data(), pointers_to(variables).data());
  posix_spawn_file_actions_destroy(&files);
  if (failed != 0) {
    write_text(log, text_of(command[0], " cannot be run: ", std::strerror(failed), "\n"));
    return false;
  }
  int status = 0;
  while (::waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return true;  // someone else has waited: the output decides
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Its command is empty if the first word is no program.
host_compiler compiler_of(const std::string& text) {
  std::istringstream words(text);
  host_compiler compiler;
  compiler.command.assign(std::istream_iterator<std::string>(words), {});
  compiler.identity = text;
  for (const std::string& word : compiler.command) {
    const fs::path program = find_program(word);
    compiler.identity += text_of(' ', file_identity(program));
    if (program.empty())
      compiler.options.push_back(word);
    else
      compiler.programs.push_back(program.string());
  }
  for (const char* variable : {"CPATH", "CPLUS_INCLUDE_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX",
                               "LIBRARY_PATH", "SDKROOT", "CCC_OVERRIDE_OPTIONS"})
    compiler.identity += text_of('\n', environment(variable));
  if (compiler.command.empty()) return compiler;
  compiler.command[0] = find_program(compiler.command[0]).string();
  if (compiler.command[0].empty()) compiler.command.clear();
  return compiler;
}

void write_headers(const fs::path& folder, const program& program) {
  for (const device_source* header : reached_device_sources(program.source)) {
    const fs::path file = folder / header->name;
    fs::create_directories(file.parent_path());
    write_text(file, std::string(header->text));
  }
}

}  // namespace

host_compiler find_host_compiler() {
  if (const std::string named = environment("GPU_NDARRAY_CXX"); !named.empty()) {
    host_compiler compiler = compiler_of(named);
    if (!compiler.command.empty()) return compiler;
    throw library_not_found(
        text_of("a C++ compiler is needed to run this code on cpu(), and GPU_NDARRAY_CXX names \"",
                named, "\", which is no program that can be run"));
  }
  std::string tried;
  const std::string cxx = environment("CXX");
  for (const char* key_value_pair : {cxx.c_str(), "c++", "g++", "clang++"}) {
    if (*key_value_pair == '\0') continue;
    tried += text_of(tried.empty() ? "" : ", ",
                     key_value_pair == cxx.c_str() ? text_of("$CXX (", cxx, ")") : key_value_pair);
    host_compiler compiler = compiler_of(key_value_pair);
    if (!compiler.command.empty()) return compiler;
  }
  throw library_not_found(text_of(
      "a C++ compiler is needed to run this code on cpu(), and none was found. Tried: ", tried,
      ". It comes with package g++ (apt-get install g++) or clang; or set GPU_NDARRAY_CXX"));
}

bool has_script(const host_compiler& compiler) {
  return std::any_of(compiler.programs.begin(), compiler.programs.end(), [](const auto& program) {
    std::array<char, 2> head{};
    std::ifstream(program, std::ios::binary).read(head.data(), head.size());
    return head == std::array{'#', '!'};
  });
}

std::string run_host_compiler(const host_compiler& compiler, const program& program,
                              bool searches_further) {
  const temporary_folder folder;
  const std::string file_name = "program.cpp";
  const fs::path source = folder.path() / file_name;
  const fs::path object = folder.path() / "kernel.so";
  const fs::path log = folder.path() / "log";
  write_headers(folder.path(), program);
  write_text(source, text_of("#line 1 \"", file_name, "\"\n", program.source));
  std::vector<std::string> command = compiler.command;
  for (const char* option : {"-std=c++20", "-O2", "-shared", "-fPIC", "-ffp-contract=off", "-w"})
    command.emplace_back(option);
  command.insert(command.end(), program.options.begin(), program.options.end());
  const std::vector<std::string> shown = command;
  for (const std::string& option :
       {"-I" + folder.path().string(), source.string(), std::string("-o"), object.string()})
    command.push_back(option);
  const bool succeeded = run(command, environment_of_compiler(searches_further), log);
  std::string bytes = succeeded ? read_text(object) : std::string();
  if (bytes.empty())
    throw explain(program, {compiler.command[0], "for the host", file_name, shown, read_text(log)});
  return bytes;
}

}  // namespace gpu::detail
