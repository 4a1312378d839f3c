// Fibers: work-items with stacks of their own, and the switch between them.
#include "fiber.h"

#include "current.h"
#include "settings.h"

#include <cstdlib>
#include <new>
#include <sys/mman.h>

// void porter_switch(void **saved, void *target): keep the callee-saved registers on the old stack, continue
// where the new one stopped. `jmp` instead of `ret`, because the processor would predict the return wrong.
asm(R"(
.text
.globl porter_switch
.hidden porter_switch
.type porter_switch, @function
porter_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  popq %rcx
  jmpq *%rcx
.size porter_switch, .-porter_switch
)");
extern "C" void porter_switch(void **saved, void *target);

namespace porter {
namespace {

constexpr size_t page = 4096;

/// Stack of the scheduler, while a fiber runs on this thread.
thread_local void *schedulerContext __attribute__((tls_model("initial-exec")));

size_t stackBytes() {
  static const size_t kib = setting("PORTER_CPU_STACK_KIB", 0);
  return (kib ? kib : 128) * 1024;
}

/// A guard page, the stack, and one page more: a stride that is no power of two spreads stacks over the cache.
size_t stride() { return stackBytes() + 2 * page; }

void suspend() { porter_switch(&porter_worker.item->context, schedulerContext); }

} // namespace

char *Mapping::reserve(size_t wanted, bool low) {
  if (wanted <= bytes)
    return base;
  release();
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (low ? MAP_32BIT : 0);
  void *memory = mmap(nullptr, wanted, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (memory == MAP_FAILED)
    throw std::bad_alloc();
  base = static_cast<char *>(memory);
  bytes = wanted;
  return base;
}

void Mapping::release() {
  if (base)
    munmap(base, bytes);
  base = nullptr;
  bytes = 0;
}

void Stacks::reserve(size_t wanted) {
  if (wanted <= count)
    return;
  char *base = memory.reserve(wanted * stride(), false);
  // Without guard pages (the kernel limits how many mappings there may be) an overflow goes unseen.
  static std::atomic<size_t> guards{0};
  for (size_t i = 0; i < wanted && guards.fetch_add(1) < 16384; ++i)
    mprotect(base + i * stride(), page, PROT_NONE);
  count = wanted;
}

void *Stacks::prepare(size_t index, void (*entry)()) {
  // Tops at different places in their pages, so that they do not compete for the same cache sets.
  size_t colour = index * 320 % page & ~size_t(63);
  auto *top = reinterpret_cast<void **>(memory.data() + (index + 1) * stride() - 64 - colour);
  *--top = nullptr; // keeps the stack aligned as after a call
  *--top = reinterpret_cast<void *>(entry);
  for (int saved = 0; saved < 6; ++saved)
    *--top = nullptr;
  return top;
}

void fiberMain() {
  const LaunchRequest &request = current.launch->request;
  request.kernel.entry->run(request.arguments);
  porter_worker.item->operation = Operation::Exit;
  suspend(); // an item that has exited is not resumed
  __builtin_unreachable();
}

void resumeFiber(Item &item) {
  porter_switch(&schedulerContext, item.context);
}

} // namespace porter

extern "C" uint64_t porter_rendezvous(uint32_t site, uint32_t operation, uint64_t a, uint64_t b, uint64_t c) {
  porter::Item *item = porter_worker.item;
  item->site = site;
  item->operation = porter::Operation(operation);
  item->a = a;
  item->b = b;
  item->c = c;
  porter::suspend();
  return item->a;
}

/// End of a turn of a loop that watches memory.
extern "C" void porter_spin() {
  porter::Item *item = porter_worker.item;
  if (++item->spins % 64)
    return;
  item->operation = porter::Operation::Spin;
  porter::suspend();
}
