// Kernels written down, once each, in DIR/kernels-PID.txt: a line "has NAME" or "ran NAME", names demangled.
#include "coverage.h"

#include "../trace/writer.h"

#include <mutex>
#include <set>

namespace porter::hip {
namespace {

/// Lines are put out at once: a program may end in any way.
void note(const std::string &line) {
  static std::mutex mutex;
  static auto &known = *new std::set<std::string>; // kernels may run until the very end
  std::lock_guard lock(mutex);
  const char *directory = std::getenv("PORTER_CPU_KERNELS");
  if (!directory || !*directory || !known.insert(line).second)
    return;
  const std::string path = std::string(directory) + "/kernels-" + std::to_string(getpid()) + ".txt";
  if (std::FILE *file = std::fopen(path.c_str(), "a")) {
    std::fputs((line + "\n").c_str(), file);
    std::fclose(file);
  }
}

bool isWanted() {
  static const bool wanted = std::getenv("PORTER_CPU_KERNELS") != nullptr;
  return wanted;
}

} // namespace

void noteKernel(const std::string &mangled) {
  if (isWanted())
    note("has " + trace::demangled(mangled.c_str()));
}

void noteLaunched(const KernelEntry &kernel) {
  if (isWanted())
    note("ran " + trace::demangled(kernel.name));
}

} // namespace porter::hip
