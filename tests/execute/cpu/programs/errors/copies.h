// Copies and fills: of nothing, to nowhere, beyond the end, in a direction that there is not.
#pragma once

#include "misuse.h"

inline void rows() {
  static char host[bytes];
  const auto in = GPU(MemcpyHostToDevice);
  char *p = buffer();
  MISTAKE("copy: null to", GPU(Memcpy)(nullptr, host, 16, in));
  MISTAKE("copy: null from", GPU(Memcpy)(p, nullptr, 16, in));
  MISTAKE("copy: null, nothing", GPU(Memcpy)(nullptr, nullptr, 0, in));
  MISTAKE("copy: unknown kind", GPU(Memcpy)(p, host, 16, unknown<GPU(MemcpyKind)>()));
  MISTAKE("copy: negative kind", GPU(Memcpy)(p, host, 16, unknown<GPU(MemcpyKind)>(-1)));
  MISTAKE("copy: unknown kind, nothing", GPU(Memcpy)(p, host, 0, unknown<GPU(MemcpyKind)>()));
  MISTAKE("copy: beyond to", GPU(Memcpy)(p, host, size_t(1) << 40, in));
  MISTAKE("copy: beyond from", GPU(Memcpy)(host, p, size_t(1) << 40, GPU(MemcpyDeviceToHost)));
  MISTAKE("copy: 2^64 - 1", GPU(Memcpy)(p, host, huge, in));
  MISTAKE("copy: 2^64 - 1 back", GPU(Memcpy)(host, p, huge, GPU(MemcpyDeviceToHost)));
  MISTAKE("copy: 2^64 - 1 within", GPU(Memcpy)(p, p + 64, huge, GPU(MemcpyDeviceToDevice)));
  MISTAKE("copy: in to host", GPU(Memcpy)(host, host, 16, in));
  MISTAKE("copy: out of host", GPU(Memcpy)(host, host, 16, GPU(MemcpyDeviceToHost)));
  MISTAKE("copy: out to device", GPU(Memcpy)(p, p, 16, GPU(MemcpyDeviceToHost)));
  MISTAKE("copy: device to host memory", GPU(Memcpy)(host, p, 16, GPU(MemcpyDeviceToDevice)));
  MISTAKE("copy: host to device memory", GPU(Memcpy)(p, host, 16, GPU(MemcpyHostToHost)));
  MISTAKE("copy async: null to", GPU(MemcpyAsync)(nullptr, host, 16, in, nullptr));
  MISTAKE("copy async: unknown kind", GPU(MemcpyAsync)(p, host, 16, unknown<GPU(MemcpyKind)>(), nullptr));
  MISTAKE("copy async: 2^64 - 1", GPU(MemcpyAsync)(p, host, huge, in, nullptr));
  MISTAKE("copy peer: unknown device", GPU(MemcpyPeer)(p, 99, p, 0, 16));
  char *freed = nullptr;
  (void)GPU(Malloc)((void **)&freed, 256);
  (void)GPU(Free)(freed);
  MISTAKE("copy: freed", GPU(Memcpy)(host, freed, 16, GPU(MemcpyDeviceToHost)));
}

inline void boxes() {
  static char host[bytes];
  const auto in = GPU(MemcpyHostToDevice);
  char *p = buffer();
  MISTAKE("copy 2d: null to", GPU(Memcpy2D)(nullptr, 64, host, 64, 32, 2, in));
  MISTAKE("copy 2d: null from", GPU(Memcpy2D)(p, 64, nullptr, 64, 32, 2, in));
  MISTAKE("copy 2d: pitch to", GPU(Memcpy2D)(p, 16, host, 64, 32, 2, in));
  MISTAKE("copy 2d: pitch from", GPU(Memcpy2D)(p, 64, host, 16, 32, 2, in));
  MISTAKE("copy 2d: pitch 2^64 - 1", GPU(Memcpy2D)(p, huge, host, 64, 32, 2, in));
  MISTAKE("copy 2d: unknown kind", GPU(Memcpy2D)(p, 64, host, 64, 32, 2, unknown<GPU(MemcpyKind)>()));
  MISTAKE("copy 2d: height 2^64 - 1", GPU(Memcpy2D)(p, 64, host, 64, 32, huge, in));
  MISTAKE("copy 2d: product beyond 2^64", GPU(Memcpy2D)(p, large, host, large, large, large, in));
  MISTAKE("copy 2d: beyond", GPU(Memcpy2D)(p, 1 << 30, host, 1 << 30, 32, 1 << 20, in));
  MISTAKE("copy 2d: nothing wide", GPU(Memcpy2D)(p, 64, host, 64, 0, 2, in));
  MISTAKE("copy 2d: nothing high", GPU(Memcpy2D)(p, 64, host, 64, 32, 0, in));
  MISTAKE("copy 2d async: null", GPU(Memcpy2DAsync)(nullptr, 64, host, 64, 32, 2, in, nullptr));
  MISTAKE("copy 3d: null", GPU(Memcpy3D)(nullptr));
  MISTAKE("copy 3d async: null", GPU(Memcpy3DAsync)(nullptr, nullptr));
  GPU(Memcpy3DParms) box = {};
  box.extent = {16, 2, 2};
  box.kind = in;
  MISTAKE("copy 3d: no ends", GPU(Memcpy3D)(&box));
  box.srcPtr = {host, 64, 64, 4};
  MISTAKE("copy 3d: no to", GPU(Memcpy3D)(&box));
  box.dstPtr = {p, 64, 64, 4};
  box.extent = {16, 2, huge};
  MISTAKE("copy 3d: depth 2^64 - 1", GPU(Memcpy3D)(&box));
  box.extent = {large, large, large};
  MISTAKE("copy 3d: product beyond 2^64", GPU(Memcpy3D)(&box));
  box.extent = {16, 2, 2};
  box.dstPos = {huge, 0, 0};
  MISTAKE("copy 3d: position 2^64 - 1", GPU(Memcpy3D)(&box));
  box.dstPos = {0, 0, huge};
  MISTAKE("copy 3d: plane 2^64 - 1", GPU(Memcpy3D)(&box));
  box.dstPos = {0, 0, 0};
  box.extent = {128, 2, 2};
  MISTAKE("copy 3d: wider than its pitch", GPU(Memcpy3D)(&box));
  box.extent = {16, 2, 2};
  box.kind = unknown<GPU(MemcpyKind)>();
  MISTAKE("copy 3d: unknown kind", GPU(Memcpy3D)(&box));
}

