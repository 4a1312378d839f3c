// A launch: blocks handed out in order to the threads of a pool.
//
// Order matters: code like decoupled look-back waits for blocks of lower index, and those have always begun.
// A block that waits for something outside itself makes its thread begin another one beside it, so that even
// grids that synchronise by hand, with all blocks resident, get through.
#include "scheduler.h"

#include <condition_variable>
#include <csetjmp>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

namespace porter {

uint64_t steadyNanoseconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return uint64_t(now.tv_sec) * 1000000000 + uint64_t(now.tv_nsec);
}

namespace {

std::string faultText;
std::mutex faultMutex;

/// Where `abandon` jumps to: the work loop of this thread.
thread_local std::jmp_buf workLoop;
constexpr int locateFault = 2;
thread_local LaunchResult pendingResult;
thread_local std::string pendingFault;

uint64_t setting(const char *name, uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// One thread's part in launches. Keeps its blocks' memory from launch to launch.
class Work {
public:
  /// `recruit` is called once when the launch turns out to take long enough for more threads to be of use.
  void run(LaunchState &state, std::function<void()> recruit = {}) {
    callForHelp = std::move(recruit);
    began = callForHelp ? steadyNanoseconds() : 0;
    watchFaults();
    Watched watched(state);
    resident.clear();
    const int left = setjmp(workLoop);
    if (left == 0) {
      try {
        runBlocks(state);
      } catch (const std::bad_alloc &) {
        abandon(LaunchResult::OutOfMemory, "no memory for the stacks or the LDS of a block");
      }
    } else if (left == locateFault && setjmp(workLoop) == 0) {
      current.block->locate();
      current.locating = false;
      abandon(pendingResult, pendingFault + ": " + describePlace()); // the second run did not fault
    }
    for (auto &block : resident)
      spare.push_back(std::move(block));
    resident.clear();
    current = {};
  }

private:
  void runBlocks(LaunchState &state) {
    uint64_t waitingSince = 0;
    while (!state.aborted.load(std::memory_order_relaxed) && (!resident.empty() || admit(state))) {
      bool finished = false;
      for (size_t i = 0; i < resident.size();)
        if (resident[i]->run() == ResidentBlock::Progress::Finished) {
          finished = true;
          if (callForHelp && steadyNanoseconds() - began > worthHelp)
            std::exchange(callForHelp, {})();
          if (!again(state, *resident[i])) {
            spare.push_back(std::move(resident[i]));
            resident.erase(resident.begin() + long(i));
          }
        } else {
          ++i;
        }
      if (finished)
        waitingSince = 0;
      else if (!admit(state))
        waitForOthers(waitingSince);
    }
  }

  /// Use the memory of a block that has finished for the next one.
  bool again(LaunchState &state, ResidentBlock &block) {
    uint64_t index = state.nextBlock.fetch_add(1);
    if (index < state.blocks)
      block.begin(state, index);
    return index < state.blocks;
  }

  bool admit(LaunchState &state) {
    uint64_t index = state.nextBlock.fetch_add(1);
    if (index >= state.blocks)
      return false;
    if (spare.empty())
      spare.push_back(std::make_unique<ResidentBlock>());
    auto block = std::move(spare.back());
    spare.pop_back();
    block->begin(state, index);
    resident.push_back(std::move(block));
    return true;
  }

  /// Nothing in this thread can go on by itself.
  void waitForOthers(uint64_t &since) {
    static const uint64_t limit = setting("PORTER_CPU_SPIN_SECONDS", 60) * 1000000000;
    const uint64_t now = steadyNanoseconds();
    if (since == 0)
      since = now;
    else if (now - since > limit)
      abandon(LaunchResult::Timeout, "the kernel waited " + std::to_string(limit / 1000000000) +
                                         " s for memory or work-items that never came: " + describePlace());
    std::this_thread::yield();
  }

  /// Nanoseconds after which waking a thread costs little beside what is done already.
  static constexpr uint64_t worthHelp = 20'000;

  std::vector<std::unique_ptr<ResidentBlock>> resident, spare;
  std::function<void()> callForHelp;
  uint64_t began = 0;
};

/// Threads that wait for launches. The launching thread works, too.
class Pool {
public:
  Pool() {
    uint64_t threads = setting("PORTER_CPU_THREADS", std::thread::hardware_concurrency());
    for (uint64_t i = 1; i < threads; ++i)
      std::thread([this] { serve(); }).detach();
    helpers = threads > 1 ? unsigned(threads - 1) : 0;
  }

  void run(LaunchState &state, unsigned wanted) {
    wanted = std::min(wanted, helpers);
    {
      std::lock_guard lock(mutex);
      job = &state;
      open = wanted;
      busy = wanted;
    }
    if (wanted)
      wake.notify_all();
    const auto most = unsigned(std::min<uint64_t>(helpers, state.blocks - 1));
    if (wanted < most)
      mine.run(state, [&, more = most - wanted] { recruit(state, more); });
    else
      mine.run(state);
    std::unique_lock lock(mutex);
    done.wait(lock, [&] { return busy == 0; });
    job = nullptr;
  }

private:
  /// Some may have been woken already; those who come when all blocks are taken find nothing to do.
  void recruit(const LaunchState &state, unsigned more) {
    if (state.nextBlock.load(std::memory_order_relaxed) >= state.blocks)
      return;
    {
      std::lock_guard lock(mutex);
      open += more;
      busy += more;
    }
    wake.notify_all();
  }

  void serve() {
    Work work;
    for (;;) {
      LaunchState *state;
      {
        std::unique_lock lock(mutex);
        wake.wait(lock, [&] { return open > 0; });
        --open;
        state = job;
      }
      work.run(*state);
      std::lock_guard lock(mutex);
      if (--busy == 0)
        done.notify_one();
    }
  }

  std::mutex mutex;
  std::condition_variable wake, done;
  LaunchState *job = nullptr;
  unsigned open = 0, busy = 0, helpers = 0;
  Work mine;
};

/// How many more threads are worth waking: about one for each 100 microseconds of work.
unsigned helpersFor(const LaunchState &state) {
  const uint64_t items = state.blocks * state.request.block.count();
  const uint64_t nanoseconds = items * (state.request.kernel.entry->engine == Engine::Loop ? 3 : 60);
  return unsigned(std::min<uint64_t>(state.blocks - 1, nanoseconds / 100000));
}

/// Code object ABI v5: hidden arguments and the dispatch packet, as far as device libraries read them.
void fillInfo(LaunchInfo &info, const LaunchRequest &request) {
  const uint32_t blocks[] = {request.grid.x, request.grid.y, request.grid.z};
  const uint32_t items[] = {request.block.x, request.block.y, request.block.z};
  const auto dynamicLds = uint32_t(request.dynamicLds);
  const uint16_t dimensions = 3;
  std::memcpy(info.gridBlocks, blocks, sizeof blocks);
  std::memcpy(info.blockItems, items, sizeof items);
  std::memcpy(info.implicitArguments, blocks, sizeof blocks);
  for (int axis = 0; axis < 3; ++axis) {
    const auto size = uint16_t(items[axis]);
    const uint32_t total = blocks[axis] * items[axis];
    std::memcpy(info.implicitArguments + 12 + 2 * axis, &size, 2);
    std::memcpy(info.dispatchPacket + 4 + 2 * axis, &size, 2);
    std::memcpy(info.dispatchPacket + 12 + 4 * axis, &total, 4);
  }
  std::memcpy(info.implicitArguments + 64, &dimensions, 2);
  std::memcpy(info.implicitArguments + 120, &dynamicLds, 4);
  std::memcpy(info.dispatchPacket + 2, &dimensions, 2);
  std::memcpy(info.dispatchPacket + 28, &dynamicLds, 4);
}

} // namespace

std::string lastFault() {
  std::lock_guard lock(faultMutex);
  return faultText;
}

void abandon(LaunchResult result, const std::string &fault) {
  LaunchState &state = *current.launch;
  if (!state.aborted.exchange(true)) {
    std::lock_guard lock(faultMutex);
    state.result = result;
    faultText = fault;
  }
  std::longjmp(workLoop, 1);
}

void abandonItem(LaunchResult result, const std::string &fault) {
  const bool isLoop = current.launch->request.kernel.entry->engine == Engine::Loop;
  if (!isLoop || current.locating || current.launch->aborted.load())
    abandon(result, fault + ": " + describePlace());
  pendingResult = result;
  pendingFault = fault;
  std::longjmp(workLoop, locateFault);
}

std::string describePlace() {
  if (!current.launch)
    return "outside kernels";
  auto triple = [](const uint32_t *values) {
    return "(" + std::to_string(values[0]) + ", " + std::to_string(values[1]) + ", " + std::to_string(values[2]) + ")";
  };
  const KernelEntry &kernel = *current.launch->request.kernel.entry;
  std::string place = std::string("kernel ") + kernel.signature + ", block " + triple(porter_worker.block);
  if (kernel.engine != Engine::Loop || current.locating)
    place += ", thread " + triple(porter_worker.item->id);
  return place;
}

LaunchResult launch(const LaunchRequest &request) {
  static Pool &pool = *new Pool; // its threads outlive static destructors
  static std::mutex oneAtATime;
  std::lock_guard lock(oneAtATime);
  static uint64_t launches = 0;
  LaunchState state;
  state.serial = ++launches;
  state.request = request;
  state.blocks = request.grid.count();
  const char *order = std::getenv("PORTER_CPU_WAVES"); // asked at each launch: one process may run both orders
  state.wavesBackward = order && std::strcmp(order, "backward") == 0;
  fillInfo(state.info, request);
  pool.run(state, helpersFor(state));
  return state.result;
}

} // namespace porter

extern "C" void porter_trap() {
  porter::abandonItem(porter::LaunchResult::Trap, "the device code trapped");
}

extern "C" void porter_assert_fail(const char *what, const char *file, uint32_t line, const char *function, size_t) {
  porter::abandonItem(porter::LaunchResult::Trap, std::string(file) + ":" + std::to_string(line) + ": " + function +
                                                      ": Assertion `" + what + "' failed");
}

extern "C" uint64_t porter_clock() { return porter::steadyNanoseconds(); }
