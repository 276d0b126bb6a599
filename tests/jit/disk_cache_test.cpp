// SPDX-License-Identifier: BSD-3-Clause
#include "jit/disk_cache.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "support/jit.hpp"

namespace gpu::test {
namespace {

namespace fs = std::filesystem;
using detail::code_key;

code_key key(int number) {
  return detail::hash_of(text_of("key ", number));
}

device_code code(int number) {
  return {std::string(1000, static_cast<char>('a' + number)), text_of("k", number)};
}

void make_file(const fs::path& path, std::chrono::hours age = {}) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << "of others";
  fs::last_write_time(path, fs::file_time_type::clock::now() - age);
}

class disk_cache_test : public with_disk_cache {
 protected:
  void SetUp() override {
    fs::create_directory(cache());
    fs::permissions(cache(), fs::perms::owner_all);
  }
  [[nodiscard]] fs::path shelf_of(int number) const {
    return cache() / key(number).hex().substr(0, 2);
  }
  [[nodiscard]] fs::path file_of(int number) const { return shelf_of(number) / key(number).hex(); }

  /// Nothing is read from the cache, and writing to it changes nothing.
  void expect_unused() const {
    EXPECT_FALSE(detail::is_on_disk(key(1)));
    EXPECT_FALSE(detail::read_disk(key(1)));
    const auto before = names();
    detail::write_disk(key(1), code(1));
    detail::write_disk(key(2), code(2));
    EXPECT_EQ(names(), before);
  }
  [[nodiscard]] std::set<fs::path> names() const {
    std::set<fs::path> all;
    for (const auto& entry : fs::recursive_directory_iterator(cache().parent_path()))
      all.insert(entry.path());
    return all;
  }
};

TEST_F(disk_cache_test, gives_back_what_was_written) {
  detail::write_disk(key(1), code(1));
  EXPECT_TRUE(detail::is_on_disk(key(1)));
  const auto read = detail::read_disk(key(1));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->bytes, code(1).bytes);
  EXPECT_EQ(read->symbol, "k1");
  detail::remove_from_disk(key(1));
  EXPECT_FALSE(detail::is_on_disk(key(1)));
  EXPECT_FALSE(detail::read_disk(key(1)));
}

TEST_F(disk_cache_test, leaves_files_alone_that_are_not_its_own) {
  const std::string hex = key(1).hex();
  const std::vector<fs::path> others = {
      cache() / "docs" / "draft.tmp",
      cache() / "notes.txt",
      cache() / hex,
      cache() / "abc" / hex,
      cache() / "AB" / hex,
      cache() / "docs" / hex.substr(0, 2) / hex,
      cache() / "zz" / ("zz" + hex.substr(2)),
      shelf_of(1) / (hex.substr(0, 2) + std::string(30, 'z')),
      shelf_of(1) / "notes.txt",
      shelf_of(1) / hex.substr(1),
      shelf_of(1) / (hex + "0"),
      shelf_of(1) / ("G" + hex.substr(1)),
      shelf_of(1) / (hex + ".tmp"),
      shelf_of(1) / (hex + ".12.tmp"),
      shelf_of(1) / (hex + ".12.x.tmp"),
      shelf_of(1) / ("x" + hex + ".12.3.tmp"),
  };
  for (const fs::path& file : others) make_file(file, std::chrono::hours(3));
  for (const fs::path& file : others) fs::permissions(file.parent_path(), fs::perms::owner_all);
  const environment_guard size("GPU_NDARRAY_CACHE_SIZE", "0");
  detail::write_disk(key(1), code(1));
  EXPECT_FALSE(fs::exists(file_of(1))) << "none of its own has room";
  for (const fs::path& file : others) EXPECT_TRUE(fs::exists(file)) << file;
}

TEST_F(disk_cache_test, removes_what_killed_writers_have_left) {
  detail::write_disk(key(1), code(1));
  const fs::path old = file_of(1).string() + ".123.4.tmp";
  const fs::path young = file_of(1).string() + ".123.5.tmp";
  make_file(old, std::chrono::hours(3));
  make_file(young);
  const environment_guard size("GPU_NDARRAY_CACHE_SIZE", "0");
  detail::write_disk(key(2), code(2));
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(young));
}

TEST_F(disk_cache_test, follows_no_link_to_another_folder) {
  const fs::path elsewhere = cache().parent_path() / "elsewhere";
  make_file(elsewhere / key(1).hex(), std::chrono::hours(3));
  make_file(elsewhere / (key(1).hex() + ".1.2.tmp"), std::chrono::hours(3));
  fs::permissions(elsewhere, fs::perms::owner_all);
  fs::create_directory_symlink(elsewhere, shelf_of(1));
  const environment_guard size("GPU_NDARRAY_CACHE_SIZE", "0");
  detail::write_disk(key(1), code(1));
  detail::write_disk(key(2), code(2));
  detail::remove_from_disk(key(1));
  EXPECT_TRUE(fs::exists(elsewhere / key(1).hex()));
  EXPECT_EQ(fs::file_size(elsewhere / key(1).hex()), 9U) << "it is as it was";
  EXPECT_TRUE(fs::exists(elsewhere / (key(1).hex() + ".1.2.tmp")));
  EXPECT_FALSE(detail::is_on_disk(key(1)));
}

