// Faults of device code: what they say, and the way out.
#include "abandon.h"

#include "current.h"

#include <mutex>

namespace porter {

thread_local std::jmp_buf workLoop;

namespace {

std::string faultText; ///< of the whole process: launches run one at a time
std::mutex faultMutex; ///< several threads of one launch may fault

/// Of this thread, while it looks for the work-item at fault.
thread_local LaunchResult pendingResult;
thread_local std::string pendingFault;

[[noreturn]] void leave(LaunchResult result, const std::string &fault, const Stop &stop) {
  LaunchState &state = *current.launch;
  if (!state.aborted.exchange(true)) {
    std::lock_guard lock(faultMutex);
    state.result = result;
    faultText = fault;
    reportStopped(result, stop);
  }
  std::longjmp(workLoop, Abandoned);
}

} // namespace

std::string lastFault() {
  std::lock_guard lock(faultMutex);
  return faultText;
}

void abandon(LaunchResult result, const std::string &fault) { leave(result, fault, {}); }

void abandonLate(const std::string &fault, const Stop &stop) {
  leave(LaunchResult::Timeout, fault + ": " + describePlace(), stop);
}

void abandonItem(LaunchResult result, const std::string &fault) {
  if (current.tellsItem || current.launch->aborted.load())
    abandon(result, fault + ": " + describePlace());
  pendingResult = result;
  pendingFault = fault;
  std::longjmp(workLoop, LocateFault);
}

void abandonLocated() { abandon(pendingResult, pendingFault + ": " + describePlace()); }

std::string describePlace() {
  if (!current.launch)
    return "outside kernels";
  auto triple = [](const uint32_t *values) {
    return "(" + std::to_string(values[0]) + ", " + std::to_string(values[1]) + ", " + std::to_string(values[2]) + ")";
  };
  const KernelEntry &kernel = *current.launch->request.kernel.entry;
  std::string place = std::string("kernel ") + kernel.signature + ", block " + triple(porter_worker.block);
  if (current.tellsItem)
    place += ", thread " + triple(porter_worker.item->id);
  return place;
}

} // namespace porter

extern "C" void porter_trap() {
  porter::abandonItem(porter::LaunchResult::Trap, "the device code trapped");
}

extern "C" void porter_assertion_failed() {
  porter::abandonItem(porter::LaunchResult::Assertion, "an assertion of the device code failed");
}

extern "C" void porter_assert_fail(const char *what, const char *file, uint32_t line, const char *function, size_t) {
  porter::abandonItem(porter::LaunchResult::Assertion, std::string(file) + ":" + std::to_string(line) + ": " +
                                                           function + ": Assertion `" + what + "' failed");
}
