// What compiled device code and the runtime agree on: the state of a work-item, the worker that runs it,
// and the tables by which an object file announces its kernels and variables.
#pragma once

#include "abi_regions.h"

#include <cstddef>
#include <cstdint>

namespace porter {

/// Why a work-item stopped: the operation it asks the scheduler for.
/// Votes and lane exchanges are answered when every lane of the wave that can take part has asked.
enum class Operation : uint32_t {
  Exit,        ///< the work-item has returned
  Spin,        ///< it waits for memory that another work-item writes
  Barrier,     ///< s_barrier
  BarrierCount,
  BarrierAnd,
  BarrierOr,
  GridSync,    ///< all work-items of a cooperative launch

  FirstRendezvous, ///< what follows is answered by the lanes of a wave together
  WaveBarrier = FirstRendezvous, ///< the lanes of the wave that are here go on together
  ActiveMask,
  Ballot,
  ReadFirstLane,
  ReadLane,    ///< value; lane; one more than the number of the kept register, or 0
  WriteLane,
  BPermute,    ///< ds_bpermute: pull from the lane that the byte address names
  Permute,     ///< ds_permute: push to it
  Swizzle,
  Dpp,
  Dpp8,
  PermLane16,  ///< old and value; selectors; flags, and from bit 2 the register as in ReadLane
  PermLaneX16,
  PermLane64,
  PermLaneSwap, ///< both words; how many lanes away the other is; flags as in PermLane16

  ShuffleIndex, ///< CUDA's shfl.sync: value; source lane and clamp; the named lanes
  ShuffleUp,
  ShuffleDown,
  ShuffleXor,
  VoteAny,      ///< CUDA's vote.sync: predicate; -; the named lanes
  VoteAll,
  VoteUniform,
  VoteBallot,
  MatchAny,     ///< CUDA's match.sync: value; -; the named lanes
  MatchAll,
  Reduce,       ///< CUDA's redux.sync: value; a Reduction; the named lanes

