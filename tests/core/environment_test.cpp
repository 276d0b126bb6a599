// SPDX-License-Identifier: BSD-3-Clause
#include "core/environment.hpp"

#include <gtest/gtest.h>

#include <gpu/core/error.hpp>

#include <limits>
#include <optional>

#include "support/environment.hpp"
#include "support/secure.hpp"

namespace gpu::test {
namespace {

constexpr const char* name = "GPU_NDARRAY_TEST";
constexpr std::uint64_t otherwise = 77;

std::uint64_t bytes_of(const std::string& text) {
  const environment_guard variable(name, text);
  return detail::environment_bytes(name, otherwise);
}

int count_of(const std::string& text) {
  const environment_guard variable(name, text);
  return detail::environment_count(name, 7, 4096);
}

bool flag_of(const std::string& text, bool unset) {
  const environment_guard variable(name, text);
  return detail::environment_flag(name, unset);
}

TEST(environment, reads_bytes_with_and_without_a_suffix) {
  EXPECT_EQ(bytes_of("0"), 0U);
  EXPECT_EQ(bytes_of("1"), 1U);
  EXPECT_EQ(bytes_of("1073741824"), std::uint64_t{1} << 30);
  EXPECT_EQ(bytes_of("3K"), 3072U);
  EXPECT_EQ(bytes_of("512M"), std::uint64_t{512} << 20);
  EXPECT_EQ(bytes_of("1G"), std::uint64_t{1} << 30);
  EXPECT_EQ(bytes_of("2T"), std::uint64_t{2} << 40);
  EXPECT_EQ(bytes_of("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(bytes_of("16777215T"), std::uint64_t{16777215} << 40);
}

TEST(environment, refuses_what_is_no_number_of_bytes) {
  for (const char* text : {"1X", "1GB", "1GiB", "1g", "G", "-1", "+1", " 1", "1 ", "1.5G", "0x10",
                           "1e9", "1KM", "18446744073709551616", "16777216T", "all"})
    EXPECT_THROW((void)bytes_of(text), value_error) << text;
  try {
    (void)bytes_of("1X");
    FAIL() << "it is read";
  } catch (const value_error& e) {
    EXPECT_STREQ(e.what(),
                 "environment variable GPU_NDARRAY_TEST is \"1X\": must be a number of bytes "
                 "below 2^64, as 1073741824, 1048576K, 1024M or 1G");
  }
}

TEST(environment, reads_counts_and_refuses_others) {
  EXPECT_EQ(count_of("1"), 1);
  EXPECT_EQ(count_of("4096"), 4096);
  for (const char* text : {"0", "-1", "4097", "99999", "99999999999999999999", "4 ", "4K", "four"})
    EXPECT_THROW((void)count_of(text), value_error) << text;
}

TEST(environment, reads_flags_and_refuses_others) {
  EXPECT_TRUE(flag_of("1", false));
  EXPECT_FALSE(flag_of("0", true));
  for (const char* text : {"off", "false", "no", "2", "00", " 0"})
    EXPECT_THROW((void)flag_of(text, true), value_error) << text;
}

TEST(environment, takes_the_default_for_what_is_unset_or_empty) {
  EXPECT_EQ(bytes_of(""), otherwise);
  EXPECT_EQ(count_of(""), 7);
  EXPECT_TRUE(flag_of("", true));
  EXPECT_FALSE(flag_of("", false));
  const environment_guard unset(name, std::nullopt);
  EXPECT_EQ(detail::environment_bytes(name, otherwise), otherwise);
  EXPECT_EQ(detail::environment(name), "");
}

TEST(environment, is_not_read_by_a_program_with_more_rights_than_its_caller) {
  if (!has_more_rights()) return run_with_more_rights();
  const environment_guard variable(name, "1");
  EXPECT_TRUE(detail::has_more_rights_than_its_caller());
  EXPECT_EQ(detail::environment(name), "");
  EXPECT_EQ(detail::environment_bytes(name, otherwise), otherwise);
  end_with_more_rights();
}

}  // namespace
}  // namespace gpu::test
