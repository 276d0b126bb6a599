// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/cuda/device.hpp>

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>
#include <thread>

#include <gpu/core/text_of.hpp>
#include <gpu/cuda/device_properties.hpp>
#include <gpu/cuda/stream.hpp>

#include "support/device.hpp"

namespace gpu::test {
namespace {

/// A device number that no machine has.
constexpr int missing = 63;

TEST(device, is_a_value_that_says_what_it_is) {
  static_assert(gpu::cpu() == device());
  static_assert(gpu::gpu() == gpu::gpu(0));
  static_assert(gpu::gpu(1) != gpu::gpu(0) && gpu::gpu(0) != cpu());
  EXPECT_TRUE(cpu().is_cpu());
  EXPECT_FALSE(cpu().is_gpu());
  EXPECT_EQ(gpu::gpu(3).index(), 3);
  EXPECT_EQ(cpu().index(), 0);
}

TEST(device, prints_its_kind_and_number) {
  EXPECT_EQ(text_of(cpu(), ' ', gpu::gpu(0), ' ', gpu::gpu(1)), "cpu(0) gpu(0) gpu(1)");
}

TEST(device, of_a_negative_number_is_the_cpu_or_an_error) {
  EXPECT_EQ(get_device(-1), cpu());
  EXPECT_EQ(get_device(2), gpu::gpu(2));
  EXPECT_THROW((void)gpu::gpu(-1), value_error);
}

TEST(device, that_is_tried_and_missing_is_the_cpu) {
  EXPECT_EQ(try_gpu(missing), cpu());
  EXPECT_EQ(try_gpu(-1), cpu());
  EXPECT_EQ(try_all_gpus().size(), static_cast<std::size_t>(num_gpus()));
  EXPECT_EQ(try_gpu(), num_gpus() > 0 ? gpu::gpu(0) : cpu());
}

TEST(device, current_at_first_is_the_first_gpu_or_the_cpu) {
  std::thread([] { EXPECT_EQ(current_device(), try_gpu()); }).join();
}

TEST(device, current_is_each_threads_own) {
  const device_guard scope{cpu()};
  std::thread([] {
    if (num_gpus() > 0) gpu::gpu(0).use();
    EXPECT_EQ(current_device(), try_gpu());
  }).join();
  EXPECT_EQ(current_device(), cpu());
}

TEST(device, that_is_missing_throws_when_used_and_says_how_many_there_are) {
  const device before = current_device();
  try {
    gpu::gpu(missing).use();
    FAIL() << "gpu(63) was used";
  } catch (const library_not_found& e) {
    EXPECT_EQ(num_gpus(), 0);
    const std::string text = e.what();
    EXPECT_EQ(text.find("gpu(63) cannot be used: "), 0U) << text;
    EXPECT_TRUE(text.find("libcuda.so.1") != text.npos || text.find("driver") != text.npos ||
                text.find("built without CUDA") != text.npos)
        << text;
  } catch (const cuda_error& e) {
    EXPECT_GT(num_gpus(), 0);
    EXPECT_NE(std::string(e.what()).find(text_of("this machine has ", num_gpus())),
              std::string::npos)
        << e.what();
  }
  EXPECT_EQ(current_device(), before);
}

TEST(device_guard, nests_and_restores) {
  const device before = current_device();
  {
    const device_guard outer{cpu()};
    {
      const device_guard inner{try_gpu()};
      EXPECT_EQ(current_device(), try_gpu());
    }
    EXPECT_EQ(current_device(), cpu());
  }
  EXPECT_EQ(current_device(), before);
}

TEST(device_guard, restores_when_an_exception_passes) {
  const device before = current_device();
  EXPECT_THROW(
      {
        const device_guard scope{cpu()};
        throw std::runtime_error("passes");
      },
      std::runtime_error);
  EXPECT_EQ(current_device(), before);
  EXPECT_ANY_THROW(device_guard{gpu::gpu(missing)});
  EXPECT_EQ(current_device(), before);
}

TEST(device_guard, of_no_device_does_nothing) {
  const device_guard outer{cpu()};
  const device_guard nothing{no_device{}};
  const device_guard none{std::optional<device>{}};
  EXPECT_EQ(current_device(), cpu());
}

TEST(device_guard, takes_an_optional_device) {
  const device_guard outer{try_gpu()};
  {
    const device_guard inner{std::optional<device>{cpu()}};
    EXPECT_EQ(current_device(), cpu());
  }
  EXPECT_EQ(current_device(), try_gpu());
}

TEST(device_mismatch, names_both_devices) {
  const device_mismatch e{gpu::gpu(0), gpu::gpu(1)};
  EXPECT_STREQ(e.what(),
               "operands are on different devices: gpu(0) and gpu(1); copy one with to(device)");
  EXPECT_EQ(e.first(), gpu::gpu(0));
  EXPECT_EQ(e.second(), gpu::gpu(1));
}

class device_properties_test : public on_device {};

TEST_P(device_properties_test, are_those_of_a_real_device) {
  const device_properties& p = properties(GetParam());
  EXPECT_FALSE(p.name.empty());
  EXPECT_GT(p.threads, 0);
  EXPECT_GT(p.total_bytes, std::size_t{1} << 28);
  EXPECT_EQ(&p, &properties(GetParam()));
  const memory_figures m = memory_info(GetParam());
  EXPECT_GT(m.free_bytes, 0U);
  EXPECT_LE(m.free_bytes, m.total_bytes);
  if (GetParam().is_cpu()) return;
  EXPECT_GE(p.major, 5);
  EXPECT_GT(p.multiprocessors, 0);
  EXPECT_GE(p.threads_per_block, 1024);
  EXPECT_GE(p.shared_bytes_per_block, std::size_t{48} << 10);
  EXPECT_GT(p.l2_bytes, 0U);
  EXPECT_FALSE(p.pci_bus_id.empty());
}

INSTANTIATE_TEST_SUITE_P(each, device_properties_test, testing::ValuesIn(cpu_and_gpu()),
                         device_name);

}  // namespace
}  // namespace gpu::test
