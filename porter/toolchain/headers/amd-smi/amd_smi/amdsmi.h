/* AMD SMI as far as porter's support header calls it, where it is not installed: the devices that HIP
   counts, and their memory; what a driver would measure is not supported.
   Source: AMD SMI's documentation, "C++ library reference". C++. */
#ifndef PORTER_AMD_SMI_AMDSMI_H
#define PORTER_AMD_SMI_AMDSMI_H

#include <hip/hip_runtime_api.h>
#include <stdint.h>
#include <stdio.h>

typedef void *amdsmi_processor_handle;
typedef void *amdsmi_socket_handle;

typedef enum {
  AMDSMI_STATUS_SUCCESS = 0,
  AMDSMI_STATUS_INVAL = 1,
  AMDSMI_STATUS_NOT_SUPPORTED = 2,
  AMDSMI_STATUS_NOT_YET_IMPLEMENTED = 3,
  AMDSMI_STATUS_FAIL_LOAD_MODULE = 4,
  AMDSMI_STATUS_DRM_ERROR = 6,
  AMDSMI_STATUS_TIMEOUT = 8,
  AMDSMI_STATUS_NO_PERM = 10,
  AMDSMI_STATUS_OUT_OF_RESOURCES = 15,
  AMDSMI_STATUS_INPUT_OUT_OF_BOUNDS = 17,
  AMDSMI_STATUS_BUSY = 30,
  AMDSMI_STATUS_NOT_FOUND = 31,
  AMDSMI_STATUS_NOT_INIT = 32,
  AMDSMI_STATUS_NO_DATA = 40,
  AMDSMI_STATUS_INSUFFICIENT_SIZE = 41
} amdsmi_status_t;

typedef enum { AMDSMI_INIT_AMD_GPUS = 1 << 1 } amdsmi_init_flags_t;
typedef enum { AMDSMI_MEM_TYPE_VRAM = 0 } amdsmi_memory_type_t;
typedef enum {
  AMDSMI_TEMP_CURRENT = 0,
  AMDSMI_TEMP_CRITICAL = 5,
  AMDSMI_TEMP_EMERGENCY = 7
} amdsmi_temperature_metric_t;
typedef enum {
  AMDSMI_TEMPERATURE_TYPE_EDGE = 0,
  AMDSMI_TEMPERATURE_TYPE_HOTSPOT = 1,
  AMDSMI_TEMPERATURE_TYPE_VRAM = 2
} amdsmi_temperature_type_t;
typedef enum {
  AMDSMI_CLK_TYPE_SYS = 0,
  AMDSMI_CLK_TYPE_GFX = AMDSMI_CLK_TYPE_SYS,
  AMDSMI_CLK_TYPE_MEM = 4,
  AMDSMI_CLK_TYPE_VCLK0 = 6
} amdsmi_clk_type_t;

typedef union {
  struct {
    uint64_t function_number : 3;
    uint64_t device_number : 5;
    uint64_t bus_number : 8;
    uint64_t domain_number : 48;
  };
  uint64_t as_uint;
} amdsmi_bdf_t;

typedef struct {
  uint64_t indep_throttle_status;
} amdsmi_gpu_metrics_t;
typedef struct {
  char market_name[256];
  uint32_t vendor_id;
  uint64_t device_id;
} amdsmi_asic_info_t;
typedef struct {
  char product_serial[256];
} amdsmi_board_info_t;

typedef struct {
  uint32_t clk, min_clk, max_clk;
} amdsmi_clk_info_t;

typedef struct {
  uint32_t gfx_activity, umc_activity, mm_activity;
} amdsmi_engine_usage_t;

typedef struct {
  uint32_t current_socket_power, average_socket_power, power_limit;
} amdsmi_power_info_t;

typedef struct {
  uint64_t power_cap, default_power_cap, min_power_cap, max_power_cap;
} amdsmi_power_cap_info_t;

typedef struct {
  char driver_version[64];
} amdsmi_driver_info_t;

/* A handle is the number of a device, from 1. */
static inline int porter_amdsmi_device(amdsmi_processor_handle handle) {
  return (int)(intptr_t)handle - 1;
}

static inline amdsmi_status_t porter_amdsmi_properties(amdsmi_processor_handle handle, hipDeviceProp_t *found) {
  if (hipGetDeviceProperties(found, porter_amdsmi_device(handle)) == hipSuccess) return AMDSMI_STATUS_SUCCESS;
  return AMDSMI_STATUS_INVAL;
}

static inline amdsmi_status_t amdsmi_init(uint64_t) { return AMDSMI_STATUS_SUCCESS; }
static inline amdsmi_status_t amdsmi_shut_down(void) { return AMDSMI_STATUS_SUCCESS; }

static inline amdsmi_status_t amdsmi_get_socket_handles(uint32_t *count, amdsmi_socket_handle *handles) {
  int devices = 0;
  if (hipGetDeviceCount(&devices) != hipSuccess) devices = 0;
  *count = (uint32_t)devices;
  for (int at = 0; handles && at < devices; ++at) handles[at] = (void *)(intptr_t)(at + 1);
  return AMDSMI_STATUS_SUCCESS;
}

static inline amdsmi_status_t amdsmi_get_processor_handles(amdsmi_socket_handle socket, uint32_t *count,
                                                           amdsmi_processor_handle *handles) {
  *count = 1;
  if (handles) handles[0] = socket;
  return AMDSMI_STATUS_SUCCESS;
}

