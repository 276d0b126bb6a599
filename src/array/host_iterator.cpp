// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/host_iterator.hpp>

#include <cstddef>
#include <mutex>
#include <utility>

#include <gpu/array/indexing/access.hpp>
#include <gpu/execute/evaluate.hpp>

#include "core/iteration.hpp"

namespace gpu::detail {

class host_elements {
 public:
  explicit host_elements(graph::node_ptr value) : value_(std::move(value)) {}

  [[nodiscard]] const void* first() const {
    std::call_once(fetched_, [this] { fetch(); });
    return first_;
  }

 private:
  void fetch() const {
    leaf_ = execute::evaluate(value_);
    first_ = leaf_->block->data();
    if (leaf_->where->is_cpu()) return;
    copy_.reset(new std::byte[static_cast<std::size_t>(element_count(leaf_->extents)) *
                              size_bytes(leaf_->type)]);
    read_elements(value_, copy_.get());
    first_ = copy_.get();
  }

  const graph::node_ptr value_;
  mutable std::once_flag fetched_;
  mutable graph::leaf_ptr leaf_;
  mutable std::unique_ptr<std::byte[]> copy_;
  mutable const void* first_ = nullptr;
};

std::shared_ptr<const host_elements> elements_on_host(graph::node_ptr value) {
  return std::make_shared<const host_elements>(std::move(value));
}

const void* first_of(const host_elements& elements) {
  return elements.first();
}

}  // namespace gpu::detail
