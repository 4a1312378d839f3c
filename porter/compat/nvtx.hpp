// NVTX's ranges and marks with attributes, by rocTX, which takes their message alone.
#pragma once

#if __has_include(<roctracer/roctx.h>)
#include <roctracer/roctx.h>
#endif

#include <cstdint>
#include <string>

namespace porter {

// The numbers that NVTX gives them; what they choose is for a profiler of NVIDIA's to show.
constexpr std::uint16_t nvtx_version = 3;
constexpr std::int32_t nvtx_color_unknown = 0;
constexpr std::int32_t nvtx_color_argb = 1;
constexpr std::int32_t nvtx_message_unknown = 0;
constexpr std::int32_t nvtx_message_type_ascii = 1;
constexpr std::int32_t nvtx_message_type_unicode = 2;
constexpr std::int32_t nvtx_payload_unknown = 0;
constexpr std::int32_t nvtx_payload_type_unsigned_int64 = 1;
constexpr std::int32_t nvtx_payload_type_int64 = 2;
constexpr std::int32_t nvtx_payload_type_double = 3;
constexpr std::int32_t nvtx_payload_type_unsigned_int32 = 4;
constexpr std::int32_t nvtx_payload_type_int32 = 5;
constexpr std::int32_t nvtx_payload_type_float = 6;

union nvtx_message_value {
  const char *ascii;
  const wchar_t *unicode;
};

struct nvtx_event_attributes {
  std::uint16_t version;
  std::uint16_t size;
  std::uint32_t category;
  std::int32_t colorType;
  std::uint32_t color;
  std::int32_t payloadType;
  std::int32_t reserved0;
  union payload_t {
    std::uint64_t ullValue;
    std::int64_t llValue;
    double dValue;
    std::uint32_t uiValue;
    std::int32_t iValue;
    float fValue;
  } payload;
  std::int32_t messageType;
  nvtx_message_value message;
};

constexpr std::uint16_t nvtx_event_attrib_struct_size = sizeof(nvtx_event_attributes);

/// Return the message of an event as rocTX takes it; empty where it has none.
inline std::string nvtx_message(const nvtx_event_attributes *event) {
  if (event == nullptr) return "";
  if (event->messageType == nvtx_message_type_ascii && event->message.ascii != nullptr) {
    return event->message.ascii;
  }
  if (event->messageType != nvtx_message_type_unicode || event->message.unicode == nullptr) {
    return "";
  }
  std::string narrow;
  for (const wchar_t *at = event->message.unicode; *at != 0; ++at) {
    narrow += *at < 0x80 ? static_cast<char>(*at) : '?';
  }
  return narrow;
}

#if __has_include(<roctracer/roctx.h>)
inline void nvtx_mark(const nvtx_event_attributes *event) {
  roctxMarkA(nvtx_message(event).c_str());
}

inline int nvtx_range_push(const nvtx_event_attributes *event) {
  return roctxRangePushA(nvtx_message(event).c_str());
}

inline roctx_range_id_t nvtx_range_start(const nvtx_event_attributes *event) {
  return roctxRangeStartA(nvtx_message(event).c_str());
}
#endif  // without rocTX there is nothing to call

/// Name a stream, an event, a device or a thread for a profiler: rocTX has no names for them.
template <typename Resource>
inline void nvtx_name(const Resource &, const char *) {}

}  // namespace porter
