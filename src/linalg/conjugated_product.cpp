// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/conjugated_product.hpp"

#include <gpu/core/complex.hpp>
#include <gpu/core/dtype.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

#include "execute/operation.hpp"
#include "vendor/blas/blas.hpp"
#include "vendor/call_scope.hpp"

namespace gpu::linalg::detail {
namespace {

using execute::operation;
using graph::node_ptr;

template <class T>
void multiply(const operation& work) {
  const operation::array a = work.input(0);
  const operation::array b = work.input(1);
  const std::ptrdiff_t count = a.place.extents[0];
  const std::ptrdiff_t step = count > 1 ? b.place.strides[0] : 1;
  const auto* const x = reinterpret_cast<const complex<T>*>(a.data);
  const auto* const y = reinterpret_cast<const complex<T>*>(b.data);
  auto* const out = reinterpret_cast<complex<T>*>(work.output().data);
  const vendor::call_scope scope;
  if (scope && count > 0 && vendor::multiply_conjugated(count, x, {y, step}, out)) return;
  complex<T> sum(0);
  for (std::ptrdiff_t i = 0; i < count; ++i)
    sum = sum + complex<T>(x[i].real(), -x[i].imag()) * y[i * step];
  *out = sum;
}

class conjugated_product_function : public graph::library_function {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "vdot"; }
  [[nodiscard]] bool equals(const graph::library_function& other) const override {
    return dynamic_cast<const conjugated_product_function*>(&other) != nullptr;
  }
  [[nodiscard]] bool takes(std::size_t i, const layout& place) const noexcept override {
    return place.extents[0] <= 1 || place.strides[0] == 1 || (i == 1 && place.strides[0] > 0);
  }
  void run(operation& work) const override {
    if (work.output().type == dtype::complex64)
      multiply<float>(work);
    else
      multiply<double>(work);
  }
};

}  // namespace

node_ptr conjugated_product_by_blas(const node_ptr& a, const node_ptr& b) {
  if (traits(a->type).kind != dtype_kind::complex || a->op_bound > 0 || b->op_bound > 0)
    return nullptr;
  const device where = graph::device_of(a, b);
  if (where.is_gpu() || vendor::blas_file().empty()) return nullptr;
  const ref_ptr<const graph::library_function> function(new conjugated_product_function);
  return graph::make_library_node(function, graph::operand_list::of(a, b), a->type, {}, where);
}

}  // namespace gpu::linalg::detail
