// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/staging.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/cuda/memory_block.hpp>

#include "cuda/copy.hpp"
#include "support/device.hpp"

namespace gpu::test {
namespace {

class staged_reader_test : public on_device {
 protected:
  /// Bytes 0, 1, ... 250, 0, ... on the device.
  static ref_ptr<memory_block> counted(std::size_t bytes, stream_ref stream) {
    std::vector<unsigned char> values(bytes);
    for (std::size_t i = 0; i < bytes; ++i) values[i] = static_cast<unsigned char>(i % 251);
    const auto block = memory_block::allocate(GetParam(), bytes);
    order_before_write(*block, stream);
    copy_bytes(block->data(), GetParam(), values.data(), cpu(), bytes, stream);
    return block;
  }
};

TEST_P(staged_reader_test, hands_out_all_bytes_in_order_and_in_pieces) {
  const stream own(GetParam());
  for (const stream_ref stream : {current_stream(), stream_ref(own)})
    for (const std::size_t bytes :
         {0, 1, 65536, 65537, 4 << 20, (4 << 20) + 1, (8 << 20) - 1, 33 << 20}) {
      const auto block = counted(bytes, stream);
      detail::staged_reader reader(block->data(), bytes, stream);
      std::size_t done = 0;
      bool is_right = true;
      for (auto piece = reader.next(); !piece.empty(); piece = reader.next()) {
        EXPECT_LE(piece.size(), std::size_t{4} << 20);
        for (const std::byte value : piece)
          is_right = is_right && value == static_cast<std::byte>(done++ % 251);
      }
      EXPECT_EQ(done, bytes);
      EXPECT_TRUE(is_right) << bytes;
      EXPECT_TRUE(reader.next().empty());
    }
}

TEST_P(staged_reader_test, may_end_before_its_bytes_do) {
  const stream_ref stream = current_stream();
  const auto block = counted(20 << 20, stream);
  for (int i = 0; i < 100; ++i) {
    detail::staged_reader reader(block->data(), 20 << 20, stream);
    ASSERT_EQ(reader.next().back(), static_cast<std::byte>(((4 << 20) - 1) % 251));
  }
}

INSTANTIATE_TEST_SUITE_P(each, staged_reader_test, testing::Values(gpu::gpu(0)), device_name);

}  // namespace
}  // namespace gpu::test
