// Groups of calls, one for each thread.
#include "communicator.h"

namespace porter::rccl {
namespace {

struct Group {
  int depth = 0;
  std::vector<Work> works;
};
Group &group() {
  static thread_local Group current;
  return current;
}

/// Half of a call, on its stream.
int issueHalf(const Work &work, std::function<bool()> half) {
  const hipError_t error = hip::issue(work.stream, hipGraphNodeTypeHost, [half = std::move(half), to = work.communicator] {
    if (!half())
      to->error = RemoteError;
    return hipSuccess;
  });
  return error ? int(UnhandledError) : int(work.communicator->error);
}

int perform(const std::vector<Work> &works) {
  for (const Work &work : works)
    if (const int failed = issueHalf(work, work.send))
      return failed;
  for (const Work &work : works)
    if (const int failed = issueHalf(work, work.receive))
      return failed;
  return Success;
}

} // namespace

int submit(Work work) {
  if (group().depth > 0) {
    group().works.push_back(std::move(work));
    return Success;
  }
  return perform({std::move(work)});
}

int startGroup() {
  ++group().depth;
  return Success;
}

int endGroup() {
  if (group().depth == 0)
    return InvalidUsage;
  if (--group().depth > 0)
    return Success;
  const std::vector<Work> works = std::move(group().works);
  group().works.clear();
  return perform(works);
}

} // namespace porter::rccl
