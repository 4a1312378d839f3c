// Memory that is never freed, each at the line that allocates it; all else is.
#include <hip/hip_runtime.h>

__managed__ int ofTheProgram[16];

void *made() {
  void *memory = nullptr;
  (void)hipMalloc(&memory, 100); // finds: never freed
  return memory;
}

struct Owner {
  Owner() {
    (void)hipMalloc(&memory, 64); // finds: never freed
  }
  void *memory = nullptr;
};

int main() {
  void *one = nullptr, *kept = nullptr;
  int *typed = nullptr;
  size_t pitch = 0;
  (void)hipMalloc(&one, 16); // finds: never freed
  (void)hipMalloc(&typed, 16); // finds: never freed
  (void)hipHostMalloc(&one, 16, 0); // finds: never freed
  (void)hipMallocManaged(&one, 16, hipMemAttachGlobal); // finds: never freed
  (void)hipMallocPitch(&one, &pitch, 100, 10); // finds: never freed
  (void)hipMallocAsync(&one, 16, nullptr); // finds: never freed
  (void)hipExtMallocWithFlags(&one, 16, hipDeviceMallocFinegrained); // finds: never freed
  hipPitchedPtr box;
  (void)hipMalloc3D(&box, make_hipExtent(16, 4, 4)); // finds: never freed
  hipArray_t array;
  const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  (void)hipMallocArray(&array, &format, 16, 16, 0); // finds: never freed
  made();
  static Owner owner;
  for (int i = 0; i < 3; ++i)
    (void)hipMalloc(&one, 16); // finds: never freed

  (void)hipMalloc(&kept, 16);
  (void)hipFree(kept);
  (void)hipHostMalloc(&kept, 16, 0);
  (void)hipHostFree(kept);
  (void)hipMallocAsync(&kept, 16, nullptr);
  (void)hipFreeAsync(kept, nullptr);
  ofTheProgram[0] = 1;
}
