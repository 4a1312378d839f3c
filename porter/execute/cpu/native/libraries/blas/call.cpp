// Checks a call's handle and enumerators, and hands its work to the handle's stream.
#include "call.h"

#include <cctype>
#include <cstring>

namespace porter::blas {

Call::Call(Vendor vendor, void *handle, int64_t count)
    : vendor(vendor), context(contexts().find(handle)), count(count) {
  fail(!context, Status::NotInitialized);
  need(count >= 0);
}

char Call::letter(int code, int firstOfHip, int firstOfCuda, const char *letters) {
  if (vendor == Vendor::Legacy) { // a letter itself
    const char *found = code > 0 && code < 128 ? std::strchr(letters, std::toupper(code)) : nullptr;
    fail(!found, Status::InvalidEnumerator);
    return found ? *found : letters[0];
  }
  const int place = code - (vendor == Vendor::Hip ? firstOfHip : firstOfCuda);
  const bool isKnown = place >= 0 && size_t(place) < std::strlen(letters);
  fail(!isKnown, Status::InvalidEnumerator);
  return letters[isKnown ? place : 0];
}

bool Call::submit(std::function<void()> work) const {
  return hip::issue(context->stream, hipGraphNodeTypeHost, [work = std::move(work)] {
           work();
           return hipSuccess;
         }) != hipSuccess;
}

} // namespace porter::blas
