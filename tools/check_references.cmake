# SPDX-License-Identifier: BSD-3-Clause
# Fails if a public member gives a reference, an iterator or a view of what its object owns without
# saying of which objects: with no `&` or `const&` after its parameters it gives them of temporary
# objects too, and `f().begin()` and `f().end()` are of two. Run as the test `references`:
#   cmake -D ROOT=<repository> -P tools/check_references.cmake
cmake_minimum_required(VERSION 3.25)

# "file name": those that may do so, and why.
set(allowed
    # The iterators keep what they read.
    "array/array_interface.hpp cbegin" "array/array_interface.hpp cend"
    "array/array_interface.hpp crbegin" "array/array_interface.hpp crend"
    "array/indexing/index_ranges.hpp begin" "array/indexing/index_ranges.hpp end"
    # Structured bindings keep the object, and name its parts.
    "array/statistics/histogram.hpp get"
    # Assignment under another name.
    "array/ndarray.hpp assign" "array/indexing/view.hpp write_node"
    "array/indexing/indexed_view.hpp write_node"
    # What is given outlives the object: others hold it too, or it is a constant.
    "core/ref_ptr.hpp operator*" "cuda/memory_block.hpp data"
    "array/user_kernel/kernel_text.hpp view"
    "array/user_kernel/elementwise_kernel_of.hpp parameter")
# Assignments return their object in all of C++.
set(assignments "operator([-+*/%&|^]|<<|>>)?=|operator[+][+]|operator--")

set(gives_reference "[^&]& ?([a-z_0-9]+|operator[^a-z ]+) ?[(]")
set(gives_iterator " (c?r?begin|c?r?end|data)[(][)]")
set(gives_view "(string_view|span<[^()]*>) ([a-z_0-9]+)[(]")

function(check_member file statement)
  if(NOT statement MATCHES "[)]( const)?( noexcept)?$"
     OR statement MATCHES "^(friend|static|using|template <[^()]*> (friend|static)) "
     OR statement MATCHES "(^| )(friend|static) ")
    return()
  endif()
  if(statement MATCHES "${gives_reference}")
    set(name "${CMAKE_MATCH_1}")
  elseif(statement MATCHES "${gives_iterator}")
    set(name "${CMAKE_MATCH_1}")
  elseif(statement MATCHES "${gives_view}")
    set(name "${CMAKE_MATCH_2}")
  else()
    return()
  endif()
  if(name MATCHES "^(${assignments})$" OR "${file} ${name}" IN_LIST allowed)
    return()
  endif()
  message(SEND_ERROR "include/gpu/${file}: '${name}' is given of temporary objects too: ${statement}")
endfunction()

# Its statements, each ending in `{`, `}` or `@`, which stands for a semicolon.
function(statements_of file output)
  file(READ ${ROOT}/include/gpu/${file} text)
  string(REGEX REPLACE "//[^\n]*" "" text "${text}")
  string(REGEX REPLACE "\n *#[^\n]*" "" text "${text}")
  string(REGEX REPLACE "\"([^\"\n\\]|\\\\.)*\"|'[{}]'" "" text "${text}")
  string(REPLACE "[[nodiscard]]" "" text "${text}")
  string(REGEX REPLACE "{}([,)])" "\\1" text "${text}")  # arguments that may be left out
  string(REPLACE ";" "@" text "${text}")
  string(REGEX REPLACE "[][\\]" " " text "${text}")
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  string(REGEX MATCHALL "[^@{}]*[@{}]" statements "${text}")
  set(${output} "${statements}" PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE files RELATIVE ${ROOT}/include/gpu ${ROOT}/include/gpu/*.hpp)
list(FILTER files EXCLUDE REGEX "^graph/")  # users do not name what is there
set(count 0)
foreach(file IN LISTS files)
  statements_of(${file} statements)
  # What the braces around a statement are: "public" or "private" of a class, or "other".
  set(scopes other)
  foreach(statement IN LISTS statements)
    if(statement MATCHES "(^| )(public|private|protected):")
      list(POP_BACK scopes)
      list(APPEND scopes ${CMAKE_MATCH_2})
      string(REGEX REPLACE "^.*(public|private|protected):" "" statement "${statement}")
    endif()
    list(GET scopes -1 scope)
    string(REGEX REPLACE "[@{}]$" "" text "${statement}")
    string(STRIP "${text}" text)
    if(scope STREQUAL "public")
      math(EXPR count "${count} + 1")
      check_member(${file} "${text}")
    endif()
    if(statement MATCHES "}$")
      list(POP_BACK scopes)
    elseif(statement MATCHES "{$")
      if(text MATCHES "^(template <.*> )?(requires.* )?struct [^()]*$")
        list(APPEND scopes public)
      elseif(text MATCHES "^(template <.*> )?(requires.* )?class [^()]*$")
        list(APPEND scopes private)
      else()
        list(APPEND scopes other)
      endif()
    endif()
  endforeach()
endforeach()
if(count LESS 500)
  message(SEND_ERROR "only ${count} members were found in '${ROOT}/include/gpu'")
endif()
