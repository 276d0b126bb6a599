// SPDX-License-Identifier: BSD-3-Clause
// Everything.
#pragma once

#include <gpu/array/composed_functions.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/elementwise_kernel.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/fuse.hpp>
#include <gpu/array/interp.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/operators.hpp>
#include <gpu/array/print.hpp>
#include <gpu/array/view.hpp>
#include <gpu/core/error.hpp>
#include <gpu/cuda/device.hpp>
#include <gpu/cuda/device_properties.hpp>
#include <gpu/cuda/event.hpp>
#include <gpu/cuda/memory_pool.hpp>
#include <gpu/cuda/module.hpp>
#include <gpu/cuda/stream.hpp>
#include <gpu/interop/npy.hpp>
#include <gpu/interop/xtensor.hpp>
#include <gpu/jit/history.hpp>
#include <gpu/ops.hpp>
