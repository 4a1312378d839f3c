// The CPUs that are near a GPU: NVML's calls, by what Linux tells of its place on the bus.
// Linux, Documentation/ABI/testing/sysfs-bus-pci, local_cpus; sched_setaffinity(2).
#pragma once

#include "management_devices.hpp"

#include <sched.h>

#include <cctype>
#include <fstream>

namespace porter {

constexpr unsigned nvml_bits_of_word = 8 * sizeof(unsigned long);

// Reads a mask as Linux writes it: hexadecimal digits, the last CPUs first, with commas between.
inline bool nvml_read_cpus(const std::string &text, unsigned words, unsigned long *set) {
  std::fill_n(set, words, 0ul);
  unsigned bit = 0;
  bool is_any = false;
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit) {
    if (!std::isxdigit(static_cast<unsigned char>(*digit))) continue;
    const unsigned long value = std::stoul(std::string(1, *digit), nullptr, 16);
    if (bit < words * nvml_bits_of_word) set[bit / nvml_bits_of_word] |= value << bit % nvml_bits_of_word;
    is_any |= value != 0;
    bit += 4;
  }
  return is_any;
}

inline nvml_return nvml_device_get_cpu_affinity(nvml_device device, unsigned words, unsigned long *set) {
  if (!words || !set) return nvml_error_invalid_argument;
  amdsmi_bdf_t place{};
  const amdsmi_status_t status = amdsmi_get_gpu_device_bdf(device, &place);
  if (status != AMDSMI_STATUS_SUCCESS) return nvml_result(status);
  const auto all = static_cast<unsigned long long>(place.as_uint);
  char name[64];
  std::snprintf(name, sizeof name, "/sys/bus/pci/devices/%04llx:%02llx:%02llx.%llx/local_cpus", all >> 16,
                all >> 8 & 0xff, all >> 3 & 0x1f, all & 7);
  std::ifstream file(name);
  std::string text;
  return std::getline(file, text) && nvml_read_cpus(text, words, set) ? nvml_success
                                                                       : nvml_error_not_supported;
}

// Has the calling thread run on the CPUs near the GPU, as far as they are open to it.
inline nvml_return nvml_device_set_cpu_affinity(nvml_device device) {
  unsigned long words[CPU_SETSIZE / nvml_bits_of_word];
  const nvml_return result = nvml_device_get_cpu_affinity(device, CPU_SETSIZE / nvml_bits_of_word, words);
  if (result != nvml_success) return result;
  cpu_set_t near;
  std::memcpy(&near, words, sizeof near);
  return sched_setaffinity(0, sizeof near, &near) == 0 ? nvml_success : nvml_error_unknown;
}

// Has the calling thread run on every CPU again.
inline nvml_return nvml_device_clear_cpu_affinity(nvml_device) {
  cpu_set_t every;
  std::memset(&every, 0xff, sizeof every);
  return sched_setaffinity(0, sizeof every, &every) == 0 ? nvml_success : nvml_error_unknown;
}

}  // namespace porter
