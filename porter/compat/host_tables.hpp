// Functions of the host in a constant that several files share.
//
// HIP's compiler keeps constants for the device, too, and links what they name for it: a table of
// the host's functions would want these there (`undefined hidden symbol`). For the device nothing
// says what the table holds, so that it stays the host's; for the host nothing changes.
#pragma once

namespace porter {

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
template <class Function> Function of_host(Function function);
#else
template <class Function> constexpr Function of_host(Function function) { return function; }
#endif

} // namespace porter
