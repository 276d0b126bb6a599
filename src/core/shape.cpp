// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/shape.hpp>

#include <ostream>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu {

void shape::insert(size_type axis, value_type extent) {
  push_back(extent);
  std::rotate(begin() + axis, end() - 1, end());
}

void shape::erase(size_type axis) noexcept {
  std::copy(begin() + axis + 1, end(), begin() + axis);
  --size_;
}

void shape::resize(size_type rank, value_type value) {
  if (rank > capacity_) grow(rank);
  if (rank > size_) std::fill(data_ + size_, data_ + rank, value);
  size_ = static_cast<std::uint32_t>(rank);
}

void shape::assign_elsewhere(const shape& other) {
  if (other.size_ > capacity_) grow(other.size_);
  std::copy(other.begin(), other.end(), data_);
}

void shape::take_elsewhere(shape& other) noexcept {
  if (other.is_in_place()) {
    std::copy(other.begin(), other.end(), data_);
    return;
  }
  if (!is_in_place()) delete[] data_;
  data_ = other.data_;
  capacity_ = other.capacity_;
  other.data_ = other.in_place_.data();
  other.capacity_ = in_place_capacity;
}

void shape::grow(size_type rank) {
  if (rank > max_rank)
    throw value_error(text_of("maximum supported dimension for an ndarray is currently ", max_rank,
                              ", found ", rank));
  auto* wider = new value_type[max_rank];
  std::copy(begin(), end(), wider);
  if (!is_in_place()) delete[] data_;
  data_ = wider;
  capacity_ = max_rank;
}

std::ostream& operator<<(std::ostream& out, const shape& extents) {
  out << '(';
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    out << (axis == 0 ? "" : ",") << extents[axis];
  return out << (extents.size() == 1 ? ",)" : ")");
}

std::string tuple_text(const shape& extents) {
  std::string text = "(";
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    text += text_of(axis == 0 ? "" : ", ", extents[axis]);
  return text + (extents.size() == 1 ? ",)" : ")");
}

std::ptrdiff_t element_count(const shape& extents) {
  std::ptrdiff_t count = 1;
  bool overflow = false;
  bool empty = false;
  for (const std::ptrdiff_t extent : extents) {
    if (extent < 0) throw value_error(text_of("negative dimensions are not allowed: ", extents));
    empty = empty || extent == 0;
    if (extent != 0) overflow = __builtin_mul_overflow(count, extent, &count) || overflow;
  }
  if (overflow)
    throw value_error(text_of("array is too big; the number of elements of shape ", extents,
                              " is larger than the maximum possible size."));
  return empty ? 0 : count;
}

shape row_major_strides(const shape& extents) {
  shape strides(extents.size(), 0);
  std::ptrdiff_t step = 1;
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    strides[axis] = extents[axis] == 1 ? 0 : step;
    step *= std::max<std::ptrdiff_t>(extents[axis], 1);
  }
  return strides;
}

std::size_t normalize_axis_index(std::ptrdiff_t axis, std::size_t rank) {
  const auto count = static_cast<std::ptrdiff_t>(rank);
  if (axis < -count || axis >= count) throw axis_error(axis, rank);
  return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

}  // namespace gpu
