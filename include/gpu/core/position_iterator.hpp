// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <cstddef>

namespace gpu {

/// The arithmetic of an iterator that is a position in a sequence: what reads there, `Iterator`,
/// derives from it. Those of one sequence are compared.
template <class Iterator>
class position_iterator {
 public:
  using difference_type = std::ptrdiff_t;

  Iterator& operator++() noexcept { return *this += 1; }
  Iterator& operator--() noexcept { return *this += -1; }
  Iterator operator++(int) noexcept {
    Iterator before = self();
    ++position_;
    return before;
  }
  Iterator operator--(int) noexcept {
    Iterator before = self();
    --position_;
    return before;
  }
  Iterator& operator+=(difference_type n) noexcept {
    position_ += n;
    return self();
  }
  Iterator& operator-=(difference_type n) noexcept { return *this += -n; }
  friend Iterator operator+(Iterator it, difference_type n) { return it += n; }
  friend Iterator operator+(difference_type n, Iterator it) { return it += n; }
  friend Iterator operator-(Iterator it, difference_type n) { return it -= n; }
  friend difference_type operator-(const position_iterator& a,
                                   const position_iterator& b) noexcept {
    return a.position_ - b.position_;
  }
  friend bool operator==(const position_iterator& a, const position_iterator& b) noexcept {
    return a.position_ == b.position_;
  }
  friend std::strong_ordering operator<=>(const position_iterator& a,
                                          const position_iterator& b) noexcept {
    return a.position_ <=> b.position_;
  }

 protected:
  position_iterator() = default;
  explicit position_iterator(difference_type position) noexcept : position_(position) {}

  [[nodiscard]] difference_type position() const noexcept { return position_; }

 private:
  [[nodiscard]] Iterator& self() noexcept { return static_cast<Iterator&>(*this); }

  difference_type position_ = 0;
};

}  // namespace gpu
