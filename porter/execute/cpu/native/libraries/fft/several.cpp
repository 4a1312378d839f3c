// Distributes numbers among devices as cuFFT's documents say: the first (n mod devices) have one plane more. A
// transform of one dimension is cut likewise, in both formats; members of a batch stay whole.
#include "several.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace porter::fft {
namespace {

constexpr int invalidDevice = 11, allocationFailed = 2, most = 16;

/// A plan's numbers as a box of complex ones, as they lie in place.
struct Box {
  int64_t x, y, z;
  int64_t bytes; ///< of an element
  bool isShuffled;

  int64_t size() const { return x * y * z * bytes; }
  auto parts() const { return std::tuple(x, y, z, bytes, isShuffled); }
};

Box boxOf(const Shape &shape) {
  std::vector<int64_t> lengths = shape.lengths;
  if (!shape.isComplex())
    lengths.back() = lengths.back() / 2 + 1;
  lengths.resize(3, 1);
  const int64_t bytes = shape.isDouble() ? 16 : 8;
  if (shape.batch > 1)
    return {shape.batch, lengths[0] * lengths[1] * lengths[2], 1, bytes, false};
  return {lengths[0], lengths[1], lengths[2], bytes, shape.lengths.size() > 1};
}

/// What a descriptor stands for.
struct Memory {
  Descriptor descriptor{};
  Parts parts{};
  Box box;
  explicit Memory(const Box &box) : box(box) {}
  Memory(const Memory &) = delete;
  ~Memory() {
    for (int i = 0; i < parts.count; ++i)
      (void)hipFree(parts.data[i]);
  }
};
using Shared = std::shared_ptr<Memory>;

auto &allocated() { return hip::handlesOf<Memory, const void *>(); }

int64_t shareOf(int64_t planes, int64_t device, int64_t devices) { return planes / devices + (device < planes % devices); }
int64_t firstOf(int64_t planes, int64_t device, int64_t devices) {
  return planes / devices * device + std::min(device, planes % devices);
}

/// Visit each run of bytes: its device, where it begins there and in the whole, and its length.
template <class Visit> void eachRun(const Box &box, int format, int64_t devices, Visit visit) {
  for (int64_t device = 0; device < devices; ++device) {
    if (format != Shuffled || !box.isShuffled) {
      const int64_t plane = box.y * box.z * box.bytes;
      visit(device, int64_t(0), firstOf(box.x, device, devices) * plane, shareOf(box.x, device, devices) * plane);
      continue;
    }
    const int64_t line = box.z * box.bytes, run = shareOf(box.y, device, devices) * line;
    for (int64_t x = 0; x < box.x; ++x)
      visit(device, x * run, (x * box.y + firstOf(box.y, device, devices)) * line, run);
  }
}

void scatter(const Memory &to, const char *whole) {
  eachRun(to.box, to.descriptor.format, to.parts.count, [&](int64_t device, int64_t there, int64_t here, int64_t bytes) {
    std::memcpy(static_cast<char *>(to.parts.data[device]) + there, whole + here, bytes);
  });
}
void gather(const Memory &from, char *whole) {
  eachRun(from.box, from.descriptor.format, from.parts.count,
          [&](int64_t device, int64_t there, int64_t here, int64_t bytes) {
            std::memcpy(whole + here, static_cast<const char *>(from.parts.data[device]) + there, bytes);
          });
}

/// A plan that was made for several devices.
std::shared_ptr<Plan> plannedFor(intptr_t handle) {
  const auto plan = find(handle);
  return plan && !plan->devices.empty() && !plan->shape.lengths.empty() ? plan : nullptr;
}

/// Whether a descriptor, which another plan may have made, is for as many numbers on the same devices.
bool fits(const Plan &plan, const Shared &memory) {
  return memory && memory->box.parts() == boxOf(plan.shape).parts() &&
         std::equal(plan.devices.begin(), plan.devices.end(), memory->parts.devices,
                    memory->parts.devices + memory->parts.count);
}

} // namespace

