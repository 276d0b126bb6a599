// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/matrix_product.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include <gpu/array/manipulation.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/library_function.hpp>
#include <gpu/kernels/functors/inner_product.hpp>
#include <gpu/linalg/math_mode.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/ufunc/node_arithmetic.hpp"
#include "cuda/copy.hpp"
#include "execute/operation.hpp"
#include "graph/functor_op.hpp"
#include "graph/schedule/function_with_epilogue.hpp"
#include "linalg/device_product.hpp"
#include "linalg/host_product.hpp"
#include "linalg/product_cost.hpp"
#include "linalg/product_epilogue.hpp"
#include "linalg/row_product.hpp"
#include "linalg/stacked_product.hpp"
#include "linalg/tiled_product.hpp"
#include "vendor/blas/blas.hpp"

namespace gpu::linalg::detail {
namespace {

using execute::operation;
using graph::leaf_ptr;
using graph::node_ptr;

/// The extents of the product, with all its axes.
shape product_extents(const shape& a, const shape& b) {
  const std::size_t rank = std::max(a.size(), b.size());
  const auto at = [rank](const shape& extents, std::size_t axis) {
    return axis + extents.size() < rank ? 1 : extents[axis + extents.size() - rank];
  };
  shape extents;
  for (std::size_t axis = 0; axis + 2 < rank; ++axis)
    extents.push_back(at(a, axis) == 1 ? at(b, axis) : at(a, axis));
  extents.push_back(a[a.size() - 2]);
  extents.push_back(b.back());
  return extents;
}

/// Where in an operand the terms of each result begin: `last` are the strides that belong to the
/// last two axes of the result.
node_ptr beginnings(const leaf_ptr& operand, const shape& extents,
                    const stacked_product::strides& last) {
  shape strides;
  for (std::size_t axis = extents.size() - 2; axis-- > 0;)
    strides.push_back(batch_step(operand->placement(), axis));
  strides.push_back(last.row);
  strides.push_back(last.column);
  return node_ptr(new graph::index_node({0, extents, strides}, operand->where));
}

/// False if cuBLAS does not multiply these, or does not apply the epilogue: then the results have
/// to be written again. What they are added to is not overwritten then.
bool multiply_by_cublas(const stacked_product& all, const product_memory& first,
                        const math_options& options, const vendor::gemm_epilogue& epilogue,
                        stream_ref stream) {
  if (!vendor::cublas_takes(first.type)) return false;
  const std::vector<vendor::strided_product> calls = cublas_calls(all, first);
  const bool overwrites_addend = epilogue.addend == first.out;
  if (overwrites_addend && calls.size() > 1) return false;  // the last of them might be refused
  return !calls.empty() &&
         vendor::multiply(calls, {options.tf32, options.reduced_accumulation}, stream, epilogue);
}

product_size size_of(const stacked_product& all) {
  return {all.m, all.n, all.k, all.count()};
}

/// False if another way is cheaper, or if there is no kernel for these.
bool multiply_by_rows(const stacked_product& all, const tiled_operands& first,
                      const operation& work) {
  if (!can_multiply_rows(all) || !are_rows_cheapest(size_of(all), first.type)) return false;
  multiply_rows(all, first, work);
  return true;
}

void multiply_by_tiles(const stacked_product& all, const tiled_operands& first,
                       const tiled_choice& choice, operation& work) {
  if (choice.splits == 1) return multiply_tiles(all, first, choice, work);
  const leaf_ptr parts = work.workspace(first.type, {choice.splits, all.count() * all.m * all.n});
  multiply_tiles(all, {first.type, first.a, first.b, work.output(*parts)}, choice, work);
  const leaf_ptr& out = work.output_leaf();
  layout flat = row_major({parts->extents.back()});
  flat.offset = out->offset;
  execute::assign(sum_over(node_ptr(parts.get()), {0}),
                  leaf_ptr(new graph::leaf_node(out->block, out->type, flat, *out->where)));
}

/// False if a thread for each result is cheaper, or if there is no kernel for these.
bool multiply_by_tiles(const stacked_product& all, const tiled_operands& first, operation& work) {
  if (!can_tile(all)) return false;
  const product_size size = size_of(all);
  const tiled_choice choice = cheapest_tiles(size, first.type);
  if (choice.cost > cost_of_threads(size, first.type)) return false;
  multiply_by_tiles(all, first, choice, work);
  return true;
}

/// False if cuBLAS is better, or if less precision is allowed, which makes it faster.
bool multiply_small(const stacked_product& all, const tiled_operands& first,
                    const math_options& options, operation& work) {
  if (!vendor::cublas_takes(first.type) || options.tf32 || !can_tile(all)) return false;
  const std::optional<tiled_choice> choice = tiles_cheaper_than_cublas(size_of(all), first.type);
  if (!choice) return false;
  multiply_by_tiles(all, first, *choice, work);
  return true;
}

/// A thread for each result.
void multiply_by_kernel(const operation& work) {
  const leaf_ptr a = work.input_leaf(0);
  const leaf_ptr b = work.input_leaf(1);
  const shape extents = product_extents(a->extents, b->extents);
  const std::size_t a_rank = a->extents.size();
  const std::size_t b_rank = b->extents.size();
  const node_ptr result = graph::apply(
      graph::functor_record<kernels::inner_product>(a->type),
      beginnings(a, extents, {a->strides[a_rank - 2], 0}),
      beginnings(b, extents, {0, b->strides[b_rank - 1]}), graph::make_address(node_ptr(a.get())),
      a->strides[a_rank - 1], graph::make_address(node_ptr(b.get())), b->strides[b_rank - 2],
      a->extents.back());
  const leaf_ptr& out = work.output_leaf();
  layout whole = row_major(extents);
  whole.offset = out->offset;
  execute::assign(result,
                  leaf_ptr(new graph::leaf_node(out->block, out->type, whole, *out->where)));
}

bool is_half(dtype type) {
  return traits(type).kind == dtype_kind::floating && size_bytes(type) == 2;
}

/// Products by one matrix are one product, as in `stacked_product`.
product_size product_of(const shape& a, const shape& b, std::ptrdiff_t results) {
  const std::ptrdiff_t m = a[a.size() - 2];
  const std::ptrdiff_t n = b.back();
  const std::ptrdiff_t count = results / (m * n);
  if (element_count(b) == n * a.back()) return {m * count, n, a.back(), 1};
  return {m, n, a.back(), count};
}

/// The epilogue of a call, as cuBLAS takes it.
vendor::gemm_epilogue gemm_epilogue_of(const product_epilogue& epilogue, const operation& work) {
  vendor::gemm_epilogue x;
  x.scale = epilogue.scale;
  x.rectifies = epilogue.rectifies;
  if (!epilogue.adds()) return x;
  const operation::array addend = work.input(2);
  const bool adds_row =
      epilogue.addend_scale == 1 && is_row(addend.place, work.input(1).place.extents.back());
  if (adds_row) {
    x.row = addend.data;
  } else {
    x.addend = addend.data;
    x.addend_scale = epilogue.addend_scale;
  }
  return x;
}

class matrix_product_function : public graph::function_with_epilogue {
 public:
  matrix_product_function() = default;
  matrix_product_function(const math_options& options, const product_epilogue& epilogue)
      : options_(options), epilogue_(epilogue) {}

