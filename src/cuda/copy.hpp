// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/cuda/device.hpp>
#include <gpu/cuda/stream.hpp>

#include <cstddef>

namespace gpu {

/// Copies bytes between any two devices. `cpu()` means any host memory.
///
/// The copy takes its turn in `stream`, a stream of one of the devices; what other streams do to
/// the memory is the caller's to order. From the host: the source may be reused when this returns.
/// To the host: waits, the bytes are there when this returns. Between GPUs: returns at once. On the
/// host alone the ranges may overlap. While the stream is being captured, the copy is recorded with
/// the bytes that the host's memory holds now.
///
/// @throws cuda_error  if the copy fails, or earlier work of the stream did; to the host also if
///                     the stream is being captured, before anything is done
void copy_bytes(void* to, device to_device, const void* from, device from_device,
                std::size_t size_bytes, stream_ref stream);

/// Sets every byte, in the stream's turn.
void fill_bytes(void* to, device device, unsigned char value, std::size_t size_bytes,
                stream_ref stream);

}  // namespace gpu
