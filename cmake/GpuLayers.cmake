# SPDX-License-Identifier: BSD-3-Clause
# A layer is a folder of src/: an object library of its own, so that it can be built and tested with
# no later layer; all of them together are the library.
set(gpu_generated ${PROJECT_BINARY_DIR}/generated)

# The folders that are included as <gpu/elementwise/...> and <gpu/kernels/...>, and the version.
function(gpu_prepare_headers)
  file(MAKE_DIRECTORY ${gpu_generated}/include/gpu/core)
  foreach(folder IN ITEMS elementwise kernels)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${gpu_generated}/include/gpu/${folder}
         COPY_ON_ERROR SYMBOLIC)
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/version.hpp.in
                 ${gpu_generated}/include/gpu/core/version.hpp @ONLY)
  add_library(gpu_headers INTERFACE)
  target_include_directories(gpu_headers INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${gpu_generated}/include>)
  target_compile_features(gpu_headers INTERFACE cxx_std_20)
  target_link_libraries(gpu_headers INTERFACE xtensor)
  set_target_properties(gpu_headers PROPERTIES EXPORT_NAME headers)
endfunction()

# What most files of these layers include is parsed once, and some files are compiled at a time:
# each alone takes less time than what it includes. Developers build without that: there a file that
# lacks an include does not compile, and one that was edited is compiled alone.
set(gpu_precompiled_graph <gpu/core/text_of.hpp> <gpu/graph/build.hpp> <algorithm> <memory>)
set(gpu_precompiled_execute ${gpu_precompiled_graph} <tuple>
                            ${PROJECT_SOURCE_DIR}/src/graph/schedule/kernel.hpp)
set(gpu_precompiled_array ${gpu_precompiled_graph} <gpu/array/creation.hpp>
                          <gpu/array/manipulation.hpp>)
set(gpu_precompiled_linalg ${gpu_precompiled_array} <gpu/ops.hpp> <gpu/reductions.hpp>)

