// Something for each page of the address space, made when it is first asked for.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace porter {

constexpr uintptr_t pageBytes = 4096;

/// Two levels of tables over the 47 bits of a process's addresses. What was made stays.
template <class T> class PageMap {
public:
  T *find(uintptr_t address) const {
    const Table *table = tables[index(address)].load(std::memory_order_acquire);
    return table ? table->entries[entry(address)].load(std::memory_order_acquire) : nullptr;
  }

  /// `fill(made)` is called before others see what was made.
  template <class Fill> T &at(uintptr_t address, Fill fill) {
    std::atomic<Table *> &slot = tables[index(address)];
    Table *table = slot.load(std::memory_order_acquire);
    if (!table) {
      Table *made = allocated<Table>(), *none = nullptr;
      table = slot.compare_exchange_strong(none, made) ? made : (std::free(made), none);
    }
    std::atomic<T *> &place = table->entries[entry(address)];
    T *found = place.load(std::memory_order_acquire);
    if (found)
      return *found;
    T *made = allocated<T>();
    fill(*made);
    return place.compare_exchange_strong(found, made) ? *made : (std::free(made), *found);
  }

private:
  static constexpr unsigned entryBits = 18;
  struct Table {
    std::atomic<T *> entries[1 << entryBits];
  };
  template <class U> static U *allocated() {
    void *memory = std::calloc(1, sizeof(U));
    if (!memory)
      throw std::bad_alloc();
    return static_cast<U *>(memory);
  }
  static size_t index(uintptr_t address) { return address >> (12 + entryBits) & 0x1ffff; }
  static size_t entry(uintptr_t address) { return address >> 12 & ((1 << entryBits) - 1); }

  std::atomic<Table *> tables[1 << 17] = {};
};

} // namespace porter
