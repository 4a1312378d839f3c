// What a program takes from outside, the same in each run: preloaded into both sides.
//
// The calendar's clock begins at a fixed time with the first look at it, and goes on as it does: what
// `srand(time(NULL))` draws is the same then, and how long something takes is, too. The clock that
// only goes forward is left alone, as threads wait by it. A waiting that ends at a date of the real
// calendar, which a program can make of this one alone, ends at once.
//
// The stack below `main` is filled as glibc fills the heap (MALLOC_PERTURB_), with zeros by default: what
// code that ran before left there would else be what a local variable holds that nobody has set.

#include <dlfcn.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

using ClockGettime = int (*)(clockid_t, timespec *);

constexpr int64_t kNanoseconds = 1'000'000'000;
constexpr int64_t kBegin = 1'000'000'000 * kNanoseconds;  // in 2001

int real(clockid_t clock, timespec *out) {
    static const auto next =
        reinterpret_cast<ClockGettime>(dlsym(RTLD_NEXT, "clock_gettime"));
    return next(clock, out);
}

/// Nanoseconds since 1970 on the clock that is shown.
int64_t shown() {
    timespec now{};
    real(CLOCK_REALTIME, &now);
    const int64_t nanoseconds = now.tv_sec * kNanoseconds + now.tv_nsec;
    static const int64_t first = nanoseconds;
    return kBegin + nanoseconds - first;
}

using Main = int (*)(int, char **, char **);
using StartMain = int (*)(Main, int, char **, void (*)(), void (*)(), void (*)(), void *);

constexpr size_t kFilled = 512 << 10;

Main own_main;

/// Not copied to its caller: the frame of what is called next begins where this one does.
__attribute__((noinline)) void fill_stack() {
    const char *said = std::getenv("MALLOC_PERTURB_");
    char below[kFilled];
    std::memset(below, said ? std::atoi(said) : 0, sizeof below);
    asm volatile("" : : "r"(below) : "memory");
}

int filled_main(int count, char **words, char **variables) {
    rlimit stack{};
    if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur >= 4 * kFilled) fill_stack();
    return own_main(count, words, variables);
}

bool is_calendar(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
}

}  // namespace

extern "C" {

int __libc_start_main(Main own, int count, char **words, void (*init)(), void (*fini)(),
                      void (*loader_fini)(), void *end) {
    const auto next = reinterpret_cast<StartMain>(dlsym(RTLD_NEXT, "__libc_start_main"));
    own_main = own;
    return next(filled_main, count, words, init, fini, loader_fini, end);
}

int clock_gettime(clockid_t clock, timespec *out) noexcept {
    if (!is_calendar(clock)) return real(clock, out);
    const int64_t now = shown();
    *out = {static_cast<time_t>(now / kNanoseconds), static_cast<long>(now % kNanoseconds)};
    return 0;
}

time_t time(time_t *out) noexcept {
    const time_t seconds = shown() / kNanoseconds;
    if (out) *out = seconds;
    return seconds;
}

int gettimeofday(timeval *__restrict out, void *__restrict) noexcept {
    const int64_t now = shown();
    *out = {static_cast<time_t>(now / kNanoseconds),
            static_cast<suseconds_t>(now % kNanoseconds / 1000)};
    return 0;
}

int timespec_get(timespec *out, int base) noexcept {
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, out) == 0 ? base : 0;
}

/// `std::random_device::_M_getval`, which libstdc++ calls for each number (splitmix64).
unsigned int _ZNSt13random_device9_M_getvalEv(void *) {
    static std::atomic<uint64_t> state{0};
    uint64_t x = state.fetch_add(0x9e3779b97f4a7c15) + 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return static_cast<unsigned int>(x >> 32);
}

}  // extern "C"
