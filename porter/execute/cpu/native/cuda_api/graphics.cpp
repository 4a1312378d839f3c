// CUDA's names for buffers and textures of OpenGL, which no processor draws: the runtime's, the driver's, and those of
// 2008. Programs that can do without them ask for the code.
#include "../hip_api/refusal.h"

extern "C" {

REFUSED(cudaGraphicsMapResources, (int, void **, hipStream_t))
REFUSED(cudaGraphicsUnmapResources, (int, void **, hipStream_t))
REFUSED(cudaGraphicsUnregisterResource, (void *))
REFUSED(cudaGraphicsResourceGetMappedPointer, (void **, size_t *, void *))
REFUSED(cudaGraphicsResourceGetMappedMipmappedArray, (void **, void *))
REFUSED(cudaGraphicsResourceSetMapFlags, (void *, unsigned))
REFUSED(cudaGraphicsSubResourceGetMappedArray, (void **, void *, unsigned, unsigned))
REFUSED(cudaGraphicsGLRegisterBuffer, (void **, unsigned, unsigned))
REFUSED(cudaGraphicsGLRegisterImage, (void **, unsigned, unsigned, unsigned))
REFUSED(cudaGLGetDevices, (unsigned *, int *, unsigned, int))
REFUSED(cudaGLSetGLDevice, (int))
REFUSED(cudaGLRegisterBufferObject, (unsigned))
REFUSED(cudaGLUnregisterBufferObject, (unsigned))
REFUSED(cudaGLMapBufferObject, (void **, unsigned))
REFUSED(cudaGLUnmapBufferObject, (unsigned))
REFUSED(cuGraphicsMapResources, (unsigned, void **, hipStream_t))
REFUSED(cuGraphicsUnmapResources, (unsigned, void **, hipStream_t))
REFUSED(cuGraphicsUnregisterResource, (void *))
REFUSED(cuGraphicsResourceGetMappedPointer_v2, (void **, size_t *, void *))
REFUSED(cuGraphicsResourceGetMappedMipmappedArray, (void **, void *))
REFUSED(cuGraphicsResourceSetMapFlags_v2, (void *, unsigned))
REFUSED(cuGraphicsSubResourceGetMappedArray, (void **, void *, unsigned, unsigned))
REFUSED(cuGraphicsGLRegisterBuffer, (void **, unsigned, unsigned))
REFUSED(cuGraphicsGLRegisterImage, (void **, unsigned, unsigned, unsigned))
REFUSED(cuGLGetDevices_v2, (unsigned *, int *, unsigned, int))
}
