// SPDX-License-Identifier: BSD-3-Clause
#include "array/indexing/host_selection.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <vector>

namespace gpu::detail {
namespace {

constexpr std::size_t counts[] = {0, 1, 2, 31, 257, 1024, 100'003};

/// Flags of bool, which std::vector<bool> does not hold one by one.
struct random_flags {
  explicit random_flags(std::size_t count) : set(count) {
    std::mt19937 random(static_cast<unsigned>(count) + 1);
    for (std::uint8_t& flag : set) flag = random() % 3 == 0;
  }
  [[nodiscard]] const bool* data() const { return reinterpret_cast<const bool*>(set.data()); }

  std::vector<std::uint8_t> set;
};

template <class Item>
class host_selection : public testing::Test {};

using item_types = testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t,
                                  std::array<std::uint64_t, 2>>;
TYPED_TEST_SUITE(host_selection, item_types);

TYPED_TEST(host_selection, flagged_elements_are_kept_in_order) {
  for (const std::size_t count : counts) {
    const random_flags flags(count);
    std::vector<TypeParam> items(count);
    std::vector<TypeParam> wanted;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t b = 0; b < sizeof(TypeParam); ++b)
        reinterpret_cast<unsigned char*>(&items[i])[b] = static_cast<unsigned char>(i * 7 + b);
      if (flags.set[i] != 0) wanted.push_back(items[i]);
    }
    std::vector<TypeParam> found(count);
    const std::ptrdiff_t selected =
        select_on_host(items.data(), found.data(), sizeof(TypeParam), flags.data(),
                       static_cast<std::ptrdiff_t>(count));
    found.resize(static_cast<std::size_t>(selected));
    EXPECT_TRUE(found == wanted) << count;
  }
}

TEST(host_selection_of_positions, are_those_of_flags) {
  for (const std::size_t count : counts) {
    const random_flags flags(count);
    std::vector<std::int64_t> wanted;
    for (std::size_t i = 0; i < count; ++i)
      if (flags.set[i] != 0) wanted.push_back(static_cast<std::int64_t>(i));
    std::vector<std::int64_t> found(count);
    const std::ptrdiff_t selected =
        select_positions_on_host(found.data(), flags.data(), static_cast<std::ptrdiff_t>(count));
    found.resize(static_cast<std::size_t>(selected));
    EXPECT_EQ(found, wanted);
  }
}

}  // namespace
}  // namespace gpu::detail
