// How many devices there are.
#include "api.h"

#include "../runtime/settings.h"

#include <algorithm>

namespace porter::hip {

int deviceCount() {
  static const int count = std::clamp(int(setting("PORTER_CPU_DEVICES", 1)), 1, 64);
  return count;
}
bool isDevice(int device) { return device >= 0 && device < deviceCount(); }

} // namespace porter::hip
