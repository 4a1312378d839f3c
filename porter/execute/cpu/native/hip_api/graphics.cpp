// Buffers and textures of OpenGL, which no processor draws. Programs that can do without them ask for the code.
#include "refusal.h"

extern "C" {

REFUSED(hipGraphicsMapResources, (int, hipGraphicsResource_t *, hipStream_t))
REFUSED(hipGraphicsUnmapResources, (int, hipGraphicsResource_t *, hipStream_t))
REFUSED(hipGraphicsUnregisterResource, (hipGraphicsResource_t))
REFUSED(hipGraphicsResourceGetMappedPointer, (void **, size_t *, hipGraphicsResource_t))
REFUSED(hipGraphicsSubResourceGetMappedArray, (hipArray_t *, hipGraphicsResource_t, unsigned, unsigned))
// Declared with OpenGL's types, by a header that includes its.
REFUSED(hipGraphicsGLRegisterBuffer, (hipGraphicsResource **, unsigned, unsigned))
REFUSED(hipGraphicsGLRegisterImage, (hipGraphicsResource **, unsigned, unsigned, unsigned))
REFUSED(hipGLGetDevices, (unsigned *, int *, unsigned, int))
}
