// SPDX-License-Identifier: BSD-3-Clause
// What functors in kernels/functors/ declare, and how they take arrays.
#pragma once

#include <gpu/core/op_info.hpp>

namespace gpu::kernels {

/// The traits of one functor, which computes an element.
struct functor_info {
  const char* name;       ///< gpu::kernels::NAME
  const char* file;       ///< kernels/functors/FILE.hpp
  const char* op = name;  ///< in the names of kernels
  int varying = 1;        ///< operands that differ between elements come first: so many
  int weight = 1;         ///< about how many simple ops a call takes, where that is more than a few
  bool gpu_only = false;  ///< the host computes the same in another way
  bool runs = false;      ///< takes a `run_index`, and shares work between the elements of a run
};

/// The weight of a search, or of a loop whose length is not known: a thread has one element.
inline constexpr int unbounded_weight = 1024;

/// An array whose address is handed over as an integer. Steps count elements.
template <class T>
class array_at {
 public:
  GPU_HD array_at(long long address, long long step = 1)
      : data_(reinterpret_cast<const T*>(address)), step_(step) {}
  GPU_HD T operator[](long long i) const { return data_[i * step_]; }

 private:
  const T* data_;
  long long step_;
};

}  // namespace gpu::kernels
