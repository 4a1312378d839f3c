// Variables of device code, by the address that the host knows them by.
#include "copies.h"

using namespace porter;
using namespace porter::hip;

namespace {

hipError_t symbolRange(const void *symbol, size_t bytes, size_t offset, char *&address) {
  const VariableEntry *variable = variableOf(symbol);
  if (!variable)
    return finish(hipErrorInvalidSymbol);
  if (!isWithin(offset, bytes, variable->bytes))
    return finish(hipErrorInvalidValue);
  address = static_cast<char *>(variable->address) + offset;
  return hipSuccess;
}

} // namespace

extern "C" {

hipError_t hipGetSymbolAddress(void **address, const void *symbol) {
  char *found = nullptr;
  if (!address)
    return finish(hipErrorInvalidValue);
  hipError_t error = symbolRange(symbol, 0, 0, found);
  *address = found;
  return error;
}
hipError_t hipGetSymbolSize(size_t *bytes, const void *symbol) {
  if (!bytes)
    return finish(hipErrorInvalidValue);
  const VariableEntry *variable = variableOf(symbol);
  *bytes = variable ? variable->bytes : 0;
  return finish(variable ? hipSuccess : hipErrorInvalidSymbol);
}
hipError_t hipMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset, hipMemcpyKind kind) {
  char *to = nullptr;
  if (speaksCuda() && (kind == hipMemcpyDeviceToHost || kind == hipMemcpyHostToHost))
    return finish(hipErrorInvalidMemcpyDirection);
  hipError_t error = symbolRange(symbol, bytes, offset, to);
  return error ? error : copyBytes(to, from, bytes, kind);
}
hipError_t hipMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset, hipMemcpyKind kind) {
  char *from = nullptr;
  if (speaksCuda() && (kind == hipMemcpyHostToDevice || kind == hipMemcpyHostToHost))
    return finish(hipErrorInvalidMemcpyDirection);
  hipError_t error = symbolRange(symbol, bytes, offset, from);
  return error ? error : copyBytes(to, from, bytes, kind);
}
hipError_t hipMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset,
                                  hipMemcpyKind kind, hipStream_t stream) {
  return issueCopy(stream, [=] { return hipMemcpyToSymbol(symbol, from, bytes, offset, kind); });
}
hipError_t hipMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset, hipMemcpyKind kind,
                                    hipStream_t stream) {
  return issueCopy(stream, [=] { return hipMemcpyFromSymbol(to, symbol, bytes, offset, kind); });
}
}