  Matrix, ///< MFMA and WMMA: the address of the lane's MatrixRegisters; a MatrixShape; MatrixModifiers
  WarpMatrix, ///< CUDA's mma and wmma: likewise
  MatrixRows, ///< CUDA's ldmatrix, stmatrix, movmatrix: the lane's MatrixRegisters; MatrixRowsKind and a count from bit 8
};

/// True for what answers in the lane's MatrixRegisters instead of the item's `a`.
constexpr bool answersInMemory(Operation operation) { return operation >= Operation::Matrix; }

/// How many of the three operands count.
constexpr uint32_t operandsOf(Operation operation) {
  switch (operation) {
  case Operation::Ballot:
  case Operation::ReadFirstLane:
  case Operation::PermLane64: return 1;
  case Operation::BPermute:
  case Operation::Permute:
  case Operation::Swizzle:
  case Operation::Dpp8: return 2;
  default: return 3;
  }
}

/// How elements of a matrix are stored.
enum class MatrixFormat : uint8_t {
  F16, BF16, F32, XF32, TF32, F64, I8, U8, I4, U4, I32, Fp8Fnuz, Bf8Fnuz, Fp8Ocp, Bf8Ocp, Fp6, Bf6, Fp4
};

/// A matrix instruction: D = A * B + C, A of rows x depth, B of depth x columns, several blocks at once.
struct MatrixShape {
  uint8_t rows, columns, depth, blocks;
  MatrixFormat a, b, c;
  enum Layout : uint8_t {
    Mfma,           ///< CDNA
    WmmaReplicated, ///< RDNA 3: both halves of the wave hold all of A and B
    WmmaSplit,      ///< RDNA 4: each half of the wave holds half of the depth
    Warp,           ///< CUDA: see WarpLayout
    Layouts = 3,
    HighHalf = 4,   ///< 16-bit results of RDNA 3 lie in the upper halves of their registers
    Saturate = 8,   ///< integer sums
    Sparse = 16,    ///< of every four elements in a row of A two are there, and `index` says which
    Scaled = 32,    ///< 32 elements in a row share a power of two: ScaledModifiers
  };
  uint8_t layout; ///< and flags
};
static_assert(sizeof(MatrixShape) == 8);

/// What MFMA's modifiers ask for; zero for nothing.
struct MatrixModifiers {
  uint8_t broadcast;  ///< CBSZ: 2^broadcast blocks in a row share one block of A
  uint8_t block;      ///< ABID: which of them it is
  uint8_t laneGroup;  ///< BLGP: from which lanes B comes
  uint8_t negated;    ///< bits 0 to 2: A, B, C
  uint8_t firstIndexBit; ///< of a lane's `index`, where the set in use begins
  uint8_t unused[3];
};
static_assert(sizeof(MatrixModifiers) == 8);

/// What gfx950's scaled MFMA takes in the place of MatrixModifiers.
struct ScaledModifiers {
  uint8_t byteOfA, byteOfB; ///< which bytes of the lanes' `scales` count
  uint8_t isPlain;          ///< no scales after all
  uint8_t unused[5];
};
static_assert(sizeof(ScaledModifiers) == 8);

/// Which lane of a warp holds which element.
enum class WarpLayout : uint8_t {
  Groups,       ///< PTX's mma: four lanes share a row
  QuadPairs,    ///< PTX's mma.m8n8k4 of f16: four products, each of eight lanes
  Fragments,    ///< wmma: CUDA leaves it open
};

/// What CUDA's matrix instructions take besides their shape, in the place of MatrixModifiers.
struct WarpMatrixModifiers {
  WarpLayout layout;
  MatrixFormat d;
  uint8_t aIsColumns, bIsColumns; ///< QuadPairs: which way A and B lie
  uint8_t selector;               ///< of a sparse A: which lanes of four hold the metadata
  uint8_t unused[3];
};
static_assert(sizeof(WarpMatrixModifiers) == 8);

/// How 8x8 matrices of 16 bits are moved: from rows or fragments to rows or fragments.
enum MatrixRowsKind : uint8_t {
  FromRows = 1, ///< lane i brings row i in `a`; else fragments, in the words of `c`
  ToRows = 2,   ///< lane i gets row i in `a`; else fragments, in the words of `c`
  Transposed = 4,
};

/// What one lane brings to a matrix instruction; D replaces C.
struct MatrixRegisters {
  alignas(16) char a[64], b[32], c[128];
  uint32_t index; ///< two bits for each element of a sparse A: its place among four
  uint32_t scales[2]; ///< of A and B: exponents with a bias of 127, one a byte
};

enum class Reduction : uint32_t { Add, And, Or, Xor, Min, Max, UMin, UMax };

/// One work-item, in one cache line. Device code reads `id` and `lane`, and writes the request before it
/// suspends.
struct alignas(64) Item {
  uint32_t id[3];
  uint32_t lane;
  uint32_t site;      ///< where it stopped, numbered in reverse post-order
  Operation operation;
  uint64_t a, b, c;   ///< operands; the answer replaces `a`
  void *context;      ///< stack pointer of its fiber, or frame of its coroutine
  uint32_t spins;     ///< turns of waiting loops, counted to yield now and then
  uint32_t m0;        ///< AMD's register of this name, which the lanes of a wave have in common
};

/// The hidden kernel arguments of code object version 5 (LLVM, "User Guide for AMDGPU Backend").
struct alignas(64) ImplicitArguments {
  uint32_t blocks[3];
  uint16_t items[3];          ///< of a block
  uint16_t itemsOfLastBlock[3]; ///< where the grid is no multiple of the block
  uint64_t reserved[2];
  uint64_t globalOffset[3];
  uint16_t dimensions;
  uint64_t printfBuffer, hostcallBuffer, multigridSync, heap, defaultQueue, completionAction;
  uint32_t dynamicLds;
  uint8_t rest[132];
};
static_assert(offsetof(ImplicitArguments, items) == 12 && offsetof(ImplicitArguments, globalOffset) == 40);
static_assert(offsetof(ImplicitArguments, dimensions) == 64 && offsetof(ImplicitArguments, printfBuffer) == 72);
static_assert(offsetof(ImplicitArguments, dynamicLds) == 120 && sizeof(ImplicitArguments) == 256);

/// hsa_kernel_dispatch_packet_t (HSA Runtime Programmer's Reference Manual).
struct alignas(64) DispatchPacket {
  uint16_t header, dimensions;
  uint16_t items[3]; ///< of a block
  uint16_t reserved;
  uint32_t gridItems[3];
  uint32_t privateBytes, dynamicLds;
  uint64_t kernel, arguments, reserved2, completionSignal;
};
static_assert(offsetof(DispatchPacket, items) == 4 && offsetof(DispatchPacket, gridItems) == 12);
static_assert(offsetof(DispatchPacket, dynamicLds) == 28 && sizeof(DispatchPacket) == 64);

/// Per launch, read by device code at the places that AMD's code object ABI gives them.
struct LaunchInfo {
  ImplicitArguments implicitArguments;
  DispatchPacket dispatchPacket;
  uint32_t gridBlocks[3];
  uint32_t blockItems[3];
  mutable uint32_t gridWorkspace[16]; ///< where CUDA's cooperative groups count arrivals; zero at the start
};

/// One OS thread that executes blocks. Device code reads it through thread-local storage.
struct Worker {
  Item *item;
  char *lds;
  const LaunchInfo *launch;
  uint32_t block[3];
};

/// Bytes before the block's LDS that CUDA's headers may use, zero when the block begins.
constexpr uint32_t reservedLds = 1024;

/// How a kernel was compiled.
enum class Engine : uint32_t {
  Loop,      ///< runs a whole block as a loop over its work-items
  Fiber,     ///< runs one work-item on a stack of its own
  Coroutine, ///< starts one work-item, which suspends into a frame
  Regions,   ///< runs the lanes of a wave from one place where they stop to the next
};

struct KernelArgument {
  uint32_t bytes;
  char kind; ///< 'p' pointer, 'i' integer, 'f' floating point, 's' aggregate passed by reference
  uint8_t alignment; ///< in bytes, where arguments lie one after another in a buffer
};

/// A line of device code, and the call by which it became part of the kernel.
struct SourcePlace {
  const char *file, *function;
  uint32_t line, column;
  const SourcePlace *calledFrom; ///< null where nothing was inlined
};

/// What an access does, as instrumented code says it; the logarithm of the alignment that it relies on stands from
/// bit 8. A comparison writes only where it finds what was expected.
enum AccessKind : uint32_t {
  Reads = 1, Writes = 2, IsAtomic = 4, IsVolatile = 8, IsComparison = 16, AlignmentBit = 8
};

/// A variable of LDS, where instrumented code has it.
struct LdsVariable {
  const char *name;
  uint32_t offset, bytes;
};

struct KernelEntry {
  const char *name;      ///< mangled
  const char *signature; ///< demangled
  const KernelArgument *arguments;
  uint32_t argumentCount;
  Engine engine;
  uint32_t staticLds;    ///< bytes of LDS that its variables take
  uint32_t maxItems;     ///< work-items a block may have (launch bounds)
  uint32_t frameBytes;   ///< of a coroutine, or of a lane's slots
  uint32_t keptRegisters; ///< values that lanes may read from work-items that are switched off
  void (*run)(void **arguments);             ///< Loop, Fiber
  void *(*start)(void **arguments, void *frame); ///< Coroutine: runs to the first suspension; returns the frame,
                                                 ///< whose first word is the function that resumes it
  void (*locate)(void **arguments); ///< Loop: the same, but the item's ids are in memory, to find out which one faults
  const LdsVariable *ldsVariables;  ///< of instrumented code
  uint32_t ldsVariableCount;
  const Region *regions; ///< Regions: the first is where work-items begin
  uint32_t columns;      ///< that a wave needs
  const char *why;       ///< it is a fiber or a coroutine, and not regions; else null
};

struct VariableEntry {
  const char *name;
  void *address;
  uint64_t bytes;
};

/// What a texture or surface object points to. HIP's headers pass the address as `image`, with a sampler behind it,
/// which is part of this here.
struct Texture {
  char *data;
  uint64_t pitch, slice;        ///< bytes from row to row, and from plane or layer to the next
  uint32_t width, height, depth; ///< texels; depth counts layers, too; 1 where there is no such axis
  uint32_t channels, channelBytes;
  enum Kind : uint32_t { Signed, Unsigned, Float } kind;
  enum Address : uint32_t { Wrap, Clamp, Mirror, Border } address[3];
  bool linear, normalizedCoordinates, normalizedValues;
  float border[4];
};

/// The device code of one translation unit.
struct DeviceImage {
  const char *key; ///< the text that the host object carries in place of a fat binary
  const char *architecture;
  const KernelEntry *kernels;
  const VariableEntry *variables;
  uint32_t kernelCount;
  uint32_t variableCount;
  uint32_t waveSize;
  uint32_t dynamicLdsOffset; ///< where `extern __shared__` begins
  const SourcePlace *const *sites; ///< of instrumented code: where the rendezvous with each number is, from 1
  uint32_t siteCount;
  uint32_t isWatched; ///< whether it is instrumented: its accesses are told to the runtime
};

} // namespace porter