inline void fills() {
  static char host[bytes];
  char *p = buffer();
  MISTAKE("fill: null", GPU(Memset)(nullptr, 0, 16));
  MISTAKE("fill: null, nothing", GPU(Memset)(nullptr, 0, 0));
  MISTAKE("fill: stack", GPU(Memset)(host, 0, 16));
  MISTAKE("fill: beyond", GPU(Memset)(p, 0, size_t(1) << 40));
  HARMFUL("fill: 2^64 - 1", GPU(Memset)(p, 0, huge));
  MISTAKE("fill async: null", GPU(MemsetAsync)(nullptr, 0, 16, nullptr));
  HARMFUL("fill async: 2^64 - 1", GPU(MemsetAsync)(p, 0, huge, nullptr));
  MISTAKE("fill 2d: null", GPU(Memset2D)(nullptr, 64, 0, 32, 2));
  MISTAKE("fill 2d: pitch", GPU(Memset2D)(p, 16, 0, 32, 2));
  HARMFUL("fill 2d: height 2^64 - 1", GPU(Memset2D)(p, 64, 0, 32, huge));
  HARMFUL("fill 2d: product beyond 2^64", GPU(Memset2D)(p, large, 0, large, large));
  MISTAKE("fill 2d: nothing", GPU(Memset2D)(p, 64, 0, 0, 2));
  MISTAKE("fill 3d: null", GPU(Memset3D)(GPU(PitchedPtr){nullptr, 64, 64, 4}, 0, GPU(Extent){16, 2, 2}));
  HARMFUL("fill 3d: depth 2^64 - 1", GPU(Memset3D)(GPU(PitchedPtr){p, 64, 64, 4}, 0, GPU(Extent){16, 2, huge}));
  HARMFUL("fill 3d: product beyond 2^64", GPU(Memset3D)(GPU(PitchedPtr){p, large, large, large}, 0, GPU(Extent){large, large, large}));
}

inline void symbols() {
  static int host[8];
  void *address = nullptr;
  size_t size = 0;
  const auto in = GPU(MemcpyHostToDevice), out = GPU(MemcpyDeviceToHost);
  const void *nothing = nullptr, *other = host;
  MISTAKE("symbol: null", GPU(MemcpyToSymbol)(nothing, host, 4, 0, in));
  MISTAKE("symbol: unknown", GPU(MemcpyToSymbol)(other, host, 4, 0, in));
  MISTAKE("symbol: beyond", GPU(MemcpyToSymbol)(SYMBOL(variable), host, 32, 0, in));
  MISTAKE("symbol: offset beyond", GPU(MemcpyToSymbol)(SYMBOL(variable), host, 8, 12, in));
  MISTAKE("symbol: offset 2^64 - 4", GPU(MemcpyToSymbol)(SYMBOL(variable), host, 8, huge - 3, in));
  MISTAKE("symbol: null from", GPU(MemcpyToSymbol)(SYMBOL(variable), nullptr, 4, 0, in));
  MISTAKE("symbol: out", GPU(MemcpyToSymbol)(SYMBOL(variable), host, 4, 0, out));
  MISTAKE("symbol: unknown kind", GPU(MemcpyToSymbol)(SYMBOL(variable), host, 4, 0, unknown<GPU(MemcpyKind)>()));
  MISTAKE("from symbol: null to", GPU(MemcpyFromSymbol)(nullptr, SYMBOL(variable), 4, 0, out));
  MISTAKE("from symbol: null", GPU(MemcpyFromSymbol)(host, nothing, 4, 0, out));
  MISTAKE("from symbol: beyond", GPU(MemcpyFromSymbol)(host, SYMBOL(variable), 32, 0, out));
  MISTAKE("from symbol: in", GPU(MemcpyFromSymbol)(host, SYMBOL(variable), 4, 0, in));
  MISTAKE("symbol address: null", GPU(GetSymbolAddress)((void **)nullptr, SYMBOL(variable)));
  MISTAKE("symbol address: unknown", GPU(GetSymbolAddress)(&address, other));
  MISTAKE("symbol size: null", GPU(GetSymbolSize)(nullptr, SYMBOL(variable)));
  MISTAKE("symbol size: unknown", GPU(GetSymbolSize)(&size, other));
}

inline void copies() {
  rows();
  boxes();
  fills();
  symbols();
}
