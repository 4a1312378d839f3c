// Arrays, textures and surfaces.
#pragma once

#include "misuse.h"

inline void arrays_themselves() {
  GPU(Array_t) array = nullptr;
  GPU(ChannelFormatDesc) floats = {32, 0, 0, 0, GPU(ChannelFormatKindFloat)}, odd = {7, 0, 0, 0, GPU(ChannelFormatKindUnsigned)},
                         gap = {32, 0, 32, 0, GPU(ChannelFormatKindFloat)}, none = {0, 0, 0, 0, GPU(ChannelFormatKindFloat)};
  MISTAKE("array: null", GPU(MallocArray)(nullptr, &floats, 16, 16, 0));
  MISTAKE("array: null format", GPU(MallocArray)(&array, nullptr, 16, 16, 0));
  MISTAKE("array: width 0", GPU(MallocArray)(&array, &floats, 0, 16, 0));
  MISTAKE("array: 7 bits", GPU(MallocArray)(&array, &odd, 16, 16, 0));
  MISTAKE("array: no bits", GPU(MallocArray)(&array, &none, 16, 16, 0));
  MISTAKE("array: channels with a gap", GPU(MallocArray)(&array, &gap, 16, 16, 0));
  MISTAKE("array: width 2^64 - 1", GPU(MallocArray)(&array, &floats, huge, 1, 0));
  MISTAKE("array: product beyond 2^64", GPU(MallocArray)(&array, &floats, large, large, 0));
  MISTAKE("array: width 2^32 + 16", GPU(MallocArray)(&array, &floats, (size_t(1) << 32) + 16, 1, 0));
  MISTAKE("array: unknown flags", GPU(MallocArray)(&array, &floats, 16, 16, 0x10000000));
  MISTAKE("array 3d: null", GPU(Malloc3DArray)(nullptr, &floats, GPU(Extent){4, 4, 4}, 0));
  MISTAKE("array 3d: no height", GPU(Malloc3DArray)(&array, &floats, GPU(Extent){4, 0, 4}, 0));
  MISTAKE("array 3d: product beyond 2^64", GPU(Malloc3DArray)(&array, &floats, GPU(Extent){large, large, large}, 0));
  MISTAKE("array free: null", GPU(FreeArray)(nullptr));

  static float host[256];
  GPU(Extent) extent;
  GPU(ChannelFormatDesc) format;
  unsigned flags = 0;
  const auto in = GPU(MemcpyHostToDevice), out = GPU(MemcpyDeviceToHost);
  (void)GPU(MallocArray)(&array, &floats, 16, 16, 0);
  MISTAKE("array info: null", GPU(ArrayGetInfo)(&format, &extent, &flags, nullptr));
  MISTAKE("array format: null", GPU(GetChannelDesc)(nullptr, array));
  MISTAKE("array format: null array", GPU(GetChannelDesc)(&format, nullptr));
  MISTAKE("array copy: null array", GPU(Memcpy2DToArray)(nullptr, 0, 0, host, 64, 64, 16, in));
  MISTAKE("array copy: null from", GPU(Memcpy2DToArray)(array, 0, 0, nullptr, 64, 64, 16, in));
  MISTAKE("array copy: beyond", GPU(Memcpy2DToArray)(array, 4, 0, host, 64, 64, 16, in));
  MISTAKE("array copy: x 2^64 - 4", GPU(Memcpy2DToArray)(array, huge - 3, 0, host, 64, 64, 16, in));
  MISTAKE("array copy: y 2^64 - 1", GPU(Memcpy2DToArray)(array, 0, huge, host, 64, 64, 2, in));
  MISTAKE("array copy: height 2^64 - 1", GPU(Memcpy2DToArray)(array, 0, 0, host, 64, 64, huge, in));
  MISTAKE("array copy: pitch", GPU(Memcpy2DToArray)(array, 0, 0, host, 16, 64, 16, in));
  MISTAKE("array copy: unknown kind", GPU(Memcpy2DToArray)(array, 0, 0, host, 64, 64, 16, unknown<GPU(MemcpyKind)>()));
  MISTAKE("array copy back: null to", GPU(Memcpy2DFromArray)(nullptr, 64, array, 0, 0, 64, 16, out));
  MISTAKE("array copy back: null array", GPU(Memcpy2DFromArray)(host, 64, nullptr, 0, 0, 64, 16, out));
  MISTAKE("array copy back: beyond", GPU(Memcpy2DFromArray)(host, 64, array, 0, 8, 64, 16, out));
  GPU(Memcpy3DParms) box = {};
  box.srcPtr = {host, 64, 16, 16};
  box.dstArray = array;
  box.extent = {16, 16, 1};
  box.kind = in;
  box.dstPos = {8, 0, 0};
  MISTAKE("array copy 3d: beyond", GPU(Memcpy3D)(&box));
  box.dstPos = {0, 0, 1};
  MISTAKE("array copy 3d: plane beyond", GPU(Memcpy3D)(&box));
  box.dstPos = {huge, 0, 0};
  MISTAKE("array copy 3d: position 2^64 - 1", GPU(Memcpy3D)(&box));
  box.dstPos = {0, 0, 0};
  box.extent = {16, 16, 2};
  MISTAKE("array copy 3d: deeper", GPU(Memcpy3D)(&box));
  (void)GPU(FreeArray)(array);
}

