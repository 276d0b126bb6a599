// SPDX-License-Identifier: BSD-3-Clause
#include "jit/host_compiler.hpp"

#include <gtest/gtest.h>

#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>
#include <vector>

#include "jit/compiler_process.hpp"
#include "jit/disk_cache.hpp"
#include "jit/temporary_folder.hpp"
#include "support/jit.hpp"
#include "support/secure.hpp"

namespace gpu::test {
namespace {

namespace fs = std::filesystem;

class host_compiler_test : public with_disk_cache {
 protected:
  [[nodiscard]] fs::path folder() const { return cache().parent_path(); }

  /// A program that users may run, of these lines of a shell.
  [[nodiscard]] fs::path script(const std::string& lines) const {
    fs::path file = folder() / "script";
    std::ofstream(file) << "#!/bin/sh\n" << lines;
    fs::permissions(file, fs::perms::owner_all);
    return file;
  }
};

using function = int (*)(int);

program adds(int number) {
  return {"host_add",
          text_of("extern \"C\" int host_add(int x) { return x + ", number, "; }\n"),
          {},
          {}};
}

int call(const program& program, int x) {
  return reinterpret_cast<function>(load_host_function(program))(x);
}

TEST_F(host_compiler_test, compiles_a_function_that_can_be_called) {
  EXPECT_EQ(call(adds(2), 40), 42);
  EXPECT_EQ(call(adds(3), 40), 43);
  EXPECT_EQ(call(adds(2), 1), 3);
}

TEST_F(host_compiler_test, compiles_once_however_many_threads_ask) {
  const std::uint64_t compiled = compile_count();
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) threads.emplace_back([] { EXPECT_EQ(call(adds(100), 1), 101); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(compile_count(), compiled + 1);
  EXPECT_EQ(kernel_history().back().origin, code_origin::memory);
}

TEST_F(host_compiler_test, reads_the_embedded_headers) {
  const program p{"host_square",
                  "#include <gpu/elementwise/square.hpp>\n"
                  "extern \"C\" int host_square(int x) { return gpu::ops::square{}(x); }\n",
                  {},
                  {}};
  EXPECT_EQ(call(p, 7), 49);
}

TEST_F(host_compiler_test, names_the_users_own_lines_first) {
  const user_text text{"elementwise_kernel loop", "int y = 0;\ny += no_such_name;"};
  const program p{
      "f",
      "extern \"C\" int f(int) {\n#line 1 \"" + text.label + "\"\n" + text.text + "\nreturn y; }\n",
      {"-DOWN_OPTION"},
      {text}};
  try {
    (void)load_host_function(p);
    FAIL() << "it compiles";
  } catch (const compile_error& e) {
    const std::string message = e.what();
    EXPECT_NE(
        message.find("elementwise_kernel loop:\n     1 | int y = 0;\n>    2 | y += no_such_name;"),
        std::string::npos)
        << message;
    EXPECT_NE(e.log().find("no_such_name"), std::string::npos);
    EXPECT_NE(message.find("-DOWN_OPTION"), std::string::npos);
  }
}

TEST_F(host_compiler_test, says_which_compilers_were_tried) {
  const environment_guard path("PATH", "/no/such/folder");
  const environment_guard own("GPU_NDARRAY_CXX", std::nullopt);
  const environment_guard cxx("CXX", "/no/such/compiler -O2");
  try {
    (void)load_host_function(adds(4));
    FAIL() << "it compiles";
  } catch (const library_not_found& e) {
    const std::string text = e.what();
    EXPECT_NE(text.find("$CXX (/no/such/compiler -O2), c++, g++, clang++"), text.npos) << text;
    EXPECT_NE(text.find("apt-get install g++"), text.npos);
  }
}

TEST_F(host_compiler_test, takes_no_other_compiler_than_the_one_that_is_named) {
  for (const char* named : {"/no/such/compiler -O2", "no-such-compiler", "/tmp"}) {
    const environment_guard own("GPU_NDARRAY_CXX", named);
    try {
      (void)load_host_function(adds(2));
      FAIL() << "it compiles";
    } catch (const library_not_found& e) {
      EXPECT_NE(std::string(e.what()).find(text_of("GPU_NDARRAY_CXX names \"", named, "\"")),
                std::string::npos)
          << e.what();
    }
  }
}

TEST_F(host_compiler_test, gives_the_compiler_the_words_that_the_environment_adds) {
  const environment_guard own("GPU_NDARRAY_CXX", "c++ -DNUMBER=6");
  const program p{
      "host_number", "extern \"C\" int host_number(int x) { return x * NUMBER; }", {}, {}};
  EXPECT_EQ(call(p, 7), 42);
}

TEST_F(host_compiler_test, reports_a_compiler_that_fails_without_a_word) {
  const environment_guard own("GPU_NDARRAY_CXX", "/bin/false");
  EXPECT_THROW((void)load_host_function(adds(5)), compile_error);
}

/// What `body` returns in a process of its own, which must be below 128.
template <class Body>
int in_new_process(const Body& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      ::_exit(body());
    } catch (const std::exception& e) {
      std::fputs(e.what(), stderr);
      ::_exit(128);
    }
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Multiplies by FACTOR, which the text does not define itself.
program scales(const std::string& head, std::vector<std::string> options) {
  return {"host_scale",
          head + "extern \"C\" int host_scale(int x) { return x * FACTOR; }\n",
          std::move(options),
          {}};
}

void write_factor(const fs::path& folder, int factor) {
  fs::create_directories(folder);
  std::ofstream(folder / "factor.hpp") << "#define FACTOR " << factor << "\n";
}

TEST_F(host_compiler_test, reads_files_that_a_text_includes_in_each_process) {
  const std::string path = folder().string();
  const environment_guard found("CPATH", path + "/found");
  for (const program& p : {scales("#include <factor.hpp>\n", {"-I" + path + "/found"}),
                           scales("#include <factor.hpp>\n", {"-I", path + "/found"}),
                           scales("#include \"" + path + "/found/factor.hpp\"\n", {}),
                           scales("", {"-include", path + "/found/factor.hpp"}),
                           scales("# include <factor.hpp>\n", {})})
    for (const int factor : {2, 10}) {
      write_factor(folder() / "found", factor);
      EXPECT_EQ(in_new_process([&] { return call(p, 7); }), 7 * factor) << p.source;
    }
  const environment_guard own("GPU_NDARRAY_CXX", "c++ -include " + path + "/found/factor.hpp");
  for (const int factor : {3, 11}) {
    write_factor(folder() / "found", factor);
    EXPECT_EQ(in_new_process([&] { return call(scales("", {}), 7); }), 7 * factor);
  }
  EXPECT_FALSE(fs::exists(cache()));
}

TEST_F(host_compiler_test, compiles_again_if_the_compiler_looks_elsewhere) {
  for (const char* variable : {"CPATH", "CPLUS_INCLUDE_PATH"})
    for (const int factor : {2, 10}) {
      const fs::path found = folder() / text_of("found", factor);
      write_factor(found, factor);
      const environment_guard where(variable, found.string());
      EXPECT_EQ(call(scales("#include <factor.hpp>\n", {}), 7), 7 * factor);
    }
}

TEST_F(host_compiler_test, takes_headers_of_the_compiler_from_nowhere_else) {
  const fs::path found = folder() / "found";
  fs::create_directories(found);
  const environment_guard where("CPATH", found.string());
  const environment_guard too("CPLUS_INCLUDE_PATH", found.string());
  const program p{"host_dim",
                  "#include <gpu/elementwise/absolute.hpp>\n"
                  "#ifndef FACTOR\n#define FACTOR 1\n#endif\n"
                  "extern \"C\" int host_dim(int x) { return x * FACTOR; }\n",
                  {},
                  {}};
  for (const int factor : {2, 10}) {
    std::ofstream(found / "cmath") << "#include_next <cmath>\n#define FACTOR " << factor << "\n";
    EXPECT_EQ(in_new_process([&] { return call(p, 7); }), 7);
  }
}

TEST_F(host_compiler_test, keeps_nothing_on_disk_that_a_script_has_compiled) {
  const fs::path word = folder() / "word";
  const environment_guard own(
      "GPU_NDARRAY_CXX",
      script("exec c++ -DFACTOR=$(cat " + word.string() + ") \"$@\"\n").string());
  for (const int factor : {2, 10}) {
    std::ofstream(word) << factor;
    EXPECT_EQ(in_new_process([&] { return call(scales("", {}), 7); }), 7 * factor);
  }
  EXPECT_FALSE(fs::exists(cache()));
}

TEST_F(host_compiler_test, compiles_again_what_is_on_disk_and_cannot_be_loaded) {
  const program p = adds(200);
  const detail::code_key key =
      detail::key_of(p, text_of("host ", detail::find_host_compiler().identity));
  detail::write_disk(key, {"no shared object", p.name});
  const std::uint64_t compiled = compile_count();
  EXPECT_EQ(call(p, 1), 201);
  EXPECT_EQ(compile_count(), compiled + 1);
  const auto kept = detail::read_disk(key);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->bytes.substr(1, 3), "ELF");
}

TEST_F(host_compiler_test, keeps_nothing_that_cannot_be_loaded) {
  const program p{"host_lost",
                  "extern \"C\" int no_such_function(int);\n"
                  "extern \"C\" int host_lost(int x) { return no_such_function(x); }\n",
                  {},
                  {}};
  const std::uint64_t compiled = compile_count();
  for (int i = 1; i <= 2; ++i) {
    try {
      (void)load_host_function(p);
      FAIL() << "it is loaded";
    } catch (const error& e) {
      EXPECT_NE(std::string(e.what()).find("no_such_function"), std::string::npos) << e.what();
    }
    EXPECT_EQ(compile_count(), compiled + static_cast<std::uint64_t>(i));
  }
  EXPECT_FALSE(detail::is_on_disk(
      detail::key_of(p, text_of("host ", detail::find_host_compiler().identity))));
}

TEST_F(host_compiler_test, needs_no_folder_to_load_what_is_on_disk) {
  ASSERT_EQ(in_new_process([] { return call(adds(33), 1); }), 34);
  const environment_guard nowhere("TMPDIR", "/no/such/folder");
  EXPECT_EQ(call(adds(33), 1), 34);
  EXPECT_THROW((void)load_host_function(adds(34)), file_error);
}

TEST_F(host_compiler_test, tells_functions_apart_that_are_loaded_one_after_the_other) {
  for (int number = 300; number < 310; ++number) EXPECT_EQ(call(adds(number), 1), number + 1);
}

TEST_F(host_compiler_test, works_where_temporary_files_may_not_be_run) {
  const std::string place = folder().string();
  constexpr int no_rights = 99;
  const int result = in_new_process([&] {
    if (::unshare(CLONE_NEWNS) != 0 ||
        ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("none", place.c_str(), "tmpfs", MS_NOEXEC, nullptr) != 0)
      return no_rights;
    const environment_guard noexec("TMPDIR", place);
    return call(adds(40), 2);
  });
  if (result == no_rights) GTEST_SKIP() << "only root can mount a file system";
  EXPECT_EQ(result, 42);
}

TEST_F(host_compiler_test, leaves_nothing_in_the_folder_for_temporary_files) {
  const fs::path place = folder() / "tmp";
  fs::create_directory(place);
  const environment_guard temporary("TMPDIR", place.string());
  EXPECT_EQ(call(adds(50), 1), 51);
  EXPECT_TRUE(fs::is_empty(place));
  EXPECT_THROW((void)load_host_function({"f", "no C++", {}, {}}), compile_error);
  EXPECT_TRUE(fs::is_empty(place));
}

TEST_F(host_compiler_test, removes_what_a_process_that_was_killed_has_left) {
  const fs::path place = folder() / "tmp";
  fs::create_directories(place / "gpu-ndarray-master");
  const environment_guard temporary("TMPDIR", place.string());
  const auto entries = [&] {
    return std::distance(fs::directory_iterator(place), fs::directory_iterator());
  };
  const pid_t child = ::fork();
  if (child == 0) {
    ::setpgid(0, 0);
    const environment_guard slow("GPU_NDARRAY_CXX", script("sleep 60\n").string());
    (void)load_host_function(adds(60));
    ::_exit(0);
  }
  ::setpgid(child, child);
  for (int i = 0; i < 1000 && entries() < 2; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(call(adds(61), 1), 62);
  EXPECT_EQ(entries(), 2) << "the folder of a process that lives stays";
  ::kill(-child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(entries(), 2);
  EXPECT_EQ(call(adds(62), 1), 63);
  EXPECT_EQ(entries(), 1);
  EXPECT_TRUE(fs::exists(place / "gpu-ndarray-master"));
}

TEST_F(host_compiler_test, follows_no_link_from_the_folder_for_temporary_files) {
  const fs::path place = folder() / "tmp";
  fs::create_directory(place);
  fs::create_directory(folder() / "elsewhere");
  fs::permissions(folder() / "elsewhere", fs::perms::owner_all);
  std::ofstream(folder() / "elsewhere" / "file") << "x";
  fs::create_directory_symlink(folder() / "elsewhere", place / ".gpu-ndarray-compiling-abcdef");
  const environment_guard temporary("TMPDIR", place.string());
  { const detail::temporary_folder made; }
  EXPECT_TRUE(fs::exists(folder() / "elsewhere" / "file"));
}

TEST(host_compiler, of_a_program_with_more_rights_is_the_systems) {
  if (!has_more_rights()) return run_with_more_rights();
  std::string folder = "/tmp/gpu-more-rights-XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  std::ofstream(folder + "/c++") << "#!/bin/sh\ntouch " << folder
                                 << "/was_run\nexec /usr/bin/c++ \"$@\"\n";
  fs::permissions(folder + "/c++", fs::perms::owner_all);
  {
    const environment_guard own("GPU_NDARRAY_CXX", folder + "/c++");
    const environment_guard cxx("CXX", folder + "/c++");
    const environment_guard path("PATH", folder + ":/usr/bin:/bin");
    const environment_guard cache("GPU_NDARRAY_CACHE_DIR", folder + "/cache");
    const environment_guard home("HOME", folder);
    const environment_guard temporary("TMPDIR", "/no/such/folder");
    const environment_guard found("CPATH", folder);
    write_factor(folder, 2);
    EXPECT_EQ(call(adds(70), 1), 71);
    EXPECT_THROW((void)load_host_function(scales("#include <factor.hpp>\n", {})), compile_error);
  }
  EXPECT_FALSE(fs::exists(folder + "/was_run"));
  EXPECT_FALSE(fs::exists(folder + "/cache"));
  EXPECT_FALSE(fs::exists(folder + "/.cache"));
  fs::remove_all(folder);
  end_with_more_rights();
}

}  // namespace
}  // namespace gpu::test
