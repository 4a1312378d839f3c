// The functions of RCCL and NCCL, whose names are the same.
#include "collectives.h"
#include "split.h"

#include <cstdlib>
#include <cstring>
#include <set>
#include <system_error>

using namespace porter::rccl;

namespace {

struct UniqueId {
  char text[128];
};

/// What every ncclConfig_t begins with; all that programs may set is left to the library.
struct Configuration {
  size_t bytes;
  unsigned magic, version;
};
bool isConfiguration(const Configuration *one) { return !one || (one->magic == 0xcafebeef && one->bytes >= sizeof *one); }

int currentDevice() {
  int device = 0;
  return hipGetDevice(&device) == hipSuccess ? device : 0;
}

/// Do something with a communicator and a place for an answer.
template <class T, class Answer> int answer(void *handle, T *place, Answer get) {
  const Shared communicator = find(handle);
  if (!communicator || !place)
    return InvalidArgument;
  *place = T(get(*communicator));
  return Success;
}

} // namespace

extern "C" {

/// There where CUDA's runtime is, so in programs that were compiled with NCCL's header and not with RCCL's.
int cudaRuntimeGetVersion(int *version) __attribute__((weak));

/// That of the header, NCCL's 2.21.5 or RCCL's 2.13.4: these are the headers that the toolchain has.
int ncclGetVersion(int *version) {
  if (!version)
    return InvalidArgument;
  *version = cudaRuntimeGetVersion ? 22105 : 21304;
  return Success;
}
const char *ncclGetErrorString(int code) {
  static constexpr const char *words[] = {"no error",         "unhandled cuda error", "unhandled system error",
                                          "internal error",   "invalid argument",     "invalid usage",
                                          "remote process exited or there was a network error"};
  return code >= 0 && code <= RemoteError ? words[code] : "unknown result code";
}
const char *ncclGetLastError(void *) { return ""; }

int ncclGetUniqueId(UniqueId *id) {
  if (!id)
    return InvalidArgument;
  std::memset(id, 0, sizeof *id);
  const std::string name = newName();
  std::memcpy(id->text, name.data(), name.size());
  return Success;
}
int ncclCommInitRank(void **handle, int ranks, UniqueId id, int rank) {
  const size_t length = strnlen(id.text, sizeof id.text);
  if (!handle || ranks < 1 || rank < 0 || rank >= ranks || length == 0 || length > 64)
    return InvalidArgument;
  return create(handle, std::string(id.text, length), rank, ranks, currentDevice());
}
int ncclCommInitRankConfig(void **handle, int ranks, UniqueId id, int rank, const Configuration *configuration) {
  return isConfiguration(configuration) ? ncclCommInitRank(handle, ranks, id, rank) : int(InvalidArgument);
}
int ncclCommSplit(void *handle, int color, int key, void **part, const Configuration *configuration) {
  const Shared communicator = find(handle);
  if (!communicator || !part || color < noColor || !isConfiguration(configuration))
    return InvalidArgument;
  *part = nullptr;
  return split(communicator, color, key, part);
}
int ncclCommInitRankMulti(void **handle, int ranks, UniqueId id, int rank, int) {
  return ncclCommInitRank(handle, ranks, id, rank);
}
int ncclCommInitAll(void **handles, int count, const int *devices) {
  int known = 0;
  (void)hipGetDeviceCount(&known);
  if (!handles || count < 1)
    return InvalidArgument;
  std::set<int> chosen;
  for (int i = 0; i < count; ++i) {
    const int device = devices ? devices[i] : i;
    if (device < 0 || device >= known)
      return InvalidArgument;
    if (!chosen.insert(device).second)
      return InvalidUsage;
  }
  const std::string name = newName();
  for (int i = 0; i < count; ++i)
    if (const int failed = create(handles + i, name, i, count, devices ? devices[i] : i))
      return failed;
  return Success;
}
int ncclCommFinalize(void *handle) { return find(handle) ? Success : InvalidArgument; }
int ncclCommDestroy(void *handle) { return porter::libraries::ended<Communicator>(handle) ? Success : InvalidArgument; }
int ncclCommAbort(void *handle) {
  if (const Shared communicator = find(handle))
    communicator->transport.abort();
  return ncclCommDestroy(handle);
}
int ncclCommGetAsyncError(void *handle, int *error) {
  return answer(handle, error, [](Communicator &known) { return known.error.load(); });
}
int ncclCommCount(void *handle, int *count) {
  return answer(handle, count, [](Communicator &known) { return known.ranks; });
}
int ncclCommCuDevice(void *handle, int *device) {
  return answer(handle, device, [](Communicator &known) { return known.device; });
}
int ncclCommUserRank(void *handle, int *rank) {
  return answer(handle, rank, [](Communicator &known) { return known.rank; });
}

/// Memory that is registered is as good as any other; the handle is its address.
int ncclCommRegister(void *handle, void *buffer, size_t bytes, void **registration) {
  if (!find(handle) || !buffer || bytes == 0 || !registration)
    return InvalidArgument;
  *registration = buffer;
  return Success;
}
int ncclCommDeregister(void *handle, void *) { return find(handle) ? Success : InvalidArgument; }
int ncclMemAlloc(void **pointer, size_t bytes) {
  if (!pointer)
    return InvalidArgument;
  return hipMalloc(pointer, bytes) == hipSuccess ? Success : UnhandledError;
}
int ncclMemFree(void *pointer) { return hipFree(pointer) == hipSuccess ? Success : UnhandledError; }

int ncclGroupStart() { return startGroup(); }
int ncclGroupEnd() { return endGroup(); }

/// The scalar is read now, also from memory of the device.
int ncclRedOpCreatePreMulSum(int *operation, void *scalar, int type, int residence, void *handle) {
  const Shared communicator = find(handle);
  if (!operation || !scalar || !communicator || bytesOf(type) == 0 || residence < 0 || residence > 1)
    return InvalidArgument;
  std::lock_guard lock(communicator->mutex);
  auto &known = communicator->operations;
  *operation = known.empty() ? int(FirstOwn) : known.rbegin()->first + 1;
  known[*operation] = {type, numberOf(type, scalar)};
  return Success;
}
int ncclRedOpDestroy(int operation, void *handle) {
  const Shared communicator = find(handle);
  if (!communicator)
    return InvalidArgument;
  std::lock_guard lock(communicator->mutex);
  return communicator->operations.erase(operation) ? Success : InvalidArgument;
}

int ncclReduce(const void *from, void *to, size_t count, int type, int operation, int root, void *handle,
               hipStream_t stream) {
  return reduceTo({from, to, count, type, handle, stream}, operation, root);
}
int ncclBcast(void *buffer, size_t count, int type, int root, void *handle, hipStream_t stream) {
  return broadcast({buffer, buffer, count, type, handle, stream}, root);
}
int ncclBroadcast(const void *from, void *to, size_t count, int type, int root, void *handle, hipStream_t stream) {
  return broadcast({from, to, count, type, handle, stream}, root);
}
int ncclAllReduce(const void *from, void *to, size_t count, int type, int operation, void *handle, hipStream_t stream) {
  return allReduce({from, to, count, type, handle, stream}, operation);
}
int ncclReduceScatter(const void *from, void *to, size_t count, int type, int operation, void *handle,
                      hipStream_t stream) {
  return reduceScatter({from, to, count, type, handle, stream}, operation);
}
int ncclAllGather(const void *from, void *to, size_t count, int type, void *handle, hipStream_t stream) {
  return allGather({from, to, count, type, handle, stream});
}
int ncclSend(const void *from, size_t count, int type, int peer, void *handle, hipStream_t stream) {
  return sendTo({from, nullptr, count, type, handle, stream}, peer);
}
int ncclRecv(void *to, size_t count, int type, int peer, void *handle, hipStream_t stream) {
  return receiveFrom({nullptr, to, count, type, handle, stream}, peer);
}
int ncclGather(const void *from, void *to, size_t count, int type, int root, void *handle, hipStream_t stream) {
  return gather({from, to, count, type, handle, stream}, root);
}
int ncclScatter(const void *from, void *to, size_t count, int type, int root, void *handle, hipStream_t stream) {
  return scatter({from, to, count, type, handle, stream}, root);
}
int ncclAllToAll(const void *from, void *to, size_t count, int type, void *handle, hipStream_t stream) {
  return allToAll({from, to, count, type, handle, stream}, nullptr, nullptr, nullptr, nullptr);
}
int ncclAllToAllv(const void *from, const size_t *counts, const size_t *places, void *to, const size_t *countsTo,
                  const size_t *placesTo, int type, void *handle, hipStream_t stream) {
  if (!counts || !places || !countsTo || !placesTo)
    return InvalidArgument;
  return allToAll({from, to, 0, type, handle, stream}, counts, places, countsTo, placesTo);
}
}

