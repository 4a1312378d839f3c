// What findings say of a kernel that was stopped: why, and where; and of one that was compiled without being watched.
#include "stopped.h"

#include "checks.h"
#include "findings.h"

namespace porter {
namespace {

thread_local const SourcePlace *reportedAccess = nullptr;

/// What a kernel's own mistake is called. Other results are errors of the launch, which the program is told.
Stop ownMistake(LaunchResult result) {
  switch (result) {
  case LaunchResult::Trap: return {"trap", "traps", {}};
  case LaunchResult::Assertion: return {"failed assertion", "asserts", {}};
  case LaunchResult::IllegalAddress: return {"fault", "faults", {}};
  default: return {};
  }
}

} // namespace

void reportUnwatched(const KernelHandle &kernel) {
  const Checks &wanted = checks();
  if (kernel.image->isWatched || !(wanted.memory || wanted.races || wanted.barriers))
    return;
  if (isNew("kernels", "not watched", kernel.entry))
    writeFinding("kernels", "not watched", JsonObject()
                                               .text("kernel", kernel.entry->signature)
                                               .raw("block", "[]")
                                               .raw("thread", "[]")
                                               .raw("place", "[]"));
}

void reportStopped(LaunchResult result, const Stop &stop) {
  const Stop told = stop.kind ? stop : ownMistake(result);
  if (!told.kind || !checks().any() || !current.launch->request.kernel.image->isWatched || !current.tellsItem)
    return;
  if (result == LaunchResult::IllegalAddress && current.place && current.place == reportedAccess)
    return;
  JsonObject finding = describeItem(current.place).text("access", told.access);
  if (!told.others.empty())
    finding.raw("other", told.others);
  writeFinding("kernels", told.kind, std::move(finding));
}

void noteReportedAccess(const SourcePlace *place) { reportedAccess = place; }

const SourcePlace *placeOf(const Item &item) {
  if (item.operation == Operation::Spin)
    return reinterpret_cast<const SourcePlace *>(item.c);
  const DeviceImage &image = *current.launch->request.kernel.image;
  return item.site && item.site <= image.siteCount ? image.sites[item.site - 1] : nullptr;
}

} // namespace porter
