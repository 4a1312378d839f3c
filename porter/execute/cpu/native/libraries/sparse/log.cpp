// Where the log goes and what of it is wanted. Source: "cuSPARSE Logging" in NVIDIA's guide; its form is our own.
#include "log.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <string_view>

namespace porter::sparse::log {

namespace {

using Callback = void (*)(int level, const char *function, const char *message);

constexpr int maskOfLevel(int level) { return (1 << level) - 1; }

struct Settings {
  std::mutex mutex;
  int mask = 0;
  bool isDisabled = false;
  FILE *file = stdout;
  Callback callback = nullptr;

  Settings() {
    if (const char *level = std::getenv("CUSPARSE_LOG_LEVEL"))
      mask = maskOfLevel(std::clamp(std::atoi(level), 0, int(Api)));
    if (const char *bits = std::getenv("CUSPARSE_LOG_MASK"))
      mask = std::atoi(bits) & maskOfLevel(Api);
    if (const char *path = std::getenv("CUSPARSE_LOG_FILE"))
      if (FILE *opened = std::fopen(path, "w"))
        file = opened;
  }
};

/// Never destroyed, since programs call while they end.
Settings &settings() {
  static auto *only = new Settings;
  return *only;
}

template <class Change> int change(bool isGood, Change change) {
  if (!isGood)
    return 3; // CUSPARSE_STATUS_INVALID_VALUE
  const std::lock_guard lock(settings().mutex);
  change(settings());
  return 0;
}

} // namespace

void write(Level level, const char *function, const char *message) {
  Settings &known = settings();
  std::unique_lock lock(known.mutex);
  const bool isWanted = !known.isDisabled && known.mask >> (level - 1) & 1;
  if (!isWanted || std::string_view(function).substr(0, 8) != "cusparse")
    return;
  if (known.callback) {
    const auto callback = known.callback;
    lock.unlock(); // it may call the library
    return callback(level, function, message);
  }
  static constexpr const char *names[] = {"", "Error", "Trace", "Hint", "Info", "Api"};
  char time[32];
  const std::time_t now = std::time(nullptr);
  std::tm local;
  std::strftime(time, sizeof time, "%Y-%m-%d %H:%M:%S", localtime_r(&now, &local));
  std::fprintf(known.file, "[%s][cusparse][%s][%s] %s\n", time, names[level], function, message);
  std::fflush(known.file);
}

} // namespace porter::sparse::log

using namespace porter::sparse::log;

extern "C" {

int cusparseLoggerSetCallback(Callback callback) {
  return change(true, [=](Settings &known) { known.callback = callback; });
}
int cusparseLoggerSetFile(FILE *file) {
  return change(file, [=](Settings &known) { known.file = file; });
}
int cusparseLoggerOpenFile(const char *path) {
  FILE *opened = path ? std::fopen(path, "w") : nullptr;
  return change(opened, [=](Settings &known) { known.file = opened; });
}
int cusparseLoggerSetLevel(int level) {
  return change(level >= 0 && level <= Api, [=](Settings &known) { known.mask = maskOfLevel(level); });
}
int cusparseLoggerSetMask(int mask) {
  return change(mask >= 0 && mask <= maskOfLevel(Api), [=](Settings &known) { known.mask = mask; });
}
int cusparseLoggerForceDisable() {
  return change(true, [](Settings &known) { known.isDisabled = true; });
}
}
