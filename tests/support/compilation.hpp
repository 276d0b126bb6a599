// SPDX-License-Identifier: BSD-3-Clause
// Ways to ask NVRTC whether it takes a kernel's text that take less time than what the library
// asks for: most of a compilation is optimisation. Tests of many variants of one text use them;
// `jit::compile` itself stays with the reviewed texts, and where the machine code is looked at.
#pragma once

#include <gpu/core/dtype.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include <utility>

#include "jit/compiler.hpp"
#include "jit/device_sources.hpp"
#include "jit/nvrtc.hpp"

namespace gpu::test {

/// Whether this NVRTC has the option that leaves optimisations out.
inline bool has_fast_compilation() {
  return detail::version_of_nvrtc().major >= 13;
}

/// Machine code with the inexpensive optimisations: assembled, with registers and memory assigned.
inline device_code compile_fast(program text, architecture target) {
  if (has_fast_compilation()) text.options.emplace_back("--Ofast-compile=mid");
  return jit::compile(text, target);
}

/// PTX without optimisations: all that the language says of the text for this architecture.
inline void compile_to_ptx(const program& text, architecture target) {
  detail::nvrtc_input input;
  input.file_name = "kernel.cu";
  input.source = text.source;
  input.as_ptx = true;
  for (const device_source* header : reached_device_sources(text.source))
    input.headers.emplace_back(header->name.data(), header->text.data());
  input.options = {text_of("--gpu-architecture=compute_", target.major * 10 + target.minor),
                   "--std=c++20", "--fmad=false"};
  if (has_fast_compilation())
    input.options.insert(input.options.end(), {"--minimal", "--Ofast-compile=max"});
  input.options.insert(input.options.end(), text.options.begin(), text.options.end());
  const detail::nvrtc_output output = detail::run_nvrtc(input);
  if (output.code != 0) throw compile_error(output.log, output.log, text.source);
}

/// One of the kernels that differ by a dtype: what is assembled depends on the size of elements, so
/// one dtype of each size is, and the others stop at PTX.
inline void compile_for_dtype(dtype type, program text, architecture target) {
  switch (type) {
    case dtype::bool_:
    case dtype::float16:
    case dtype::float32:
    case dtype::float64:
    case dtype::complex128:
      static_cast<void>(compile_fast(std::move(text), target));
      break;
    default:
      compile_to_ptx(text, target);
  }
}

}  // namespace gpu::test
