// SPDX-License-Identifier: BSD-3-Clause
#include "interop/output_file.hpp"

#include <csignal>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <gpu/core/error.hpp>

#include "support/values.hpp"

namespace {

using gpu::detail::output_file;
using gpu::test::message_of;

class output_files : public testing::Test {
 protected:
  output_files()
      : folder_(std::filesystem::temp_directory_path() /
                ("output_file_test." + std::to_string(getpid()))),
        path_(folder_ / "a") {
    std::filesystem::create_directories(folder_);
  }
  ~output_files() override { std::filesystem::remove_all(folder_); }

  static void write(const std::filesystem::path& path, const std::string& text) {
    output_file file(path);
    file.write(text.data(), text.size());
    file.finish();
  }
  static std::string text_in(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  [[nodiscard]] std::size_t files() const {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_)) ++count;
    return count;
  }

  std::filesystem::path folder_;
  std::filesystem::path path_;
};

TEST_F(output_files, appear_when_they_are_finished) {
  {
    output_file file(path_);
    file.write("new", 3);
    EXPECT_FALSE(std::filesystem::exists(path_));
    file.finish();
    EXPECT_EQ(text_in(path_), "new");
  }
  EXPECT_EQ(text_in(path_), "new");
  {
    output_file file(path_);
    file.write("other", 5);
  }
  EXPECT_EQ(text_in(path_), "new");
  EXPECT_EQ(files(), 1u);
}

TEST_F(output_files, are_as_long_as_what_was_written_whatever_was_reserved) {
  for (const std::size_t reserved : {0, 2, 5, 1 << 20}) {
    output_file file(path_);
    file.reserve(reserved);
    file.write("bytes", 5);
    file.finish();
    EXPECT_EQ(text_in(path_), "bytes") << reserved;
  }
}

TEST_F(output_files, have_the_permissions_of_the_one_that_they_replace) {
  const mode_t mask = ::umask(022);
  write(path_, "a");
  struct stat status {};
  ASSERT_EQ(::stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0644u);
  ASSERT_EQ(::chmod(path_.c_str(), 0662), 0);
  write(path_, "b");
  ASSERT_EQ(::stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0662u);
  EXPECT_EQ(text_in(path_), "b");
  ::umask(mask);
}

TEST_F(output_files, replace_what_a_link_leads_to) {
  std::filesystem::create_directories(folder_ / "elsewhere");
  std::filesystem::create_symlink("elsewhere/b", path_);
  std::filesystem::create_symlink(path_, folder_ / "link");
  write(folder_ / "link", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(path_));
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link"));
  EXPECT_EQ(text_in(folder_ / "elsewhere" / "b"), "new");
  write(folder_ / "link", "newer");
  EXPECT_EQ(text_in(folder_ / "elsewhere" / "b"), "newer");
}

TEST_F(output_files, are_written_directly_unless_they_are_regular) {
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = text_in(path_); });
  write(path_, "through a pipe");
  reader.join();
  EXPECT_EQ(received, "through a pipe");
  EXPECT_TRUE(std::filesystem::is_fifo(path_));
  write("/dev/null", "nothing");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST_F(output_files, of_any_name_are_written) {
  const auto path = folder_ / std::string(255, 'n');
  write(path, "a");
  write(path, "b");
  EXPECT_EQ(text_in(path), "b");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  write("relative", "c");
  std::filesystem::current_path(before);
  EXPECT_EQ(text_in(folder_ / "relative"), "c");
}

TEST_F(output_files, say_why_they_cannot_be_written) {
  EXPECT_EQ(message_of<gpu::file_error>([&] { write(folder_, "a"); }),
            folder_.string() + ": cannot be written: Is a directory");
  EXPECT_EQ(message_of<gpu::file_error>([&] { write(path_ / "a", "a"); }),
            (path_ / "a").string() + ": cannot be written: No such file or directory");
  EXPECT_EQ(message_of<gpu::file_error>([&] { write("/dev/full", "a"); }),
            "/dev/full: cannot be written: No space left on device");
}

TEST_F(output_files, leave_the_old_one_where_there_is_no_space) {
  write(path_, "old");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{10, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message =
      message_of<gpu::file_error>([&] { write(path_, std::string(100, 'a')); });
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(message, path_.string() + ": cannot be written: File too large");
  EXPECT_EQ(text_in(path_), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(output_files, respect_permissions) {
  if (::geteuid() == 0) GTEST_SKIP() << "nothing is forbidden to root";
  write(path_, "old");
  ASSERT_EQ(::chmod(path_.c_str(), 0400), 0);
  EXPECT_EQ(message_of<gpu::file_error>([&] { write(path_, "new"); }),
            path_.string() + ": cannot be written: Permission denied");
  EXPECT_EQ(text_in(path_), "old");
  ASSERT_EQ(::chmod(path_.c_str(), 0600), 0);
  ASSERT_EQ(::chmod(folder_.c_str(), 0500), 0);
  write(path_, "new");  // in place
  ASSERT_EQ(::chmod(folder_.c_str(), 0700), 0);
  EXPECT_EQ(text_in(path_), "new");
}

}  // namespace
