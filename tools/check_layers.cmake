# SPDX-License-Identifier: BSD-3-Clause
# Fails if a file includes what its folder may not see, or names a library, or what orders streams,
# outside the folder of that, or if a benchmark includes what is not there. Run as the test `layers`:
#   cmake -D ROOT=<repository> -P tools/check_layers.cmake
cmake_minimum_required(VERSION 3.25)

# What each layer may include. Siblings are not in each other's lists, but for one of them.
set(core core)
set(elementwise elementwise)
set(kernels elementwise kernels)
set(cuda ${core} cuda)
set(jit ${cuda} jit)
set(vendor ${jit} vendor)
set(graph ${vendor} graph elementwise kernels)
set(execute ${graph} execute)
set(array ${execute} array)
set(siblings linalg fft random interop collective)
foreach(sibling IN LISTS siblings)
  set(${sibling} ${array} ${sibling})
endforeach()
list(APPEND random linalg)  # of normal numbers with covariances
list(APPEND interop linalg fft random)  # xp.linalg, xp.fft, xp.random are members of the module
set(nn ${array} ${siblings} nn)
set(layers core elementwise kernels cuda jit vendor graph execute array ${siblings} nn)

# The headers of kernels/ that the host reads, beside reductions and functors.
set(shared_kernel_headers abi primitives/counting_sort primitives/functor_info
                         primitives/householder primitives/key_table primitives/key_value_pair
                         primitives/philox primitives/reducer primitives/run_index
                         primitives/small_matrix primitives/user_reduction)

# Where the headers and symbols of each library may be named: in a folder of its own, beside what asks
# all of them for their versions.
set(versions "src/vendor/library_versions[.]cpp$")
set(libraries cuda nvrtc cublas cufft cusolver nccl other_cuda cub blas lapack mkl fftw zip mpi xxhash
              streams launches device)
set(cuda_headers "(cuda|driver_types)[A-Za-z_]*[.]h" "cuda/.*")
set(cuda_symbols "(cuda|cu)[A-Z][A-Za-z0-9_]*")
set(cuda_folders "src/cuda/|src/vendor/(cub|cublas|cufft|cusolver)/|kernels/cub/|${versions}")
set(nvrtc_headers "nvrtc[A-Za-z_]*[.]h")
set(nvrtc_symbols "nvrtc[A-Z][A-Za-z0-9_]*")
set(nvrtc_folders "src/jit/nvrtc[.]cpp$")
set(cublas_headers "cublas[A-Za-z_]*[.]h")
set(cublas_symbols "cublas(Lt)?[A-Z][A-Za-z0-9_]*")
set(cublas_folders "src/vendor/cublas/|${versions}")
set(cufft_headers "cufft[A-Za-z_]*[.]h")
set(cufft_symbols "cufft[A-Z][A-Za-z0-9_]*")
set(cufft_folders "src/vendor/cufft/|${versions}")
set(cusolver_headers "cusolver[A-Za-z_]*[.]h")
set(cusolver_symbols "cusolver[A-Z][A-Za-z0-9_]*")
set(cusolver_folders "src/vendor/cusolver/|${versions}")
set(nccl_headers "nccl[A-Za-z_]*[.]h")
set(nccl_symbols "nccl[A-Z][A-Za-z0-9_]*")
set(nccl_folders "src/vendor/nccl/")
set(other_cuda_headers "(curand|cusparse|cutensor)[A-Za-z_]*[.]h")
set(other_cuda_symbols "(curand|cusparse|cutensor)[A-Z][A-Za-z0-9_]*")
set(other_cuda_folders "nowhere/")
set(cub_headers "(cub|thrust)/.*")
set(cub_symbols "(cub|thrust)::[A-Za-z_]+")
set(cub_folders "src/vendor/cub/|kernels/cub/")
set(blas_headers "(cblas|openblas|mkl)[a-z_]*[.]h")
# Of products of matrices and vectors with the letter of the type, or without it, as they are looked
# up in a library; of vectors with it.
set(blas_symbols
    "(cblas_[a-z0-9]+|(openblas|bli|goto)_[a-z_]+|[sdczi][a-z]+[0-9a-z]*_64_)"
    "[sdcz]?(ge(mm|mv|ru|rc|r)|(sy|he)(mm|mv|rk)|tr(sm|sv|mm|mv))_"
    "[sdcz](dot[cu]?|axpy|scal|copy|nrm2|asum|swap)_")
