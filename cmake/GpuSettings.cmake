# SPDX-License-Identifier: BSD-3-Clause
# How everything here is compiled.
if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_CXX_STANDARD 20)
  set(CMAKE_CXX_STANDARD_REQUIRED ON)
  set(CMAKE_CXX_EXTENSIONS OFF)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
  endif()
  string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

  find_program(CCACHE_PROGRAM ccache)
  if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Precompiled headers are cached only if ccache may overlook their time stamps.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
  endif()
endif()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# A product and a sum are two roundings, fused or not: results do not depend on what was fused.
set(gpu_options -ffp-contract=off)
# Messages name source files from the root of the repository.
list(APPEND gpu_options -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
set(gpu_warnings -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Wundef)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND gpu_options $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    list(APPEND gpu_warnings -Wno-restrict)  # false alarms about std::string's operator+
  else()
    # False alarms about functions that take a temporary and give a reference to something else.
    list(APPEND gpu_warnings -Wno-dangling-reference)
  endif()
endif()
if(GPU_DEVELOPER)
  list(APPEND gpu_warnings -Werror)
endif()

# The loops of the host executor: vectorised, every value still as IEEE has it.
set(gpu_loop_options -O3 -fno-math-errno -fno-trapping-math)
