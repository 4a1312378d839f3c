// NVML's samples of the last seconds and thresholds of temperature, by AMD SMI, which measures now and keeps nothing:
// where NVML hands out a list of what was measured, here is one sample, taken by the call.
#pragma once

#include "management.hpp"

#include <chrono>

namespace porter {

enum nvml_temperature_threshold { nvml_threshold_shutdown = 0, nvml_threshold_slowdown = 1 };
enum nvml_sampling { nvml_samples_power = 0, nvml_samples_gpu = 1, nvml_samples_memory = 2 };
enum nvml_value_type { nvml_value_double = 0, nvml_value_unsigned = 1 };

union nvml_value {
  double dVal;
  int siVal;
  unsigned uiVal;
  unsigned long ulVal;
  unsigned long long ullVal;
  signed long long sllVal;
  unsigned short usVal;
};

struct nvml_sample {
  unsigned long long timeStamp;  // microseconds
  nvml_value sampleValue;
};

inline nvml_return nvml_device_get_temperature_threshold(nvml_device device, nvml_temperature_threshold threshold,
                                                         unsigned *celsius) {
  if (!celsius) return nvml_error_invalid_argument;
  const auto metric = threshold == nvml_threshold_shutdown ? AMDSMI_TEMP_EMERGENCY : AMDSMI_TEMP_CRITICAL;
  return nvml_read_temperature(device, metric, celsius);
}

/// Percent, or milliwatts; `samples` may be null, to ask how many there are.
inline nvml_return nvml_device_get_samples(nvml_device device, nvml_sampling kind, unsigned long long,
                                           nvml_value_type *type, unsigned *count, nvml_sample *samples) {
  if (!type || !count) return nvml_error_invalid_argument;
  unsigned value = 0;
  nvml_utilization rates{};
  const nvml_return result = kind == nvml_samples_power ? nvml_device_get_power_usage(device, &value)
                                                        : nvml_device_get_utilization_rates(device, &rates);
  if (result != nvml_success) return result;
  if (samples && *count < 1) return nvml_error_insufficient_size;
  *type = nvml_value_unsigned;
  *count = 1;
  if (!samples) return nvml_success;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  samples[0] = nvml_sample{};
  samples[0].timeStamp = static_cast<unsigned long long>(
      std::chrono::duration_cast<std::chrono::microseconds>(now).count());
  samples[0].sampleValue.uiVal = kind == nvml_samples_power ? value
                                 : kind == nvml_samples_gpu ? rates.gpu
                                                            : rates.memory;
  return nvml_success;
}

}  // namespace porter
