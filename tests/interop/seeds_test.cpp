// SPDX-License-Identifier: BSD-3-Clause
// Programs that users bring from books on deep learning, step by step in our spelling.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include <gpu/gpu.hpp>

#include "support/device.hpp"

namespace {

class seeds : public gpu::test::on_device {};

using array = gpu::ndarray<float>;
using labels = gpu::ndarray<std::int64_t>;

std::string digits() {
  return std::string(GPU_TESTS_FOLDER) + "/../examples/data/digits.npy";
}

TEST_P(seeds, devices_are_printed) {
  using namespace gpu;
  std::ostringstream out;
  out << cpu() << gpu::gpu() << gpu::gpu(1);
  EXPECT_EQ(out.str(), "cpu(0)gpu(0)gpu(1)");
}

TEST_P(seeds, devices_that_may_be_missing) {
  EXPECT_EQ(gpu::try_gpu(1000), gpu::cpu());
  EXPECT_EQ(gpu::try_gpu(), gpu::num_gpus() > 0 ? gpu::gpu(0) : gpu::cpu());
  EXPECT_EQ(gpu::try_gpu(gpu::num_gpus()), gpu::cpu());
}

TEST_P(seeds, an_array_on_a_device) {
  const auto x = gpu::array<float>({1, 2, 3}, gpu::cpu());
  EXPECT_EQ(x.device(), gpu::cpu());
  const array y = gpu::ones<float>({2, 3}, GetParam());
  std::ostringstream out;
  out << y << ' ' << y.device();
  const std::string device = GetParam().is_cpu() ? "cpu(0)" : "gpu(0)";
  EXPECT_EQ(out.str(), "array([[1., 1., 1.],\n       [1., 1., 1.]], dtype=float32, device=" +
                           device + ") " + device);
  const array z = gpu::random::uniform<float>({2, 3}, GetParam());
  EXPECT_EQ(z.device(), GetParam());
  EXPECT_TRUE(gpu::all(z >= 0).item() && gpu::all(z < 1).item());
}

TEST_P(seeds, copies_and_moves) {
  const auto x = gpu::array<float>({1, 2, 3}, gpu::cpu());
  const array y = x.copy_to(GetParam());
  EXPECT_FALSE(gpu::shares_memory(y, y.copy_to(GetParam())));
  EXPECT_TRUE(gpu::shares_memory(y, y.to(GetParam())));
  const array z = gpu::exp(y + 2) * y;
  EXPECT_EQ(z.device(), GetParam());
  EXPECT_NEAR(z(2), 445.2395, 1e-3);
}

TEST_P(seeds, operands_on_two_devices) {
  const auto x = gpu::array<float>({1, 2, 3}, gpu::cpu());
  const array y = x.to(GetParam());
  if (GetParam().is_gpu()) {
    EXPECT_THROW(static_cast<void>(x + y), gpu::device_mismatch);
  }
  const array sum = x.to(GetParam()) + y;
  EXPECT_EQ(sum.device(), GetParam());
  EXPECT_EQ(sum(2), 6);
}

/// Takes rows of `x` at a permutation, a batch at a time.
TEST_P(seeds, batches_in_the_order_of_a_permutation) {
  const array x = gpu::load_npy<float>(digits());
  const auto order = gpu::random::default_rng(0).permutation(x.shape(0));
  std::ptrdiff_t rows = 0;
  array sum = gpu::zeros<float>(64);
  for (std::ptrdiff_t i = 0; i < x.shape(0); i += 100) {
    const array batch = gpu::take(x, gpu::view(order, gpu::range(i, i + 100)), 0);
    rows += batch.shape(0);
    sum += gpu::sum(batch, 0);
  }
  EXPECT_EQ(rows, 1797);
  EXPECT_TRUE(gpu::allclose(sum, gpu::sum(x, 0)));
}

TEST_P(seeds, linear_regression_finds_its_weights) {
  auto rng = gpu::random::default_rng(1);
  const array truth = {2, -3.4};
  const array x = rng.normal<float>(0, 1, {1000, 2});
  const array y = gpu::matmul(x, truth) + 4.2 + rng.normal<float>(0, 0.01, {1000});
  array w = rng.normal<float>(0, 0.01, {2});
  array b = gpu::zeros<float>(1);
  for (int epoch = 0; epoch < 3; ++epoch) {
    const auto order = rng.permutation(1000);
    for (std::ptrdiff_t i = 0; i < 1000; i += 10) {
      const auto rows = gpu::view(order, gpu::range(i, i + 10));
      const array batch = gpu::view(x, rows);
      const array error = gpu::matmul(batch, w) + b - gpu::view(y, rows);
      w -= 0.03 / 10 * gpu::matmul(gpu::transpose(batch), error);
      b -= 0.03 / 10 * gpu::sum(error);
    }
  }
  EXPECT_TRUE(gpu::allclose(w, truth, 0, 0.01));
  EXPECT_NEAR(b.item(), 4.2, 0.01);
}

/// A dense layer with its gradients.
struct linear {
  array weight;
  array bias;
  array weight_gradient;
  array bias_gradient;

