// SPDX-License-Identifier: BSD-3-Clause
// What a library computes is a node: its operands are in memory when it is called, kernels end
// before it and begin after it.
#include <gpu/graph/library_function.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/fuse.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/statistics/bincount.hpp>
#include <gpu/array/statistics/digitize.hpp>
#include <gpu/array/statistics/histogram.hpp>
#include <gpu/array/statistics/histogramdd.hpp>
#include <gpu/array/statistics/quantile.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "cuda/copy.hpp"
#include "execute/operation.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::expression;
using gpu::ndarray;
using gpu::shape;
using gpu::test::values;

/// Copies its first operand, and notes how its operands lay.
class recorded_copy : public gpu::graph::library_function {
 public:
  explicit recorded_copy(bool takes_strides = false, bool fails = false)
      : takes_strides_(takes_strides), fails_(fails) {}

  [[nodiscard]] const char* name() const noexcept override { return "recorded_copy"; }
  [[nodiscard]] bool takes(std::size_t i, const gpu::layout& place) const noexcept override {
    return takes_strides_ || library_function::takes(i, place);
  }
  void run(gpu::execute::operation& work) const override {
    ++calls;
    const gpu::execute::operation::array& in = work.input(0);
    strides = in.place.strides;
    if (fails_) throw gpu::value_error("the library refused");
    const auto size =
        static_cast<std::size_t>(element_count(work.output().place.extents)) * size_bytes(in.type);
    void* const workspace = work.workspace(size);
    const gpu::device where = work.stream().device();
    gpu::copy_bytes(workspace, where, in.data, where, size, work.stream());
    gpu::copy_bytes(work.output().data, where, workspace, where, size, work.stream());
  }

  mutable int calls = 0;
  mutable shape strides;

 private:
  bool takes_strides_;
  bool fails_;
};

using copy_ptr = gpu::ref_ptr<const recorded_copy>;

copy_ptr make_copy(bool takes_strides = false, bool fails = false) {
  return copy_ptr(new recorded_copy(takes_strides, fails));
}

/// The call of `function` on operands whose first has the result's extents.
template <class... Operands>
expression<float> call(const copy_ptr& function, const Operands&... operands) {
  const std::vector<gpu::graph::node_ptr> nodes{operands.node()...};
  gpu::graph::operand_list list(nodes.size());
  std::copy(nodes.begin(), nodes.end(), list.begin());
  return expression<float>(gpu::graph::make_library_node(
      gpu::ref_ptr<const gpu::graph::library_function>(function.get()), std::move(list),
      gpu::dtype::float32, nodes.front()->extents));
}

class library_node : public gpu::test::on_device {};

