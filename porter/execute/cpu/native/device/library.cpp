// AMD's device library functions that need the host: they replace the definitions of ockl.
#include "device.h"

extern "C" {
uint64_t porter_printf_begin(uint32_t isError);
uint64_t porter_printf_words(uint64_t message, uint32_t count, const uint64_t *words, uint32_t last);
uint64_t porter_printf_text(uint64_t message, const char *text, uint64_t bytes, uint32_t last);
uint64_t porter_device_malloc(uint64_t bytes);
void porter_device_free(uint64_t address);
uint64_t porter_rendezvous(uint32_t site, uint32_t operation, uint64_t a, uint64_t b, uint64_t c)
    __attribute__((convergent));

uint64_t __ockl_printf_begin(uint64_t) { return porter_printf_begin(0); }
uint64_t __ockl_fprintf_stdout_begin(void) { return porter_printf_begin(0); }
uint64_t __ockl_fprintf_stderr_begin(void) { return porter_printf_begin(1); }

#define APPEND_WORDS(name)                                                                              \
  uint64_t name(uint64_t message, uint32_t count, uint64_t a, uint64_t b, uint64_t c, uint64_t d,        \
                uint64_t e, uint64_t f, uint64_t g, uint32_t last) {                                     \
    const uint64_t words[] = {a, b, c, d, e, f, g};                                                      \
    return porter_printf_words(message, count, words, last);                                             \
  }
APPEND_WORDS(__ockl_printf_append_args)
APPEND_WORDS(__ockl_fprintf_append_args)

uint64_t __ockl_printf_append_string_n(uint64_t message, const char *text, uint64_t bytes, uint32_t last) {
  return porter_printf_text(message, text, bytes, last);
}
uint64_t __ockl_fprintf_append_string_n(uint64_t message, const char *text, uint64_t bytes, uint32_t last) {
  return porter_printf_text(message, text, bytes, last);
}

uint64_t __ockl_dm_alloc(uint64_t bytes) { return porter_device_malloc(bytes); }
void __ockl_dm_dealloc(uint64_t address) { porter_device_free(address); }

void __ockl_grid_sync(void) { porter_rendezvous(0, uint32_t(porter::Operation::GridSync), 0, 0, 0); }
uint32_t __ockl_grid_is_valid(void) { return 1; }
uint32_t __ockl_multi_grid_is_valid(void) { return 0; }

#define BLOCK_VOTE(name, operation)                                                                     \
  uint32_t name(uint32_t predicate) {                                                                    \
    return uint32_t(porter_rendezvous(0, uint32_t(porter::Operation::operation), predicate != 0, 0, 0)); \
  }
BLOCK_VOTE(__ockl_wgred_add_i32, BarrierCount)
BLOCK_VOTE(__ockl_wgred_and_i32, BarrierAnd)
BLOCK_VOTE(__ockl_wgred_or_i32, BarrierOr)

/// The handle of a graph's condition is the address of its value.
void cudaGraphSetConditional(uint64_t handle, uint32_t value) { *reinterpret_cast<uint32_t *>(handle) = value; }
}
