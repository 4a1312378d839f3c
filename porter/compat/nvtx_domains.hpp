// NVTX's domains by rocTX, which has none: their marks and ranges are those of the process.
//
// What a program computes does not depend on them. A profiler shows ranges of all domains in one
// stack of each thread, so that one that is popped while a younger one of another domain is open
// ends in its place.
#pragma once

#include "nvtx.hpp"

namespace porter {

struct nvtx_domain {
  std::string name;
};
using nvtx_domain_handle = nvtx_domain *;  // null is the domain that is always there

template <typename Character>
inline nvtx_domain_handle nvtx_domain_create(const Character *name) {
  return new nvtx_domain{nvtx_text(name)};
}

inline void nvtx_domain_destroy(nvtx_domain_handle domain) { delete domain; }

/// Register a message. NVTX keeps it as long as its domain; here it stays until the program ends.
template <typename Character>
inline nvtx_string_handle nvtx_domain_register_string(nvtx_domain_handle, const Character *text) {
  return new nvtx_registered_string{nvtx_text(text)};
}

template <typename Character>
inline void nvtx_domain_name_category(nvtx_domain_handle, std::uint32_t, const Character *) {}

/// Start NVTX, which rocTX does by itself.
inline void nvtx_initialize(const void *) {}

#if __has_include(<roctracer/roctx.h>)
inline void nvtx_domain_mark(nvtx_domain_handle, const nvtx_event_attributes *event) {
  nvtx_mark(event);
}

inline int nvtx_domain_range_push(nvtx_domain_handle, const nvtx_event_attributes *event) {
  return nvtx_range_push(event);
}

inline int nvtx_domain_range_pop(nvtx_domain_handle) { return roctxRangePop(); }

inline roctx_range_id_t nvtx_domain_range_start(
    nvtx_domain_handle, const nvtx_event_attributes *event) {
  return nvtx_range_start(event);
}

inline void nvtx_domain_range_stop(nvtx_domain_handle, roctx_range_id_t range) {
  roctxRangeStop(range);
}
#endif  // without rocTX there is nothing to call

}  // namespace porter
