// Launches, one at a time.
#include "checks.h"
#include "engines.h"
#include "launch_info.h"
#include "pool.h"
#include "profile.h"
#include "races.h"
#include "stopped.h"

#include <algorithm>
#include <mutex>

namespace porter {
namespace {

/// How many more threads are worth waking: about one for each 100 microseconds of work.
unsigned helpersFor(const LaunchState &state) {
  const uint64_t items = state.blocks * state.request.block.count();
  const Engine engine = state.request.kernel.entry->engine;
  const uint64_t each = engine == Engine::Loop ? 3 : engine == Engine::Regions ? 10 : 60;
  const uint64_t nanoseconds = items * each;
  return unsigned(std::min<uint64_t>(state.blocks - 1, nanoseconds / 100000));
}

} // namespace

LaunchResult launch(const LaunchRequest &request) {
  static Pool &pool = *new Pool; // its threads outlive static destructors
  static std::mutex oneAtATime;
  std::lock_guard lock(oneAtATime);
  tellEngine(*request.kernel.entry);
  reportUnwatched(request.kernel);
  static uint64_t launches = 0;
  LaunchState state;
  state.serial = ++launches;
  state.request = request;
  state.blocks = request.grid.count();
  state.order = Order::wanted(); // asked at each launch: one process may run several orders
  state.isAlone = checks().races;
  state.info = describe(request);
  if (checks().races)
    beginRaces(state);
  const uint64_t began = checks().profile ? steadyNanoseconds() : 0;
  pool.run(state, helpersFor(state));
  if (checks().races)
    endRaces();
  if (checks().profile)
    countLaunch(state, steadyNanoseconds() - began);
  return state.result;
}

} // namespace porter
