// SPDX-License-Identifier: BSD-3-Clause
// What libraries compute, by several threads and streams at once, and of arrays of two devices.
#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/cuda/stream.hpp>
#include <gpu/gpu.hpp>

#include "support/device.hpp"

namespace gpu::test {
namespace {

using array = ndarray<double>;

/// Works of each library, whose inputs follow from a number.
const std::vector<std::pair<std::string, std::function<array(double)>>>& works() {
  const auto matrix = [](double seed) {
    const array x = sin(arange<double>(30.0 * 30.0) * 12.9898 + seed);
    return array(reshape(x, {30, 30}) + 10.0 * eye<double>(30));
  };
  static const std::vector<std::pair<std::string, std::function<array(double)>>> all = {
      {"matmul", [=](double seed) { return array(matmul(matrix(seed), matrix(seed + 1))); }},
      {"einsum",
       [=](double seed) { return array(einsum("ij,kj->ik", matrix(seed), matrix(seed + 1))); }},
      {"dot", [=](double seed) { return array(dot(view(matrix(seed), 0), view(matrix(1), 2))); }},
      {"solve", [=](double seed) { return linalg::solve(matrix(seed), matrix(2)); }},
      {"inv", [=](double seed) { return linalg::inv(matrix(seed)); }},
      {"svdvals", [=](double seed) { return linalg::svdvals(matrix(seed)); }},
      {"eigvalsh",
       [=](double seed) {
         return linalg::eigvalsh(array(matrix(seed) + matrix_transpose(matrix(seed))));
       }},
      {"qr", [=](double seed) { return array(abs(linalg::qr(matrix(seed)).R)); }},
      {"fft", [=](double seed) { return array(abs(fft::fft2(matrix(seed)))); }},
      {"rfft", [=](double seed) { return array(fft::irfft(fft::rfft(matrix(seed)))); }},
      {"sort", [=](double seed) { return array(sort(ravel(matrix(seed)))); }},
      {"normal", [](double seed) {
         return array(
             random::default_rng(static_cast<std::uint64_t>(seed)).standard_normal<double>({900}));
       }}};
  return all;
}

class libraries_in_threads : public on_device {
 protected:
  static constexpr int rounds = 8;

  /// Computes every work again and again; true if each is what it was.
  static bool compute(int first, const std::vector<array>& wanted) {
    const int count = static_cast<int>(wanted.size());
    for (int i = first; i < first + rounds * count; ++i) {
      const auto& [name, work] = works()[static_cast<std::size_t>(i % count)];
      if (!allclose(work(3), wanted[static_cast<std::size_t>(i % count)], 1e-9, 1e-9)) {
        ADD_FAILURE() << name << " in thread " << first;
        return false;
      }
    }
    return true;
  }
  static std::vector<array> computed() {
    std::vector<array> all;
    for (const auto& [name, work] : works()) all.push_back(work(3));
    GetParam().synchronize();
    return all;
  }
};

TEST_P(libraries_in_threads, of_one_stream_each_compute_what_one_computes) {
  const std::vector<array> wanted = computed();
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      GetParam().use();
      const stream own(GetParam());
      const stream_guard guard(own);
      if (compute(t, wanted)) ++right;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 4);
}

/// An operand is what another stream has not finished yet.
TEST_P(libraries_in_threads, of_two_streams_wait_for_each_other) {
  const stream first(GetParam());
  const stream second(GetParam());
  const array a = reshape(arange<double>(256.0 * 256.0) * 1e-3, {256, 256});
  array wanted = a;
  for (int i = 0; i < 6; ++i)
    wanted = matmul(wanted, a) / max(abs(wanted)) + fft::irfft(fft::rfft(a));
  GetParam().synchronize();
  array found = a;
  for (int i = 0; i < 6; ++i) {
    array product;
    {
      const stream_guard guard(first);
      product = matmul(found, a) / max(abs(found));
    }
    const stream_guard guard(second);
    found = product + fft::irfft(fft::rfft(a));
  }
  EXPECT_TRUE(allclose(found, wanted, 1e-9, 1e-9));
}

TEST_P(libraries_in_threads, refuse_operands_of_two_devices) {
  const device other = GetParam().is_cpu() ? gpu(0) : cpu();
  if (other.is_gpu() && num_gpus() == 0) GTEST_SKIP() << "this machine has no GPU";
  const array here = ones<double>({4, 4});
  const array there = ones<double>({4, 4}, other);
  EXPECT_THROW((void)array(matmul(here, there)), device_mismatch);
  EXPECT_THROW((void)array(dot(there, here)), device_mismatch);
  EXPECT_THROW((void)array(einsum("ij,jk->ik", here, there)), device_mismatch);
  EXPECT_THROW((void)array(tensordot(here, there, 1)), device_mismatch);
  EXPECT_THROW((void)array(kron(here, there)), device_mismatch);
  EXPECT_THROW((void)linalg::solve(here, there), device_mismatch);
  EXPECT_THROW((void)linalg::lstsq(here, there), device_mismatch);
}

INSTANTIATE_TEST_SUITE_P(, libraries_in_threads, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
