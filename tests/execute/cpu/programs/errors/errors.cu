// Every call here is a mistake. Prints "name: code" for each; compiled as HIP and as CUDA. The argument chooses a group.
//
// With NVIDIA's compiler: nvcc errors.cu -lcuda -o errors && ./errors
#include "misuse.h"

#include "arrays.h"
#include "copies.h"
#include "destroyed.h"
#include "devices.h"
#include "events.h"
#include "graphs.h"
#include "launches.h"
#include "memory.h"
#include "modules.h"
#include "streams.h"

int main(int count, char **arguments) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const struct {
    const char *name;
    void (*run)();
  } groups[] = {
      {"destroyed", destroyed}, // first: each of its cases needs a process that has not used the GPU yet
      {"memory", memory}, {"copies", copies},     {"arrays", arrays}, {"streams", streams}, {"events", events},
      {"launches", launches}, {"graphs", graphs}, {"modules", modules}, {"devices", devices},
  };
  for (const auto &group : groups)
    if (count < 2 || !std::strcmp(arguments[1], group.name)) group.run();
}
