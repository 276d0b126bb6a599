// SPDX-License-Identifier: BSD-3-Clause
// The memory of captured graphs, and what a capture refuses.
#include "capture/replay.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

namespace {

using gpu::ndarray;
using gpu::test::capture_mode;
using gpu::test::numbers;
using gpu::test::recording;
using gpu::test::trample;
using gpu::test::uses_at_most;
using gpu::test::values;

class recorded_memory : public gpu::test::on_device {
 protected:
  [[nodiscard]] std::size_t used() const {
    gpu::synchronize(GetParam());
    return gpu::memory_pool::statistics(GetParam()).used_bytes;
  }
  /// Once it stays the same: graphs of other tests that have ended give back theirs a little later.
  [[nodiscard]] std::size_t settled() const {
    std::size_t before = used();
    for (;;) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      const std::size_t now = used();
      if (now == before) return now;
      before = now;
    }
  }
};

TEST_P(recorded_memory, goes_back_to_the_pool_with_the_graph) {
  const gpu::stream s(GetParam());
  const ndarray<float> x = numbers({1000, 1000});
  const ndarray<float> warm = gpu::sum(gpu::cumsum(gpu::exp(x), 1), 0);
  gpu::synchronize(GetParam());
  for (int round = 0; round < 3; ++round) {
    const std::size_t before = settled();
    {
      ndarray<float> y;
      const recording graph(s, [&] { y = gpu::sum(gpu::cumsum(gpu::exp(x), 1), 0); });
      EXPECT_GE(used(), before + 4'000'000) << "the scan's result is a temporary of the graph";
      graph.launch(s);
    }
    EXPECT_TRUE(uses_at_most(before, GetParam())) << used() << " of " << before;
  }
}

