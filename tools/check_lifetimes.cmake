# SPDX-License-Identifier: BSD-3-Clause
# cmake -D NM=nm -D LIST=file -P check_lifetimes.cmake
# Fails if an object file named in LIST has a static or thread_local object that is destroyed. Arrays
# are used until the very end: statics are never deleted, and what threads have is per_thread. Only
# threads and NVRTC end with the program.
cmake_minimum_required(VERSION 3.25)
file(STRINGS ${LIST} objects)
foreach(object IN LISTS objects)
  if(object MATCHES "src/(execute/host/thread_pool|jit/background|jit/nvrtc)\\.cpp|cmake_pch")
    continue()
  endif()
  execute_process(COMMAND ${NM} -u ${object} OUTPUT_VARIABLE undefined COMMAND_ERROR_IS_FATAL ANY)
  if(undefined MATCHES "__cxa_(thread_)?atexit")
    message(SEND_ERROR "${object}: a static or thread_local object has a destructor that runs "
                       "before its last user's may; see src/core/per_thread.hpp")
  endif()
endforeach()