/// Each function has a second name, behind which tools put their own first one.
#define PROFILED(name) extern "C" decltype(nccl##name) pnccl##name __attribute__((alias("nccl" #name)));
PROFILED(GetVersion)
PROFILED(GetErrorString)
PROFILED(GetLastError)
PROFILED(GetUniqueId)
PROFILED(CommInitRank)
PROFILED(CommInitRankConfig)
PROFILED(CommSplit)
PROFILED(CommInitRankMulti)
PROFILED(CommInitAll)
PROFILED(CommFinalize)
PROFILED(CommDestroy)
PROFILED(CommAbort)
PROFILED(CommGetAsyncError)
PROFILED(CommCount)
PROFILED(CommCuDevice)
PROFILED(CommUserRank)
PROFILED(CommRegister)
PROFILED(CommDeregister)
PROFILED(MemAlloc)
PROFILED(MemFree)
PROFILED(GroupStart)
PROFILED(GroupEnd)
PROFILED(RedOpCreatePreMulSum)
PROFILED(RedOpDestroy)
PROFILED(Reduce)
PROFILED(Bcast)
PROFILED(Broadcast)
PROFILED(AllReduce)
PROFILED(ReduceScatter)
PROFILED(AllGather)
PROFILED(Send)
PROFILED(Recv)
PROFILED(Gather)
PROFILED(Scatter)
PROFILED(AllToAll)
PROFILED(AllToAllv)
#undef PROFILED
