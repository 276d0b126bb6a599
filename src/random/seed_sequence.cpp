// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/random/seed_sequence.hpp>

#include <random>
#include <utility>

#include <gpu/core/error.hpp>

namespace gpu::random {
namespace {

/// Spreads the bits of a word over all of it; each call of one object does so in another way.
class hash {
 public:
  constexpr hash(std::uint32_t first, std::uint32_t multiplier)
      : constant_(first), multiplier_(multiplier) {}

  constexpr std::uint32_t operator()(std::uint32_t word) {
    word ^= constant_;
    constant_ *= multiplier_;
    word *= constant_;
    return word ^ word >> 16;
  }

 private:
  std::uint32_t constant_;
  std::uint32_t multiplier_;
};

constexpr std::uint32_t mixed(std::uint32_t x, std::uint32_t y) {
  const std::uint32_t word = 0xca01f9ddu * x - 0x4973f715u * y;
  return word ^ word >> 16;
}

}  // namespace

seed_sequence::seed_sequence() {
  std::random_device device;
  for (std::size_t i = 0; i < pool_.size(); ++i) entropy_.push_back(device());
  mix();
}

seed_sequence::seed_sequence(std::vector<std::uint32_t> entropy,
                             std::vector<std::uint32_t> spawn_key)
    : entropy_(std::move(entropy)), spawn_key_(std::move(spawn_key)) {
  mix();
}

std::vector<std::uint32_t> seed_sequence::words_of(bool is_negative, std::uint64_t entropy) {
  if (is_negative) throw value_error("expected non-negative integer");
  std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(entropy)};
  if (entropy >> 32 != 0) words.push_back(static_cast<std::uint32_t>(entropy >> 32));
  return words;
}

void seed_sequence::mix() {
  std::vector<std::uint32_t> all = entropy_;
  // So that a key is not taken for a part of the entropy.
  if (!spawn_key_.empty() && all.size() < pool_.size()) all.resize(pool_.size(), 0);
  all.insert(all.end(), spawn_key_.begin(), spawn_key_.end());
  hash next(0x43b0d7e5u, 0x931e8875u);
  for (std::size_t i = 0; i < pool_.size(); ++i) pool_[i] = next(i < all.size() ? all[i] : 0);
  for (std::size_t from = 0; from < pool_.size(); ++from)
    for (std::size_t to = 0; to < pool_.size(); ++to)
      if (from != to) pool_[to] = mixed(pool_[to], next(pool_[from]));
  for (std::size_t from = pool_.size(); from < all.size(); ++from)
    for (std::uint32_t& word : pool_) word = mixed(word, next(all[from]));
}

std::vector<std::uint32_t> seed_sequence::words(std::ptrdiff_t count) const {
  if (count < 0) throw value_error("negative dimensions are not allowed");
  std::vector<std::uint32_t> result(static_cast<std::size_t>(count));
  hash next(0x8b51f9ddu, 0x58f38dedu);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = next(pool_[i % pool_.size()]);
  return result;
}

std::vector<std::uint64_t> seed_sequence::pairs(const std::vector<std::uint32_t>& words) {
  std::vector<std::uint64_t> result(words.size() / 2);
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = words[2 * i] | std::uint64_t{words[2 * i + 1]} << 32;
  return result;
}

std::vector<seed_sequence> seed_sequence::spawn(strict_integer count) {
  if (count < 0) throw overflow_error("can't convert negative value to uint32_t");
  std::vector<seed_sequence> children;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    std::vector<std::uint32_t> key = spawn_key_;
    key.push_back(static_cast<std::uint32_t>(children_++));
    children.emplace_back(entropy_, std::move(key));
  }
  return children;
}

}  // namespace gpu::random
