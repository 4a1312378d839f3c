// What instrumented device code calls before it touches memory, or divides.
#include "checks.h"
#include "memory_check.h"
#include "profile.h"
#include "races.h"

using namespace porter;

static void touch(const void *pointer, size_t bytes, uint32_t kind, const SourcePlace *place) {
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  const Checks &wanted = checks();
  if (!bytes || !current.block || isPrivate(address))
    return;
  current.place = place;
  if (wanted.memory)
    checkAccess(address, bytes, kind, place);
  if (wanted.races)
    noteRaceAccess(address, bytes, kind, place);
  if (wanted.profile)
    countBytes(address, bytes, kind, place);
}

extern "C" {

void porter_at(const SourcePlace *place) {
  current.place = place;
  if (checks().profile && current.block)
    countTurn(place);
}

void porter_access(const void *pointer, uint32_t bytes, uint32_t kind, const SourcePlace *place) {
  touch(pointer, bytes, kind, place);
}

void porter_access_range(const void *pointer, uint64_t bytes, uint32_t kind, const SourcePlace *place) {
  touch(pointer, bytes, kind, place);
}

void porter_copy(const void *to, const void *from, uint64_t bytes, uint32_t alignments, const SourcePlace *place) {
  const Checks &wanted = checks();
  const auto source = reinterpret_cast<uintptr_t>(from), target = reinterpret_cast<uintptr_t>(to);
  if (!bytes || !current.block)
    return;
  current.place = place;
  if (wanted.memory)
    checkCopy(target, source, bytes, alignments, place);
  auto count = [&](uintptr_t address, uint32_t kind) {
    if (!address || isPrivate(address))
      return;
    if (wanted.races)
      noteRaceAccess(address, bytes, kind, place);
    if (wanted.profile)
      countBytes(address, bytes, kind, place);
  };
  count(source, Reads);
  count(target, Writes);
}

void porter_division(uint32_t isByZero, const SourcePlace *place) {
  if (isByZero && checks().memory && current.block)
    reportDivision(place);
}

void porter_variable(const void *pointer, uint32_t bytes, uint32_t kind, const SourcePlace *place,
                     const void *variable, uint64_t variableBytes, const char *name) {
  const auto address = reinterpret_cast<uintptr_t>(pointer), base = reinterpret_cast<uintptr_t>(variable);
  if (checks().memory && !checkVariable(address, bytes, kind, place, base, variableBytes, name))
    return;
  touch(pointer, bytes, kind, place);
}
}
