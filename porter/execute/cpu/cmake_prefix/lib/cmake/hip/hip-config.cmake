# find_package(hip) for builds with porter's cpu executor. Its compilers bring headers and runtime themselves;
# a C++ compiler beside them is told where they are. A project need not have enabled a language of theirs: hipcc lies
# beside this package, too.
set(_porter_status 1)
foreach(_porter_compiler
    "${CMAKE_CURRENT_LIST_DIR}/../../../bin/hipcc" "${CMAKE_HIP_COMPILER}" "${CMAKE_CXX_COMPILER}")
  if(EXISTS "${_porter_compiler}" AND NOT _porter_status EQUAL 0)
    execute_process(
      COMMAND "${_porter_compiler}" -print-hip-runtime
      OUTPUT_VARIABLE _porter_runtime
      OUTPUT_STRIP_TRAILING_WHITESPACE
      ERROR_QUIET
      RESULT_VARIABLE _porter_status)
  endif()
endforeach()
if(NOT _porter_status EQUAL 0)
  set(hip_FOUND FALSE)
  set(hip_NOT_FOUND_MESSAGE "no compiler of porter's cpu executor is known: name porter-clang++ or porter-hipcc")
  return()
endif()
get_filename_component(hip_PREFIX_DIR "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(_porter_include "${hip_PREFIX_DIR}/include")  # ROCm's headers, and what porter has in place of others
foreach(_porter_target hip::host hip::device hip::amdhip64)
  if(NOT TARGET ${_porter_target})
    if(_porter_target STREQUAL "hip::amdhip64")  # a file, as ROCm's is
      add_library(${_porter_target} SHARED IMPORTED)
      list(GET _porter_runtime 0 _porter_file)
      set_target_properties(${_porter_target} PROPERTIES IMPORTED_LOCATION "${_porter_file}")
    else()
      add_library(${_porter_target} INTERFACE IMPORTED)
    endif()
    set_target_properties(${_porter_target} PROPERTIES
      INTERFACE_COMPILE_DEFINITIONS "__HIP_PLATFORM_AMD__=1"
      INTERFACE_LINK_LIBRARIES "${_porter_runtime}"
      INTERFACE_INCLUDE_DIRECTORIES "${_porter_include}"
      INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${_porter_include}")
  endif()
endforeach()
set(HIP_COMPILER "clang")
set(HIP_RUNTIME "rocclr")
set(HIP_PLATFORM "amd")
set(hip_INCLUDE_DIRS "${_porter_include}")
set(hip_INCLUDE_DIR "${_porter_include}")
set(hip_LIBRARIES hip::host)
