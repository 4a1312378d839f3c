// Functions of the API by their names.
#include "api.h"

#include <cstring>
#include <dlfcn.h>
#include <string>

using namespace porter::hip;

/// The library that this is in: a program may have functions of such names itself.
static void *ownLibrary() {
  Dl_info found{};
  if (!dladdr(reinterpret_cast<void *>(&ownLibrary), &found) || !found.dli_fname)
    return nullptr;
  static void *const library = dlopen(found.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  return library;
}

/// What the headers call a function of which HIP 6 has another version.
static std::string versioned(const char *symbol, int version) {
  std::string name = symbol;
  if (version >= 600 && (name == "hipGetDeviceProperties" || name == "hipChooseDevice"))
    name += "R0600";
  return name;
}

extern "C" hipError_t hipGetProcAddress(const char *symbol, void **function, int version, uint64_t,
                                        hipDriverProcAddressQueryResult *status) {
  if (!symbol || !*symbol || !function)
    return finish(hipErrorInvalidValue);
  void *const library = ownLibrary();
  const bool isHips = std::strncmp(symbol, "hip", 3) == 0;
  *function = library && isHips ? dlsym(library, versioned(symbol, version).c_str()) : nullptr;
  if (status)
    *status = *function ? HIP_GET_PROC_ADDRESS_SUCCESS : HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return finish(*function ? hipSuccess : hipErrorInvalidValue);
}
