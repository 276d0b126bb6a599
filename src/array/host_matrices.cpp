// SPDX-License-Identifier: BSD-3-Clause
#include "array/host_matrices.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

#include "execute/host/strided_copy.hpp"
#include "execute/host/thread_pool.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

class diagonal_matrix : public graph::library_function {
 public:
  explicit diagonal_matrix(std::ptrdiff_t k) : k_(k) {}

  [[nodiscard]] const char* name() const noexcept override { return "diag"; }
  [[nodiscard]] bool takes(std::size_t, const layout&) const noexcept override { return true; }
  void run(execute::operation& work) const override {
    const execute::operation::array v = work.input(0);
    const execute::operation::array matrix = work.output();
    const std::ptrdiff_t rows = matrix.place.extents[0];
    const std::size_t bytes = size_bytes(v.type);
    const std::size_t row_bytes = static_cast<std::size_t>(rows) * bytes;
    execute::parallel_for(rows, execute::min_thread_rows(rows),
                          [&](std::ptrdiff_t first, std::ptrdiff_t last) {
                            std::memset(matrix.data + static_cast<std::size_t>(first) * row_bytes,
                                        0, static_cast<std::size_t>(last - first) * row_bytes);
                          });
    const std::ptrdiff_t start = k_ < 0 ? -k_ * rows : k_;
    execute::copy_grid(
        {reinterpret_cast<char*>(matrix.data) + static_cast<std::size_t>(start) * bytes, 0,
         rows + 1},
        {reinterpret_cast<const char*>(v.data), 0, v.place.strides[0]}, 1, v.place.extents[0],
        bytes);
  }

 private:
  std::ptrdiff_t k_;
};

class triangles : public graph::library_function {
 public:
  triangles(std::ptrdiff_t k, triangle which) : k_(k), which_(which) {}

  [[nodiscard]] const char* name() const noexcept override {
    return which_ == triangle::lower ? "tril" : "triu";
  }
  void run(execute::operation& work) const override {
    const execute::operation::array from = work.input(0);
    const execute::operation::array to = work.output();
    const std::ptrdiff_t rows = to.place.extents[1];
    const std::ptrdiff_t columns = to.place.extents[2];
    const auto stride = [&](std::size_t axis) {
      return from.place.extents[axis] == 1 ? 0 : from.place.strides[axis];
    };
    const auto size = static_cast<std::ptrdiff_t>(size_bytes(to.type));
    const auto copy_row = [&](std::ptrdiff_t matrix, std::ptrdiff_t row) {
      // The columns that are kept are those from `first` to `last`.
      const std::ptrdiff_t diagonal = row + std::clamp(k_, -rows, columns);
      const bool is_lower = which_ == triangle::lower;
      const std::ptrdiff_t first = is_lower ? 0 : std::clamp<std::ptrdiff_t>(diagonal, 0, columns);
      const std::ptrdiff_t last =
          is_lower ? std::clamp<std::ptrdiff_t>(diagonal + 1, 0, columns) : columns;
      char* const begin = reinterpret_cast<char*>(to.data) + (matrix * rows + row) * columns * size;
      const char* const source =
          reinterpret_cast<const char*>(from.data) + (matrix * stride(0) + row * stride(1)) * size;
      std::memset(begin, 0, static_cast<std::size_t>(first * size));
      if (stride(2) == 1)
        std::memcpy(begin + first * size, source + first * size,
                    static_cast<std::size_t>((last - first) * size));
      else
        execute::copy_grid({begin + first * size, 0, 1}, {source, 0, 0}, 1, last - first,
                           static_cast<std::size_t>(size));
      std::memset(begin + last * size, 0, static_cast<std::size_t>((columns - last) * size));
    };
    execute::parallel_for(to.place.extents[0] * rows, execute::min_thread_rows(columns),
                          [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
                            std::ptrdiff_t matrix = begin / rows;
                            std::ptrdiff_t row = begin - matrix * rows;
                            for (; begin < end; ++begin) {
                              copy_row(matrix, row);
                              if (++row == rows) row = 0, ++matrix;
                            }
                          });
  }

 private:
  std::ptrdiff_t k_;
  triangle which_;
};

}  // namespace

graph::node_ptr diagonal_matrix_on_host(const graph::node_ptr& v, std::ptrdiff_t rows,
                                        std::ptrdiff_t k) {
  return graph::make_library_node(ref_ptr<const graph::library_function>(new diagonal_matrix(k)),
                                  graph::operand_list::of(v), v->type, {rows, rows}, cpu());
}

graph::node_ptr triangles_on_host(const graph::node_ptr& m, const shape& extents, std::ptrdiff_t k,
                                  triangle which) {
  return graph::make_library_node(ref_ptr<const graph::library_function>(new triangles(k, which)),
                                  graph::operand_list::of(m), m->type, extents, cpu());
}

}  // namespace gpu::detail
