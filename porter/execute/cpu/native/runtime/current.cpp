// What each thread knows of the launch that it has a part in.
#include "current.h"

thread_local porter::Worker porter_worker __attribute__((tls_model("initial-exec")));

namespace porter {

thread_local Current current __attribute__((tls_model("initial-exec")));
thread_local std::atomic<uint64_t> progress __attribute__((tls_model("initial-exec"))) {0};

} // namespace porter
