// What the program's instrumented kernels are watched for: the settings of the process.
#pragma once

namespace porter {

struct Checks {
  bool memory = false;   ///< accesses outside memory, of freed memory, of memory never written, misaligned ones
  bool races = false;    ///< accesses of one place that nothing orders
  bool barriers = false; ///< barriers that not all come to
  bool leaks = false;    ///< memory that is never given back
  bool profile = false;  ///< time, barriers and bytes of kernels and source lines

  bool any() const { return memory || races || barriers || leaks; }
};

/// PORTER_CPU_CHECK: names of the members above, with commas between them.
const Checks &checks();

} // namespace porter
