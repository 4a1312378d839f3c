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
constexpr std::int32_t nvtx_message_type_registered = 3;
constexpr std::int32_t nvtx_payload_unknown = 0;
constexpr std::int32_t nvtx_payload_type_unsigned_int64 = 1;
constexpr std::int32_t nvtx_payload_type_int64 = 2;
constexpr std::int32_t nvtx_payload_type_double = 3;
constexpr std::int32_t nvtx_payload_type_unsigned_int32 = 4;
constexpr std::int32_t nvtx_payload_type_int32 = 5;
constexpr std::int32_t nvtx_payload_type_float = 6;

/// A message that is named once and used often.
struct nvtx_registered_string {
  std::string text;
};
using nvtx_string_handle = nvtx_registered_string *;

union nvtx_message_value {
  const char *ascii;
  const wchar_t *unicode;
  nvtx_string_handle registered;
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

/// Return a text in rocTX's characters; empty where there is none.
inline std::string nvtx_text(const char *text) { return text == nullptr ? "" : text; }

inline std::string nvtx_text(const wchar_t *text) {
  std::string narrow;
  for (; text != nullptr && *text != 0; ++text) {
    narrow += *text < 0x80 ? static_cast<char>(*text) : '?';
  }
  return narrow;
}

/// Return the message of an event as rocTX takes it; empty where it has none.
inline std::string nvtx_message(const nvtx_event_attributes *event) {
  if (event == nullptr) return "";
  switch (event->messageType) {
    case nvtx_message_type_ascii:
      return nvtx_text(event->message.ascii);
    case nvtx_message_type_unicode:
      return nvtx_text(event->message.unicode);
    case nvtx_message_type_registered:
      return event->message.registered == nullptr ? "" : event->message.registered->text;
    default:
      return "";
  }
}

#if __has_include(<roctracer/roctx.h>)
inline void nvtx_mark(const nvtx_event_attributes *event) {
  roctxMarkA(nvtx_message(event).c_str());
}

inline void nvtx_mark_wide(const wchar_t *message) { roctxMarkA(nvtx_text(message).c_str()); }

inline int nvtx_range_push(const nvtx_event_attributes *event) {
  return roctxRangePushA(nvtx_message(event).c_str());
}

inline int nvtx_range_push_wide(const wchar_t *message) {
  return roctxRangePushA(nvtx_text(message).c_str());
}

inline roctx_range_id_t nvtx_range_start(const nvtx_event_attributes *event) {
  return roctxRangeStartA(nvtx_message(event).c_str());
}

inline roctx_range_id_t nvtx_range_start_wide(const wchar_t *message) {
  return roctxRangeStartA(nvtx_text(message).c_str());
}
#endif  // without rocTX there is nothing to call

/// Name a stream, an event, a device, a thread or a category for a profiler: rocTX has no names
/// for them.
template <typename Resource, typename Character>
inline void nvtx_name(const Resource &, const Character *) {}

}  // namespace porter