  linear(std::ptrdiff_t in, std::ptrdiff_t out, gpu::random::generator& rng, gpu::device where)
      : weight(rng.normal<float>(0, 1, {out, in}, where) / std::sqrt(static_cast<float>(in))),
        bias(gpu::zeros<float>(out, where)) {
    zero_gradients();
  }
  void zero_gradients() {
    weight_gradient = gpu::zeros_like(weight);
    bias_gradient = gpu::zeros_like(bias);
  }
  [[nodiscard]] array forward(const array& x) const {
    return gpu::matmul(x, gpu::transpose(weight)) + bias;
  }
  /// Adds to the gradients, and returns the gradient of `x`.
  array backward(const array& x, const array& gradient) {
    weight_gradient += gpu::matmul(gpu::transpose(gradient), x);
    bias_gradient += gpu::sum(gradient, 0);
    return gpu::matmul(gradient, weight);
  }
  void update(float rate) {
    weight -= rate * weight_gradient;
    bias -= rate * bias_gradient;
  }
};

/// Three layers; the first is on a device, the others on another one.
struct network {
  linear first, second, third;
  gpu::device front, back;

  network(gpu::device at_front, gpu::device at_back, gpu::random::generator& rng)
      : first(64, 100, rng, at_front),
        second(100, 100, rng, at_back),
        third(100, 10, rng, at_back),
        front(at_front),
        back(at_back) {}

