// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <iterator>
#include <ranges>
#include <string>

#include <gpu/core/integer_like.hpp>

namespace gpu {

/// NumPy's largest rank.
inline constexpr std::size_t max_rank = 64;

/// One number in a list of extents or axes: an integer of any type, so that `{rows, 3}` is a list
/// also where `rows` is an `std::size_t`, or an element of an array.
struct list_integer {
  template <integer_like Integer>
  requires(!std::same_as<Integer, bool>) constexpr list_integer(Integer number) noexcept
      : value(static_cast<std::ptrdiff_t>(number)) {}
  constexpr operator std::ptrdiff_t() const noexcept { return value; }

  std::ptrdiff_t value;
};

/// The extents of an array, outermost axis first; also used for strides, in elements. Six axes are
/// stored in place, more on the heap.
class shape {
 public:
  using value_type = std::ptrdiff_t;
  using size_type = std::size_t;
  using iterator = value_type*;
  using const_iterator = const value_type*;
  using reference = value_type&;
  using const_reference = const value_type&;

  shape() noexcept : data_(in_place_.data()) {}
  /// `rank` axes of extent `value`.
  /// @throws value_error  if `rank` is above 64
  explicit shape(size_type rank, value_type value) : shape() { resize(rank, value); }
  shape(std::initializer_list<list_integer> extents) : shape(extents.begin(), extents.end()) {}
  /// One axis, as a number is a shape in NumPy: `zeros<double>(5)`.
  template <integer_like Extent>
  requires(!std::same_as<Extent, bool>) shape(Extent extent)
      : shape({static_cast<value_type>(extent)}) {}
  template <std::input_iterator Iterator>
  shape(Iterator first, Iterator last) : shape() {
    for (; first != last; ++first) push_back(static_cast<value_type>(*first));
  }
  /// From any range of integers: std::vector, std::array, xtensor's shapes.
  template <detail::integer_range Range>
  requires(!std::same_as<std::remove_cvref_t<Range>, shape>) shape(const Range& extents)
      : shape(std::ranges::begin(extents), std::ranges::end(extents)) {}
  shape(const shape& other) : shape() { assign(other); }
  shape(shape&& other) noexcept : shape() { take(other); }
  shape& operator=(const shape& other) {
    if (this != &other) assign(other);
    return *this;
  }
  shape& operator=(shape&& other) noexcept {
    if (this != &other) take(other);
    return *this;
  }
  ~shape() {
    if (!is_in_place()) delete[] data_;
  }

  [[nodiscard]] size_type size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  value_type& operator[](size_type axis) & noexcept { return data_[axis]; }
  value_type operator[](size_type axis) const& noexcept { return data_[axis]; }
  [[nodiscard]] value_type back() const noexcept { return data_[size_ - 1]; }
  [[nodiscard]] value_type front() const noexcept { return data_[0]; }
  [[nodiscard]] iterator begin() & noexcept { return data_; }
  [[nodiscard]] iterator end() & noexcept { return data_ + size_; }
  [[nodiscard]] const_iterator begin() const& noexcept { return data_; }
  [[nodiscard]] const_iterator end() const& noexcept { return data_ + size_; }
  [[nodiscard]] value_type* data() & noexcept { return data_; }
  [[nodiscard]] const value_type* data() const& noexcept { return data_; }
  /// Not of a temporary: `f().begin()` and `f().end()` are of two.
  const_iterator begin() const&& = delete;
  const_iterator end() const&& = delete;
  const value_type* data() const&& = delete;

  /// @throws value_error  beyond 64 axes
  void push_back(value_type extent) {
    if (size_ == capacity_) grow(size_ + 1);
    data_[size_++] = extent;
  }
  void insert(size_type axis, value_type extent);
  void erase(size_type axis) noexcept;
  void resize(size_type rank, value_type value = 0);
  void clear() noexcept { size_ = 0; }

  friend bool operator==(const shape& a, const shape& b) noexcept {
    if (a.size_ != b.size_) return false;
    for (std::uint32_t axis = 0; axis < a.size_; ++axis)
      if (a.data_[axis] != b.data_[axis]) return false;
    return true;
  }

 private:
  static constexpr size_type in_place_capacity = 6;

  void assign(const shape& other) {
    // All six at once are faster than as many as there are: shapes are copied for every operand.
    if (is_in_place() && other.is_in_place())
      in_place_ = other.in_place_;
    else
      assign_elsewhere(other);
    size_ = other.size_;
  }
  void assign_elsewhere(const shape& other);
  void take(shape& other) noexcept {
    if (is_in_place() && other.is_in_place())
      in_place_ = other.in_place_;
    else
      take_elsewhere(other);
    size_ = other.size_;
    other.size_ = 0;
  }
  void take_elsewhere(shape& other) noexcept;
  void grow(size_type rank);
  [[nodiscard]] bool is_in_place() const noexcept { return data_ == in_place_.data(); }

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = in_place_capacity;
  std::array<value_type, in_place_capacity> in_place_{};
  value_type* data_;
};

/// Streams as NumPy's errors write shapes: "()", "(3,)", "(2,3)".
std::ostream& operator<<(std::ostream& out, const shape& extents);

/// "()", "(3,)", "(2, 3)": as Python writes a tuple, and as NumPy prints and stores shapes.
[[nodiscard]] std::string tuple_text(const shape& extents);

/// How many elements an array of this shape has.
/// @throws value_error  if an extent is negative or the product overflows
[[nodiscard]] std::ptrdiff_t element_count(const shape& extents);

/// The strides of a C-contiguous array, in elements; 0 along axes of extent 1.
[[nodiscard]] shape row_major_strides(const shape& extents);

/// `axis`, counted from the end if negative, as an index into a shape of `rank` axes.
/// `numpy.lib.array_utils.normalize_axis_index`.
/// @throws axis_error
[[nodiscard]] std::size_t normalize_axis_index(std::ptrdiff_t axis, std::size_t rank);

}  // namespace gpu
