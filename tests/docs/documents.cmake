# SPDX-License-Identifier: BSD-3-Clause
# The C++ in README.md and docs/*.md as programs, which ctest runs: tests `docs.NAME`.
# CONTRIBUTING.md says how a document's blocks become a program.
set(doc_folder ${CMAKE_CURRENT_LIST_DIR})

# CMake splits lists at some characters, and brackets hide others: these stand in their places.
string(ASCII 1 doc_open)
string(ASCII 2 doc_close)
string(ASCII 3 doc_semicolon)
string(ASCII 4 doc_backslash)

# The lines of `file` as the list `output`, each with the substitutes above.
function(doc_read_lines file output)
  file(READ ${file} text)
  string(REPLACE "\\" "${doc_backslash}" text "${text}")
  string(REPLACE ";" "${doc_semicolon}" text "${text}")
  string(REPLACE "[" "${doc_open}" text "${text}")
  string(REPLACE "]" "${doc_close}" text "${text}")
  string(REPLACE "\n" ";" text "${text}")
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

# `text` as it stands in the document.
function(doc_restore text output)
  string(REPLACE "${doc_open}" "[" text "${text}")
  string(REPLACE "${doc_close}" "]" text "${text}")
  string(REPLACE "${doc_semicolon}" ";" text "${text}")
  string(REPLACE "${doc_backslash}" "\\" text "${text}")
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

# Writes `text` unless the file has it already, so that nothing is compiled again without a reason.
function(doc_write file text)
  set(old "")
  if(EXISTS ${file})
    file(READ ${file} old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE ${file} "${text}")
  endif()
endfunction()

# A line of a block as a statement of the program: "EXPRESSION;  // -> TEXT" checks the text.
function(doc_statement line number output)
  if(line MATCHES "^( *)(.*[^ ])${doc_semicolon} +// -> throws ([a-z_]+): (.*)$")
    set(line "${CMAKE_MATCH_1}docs::expect_error<gpu::${CMAKE_MATCH_3}>(${number}, ")
    string(APPEND line "[&] { ${CMAKE_MATCH_2}${doc_semicolon} }, R\"doc(${CMAKE_MATCH_4})doc\")")
    string(APPEND line "${doc_semicolon}")
  elseif(line MATCHES "^( *)(.*[^ ])${doc_semicolon} +// -> (.*)$")
    set(line "${CMAKE_MATCH_1}docs::expect(${number}, R\"doc(${CMAKE_MATCH_3})doc\", ")
    string(APPEND line "${CMAKE_MATCH_2})${doc_semicolon}")
  endif()
  set(${output} "${line}" PARENT_SCOPE)
endfunction()

# Reads the blocks of `document`. Sets in the caller's scope
#   doc_includes    what blocks include, one directive after the other
#   doc_functions   the text of a function for each section that has blocks
#   doc_calls       the names of these functions, with commas
#   doc_programs    the files of blocks that are programs of their own
function(doc_read document name)
  doc_read_lines(${PROJECT_SOURCE_DIR}/${document} lines)
  set(includes "")
  set(functions "")
  set(calls "")
  set(programs "")
  set(section "")
  set(separator "")
  set(kind "")
  set(skips FALSE)
  set(number 0)
  foreach(line IN LISTS lines)
    math(EXPR number "${number} + 1")
    if(kind STREQUAL "")
      if(line MATCHES "^#+ ")
        doc_end_section()
      elseif(line MATCHES "^<!-- not (compiled|compared): .")
        set(skips TRUE)
      elseif(line MATCHES "^```(.*)$")
        set(kind "${CMAKE_MATCH_1}")
        if(kind STREQUAL "" OR skips)
          set(kind "other")
        endif()
        set(skips FALSE)
        math(EXPR first "${number} + 1")
        set(block "")
        set(statements "")
        set(block_includes "")
      endif()
    elseif(line STREQUAL "```")
      doc_end_block()
      set(kind "")
    else()
      string(APPEND block "${line}\n")
      if(line MATCHES "^#include ")
        string(APPEND block_includes "${line}\n")
        string(APPEND statements "\n")
      else()
        doc_statement("${line}" ${number} statement)
        string(APPEND statements "${statement}\n")
      endif()
    endif()
  endforeach()
  doc_end_section()
  foreach(result IN ITEMS includes functions)
    doc_restore("${${result}}" text)
    set(doc_${result} "${text}" PARENT_SCOPE)
  endforeach()
  set(doc_calls "${calls}" PARENT_SCOPE)
  set(doc_programs "${programs}" PARENT_SCOPE)