  void zero_gradients() {
    for (linear* layer : {&first, &second, &third}) layer->zero_gradients();
  }
  void update(float rate) {
    for (linear* layer : {&first, &second, &third}) layer->update(rate);
  }
  /// Returns the mean loss of a batch, and adds to the gradients what belongs to it.
  float learn(const array& x, const labels& t) {
    const array h1 = gpu::maximum(0, first.forward(x.to(front)));
    const array h1_there = h1.to(back);
    const array h2 = gpu::maximum(0, second.forward(h1_there));
    const array scores = third.forward(h2);
    const auto shifted = scores - gpu::max(scores, 1, gpu::keepdims);
    const array log_p = shifted - gpu::log(gpu::sum(gpu::exp(shifted), 1, gpu::keepdims));
    const labels column = gpu::expand_dims(t.to(back), 1);
    const float loss = -gpu::mean(gpu::take_along_axis(log_p, column, 1)).item();

    const auto one_hot = gpu::equal(column, gpu::arange<std::int64_t>(0, 10, 1, back));
    const array gradient = (gpu::exp(log_p) - one_hot) / static_cast<float>(t.shape(0));
    const array of_h2 = third.backward(h2, gradient);
    const array of_h1 = second.backward(h1_there, gpu::where(h2 > 0, of_h2, 0));
    first.backward(x.to(front), gpu::where(h1 > 0, of_h1.to(front), 0));
    return loss;
  }
  [[nodiscard]] labels predict(const array& x) const {
    const array h1 = gpu::maximum(0, first.forward(x.to(front)));
    const array h2 = gpu::maximum(0, second.forward(h1.to(back)));
    return gpu::argmax(third.forward(h2), 1);
  }
};

struct data_set {
  array x;
  labels t;
};

/// The digits, and a class for each from its two brightest columns of pixels.
data_set classified_digits(gpu::device where) {
  const array x = gpu::load_npy<float>(digits(), where) / 16;
  const auto columns = gpu::sum(gpu::reshape(x, {1797, 8, 8}), 1);
  return {x, gpu::argmax(columns, 1)};
}

TEST_P(seeds, a_network_learns_digits_in_batches) {
  const data_set data = classified_digits(GetParam());
  auto rng = gpu::random::default_rng(3);
  network model(GetParam(), GetParam(), rng);
  std::vector<float> losses;
  for (int epoch = 0; epoch < 8; ++epoch) {
    const auto order = rng.permutation(1797);
    float loss = 0;
    for (std::ptrdiff_t i = 0; i < 1700; i += 100) {
      const auto rows = gpu::view(order, gpu::range(i, i + 100));
      model.zero_gradients();
      loss += model.learn(gpu::take(data.x, rows, 0), gpu::take(data.t, rows, 0)) / 17;
      model.update(0.1F);
    }
    losses.push_back(loss);
  }
  EXPECT_LT(losses.back(), losses.front() / 2);
  const double accuracy = gpu::mean(gpu::equal(model.predict(data.x), data.t)).item();
  EXPECT_GT(accuracy, 0.7) << losses.front() << " to " << losses.back();
}

/// One half of the layers on each of two devices: the same gradients.
TEST_P(seeds, layers_on_two_devices) {
  const data_set data = classified_digits(GetParam());
  auto rng = gpu::random::default_rng(4);
  auto same = gpu::random::default_rng(4);
  network one(GetParam(), GetParam(), rng);
  network two(GetParam(), gpu::cpu(), same);
  const array x = gpu::view(data.x, gpu::range(0, 50));
  const labels t = gpu::view(data.t, gpu::range(0, 50));
  EXPECT_NEAR(one.learn(x, t), two.learn(x, t), 1e-5);
  EXPECT_EQ(two.third.weight_gradient.device(), gpu::cpu());
  EXPECT_TRUE(gpu::allclose(one.first.weight_gradient, two.first.weight_gradient, 1e-3, 1e-6));
}

/// One half of the batch on each of two devices: the gradients add up to those of the whole.
TEST_P(seeds, data_on_two_devices) {
  const data_set data = classified_digits(GetParam());
  auto rng = gpu::random::default_rng(5);
  auto same = gpu::random::default_rng(5);
  auto again = gpu::random::default_rng(5);
  network whole(GetParam(), GetParam(), rng);
  network left(GetParam(), GetParam(), same);
  network right(gpu::cpu(), gpu::cpu(), again);
  const auto rows = [](const auto& a, std::ptrdiff_t from, std::ptrdiff_t to) {
    return gpu::eval(gpu::view(a, gpu::range(from, to)));
  };
  const float loss = whole.learn(rows(data.x, 0, 100), rows(data.t, 0, 100));
  const float halves = left.learn(rows(data.x, 0, 50), rows(data.t, 0, 50)) +
                       right.learn(rows(data.x, 50, 100), rows(data.t, 50, 100));
  EXPECT_NEAR(loss, halves / 2, 1e-5);
  left.first.weight_gradient += right.first.weight_gradient.to(GetParam());
  EXPECT_TRUE(
      gpu::allclose(left.first.weight_gradient / 2, whole.first.weight_gradient, 1e-3, 1e-6));
}

TEST_P(seeds, attention_looks_at_valid_keys_only) {
  auto rng = gpu::random::default_rng(6);
  const array queries = rng.normal<float>(0, 1, {2, 1, 20});
  const array keys = gpu::ones<float>({2, 10, 20});
  const array values = gpu::repeat(gpu::reshape(gpu::arange<float>(40), {1, 10, 4}), 2, 0);
  const gpu::ndarray<int> lengths = {2, 6};
  const auto scores = gpu::matmul(queries, gpu::swapaxes(keys, 1, 2)) / std::sqrt(20.F);
  const auto valid =
      gpu::arange<int>(10) < gpu::view(lengths, gpu::all(), gpu::newaxis(), gpu::newaxis());
  const auto masked = gpu::where(valid, scores, -1e6F);
  const auto e = gpu::exp(masked - gpu::max(masked, -1, gpu::keepdims));
  const array weights = e / gpu::sum(e, -1, gpu::keepdims);
  const array out = gpu::matmul(weights, values);
  // Means of the first two, and of the first six rows.
  EXPECT_TRUE(gpu::allclose(out, array{{{2, 3, 4, 5}}, {{10, 11, 12, 13}}}));
  EXPECT_TRUE(gpu::allclose(out, gpu::einsum("bqk,bkv->bqv", weights, values)));
}

TEST_P(seeds, convolution_pooling_and_an_embedding) {
  const array x = {{1, 1, 0, 0}, {1, 1, 0, 0}};
  const array kernel = {{1, -1}};
  array edges = gpu::zeros<float>({2, 3});
  for (std::ptrdiff_t j = 0; j < 2; ++j)
    edges += kernel(0, j) * gpu::view(x, gpu::all(), gpu::range(j, j + 3));
  EXPECT_EQ(edges, (array{{0, 1, 0}, {0, 1, 0}}));
  const array pooled = gpu::max(gpu::reshape(x, {1, 2, 2, 2}), {1, 3});
  EXPECT_EQ(pooled, (array{{1, 0}}));
  array gradient = gpu::zeros<float>({4, 2});
  const gpu::ndarray<int> tokens = {1, 3, 1};
  gpu::add.at(gradient, tokens, gpu::ones<float>({3, 2}));
  EXPECT_EQ(gradient, (array{{0, 0}, {2, 2}, {0, 0}, {1, 1}}));
}

/// Norms fetched one by one, and all at once.
TEST_P(seeds, norms_of_products_are_kept_on_the_device) {
  auto rng = gpu::random::default_rng(7);
  std::vector<double> one_by_one;
  array kept = gpu::zeros<float>(10);
  for (std::ptrdiff_t i = 0; i < 10; ++i) {
    const array a = rng.normal<float>(0, 1, {100, 100});
    const auto norm = gpu::linalg::norm(gpu::dot(a, a));
    one_by_one.push_back(norm.item());
    gpu::view(kept, i) = norm;
  }
  const xt::xarray<float> fetched = gpu::to_cpu(kept);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(fetched(i), one_by_one[i]);
}

INSTANTIATE_TEST_SUITE_P(devices, seeds, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
