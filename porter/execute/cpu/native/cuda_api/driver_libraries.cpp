// Libraries of CUDA's driver API: modules that belong to no context, and their kernels. A library is a module here, and a
// kernel the function that it stands for, so that handles of the one pass for the other.
#include "driver.h"

#include "../hip_api/modules.h"

#include <algorithm>

using namespace porter::cuda;

namespace {

hipModule_t asHip(CUlibrary library) { return reinterpret_cast<hipModule_t>(library); }
hipFunction_t asHip(CUkernel kernel) { return reinterpret_cast<hipFunction_t>(kernel); }
CUfunction asFunction(CUkernel kernel) { return reinterpret_cast<CUfunction>(kernel); }

CUresult refused() { return told(porter::hip::finish(hipErrorInvalidValue)); }

/// The functions of a module, in its own order, at most `room`.
template <class Handle> CUresult enumerate(Handle *handles, unsigned room, hipModule_t module) {
  std::vector<std::string> names;
  if (!handles || !room || !porter::hip::kernelNames(module, names))
    return refused();
  for (unsigned i = 0; i < std::min<size_t>(room, names.size()); ++i) {
    hipFunction_t function = nullptr;
    if (hipError_t error = hipModuleGetFunction(&function, module, names[i].c_str()))
      return told(error);
    handles[i] = reinterpret_cast<Handle>(function);
  }
  return CUDA_SUCCESS;
}
CUresult count(unsigned *number, hipModule_t module) {
  std::vector<std::string> names;
  if (!number || !porter::hip::kernelNames(module, names))
    return refused();
  *number = unsigned(names.size());
  return told(porter::hip::finish(hipSuccess));
}

} // namespace

extern "C" {

CUresult cuModuleGetFunctionCount(unsigned *number, CUmodule module) { return count(number, porter::cuda::asHip(module)); }
CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned room, CUmodule module) {
  return enumerate(functions, room, porter::cuda::asHip(module));
}

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *, void **, unsigned, CUlibraryOption *,
                           void **, unsigned) {
  return told(hipModuleLoadData(reinterpret_cast<hipModule_t *>(library), code));
}
CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *, void **, unsigned,
                               CUlibraryOption *, void **, unsigned) {
  return told(hipModuleLoad(reinterpret_cast<hipModule_t *>(library), path));
}
CUresult cuLibraryUnload(CUlibrary library) { return told(hipModuleUnload(::asHip(library))); }
CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) {
  return told(hipModuleGetFunction(reinterpret_cast<hipFunction_t *>(kernel), ::asHip(library), name));
}
CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library) {
  std::vector<std::string> names;
  if (!module || !porter::hip::kernelNames(::asHip(library), names))
    return refused();
  *module = reinterpret_cast<CUmodule>(library);
  return told(porter::hip::finish(hipSuccess));
}
CUresult cuLibraryGetGlobal(CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name) {
  return told(hipModuleGetGlobal(reinterpret_cast<hipDeviceptr_t *>(address), bytes, ::asHip(library), name));
}
CUresult cuLibraryGetKernelCount(unsigned *number, CUlibrary library) { return count(number, ::asHip(library)); }
CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned room, CUlibrary library) {
  return enumerate(kernels, room, ::asHip(library));
}

CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel) {
  const char *name = nullptr;
  if (!function || cuFuncGetName(&name, asFunction(kernel)))
    return refused();
  *function = asFunction(kernel);
  return CUDA_SUCCESS;
}
CUresult cuKernelGetName(const char **name, CUkernel kernel) { return cuFuncGetName(name, asFunction(kernel)); }
CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *bytes) {
  return cuFuncGetParamInfo(asFunction(kernel), index, offset, bytes);
}
CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice) {
  return told(hipFuncGetAttribute(value, hipFunction_attribute(attribute), ::asHip(kernel)));
}
CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice) {
  return cuFuncSetAttribute(asFunction(kernel), attribute, value);
}
CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice) {
  return cuFuncSetCacheConfig(asFunction(kernel), config);
}
}
