// Modules: code objects loaded while the program runs. A code object is a shared library that porter-hipcc --genco,
// porter-nvcc -cubin or the run-time compiler made. Each load gets variables of its own, as on a GPU.
#include "functions.h"
#include "modules.h"
#include "streams.h"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

using namespace porter;
using namespace porter::hip;

namespace {

struct Module {
  int file = -1; ///< open while the library is loaded: the loader knows libraries by their path
  std::string path;
  void *library = nullptr;
  std::vector<const DeviceImage *> images;
  std::map<std::string, hipFunction_t> functions;
  ~Module();
};

Module::~Module() {
  forget(images);
  if (library)
    dlclose(library);
  // A library with symbols that must be unique in the process stays; so must its path.
  void *stays = path.empty() ? nullptr : dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (stays)
    dlclose(stays);
  else if (file >= 0)
    close(file);
}

Handles<Module, hipModule_t> &modules() { return handlesOf<Module, hipModule_t>(); }

hipError_t refuse(hipError_t error, const char *why) {
  std::fprintf(stderr, "porter: cannot load the module: %s\n", why);
  return finish(error);
}

/// The loader takes files that it has seen for the same library: a copy without a name is always another one.
hipError_t load(hipModule_t &made, const void *image, size_t bytes) {
  auto module = std::make_shared<Module>();
  module->file = memfd_create("porter-module", MFD_CLOEXEC);
  if (module->file < 0)
    return refuse(hipErrorOutOfMemory, "no memory for it");
  if (write(module->file, image, bytes) != ssize_t(bytes)) // memory that ends before the file does
    return refuse(hipErrorInvalidImage, "it is shorter than its headers say");
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
  made = modules().add(std::move(module));
  return finish(hipSuccess);
}

/// Take arguments from a packed buffer: each lies at the next multiple of its alignment.
hipError_t unpack(const KernelEntry &kernel, void **extra, std::vector<void *> &arguments) {
  char *buffer = nullptr;
  size_t bytes = 0;
  for (; *extra && *extra != HIP_LAUNCH_PARAM_END; extra += 2)
    if (!extra[1])
      return finish(hipErrorInvalidValue);
    else if (*extra == HIP_LAUNCH_PARAM_BUFFER_POINTER)
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

/// Section headers come last. Nobody says how long the memory is, so it is read no further than it goes on like an ELF
/// file.
size_t porter::hip::elfBytes(const void *image) {
  auto *header = static_cast<const Elf64_Ehdr *>(image);
  if (std::strncmp(static_cast<const char *>(image), ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64)
    return 0;
  return header->e_shoff + size_t(header->e_shnum) * header->e_shentsize;
}

bool porter::hip::kernelNames(hipModule_t handle, std::vector<std::string> &names) {
  const auto module = modules().find(handle);
  if (!module)
    return false;
  for (const DeviceImage *image : module->images)
    for (uint32_t i = 0; i < image->kernelCount; ++i)
      names.push_back(image->kernels[i].name);
  return true;
}

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
  if (!file || std::filesystem::is_directory(path))
    return finish(hipErrorFileNotFound);
  const std::string content(std::istreambuf_iterator<char>(file), {});
  if (content.size() < sizeof(Elf64_Ehdr) || elfBytes(content.data()) > content.size())
    return finish(hipErrorInvalidImage);
  return hipModuleLoadData(module, content.data());
}
hipError_t hipModuleUnload(hipModule_t handle) {
  const auto module = modules().take(handle);
  if (!module)
    return finish(hipErrorInvalidHandle);
  for (const auto &[name, function] : module->functions)
    functions().take(function);
  return finish(hipSuccess);
}

hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t handle, const char *name) {
  if (!function || !name || !*name)
    return finish(hipErrorInvalidValue);
  const auto module = modules().find(handle);
  if (!module)
    return finish(hipErrorInvalidHandle);
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  for (const DeviceImage *image : module->images)
    if (KernelHandle kernel = findKernel(*image, name)) {
      hipFunction_t &made = module->functions[name];
      if (!made)
        made = functions().add(std::make_shared<Function>(Function{kernel, module}));
      *function = made;
      return finish(hipSuccess);
    }
  return finish(hipErrorNotFound);
}
hipError_t hipModuleGetGlobal(hipDeviceptr_t *address, size_t *bytes, hipModule_t handle, const char *name) {
  if ((!address && !bytes) || !name || !*name)
    return finish(hipErrorInvalidValue);
  const auto module = modules().find(handle);
  if (!module)
    return finish(hipErrorInvalidHandle);
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

/// A reference of a module's is the variable itself.
hipError_t hipModuleGetTexRef(textureReference **reference, hipModule_t module, const char *name) {
  hipDeviceptr_t address = nullptr;
  size_t bytes = 0;
  if (!reference || !name)
    return finish(hipErrorInvalidValue);
  if (hipError_t error = hipModuleGetGlobal(&address, &bytes, module, name))
    return error;
  if (bytes < sizeof(textureReference))
    return finish(hipErrorNotFound);
  *reference = static_cast<textureReference *>(address);
  return finish(hipSuccess);
}

hipError_t hipModuleLaunchKernel(hipFunction_t handle, unsigned gridX, unsigned gridY, unsigned gridZ,
                                 unsigned blockX, unsigned blockY, unsigned blockZ, unsigned dynamicLds,
                                 hipStream_t stream, void **arguments, void **extra) {
  const auto function = functions().find(handle);
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
  return issueLaunch(
      {function->kernel, {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, arguments, dynamicLds, function->module},
      stream);
}
hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t handle, unsigned gridX, unsigned gridY, unsigned gridZ,
                                            unsigned blockX, unsigned blockY, unsigned blockZ, unsigned dynamicLds,
                                            hipStream_t stream, void **arguments) {
  const auto function = functions().find(handle);
  const KernelHandle kernel = function ? function->kernel : KernelHandle();
  if (hipError_t error = checkCooperative(kernel, {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, dynamicLds))
    return error;
  return hipModuleLaunchKernel(handle, gridX, gridY, gridZ, blockX, blockY, blockZ, dynamicLds, stream, arguments,
                               nullptr);
}
/// Counts work-items where hipModuleLaunchKernel counts blocks.
hipError_t hipExtModuleLaunchKernel(hipFunction_t function, uint32_t itemsX, uint32_t itemsY, uint32_t itemsZ,
                                    uint32_t blockX, uint32_t blockY, uint32_t blockZ, size_t dynamicLds,
                                    hipStream_t stream, void **arguments, void **extra, hipEvent_t start,
                                    hipEvent_t stop, uint32_t) {
  if (!blockX || !blockY || !blockZ || itemsX % blockX || itemsY % blockY || itemsZ % blockZ)
    return finish(hipErrorInvalidConfiguration);
  if ((start && !events().find(start)) || (stop && !events().find(stop)))
    return finish(hipErrorInvalidValue);
  if (start)
    (void)hipEventRecord(start, stream);
  const hipError_t error =
      hipModuleLaunchKernel(function, itemsX / blockX, itemsY / blockY, itemsZ / blockZ, blockX, blockY, blockZ,
                            unsigned(dynamicLds), stream, arguments, extra);
  if (stop)
    (void)hipEventRecord(stop, stream);
  return error;
}

hipError_t hipFuncGetAttribute(int *value, hipFunction_attribute attribute, hipFunction_t handle) {
  const auto function = functions().find(handle);
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

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, hipFunction_t handle, int blockSize,
                                                              size_t dynamicLds) {
  const auto function = functions().find(handle);
  if (!function)
    return finish(hipErrorInvalidHandle);
  if (!blocks || blockSize <= 0)
    return finish(hipErrorInvalidValue);
  *blocks = residentBlocks(*function->kernel.entry, blockSize, dynamicLds);
  return finish(hipSuccess);
}
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, hipFunction_t function,
                                                                       int blockSize, size_t dynamicLds, unsigned) {
  return hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, blockSize, dynamicLds);
}
hipError_t hipModuleOccupancyMaxPotentialBlockSize(int *grid, int *block, hipFunction_t handle, size_t dynamicLds,
                                                   int limit) {
  const auto function = functions().find(handle);
  return potentialBlockSize(grid, block, function ? function->kernel : KernelHandle{}, dynamicLds, limit);
}
hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, hipFunction_t function,
                                                            size_t dynamicLds, int limit, unsigned) {
  return hipModuleOccupancyMaxPotentialBlockSize(grid, block, function, dynamicLds, limit);
}
}