endfunction()

macro(doc_end_block)
  if(kind STREQUAL "cpp" AND block MATCHES "(^|\n)int main\\(")
    list(LENGTH programs count)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/docs/${name}_program_${count}.cpp)
    doc_restore("#line ${first} \"${document}\"\n${block}" text)
    doc_write(${file} "// Written by CMake from ${document}.\n${text}")
    list(APPEND programs ${file})
  elseif(kind STREQUAL "cpp")
    string(APPEND includes "${block_includes}")
    string(APPEND section "#line ${first} \"${document}\"\n${statements}")
  elseif(kind MATCHES "^text( gpu)?$" AND NOT section STREQUAL "")
    set(where "docs::everywhere")
    if(CMAKE_MATCH_1)
      set(where "docs::on_gpu")
    endif()
    string(APPEND section
           "docs::expect_output(${first}, ${where}, R\"doc(${block})doc\")${doc_semicolon}\n")
  endif()
endmacro()

macro(doc_end_section)
  if(NOT section STREQUAL "")
    string(APPEND functions "\nvoid section_${number}() {\n")
    if(EXISTS ${doc_folder}/${name}.inc)
      string(APPEND functions "#include \"${name}.inc\"\n")
    endif()
    string(APPEND functions "{\n${section}}\n}\n")
    string(APPEND calls "${separator}&section_${number}")
    set(separator ", ")
  endif()
  set(section "")
endmacro()

function(doc_add_executable target source)
  add_executable(${target} ${source})
  target_include_directories(${target} PRIVATE ${doc_folder})
  target_compile_options(${target} PRIVATE ${gpu_options} ${gpu_warnings} -Wno-unused
                         -Wno-unused-result -O0)
  target_link_libraries(${target} PRIVATE gpu::ndarray)
endfunction()

# The test of a program of its own: on a GPU if there is one.
function(doc_add_program_test name target)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/docs/${name})
  add_test(NAME ${name} COMMAND ${target}
           WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/docs/${name})
  set_tests_properties(${name} PROPERTIES LABELS "host;device")
endfunction()

# The test `name` on the host, and `name/gpu0`, which returns 77 where there is no GPU.
function(doc_add_test name target)
  foreach(place IN ITEMS "" /gpu0)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/docs/${name})
    set(labels host)
    set(environment CUDA_VISIBLE_DEVICES=-1)
    set(arguments "")
    if(place)
      string(APPEND folder _gpu0)
      set(labels device)
      set(environment "")
      set(arguments --device 0)
    endif()
    file(MAKE_DIRECTORY ${folder})
    add_test(NAME ${name}${place} COMMAND ${target} ${arguments} WORKING_DIRECTORY ${folder})
    set_tests_properties(${name}${place} PROPERTIES LABELS ${labels} SKIP_RETURN_CODE 77
                                                    ENVIRONMENT "${environment}")
  endforeach()
endfunction()

# Adds the programs and tests of one document, a path from the root of the repository.
function(doc_add_tests document)
  get_filename_component(name ${document} NAME_WE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${document})
  doc_read(${document} ${name})
  list(LENGTH doc_programs count)
  foreach(program IN LISTS doc_programs)
    get_filename_component(target ${program} NAME_WE)
    doc_add_executable(docs_${target} ${program})
    set(test ${target})
    if(count EQUAL 1 AND doc_functions STREQUAL "")
      set(test ${name})
    endif()
    doc_add_program_test(docs.${test} docs_${target})
  endforeach()
  if(doc_functions STREQUAL "")
    return()
  endif()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/docs/${name}.cpp)
  doc_write(${source}
"// Written by CMake from ${document}.
#include \"printed.hpp\"

${doc_includes}
namespace {
${doc_functions}
}  // namespace

int main(int count, char** arguments) {
  return docs::run(\"${document}\", count, arguments, {${doc_calls}});
}
")
  doc_add_executable(docs_${name} ${source})
  doc_add_test(docs.${name} docs_${name})
  get_property(first GLOBAL PROPERTY doc_first_target)
  if(first)
    target_precompile_headers(docs_${name} REUSE_FROM ${first})
  else()
    target_precompile_headers(docs_${name} PRIVATE <gpu/gpu.hpp>)
    set_property(GLOBAL PROPERTY doc_first_target docs_${name})
  endif()
endfunction()

function(gpu_add_document_tests)
  file(GLOB documents CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
       ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/docs/*.md)
  foreach(document IN LISTS documents)
    doc_add_tests(${document})
  endforeach()
endfunction()