set(blas_folders "src/vendor/blas/|${versions}")
# Fortran's names, as those of BLAS.
set(lapack_headers "lapacke?[a-z_]*[.]h")
set(lapack_symbols
    "LAPACKE_[a-z0-9]+|ilaver_|ilaenv_|[sd]lamch_"
    "[sdcz]?ge(svx?|trf|trs|tri|qrf|qp3|lqf|sdd|svd|evx?|es|lsd?|lsy|lss|con|bal|hrd)_"
    "[sdcz]?(sy|he)(evd?|evr|evx|gvd?|sv|trf|trs|tri|trd)_"
    "[sdcz]?(po|gt|gb)(svx?|trf|trs|tri|con)_"
    "[sdcz]?tr(trs|tri|con)_"
    "[sdcz]?(or|un)(gqr|mqr|glq|mlq|gtr|ghr)_")
set(lapack_folders "src/vendor/lapack/|${versions}")
set(mkl_symbols "Dfti[A-Z][A-Za-z]*|DFTI_[A-Z_]+|(mkl|MKL)_[A-Za-z0-9_]+")
set(mkl_folders "src/vendor/(blas|lapack|fftw)/|${versions}")
set(fftw_headers "fftw3[.]h")
set(fftw_symbols "fftw[fl]?_[a-z_]+")
set(fftw_folders "src/vendor/fftw/|${versions}")
# Not all that begins with zip_: vendor/zip/ has types of such names.
set(zip_headers "zip(conf)?[.]h")
set(zip_symbols
    "zip_(f?open|f?close|fread|fseek|discard|stat|source|file|error|get|set|name|dir|delete|add)[a-z0-9_]*"
    "zip_(replace|rename|register|unchange|strerror|libzip)[a-z0-9_]*|zip_[a-z0-9]*_?t"
    "ZIP_[A-Z][A-Z0-9_]+")
set(zip_folders "src/vendor/zip/|${versions}")
set(mpi_headers "mpi[.]h")
set(mpi_symbols "MPI_[A-Z][A-Za-z_]*")
set(mpi_folders "src/vendor/mpi/")
set(xxhash_headers "xxh(ash|3)[.]h")
set(xxhash_symbols "XXH(3|32|64|128)?_[A-Za-z0-9_]+")
set(xxhash_folders "src/jit/code_key[.]cpp$")
# Likewise what orders streams and launches kernels, for all else does so by these, and what asks
# whether the device's compiler reads it, for which there is a reason each time.
set(streams_symbols "order_before_(read|write)")
set(streams_folders "(include/gpu|src)/cuda/|src/execute/operation[.]hpp$")
set(device_symbols "__CUDA_ARCH__|__CUDACC_RTC__")
string(CONCAT device_folders "elementwise/support/(device_forms|c_names|c_math)[.]hpp$|kernels/|"
                             "include/gpu/core/(b?float16|complex|host_device)[.]hpp$")
set(launches_symbols "cuda::launch")
set(launches_folders "src/cuda/|src/execute/gpu/launch[.]cpp$")

# The path in the repository of an included header, empty if it is none of ours: <gpu/graph/node.hpp>
# is include/gpu/graph/node.hpp, "graph/emit/text.hpp" is src/graph/emit/text.hpp.
function(path_of header output)
  set(path "")
  if(header MATCHES "^gpu/(elementwise|kernels)/")
    string(REGEX REPLACE "^gpu/" "" path ${header})
  elseif(header MATCHES "^gpu/")
    set(path include/${header})
  elseif(EXISTS ${ROOT}/src/${header} AND NOT IS_DIRECTORY ${ROOT}/src/${header})
    set(path src/${header})
  endif()
  set(${output} "${path}" PARENT_SCOPE)
endfunction()

# The layer that a path of the repository belongs to.
function(layer_of path output)
  if(path MATCHES "^include/gpu/(ops|reductions|reduction_methods|reduction_ufuncs)[.]hpp$")
    set(layer array)
  elseif(path MATCHES "^(include/gpu|src)/([a-z]+)/")
    set(layer ${CMAKE_MATCH_2})
  elseif(path MATCHES "^(elementwise|kernels)/")
    set(layer ${CMAKE_MATCH_1})
  else()
    set(layer "the whole library")
  endif()
  set(${output} ${layer} PARENT_SCOPE)
endfunction()

