// SPDX-License-Identifier: BSD-3-Clause
#include "jit/code_key.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <memory>

#include <gpu/core/version.hpp>

#include "jit/device_sources.hpp"

namespace gpu::detail {
namespace {

/// Texts one after the other, each with its length, so that no two lists of them are alike.
class text_hash {
 public:
  text_hash() : state_(XXH3_createState()) { XXH3_128bits_reset(state_.get()); }

  void add(std::string_view text) {
    const std::uint64_t size = text.size();
    XXH3_128bits_update(state_.get(), &size, sizeof size);
    XXH3_128bits_update(state_.get(), text.data(), text.size());
  }
  [[nodiscard]] code_key key() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
    return {hash.high64, hash.low64};
  }

 private:
  struct free_state {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  std::unique_ptr<XXH3_state_t, free_state> state_;
};

}  // namespace

std::string code_key::hex() const {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::uint64_t half : {high, low})
    for (int shift = 60; shift >= 0; shift -= 4) text += digits[(half >> shift) & 15U];
  return text;
}

code_key key_of(const program& program, std::string_view circumstances) {
  text_hash hash;
  hash.add(version);
  hash.add(circumstances);
  hash.add(program.name);
  hash.add(program.source);
  hash.add(std::to_string(program.options.size()));
  for (const std::string& option : program.options) hash.add(option);
  for (const device_source* header : reached_device_sources(program.source)) {
    hash.add(header->name);
    hash.add(header->text);
  }
  return hash.key();
}

code_key hash_of(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

}  // namespace gpu::detail
