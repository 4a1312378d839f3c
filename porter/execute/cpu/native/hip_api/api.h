// What the parts of the HIP API share: the error of the thread, the allocations, the device.
#pragma once

#include "../runtime/runtime.h"
#include "heap.h"
#include "mistakes.h"

namespace porter::hip {

/// Remember `error` as the thread's last and return it. Once a kernel has faulted every call returns that
/// error, as on a GPU whose context is lost.
hipError_t finish(hipError_t error);
inline hipError_t finish(Mistake mistake) { return finish(speaksCuda() ? mistake.cuda : mistake.hip); }
void loseContext(hipError_t error);
/// Say on stderr why a kernel was stopped, at once and when the program ends.
void noteStoppedKernel(const std::string &fault);

/// Whether the device may use what lies at `address`: an allocation, a variable, or memory of a host that shares all.
bool isDeviceMemory(const void *address);

/// Devices: as many as PORTER_CPU_DEVICES says, all alike, with one memory.
int deviceCount();
bool isDevice(int device);
/// The device of the calling thread's context.
int currentDevice();
/// False when the handle is no context.
bool findDevice(hipCtx_t handle, int &device);

/// Properties of every device, which match the architecture that the program was compiled for.
const hipDeviceProp_tR0600 &properties();

/// The kernel behind the address of a host stub; none when nothing was registered for it.
KernelHandle kernelOf(const void *hostFunction);
/// The device variable behind the address of its host shadow.
const VariableEntry *variableOf(const void *symbol);
/// What a GPU would say to the configuration.
hipError_t checkLaunch(const LaunchRequest &request);
/// The dynamic LDS that a launch of the kernel may ask for.
size_t dynamicLdsLimit(const KernelEntry &kernel);
/// Whether it lies in a variable of device code.
bool isDeviceVariable(const void *address);
/// Check the configuration as a GPU would, then run.
hipError_t launchChecked(const LaunchRequest &request);

/// All blocks of a cooperative launch must be resident at once. An error when a GPU could not have them; here the
/// scheduler admits as many as wait.
hipError_t checkCooperative(const KernelHandle &kernel, const Size3 &grid, const Size3 &block, size_t dynamicLds);

/// `launchChecked` on a stream: at once, or as a node of the graph that the stream captures.
hipError_t issueLaunch(const LaunchRequest &request, hipStream_t stream);
void describeFunction(hipFuncAttributes &attributes, const KernelHandle &kernel);
/// Blocks that fit a compute unit: limited by work-items and LDS. Registers are not counted.
int residentBlocks(const KernelEntry &kernel, int blockSize, size_t dynamicLds);
/// The dynamic LDS that each of `blocks` blocks may have beside the others on a compute unit.
hipError_t dynamicLdsFor(size_t *bytes, const KernelHandle &kernel, int blocks, int blockSize);
hipError_t potentialBlockSize(int *grid, int *block, const KernelHandle &kernel, size_t dynamicLds, int limit);

} // namespace porter::hip
