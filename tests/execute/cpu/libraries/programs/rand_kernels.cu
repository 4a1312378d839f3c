// The generators of curand_kernel.h: a line for each, its start, and sums FNV-1a of what it made, or numbers. On a GPU:
// nvcc -std=c++17 rand_kernels.cu -lcurand && ./a.out > rand_kernels.txt
#include <cuda_runtime.h>
#include <curand.h>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

#include <cstdio>
#include <type_traits>

using Wide = unsigned long long;

static Wide sumOf(const void *bytes, size_t n) {
  Wide sum = 14695981039346656037ull;
  for (size_t i = 0; i < n; ++i)
    sum = (sum ^ static_cast<const unsigned char *>(bytes)[i]) * 1099511628211ull;
  return sum;
}

constexpr int draws = 250, samples = 4;

/// What one thread draws from its generator, one kind after the other.
template <class Word> struct Drawn {
  Word words[draws], later[draws];
  float uniform[draws], normal[samples], logNormal[samples];
  double uniformDouble[draws], normalDouble[samples];
  unsigned poisson[samples];
};

template <class Word, class State> __device__ void draw(State &state, Drawn<Word> &drawn) {
  for (Word &word : drawn.words)
    word = curand(&state);
  skipahead(1003ull, &state);
  for (Word &word : drawn.later)
    word = curand(&state);
  for (float &number : drawn.uniform)
    number = curand_uniform(&state);
  for (double &number : drawn.uniformDouble)
    number = curand_uniform_double(&state);
  for (int i = 0; i < samples; ++i) {
    drawn.normal[i] = curand_normal(&state);
    drawn.logNormal[i] = curand_log_normal(&state, 0.5f, 0.25f);
    drawn.normalDouble[i] = curand_normal_double(&state);
    drawn.poisson[i] = curand_poisson(&state, 10);
  }
}

template <class Word> static void say(const char *what, Wide start, const Drawn<Word> &drawn) {
  printf("%s\t%llu\t%llu\t%llu\t%llu\t%llu", what, start, sumOf(drawn.words, sizeof drawn.words),
         sumOf(drawn.later, sizeof drawn.later), sumOf(drawn.uniform, sizeof drawn.uniform),
         sumOf(drawn.uniformDouble, sizeof drawn.uniformDouble));
  for (int i = 0; i < samples; ++i)
    printf("\t%.9g\t%.9g\t%.17g\t%u", drawn.normal[i], drawn.logNormal[i], drawn.normalDouble[i], drawn.poisson[i]);
  printf("\n");
}

constexpr int threads = 6;

/// A thread a seed, subsequence and offset, near and far.
template <class State> __global__ void pseudo(Drawn<unsigned> *drawn) {
  const Wide starts[threads][3] = {{0, 0, 0},     {1234, 0, 0},       {1234, 1, 0},
                                   {1234, 0, 77}, {~0ull, 65537, 13}, {1ull << 40, 1ull << 33, 1ull << 35}};
  const Wide *start = starts[threadIdx.x];
  State state;
  curand_init(start[0], start[1], start[2], &state);
  draw(state, drawn[threadIdx.x]);
}

/// A thread a dimension, each from a place of its own.
template <class State, class Word, class Vectors>
__global__ void quasi(Vectors *vectors, Word *constants, Drawn<Word> *drawn) {
  const int dimension = threadIdx.x;
  const unsigned offset = dimension * dimension * 1000003u;
  State state;
  if constexpr (std::is_same_v<State, curandStateSobol32_t> || std::is_same_v<State, curandStateSobol64_t>)
    curand_init(vectors[dimension], offset, &state);
  else
    curand_init(vectors[dimension], constants[dimension], offset, &state);
  draw(state, drawn[dimension]);
}

