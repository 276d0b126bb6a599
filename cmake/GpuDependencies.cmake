# SPDX-License-Identifier: BSD-3-Clause
# What the library needs from outside; docs/dependencies.md says what each is for.
find_package(Threads REQUIRED)
find_package(xtensor QUIET CONFIG)
if(NOT xtensor_FOUND)
  message(FATAL_ERROR "xtensor was not found. Debian and Ubuntu: apt-get install libxtensor-dev. "
                      "Elsewhere: pass its prefix with -DCMAKE_PREFIX_PATH=<folder>.")
endif()
find_path(GPU_XXHASH_INCLUDE_DIR xxhash.h)
mark_as_advanced(GPU_XXHASH_INCLUDE_DIR)
if(NOT GPU_XXHASH_INCLUDE_DIR)
  message(FATAL_ERROR "xxhash.h was not found. Debian and Ubuntu: apt-get install libxxhash-dev. "
                      "Elsewhere: pass its folder with -DGPU_XXHASH_INCLUDE_DIR=<folder>.")
endif()

# Target gpu::cudart: the static CUDA runtime and its headers; `gpu_nvcc`: the compiler beside them,
# which brings CUB. No driver is needed, and a toolkit unpacked from NVIDIA's Python wheels will do.
function(gpu_find_cuda)
  set(GPU_CUDA_ROOT "" CACHE PATH "Folder of a CUDA toolkit, with include/ and lib/ or lib64/")
  if(GPU_CUDA_ROOT)
    set(roots ${GPU_CUDA_ROOT})
  else()
    set(roots ${CUDAToolkit_ROOT} $ENV{CUDAToolkit_ROOT} $ENV{CUDA_PATH} $ENV{CUDA_HOME}
              /usr/local/cuda ${PROJECT_BINARY_DIR}/cuda-wheels/nvidia/cu13)
  endif()
  set(looked_in "")
  foreach(root IN LISTS roots)
    string(APPEND looked_in "\n  ${root}")
    find_library(cudart cudart_static PATHS ${root} NO_DEFAULT_PATH NO_CACHE
                 PATH_SUFFIXES lib64 lib targets/x86_64-linux/lib targets/sbsa-linux/lib)
    find_path(headers cuda_runtime_api.h PATHS ${root} NO_DEFAULT_PATH NO_CACHE
              PATH_SUFFIXES include targets/x86_64-linux/include targets/sbsa-linux/include)
    find_program(nvcc nvcc PATHS ${root} NO_DEFAULT_PATH NO_CACHE PATH_SUFFIXES bin)
    if(cudart AND headers AND nvcc AND EXISTS ${headers}/crt/host_defines.h)
      break()
    endif()
    unset(cudart)
    unset(headers)
    unset(nvcc)
  endforeach()
  if(NOT cudart)
    message(FATAL_ERROR
      "No CUDA toolkit with nvcc, cuda_runtime_api.h, crt/host_defines.h and libcudart_static.a in:"
      "${looked_in}\nRun tools/quickstart, which fetches what is needed; or name a toolkit with "
      "-DGPU_CUDA_ROOT=<folder>; or build without GPUs with -DGPU_CUDA=OFF.")
  endif()
  file(REAL_PATH ${cudart} cudart)
  get_filename_component(libraries ${cudart} DIRECTORY)
  message(STATUS "CUDA: ${headers}, ${cudart}")
  add_library(gpu::cudart STATIC IMPORTED GLOBAL)
  set_target_properties(gpu::cudart PROPERTIES
    IMPORTED_LOCATION ${cudart}
    INTERFACE_INCLUDE_DIRECTORIES ${headers}
    INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};rt")
  set(gpu_cudart_file ${cudart} PARENT_SCOPE)
  set(gpu_nvcc ${nvcc} PARENT_SCOPE)
  # Where NVIDIA's libraries are looked for last: in the toolkit that the library was built with.
  set(gpu_toolkit_libraries ${libraries} PARENT_SCOPE)
endfunction()

if(GPU_CUDA)
  gpu_find_cuda()
endif()