inline void textures() {
  GPU(TextureObject_t) texture = 0;
  GPU(SurfaceObject_t) surface = 0;
  GPU(ResourceDesc) resource = {};
  GPU(TextureDesc) how = {};
  MISTAKE("texture: null", GPU(CreateTextureObject)(nullptr, &resource, &how, nullptr));
  MISTAKE("texture: null resource", GPU(CreateTextureObject)(&texture, nullptr, &how, nullptr));
  MISTAKE("texture: null description", GPU(CreateTextureObject)(&texture, &resource, nullptr, nullptr));
  resource.resType = unknown<GPU(ResourceType)>(77);
  MISTAKE("texture: unknown resource", GPU(CreateTextureObject)(&texture, &resource, &how, nullptr));
  resource.resType = GPU(ResourceTypeArray);
  MISTAKE("texture: null array", GPU(CreateTextureObject)(&texture, &resource, &how, nullptr));
  MISTAKE("surface: null", GPU(CreateSurfaceObject)(nullptr, &resource));
  MISTAKE("surface: null resource", GPU(CreateSurfaceObject)(&surface, nullptr));
  MISTAKE("surface: null array", GPU(CreateSurfaceObject)(&surface, &resource));
  resource.resType = GPU(ResourceTypeLinear);
  resource.res.linear.desc = {32, 0, 0, 0, GPU(ChannelFormatKindFloat)};
  resource.res.linear.sizeInBytes = 256;
  MISTAKE("texture: null memory", GPU(CreateTextureObject)(&texture, &resource, &how, nullptr));
  MISTAKE("surface: linear memory", GPU(CreateSurfaceObject)(&surface, &resource));
  resource.res.linear.devPtr = buffer();
  resource.res.linear.sizeInBytes = huge;
  MISTAKE("texture: 2^64 - 1", GPU(CreateTextureObject)(&texture, &resource, &how, nullptr));
  resource.res.linear.sizeInBytes = 256;
  resource.res.linear.desc.x = 7;
  MISTAKE("texture: 7 bits", GPU(CreateTextureObject)(&texture, &resource, &how, nullptr));
  resource.resType = GPU(ResourceTypePitch2D);
  resource.res.pitch2D.devPtr = buffer();
  resource.res.pitch2D.desc = {32, 0, 0, 0, GPU(ChannelFormatKindFloat)};
  resource.res.pitch2D.width = huge;
  resource.res.pitch2D.height = 4;
  resource.res.pitch2D.pitchInBytes = 512;
  MISTAKE("texture 2d: width 2^64 - 1", GPU(CreateTextureObject)(&texture, &resource, &how, nullptr));
  resource.res.pitch2D.width = 16;
  resource.res.pitch2D.pitchInBytes = 4;
  MISTAKE("texture 2d: pitch", GPU(CreateTextureObject)(&texture, &resource, &how, nullptr));
  resource.res.pitch2D.pitchInBytes = 512;
  how.addressMode[0] = unknown<GPU(TextureAddressMode)>(77);
  MISTAKE("texture: unknown address mode", GPU(CreateTextureObject)(&texture, &resource, &how, nullptr));
  how.addressMode[0] = GPU(AddressModeClamp);
  how.filterMode = unknown<GPU(TextureFilterMode)>(77);
  MISTAKE("texture: unknown filter", GPU(CreateTextureObject)(&texture, &resource, &how, nullptr));
  MISTAKE("texture destroy: 0", GPU(DestroyTextureObject)(0));
  MISTAKE("surface destroy: 0", GPU(DestroySurfaceObject)(0));
}

inline void arrays() {
  arrays_themselves();
  textures();
}
