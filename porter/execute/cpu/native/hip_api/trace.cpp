// Launches of the executor written down: the memory behind their pointers, and the variables of their image.
#include "trace.h"

#include "../trace/writer.h"

#include <mutex>

namespace porter::hip {
namespace {

class HostMemory final : public trace::Memory {
public:
  bool find(const void *address, const char *&base, size_t &bytes) override {
    Allocation found;
    if (!findAllocation(address, found))
      return false;
    base = found.base;
    bytes = found.bytes;
    return true;
  }
  const char *read(const char *base, size_t) override { return base; }
};

} // namespace

void traceLaunch(const LaunchRequest &request) {
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  trace::Writer *writer = trace::current("PORTER_CPU_TRACE");
  if (!writer || !writer->begin())
    return;
  const KernelEntry &kernel = *request.kernel.entry;
  const Size3 &grid = request.grid, &block = request.block;
  trace::Launch launch{kernel.signature, {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, request.dynamicLds, {}};
  HostMemory memory;
  trace::Reach reach(memory);
  for (uint32_t i = 0; i < kernel.argumentCount; ++i) {
    const KernelArgument &argument = kernel.arguments[i];
    const char *value = static_cast<const char *>(request.arguments[i]);
    launch.values.emplace_back();
    if (argument.kind == 'p') {
      const void *address;
      std::memcpy(&address, value, sizeof address);
      reach.pointer(address, std::to_string(i));
    } else if (argument.kind == 's') {
      reach.inside(value, argument.bytes, std::to_string(i) + "+");
    } else {
      launch.values.back() = trace::hexadecimal(value, argument.bytes);
    }
  }
  const DeviceImage &image = *request.kernel.image;
  for (uint32_t i = 0; i < image.variableCount; ++i) {
    const VariableEntry &variable = image.variables[i];
    const std::string name = trace::demangled(variable.name);
    auto *data = static_cast<const char *>(variable.address);
    reach.buffers.push_back({name, data, size_t(variable.bytes), 0});
    reach.inside(data, std::min(size_t(variable.bytes), trace::searched), name + ">");
  }
  writer->write(launch, reach, memory);
}

} // namespace porter::hip
