// For functions that are compiled to bitcode, linked into device code and inlined there. The retargeter calls
// `porter_rcp_f32` for `llvm.amdgcn.rcp.f32`. Vectors of up to 64 bits arrive as integers, i1 as uint32_t.
#pragma once

#include "../abi.h"

using half = _Float16;

#define PURE extern "C" __attribute__((const, nothrow))

/// The same bits as another type.
template <class To, class From> static inline To bits(From value) { return __builtin_bit_cast(To, value); }
