// Every call here is a mistake. Prints "name: code" for each; compiled as HIP and as CUDA. The argument chooses a group.
//
// With NVIDIA's compiler and GPU: nvcc errors.cu -lcuda -o errors && python3 record.py errors > recorded.tsv
#include "misuse.h"

#include "arrays.h"
#include "contexts.h"
#include "copies.h"
#include "destroyed.h"
#include "devices.h"
#include "events.h"
#include "graphs.h"
#include "launches.h"
#include "memory.h"
#include "modules.h"
#include "sharing.h"
#include "streams.h"

int main(int count, char **arguments) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const char *chosen = nullptr;
  for (int i = 1; i < count; ++i) {
    const std::string option = arguments[i];
    if (option == "--without" && i + 1 < count) without.insert(arguments[++i]);
    else if (option == "--with" && i + 1 < count) with.insert(arguments[++i]);
    else chosen = arguments[i];
  }
  const struct {
    const char *name;
    void (*run)();
  } groups[] = {
      {"destroyed", destroyed}, {"contexts", contexts}, // first: their cases need processes that have not used the GPU yet
      {"memory", memory}, {"copies", copies},     {"arrays", arrays}, {"streams", streams}, {"events", events},
      {"launches", launches}, {"graphs", graphs}, {"modules", modules}, {"devices", devices}, {"sharing", sharing},
  };
  for (const auto &group : groups)
    if (!chosen || !std::strcmp(chosen, group.name)) group.run();
}
