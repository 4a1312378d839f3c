// NVML's devices, their names and places, by AMD SMI.
#pragma once

#include <amd_smi/amdsmi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

// Macros, as NVML's are: programs ask whether they are defined.
#define NVML_DEVICE_NAME_BUFFER_SIZE 64
#define NVML_DEVICE_NAME_V2_BUFFER_SIZE 96
#define NVML_DEVICE_UUID_BUFFER_SIZE 80
#define NVML_DEVICE_UUID_V2_BUFFER_SIZE 96
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE 32
#define NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE 80
#define NVML_DEVICE_SERIAL_BUFFER_SIZE 30

namespace porter {

// The numbers that NVML gives them, which programs print.
enum nvml_return {
  nvml_success = 0,
  nvml_error_uninitialized = 1,
  nvml_error_invalid_argument = 2,
  nvml_error_not_supported = 3,
  nvml_error_no_permission = 4,
  nvml_error_not_found = 6,
  nvml_error_insufficient_size = 7,
  nvml_error_driver_not_loaded = 9,
  nvml_error_timeout = 10,
  nvml_error_library_not_found = 12,
  nvml_error_function_not_found = 13,
  nvml_error_gpu_is_lost = 15,
  nvml_error_in_use = 19,
  nvml_error_memory = 20,
  nvml_error_no_data = 21,
  nvml_error_unknown = 999
};
using nvml_device = amdsmi_processor_handle;

struct nvml_pci_info {
  char busIdLegacy[16];
  unsigned domain, bus, device, pciDeviceId, pciSubSystemId;
  char busId[32];
};

inline nvml_return nvml_result(amdsmi_status_t status) {
  switch (status) {
    case AMDSMI_STATUS_SUCCESS: return nvml_success;
    case AMDSMI_STATUS_INVAL:
    case AMDSMI_STATUS_INPUT_OUT_OF_BOUNDS: return nvml_error_invalid_argument;
    case AMDSMI_STATUS_NOT_SUPPORTED:
    case AMDSMI_STATUS_NOT_YET_IMPLEMENTED: return nvml_error_not_supported;
    case AMDSMI_STATUS_NO_PERM: return nvml_error_no_permission;
    case AMDSMI_STATUS_NOT_FOUND: return nvml_error_not_found;
    case AMDSMI_STATUS_NOT_INIT: return nvml_error_uninitialized;
    case AMDSMI_STATUS_INSUFFICIENT_SIZE: return nvml_error_insufficient_size;
    case AMDSMI_STATUS_OUT_OF_RESOURCES: return nvml_error_memory;
    case AMDSMI_STATUS_TIMEOUT: return nvml_error_timeout;
    case AMDSMI_STATUS_BUSY: return nvml_error_in_use;
    case AMDSMI_STATUS_NO_DATA: return nvml_error_no_data;
    case AMDSMI_STATUS_FAIL_LOAD_MODULE: return nvml_error_library_not_found;
    case AMDSMI_STATUS_DRM_ERROR: return nvml_error_driver_not_loaded;
    default: return nvml_error_unknown;
  }
}

inline const char *nvml_error_string(nvml_return result) {
  switch (result) {
    case nvml_success: return "Success";
    case nvml_error_uninitialized: return "Uninitialized";
    case nvml_error_invalid_argument: return "Invalid Argument";
    case nvml_error_not_supported: return "Not Supported";
    case nvml_error_no_permission: return "Insufficient Permissions";
    case nvml_error_not_found: return "Not Found";
    case nvml_error_insufficient_size: return "Insufficient Size";
    case nvml_error_driver_not_loaded: return "Driver Not Loaded";
    case nvml_error_timeout: return "Timeout";
    case nvml_error_library_not_found: return "Library Not Found";
    case nvml_error_function_not_found: return "Function Not Found";
    case nvml_error_gpu_is_lost: return "GPU is lost";
    case nvml_error_in_use: return "In use by another client";
    case nvml_error_memory: return "Insufficient Memory";
    case nvml_error_no_data: return "No data";
    default: return "Unknown Error";
  }
}

// Copies a text to a caller's buffer, which holds `length` bytes.
inline nvml_return nvml_text(const char *from, char *to, unsigned length) {
  if (!to) return nvml_error_invalid_argument;
  const std::size_t size = std::strlen(from) + 1;
  if (size > length) return nvml_error_insufficient_size;
  std::memcpy(to, from, size);
  return nvml_success;
}

// The GPUs in the order of their places on the bus, as NVML counts them.
inline std::vector<nvml_device> &nvml_devices() {
  static std::vector<nvml_device> all;
  return all;
}

inline nvml_return nvml_find_devices() {
  std::uint32_t sockets = 0;
  amdsmi_status_t status = amdsmi_get_socket_handles(&sockets, nullptr);
  std::vector<amdsmi_socket_handle> socket(sockets);
  if (status == AMDSMI_STATUS_SUCCESS && sockets) {
    status = amdsmi_get_socket_handles(&sockets, socket.data());
  }
  if (status != AMDSMI_STATUS_SUCCESS) return nvml_result(status);
  std::vector<std::pair<std::uint64_t, nvml_device>> found;
  for (std::uint32_t at = 0; at < sockets; ++at) {
    std::uint32_t count = 0;
    if (amdsmi_get_processor_handles(socket[at], &count, nullptr) != AMDSMI_STATUS_SUCCESS) continue;
    std::vector<nvml_device> handles(count);
    if (count && amdsmi_get_processor_handles(socket[at], &count, handles.data()) != AMDSMI_STATUS_SUCCESS) {
      continue;
    }
    for (nvml_device one : handles) {
      amdsmi_bdf_t place{};
      if (amdsmi_get_gpu_device_bdf(one, &place) == AMDSMI_STATUS_SUCCESS) {
        found.emplace_back(place.as_uint, one);
      }
    }
  }
  std::sort(found.begin(), found.end());
  nvml_devices().clear();
  for (const auto &one : found) nvml_devices().push_back(one.second);
  return nvml_success;
}

inline nvml_return nvml_init() {
  const nvml_return result = nvml_result(amdsmi_init(AMDSMI_INIT_AMD_GPUS));
  return result == nvml_success ? nvml_find_devices() : result;
}

inline nvml_return nvml_init_with_flags(unsigned) { return nvml_init(); }

inline nvml_return nvml_shutdown() {
  nvml_devices().clear();
  return nvml_result(amdsmi_shut_down());
}

inline nvml_return nvml_device_get_count(unsigned *count) {
  if (!count) return nvml_error_invalid_argument;
  *count = static_cast<unsigned>(nvml_devices().size());
  return nvml_success;
}

inline nvml_return nvml_device_get_handle_by_index(unsigned index, nvml_device *device) {
  if (!device || index >= nvml_devices().size()) return nvml_error_invalid_argument;
  *device = nvml_devices()[index];
  return nvml_success;
}

inline nvml_return nvml_device_get_index(nvml_device device, unsigned *index) {
  const auto &all = nvml_devices();
  const auto found = std::find(all.begin(), all.end(), device);
  if (!index || found == all.end()) return nvml_error_invalid_argument;
  *index = static_cast<unsigned>(found - all.begin());
  return nvml_success;
}

inline nvml_return nvml_device_get_pci_info(nvml_device device, nvml_pci_info *info) {
  if (!info) return nvml_error_invalid_argument;
  amdsmi_bdf_t place{};
  const amdsmi_status_t status = amdsmi_get_gpu_device_bdf(device, &place);
  if (status != AMDSMI_STATUS_SUCCESS) return nvml_result(status);
  *info = nvml_pci_info{};
  info->domain = static_cast<unsigned>(place.as_uint >> 16);
  info->bus = static_cast<unsigned>(place.as_uint >> 8 & 0xff);
  info->device = static_cast<unsigned>(place.as_uint >> 3 & 0x1f);
  std::snprintf(info->busId, sizeof info->busId, "%08X:%02X:%02X.0", info->domain, info->bus, info->device);
  std::snprintf(info->busIdLegacy, sizeof info->busIdLegacy, "%04X:%02X:%02X.0", info->domain & 0xffff,
                info->bus, info->device);
  amdsmi_asic_info_t asic{};
  if (amdsmi_get_gpu_asic_info(device, &asic) == AMDSMI_STATUS_SUCCESS) {
    info->pciDeviceId = static_cast<unsigned>(asic.device_id << 16 | (asic.vendor_id & 0xffff));
  }
  return nvml_success;
}

inline nvml_return nvml_device_get_handle_by_pci_bus_id(const char *text, nvml_device *device) {
  unsigned domain = 0, bus = 0, number = 0;
  if (!text || !device) return nvml_error_invalid_argument;
  if (std::sscanf(text, "%x:%x:%x", &domain, &bus, &number) != 3) {
    domain = 0;
    if (std::sscanf(text, "%x:%x", &bus, &number) != 2) return nvml_error_invalid_argument;
  }
  for (nvml_device one : nvml_devices()) {
    nvml_pci_info info{};
    if (nvml_device_get_pci_info(one, &info) == nvml_success && info.domain == domain && info.bus == bus &&
        info.device == number) {
      *device = one;
      return nvml_success;
    }
  }
  return nvml_error_not_found;
}

inline nvml_return nvml_device_get_name(nvml_device device, char *name, unsigned length) {
  amdsmi_asic_info_t info{};
  const amdsmi_status_t status = amdsmi_get_gpu_asic_info(device, &info);
  return status == AMDSMI_STATUS_SUCCESS ? nvml_text(info.market_name, name, length) : nvml_result(status);
}

inline nvml_return nvml_device_get_uuid(nvml_device device, char *uuid, unsigned length) {
  char text[NVML_DEVICE_UUID_BUFFER_SIZE] = {};
  unsigned size = sizeof text;
  const amdsmi_status_t status = amdsmi_get_gpu_device_uuid(device, &size, text);
  return status == AMDSMI_STATUS_SUCCESS ? nvml_text(text, uuid, length) : nvml_result(status);
}

/// The serial number that is printed on the board.
inline nvml_return nvml_device_get_serial(nvml_device device, char *serial, unsigned length) {
  amdsmi_board_info_t info{};
  const amdsmi_status_t status = amdsmi_get_gpu_board_info(device, &info);
  return status == AMDSMI_STATUS_SUCCESS ? nvml_text(info.product_serial, serial, length) : nvml_result(status);
}

inline nvml_return nvml_device_get_handle_by_uuid(const char *uuid, nvml_device *device) {
  if (!uuid || !device) return nvml_error_invalid_argument;
  for (nvml_device one : nvml_devices()) {
    char text[NVML_DEVICE_UUID_BUFFER_SIZE] = {};
    if (nvml_device_get_uuid(one, text, sizeof text) == nvml_success && !std::strcmp(text, uuid)) {
      *device = one;
      return nvml_success;
    }
  }
  return nvml_error_not_found;
}

}  // namespace porter
