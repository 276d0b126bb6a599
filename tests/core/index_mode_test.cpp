// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/index_mode.hpp>

#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/error.hpp>

#include "support/values.hpp"

namespace {

using gpu::index_mode;
using gpu::index_mode_option;
using gpu::index_modes;
using gpu::test::message_of;

static_assert(!std::is_convertible_v<int, index_mode_option>);
static_assert(!std::is_convertible_v<std::nullptr_t, index_mode_option>);

TEST(index_mode, has_the_names_of_numpy) {
  EXPECT_EQ(index_mode_option("raise"), index_mode::raise);
  EXPECT_EQ(index_mode_option(std::string("wrap")), index_mode::wrap);
  EXPECT_EQ(index_mode_option("clip"), index_mode::clip);
  EXPECT_EQ(index_mode_option(index_mode::clip), index_mode::clip);
  for (const char* const name : {"", "Wrap", "wraps"})
    EXPECT_EQ(
        message_of<gpu::value_error>([&] { (void)index_mode_option(name); }),
        "clipmode must be one of 'clip', 'raise', or 'wrap' (got '" + std::string(name) + "')");
}

TEST(index_mode, is_one_for_all_axes_or_one_for_each) {
  using list = std::vector<index_mode>;
  EXPECT_EQ(index_modes("wrap").of(2), list(2, index_mode::wrap));
  EXPECT_EQ(index_modes(index_mode::clip).of(0), list());
  EXPECT_EQ((index_modes{"wrap", index_mode::raise}.of(2)),
            (list{index_mode::wrap, index_mode::raise}));
  EXPECT_EQ(index_modes(list{index_mode::clip}).of(1), list{index_mode::clip});
  EXPECT_EQ(message_of<gpu::value_error>([] { (void)index_modes{"wrap"}.of(2); }),
            "list of clipmodes has wrong length (1 instead of 2)");
}

}  // namespace
