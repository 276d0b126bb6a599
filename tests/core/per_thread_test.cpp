// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "core/per_thread.hpp"

namespace gpu::detail {
namespace {

std::atomic<int> living{0};

struct counted {
  counted() { ++living; }
  ~counted() { --living; }
  counted(const counted&) = delete;
  counted& operator=(const counted&) = delete;

  int value = 0;
};

using own = per_thread<counted>;

TEST(per_thread, gives_each_thread_an_object_of_its_own) {
  EXPECT_EQ(own::find(), nullptr);
  own::get().value = 1;
  std::thread([] {
    EXPECT_EQ(own::find(), nullptr);
    EXPECT_EQ(own::get().value, 0);
    own::get().value = 2;
    EXPECT_EQ(own::find(), &own::get());
    EXPECT_EQ(living, 2);
  }).join();
  EXPECT_EQ(own::get().value, 1);
  EXPECT_EQ(living, 1);
}

int seen_at_the_end = 0;

struct late_user {
  ~late_user() { seen_at_the_end = own::get().value; }
};

TEST(per_thread, outlives_objects_of_the_thread_that_were_made_before) {
  const int before = living;
  std::thread([] {
    static thread_local late_user user;
    static_cast<void>(user);
    own::get().value = 3;
  }).join();
  EXPECT_EQ(seen_at_the_end, 3);
  EXPECT_EQ(living, before);
}

/// Asks for another object, which the thread has not had yet, when it ends.
struct asks_for_more {
  ~asks_for_more() { own::get().value = 4; }
};

TEST(per_thread, deletes_what_is_made_while_others_end) {
  const int before = living;
  std::thread([] { static_cast<void>(per_thread<asks_for_more>::get()); }).join();
  EXPECT_EQ(living, before);
}

}  // namespace
}  // namespace gpu::detail