  [[nodiscard]] const char* name() const noexcept override { return epilogue_.name_of_product(); }
  [[nodiscard]] bool equals(const graph::library_function& other) const override {
    return graph::have_equal_parameters(*this, other);
  }
  [[nodiscard]] auto parameters() const { return std::tie(options_, epilogue_); }
  [[nodiscard]] bool takes(std::size_t i, const layout& place) const noexcept override {
    if (i == 2) return is_contiguous(place) || is_row(place, place.extents.back());
    const std::size_t rank = place.extents.size();
    return vendor::matrix_operand_at(place.extents[rank - 2], place.extents[rank - 1],
                                     place.strides[rank - 2], place.strides[rank - 1])
        .has_value();
  }
  /// The array that is added to, as in `c += matmul(a, b)`.
  [[nodiscard]] bool may_overwrite(std::size_t i) const noexcept override { return i == 2; }
  [[nodiscard]] node_ptr call_with(const graph::library_node& call, const graph::op_node& next,
                                   std::size_t position) const override {
    if (call.where->is_cpu() || call.type != next.type) return nullptr;
    const std::optional<next_epilogue> more =
        with_op(epilogue_, next, position, call.operands[1]->extents.back());
    if (!more || !is_for_cublas(call)) return nullptr;
    graph::operand_list operands(call.operands.size() + (more->addend ? 1 : 0));
    std::copy(call.operands.begin(), call.operands.end(), operands.begin());
    if (more->addend) operands[2] = more->addend;
    const ref_ptr<const graph::library_function> whole(
        new matrix_product_function(options_, more->ops));
    return graph::make_library_node(whole, std::move(operands), call.type, call.extents,
                                    *call.where);
  }
  void run(operation& work) const override {
    const operation::array a = work.input(0);
    const operation::array b = work.input(1);
    const operation::array out = work.output();
    const device where = work.stream().device();
    if (a.place.extents.back() == 0) {
      fill_bytes(out.data, where, 0,
                 static_cast<std::size_t>(element_count(out.place.extents)) * size_bytes(out.type),
                 work.stream());
      return;  // has no epilogue
    }
    const stacked_product all(a.place, b.place);
    if (where.is_cpu()) return multiply_on_host(a.type, all, a.data, b.data, out.data);
    const product_memory first{a.type, a.data, b.data, out.data};
    if (!epilogue_.is_empty() &&
        multiply_by_cublas(all, first, options_, gemm_epilogue_of(epilogue_, work), work.stream()))
      return;
    const node_ptr addend = kept_addend(work);
    multiply(all, first, work);
    apply_epilogue(work, addend);
  }

