// NVTX 2's functions, which NVTX 3's headers have inline: without a profiler they do nothing.
// Source: nvToolsExt.h, nvToolsExtCuda.h, nvToolsExtCudaRt.h and nvToolsExtSync.h of CUDA 12.
#include <cstdint>

namespace {

/// NVTX_NO_PUSH_POP_TRACKING: nobody counts how deep ranges lie.
constexpr int untracked = -2;

} // namespace

// Arguments come in registers and are not looked at.
#define NOTHING(name)                                                                                                  \
  void nvtx##name() {}
#define BY_LETTER(name) NOTHING(name##A) NOTHING(name##W)
#define HANDLE(name)                                                                                                   \
  void *nvtx##name() { return nullptr; }
#define RANGE(name)                                                                                                    \
  uint64_t nvtx##name() { return 0; }
#define LEVEL(name)                                                                                                    \
  int nvtx##name() { return untracked; }

extern "C" {
int nvtxInitialize() { return 0; }
NOTHING(MarkEx)
NOTHING(DomainMarkEx)
NOTHING(RangeEnd)
NOTHING(DomainRangeEnd)
NOTHING(DomainResourceDestroy)
NOTHING(DomainDestroy)
NOTHING(DomainSyncUserDestroy)
NOTHING(DomainSyncUserAcquireStart)
NOTHING(DomainSyncUserAcquireFailed)
NOTHING(DomainSyncUserAcquireSuccess)
NOTHING(DomainSyncUserReleasing)
BY_LETTER(Mark)
BY_LETTER(DomainNameCategory)
BY_LETTER(NameCategory)
BY_LETTER(NameOsThread)
BY_LETTER(NameCuDevice)
BY_LETTER(NameCuContext)
BY_LETTER(NameCuStream)
BY_LETTER(NameCuEvent)
BY_LETTER(NameCudaDevice)
BY_LETTER(NameCudaStream)
BY_LETTER(NameCudaEvent)
HANDLE(DomainResourceCreate)
HANDLE(DomainSyncUserCreate)
HANDLE(DomainRegisterStringA)
HANDLE(DomainRegisterStringW)
HANDLE(DomainCreateA)
HANDLE(DomainCreateW)
RANGE(RangeStartEx)
RANGE(RangeStartA)
RANGE(RangeStartW)
RANGE(DomainRangeStartEx)
LEVEL(RangePushEx)
LEVEL(RangePushA)
LEVEL(RangePushW)
LEVEL(RangePop)
LEVEL(DomainRangePushEx)
LEVEL(DomainRangePop)
}
