# What CMake loads for the language HIP when the compiler is porter-clang++. That one brings its own headers and
# runtime; a C++ compiler that links device code, as a target's LINKER_LANGUAGE has it, is given the runtime here, as by
# ROCm's package.
execute_process(
  COMMAND "${CMAKE_HIP_COMPILER}" -print-hip-runtime
  OUTPUT_VARIABLE _porter_runtime
  OUTPUT_STRIP_TRAILING_WHITESPACE
  ERROR_QUIET)
foreach(_porter_target hip-lang::device hip-lang::host hip-lang::amdhip64)
  if(NOT TARGET ${_porter_target})
    add_library(${_porter_target} INTERFACE IMPORTED)
    # As an option: CMake would make -l of a path in the compiler's own folder, which is not found where it runs.
    set_target_properties(${_porter_target} PROPERTIES INTERFACE_LINK_LIBRARIES "-Wl,${_porter_runtime}")
  endif()
endforeach()
unset(_porter_target)
unset(_porter_runtime)
set(_CMAKE_HIP_DEVICE_RUNTIME_TARGET "hip-lang::device")
# find_package(hip) finds the package beside this one.
get_filename_component(_porter_hip "${CMAKE_CURRENT_LIST_DIR}/../hip" ABSOLUTE)
set(hip_DIR "${_porter_hip}" CACHE PATH "The package hip of porter's cpu executor")
unset(_porter_hip)
