// Mistakes that HIP and CUDA answer with different codes.
//
// HIP's are those of hip_runtime_api.h ("@returns") and, where it names several or none, of ROCm's runtime. CUDA's are
// those of cuda_runtime_api.h ("\return") and, likewise, what an H200 with CUDA 13 answers. Where a real driver crashes,
// hangs, or says that all is well, the code is one that the headers name.
#pragma once

#include "hip.h"

namespace porter::hip {

struct Mistake {
  hipError_t hip, cuda;
};

/// Whether the program speaks CUDA: the library with CUDA's names has been loaded.
bool speaksCuda();

/// cudaErrorInvalidChannelDescriptor, for which HIP has no code.
constexpr auto invalidChannelDescriptor = hipError_t(20);

namespace mistakes {

constexpr Mistake stream{hipErrorContextIsDestroyed, hipErrorInvalidHandle};      ///< destroyed, or never was one
constexpr Mistake destroyedTwice{hipErrorContextIsDestroyed, hipErrorInvalidHandle};
constexpr Mistake destroyedGraph{hipErrorIllegalState, hipErrorInvalidValue};
constexpr Mistake freesNothing{hipErrorInvalidValue, hipSuccess};                 ///< a null array, or null in a stream
constexpr Mistake nullArray{hipErrorInvalidValue, hipErrorInvalidHandle};         ///< behind a texture or surface
constexpr Mistake texelFormat{hipErrorInvalidValue, invalidChannelDescriptor};
constexpr Mistake tooWide{hipErrorOutOfMemory, hipErrorInvalidValue};             ///< for any pitch
constexpr Mistake widerThanPitch{hipErrorInvalidValue, hipErrorInvalidPitchValue}; ///< a box's rows
constexpr Mistake notRegistered{hipErrorHostMemoryNotRegistered, hipErrorInvalidValue}; ///< but known for another reason
constexpr Mistake noManagedBytes{hipErrorInvalidValue, hipSuccess};
constexpr Mistake peerIsItself{hipErrorInvalidDevice, hipErrorPeerAccessUnsupported};
constexpr Mistake nobodysEvent{hipErrorInvalidValue, hipErrorMapFailed};          ///< of another process
constexpr Mistake nullPointer{hipErrorInvalidValue, hipSuccess};                  ///< asked for its attributes

} // namespace mistakes
} // namespace porter::hip
