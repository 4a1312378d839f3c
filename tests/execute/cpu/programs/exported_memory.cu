// Memory that another process maps: made here, sent as a file, filled by a kernel there. Compiled as HIP and as CUDA.
#include "checks.h"

#ifdef __HIP__
#include <hip/hip_runtime.h>
#define DRIVER(name) hip##name
using Memory = hipMemGenericAllocationHandle_t;
using Address = void *;
using Properties = hipMemAllocationProp;
using Access = hipMemAccessDesc;
constexpr auto file = hipMemHandleTypePosixFileDescriptor;
constexpr auto pinned = hipMemAllocationTypePinned;
constexpr auto device = hipMemLocationTypeDevice;
constexpr auto readAndWrite = hipMemAccessFlagsProtReadWrite;
static void start() { (void)hipSetDevice(0); }
static bool wait() { return hipDeviceSynchronize() == hipSuccess; }
#else
#include <cuda.h>
#include <cuda_runtime.h>
#define DRIVER(name) cu##name
using Memory = CUmemGenericAllocationHandle;
using Address = CUdeviceptr;
using Properties = CUmemAllocationProp;
using Access = CUmemAccessDesc;
constexpr auto file = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
constexpr auto pinned = CU_MEM_ALLOCATION_TYPE_PINNED;
constexpr auto device = CU_MEM_LOCATION_TYPE_DEVICE;
constexpr auto readAndWrite = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
static void start() { (void)cudaFree(nullptr); }
static bool wait() { return cudaDeviceSynchronize() == cudaSuccess; }
#endif
#include <cstdint>
#include <cstring>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

__global__ void fill(int *p, int factor) { p[threadIdx.x] = factor * threadIdx.x; }

template <class Error> static bool good(Error error) { return int(error) == 0; }
constexpr size_t unit = 2 << 20;

/// A file through a socket (unix(7), SCM_RIGHTS).
static void pass(int socket, int *sent, bool sends) {
  char byte = 1, room[CMSG_SPACE(sizeof(int))] = {};
  iovec text = {&byte, 1};
  msghdr message = {};
  message.msg_iov = &text, message.msg_iovlen = 1;
  message.msg_control = room, message.msg_controllen = sizeof room;
  if (sends) {
    cmsghdr *part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET, part->cmsg_type = SCM_RIGHTS, part->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(part), sent, sizeof(int));
    (void)sendmsg(socket, &message, 0);
  } else if (recvmsg(socket, &message, 0) == 1) {
    std::memcpy(sent, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(int));
  }
}

static int *mapped(Memory memory) {
  Address place = 0;
  Access access = {};
  access.location.type = device;
  access.flags = readAndWrite;
  const bool isGood = good(DRIVER(MemAddressReserve)(&place, unit, 0, 0, 0)) && good(DRIVER(MemMap)(place, unit, 0, memory, 0)) &&
                      good(DRIVER(MemSetAccess)(place, unit, &access, 1));
  return isGood ? reinterpret_cast<int *>(place) : nullptr;
}

static int other(int socket) {
  start();
  int received = -1;
  pass(socket, &received, false);
  Memory memory = {};
  if (!good(DRIVER(MemImportFromShareableHandle)(&memory, reinterpret_cast<void *>(intptr_t(received)), file)))
    return 2;
  close(received);
  int *place = mapped(memory);
  if (!place)
    return 3;
  fill<<<1, 64>>>(place, 7);
  return wait() ? 0 : 4;
}

int main() {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets))
    return 77;
  const pid_t child = fork();
  if (child == 0)
    _exit(other(sockets[1]));
  start();
  Properties how = {};
  how.type = pinned;
  how.location.type = device;
  Memory memory = {}, own = {};
  int shared = -1;
  check("memory of this process alone", good(DRIVER(MemCreate)(&own, unit, &how, 0)));
  check("is not shared", !good(DRIVER(MemExportToShareableHandle)(&shared, own, file, 0)));
#ifdef __HIP__
  how.requestedHandleType = file;
#else
  how.requestedHandleTypes = file;
#endif
  check("memory for others", good(DRIVER(MemCreate)(&memory, unit, &how, 0)));
  check("as a file", good(DRIVER(MemExportToShareableHandle)(&shared, memory, file, 0)) && shared > 2);
  check("not of any file", !good(DRIVER(MemImportFromShareableHandle)(&own, reinterpret_cast<void *>(intptr_t(sockets[0])), file)));
  int *place = mapped(memory);
  fill<<<1, 64>>>(place, 1);
  check("filled here", wait());
  pass(sockets[0], &shared, true);
  int status = -1;
  (void)waitpid(child, &status, 0);
  check("the other process ends well", status == 0);
  int numbers[64];
#ifdef __HIP__
  (void)hipMemcpy(numbers, place, sizeof numbers, hipMemcpyDeviceToHost);
#else
  (void)cudaMemcpy(numbers, place, sizeof numbers, cudaMemcpyDeviceToHost);
#endif
  check("what it wrote is here", numbers[1] == 7 && numbers[63] == 441);
  return failures;
}
