// Host code for one kernel of a source that is not changed: reads arguments, launches, writes memory back.
//
// Compile with -DPORTER_SOURCE="path" and -DPORTER_KERNEL=name; run with the files to read and to write, and with
// how many runs to time.
// The file read: 8 numbers of 64 bits (grid, block, dynamic shared memory, number of arguments), then for
// each argument its kind (0 value, 1 array, 2 null pointer), its bytes, where in them the pointer points,
// and its content. The file written: the content of the arrays, then milliseconds of each timed run.
#define main porter_original_main
#include PORTER_SOURCE
#undef main

#ifdef __HIP__  // clang compiling for AMD's GPUs
#include <hip/hip_runtime.h>
#define cudaError_t hipError_t
#define cudaSuccess hipSuccess
#define cudaGetErrorString hipGetErrorString
#define cudaFuncSetAttribute hipFuncSetAttribute
#define cudaFuncAttributeMaxDynamicSharedMemorySize hipFuncAttributeMaxDynamicSharedMemorySize
#define cudaLaunchKernel hipLaunchKernel
#define cudaEvent_t hipEvent_t
#define cudaEventCreate hipEventCreate
#define cudaEventRecord hipEventRecord
#define cudaEventElapsedTime hipEventElapsedTime
#define cudaMemcpyAsync hipMemcpyAsync
#define cudaMemcpyDeviceToDevice hipMemcpyDeviceToDevice
#define cudaDeviceSynchronize hipDeviceSynchronize
#define cudaMalloc hipMalloc
#define cudaMemcpy hipMemcpy
#define cudaMemcpyHostToDevice hipMemcpyHostToDevice
#define cudaMemcpyDeviceToHost hipMemcpyDeviceToHost
#endif

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace porter_harness {

struct Argument {
    uint64_t kind, bytes, offset;
    std::vector<char> content;
    char* device = nullptr;
    char* given = nullptr;  // the content on the device, for further runs
    void* pointer = nullptr;

    void* address() { return kind == 0 ? static_cast<void*>(content.data()) : &pointer; }
    size_t passed() const { return kind == 0 ? bytes : sizeof(void*); }
};

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::exit(2);
}

void check(cudaError_t error) {
    if (error != cudaSuccess) fail(cudaGetErrorString(error));
}

void read(void* to, size_t bytes, std::FILE* file) {
    if (bytes && std::fread(to, 1, bytes, file) != bytes) fail("the file of arguments is cut off");
}

void write(const void* from, size_t bytes, std::FILE* file) {
    if (bytes && std::fwrite(from, 1, bytes, file) != bytes) fail("cannot write the results");
}

template <class... Parameters>
void launch(void (*kernel)(Parameters...), const uint64_t* header, std::vector<Argument>& arguments) {
    const size_t wanted[] = {sizeof(Parameters)..., 0};
    if (arguments.size() != sizeof...(Parameters)) fail("the kernel takes another number of arguments");
    std::vector<void*> table;
    for (size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i].passed() != wanted[i]) fail("an argument has another size than the kernel's");
        table.push_back(arguments[i].address());
    }
    const void* function = reinterpret_cast<const void*>(kernel);
    if (header[6] > 48 * 1024)
        check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, int(header[6])));
    check(cudaLaunchKernel(function, dim3(header[0], header[1], header[2]),
                           dim3(header[3], header[4], header[5]), table.data(), header[6], nullptr));
}

/// Runs once more on the same arguments, `count` times: a kernel may have changed them, or what it appends to.
/// Nothing is waited for in between, so that the device has work while the next launch is prepared.
template <class Kernel>
std::vector<double> timed(Kernel kernel, const uint64_t* header, std::vector<Argument>& arguments, int count) {
    struct Events {
        cudaEvent_t start, stop;
    };
    std::vector<Events> events(count);
    for (Events& pair : events) {
        check(cudaEventCreate(&pair.start));
        check(cudaEventCreate(&pair.stop));
        for (Argument& argument : arguments)
            if (argument.kind == 1)
                check(cudaMemcpyAsync(argument.device, argument.given, argument.bytes, cudaMemcpyDeviceToDevice));
        check(cudaEventRecord(pair.start));
        launch(kernel, header, arguments);
        check(cudaEventRecord(pair.stop));
    }
    check(cudaDeviceSynchronize());
    std::vector<double> result;
    for (const Events& pair : events) {
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, pair.start, pair.stop));
        result.push_back(milliseconds);
    }
    return result;
}

}  // namespace porter_harness

int main(int, char** argv) {
    using namespace porter_harness;
    std::FILE* input = std::fopen(argv[1], "rb");
    std::FILE* output = std::fopen(argv[2], "wb");
    if (!input || !output) fail("cannot open the files of arguments");
    const int count = std::atoi(argv[3]);
    uint64_t header[8];
    read(header, sizeof header, input);
    std::vector<Argument> arguments(header[7]);
    for (Argument& argument : arguments) {
        read(&argument.kind, 3 * sizeof(uint64_t), input);
        argument.content.resize(argument.bytes);
        read(argument.content.data(), argument.bytes, input);
        if (argument.kind != 1) continue;
        for (char** memory : {&argument.device, &argument.given}) {
            check(cudaMalloc(reinterpret_cast<void**>(memory), argument.bytes));
            check(cudaMemcpy(*memory, argument.content.data(), argument.bytes, cudaMemcpyHostToDevice));
        }
        argument.pointer = argument.device + argument.offset;
    }
    launch(PORTER_KERNEL, header, arguments);
    check(cudaDeviceSynchronize());
    for (Argument& argument : arguments) {
        if (argument.kind != 1) continue;
        check(cudaMemcpy(argument.content.data(), argument.device, argument.bytes, cudaMemcpyDeviceToHost));
        write(argument.content.data(), argument.bytes, output);
    }
    if (count > 0) {
        const std::vector<double> milliseconds = timed(PORTER_KERNEL, header, arguments, count);
        write(milliseconds.data(), milliseconds.size() * sizeof(double), output);
    }
    return std::fclose(output) ? 2 : 0;
}
