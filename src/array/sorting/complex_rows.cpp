// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/complex_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <type_traits>

#include <gpu/elementwise/support/sort_key.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

#include "execute/host/thread_pool.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

using execute::operation;
using graph::node_ptr;

struct element_sort {
  static constexpr const char* name = "sort";

  template <class T, class Precedes>
  void operator()(const T* in, std::ptrdiff_t count, T* out, const Precedes& precedes) const {
    std::copy_n(in, count, out);
    std::stable_sort(out, out + count, precedes);
  }
};

struct element_partition {
  static constexpr const char* name = "partition";
  std::ptrdiff_t kth;

  template <class T, class Precedes>
  void operator()(const T* in, std::ptrdiff_t count, T* out, const Precedes& precedes) const {
    std::copy_n(in, count, out);
    std::nth_element(out, out + kth, out + count, precedes);
  }
};

struct position_sort {
  static constexpr const char* name = "argsort";

  template <class T, class Precedes>
  void operator()(const T* in, std::ptrdiff_t count, std::int64_t* out,
                  const Precedes& precedes) const {
    std::iota(out, out + count, std::int64_t{0});
    std::stable_sort(out, out + count,
                     [&](std::int64_t a, std::int64_t b) { return precedes(in[a], in[b]); });
  }
};

/// What is done with each row, in NumPy's order of complex numbers or the opposite one.
template <class Row>
class complex_row_function : public graph::library_function {
 public:
  complex_row_function(const Row& row, bool descending) : row_(row), descending_(descending) {}

  [[nodiscard]] const char* name() const noexcept override { return Row::name; }
  void run(operation& work) const override {
    if (work.input(0).type == dtype::complex64)
      run_rows<complex<float>>(work);
    else
      run_rows<complex<double>>(work);
  }

 private:
  template <class T>
  void run_rows(const operation& work) const {
    if (descending_)
      run_rows<T>(work, [](const T& a, const T& b) { return math::precedes(b, a); });
    else
      run_rows<T>(work, [](const T& a, const T& b) { return math::precedes(a, b); });
  }
  template <class T, class Precedes>
  void run_rows(const operation& work, const Precedes& precedes) const {
    using result = std::conditional_t<std::is_same_v<Row, position_sort>, std::int64_t, T>;
    const shape& extents = work.input(0).place.extents;
    const std::ptrdiff_t columns = extents[1];
    const auto* const in = reinterpret_cast<const T*>(work.input(0).data);
    auto* const out = reinterpret_cast<result*>(work.output().data);
    execute::parallel_for(extents[0], execute::min_thread_rows(columns),
                          [&](std::ptrdiff_t first, std::ptrdiff_t last) {
                            for (; first < last; ++first)
                              row_(in + first * columns, columns, out + first * columns, precedes);
                          });
  }

  Row row_;
  bool descending_;
};

template <class Row>
node_ptr of_rows(const Row& row, const node_ptr& matrix, bool descending, dtype type) {
  return graph::make_library_node(
      ref_ptr<const graph::library_function>(new complex_row_function<Row>(row, descending)),
      graph::operand_list::of(matrix), type, matrix->extents, cpu());
}

}  // namespace

bool has_compared_rows(const node_ptr& matrix) {
  constexpr std::ptrdiff_t max_columns = 512;
  return traits(matrix->type).kind == dtype_kind::complex && matrix->extents[1] <= max_columns &&
         graph::device_of(matrix).is_cpu();
}

node_ptr sorted_complex_rows(const node_ptr& matrix, bool descending) {
  return of_rows(element_sort{}, matrix, descending, matrix->type);
}

node_ptr sorted_complex_positions(const node_ptr& matrix, bool descending) {
  return of_rows(position_sort{}, matrix, descending, dtype::int64);
}

node_ptr partitioned_complex_rows(const node_ptr& matrix, std::ptrdiff_t kth, bool descending) {
  return of_rows(element_partition{kth}, matrix, descending, matrix->type);
}

}  // namespace gpu::detail