TEST_P(library_node, is_called_once_when_it_is_needed) {
  const copy_ptr copy = make_copy();
  const ndarray<float> a{1, 2, 3};
  const auto e = call(copy, a);
  EXPECT_EQ(e.shape(), shape{3});
  EXPECT_EQ(e.device(), GetParam());
  EXPECT_EQ(copy->calls, 0);
  EXPECT_EQ(values(e), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(values(e + 1), (std::vector<float>{2, 3, 4}));
  EXPECT_EQ(copy->calls, 1);
}

TEST_P(library_node, what_others_index_is_not_the_copy_that_it_is_given) {
  const ndarray<float> a = {{1, 2, 3}, {4, 5, 6}};
  const auto transposed = gpu::transpose(a);  // the library takes no strides
  const ndarray<std::int64_t> other = {{1, 0}, {1, 0}, {1, 0}};
  const auto both = call(make_copy(), transposed) * 10 + gpu::take_along_axis(transposed, other, 1);
  EXPECT_EQ(values(both), (std::vector<float>{14, 41, 25, 52, 36, 63}));
}

TEST_P(library_node, kernels_end_before_it_and_begin_after_it) {
  const copy_ptr copy = make_copy();
  const ndarray<float> a{1, 2, 3};
  const auto result = call(copy, a * 2 + 1) * 10 - a;
  const std::string text = gpu::explain(result);
  EXPECT_EQ(std::stoi(text), 3) << text;
  EXPECT_NE(text.find("recorded_copy"), std::string::npos) << text;
  EXPECT_EQ(values(result), (std::vector<float>{29, 48, 67}));
  EXPECT_EQ(copy->calls, 1);
}

TEST_P(library_node, is_read_through_views_and_reduced) {
  const copy_ptr copy = make_copy();
  const auto a = gpu::reshape(gpu::arange<float>(6), {2, 3});
  const auto e = call(copy, a + 1);
  EXPECT_EQ(values(gpu::flip(e, 1) + gpu::view(e, 0)), (std::vector<float>{4, 4, 4, 7, 7, 7}));
  EXPECT_EQ(values(gpu::sum(e, {0})), (std::vector<float>{5, 7, 9}));
  EXPECT_EQ(values(gpu::transpose(e)), (std::vector<float>{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(copy->calls, 1);  // e is held, so its value is kept
}

TEST_P(library_node, operands_are_copied_unless_their_strides_are_taken) {
  const ndarray<float> a = gpu::reshape(gpu::arange<float>(6), {2, 3});
  const copy_ptr plain = make_copy();
  EXPECT_EQ(values(call(plain, gpu::transpose(a))), (std::vector<float>{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(plain->strides, (shape{2, 1}));
  const copy_ptr strided = make_copy(true);
  const ndarray<float> b = call(strided, gpu::transpose(a));
  EXPECT_EQ(strided->strides, (shape{1, 3}));
  EXPECT_EQ(values(call(plain, gpu::view(a, 1))), (std::vector<float>{3, 4, 5}));
  EXPECT_EQ(values(call(plain, gpu::flip(a, 1))), (std::vector<float>{2, 1, 0, 5, 4, 3}));
  EXPECT_EQ(values(call(plain, gpu::broadcast_to(gpu::view(a, 1), {2, 3}))),
            (std::vector<float>{3, 4, 5, 3, 4, 5}));
}

TEST_P(library_node, may_have_one_array_twice_and_other_nodes_as_operands) {
  const copy_ptr copy = make_copy();
  const ndarray<float> a{1, 2, 3};
  EXPECT_EQ(values(call(copy, a, a)), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(values(call(copy, call(copy, a * 2), a + 1, gpu::arange<float>(7))),
            (std::vector<float>{2, 4, 6}));
  EXPECT_EQ(copy->calls, 3);
}

TEST_P(library_node, writes_over_its_operand_as_if_it_were_complete_first) {
  const copy_ptr copy = make_copy();
  ndarray<float> a{1, 2, 3, 4};
  a = call(copy, a);
  EXPECT_EQ(values(a), (std::vector<float>{1, 2, 3, 4}));
  gpu::view(a, gpu::range(1, 4)) = call(copy, gpu::view(a, gpu::range(0, 3)));
  EXPECT_EQ(values(a), (std::vector<float>{1, 1, 2, 3}));
}

TEST_P(library_node, is_written_through_views_of_any_strides) {
  const copy_ptr copy = make_copy();
  ndarray<float> a = gpu::zeros<float>({3, 2});
  gpu::view(a, gpu::all(), 1) = call(copy, ndarray<float>{1, 2, 3} + 0.5f);
  EXPECT_EQ(values(a), (std::vector<float>{0, 1.5, 0, 2.5, 0, 3.5}));
  gpu::view(a, 0) = call(copy, gpu::full<float>({2}, 7));
  EXPECT_EQ(values(a), (std::vector<float>{7, 7, 0, 2.5, 0, 3.5}));
}

TEST_P(library_node, of_no_elements_is_not_called) {
  const copy_ptr copy = make_copy();
  const auto e = call(copy, gpu::zeros<float>({0, 3}) + 1);
  EXPECT_EQ(gpu::eval(e).shape(), (shape{0, 3}));
  EXPECT_EQ(copy->calls, 0);
  EXPECT_EQ(gpu::eval(call(copy, gpu::full<float>({}, 5))).item(), 5);
}

TEST_P(library_node, several_roots_are_computed_together) {
  const copy_ptr copy = make_copy();
  const ndarray<float> a{1, 2, 3};
  const auto e = call(copy, a * 2);
  const auto [x, y, z] = gpu::fuse(e + 1, e, a - e);
  EXPECT_EQ(values(x), (std::vector<float>{3, 5, 7}));
  EXPECT_EQ(values(y), (std::vector<float>{2, 4, 6}));
  EXPECT_EQ(values(z), (std::vector<float>{-1, -2, -3}));
  EXPECT_EQ(copy->calls, 1);
}

TEST_P(library_node, that_fails_leaves_its_target_as_it_was) {
  ndarray<float> a{1, 2, 3};
  EXPECT_THROW(a = call(make_copy(false, true), a * 2), gpu::value_error);
  EXPECT_EQ(values(a), (std::vector<float>{1, 2, 3}));
}

TEST_P(library_node, quantiles_are_computed_when_they_are_needed) {
  const ndarray<float> a{{1, 5, 2}, {9, 7, 4}};
  const auto middle = gpu::median(a * 2, 1, gpu::keepdims);
  const std::string text = gpu::explain(a - middle);
  EXPECT_NE(text.find(GetParam().is_gpu() ? "sort" : "quantile"), std::string::npos) << text;
  EXPECT_EQ(values(a - middle), (std::vector<float>{-3, 1, -2, -5, -7, -10}));
  EXPECT_EQ(values(gpu::sqrt(gpu::quantile(a, {0, 1}))), (std::vector<double>{1, 3}));
}

TEST_P(library_node, histograms_are_counted_when_they_are_needed) {
  const ndarray<float> a{0, 1, 1, 2, 4};
  const auto h = gpu::histogram(a * 2, 4, {0, 8});
  const std::string text = gpu::explain(h);
  EXPECT_EQ(std::stoi(text), GetParam().is_gpu() ? 1 : 2) << text;
  EXPECT_NE(text.find(GetParam().is_gpu() ? "multiply_kernel_histogram" : "histogram"),
            std::string::npos)
      << text;
  EXPECT_EQ(values(h + h), (std::vector<std::int64_t>{2, 4, 2, 2}));
  EXPECT_EQ(values(h), (std::vector<std::int64_t>{1, 2, 1, 1}));
  EXPECT_EQ(std::stoi(gpu::explain(h)), 0);
  EXPECT_EQ(std::stoi(gpu::explain(gpu::cumsum(h))), 1);
  EXPECT_EQ(values(gpu::cumsum(h)), (std::vector<std::int64_t>{1, 3, 4, 5}));
}

TEST_P(library_node, weights_in_bins_are_added_when_they_are_needed) {
  for (const std::ptrdiff_t size : {100, 300'000}) {  // sorted on a GPU, and not
    const ndarray<float> a =
        gpu::arange<float>(static_cast<float>(size)) / static_cast<float>(size);
    const auto sums = gpu::histogram(a, 4, {0, 1}, gpu::weights(a * 0 + 2));
    const std::string text = gpu::explain(sums);
    EXPECT_NE(text.find("bin_sums"), std::string::npos) << text;
    const auto quarter = static_cast<float>(size) / 2;
    EXPECT_EQ(values(sums * 0.5f), std::vector<float>(4, quarter / 2));
    EXPECT_EQ(values(sums), std::vector<float>(4, quarter));
  }
}

TEST_P(library_node, histograms_are_of_what_their_operands_were) {
  ndarray<float> x{0, 1, 1, 2};
  ndarray<double> w{1, 2, 3, 4};
  const ndarray<double> edges{0, 1, 2};
  const auto counts = gpu::histogram(x, edges);
  const auto sums = gpu::histogram(x, edges, gpu::weights(w));
  const auto boxes = std::get<0>(gpu::histogram2d(x, x, {edges, edges}));
  const auto bins = gpu::digitize(x, edges);
  x += 1.0f;
  w *= 2.0;
  EXPECT_EQ(values(counts), (std::vector<std::int64_t>{1, 3}));
  EXPECT_EQ(values(sums), (std::vector<double>{1, 9}));
  EXPECT_EQ(values(boxes), (std::vector<double>{1, 0, 0, 3}));
  EXPECT_EQ(values(bins), (std::vector<std::int64_t>{1, 2, 2, 3}));
}

TEST_P(library_node, histograms_are_computed_together_with_what_they_count) {
  const ndarray<float> a{0, 1, 1, 2};
  const auto e = a * 3;
  const auto [twice, counts, first] = gpu::fuse(e * 2, gpu::histogram(e, 2, {0, 6}), e);
  EXPECT_EQ(values(twice), (std::vector<float>{0, 6, 6, 12}));
  EXPECT_EQ(values(counts), (std::vector<std::int64_t>{1, 3}));
  EXPECT_EQ(values(first), (std::vector<float>{0, 3, 3, 6}));
}

TEST_P(library_node, histograms_write_over_what_they_count) {
  ndarray<std::int64_t> a{3, 1, 1, 0};
  a = gpu::bincount(a);
  EXPECT_EQ(values(a), (std::vector<std::int64_t>{1, 2, 0, 1}));
  gpu::view(a, gpu::range(1, 4)) = gpu::bincount(gpu::view(a, gpu::range(0, 3)));
  EXPECT_EQ(values(a), (std::vector<std::int64_t>{1, 1, 1, 1}));
  gpu::view(a, gpu::range(0, 4, 3)) = gpu::histogram(a + 0, 2, {0, 2});
  EXPECT_EQ(values(a), (std::vector<std::int64_t>{0, 1, 1, 4}));
}

TEST_P(library_node, histograms_of_no_elements_are_zeros) {
  const ndarray<float> none = gpu::zeros<float>({0, 3});
  const ndarray<float> edges{0, 1, 2};
  EXPECT_EQ(values(gpu::histogram(none + 1, 2, {0, 1})), (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(values(gpu::histogram(none, edges, gpu::weights(none))), (std::vector<float>{0, 0}));
  EXPECT_EQ(values(gpu::histogram(none, ndarray<float>{1})), std::vector<std::int64_t>());
  EXPECT_EQ(values(gpu::bincount(ndarray<int>(gpu::zeros<int>({0})))), std::vector<std::int64_t>());
  EXPECT_EQ(gpu::digitize(none, edges).shape(), (shape{0, 3}));
  EXPECT_EQ(gpu::eval(gpu::digitize(none, edges)).size(), 0u);
}

TEST(library_node_operands, on_two_devices_are_refused) {
  if (gpu::num_gpus() == 0) GTEST_SKIP() << "no GPU";
  const auto a = gpu::ones<float>({3}, gpu::cpu());
  const auto b = gpu::ones<float>({3}, gpu::gpu(0));
  EXPECT_THROW((void)call(make_copy(), a, b), gpu::device_mismatch);
}

TEST(library_node_operands, that_are_unplaced_are_computed_where_the_function_is) {
  if (gpu::num_gpus() == 0) GTEST_SKIP() << "no GPU";
  gpu::device_guard on_host(gpu::cpu());
  const auto middle = gpu::median(gpu::full<double>({3}, 5) + 1);
  gpu::device_guard on_gpu(gpu::gpu(0));
  EXPECT_EQ(middle(), 6);
}

INSTANTIATE_TEST_SUITE_P(each, library_node, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
