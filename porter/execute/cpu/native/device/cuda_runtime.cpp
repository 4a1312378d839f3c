// Functions of CUDA's device runtime that compiled code calls by name, where NVIDIA's compiler has them built in.
#include "device.h"

extern "C" {
uint64_t porter_device_malloc(uint64_t bytes);
void porter_device_free(uint64_t address);

// operator new and delete, of one and of many, with and without a size, by their names in the Itanium C++ ABI.
uint64_t _Znwm(uint64_t bytes) { return porter_device_malloc(bytes); }
uint64_t _Znam(uint64_t bytes) { return porter_device_malloc(bytes); }
void _ZdlPv(uint64_t address) { porter_device_free(address); }
void _ZdaPv(uint64_t address) { porter_device_free(address); }
void _ZdlPvm(uint64_t address, uint64_t) { porter_device_free(address); }
void _ZdaPvm(uint64_t address, uint64_t) { porter_device_free(address); }

uint16_t __usAtomicCAS(uint16_t *address, uint16_t expected, uint16_t wanted) {
  __atomic_compare_exchange_n(address, &expected, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return expected;
}

// 128 bits (crt/sm_90_rt.h): hosts differ in what they have for them, so one thread at a time changes any.
static uint8_t isTaken;
static void exchange128(void *address, const void *expected, const void *wanted, void *old) {
  while (__atomic_test_and_set(&isTaken, __ATOMIC_ACQUIRE)) {}
  __builtin_memcpy(old, address, 16);
  if (!expected || __builtin_memcmp(old, expected, 16) == 0)
    __builtin_memcpy(address, wanted, 16);
  __atomic_clear(&isTaken, __ATOMIC_RELEASE);
}
#define SCOPE(suffix)                                                                                   \
  void __u128AtomicCAS##suffix(void *address, void *expected, void *wanted, void *old) {                 \
    exchange128(address, expected, wanted, old);                                                         \
  }                                                                                                      \
  void __u128AtomicExch##suffix(void *address, void *wanted, void *old) { exchange128(address, nullptr, wanted, old); }
SCOPE()
SCOPE(_block)
SCOPE(_system)
}