 private:
  /// Whether no kernel of ours is better, whose results another one has to read.
  [[nodiscard]] bool is_for_cublas(const graph::library_node& call) const {
    const std::ptrdiff_t results = element_count(call.extents);
    if (results == 0 || call.operands[0]->extents.back() == 0) return false;
    const product_size size =
        product_of(call.operands[0]->extents, call.operands[1]->extents, results);
    return (size.n > max_row_columns || !are_rows_cheapest(size, call.type)) &&
           (options_.tf32 || !tiles_cheaper_than_cublas(size, call.type));
  }

  void multiply(const stacked_product& all, const product_memory& first, operation& work) const {
    const tiled_operands matrices{first.type, first.a, first.b, first.out};
    if (!multiply_by_rows(all, matrices, work) && !multiply_small(all, matrices, options_, work) &&
        !multiply_by_cublas(all, first, options_, {}, work.stream()) &&
        !multiply_by_tiles(all, matrices, work))
      multiply_by_kernel(work);
  }

  /// What is added, where the results of the product do not overwrite it. Null: nothing is.
  [[nodiscard]] node_ptr kept_addend(operation& work) const {
    if (!epilogue_.adds()) return nullptr;
    const leaf_ptr addend = work.input_leaf(2);
    if (addend->block != work.output_leaf()->block) return node_ptr(addend.get());
    const leaf_ptr copy = work.workspace(addend->type, addend->extents);
    execute::assign(node_ptr(addend.get()), copy);
    return node_ptr(copy.get());
  }

  void apply_epilogue(const operation& work, const node_ptr& addend) const {
    if (epilogue_.is_empty()) return;
    const leaf_ptr& out = work.output_leaf();
    execute::assign(applied(epilogue_, node_ptr(out.get()), addend), out);
  }

