# find_package(hip) for builds with porter-hipcc and porter-clang++. These bring headers and runtime themselves;
# a C++ compiler beside them is told where they are.
set(_porter_compiler "${CMAKE_HIP_COMPILER}")
if(NOT _porter_compiler)
  set(_porter_compiler "${CMAKE_CXX_COMPILER}")
endif()
foreach(_porter_part include runtime)
  execute_process(
    COMMAND "${_porter_compiler}" -print-hip-${_porter_part}
    OUTPUT_VARIABLE _porter_${_porter_part}
    OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET
    RESULT_VARIABLE _porter_status)
  if(NOT _porter_status EQUAL 0)
    set(hip_FOUND FALSE)
    set(hip_NOT_FOUND_MESSAGE "${_porter_compiler} is none of porter's compilers")
    return()
  endif()
endforeach()
foreach(_porter_target hip::host hip::device hip::amdhip64)
  if(NOT TARGET ${_porter_target})
    add_library(${_porter_target} INTERFACE IMPORTED)
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
set(hip_LIBRARIES hip::host)
