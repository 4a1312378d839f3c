// Why NVML says that clocks are low, by AMD SMI's status of what throttles: power, currents, temperatures.
// AMD SMI, amdsmi_gpu_metrics_t, indep_throttle_status; its bits are those of Linux's amdgpu_smu.h,
// SMU_THROTTLER_…. AMD's firmware tells no idle clocks, none that an application set, and no display's.
#pragma once

#include "management_devices.hpp"

namespace porter {

constexpr unsigned long long nvml_throttle_none = 0x0;
constexpr unsigned long long nvml_throttle_gpu_idle = 0x1;
constexpr unsigned long long nvml_throttle_applications_clocks = 0x2;
constexpr unsigned long long nvml_throttle_sw_power_cap = 0x4;
constexpr unsigned long long nvml_throttle_hw_slowdown = 0x8;
constexpr unsigned long long nvml_throttle_sync_boost = 0x10;
constexpr unsigned long long nvml_throttle_sw_thermal = 0x20;
constexpr unsigned long long nvml_throttle_hw_thermal = 0x40;
constexpr unsigned long long nvml_throttle_hw_power_brake = 0x80;
constexpr unsigned long long nvml_throttle_display_clock = 0x100;
constexpr unsigned long long nvml_throttle_all = 0x1ff;
constexpr unsigned long long nvml_throttle_supported =
    nvml_throttle_sw_power_cap | nvml_throttle_hw_slowdown | nvml_throttle_sw_thermal | nvml_throttle_hw_thermal;

// What NVML calls the reasons of AMD's firmware.
inline unsigned long long nvml_throttle_reasons(std::uint64_t status) {
  const auto any = [status](int first, int last) {
    return (status >> first & ((std::uint64_t{1} << (last - first + 1)) - 1)) != 0;
  };
  unsigned long long reasons = nvml_throttle_none;
  if (any(0, 7) || any(56, 56)) reasons |= nvml_throttle_sw_power_cap;  // PPT0 … SPPT_APU, PPM
  if (any(16, 23)) reasons |= nvml_throttle_hw_slowdown;  // TDC and EDC
  if (any(32, 45)) reasons |= nvml_throttle_sw_thermal;  // TEMP_… and VRHOT
  if (any(46, 47)) reasons |= nvml_throttle_hw_slowdown | nvml_throttle_hw_thermal;  // PROCHOT
  return reasons;
}

inline nvml_return nvml_device_get_throttle_reasons(nvml_device device, unsigned long long *reasons) {
  if (!reasons) return nvml_error_invalid_argument;
  amdsmi_gpu_metrics_t metrics{};
  const amdsmi_status_t status = amdsmi_get_gpu_metrics_info(device, &metrics);
  if (status != AMDSMI_STATUS_SUCCESS) return nvml_result(status);
  if (metrics.indep_throttle_status == ~std::uint64_t{0}) return nvml_error_not_supported;  // not measured
  *reasons = nvml_throttle_reasons(metrics.indep_throttle_status);
  return nvml_success;
}

inline nvml_return nvml_device_get_supported_throttle_reasons(nvml_device device, unsigned long long *reasons) {
  if (!reasons) return nvml_error_invalid_argument;
  unsigned long long now = 0;
  const nvml_return result = nvml_device_get_throttle_reasons(device, &now);
  *reasons = result == nvml_success ? nvml_throttle_supported : nvml_throttle_none;
  return result == nvml_error_not_supported ? nvml_success : result;
}

}  // namespace porter
