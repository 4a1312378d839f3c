// Memory of one process in another: the program starts itself with the handle. Compiled as HIP and as CUDA.
#ifdef __HIP__
#include <hip/hip_runtime.h>
#define GPU(name) hip##name
#else
#define GPU(name) cuda##name
#endif
#include <cstdio>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

__global__ void twice(int *p) { p[threadIdx.x] *= 2; }

static int inOther(const char *text) {
  GPU(IpcMemHandle_t) handle;
  auto *bytes = reinterpret_cast<unsigned char *>(&handle);
  for (size_t i = 0; i < sizeof handle; ++i) {
    unsigned byte;
    std::sscanf(text + 2 * i, "%2x", &byte);
    bytes[i] = static_cast<unsigned char>(byte);
  }
  int *p = nullptr;
  if (GPU(IpcOpenMemHandle)(reinterpret_cast<void **>(&p), handle, GPU(IpcMemLazyEnablePeerAccess)) != GPU(Success)) return 1;
  twice<<<1, 64>>>(p);
  if (GPU(DeviceSynchronize)() != GPU(Success)) return 2;
  if (GPU(IpcCloseMemHandle)(p) != GPU(Success)) return 3;
  return GPU(IpcCloseMemHandle)(p) == GPU(ErrorInvalidValue) ? 0 : 4;
}

int main(int count, char **arguments) {
  if (count > 1) return inOther(arguments[1]);
  int host[64], *p, *own;
  for (int i = 0; i < 64; ++i) host[i] = i;
  (void)GPU(Malloc)(reinterpret_cast<void **>(&p), sizeof host);
  (void)GPU(Memcpy)(p, host, sizeof host, GPU(MemcpyHostToDevice));
  GPU(IpcMemHandle_t) handle;
  std::printf("%d ", GPU(IpcGetMemHandle)(&handle, p));
  std::printf("%d ", GPU(IpcGetMemHandle)(&handle, host) == GPU(ErrorInvalidValue));
  (void)GPU(IpcGetMemHandle)(&handle, p);
  std::printf("%d ", GPU(IpcOpenMemHandle)(reinterpret_cast<void **>(&own), handle, GPU(IpcMemLazyEnablePeerAccess)) != GPU(Success));
  std::string text;
  for (size_t i = 0; i < sizeof handle; ++i) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", reinterpret_cast<unsigned char *>(&handle)[i]);
    text += digits;
  }
  std::fflush(stdout);
  const pid_t other = fork();
  if (other == 0) {
    execl(arguments[0], arguments[0], text.c_str(), nullptr);
    _exit(9);
  }
  int status = 0;
  waitpid(other, &status, 0);
  (void)GPU(Memcpy)(host, p, sizeof host, GPU(MemcpyDeviceToHost));
  std::printf("%d %d %d %d\n", WEXITSTATUS(status), host[1], host[63], GPU(Free)(p));
}