TEST_F(disk_cache_test, reads_through_no_link_to_a_file) {
  detail::write_disk(key(1), code(1));
  const fs::path elsewhere = cache().parent_path() / "elsewhere";
  fs::rename(file_of(1), elsewhere);
  fs::create_symlink(elsewhere, file_of(1));
  EXPECT_FALSE(detail::is_on_disk(key(1)));
  EXPECT_FALSE(detail::read_disk(key(1)));
  detail::write_disk(key(1), code(2));
  EXPECT_EQ(detail::read_disk(key(1))->bytes, code(2).bytes);
  EXPECT_TRUE(fs::exists(elsewhere));
}

TEST_F(disk_cache_test, does_not_wait_for_a_pipe) {
  fs::create_directory(shelf_of(1));
  fs::permissions(shelf_of(1), fs::perms::owner_all);
  ASSERT_EQ(::mkfifo(file_of(1).c_str(), 0600), 0);
  EXPECT_FALSE(detail::is_on_disk(key(1)));
  EXPECT_FALSE(detail::read_disk(key(1)));
  detail::write_disk(key(1), code(1));
  EXPECT_TRUE(detail::read_disk(key(1)));
}

TEST_F(disk_cache_test, is_not_used_if_its_folder_is_a_link) {
  detail::write_disk(key(1), code(1));
  const fs::path link = cache().parent_path() / "link";
  fs::create_directory_symlink(cache(), link);
  for (const std::string& named :
       {link.string(), link.string() + "/", link.string() + "/.", link.string() + "/./"}) {
    const environment_guard folder("GPU_NDARRAY_CACHE_DIR", named);
    expect_unused();
  }
}

TEST_F(disk_cache_test, makes_the_folders_that_are_missing) {
  const environment_guard folder("GPU_NDARRAY_CACHE_DIR", (cache() / "a" / "b" / "").string());
  detail::write_disk(key(1), code(1));
  EXPECT_TRUE(detail::is_on_disk(key(1)));
  EXPECT_TRUE(fs::exists(cache() / "a" / "b" / key(1).hex().substr(0, 2) / key(1).hex()));
}

TEST_F(disk_cache_test, is_not_used_if_others_may_write_its_folder) {
  detail::write_disk(key(1), code(1));
  for (const fs::perms others : {fs::perms::group_write, fs::perms::others_write}) {
    fs::permissions(cache(), fs::perms::owner_all | others);
    expect_unused();
  }
  fs::permissions(cache(), fs::perms::owner_all);
  EXPECT_TRUE(detail::read_disk(key(1)));
  fs::permissions(shelf_of(1), fs::perms::owner_all | fs::perms::group_write);
  EXPECT_FALSE(detail::is_on_disk(key(1)));
  EXPECT_FALSE(detail::read_disk(key(1)));
}

TEST_F(disk_cache_test, is_not_used_if_its_folder_belongs_to_someone_else) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  constexpr unsigned nobody = 65534;
  detail::write_disk(key(1), code(1));
  ASSERT_EQ(::chown(file_of(1).c_str(), nobody, nobody), 0);
  EXPECT_FALSE(detail::is_on_disk(key(1)));
  EXPECT_FALSE(detail::read_disk(key(1)));
  ASSERT_EQ(::chown(file_of(1).c_str(), 0, 0), 0);
  EXPECT_TRUE(detail::read_disk(key(1)));
  ASSERT_EQ(::chown(cache().c_str(), nobody, nobody), 0);
  expect_unused();
  const environment_guard none("GPU_NDARRAY_CACHE_DIR", std::nullopt);
  const environment_guard no_xdg("XDG_CACHE_HOME", std::nullopt);
  const environment_guard home("HOME", cache().string());
  expect_unused();
  fs::create_directories(cache() / ".cache" / "gpu-ndarray");
  expect_unused();
}

TEST_F(disk_cache_test, takes_a_size_with_a_suffix_and_refuses_what_is_none) {
  {
    const environment_guard size("GPU_NDARRAY_CACHE_SIZE", "1M");
    for (int i = 1; i <= 20; ++i) detail::write_disk(key(i), code(i));
    for (int i = 1; i <= 20; ++i) EXPECT_TRUE(detail::is_on_disk(key(i)));
  }
  {
    const environment_guard size("GPU_NDARRAY_CACHE_SIZE", "1X");
    EXPECT_THROW((void)detail::is_on_disk(key(1)), value_error);
    EXPECT_THROW((void)detail::read_disk(key(1)), value_error);
    detail::write_disk(key(21), code(21));
    detail::remove_from_disk(key(1));
  }
  EXPECT_FALSE(detail::is_on_disk(key(21)));
  EXPECT_TRUE(detail::is_on_disk(key(1)));
  const environment_guard off("GPU_NDARRAY_CACHE", "off");
  EXPECT_THROW((void)detail::read_disk(key(1)), value_error);
}

}  // namespace
}  // namespace gpu::test
