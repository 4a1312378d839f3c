// Access of devices to each other's memory. Nobody is kept from it here, but programs ask.
#include "api.h"

#include <mutex>
#include <set>

using namespace porter::hip;

namespace {

struct Peers {
  std::mutex mutex;
  std::set<std::pair<int, int>> enabled; ///< the first may use the second's
};
Peers &peers() {
  static Peers &all = *new Peers;
  return all;
}

} // namespace

extern "C" {

hipError_t hipDeviceCanAccessPeer(int *can, int device, int peer) {
  if (!can || !isDevice(device) || !isDevice(peer))
    return finish(can || !isDevice(peer) ? hipErrorInvalidDevice : hipErrorInvalidValue);
  *can = device != peer;
  return finish(hipSuccess);
}
hipError_t hipDeviceEnablePeerAccess(int peer, unsigned flags) {
  if (!isDevice(peer))
    return finish(hipErrorInvalidDevice);
  if (peer == currentDevice())
    return finish(mistakes::peerIsItself);
  if (flags)
    return finish(hipErrorInvalidValue);
  std::lock_guard lock(peers().mutex);
  const bool isNew = peers().enabled.insert({currentDevice(), peer}).second;
  return finish(isNew ? hipSuccess : hipErrorPeerAccessAlreadyEnabled);
}
hipError_t hipDeviceDisablePeerAccess(int peer) {
  if (!isDevice(peer))
    return finish(hipErrorInvalidDevice);
  std::lock_guard lock(peers().mutex);
  const bool was = peers().enabled.erase({currentDevice(), peer}) != 0;
  return finish(was ? hipSuccess : hipErrorPeerAccessNotEnabled);
}
hipError_t hipDeviceGetP2PAttribute(int *value, hipDeviceP2PAttr attribute, int device, int peer) {
  if (!value)
    return finish(hipErrorInvalidValue);
  if (!isDevice(device) || !isDevice(peer) || device == peer)
    return finish(hipErrorInvalidDevice);
  const bool isRank = attribute == hipDevP2PAttrPerformanceRank;
  *value = isRank ? 0 : 1; // access, atomics, arrays
  return finish(attribute <= hipDevP2PAttrHipArrayAccessSupported ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipCtxEnablePeerAccess(hipCtx_t peer, unsigned flags) {
  int device = 0;
  return findDevice(peer, device) ? hipDeviceEnablePeerAccess(device, flags) : finish(hipErrorInvalidContext);
}
hipError_t hipCtxDisablePeerAccess(hipCtx_t peer) {
  int device = 0;
  return findDevice(peer, device) ? hipDeviceDisablePeerAccess(device) : finish(hipErrorInvalidContext);
}
}