  const math_options options_ = get_math_options();
  const product_epilogue epilogue_;
};

/// Whether a product by vectors reads each element of its matrices once.
bool reads_matrices_once(const node_ptr& a, const node_ptr& b, const shape& extents) {
  const bool is_column = b->extents.back() == 1;
  if (!is_column && a->extents[a->extents.size() - 2] != 1) return false;
  const node_ptr& matrices = is_column ? a : b;
  return element_count(matrices->extents) == element_count(extents) * a->extents.back();
}

/// Whether a long matrix is multiplied by one of few rows and columns, as many points are by one
/// rotation, and little is computed for their elements, each of which several results need.
bool is_by_small_matrix(const node_ptr& a, const node_ptr& b, const shape& extents) {
  constexpr std::ptrdiff_t max_extent = 8;
  constexpr std::ptrdiff_t max_ops = 32;
  constexpr std::ptrdiff_t min_rows = 4096;
  const std::ptrdiff_t m = a->extents[a->extents.size() - 2];
  const std::ptrdiff_t n = b->extents.back();
  const std::ptrdiff_t k = a->extents.back();
  if (k < 2 || k > max_extent || k * (a->op_bound + b->op_bound) > max_ops ||
      k * (a->leaf_bound + b->leaf_bound) > 2 * max_extent)
    return false;
  const std::ptrdiff_t results = element_count(extents);
  return (n <= max_extent && element_count(b->extents) == k * n && results >= min_rows * n) ||
         (m <= max_extent && element_count(a->extents) == m * k && results >= min_rows * m);
}

/// Whether a reduction would compute the elements of `x` again for each row of the other operand.
bool is_computed_repeatedly(const node_ptr& x, const node_ptr& other) {
  return x->op_bound > 0 && element_count(x->extents) < element_count(other->extents);
}

/// Whether a product by a vector, of operands on the host, is for `multiply_on_host`: of arrays
/// that a BLAS takes, or so few terms that a reduction takes longer to begin than its loop takes.
/// A reduction computes what it multiplies, which is better where it needs it once.
bool is_vector_product_of_host(const node_ptr& a, const node_ptr& b) {
  constexpr std::ptrdiff_t max_loop_terms = 2048;
  const bool is_computed = a->op_bound > 0 || b->op_bound > 0;
  if (is_computed && !is_computed_repeatedly(a, b) && !is_computed_repeatedly(b, a)) return false;
  if (is_half(a->type)) return false;
  if (traits(a->type).kind <= dtype_kind::integer)
    return std::max(element_count(a->extents), element_count(b->extents)) <= max_loop_terms;
  return !vendor::blas_file().empty();
}

/// Whether reductions are the better way: of vectors by matrices, which they read as fast as memory
/// is, and fuse with what comes before and after; of points by a small matrix, which are ops of
/// their elements; of integers, which no BLAS takes, if the results are few, and tiles of them
/// would be mostly empty. Their operands have an axis more than matrices.
bool is_reduced(const node_ptr& a, const node_ptr& b, const shape& extents, device where) {
  if (std::max(a->extents.size(), b->extents.size()) == max_rank) return false;
  const bool is_column = b->extents.back() == 1;
  if (where.is_cpu()) return is_column && !is_vector_product_of_host(a, b);
  if (reads_matrices_once(a, b, extents) || is_by_small_matrix(a, b, extents)) return true;
  if (traits(a->type).kind > dtype_kind::integer) return false;
  if (is_column) return true;
  const std::ptrdiff_t results = element_count(extents);
  if (results >= min_results || results == 0 || b->extents[b->extents.size() - 2] == 0)
    return results < min_results;
  const product_size all = product_of(a->extents, b->extents, results);
  return cost_of_reduction(all) <= cheapest_tiles(all, a->type).cost;
}

}  // namespace

node_ptr sum_over(const node_ptr& value, const std::vector<std::ptrdiff_t>& axes) {
  if (value->type == dtype::bool_) return any(any_expression(value), axes).node();
  const dtype type = is_half(value->type) ? dtype::float32 : value->type;
  return graph::make_cast(sum(any_expression(value), axes, type).node(), value->type);
}

node_ptr sum_of_products(const node_ptr& a, const node_ptr& b) {
  if (b->extents.size() == 1 && graph::device_of(a, b).is_cpu() && is_vector_product_of_host(a, b))
    return matrix_product(a->extents.size() == 1 ? gpu::detail::expanded(a, {0}) : a,
                          gpu::detail::expanded(b, {1}),
                          shape(a->extents.begin(), a->extents.end() - 1));
  // Products of halves are not rounded before they are added.
  const dtype type = is_half(a->type) ? dtype::float32 : a->type;
  const node_ptr products =
      gpu::detail::apply_op<ops::multiply>(graph::make_cast(a, type), graph::make_cast(b, type));
  return graph::make_cast(sum_over(products, {-1}), a->type);
}

node_ptr matrix_product(const node_ptr& a, const node_ptr& b, const shape& extents) {
  const device where = graph::device_of(a, b);
  if (is_reduced(a, b, extents, where))
    return graph::make_reshape(
        sum_of_products(gpu::detail::expanded(a, {-2}),
                        gpu::detail::expanded(gpu::detail::swapped(b, -1, -2), {-3})),
        extents);
  if (is_half(a->type) && where.is_cpu())
    return graph::make_cast(matrix_product(graph::make_cast(a, dtype::float32),
                                           graph::make_cast(b, dtype::float32), extents),
                            a->type);
  const ref_ptr<const graph::library_function> function(new matrix_product_function);
  return graph::make_library_node(function, graph::operand_list::of(a, b), a->type, extents, where);
}

}  // namespace gpu::linalg::detail
