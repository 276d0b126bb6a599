// SPDX-License-Identifier: BSD-3-Clause
// Every scalar function of the ops on real elements, and the conversions. Ops include less.
#pragma once

#include <gpu/elementwise/support/cast.hpp>
#include <gpu/elementwise/support/exponential.hpp>
#include <gpu/elementwise/support/hyperbolic.hpp>
#include <gpu/elementwise/support/integer.hpp>
#include <gpu/elementwise/support/logarithm.hpp>
#include <gpu/elementwise/support/power.hpp>
#include <gpu/elementwise/support/rounding.hpp>
#include <gpu/elementwise/support/trigonometric.hpp>
