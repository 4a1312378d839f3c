// Transforms on several devices, each of which holds a part of the numbers.
#pragma once

#include "plan.h"

namespace porter::fft {

/// cudaLibXtDesc and hipLibXtDesc, and what they point to, which agree.
struct Parts {
  int version, count;
  int devices[64];
  void *data[64];
  size_t size[64];
  void *state;
};
struct Descriptor {
  int version;
  Parts *parts;
  int library; ///< 0 for FFT
  int format;
  void *own;
};

/// cufftXtSubFormat and hipfftXtSubFormat: by planes of the first dimension, or of the second.
enum Format { InPlace = 2, Shuffled = 3 };
enum Copy { ToDevice, ToHost, BetweenDevices };

int setDevices(intptr_t handle, int count, const int *devices);
int allocate(intptr_t handle, Descriptor **descriptor, int format);
int release(Descriptor *descriptor);
/// The whole, as it lies in memory where one device has it, or another descriptor's parts.
int copy(intptr_t handle, void *to, void *from, int kind);
/// In place; what lay in one format lies in the other then. The type is the function's; 0 for any.
int executeParts(intptr_t handle, int type, Descriptor *in, Descriptor *out, int direction);

} // namespace porter::fft