template <class Word, class Launch> static void run(const char *what, Launch launch) {
  Drawn<Word> *drawn;
  cudaMallocManaged(&drawn, threads * sizeof *drawn);
  launch(drawn);
  if (const cudaError_t error = cudaDeviceSynchronize())
    printf("%s: %s\n", what, cudaGetErrorName(error));
  for (int i = 0; i < threads; ++i)
    say(what, i, drawn[i]);
  cudaFree(drawn);
}

template <class T> static T *onDevice(const T *values) {
  T *copy;
  cudaMalloc(&copy, threads * sizeof *copy);
  cudaMemcpy(copy, values, threads * sizeof *copy, cudaMemcpyDefault);
  return copy;
}

template <class State, class Word, class Vectors>
static void runQuasi(const char *what, Vectors *vectors, const Word *constants) {
  Vectors *copied = onDevice(vectors);
  Word *scramble = onDevice(constants);
  run<Word>(what, [=](Drawn<Word> *drawn) { quasi<State><<<1, threads>>>(copied, scramble, drawn); });
}

constexpr int twisters = 3, rounds = 10, lanes = 256;

__global__ void twist(curandStateMtgp32 *states, unsigned *words, float *numbers) {
  curandStateMtgp32 &state = states[blockIdx.x];
  for (int i = 0; i < rounds; ++i)
    words[(blockIdx.x * rounds + i) * lanes + threadIdx.x] = curand(&state);
  numbers[blockIdx.x * lanes + threadIdx.x] = curand_uniform(&state);
}

static int twisted(Wide seed) {
  mtgp32_kernel_params_t *parameters;
  curandStateMtgp32 *states;
  unsigned *words;
  float *numbers;
  cudaMalloc(&parameters, sizeof *parameters);
  cudaMalloc(&states, twisters * sizeof *states);
  cudaMallocManaged(&words, twisters * rounds * lanes * sizeof *words);
  cudaMallocManaged(&numbers, twisters * lanes * sizeof *numbers);
  if (curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, parameters) ||
      curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, parameters, twisters, seed))
    return 1;
  twist<<<twisters, lanes>>>(states, words, numbers);
  cudaDeviceSynchronize();
  printf("mtgp32\t%llu\t%llu\t%llu\n", seed, sumOf(words, twisters * rounds * lanes * sizeof *words),
         sumOf(numbers, twisters * lanes * sizeof *numbers));
  return 0;
}

int main() {
  run<unsigned>("xorwow", [](Drawn<unsigned> *drawn) { pseudo<curandStateXORWOW_t><<<1, threads>>>(drawn); });
  run<unsigned>("mrg32k3a", [](Drawn<unsigned> *drawn) { pseudo<curandStateMRG32k3a_t><<<1, threads>>>(drawn); });
  run<unsigned>("philox", [](Drawn<unsigned> *drawn) { pseudo<curandStatePhilox4_32_10_t><<<1, threads>>>(drawn); });

  curandDirectionVectors32_t *narrow;
  curandDirectionVectors64_t *wide;
  unsigned constants[threads];
  Wide wideConstants[threads];
  for (int i = 0; i < threads; ++i)
    wideConstants[i] = 0x9e3779b97f4a7c15ull * (i + 1), constants[i] = unsigned(wideConstants[i] >> 32);
  if (curandGetDirectionVectors32(&narrow, CURAND_DIRECTION_VECTORS_32_JOEKUO6) ||
      curandGetDirectionVectors64(&wide, CURAND_DIRECTION_VECTORS_64_JOEKUO6))
    return 1;
  runQuasi<curandStateSobol32_t>("sobol32", narrow, constants);
  runQuasi<curandStateScrambledSobol32_t>("scrambled32", narrow, constants);
  runQuasi<curandStateSobol64_t>("sobol64", wide, wideConstants);
  runQuasi<curandStateScrambledSobol64_t>("scrambled64", wide, wideConstants);
  return twisted(0) + twisted(1234) + twisted(0xdeadbeefcafe);
}
