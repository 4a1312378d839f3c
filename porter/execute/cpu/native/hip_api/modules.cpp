// Modules: code objects loaded while the program runs. A code object is a shared library that porter-hipcc --genco,
// porter-nvcc -cubin or the run-time compiler made. Each load gets variables of its own, as on a GPU.
#include "api.h"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <fstream>
#include <map>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>

using namespace porter;
using namespace porter::hip;

struct ihipModule_t {
  int file = -1; ///< open while the library is loaded: the loader knows libraries by their path
  std::string path;
  void *library = nullptr;
  ~ihipModule_t();
  std::vector<const DeviceImage *> images;
  std::map<std::string, ihipModuleSymbol_t> functions;
};

ihipModule_t::~ihipModule_t() {
  if (library)
    dlclose(library);
  // A library with symbols that must be unique in the process stays; so must its path.
  void *stays = dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (stays)
    dlclose(stays);
  else
    close(file);
}

namespace {

/// The bytes of an ELF file in memory: section headers come last. 0 when it is none.
size_t elfBytes(const void *image) {
  auto *header = static_cast<const Elf64_Ehdr *>(image);
  if (std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64)
    return 0;
  return header->e_shoff + size_t(header->e_shnum) * header->e_shentsize;
}

hipError_t refuse(hipError_t error, const char *why) {
  std::fprintf(stderr, "porter: cannot load the module: %s\n", why);
  return finish(error);
}

/// The loader takes files that it has seen for the same library: a copy without a name is always another one.
hipError_t load(ihipModule_t *&made, const void *image, size_t bytes) {
  auto module = std::make_unique<ihipModule_t>();
  module->file = memfd_create("porter-module", MFD_CLOEXEC);
  if (module->file < 0 || write(module->file, image, bytes) != ssize_t(bytes))
    return refuse(hipErrorOutOfMemory, "no memory for it");
  module->path = "/proc/self/fd/" + std::to_string(module->file);
  module->images = imagesOf([&] { module->library = dlopen(module->path.c_str(), RTLD_NOW | RTLD_LOCAL); });
  if (!module->library)
    return refuse(hipErrorInvalidImage, dlerror());
  const DeviceImage *own = firstImage();
  for (const DeviceImage *loaded : module->images)
    if (own && std::strcmp(own->architecture, loaded->architecture) != 0) {
      const std::string why = std::string("it is for ") + loaded->architecture + ", the device is " + own->architecture;
      return refuse(hipErrorNoBinaryForGpu, why.c_str());
    }
  if (module->images.empty())
    return refuse(hipErrorInvalidImage, "it has no device code of the cpu executor");
  made = module.release();
  return finish(hipSuccess);
}

/// Take arguments from a packed buffer: each lies at the next multiple of its alignment.
hipError_t unpack(const KernelEntry &kernel, void **extra, std::vector<void *> &arguments) {
  char *buffer = nullptr;
  size_t bytes = 0;
  for (; *extra && *extra != HIP_LAUNCH_PARAM_END; extra += 2)
    if (*extra == HIP_LAUNCH_PARAM_BUFFER_POINTER)
      buffer = static_cast<char *>(extra[1]);
    else if (*extra == HIP_LAUNCH_PARAM_BUFFER_SIZE)
      bytes = *static_cast<size_t *>(extra[1]);
    else
      return finish(hipErrorInvalidValue);
  size_t offset = 0;
  for (uint32_t i = 0; i < kernel.argumentCount; ++i) {
    const KernelArgument &argument = kernel.arguments[i];
    offset = (offset + argument.alignment - 1) / argument.alignment * argument.alignment;
    arguments.push_back(buffer + offset);
    offset += argument.bytes;
  }
  return finish(!buffer || offset > bytes ? hipErrorInvalidValue : hipSuccess);
}

} // namespace

extern "C" {

hipError_t hipModuleLoadData(hipModule_t *module, const void *image) {
  if (!module || !image)
    return finish(hipErrorInvalidValue);
  const size_t bytes = elfBytes(image);
  if (!bytes)
    return refuse(hipErrorInvalidImage, "it is no code object of the cpu executor (porter-hipcc --genco makes them)");
  return load(*module, image, bytes);
}
hipError_t hipModuleLoadDataEx(hipModule_t *module, const void *image, unsigned, hipJitOption *, void **) {
  return hipModuleLoadData(module, image);
}
hipError_t hipModuleLoad(hipModule_t *module, const char *path) {
  if (!module || !path)
    return finish(hipErrorInvalidValue);
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return finish(hipErrorFileNotFound);
  const std::string content(std::istreambuf_iterator<char>(file), {});
  if (content.size() < sizeof(Elf64_Ehdr))
    return finish(hipErrorInvalidImage);
  return hipModuleLoadData(module, content.data());
}
hipError_t hipModuleUnload(hipModule_t module) {
  if (!module)
    return finish(hipErrorInvalidValue);
  delete module;
  return finish(hipSuccess);
}

hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t module, const char *name) {
  if (!function || !module || !name)
    return finish(hipErrorInvalidValue);
  for (const DeviceImage *image : module->images)
    if (KernelHandle kernel = findKernel(*image, name)) {
      *function = &(module->functions[name] = {kernel});
      return finish(hipSuccess);
    }
  return finish(hipErrorNotFound);
}
hipError_t hipModuleGetGlobal(hipDeviceptr_t *address, size_t *bytes, hipModule_t module, const char *name) {
  if (!module || !name)
    return finish(hipErrorInvalidValue);
  for (const DeviceImage *image : module->images)
    if (const VariableEntry *variable = findVariable(*image, name)) {
      if (address)
        *address = variable->address;
      if (bytes)
        *bytes = variable->bytes;
      return finish(hipSuccess);
    }
  return finish(hipErrorNotFound);
}

hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned gridX, unsigned gridY, unsigned gridZ,
                                 unsigned blockX, unsigned blockY, unsigned blockZ, unsigned dynamicLds,
                                 hipStream_t stream, void **arguments, void **extra) {
  if (!function)
    return finish(hipErrorInvalidHandle);
  if (arguments && extra)
    return finish(hipErrorInvalidValue);
  std::vector<void *> unpacked;
  if (extra) {
    if (hipError_t error = unpack(*function->kernel.entry, extra, unpacked))
      return error;
    arguments = unpacked.data();
  }
  return issueLaunch({function->kernel, {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, arguments, dynamicLds},
                     stream);
}
hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t function, unsigned gridX, unsigned gridY, unsigned gridZ,
                                            unsigned blockX, unsigned blockY, unsigned blockZ, unsigned dynamicLds,
                                            hipStream_t stream, void **arguments) {
  const KernelHandle kernel = function ? function->kernel : KernelHandle();
  if (hipError_t error = checkCooperative(kernel, {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, dynamicLds))
    return error;
  return hipModuleLaunchKernel(function, gridX, gridY, gridZ, blockX, blockY, blockZ, dynamicLds, stream, arguments,
                               nullptr);
}
/// Counts work-items where hipModuleLaunchKernel counts blocks.
hipError_t hipExtModuleLaunchKernel(hipFunction_t function, uint32_t itemsX, uint32_t itemsY, uint32_t itemsZ,
                                    uint32_t blockX, uint32_t blockY, uint32_t blockZ, size_t dynamicLds,
                                    hipStream_t stream, void **arguments, void **extra, hipEvent_t start,
                                    hipEvent_t stop, uint32_t) {
  if (!blockX || !blockY || !blockZ || itemsX % blockX || itemsY % blockY || itemsZ % blockZ)
    return finish(hipErrorInvalidConfiguration);
  if (start)
    (void)hipEventRecord(start, stream);
  const hipError_t error =
      hipModuleLaunchKernel(function, itemsX / blockX, itemsY / blockY, itemsZ / blockZ, blockX, blockY, blockZ,
                            unsigned(dynamicLds), stream, arguments, extra);
  if (stop)
    (void)hipEventRecord(stop, stream);
  return error;
}

hipError_t hipFuncGetAttribute(int *value, hipFunction_attribute attribute, hipFunction_t function) {
  if (!value || !function)
    return finish(value ? hipErrorInvalidHandle : hipErrorInvalidValue);
  hipFuncAttributes all;
  describeFunction(all, function->kernel);
  switch (attribute) {
  case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = all.maxThreadsPerBlock; break;
  case HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = int(all.sharedSizeBytes); break;
  case HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = int(all.constSizeBytes); break;
  case HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = int(all.localSizeBytes); break;
  case HIP_FUNC_ATTRIBUTE_NUM_REGS: *value = all.numRegs; break;
  case HIP_FUNC_ATTRIBUTE_PTX_VERSION: *value = all.ptxVersion; break;
  case HIP_FUNC_ATTRIBUTE_BINARY_VERSION: *value = all.binaryVersion; break;
  case HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *value = all.maxDynamicSharedSizeBytes; break;
  default: return finish(hipErrorInvalidValue);
  }
  return finish(hipSuccess);
}

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, hipFunction_t function, int blockSize,
                                                              size_t dynamicLds) {
  if (!function)
    return finish(hipErrorInvalidHandle);
  *blocks = residentBlocks(*function->kernel.entry, blockSize, dynamicLds);
  return finish(hipSuccess);
}
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, hipFunction_t function,
                                                                       int blockSize, size_t dynamicLds, unsigned) {
  return hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, blockSize, dynamicLds);
}
hipError_t hipModuleOccupancyMaxPotentialBlockSize(int *grid, int *block, hipFunction_t function, size_t dynamicLds,
                                                   int limit) {
  return potentialBlockSize(grid, block, function ? function->kernel : KernelHandle{}, dynamicLds, limit);
}
hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, hipFunction_t function,
                                                            size_t dynamicLds, int limit, unsigned) {
  return hipModuleOccupancyMaxPotentialBlockSize(grid, block, function, dynamicLds, limit);
}
}