# Compiles up to eight files of a folder at a time. Alone are: the files of src/vendor, which declare
# functions of other libraries, some by the same names; what takes long; and what ends with the
# program, which check_lifetimes knows by its name.
function(gpu_group_sources layer)
  if(layer STREQUAL "vendor")
    return()
  endif()
  set(sources ${ARGN})
  list(FILTER sources EXCLUDE REGEX
       "/(reductions/.*|(cast_loops|device_sources|thread_pool|background|nvrtc).cpp)$")
  foreach(file IN LISTS sources)
    string(REGEX REPLACE ".*/(src|generated)/(.*)/.*" "\\2" folder ${file})
    string(MAKE_C_IDENTIFIER ${folder} folder)
    list(LENGTH files_of_${folder} number)
    math(EXPR group "${number} / 8")
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${folder}_${group})
    list(APPEND files_of_${folder} ${file})
  endforeach()
  set_target_properties(gpu_${layer} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # which takes the files for headers
    target_compile_options(gpu_${layer} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

function(gpu_add_layer layer)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${layer}/*.cpp)
  if(layer STREQUAL "execute")
    list(APPEND sources ${gpu_loop_files})
  endif()
  if(layer STREQUAL "jit" AND sources)
    if(gpu_embed_file)
      gpu_embed(${gpu_generated}/jit/device_sources.cpp)
      list(APPEND sources ${gpu_generated}/jit/device_sources.cpp)
    else()
      message(STATUS "cmake/GpuEmbed.cmake is missing: device code is not embedded")
    endif()
  endif()
  if(layer STREQUAL "graph")
    gpu_compile_functions(${gpu_generated}/graph/device_functions.cpp)
    list(APPEND sources ${gpu_generated}/graph/device_functions.cpp)
  endif()
  if(NOT sources)
    return()
  endif()

  add_library(gpu_${layer} OBJECT ${sources})
  target_include_directories(gpu_${layer} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(gpu_${layer} PUBLIC gpu_headers PRIVATE Threads::Threads)
  target_compile_options(gpu_${layer} PRIVATE ${gpu_options} ${gpu_warnings})
  if(layer MATCHES "^(execute|linalg)$")
    target_compile_options(gpu_${layer} PRIVATE ${gpu_loop_options})
  endif()
  if(gpu_precompiled_${layer} AND NOT GPU_DEVELOPER)
    target_precompile_headers(gpu_${layer} PRIVATE ${gpu_precompiled_${layer}})
  elseif(layer MATCHES "^(fft|random|interop)$" AND NOT GPU_DEVELOPER)
    target_precompile_headers(gpu_${layer} REUSE_FROM gpu_array)
  endif()
  if(NOT GPU_DEVELOPER)
    gpu_group_sources(${layer} ${sources})
  endif()
  if(layer MATCHES "^(cuda|jit|vendor)$")
    gpu_name_cuda(gpu_${layer})
  endif()
  set_property(GLOBAL APPEND PROPERTY gpu_built_layers ${layer})
endfunction()

# For the three layers that may name CUDA. GPU_HAS_CUDA is 1 or 0.
function(gpu_name_cuda target)
  target_compile_definitions(${target} PRIVATE GPU_HAS_CUDA=$<BOOL:${GPU_CUDA}>)
  target_include_directories(${target} SYSTEM PRIVATE ${GPU_XXHASH_INCLUDE_DIR})
  if(GPU_CUDA)
    target_compile_definitions(${target} PRIVATE GPU_TOOLKIT_LIBRARIES="${gpu_toolkit_libraries}")
    target_link_libraries(${target} PRIVATE gpu::cudart)
  else()
    target_compile_definitions(${target} PRIVATE GPU_TOOLKIT_LIBRARIES="")
  endif()
endfunction()

# Links the named layers, and not the library: the program is built without the others.
function(gpu_link_layers target)
  foreach(layer IN LISTS ARGN)
    if(TARGET gpu_${layer})
      target_link_libraries(${target} PRIVATE gpu_${layer})
    endif()
  endforeach()
  gpu_link_outside(${target})
endfunction()

# Links what the object libraries of the layers need from outside, and shows no header of CUDA.
function(gpu_link_outside target)
  target_link_libraries(${target} PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
  if(GPU_CUDA)
    target_link_libraries(${target} PRIVATE $<LINK_ONLY:gpu::cudart>)
  endif()
endfunction()

function(gpu_add_library)
  get_property(layers GLOBAL PROPERTY gpu_built_layers)
  add_library(gpu_ndarray)
  add_library(gpu::ndarray ALIAS gpu_ndarray)
  foreach(layer IN LISTS layers)
    target_sources(gpu_ndarray PRIVATE $<TARGET_OBJECTS:gpu_${layer}>)
  endforeach()
  if(GPU_CUDA)
    target_sources(gpu_ndarray PRIVATE ${gpu_cub_objects})
    set_source_files_properties(${gpu_cub_objects} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  endif()
  set_target_properties(gpu_ndarray PROPERTIES
    EXPORT_NAME ndarray LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_link_libraries(gpu_ndarray PUBLIC gpu_headers)
  gpu_link_outside(gpu_ndarray)
endfunction()

# A consumer needs neither a CUDA toolkit nor its headers: a static library brings the static
# runtime along.
function(gpu_install)
  include(GNUInstallDirs)
  include(CMakePackageConfigHelpers)
  set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/gpu_ndarray)
  install(TARGETS gpu_ndarray gpu_headers EXPORT gpu_ndarray_targets
          INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/gpu DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/elementwise ${PROJECT_SOURCE_DIR}/kernels
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gpu
          FILES_MATCHING PATTERN *.hpp PATTERN *.cuh PATTERN cub EXCLUDE)
  install(FILES ${gpu_generated}/include/gpu/ops.hpp ${gpu_generated}/include/gpu/reductions.hpp
                ${gpu_generated}/include/gpu/reduction_methods.hpp
                ${gpu_generated}/include/gpu/reduction_ufuncs.hpp
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gpu)
  install(FILES ${gpu_generated}/include/gpu/core/version.hpp
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gpu/core)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
          DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/licenses/gpu_ndarray)

  set(gpu_cudart_folder "")
  if(GPU_CUDA AND NOT BUILD_SHARED_LIBS)
    set(gpu_cudart_folder ${CMAKE_INSTALL_LIBDIR}/gpu_ndarray)
    install(FILES ${gpu_cudart_file} DESTINATION ${gpu_cudart_folder})
    get_filename_component(gpu_cudart_name ${gpu_cudart_file} NAME)
  endif()
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/gpu_ndarrayConfig.cmake.in
                                ${gpu_generated}/gpu_ndarrayConfig.cmake
                                INSTALL_DESTINATION ${package_folder})
  write_basic_package_version_file(${gpu_generated}/gpu_ndarrayConfigVersion.cmake
                                   COMPATIBILITY SameMinorVersion)
  install(FILES ${gpu_generated}/gpu_ndarrayConfig.cmake
                ${gpu_generated}/gpu_ndarrayConfigVersion.cmake
          DESTINATION ${package_folder})
  install(EXPORT gpu_ndarray_targets NAMESPACE gpu:: DESTINATION ${package_folder})
endfunction()
