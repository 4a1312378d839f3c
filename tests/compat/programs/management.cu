// NVML's everyday calls: what a device without sensors answers, too.
#include <cuda_runtime.h>
#include <nvml.h>

#include <cstdio>
#include <cstring>

static int failed;
static void check(bool holds, const char *what) {
  std::printf("%s %s\n", holds ? "ok" : "FAILED", what);
  failed += !holds;
}

int main() {
  unsigned count = 0;
  check(nvmlInit() == NVML_SUCCESS, "started");
  check(nvmlDeviceGetCount(&count) == NVML_SUCCESS && count >= 1, "devices");
  nvmlDevice_t device = nullptr, again = nullptr;
  check(nvmlDeviceGetHandleByIndex(count, &device) == NVML_ERROR_INVALID_ARGUMENT, "no such device");
  check(nvmlDeviceGetHandleByIndex(0, &device) == NVML_SUCCESS, "the first");
  char name[NVML_DEVICE_NAME_BUFFER_SIZE] = {};
  check(nvmlDeviceGetName(device, name, sizeof name) == NVML_SUCCESS && name[0], "its name");
#ifdef NVML_DEVICE_SERIAL_BUFFER_SIZE
  char serial[NVML_DEVICE_SERIAL_BUFFER_SIZE] = {};
  const nvmlReturn_t printed = nvmlDeviceGetSerial(device, serial, sizeof serial);
  check(printed == NVML_SUCCESS || printed == NVML_ERROR_NOT_SUPPORTED, "its serial number");
#endif
  check(nvmlDeviceGetName(device, name, 1) == NVML_ERROR_INSUFFICIENT_SIZE, "a short buffer");
  char bus[64] = {};
  cudaDeviceGetPCIBusId(bus, sizeof bus, 0);
  check(nvmlDeviceGetHandleByPciBusId(bus, &again) == NVML_SUCCESS && again == device, "by its place");
  nvmlPciInfo_t place;
  check(nvmlDeviceGetPciInfo(device, &place) == NVML_SUCCESS && std::strlen(place.busId) == 16, "its place");
  void *held = nullptr;
  cudaMalloc(&held, 1 << 20);
  nvmlMemory_t memory;
  check(nvmlDeviceGetMemoryInfo(device, &memory) == NVML_SUCCESS, "memory");
  check(memory.total == memory.free + memory.used && memory.used >= 1 << 20, "what is used");
  unsigned milliwatts = 0;
  const nvmlReturn_t power = nvmlDeviceGetPowerUsage(device, &milliwatts);
  check(power == NVML_SUCCESS || power == NVML_ERROR_NOT_SUPPORTED, nvmlErrorString(power));
  unsigned megahertz = 0;
  const nvmlReturn_t clock = nvmlDeviceGetClockInfo(device, NVML_CLOCK_SM, &megahertz);
  check(clock == NVML_SUCCESS || clock == NVML_ERROR_NOT_SUPPORTED, "a clock");
  unsigned long long reasons = nvmlClocksThrottleReasonAll;
  const nvmlReturn_t why = nvmlDeviceGetCurrentClocksThrottleReasons(device, &reasons);
  check(why == NVML_ERROR_NOT_SUPPORTED || (why == NVML_SUCCESS && !(reasons & ~nvmlClocksThrottleReasonAll)), "why");
  check(nvmlDeviceGetSupportedClocksEventReasons(device, &reasons) == NVML_SUCCESS, "which reasons");
  unsigned celsius = 0;
  const nvmlReturn_t slow = nvmlDeviceGetTemperatureThreshold(device, NVML_TEMPERATURE_THRESHOLD_SLOWDOWN, &celsius);
  check(slow == NVML_ERROR_NOT_SUPPORTED || (slow == NVML_SUCCESS && celsius > 40), "where it slows down");
  nvmlSample_t samples[128];
  nvmlValueType_t type;
  unsigned taken = 128;
  const nvmlReturn_t sampled =
      nvmlDeviceGetSamples(device, NVML_GPU_UTILIZATION_SAMPLES, 0, &type, &taken, samples);
  check(sampled == NVML_ERROR_NOT_SUPPORTED || sampled == NVML_ERROR_NOT_FOUND ||
            (sampled == NVML_SUCCESS && taken >= 1 && samples[0].sampleValue.uiVal <= 100),
        "samples");
  unsigned long cpus[16] = {};
  check(nvmlDeviceGetCpuAffinity(device, 0, cpus) == NVML_ERROR_INVALID_ARGUMENT, "no room for CPUs");
  const nvmlReturn_t near = nvmlDeviceGetCpuAffinity(device, 16, cpus);
  bool any = false;
  for (unsigned long word : cpus) any |= word != 0;
  check(near == NVML_SUCCESS ? any : near == NVML_ERROR_NOT_SUPPORTED, "its CPUs");
  check(nvmlDeviceSetCpuAffinity(device) == near, "the thread runs on them");
  check(nvmlDeviceClearCpuAffinity(device) == NVML_SUCCESS, "and on all again");
  check(nvmlShutdown() == NVML_SUCCESS, "ended");
  return failed;
}