TEST_P(recorded_memory, of_results_outlives_the_graph) {
  const gpu::stream s(GetParam());
  const ndarray<float> x = numbers({10'000});
  ndarray<float> y;
  {
    const recording graph(s, [&] { y = x * 3; });
    graph.launch(s);
    s.synchronize();
  }
  trample();
  EXPECT_EQ(values(y), values(x * 3));
}

TEST_P(recorded_memory, is_held_when_the_arrays_have_ended) {
  const gpu::stream s(GetParam());
  for (const std::ptrdiff_t size : {1000, 1'000'000}) {
    const std::size_t before = settled();
    {
      ndarray<float> y;
      std::optional<ndarray<float>> on_default = numbers({size});
      std::optional<ndarray<float>> on_stream;
      {
        const gpu::stream_guard scope(s);
        on_stream = numbers({size});
      }
      const ndarray<float> expected = *on_default + *on_stream * 2;
      gpu::synchronize(GetParam());
      const recording graph(s, [&] {
        y = *on_default + *on_stream * 2;
        on_stream.reset();
      });
      on_default.reset();
      {
        const gpu::stream_guard scope(s);
        trample();
      }
      trample();
      graph.launch(s);
      s.synchronize();
      EXPECT_EQ(values(y), values(expected));
    }
    EXPECT_TRUE(uses_at_most(before, GetParam())) << used() << " of " << before;
  }
}

TEST_P(recorded_memory, comes_after_the_receivers_of_tensors) {
  const gpu::stream recorded(GetParam());
  const gpu::stream receiver(GetParam());
  const gpu::stream beside(GetParam());
  ndarray<float> x = numbers({3'000'000});
  ndarray<float> y = numbers({3'000'000});
  const std::vector<float> expected = values((x + 1.f) * 3.f);
  for (ndarray<float>* const array : {&x, &y}) {
    ndarray<float> theirs = gpu::from_dlpack<float>(gpu::to_dlpack(*array, {.stream = receiver}),
                                                    {.writable = true, .stream = receiver});
    const gpu::stream_guard guard(receiver);
    theirs += 1.f;
  }
  ndarray<float> in_graph;
  ndarray<float> enqueued;
  const recording graph(recorded, [&] {
    in_graph = x * 3.f;
    const gpu::stream_guard guard(beside);
    enqueued = y * 3.f;
  });
  graph.launch(recorded);
  recorded.synchronize();
  EXPECT_EQ(values(in_graph), expected);
  EXPECT_EQ(values(enqueued), expected);
}

TEST_P(recorded_memory, that_a_receiver_of_tensors_used_may_end_first) {
  const gpu::stream recorded(GetParam());
  const gpu::stream receiver(GetParam());
  const ndarray<float> x = numbers({10'000});
  std::optional<ndarray<float>> handed_out = numbers({10'000});
  {
    const ndarray<float> theirs = gpu::from_dlpack<float>(
        gpu::to_dlpack(*handed_out, {.stream = receiver}), {.stream = receiver});
  }
  ndarray<float> y;
  const recording graph(recorded, [&] {
    handed_out.reset();
    y = x * 3.f;
  });
  graph.launch(recorded);
  recorded.synchronize();
  EXPECT_EQ(values(y), values(x * 3.f));
}

TEST_P(recorded_memory, may_be_trimmed_first) {
  const gpu::stream s(GetParam());
  const ndarray<float> x = numbers({10'000});
  ndarray<float> y;
  const recording graph(s, [&] {
    gpu::memory_pool::trim(GetParam());
    y = x * 3.f;
  });
  graph.launch(s);
  s.synchronize();
  EXPECT_EQ(values(y), values(x * 3.f));
}

TEST_P(recorded_memory, of_values_below_a_held_expression_is_not_read_outside) {
  const gpu::stream s(GetParam());
  const ndarray<float> x = numbers({10'000});
  const std::vector<float> expected = values(gpu::eval(gpu::sort(x)) * 2.f);
  const auto held = gpu::sort(x) * 2.f;
  gpu::synchronize(GetParam());
  ndarray<float> part;
  const recording graph(s, [&] { part = gpu::sum(gpu::view(held, gpu::range(0, 10))); });
  EXPECT_EQ(values(held), expected);
  graph.launch(s);
  s.synchronize();
  EXPECT_EQ(values(held), expected);
}

TEST_P(recorded_memory, of_what_a_held_expression_reads_is_not_written_outside) {
  const gpu::stream s(GetParam());
  ndarray<float> x = numbers({10, 1000});
  const std::vector<float> expected = values(gpu::sum(gpu::view(x, 3)));
  const auto total = gpu::sum(gpu::view(x, 3));
  gpu::synchronize(GetParam());
  const recording graph(s, [&] { static_cast<void>(gpu::eval(total)); });
  gpu::view(x, 3) = 0;
  gpu::synchronize(GetParam());
  graph.launch(s);
  s.synchronize();
  EXPECT_EQ(values(total), expected);
}

TEST_P(recorded_memory, of_streams_that_are_joined_is_ordered) {
  const gpu::stream first(GetParam());
  const gpu::stream second(GetParam());
  const ndarray<float> x = numbers({300'000});
  const gpu::event forked(GetParam());
  const gpu::event joined(GetParam());
  ndarray<float> y;
  ndarray<float> z;
  const recording graph(first, [&] {
    const ndarray<float> shared = gpu::exp(x);
    forked.record(first);
    second.wait(forked);
    {
      const gpu::stream_guard scope(second);
      y = gpu::cumsum(shared);
      y += gpu::sum(shared);
    }
    z = gpu::sum(shared * 2) + gpu::cumsum(shared);
    joined.record(second);
    first.wait(joined);
  });
  trample();
  const ndarray<float> shared = gpu::exp(x);
  ndarray<float> expected = gpu::cumsum(shared);
  expected += gpu::sum(shared);
  for (int launch = 0; launch < 5; ++launch) {
    graph.launch(first);
    first.synchronize();
    EXPECT_EQ(values(y), values(expected));
    EXPECT_EQ(values(z), values(ndarray<float>(gpu::sum(shared * 2) + gpu::cumsum(shared))));
  }
}

TEST_P(recorded_memory, serves_instances_launched_one_after_the_other) {
  const gpu::stream s(GetParam());
  const gpu::stream other(GetParam());
  ndarray<float> x = numbers({1'000'000});
  ndarray<float> y;
  recording graph(s, [&] { y = gpu::cumsum(x) / gpu::sum(x); });
  graph.instantiate();
  for (int round = 0; round < 5; ++round) {
    gpu::test::change(x, round);
    const ndarray<float> expected = gpu::cumsum(x) / gpu::sum(x);
    gpu::synchronize(GetParam());
    graph.launch(s, 0);
    const gpu::event done(GetParam());
    done.record(s);
    other.wait(done);
    graph.launch(other, 1);
    other.synchronize();
    EXPECT_EQ(values(y), values(expected));
  }
}

TEST_P(recorded_memory, is_ordered_like_that_of_the_recording_stream_if_launched_there) {
  const gpu::stream s(GetParam());
  ndarray<float> x = numbers({2'000'000});
  ndarray<float> y;
  const recording graph(s, [&] { y = gpu::cumsum(x); });
  for (int round = 0; round < 5; ++round) {
    gpu::test::change(x, round);  // on the default stream
    gpu::synchronize(GetParam());
    graph.launch(s);
    const ndarray<float> copy = y + 0;  // waits for the launch, on the device
    EXPECT_EQ(values(copy), values(gpu::cumsum(x)));
  }
}

TEST_P(recorded_memory, is_not_trimmed_or_waited_for) {
  const gpu::stream s(GetParam());
  const ndarray<float> x = numbers({1000});
  ndarray<float> y;
  const recording graph(s, [&] {
    y = x + 1;
    gpu::memory_pool::trim(GetParam());
    y = y * 2;
    EXPECT_GT(gpu::memory_pool::statistics(GetParam()).used_bytes, 0U);
  });
  graph.launch(s);
  s.synchronize();
  EXPECT_EQ(values(y), values((x + 1) * 2));
}

TEST_P(recorded_memory, of_new_kernels_is_never_that_of_a_baseline) {
  const gpu::stream s(GetParam());
  const ndarray<float> x = numbers({4096});
  const auto make = [&] { return gpu::tanh(gpu::square(x) - gpu::cbrt(x)) * gpu::expm1(x); };
  ndarray<float> y;
  gpu::clear_kernel_history();
  const recording graph(s, [&] { y = make(); });
  for (const gpu::kernel_record& record : gpu::kernel_history())
    EXPECT_NE(record.origin, gpu::code_origin::assembled) << record.name;
  graph.launch(s);
  s.synchronize();
  EXPECT_EQ(values(y), values(make()));
}

TEST_P(recorded_memory, waits_for_the_compiler_of_a_baseline_that_ran_before) {
  const gpu::stream s(GetParam());
  const ndarray<float> x = numbers({8192});
  const auto make = [&] { return gpu::arctan(gpu::cbrt(x) + gpu::square(x)) - gpu::log1p(x); };
  gpu::clear_kernel_history();
  const ndarray<float> expected = make();
  ndarray<float> y;
  const recording graph(s, [&] { y = make(); });
  const std::vector<gpu::kernel_record> history = gpu::kernel_history();
  for (const gpu::kernel_record& baseline : history) {
    if (baseline.origin != gpu::code_origin::assembled) continue;
    EXPECT_TRUE(std::any_of(history.begin(), history.end(), [&](const gpu::kernel_record& other) {
      return other.source_hash == baseline.source_hash && other.origin != baseline.origin;
    })) << baseline.name;
  }
  graph.launch(s);
  s.synchronize();
  EXPECT_EQ(values(y), values(expected));
}

class capture_refuses : public recorded_memory {
 protected:
  /// The capture goes on, and its graph is right.
  template <class Act>
  void expect_refused(const Act& act) {
    const gpu::stream s(GetParam());
    const ndarray<float> x = numbers({1000});
    const ndarray<float> before = x + 5;
    ndarray<float> y;
    std::optional<recording> graph;
    ASSERT_NO_THROW(graph.emplace(s, [&] {
      y = x * 2;
      EXPECT_THROW(act(s, x), gpu::cuda_error);
      EXPECT_THROW(act(s, y), gpu::cuda_error);
      y = y + 1;
    }));
    graph->launch(s);
    s.synchronize();
    EXPECT_EQ(values(y), values(x * 2 + 1));
  }
};

TEST_P(capture_refuses, elements_on_the_host) {
  expect_refused([](gpu::stream_ref, const ndarray<float>& x) { (void)values(x); });
  expect_refused([](gpu::stream_ref, const ndarray<float>& x) { (void)gpu::sum(x).item(); });
  expect_refused([](gpu::stream_ref, const ndarray<float>& x) { (void)x.to(gpu::cpu()); });
  expect_refused([](gpu::stream_ref, const ndarray<float>& x) { (void)(x == x + 1); });
  expect_refused([](gpu::stream_ref, const ndarray<float>& x) { (void)gpu::array_repr(x); });
  expect_refused([](gpu::stream_ref, const ndarray<float>& x) { (void)gpu::histogram(x, 10); });
}

TEST_P(capture_refuses, results_whose_shape_depends_on_the_elements) {
  expect_refused([](gpu::stream_ref, const ndarray<float>& x) { (void)gpu::unique(x); });
  expect_refused([](gpu::stream_ref, const ndarray<float>& x) { (void)gpu::nonzero(x > 0.5f); });
  expect_refused([](gpu::stream_ref, const ndarray<float>& x) { (void)gpu::extract(x > 0.5f, x); });
  expect_refused([](gpu::stream_ref, const ndarray<float>& x) {
    const ndarray<float> chosen = gpu::filter(x, x > 0.5f);
  });
}

TEST_P(capture_refuses, what_a_library_solves_or_decomposes) {
  const auto square = [](const ndarray<float>& x) {
    const auto a = gpu::reshape(gpu::view(x, gpu::range(0, 900)), {30, 30});
    return ndarray<float>(gpu::matmul(a, gpu::transpose(a)) + gpu::eye<float>(30));
  };
  expect_refused([&](gpu::stream_ref, const ndarray<float>& x) {
    (void)gpu::linalg::solve(square(x), gpu::view(x, gpu::range(0, 30)));
  });
  expect_refused(
      [&](gpu::stream_ref, const ndarray<float>& x) { (void)gpu::linalg::cholesky(square(x)); });
  expect_refused(
      [&](gpu::stream_ref, const ndarray<float>& x) { (void)gpu::linalg::inv(square(x)); });
  expect_refused(
      [&](gpu::stream_ref, const ndarray<float>& x) { (void)gpu::linalg::det(square(x)); });
  expect_refused(
      [&](gpu::stream_ref, const ndarray<float>& x) { (void)gpu::linalg::qr(square(x)); });
  expect_refused(
      [&](gpu::stream_ref, const ndarray<float>& x) { (void)gpu::linalg::eigh(square(x)); });
  expect_refused(
      [&](gpu::stream_ref, const ndarray<float>& x) { (void)gpu::linalg::svdvals(square(x)); });
}

TEST_P(capture_refuses, waits) {
  expect_refused([](gpu::stream_ref s, const ndarray<float>&) { s.synchronize(); });
  expect_refused([](gpu::stream_ref s, const ndarray<float>&) { (void)s.idle(); });
  expect_refused([](gpu::stream_ref, const ndarray<float>& x) { gpu::synchronize(x.device()); });
}

INSTANTIATE_TEST_SUITE_P(each, recorded_memory, testing::Values(gpu::gpu(0)),
                         gpu::test::device_name);
INSTANTIATE_TEST_SUITE_P(each, capture_refuses, testing::Values(gpu::gpu(0)),
                         gpu::test::device_name);

}  // namespace