static inline amdsmi_status_t amdsmi_get_gpu_device_bdf(amdsmi_processor_handle handle, amdsmi_bdf_t *bdf) {
  hipDeviceProp_t found;
  amdsmi_status_t status = porter_amdsmi_properties(handle, &found);
  bdf->as_uint = 0;
  if (status != AMDSMI_STATUS_SUCCESS) return status;
  bdf->domain_number = (uint64_t)found.pciDomainID;
  bdf->bus_number = (uint64_t)found.pciBusID;
  bdf->device_number = (uint64_t)found.pciDeviceID;
  return status;
}

static inline amdsmi_status_t amdsmi_get_gpu_asic_info(amdsmi_processor_handle handle, amdsmi_asic_info_t *info) {
  hipDeviceProp_t found;
  amdsmi_status_t status = porter_amdsmi_properties(handle, &found);
  if (status != AMDSMI_STATUS_SUCCESS) return status;
  snprintf(info->market_name, sizeof info->market_name, "%s", found.name);
  info->vendor_id = 0x1002;
  info->device_id = 0;
  return status;
}

static inline amdsmi_status_t amdsmi_get_gpu_board_info(amdsmi_processor_handle handle, amdsmi_board_info_t *info) {
  (void)handle, (void)info;
  return AMDSMI_STATUS_NOT_SUPPORTED;
}

static inline amdsmi_status_t amdsmi_get_gpu_device_uuid(amdsmi_processor_handle handle, unsigned *length, char *uuid) {
  snprintf(uuid, *length, "%08x-0000-1000-8000-000000000000", (unsigned)porter_amdsmi_device(handle));
  return AMDSMI_STATUS_SUCCESS;
}

static inline amdsmi_status_t amdsmi_get_gpu_memory_total(amdsmi_processor_handle handle, amdsmi_memory_type_t,
                                                          uint64_t *total) {
  hipDeviceProp_t found;
  amdsmi_status_t status = porter_amdsmi_properties(handle, &found);
  if (status == AMDSMI_STATUS_SUCCESS) *total = found.totalGlobalMem;
  return status;
}

static inline amdsmi_status_t amdsmi_get_gpu_memory_usage(amdsmi_processor_handle handle, amdsmi_memory_type_t,
                                                          uint64_t *used) {
  int before = 0;
  size_t rest = 0, total = 0;
  if (hipGetDevice(&before) != hipSuccess || hipSetDevice(porter_amdsmi_device(handle)) != hipSuccess) {
    return AMDSMI_STATUS_INVAL;
  }
  hipError_t error = hipMemGetInfo(&rest, &total);
  if (hipSetDevice(before) != hipSuccess || error != hipSuccess) return AMDSMI_STATUS_INVAL;
  *used = total - rest;
  return AMDSMI_STATUS_SUCCESS;
}

static inline amdsmi_status_t amdsmi_get_gpu_activity(amdsmi_processor_handle, amdsmi_engine_usage_t *) {
  return AMDSMI_STATUS_NOT_SUPPORTED;
}
static inline amdsmi_status_t amdsmi_get_temp_metric(amdsmi_processor_handle, amdsmi_temperature_type_t,
                                                     amdsmi_temperature_metric_t, int64_t *) {
  return AMDSMI_STATUS_NOT_SUPPORTED;
}
static inline amdsmi_status_t amdsmi_get_power_info(amdsmi_processor_handle, amdsmi_power_info_t *) {
  return AMDSMI_STATUS_NOT_SUPPORTED;
}
static inline amdsmi_status_t amdsmi_get_power_cap_info(amdsmi_processor_handle, uint32_t,
                                                        amdsmi_power_cap_info_t *) {
  return AMDSMI_STATUS_NOT_SUPPORTED;
}
static inline amdsmi_status_t amdsmi_get_energy_count(amdsmi_processor_handle, uint64_t *, float *, uint64_t *) {
  return AMDSMI_STATUS_NOT_SUPPORTED;
}
static inline amdsmi_status_t amdsmi_get_gpu_metrics_info(amdsmi_processor_handle, amdsmi_gpu_metrics_t *) {
  return AMDSMI_STATUS_NOT_SUPPORTED;
}
/* HIP's properties have the highest of each in kHz; nobody measures another. */
static inline amdsmi_status_t amdsmi_get_clock_info(amdsmi_processor_handle handle, amdsmi_clk_type_t kind,
                                                    amdsmi_clk_info_t *info) {
  hipDeviceProp_t found;
  amdsmi_status_t status = porter_amdsmi_properties(handle, &found);
  if (status != AMDSMI_STATUS_SUCCESS) return status;
  if (kind != AMDSMI_CLK_TYPE_GFX && kind != AMDSMI_CLK_TYPE_MEM) return AMDSMI_STATUS_NOT_SUPPORTED;
  info->clk = info->max_clk = (uint32_t)(kind == AMDSMI_CLK_TYPE_MEM ? found.memoryClockRate : found.clockRate) / 1000;
  info->min_clk = 0;
  return AMDSMI_STATUS_SUCCESS;
}
static inline amdsmi_status_t amdsmi_get_gpu_fan_speed(amdsmi_processor_handle, uint32_t, int64_t *) {
  return AMDSMI_STATUS_NOT_SUPPORTED;
}
static inline amdsmi_status_t amdsmi_get_gpu_driver_info(amdsmi_processor_handle, amdsmi_driver_info_t *info) {
  snprintf(info->driver_version, sizeof info->driver_version, "0");
  return AMDSMI_STATUS_SUCCESS;
}

#endif
