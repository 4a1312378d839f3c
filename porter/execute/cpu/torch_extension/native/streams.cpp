// Streams: the executor runs everything when it is issued, so that all of them are the default one.
#include <ostream>

#include "gpu_api.h"

namespace c10::cuda {

namespace {

CUDAStream only_stream() {
  return CUDAStream(CUDAStream::UNCHECKED,
                    c10::Stream(c10::Stream::DEFAULT, c10::Device(DeviceType::CUDA, 0)));
}

}  // namespace

porter::gpu_stream CUDAStream::stream() const { return nullptr; }

bool CUDAStream::query() const { return true; }

void CUDAStream::synchronize() const { C10_CUDA_CHECK(PORTER_GPU(StreamSynchronize)(nullptr)); }

CUDAStream getDefaultCUDAStream(DeviceIndex) { return only_stream(); }

CUDAStream getCurrentCUDAStream(DeviceIndex) { return only_stream(); }

CUDAStream getStreamFromPool(const bool, DeviceIndex) { return only_stream(); }

CUDAStream getStreamFromPool(const int, DeviceIndex) { return only_stream(); }

CUDAStream getStreamFromExternal(porter::gpu_stream, DeviceIndex) { return only_stream(); }

void setCurrentCUDAStream(CUDAStream) {}

std::ostream& operator<<(std::ostream& out, const CUDAStream& stream) {
  return out << stream.unwrap();
}

}  // namespace c10::cuda
