// The functions for several devices that both vendors have, under the prefix that `NAME` makes; behind `names.h`.
#pragma once

#define EXECUTE_PARTS(name, type, direction)                                                                           \
  int NAME(XtExecDescriptor##name)(Handle plan, Descriptor *in, Descriptor *out) {                                     \
    return executeParts(id(plan), type, in, out, direction);                                                           \
  }

extern "C" {

int NAME(XtSetGPUs)(Handle plan, int count, int *devices) { return setDevices(id(plan), count, devices); }
int NAME(XtMalloc)(Handle plan, Descriptor **descriptor, int format) { return allocate(id(plan), descriptor, format); }
int NAME(XtMemcpy)(Handle plan, void *to, void *from, int kind) { return copy(id(plan), to, from, kind); }
int NAME(XtFree)(Descriptor *descriptor) { return release(descriptor); }
int NAME(XtExecDescriptorC2C)(Handle plan, Descriptor *in, Descriptor *out, int direction) {
  return executeParts(id(plan), C2C, in, out, direction);
}
int NAME(XtExecDescriptorZ2Z)(Handle plan, Descriptor *in, Descriptor *out, int direction) {
  return executeParts(id(plan), Z2Z, in, out, direction);
}
int NAME(XtExecDescriptor)(Handle plan, Descriptor *in, Descriptor *out, int direction) {
  return executeParts(id(plan), 0, in, out, direction);
}
EXECUTE_PARTS(R2C, R2C, forwards)
EXECUTE_PARTS(D2Z, D2Z, forwards)
EXECUTE_PARTS(C2R, C2R, backwards)
EXECUTE_PARTS(Z2D, Z2D, backwards)
}
#undef EXECUTE_PARTS
