// The hidden arguments and the dispatch packet of a launch, as AMD's code object ABI lays them out.
#include "launch_info.h"

namespace porter {

LaunchInfo describe(const LaunchRequest &request) {
  const uint32_t blocks[] = {request.grid.x, request.grid.y, request.grid.z};
  const uint32_t items[] = {request.block.x, request.block.y, request.block.z};
  LaunchInfo info = {};
  for (int axis = 0; axis < 3; ++axis) {
    info.gridBlocks[axis] = info.implicitArguments.blocks[axis] = blocks[axis];
    info.blockItems[axis] = items[axis];
    info.implicitArguments.items[axis] = info.dispatchPacket.items[axis] = uint16_t(items[axis]);
    info.dispatchPacket.gridItems[axis] = blocks[axis] * items[axis];
  }
  info.implicitArguments.dimensions = info.dispatchPacket.dimensions = 3;
  info.implicitArguments.dynamicLds = info.dispatchPacket.dynamicLds = uint32_t(request.dynamicLds);
  return info;
}

} // namespace porter
