# SPDX-License-Identifier: BSD-3-Clause
# CUB's device-wide algorithms: kernels/cub/*.cu, the only files that nvcc compiles. Each includes
# src/vendor/cub/cub.hpp, which declares what it defines and names nothing of CUDA.
#
# Commands of our own and not CMake's language CUDA, which does not take NVIDIA's wheels for a
# toolkit. CMAKE_CUDA_ARCHITECTURES, CMAKE_CUDA_HOST_COMPILER, CMAKE_CUDA_FLAGS and
# CMAKE_CUDA_COMPILER_LAUNCHER mean what they mean there.

# Code for GPUs of 2018 on, and PTX for those that are newer than the newest named.
set(gpu_default_architectures 75-real 80-real 90)

function(gpu_architecture_options output)
  if(NOT CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES ${gpu_default_architectures})
  endif()
  set(options "")
  foreach(architecture IN LISTS CMAKE_CUDA_ARCHITECTURES)
    if(architecture MATCHES "^(all|all-major|native)$")
      list(APPEND options -arch=${architecture})
    elseif(architecture MATCHES "^([0-9]+[a-z]?)-real$")
      list(APPEND options -gencode=arch=compute_${CMAKE_MATCH_1},code=sm_${CMAKE_MATCH_1})
    elseif(architecture MATCHES "^([0-9]+[a-z]?)-virtual$")
      list(APPEND options -gencode=arch=compute_${CMAKE_MATCH_1},code=compute_${CMAKE_MATCH_1})
    elseif(architecture MATCHES "^([0-9]+[a-z]?)$")
      list(APPEND options
           "-gencode=arch=compute_${architecture},code=[compute_${architecture},sm_${architecture}]")
    else()
      message(FATAL_ERROR "CMAKE_CUDA_ARCHITECTURES: '${architecture}' is none of 90, 90-real, "
                          "90-virtual, all, all-major, native")
    endif()
  endforeach()
  set(${output} ${options} PARENT_SCOPE)
endfunction()

# Adds the command for one file; `output` receives the object's path.
function(gpu_compile_cub source output)
  get_filename_component(name ${source} NAME_WE)
  set(object ${gpu_generated}/cub/${name}${CMAKE_CXX_OUTPUT_EXTENSION})
  set(host ${CMAKE_CUDA_HOST_COMPILER})
  if(NOT host)
    set(host ${CMAKE_CXX_COMPILER})
  endif()
  set(launcher ${CMAKE_CUDA_COMPILER_LAUNCHER})
  if(NOT launcher)
    set(launcher ${CMAKE_CXX_COMPILER_LAUNCHER})
  endif()
  gpu_architecture_options(architectures)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CUDA_FLAGS}")
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${launcher} ${gpu_nvcc} -c ${source} -o ${object} -std=c++20 -O3 -DNDEBUG
            -Xcompiler=-fPIC -ccbin=${host} ${architectures} ${flags}
            -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_SOURCE_DIR}/include
            -MD -MT ${object} -MF ${object}.d
    MAIN_DEPENDENCY ${source}
    DEPFILE ${object}.d
    COMMENT "Compiling kernels/cub/${name}.cu" VERBATIM)
  set(${output} ${object} PARENT_SCOPE)
endfunction()

# What the tests of single layers link; the library holds the objects itself.
function(gpu_add_cub)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/cub/*.cu)
  file(MAKE_DIRECTORY ${gpu_generated}/cub)
  set(objects "")
  foreach(source IN LISTS sources)
    gpu_compile_cub(${source} object)
    list(APPEND objects ${object})
  endforeach()
  add_library(gpu_cub STATIC ${objects})
  set_target_properties(gpu_cub PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(gpu_cub INTERFACE gpu::cudart)
  target_link_libraries(gpu_vendor INTERFACE gpu_cub)
  set(gpu_cub_objects ${objects} PARENT_SCOPE)
endfunction()