int setDevices(intptr_t handle, int count, const int *devices) {
  const auto plan = find(handle);
  int there = 0;
  if (!plan || !plan->shape.lengths.empty())
    return InvalidPlan;
  if (count < 1 || count > most || !devices)
    return InvalidValue;
  if (hipGetDeviceCount(&there) != hipSuccess)
    return ExecFailed;
  plan->devices.assign(devices, devices + count); // also one of them several times, as in NVIDIA's samples
  for (int device : plan->devices)
    if (device < 0 || device >= there) {
      plan->devices.clear();
      return invalidDevice;
    }
  return Success;
}

int allocate(intptr_t handle, Descriptor **descriptor, int format) {
  const auto plan = plannedFor(handle);
  if (!plan)
    return InvalidPlan;
  if (!descriptor || (format != InPlace && format != Shuffled))
    return InvalidValue;
  const auto made = std::make_shared<Memory>(boxOf(plan->shape));
  const int64_t devices = int64_t(plan->devices.size());
  int64_t bytes[most] = {};
  for (int each : {InPlace, Shuffled})
    eachRun(made->box, each, devices, [&](int64_t device, int64_t there, int64_t, int64_t length) {
      bytes[device] = std::max(bytes[device], there + length);
    });
  int current = 0;
  (void)hipGetDevice(&current);
  hipError_t error = hipSuccess;
  for (int64_t i = 0; i < devices && !error; ++i) {
    made->parts.devices[i] = plan->devices[i];
    made->parts.size[i] = bytes[i];
    (void)hipSetDevice(plan->devices[i]);
    error = hipMalloc(&made->parts.data[i], std::max<int64_t>(1, bytes[i]));
    made->parts.count += error == hipSuccess;
  }
  (void)hipSetDevice(current);
  if (error)
    return allocationFailed;
  made->descriptor.parts = &made->parts;
  made->descriptor.format = format;
  *descriptor = &made->descriptor;
  allocated().add(*descriptor, made);
  return Success;
}

int release(Descriptor *descriptor) {
  return allocated().take(descriptor) ? Success : InvalidValue;
}

int copy(intptr_t handle, void *to, void *from, int kind) {
  const auto plan = plannedFor(handle);
  if (!plan)
    return InvalidPlan;
  if (kind < ToDevice || kind > BetweenDevices || !to || !from)
    return InvalidValue;
  const Shared target = kind == ToHost ? nullptr : allocated().find(to), source = kind == ToDevice ? nullptr : allocated().find(from);
  if ((kind != ToHost && !fits(*plan, target)) || (kind != ToDevice && !fits(*plan, source)))
    return InvalidValue;
  const hipError_t error = hip::issue(plan->stream, hipGraphNodeTypeHost, [=] {
    std::vector<char> whole(source && target ? source->box.size() : 0);
    if (source)
      gather(*source, target ? whole.data() : static_cast<char *>(to));
    if (target)
      scatter(*target, source ? whole.data() : static_cast<const char *>(from));
    return hipSuccess;
  });
  return error ? ExecFailed : Success;
}

int executeParts(intptr_t handle, int type, Descriptor *in, Descriptor *out, int direction) {
  const auto plan = plannedFor(handle);
  if (!plan)
    return InvalidPlan;
  if (const int refused = refusal(plan->shape, type, direction))
    return refused;
  const Shared memory = allocated().find(in);
  if (!fits(*plan, memory))
    return InvalidValue;
  if (in != out)
    return NotSupported;
  const hipError_t error = hip::issue(plan->stream, hipGraphNodeTypeHost, [=] {
    std::vector<char> whole(memory->box.size());
    gather(*memory, whole.data());
    transform(*plan, whole.data(), whole.data(), direction);
    if (plan->shape.batch == 1)
      memory->descriptor.format = memory->descriptor.format == InPlace ? Shuffled : InPlace;
    scatter(*memory, whole.data());
    return hipSuccess;
  });
  return error ? ExecFailed : Success;
}

} // namespace porter::fft
