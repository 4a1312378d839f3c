# What CMake loads for the language HIP when the compiler is porter-clang++. That one brings its own headers and
# runtime, so the targets that ROCm's package defines say nothing here.
foreach(_porter_target hip-lang::device hip-lang::host hip-lang::amdhip64)
  if(NOT TARGET ${_porter_target})
    add_library(${_porter_target} INTERFACE IMPORTED)
  endif()
endforeach()
unset(_porter_target)
set(_CMAKE_HIP_DEVICE_RUNTIME_TARGET "hip-lang::device")
# find_package(hip) finds the package beside this one.
get_filename_component(_porter_hip "${CMAKE_CURRENT_LIST_DIR}/../hip" ABSOLUTE)
set(hip_DIR "${_porter_hip}" CACHE PATH "The package hip of porter's cpu executor")
unset(_porter_hip)