function(check_include file layer header)
  path_of("${header}" path)
  if(path STREQUAL "")
    return()
  endif()
  if(layer MATCHES "^(elementwise|kernels)$" AND path STREQUAL "include/gpu/core/op_info.hpp")
    return()
  endif()
  if(layer STREQUAL "kernels" AND path STREQUAL "include/gpu/core/reduction_info.hpp")
    return()
  endif()
  if(file MATCHES "^kernels/cub/" AND path MATCHES "^src/vendor/cub/(cub|scatter_kernels)[.]hpp$")
    return()
  endif()
  layer_of(${path} used)
  if(NOT used IN_LIST ${layer})
    message(SEND_ERROR "${file}: ${layer} must not include ${used}: ${header}")
  elseif(used STREQUAL "kernels" AND NOT layer STREQUAL "kernels")
    string(REGEX REPLACE "^kernels/(.*)[.](hpp|cuh)$" "\\1" name ${path})
    if(NOT name IN_LIST shared_kernel_headers AND NOT name MATCHES "^(reductions|functors)/")
      message(SEND_ERROR "${file}: the host does not read this header of kernels/: ${header}")
    endif()
  endif()
  if(file MATCHES "^include/" AND path MATCHES "^src/")
    message(SEND_ERROR "${file}: a public header must not include one of src/: ${header}")
  endif()
  # The two executors do not know each other.
  if("${file} ${path}" MATCHES "^src/execute/host/.* src/execute/gpu/"
     OR "${file} ${path}" MATCHES "^src/execute/gpu/.* src/execute/host/")
    message(SEND_ERROR "${file}: must not include the other executor: ${header}")
  endif()
endfunction()

# Each library is named in few places, so that another one replaces these and no more. `text` has no
# comments and no strings; `strings` are those, of which one may be a function to look up.
function(check_library library file includes text strings)
  if(file MATCHES "^(${${library}_folders})")
    return()
  endif()
  foreach(header IN LISTS includes)
    path_of("${header}" own_path)
    if(own_path)
      continue()
    endif()
    foreach(pattern IN LISTS ${library}_headers)
      if(header MATCHES "^${pattern}$")
        message(SEND_ERROR "${file}: must not include a header of ${library}: <${header}>")
      endif()
    endforeach()
  endforeach()
  foreach(pattern IN LISTS ${library}_symbols)
    if(text MATCHES "[^A-Za-z0-9_](${pattern})[^A-Za-z0-9_]")
      message(SEND_ERROR "${file}: must not name a symbol of ${library}: ${CMAKE_MATCH_1}")
    endif()
    foreach(string IN LISTS strings)
      if(string MATCHES "^\"(${pattern})\"$")
        message(SEND_ERROR "${file}: must not look up a symbol of ${library}: ${CMAKE_MATCH_1}")
      endif()
    endforeach()
  endforeach()
endfunction()

set(count 0)
foreach(layer IN LISTS layers)
  set(folders include/gpu/${layer} src/${layer})
  if(layer MATCHES "^(elementwise|kernels)$")
    set(folders ${layer})
  endif()
  set(patterns "")
  foreach(folder IN LISTS folders)
    foreach(ending hpp h cpp c cuh cu)
      list(APPEND patterns ${ROOT}/${folder}/*.${ending})
    endforeach()
  endforeach()
  file(GLOB_RECURSE files RELATIVE ${ROOT} ${patterns})
  foreach(file IN LISTS files)
    math(EXPR count "${count} + 1")
    if(file MATCHES "[.]cu$" AND NOT file MATCHES "^kernels/cub/")
      message(SEND_ERROR "${file}: nvcc compiles files in kernels/cub/ only")
    endif()
    file(READ ${ROOT}/${file} text)
    string(REGEX MATCHALL "\n *# *include *[<\"][^>\"\n]+" includes "\n${text}")
    list(TRANSFORM includes REPLACE "\n *# *include *[<\"]" "")
    foreach(header IN LISTS includes)
      check_include(${file} ${layer} "${header}")
    endforeach()
    string(REGEX REPLACE "//[^\n]*" "" text "${text}")
    # Headers that only the host has.
    string(REGEX REPLACE "#ifndef __CUDACC_RTC__\n(#include [^\n]*\n)+#endif" "" text "${text}")
    string(REGEX MATCHALL "\"[A-Za-z0-9_]+\"" strings "${text}")
    string(REGEX REPLACE "\"[^\"\n]*\"" "" text "${text}")
    foreach(library IN LISTS libraries)
      check_library(${library} ${file} "${includes}" "${text}" "${strings}")
    endforeach()
  endforeach()
endforeach()
if(count EQUAL 0)
  message(SEND_ERROR "no source was found in '${ROOT}'")
endif()

# Benchmarks are not compiled with the tests: headers that they include may move unnoticed.
file(GLOB files RELATIVE ${ROOT} ${ROOT}/benchmarks/*.cpp ${ROOT}/benchmarks/*.hpp)
foreach(file IN LISTS files)
  file(STRINGS ${ROOT}/${file} includes REGEX "^#include \"")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "^#include \"(.*)\".*$" "\\1" header "${include}")
    if(NOT EXISTS ${ROOT}/src/${header} AND NOT EXISTS ${ROOT}/benchmarks/${header}
       AND NOT EXISTS ${ROOT}/tests/${header})
      message(SEND_ERROR "${file}: there is no such header: ${header}")
    endif()
  endforeach()
endforeach()
