// Buffers and textures of OpenGL, which no processor draws. Programs that can do without them ask for the code.
#include "api.h"

using namespace porter::hip;

extern "C" {

#define REFUSED(name, parameters)                                                                                \
  hipError_t name parameters { return finish(hipErrorNotSupported); }
REFUSED(hipGraphicsMapResources, (int, hipGraphicsResource_t *, hipStream_t))
REFUSED(hipGraphicsUnmapResources, (int, hipGraphicsResource_t *, hipStream_t))
REFUSED(hipGraphicsUnregisterResource, (hipGraphicsResource_t))
REFUSED(hipGraphicsResourceGetMappedPointer, (void **, size_t *, hipGraphicsResource_t))
REFUSED(hipGraphicsSubResourceGetMappedArray, (hipArray_t *, hipGraphicsResource_t, unsigned, unsigned))
// Declared with OpenGL's types, by a header that includes its.
REFUSED(hipGraphicsGLRegisterBuffer, (hipGraphicsResource **, unsigned, unsigned))
REFUSED(hipGraphicsGLRegisterImage, (hipGraphicsResource **, unsigned, unsigned, unsigned))
REFUSED(hipGLGetDevices, (unsigned *, int *, unsigned, int))
#undef REFUSED
}
