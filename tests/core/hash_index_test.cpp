// SPDX-License-Identifier: BSD-3-Clause
#include "core/hash_index.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gpu {
namespace {

/// Words, and where each is in a list of them.
class hash_index_of_words : public testing::Test {
 protected:
  void add(const std::string& word) {
    words_.push_back(word);
    index_.extend(words_.size(), [this](std::size_t i) { return hash_of(words_[i]); });
  }
  [[nodiscard]] std::size_t find(const std::string& word) const {
    return index_.find(
        words_.size(), [&] { return hash_of(word); },
        [&](std::size_t i) { return words_[i] == word; });
  }
  /// Few different ones, so that words share them.
  static std::size_t hash_of(const std::string& word) { return word.size() % 3; }

  std::vector<std::string> words_;
  hash_index index_;
};

TEST_F(hash_index_of_words, none_is_in_an_empty_one) {
  EXPECT_EQ(find(""), hash_index::none);
  index_.clear();
  EXPECT_EQ(find("a"), hash_index::none);
}

TEST_F(hash_index_of_words, each_is_found_however_many_there_are) {
  for (int i = 0; i < 1000; ++i) add(std::to_string(i * 7));
  for (int i = 0; i < 1000; ++i)
    EXPECT_EQ(find(std::to_string(i * 7)), static_cast<std::size_t>(i));
  EXPECT_EQ(find("1"), hash_index::none);
  EXPECT_EQ(find("longer"), hash_index::none);
}

TEST_F(hash_index_of_words, the_first_of_equal_ones_is_found) {
  for (const char* word : {"b", "a", "c", "a"}) add(word);
  EXPECT_EQ(find("a"), 1u);
  for (int i = 0; i < 100; ++i) add("a");  // more than are searched
  EXPECT_EQ(find("a"), 1u);
}

TEST_F(hash_index_of_words, what_was_there_before_it_was_cleared_is_gone) {
  for (int i = 0; i < 200; ++i) add(std::to_string(i));
  index_.clear();
  words_.clear();
  EXPECT_EQ(find("5"), hash_index::none);
  add("5");
  add("6");
  EXPECT_EQ(find("5"), 0u);
  EXPECT_EQ(find("6"), 1u);
  EXPECT_EQ(find("7"), hash_index::none);
}

TEST_F(hash_index_of_words, entries_that_are_in_are_not_taken_in_again) {
  const std::size_t count = hash_index::max_searched_entries + 2;
  for (std::size_t i = 0; i < count; ++i) add("a");
  int asked = 0;
  const auto hash = [&](std::size_t) {
    ++asked;
    return std::size_t{0};
  };
  index_.extend(count, hash);
  EXPECT_EQ(asked, 0);
  index_.extend(count + 1, hash);
  EXPECT_EQ(asked, 1);
}

}  // namespace
}  // namespace gpu
