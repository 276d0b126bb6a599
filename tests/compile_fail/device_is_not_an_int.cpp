// SPDX-License-Identifier: BSD-3-Clause
// expect: conversion from
// expect: int
#include <gpu/cuda/device.hpp>

int main() {
  gpu::device device = 0;
}
