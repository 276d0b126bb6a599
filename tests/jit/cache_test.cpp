// SPDX-License-Identifier: BSD-3-Clause
#include "jit/cache.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include <gpu/cuda/memory_block.hpp>
#include <gpu/jit/history.hpp>

#include "cuda/copy.hpp"
#include "support/device.hpp"
#include "support/jit.hpp"

namespace gpu::test {
namespace {

namespace fs = std::filesystem;

constexpr architecture h200{9, 0};

/// A kernel that no other test has.
program numbered(int number) {
  const std::string name = text_of("k", number);
  return {name,
          text_of("extern \"C\" __global__ void ", name, "(int* x) { *x += ", number, "; }\n"),
          {},
          {}};
}

class cache_test : public with_disk_cache {
 protected:
  void SetUp() override { GPU_REQUIRE_NVRTC(); }

  [[nodiscard]] std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    if (fs::exists(cache()))
      for (const auto& entry : fs::recursive_directory_iterator(cache()))
        if (entry.is_regular_file()) found.push_back(entry.path());
    return found;
  }
  static code_origin last_origin() { return kernel_history().back().origin; }

  /// Compiles, damages the one file, forgets; the code must then be compiled again, and be right.
  template <class Damage>
  void expect_compiled_again_after(const Damage& damage) {
    const auto before = load_image(numbered(1), h200);
    ASSERT_EQ(files().size(), 1U);
    damage(files().front());
    forget_images();
    const std::uint64_t compiled = compile_count();
    EXPECT_EQ(load_image(numbered(1), h200)->bytes, before->bytes);
    EXPECT_EQ(compile_count(), compiled + 1);
    forget_images();
    EXPECT_EQ(load_image(numbered(1), h200)->bytes, before->bytes);
  }
};

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void overwrite(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

/// Writing more than a few bytes to a file fails, as on a full disk.
class small_file_guard {
 public:
  [[nodiscard]] small_file_guard() {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{100, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~small_file_guard() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  small_file_guard(const small_file_guard&) = delete;
  small_file_guard& operator=(const small_file_guard&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int) = SIG_DFL;
};

TEST_F(cache_test, asks_the_compiler_then_memory_then_the_disk) {
  const std::uint64_t compiled = compile_count();
  const auto first = load_image(numbered(1), h200);
  EXPECT_EQ(last_origin(), code_origin::compiled);
  EXPECT_EQ(load_image(numbered(1), h200), first);
  EXPECT_EQ(last_origin(), code_origin::memory);
  forget_images();
  EXPECT_EQ(load_image(numbered(1), h200)->bytes, first->bytes);
  EXPECT_EQ(last_origin(), code_origin::disk);
  EXPECT_EQ(compile_count(), compiled + 1);
}

TEST_F(cache_test, records_name_hash_origin_and_time) {
  (void)load_image(numbered(1), h200);
  (void)load_image(numbered(1), h200);
  const auto history = kernel_history();
  ASSERT_EQ(history.size(), 2U);
  EXPECT_EQ(history[0].name, "k1");
  EXPECT_EQ(history[0].source_hash.size(), 32U);
  EXPECT_EQ(history[0].source_hash, history[1].source_hash);
  EXPECT_EQ(files().front().filename(), history[0].source_hash);
  EXPECT_GT(history[0].milliseconds, 0.5);
  EXPECT_LT(history[1].milliseconds, history[0].milliseconds);
  EXPECT_EQ(text_of(history[0].origin, ' ', history[1].origin), "compiled memory");
  clear_kernel_history();
  EXPECT_TRUE(kernel_history().empty());
}

TEST_F(cache_test, tells_programs_apart_by_all_that_is_compiled) {
  const program base = numbered(1);
  program other_option = base;
  other_option.options = {"-DX=1"};
  program other_source = base;
  other_source.source += "// x\n";
  const std::uint64_t compiled = compile_count();
  for (const program& p : {base, other_option, other_source}) (void)load_image(p, h200);
  (void)load_image(base, {8, 0});
  EXPECT_EQ(compile_count(), compiled + 4);
}

TEST_F(cache_test, compiles_once_however_many_threads_ask) {
  const std::uint64_t compiled = compile_count();
  std::vector<std::thread> threads;
  std::vector<std::shared_ptr<const device_code>> codes(16);
  for (std::size_t t = 0; t < codes.size(); ++t)
    threads.emplace_back([&, t] { codes[t] = load_image(numbered(t % 2 == 0 ? 1 : 2), h200); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(compile_count(), compiled + 2);
  for (std::size_t t = 2; t < codes.size(); ++t) EXPECT_EQ(codes[t], codes[t - 2]);
}

TEST_F(cache_test, gives_a_failure_to_all_who_wait_and_tries_again_later) {
  const program wrong{"wrong", "extern \"C\" __global__ void wrong() { nonsense; }", {}, {}};
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      try {
        (void)load_image(wrong, h200);
      } catch (const compile_error&) {
        ++failures;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, 8);
  EXPECT_THROW((void)load_image(wrong, h200), compile_error);
  EXPECT_TRUE(files().empty());
}

TEST_F(cache_test, keeps_files_private_to_the_user) {
  (void)load_image(numbered(1), h200);
  struct stat status {};
  for (const fs::path& path : {cache(), files().front().parent_path()}) {
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0700U) << path;
  }
  ASSERT_EQ(::stat(files().front().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(cache_test, compiles_again_after_damage_to_a_file) {
  expect_compiled_again_after([](const fs::path& file) {
    std::string bytes = read(file);
    bytes[bytes.size() - 20] = static_cast<char>(bytes[bytes.size() - 20] ^ 1);
    overwrite(file, bytes);
  });
}

TEST_F(cache_test, compiles_again_after_a_file_was_cut) {
  for (const std::size_t kept : {0U, 5U, 63U, 200U}) {
    expect_compiled_again_after([&](const fs::path& file) { fs::resize_file(file, kept); });
    fs::remove_all(cache());
    forget_images();
  }
}

TEST_F(cache_test, compiles_again_if_a_file_is_something_else) {
  expect_compiled_again_after(
      [](const fs::path& file) { overwrite(file, std::string(4000, 'x')); });
}

TEST_F(cache_test, compiles_again_if_a_file_belongs_to_another_kernel) {
  (void)load_image(numbered(2), h200);
  const fs::path other = files().front();
  const std::string bytes = read(other);
  fs::remove(other);
  expect_compiled_again_after([&](const fs::path& file) { overwrite(file, bytes); });
}

TEST_F(cache_test, compiles_again_if_others_may_write_the_file) {
  expect_compiled_again_after([](const fs::path& file) {
    fs::permissions(file, fs::perms::others_write, fs::perm_options::add);
  });
}

TEST_F(cache_test, does_without_a_folder_that_cannot_be_made) {
  overwrite(cache(), "a file where the folder should be");
  const std::uint64_t compiled = compile_count();
  EXPECT_NO_THROW((void)load_image(numbered(1), h200));
  forget_images();
  EXPECT_NO_THROW((void)load_image(numbered(1), h200));
  EXPECT_EQ(compile_count(), compiled + 2);
  const environment_guard nowhere("GPU_NDARRAY_CACHE_DIR", "/proc/no/such/folder");
  forget_images();
  EXPECT_NO_THROW((void)load_image(numbered(1), h200));
}

TEST_F(cache_test, does_without_a_disk_that_is_full) {
  const small_file_guard limit;
  EXPECT_NO_THROW((void)load_image(numbered(1), h200));
  EXPECT_TRUE(files().empty());
}

TEST_F(cache_test, is_not_on_disk_if_switched_off) {
  const environment_guard off("GPU_NDARRAY_CACHE", "0");
  (void)load_image(numbered(1), h200);
  EXPECT_FALSE(fs::exists(cache()));
}

TEST_F(cache_test, is_where_the_environment_says) {
  const environment_guard none("GPU_NDARRAY_CACHE_DIR", std::nullopt);
  {
    const environment_guard xdg("XDG_CACHE_HOME", (cache() / "xdg").string());
    (void)load_image(numbered(1), h200);
    EXPECT_TRUE(fs::is_directory(cache() / "xdg" / "gpu-ndarray"));
  }
  const environment_guard no_xdg("XDG_CACHE_HOME", std::nullopt);
  const environment_guard home("HOME", (cache() / "home").string());
  (void)load_image(numbered(2), h200);
  EXPECT_TRUE(fs::is_directory(cache() / "home" / ".cache" / "gpu-ndarray"));
}

TEST_F(cache_test, removes_the_least_recently_used_beyond_its_size) {
  (void)load_image(numbered(1), h200);
  const auto bytes = fs::file_size(files().front());
  const environment_guard size("GPU_NDARRAY_CACHE_SIZE", text_of(4 * bytes));
  for (int i = 2; i <= 8; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    forget_images();
    (void)load_image(numbered(1), h200);  // used again and again: stays
    EXPECT_EQ(last_origin(), code_origin::disk);
    (void)load_image(numbered(i), h200);
    EXPECT_LE(files().size(), 4U);
  }
  forget_images();
  (void)load_image(numbered(2), h200);
  EXPECT_EQ(last_origin(), code_origin::compiled);
  (void)load_image(numbered(8), h200);
  EXPECT_EQ(last_origin(), code_origin::disk);
}

TEST_F(cache_test, serves_processes_that_race) {
  std::vector<pid_t> children;
  for (int c = 0; c < 4; ++c) {
    const pid_t child = ::fork();
    if (child == 0) {
      bool right = true;
      for (int round = 0; round < 3; ++round)
        for (int i = 1; i <= 4; ++i) {
          forget_images();
          const auto code = load_image(numbered(i), h200);
          right = right && code->bytes.compare(1, 3, "ELF") == 0;
        }
      ::_exit(right ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(files().size(), 4U);
  for (int i = 1; i <= 4; ++i) (void)load_image(numbered(i), h200);
  for (const kernel_record& r : kernel_history()) EXPECT_EQ(r.origin, code_origin::disk);
}

TEST_F(cache_test, loads_from_disk_in_well_below_a_millisecond) {
  for (int i = 1; i <= 5; ++i) (void)load_image(numbered(i), h200);
  forget_images();
  clear_kernel_history();
  for (int i = 1; i <= 5; ++i) (void)load_image(numbered(i), h200);
  std::vector<double> times;
  for (const kernel_record& r : kernel_history()) times.push_back(r.milliseconds);
  EXPECT_LT(*std::min_element(times.begin(), times.end()), 0.5);
}

class kernel_test : public on_device {};

TEST_P(kernel_test, runs_what_was_compiled) {
  const environment_guard off("GPU_NDARRAY_CACHE", "0");
  const kernel_ref kernel = load_kernel(numbered(5), GetParam());
  const auto block = memory_block::allocate(GetParam(), sizeof(int));
  int value = 37;
  copy_bytes(block->data(), GetParam(), &value, cpu(), sizeof value, current_stream());
  void* arguments = block->data();
  cuda::launch(kernel, {}, current_stream(), &arguments, sizeof arguments);
  copy_bytes(&value, cpu(), block->data(), GetParam(), sizeof value, current_stream());
  EXPECT_EQ(value, 42);
  EXPECT_EQ(load_kernel(numbered(5), GetParam()), kernel);
}

INSTANTIATE_TEST_SUITE_P(each, kernel_test, testing::Values(gpu::gpu(0)), device_name);

TEST(load_kernel, without_a_gpu_says_what_is_missing) {
  if (num_gpus() > 0) GTEST_SKIP() << "this machine has a GPU";
  EXPECT_THROW((void)load_kernel(numbered(1), gpu::gpu(0)), library_not_found);
}

}  // namespace
}  // namespace gpu::test
