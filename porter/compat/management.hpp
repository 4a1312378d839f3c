// NVML's everyday calls, by AMD SMI: clocks, power, temperature, memory, utilisation.
#pragma once

#include "management_devices.hpp"

namespace porter {

enum nvml_temperature_sensors { nvml_temperature_gpu = 0 };
enum nvml_clock_type { nvml_clock_graphics, nvml_clock_sm, nvml_clock_mem, nvml_clock_video };

struct nvml_memory {
  unsigned long long total, free, used;
};

struct nvml_utilization {
  unsigned gpu, memory;
};

inline nvml_return nvml_device_get_memory_info(nvml_device device, nvml_memory *memory) {
  if (!memory) return nvml_error_invalid_argument;
  std::uint64_t total = 0, used = 0;
  amdsmi_status_t status = amdsmi_get_gpu_memory_total(device, AMDSMI_MEM_TYPE_VRAM, &total);
  if (status == AMDSMI_STATUS_SUCCESS) {
    status = amdsmi_get_gpu_memory_usage(device, AMDSMI_MEM_TYPE_VRAM, &used);
  }
  if (status == AMDSMI_STATUS_SUCCESS) *memory = {total, total - used, used};
  return nvml_result(status);
}

inline nvml_return nvml_device_get_utilization_rates(nvml_device device, nvml_utilization *rates) {
  if (!rates) return nvml_error_invalid_argument;
  amdsmi_engine_usage_t usage{};
  const amdsmi_status_t status = amdsmi_get_gpu_activity(device, &usage);
  if (status == AMDSMI_STATUS_SUCCESS) *rates = {usage.gfx_activity, usage.umc_activity};
  return nvml_result(status);
}

inline nvml_return nvml_read_temperature(nvml_device device, amdsmi_temperature_metric_t metric, unsigned *celsius) {
  std::int64_t value = 0;
  amdsmi_status_t status = amdsmi_get_temp_metric(device, AMDSMI_TEMPERATURE_TYPE_EDGE, metric, &value);
  if (status != AMDSMI_STATUS_SUCCESS) {  // accelerators have no sensor at the edge
    status = amdsmi_get_temp_metric(device, AMDSMI_TEMPERATURE_TYPE_HOTSPOT, metric, &value);
  }
  // Some releases give thousandths of a degree.
  if (status == AMDSMI_STATUS_SUCCESS) *celsius = static_cast<unsigned>(value >= 1000 ? value / 1000 : value);
  return nvml_result(status);
}

inline nvml_return nvml_device_get_temperature(nvml_device device, nvml_temperature_sensors, unsigned *celsius) {
  return celsius ? nvml_read_temperature(device, AMDSMI_TEMP_CURRENT, celsius) : nvml_error_invalid_argument;
}

inline nvml_return nvml_device_get_power_usage(nvml_device device, unsigned *milliwatts) {
  if (!milliwatts) return nvml_error_invalid_argument;
  amdsmi_power_info_t power{};
  const amdsmi_status_t status = amdsmi_get_power_info(device, &power);
  if (status != AMDSMI_STATUS_SUCCESS) return nvml_result(status);
  // A processor measures one of them; the other is the largest number of 16 or 32 bits.
  const auto is_known = [](std::uint64_t watts) { return watts != 0 && watts < 0xffff; };
  const std::uint64_t now = power.current_socket_power, average = power.average_socket_power;
  if (!is_known(now) && !is_known(average)) return nvml_error_not_supported;
  *milliwatts = static_cast<unsigned>(1000 * (is_known(now) ? now : average));
  return nvml_success;
}

inline nvml_return nvml_device_get_power_limit(nvml_device device, unsigned *milliwatts) {
  if (!milliwatts) return nvml_error_invalid_argument;
  amdsmi_power_cap_info_t cap{};
  const amdsmi_status_t status = amdsmi_get_power_cap_info(device, 0, &cap);
  if (status == AMDSMI_STATUS_SUCCESS) *milliwatts = static_cast<unsigned>(cap.power_cap / 1000);
  return nvml_result(status);
}

inline nvml_return nvml_device_get_total_energy(nvml_device device, unsigned long long *millijoules) {
  if (!millijoules) return nvml_error_invalid_argument;
  std::uint64_t ticks = 0, when = 0;
  float microjoules = 0;
  const amdsmi_status_t status = amdsmi_get_energy_count(device, &ticks, &microjoules, &when);
  if (status == AMDSMI_STATUS_SUCCESS) {
    *millijoules = static_cast<unsigned long long>(static_cast<double>(ticks) * microjoules / 1000);
  }
  return nvml_result(status);
}

inline nvml_return nvml_clocks(nvml_device device, nvml_clock_type type, amdsmi_clk_info_t *clocks) {
  const amdsmi_clk_type_t kind = type == nvml_clock_mem     ? AMDSMI_CLK_TYPE_MEM
                                 : type == nvml_clock_video ? AMDSMI_CLK_TYPE_VCLK0
                                                            : AMDSMI_CLK_TYPE_GFX;
  return nvml_result(amdsmi_get_clock_info(device, kind, clocks));
}

inline nvml_return nvml_device_get_clock_info(nvml_device device, nvml_clock_type type, unsigned *megahertz) {
  amdsmi_clk_info_t clocks{};
  const nvml_return result = megahertz ? nvml_clocks(device, type, &clocks) : nvml_error_invalid_argument;
  if (result == nvml_success) *megahertz = clocks.clk;
  return result;
}

inline nvml_return nvml_device_get_max_clock_info(nvml_device device, nvml_clock_type type, unsigned *megahertz) {
  amdsmi_clk_info_t clocks{};
  const nvml_return result = megahertz ? nvml_clocks(device, type, &clocks) : nvml_error_invalid_argument;
  if (result == nvml_success) *megahertz = clocks.max_clk;
  return result;
}

inline nvml_return nvml_device_get_fan_speed(nvml_device device, unsigned *percent) {
  if (!percent) return nvml_error_invalid_argument;
  std::int64_t speed = 0;
  const amdsmi_status_t status = amdsmi_get_gpu_fan_speed(device, 0, &speed);
  if (status == AMDSMI_STATUS_SUCCESS) *percent = static_cast<unsigned>(speed * 100 / 255);
  return nvml_result(status);
}

inline nvml_return nvml_system_get_driver_version(char *version, unsigned length) {
  if (nvml_devices().empty()) return nvml_error_uninitialized;
  amdsmi_driver_info_t info{};
  const amdsmi_status_t status = amdsmi_get_gpu_driver_info(nvml_devices()[0], &info);
  return status == AMDSMI_STATUS_SUCCESS ? nvml_text(info.driver_version, version, length)
                                         : nvml_result(status);
}

}  // namespace porter
