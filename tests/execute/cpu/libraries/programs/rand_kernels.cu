// Quasi-random generators and Mersenne Twisters in kernels: a line for each, with sums of what they made.
#include <cuda_runtime.h>
#include <curand.h>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

#include <cstdio>
#include <type_traits>

static void say(const char *what, const void *bytes, size_t n) {
  unsigned long long sum = 14695981039346656037ull;
  for (size_t i = 0; i < n; ++i)
    sum = (sum ^ static_cast<const unsigned char *>(bytes)[i]) * 1099511628211ull;
  printf("%s %llu\n", what, sum);
}

constexpr int dimensions = 8, draws = 500, twisters = 4;

/// A thread for each dimension, from a place of its own in the sequence.
template <class State, class Word, class Vectors>
__global__ void quasi(Vectors *vectors, Word *constants, Word *words, float *numbers) {
  const int dimension = threadIdx.x;
  State state;
  if constexpr (std::is_same_v<State, curandStateSobol32_t> || std::is_same_v<State, curandStateSobol64_t>)
    curand_init(vectors[dimension], 100u * dimension, &state);
  else
    curand_init(vectors[dimension], constants[dimension], 100u * dimension, &state);
  for (int i = 0; i < draws; ++i)
    words[dimension * draws + i] = curand(&state);
  skipahead(3u, &state);
  for (int i = 0; i < draws; ++i)
    numbers[dimension * draws + i] = curand_uniform(&state);
}

template <class State, class Word, class Vectors> static void run(const char *what, Vectors *vectors, Word *constants) {
  Vectors *onDevice;
  Word *words, *scramble;
  float *numbers;
  cudaMalloc(&onDevice, dimensions * sizeof *onDevice);
  cudaMalloc(&scramble, dimensions * sizeof *scramble);
  cudaMallocManaged(&words, dimensions * draws * sizeof *words);
  cudaMallocManaged(&numbers, dimensions * draws * sizeof *numbers);
  cudaMemcpy(onDevice, vectors, dimensions * sizeof *onDevice, cudaMemcpyHostToDevice);
  cudaMemcpy(scramble, constants, dimensions * sizeof *scramble, cudaMemcpyHostToDevice);
  quasi<State><<<1, dimensions>>>(onDevice, scramble, words, numbers);
  cudaDeviceSynchronize();
  say(what, words, dimensions * draws * sizeof *words);
  say(what, numbers, dimensions * draws * sizeof *numbers);
}

__global__ void twist(curandStateMtgp32 *states, unsigned *words, float *numbers) {
  curandStateMtgp32 &state = states[blockIdx.x];
  for (int i = 0; i < 10; ++i) {
    words[(blockIdx.x * 10 + i) * blockDim.x + threadIdx.x] = curand(&state);
    __syncthreads();
  }
  numbers[blockIdx.x * blockDim.x + threadIdx.x] = curand_uniform(&state);
}

int main() {
  curandDirectionVectors32_t *narrow;
  curandDirectionVectors64_t *wide;
  unsigned constants[dimensions];
  unsigned long long wideConstants[dimensions];
  for (int i = 0; i < dimensions; ++i)
    wideConstants[i] = 0x9e3779b97f4a7c15ull * (i + 1), constants[i] = unsigned(wideConstants[i] >> 32);
  if (curandGetDirectionVectors32(&narrow, CURAND_DIRECTION_VECTORS_32_JOEKUO6) ||
      curandGetDirectionVectors64(&wide, CURAND_DIRECTION_VECTORS_64_JOEKUO6))
    return 1;
  run<curandStateSobol32_t>("sobol32", narrow, constants);
  run<curandStateScrambledSobol32_t>("scrambled32", narrow, constants);
  run<curandStateSobol64_t>("sobol64", wide, wideConstants);
  run<curandStateScrambledSobol64_t>("scrambled64", wide, wideConstants);

  mtgp32_kernel_params_t *parameters;
  curandStateMtgp32 *states;
  unsigned *words;
  float *numbers;
  cudaMalloc(&parameters, sizeof *parameters);
  cudaMalloc(&states, twisters * sizeof *states);
  cudaMallocManaged(&words, twisters * 10 * 256 * sizeof *words);
  cudaMallocManaged(&numbers, twisters * 256 * sizeof *numbers);
  if (curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, parameters) ||
      curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, parameters, twisters, 1234))
    return 2;
  twist<<<twisters, 256>>>(states, words, numbers);
  cudaDeviceSynchronize();
  say("mtgp32", words, twisters * 10 * 256 * sizeof *words);
  say("mtgp32", numbers, twisters * 256 * sizeof *numbers);
}
