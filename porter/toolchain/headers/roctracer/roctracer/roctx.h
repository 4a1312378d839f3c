/* rocTX as far as programs call it: nobody listens here, so that marks and ranges are only counted.
   Source: ROCTracer's documentation, "ROC-TX". C and C++. */
#ifndef PORTER_ROCTRACER_ROCTX_H
#define PORTER_ROCTRACER_ROCTX_H

#include <stdint.h>

typedef uint64_t roctx_range_id_t;

/* One of each for all units of a program. */
__attribute__((weak)) __thread int porter_roctx_open_ranges;
__attribute__((weak)) uint64_t porter_roctx_last_range;

static inline uint32_t roctx_version_major(void) { return 4; }
static inline uint32_t roctx_version_minor(void) { return 1; }

static inline void roctxMarkA(const char *message) { (void)message; }

/* The level of the range that starts, 0 for the outermost. */
static inline int roctxRangePushA(const char *message) {
  (void)message;
  return porter_roctx_open_ranges++;
}

/* The level of the range that ends; negative where none is open. */
static inline int roctxRangePop(void) {
  return porter_roctx_open_ranges > 0 ? --porter_roctx_open_ranges : -1;
}

static inline roctx_range_id_t roctxRangeStartA(const char *message) {
  (void)message;
  return __atomic_add_fetch(&porter_roctx_last_range, 1, __ATOMIC_RELAXED);
}

static inline void roctxRangeStop(roctx_range_id_t range) { (void)range; }

#define roctxMark(message) roctxMarkA(message)
#define roctxRangePush(message) roctxRangePushA(message)
#define roctxRangeStart(message) roctxRangeStartA(message)

#endif
