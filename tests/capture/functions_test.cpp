// SPDX-License-Identifier: BSD-3-Clause
// Functions that are more than one expression, recorded and launched again.
#include <gpu/array/sorting/sets.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/linalg/decompositions.hpp>
#include <gpu/linalg/matmul.hpp>
#include <gpu/random/default_generator.hpp>

#include "capture/replay.hpp"
#include "linalg/product_cost.hpp"

namespace {

using gpu::ndarray;
using gpu::test::expect_replay;
using gpu::test::message_of;
using gpu::test::numbers;
using gpu::test::recording;
using gpu::test::values;

class recorded_function : public gpu::test::on_device {};

TEST_P(recorded_function, takes_elements) {
  ndarray<float> x = numbers({1000, 30});
  const ndarray<std::int64_t> rows = gpu::astype<std::int64_t>(gpu::arange<int>(500) * 7 % 1000);
  expect_replay(x, [&](const auto& a) { return gpu::take(a, rows, 0) * 2; });
  expect_replay(x, [&](const auto& a) { return gpu::take(a, {3, -1, 5}); });
}

TEST_P(recorded_function, reports_indices_out_of_bounds_after_the_launch) {
  const gpu::stream s(GetParam());
  const ndarray<float> x = numbers({100});
  ndarray<std::int64_t> index = gpu::astype<std::int64_t>(gpu::arange<int>(6));
  ndarray<float> y;
  const recording graph(s, [&] { y = gpu::take(x, index); });
  index = index + 95;
  gpu::synchronize(GetParam());
  graph.launch(s);
  EXPECT_EQ(message_of<gpu::index_error>([&] { s.synchronize(); }),
            "index 100 is out of bounds for axis 0 with size 100");
  index = index - 95;
  gpu::synchronize(GetParam());
  graph.launch(s);
  s.synchronize();
  EXPECT_EQ(values(y), values(gpu::take(x, index)));
}

TEST_P(recorded_function, updates_at_indices) {
  ndarray<float> x = numbers({1000});
  const ndarray<int> index = gpu::arange<int>(1000) * 17 % 50;
  expect_replay(x, [&](const auto& a) {
    ndarray<float> sums = gpu::zeros<float>({50});
    gpu::add.at(sums, index, a);
    return sums;
  });
}

TEST_P(recorded_function, updates_nothing_if_an_index_is_out_of_bounds) {
  const gpu::stream s(GetParam());
  ndarray<int> index = gpu::arange<int>(4);
  ndarray<float> x = gpu::zeros<float>({4});
  const recording graph(s, [&] { gpu::add.at(x, index, 1.0f); });
  index = index + 1;
  gpu::synchronize(GetParam());
  graph.launch(s);
  EXPECT_EQ(message_of<gpu::index_error>([&] { s.synchronize(); }),
            "index 4 is out of bounds for axis 0 with size 4");
  EXPECT_EQ(values(x), (std::vector<float>{0, 0, 0, 0}));
  index = index - 1;
  gpu::synchronize(GetParam());
  graph.launch(s);
  s.synchronize();
  EXPECT_EQ(values(x), (std::vector<float>{1, 1, 1, 1}));
}

TEST_P(recorded_function, sorts_along_axes) {
  ndarray<float> rows = numbers({300, 200});
  expect_replay(rows, [](const auto& a) { return ndarray<float>(gpu::sort(a, 0) * 2); });
  expect_replay(rows, [](const auto& a) { return ndarray<float>(gpu::sort(a, 1, true, true)); });
  expect_replay(rows, [](const auto& a) { return ndarray<std::int64_t>(gpu::argsort(a)); });
  expect_replay(rows, [](const auto& a) { return ndarray<float>(gpu::topk(a, 7).values); });
  ndarray<float> x = numbers({100'000});
  expect_replay(x, [](const auto& a) { return ndarray<std::int64_t>(gpu::argsort(a, 0, true)); });
  expect_replay(x, [](const auto& a) { return ndarray<float>(gpu::topk(a, 100).values); });
  expect_replay(x, [](const auto& a) { return ndarray<float>(gpu::nanmedian(a)); });
  expect_replay(x, [](const auto& a) { return ndarray<bool>(gpu::isin(gpu::floor(a * 9), a)); });
}

TEST_P(recorded_function, counts_elements) {
  ndarray<float> x = numbers({200'000});
  expect_replay(x, [](const auto& a) {
    const auto [counts, edges] = gpu::histogram(a, 64, {0, 1});
    return ndarray<std::int64_t>(counts);
  });
}

TEST_P(recorded_function, adds_weights_in_bins) {
  const auto add = [](const auto& a) {
    return ndarray<float>(gpu::histogram(a, 64, {0, 1}, gpu::weights(gpu::floor(a * 16))));
  };
  ndarray<float> few = numbers({20'000});
  expect_replay(few, add);
  ndarray<float> many = numbers({300'000});
  expect_replay(many, add);
}

TEST_P(recorded_function, sorts) {
  ndarray<float> few = numbers({3, 200'000});
  expect_replay(few, [](const auto& a) { return ndarray<float>(gpu::median(a, 1)); });
  ndarray<float> many = numbers({3000, 57});
  expect_replay(many, [](const auto& a) { return ndarray<float>(gpu::quantile(a, 0.3, 1)); });
}

TEST_P(recorded_function, runs_kernels_of_users) {
  const gpu::elementwise_kernel<float(float, float)> fused("T x, T y", "T z", "z = x * y + 1",
                                                           "scaled");
  const gpu::elementwise_kernel reversed("raw T x, T y", "T z", "z = x[n - 1 - i] + y", "reversed",
                                         {.loop_prep = "const auto n = _ind.size();"});
  const gpu::reduction_kernel<float(float)> squares("T x", "T y", "x * x", "a + b", "y = a", "0",
                                                    "squares");
  ndarray<float> x = numbers({10'000});
  expect_replay(x, [&](const auto& a) { return fused(a, a * 2); });
  expect_replay(x, [&](const auto& a) { return ndarray<float>(reversed(a, a)); });
  expect_replay(x, [&](const auto& a) { return squares(a); });
}

TEST_P(recorded_function, multiplies_matrices) {
  ndarray<float> x = numbers({300, 200});
  expect_replay(x, [](const auto& a) { return gpu::matmul(a, gpu::transpose(a)); });
  expect_replay(x, [](const auto& a) { return gpu::matmul(a, gpu::view(a, 7)); });
  expect_replay(x, [](const auto& a) {
    const auto whole = gpu::astype<int>(a * 100);
    return gpu::matmul(gpu::transpose(whole), whole);
  });
}

TEST_P(recorded_function, multiplies_matrices_and_computes_of_the_products) {
  ndarray<float> x = numbers({1024, 256});
  const ndarray<float> w = numbers({256, 1024});
  const ndarray<float> b = numbers({1024});
  expect_replay(x, [&](const auto& a) { return gpu::matmul(a, w) + b; });
  expect_replay(x, [&](const auto& a) { return gpu::matmul(a, w) * 0.5f; });
  expect_replay(x, [&](const auto& a) { return gpu::maximum(gpu::matmul(a, w) + b, 0.5f); });
  expect_replay(x, [&](const auto& a) { return gpu::maximum(gpu::matmul(a, w) + b, 0); });
}

TEST_P(recorded_function, multiplies_matrices_of_few_columns) {
  const gpu::linalg::detail::product_size size{5003, 3, 17, 1};
  ASSERT_TRUE(gpu::linalg::detail::are_rows_cheapest(size, gpu::dtype::float32));
  ASSERT_TRUE(gpu::linalg::detail::are_rows_cheapest(size, gpu::dtype::int32));
  ndarray<float> tall = numbers({5003, 17});
  const ndarray<float> thin = numbers({17, 3});
  expect_replay(tall, [&](const auto& a) { return gpu::matmul(a, thin); });
  expect_replay(tall, [&](const auto& a) { return gpu::matmul(a * 2, thin) + 1; });
  expect_replay(tall, [&](const auto& a) {
    return gpu::matmul(gpu::astype<int>(a * 100), gpu::astype<int>(thin * 100));
  });
  ndarray<float> small = numbers({3000, 2, 2});
  expect_replay(small, [](const auto& a) { return gpu::matmul(a, a); });
}

TEST_P(recorded_function, decomposes_many_small_matrices) {
  ndarray<float> x = numbers({200, 12, 8});
  expect_replay(x, [](const auto& a) { return gpu::linalg::qr(a, gpu::linalg::qrmode::r).R; });
  expect_replay(x, [](const auto& a) {
    const auto [q, r] = gpu::linalg::qr(a);
    return ndarray<float>(gpu::sum(q, 0) + gpu::sum(r));
  });
}

TEST_P(recorded_function, draws_random_numbers) {
  ndarray<float> x = numbers({20'001});
  const gpu::shape size{20'001};
  expect_replay(x, [&](const auto& a) {
    return a + gpu::random::default_rng(3).uniform<float>(-1, 1, size);
  });
  expect_replay(x, [&](const auto& a) {
    auto rng = gpu::random::default_rng(4);
    const auto first = rng.normal<float>(0, 2, size);
    return gpu::exp(a * first) + rng.random<float>(size) * first;
  });
  expect_replay(x, [&](const auto& a) {
    const ndarray<double> noise = gpu::random::default_rng(5).normal(1, 3, size);
    return gpu::sum(noise * a) + gpu::max(noise);
  });
  // Of 10 some are drawn again, which is not known before the capture has ended.
  expect_replay(x, [&](const auto& a) {
    auto rng = gpu::random::default_rng(7);
    const auto of_64 = rng.integers<std::uint8_t>(0, 64, size);
    const auto of_10 = rng.integers<int>(0, 10, size);
    return a * of_64 + of_10;
  });
}

TEST_P(recorded_function, draws_the_same_random_numbers_at_each_launch) {
  const gpu::stream s(GetParam());
  const gpu::shape size{1000};
  auto rng = gpu::random::default_rng(6);
  auto same = gpu::random::default_rng(6);
  ndarray<float> x;
  ndarray<double> y;
  const recording graph(s, [&] {
    x = rng.uniform<float>(0, 1, size);
    y = rng.normal(0, 1, size);
  });
  const ndarray<float> expected_x = same.uniform<float>(0, 1, size);
  const ndarray<double> expected_y = same.normal(0, 1, size);
  for (int launch = 1; launch <= 3; ++launch) {
    graph.launch(s);
    s.synchronize();
    EXPECT_EQ(values(x), values(expected_x)) << "launch " << launch;
    EXPECT_EQ(values(y), values(expected_y)) << "launch " << launch;
  }
  // The generator stands where the other one does.
  EXPECT_EQ(values(rng.uniform<float>(0, 1, size)), values(same.uniform<float>(0, 1, size)));
}

TEST_P(recorded_function, makes_arrays) {
  ndarray<float> x = numbers({1000});
  std::vector<float> weights(1000, 3);
  expect_replay(x, [&](const auto& a) {
    const ndarray<float> uploaded = gpu::from_host(weights.data(), {1000});
    const ndarray<float> made = gpu::full<float>({1000}, 2) + gpu::linspace<float>(0, 1, 1000);
    return ndarray<float>(a * uploaded + made);
  });
}

TEST_P(recorded_function, copies_bytes_of_the_host_as_they_were) {
  const gpu::stream s(GetParam());
  std::vector<float> source(50'000, 3);
  ndarray<float> y = gpu::zeros<float>({50'000});
  ndarray<float> z;
  const recording graph(s, [&] {
    z = gpu::from_host(source.data(), {50'000});
    z += 1;
    y += z;
    y(7) = 100;
  });
  std::fill(source.begin(), source.end(), -1.0f);
  const ndarray<float> others = gpu::from_host(source.data(), {50'000});
  gpu::test::trample();
  for (int launch = 1; launch <= 3; ++launch) {
    graph.launch(s);
    s.synchronize();
    EXPECT_EQ(z(0), 4);
    EXPECT_EQ(y(0), 4.0f * static_cast<float>(launch));
    EXPECT_EQ(y(7), 100);
  }
}

TEST_P(recorded_function, updates_arrays_in_place) {
  const gpu::stream s(GetParam());
  ndarray<double> x = gpu::zeros<double>({5000});
  const recording graph(s, [&] {
    x += 1;
    gpu::view(x, gpu::range(0, 2500)) *= 2;
    x = x + gpu::flip(x);
  });
  ndarray<double> expected = gpu::zeros<double>({5000});
  for (int launch = 0; launch < 4; ++launch) {
    expected += 1;
    gpu::view(expected, gpu::range(0, 2500)) *= 2;
    expected = expected + gpu::flip(expected);
    graph.launch(s);
  }
  s.synchronize();
  EXPECT_EQ(values(x), values(expected));
}

INSTANTIATE_TEST_SUITE_P(each, recorded_function, testing::Values(gpu::gpu(0)),
                         gpu::test::device_name);

}  // namespace
