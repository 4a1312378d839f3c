// The functions that stand behind those interposed here, and the driver's.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>
#include <string>

namespace porter::trace {

/// A loaded CUDA runtime, wherever it was loaded from: Python loads it without making its names global.
inline void *runtimeLibrary() {
  static std::string path;
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *) {
        if (info->dlpi_name && std::string(info->dlpi_name).find("libcudart.so") != std::string::npos)
          path = info->dlpi_name;
        return path.empty() ? 0 : 1;
      },
      nullptr);
  return path.empty() ? nullptr : dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
}

/// The runtime's own function of that name. Ends the process when there is none: nothing could go on.
template <class Function> Function next(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) {
    static void *const library = runtimeLibrary();
    found = library ? dlsym(library, name) : nullptr;
  }
  if (!found) {
    std::fprintf(stderr, "porter: the CUDA runtime has no %s\n", name);
    std::abort();
  }
  return reinterpret_cast<Function>(found);
}

/// The driver's function of that name; null when it has none.
template <class Function> Function driver(const char *name) {
  void *found = dlsym(RTLD_DEFAULT, name);
  if (!found) {
    static void *const library = dlopen("libcuda.so.1", RTLD_LAZY);
    found = library ? dlsym(library, name) : nullptr;
  }
  return reinterpret_cast<Function>(found);
}

} // namespace porter::trace

/// Declares `variable`, the function of that name behind the interposed one.
#define PORTER_NEXT_AS(variable, name)                                                                                 \
  static auto *const variable = porter::trace::next<decltype(&name)>(#name)
#define PORTER_NEXT(name) PORTER_NEXT_AS(real, name)
