// cuSOLVER's functions whose types are named at run time, and enumerations that HIP's libraries have not.
#include <cusolverDn.h>
#include <stdio.h>
#include <math.h>
#include <stdlib.h>

static void check(const char *what, bool holds) { printf("%s %s\n", holds ? "ok" : "WRONG", what); }

template <class T> struct precision;
template <> struct precision<float> { static constexpr cusolverPrecType_t of = CUSOLVER_R_32F; };
template <> struct precision<double> { static constexpr cusolverPrecType_t of = CUSOLVER_R_64F; };

cusolverIRSRefinement_t refinement(bool is_wanted) {
  return is_wanted ? CUSOLVER_IRS_REFINE_GMRES : CUSOLVER_IRS_REFINE_NONE;
}

struct Area {
  void *device = nullptr, *host = nullptr;
  size_t device_bytes = 0, host_bytes = 0;
  void make() {
    cudaMalloc(&device, device_bytes ? device_bytes : 1);
    host = malloc(host_bytes ? host_bytes : 1);
  }
};

int main() {
  check("numbers of precisions", precision<float>::of == 1204 && precision<double>::of == 1203);
  check("numbers of refinements", refinement(true) == 1104 && refinement(false) == 1101);

  cusolverDnHandle_t handle;
  cusolverDnParams_t params;
  cusolverDnCreate(&handle);
  cusolverDnCreateParams(&params);
  // eigenvalues 1, 3 and 10; the lower triangle says so alone
  const double symmetric[9] = {2, 1, 0, 99, 2, 0, 99, 99, 10};
  double *a, *w, *u, *v, values[3], first;
  int *info, state = -1;
  cudaMalloc(&a, sizeof symmetric);
  cudaMalloc(&w, 3 * sizeof *w);
  cudaMalloc(&u, 9 * sizeof *u);
  cudaMalloc(&v, 9 * sizeof *v);
  cudaMalloc(&info, sizeof *info);

  Area area;
  cudaMemcpy(a, symmetric, sizeof symmetric, cudaMemcpyHostToDevice);
  cusolverStatus_t status = cusolverDnXsyevd_bufferSize(
      handle, params, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 3, CUDA_R_64F, a, 3, CUDA_R_64F, w,
      CUDA_R_64F, &area.device_bytes, &area.host_bytes);
  area.make();
  check("the area of eigenvalues", status == CUSOLVER_STATUS_SUCCESS);
  status = cusolverDnXsyevd(handle, params, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 3, CUDA_R_64F, a,
                            3, CUDA_R_64F, w, CUDA_R_64F, area.device, area.device_bytes, area.host,
                            area.host_bytes, info);
  cudaMemcpy(values, w, sizeof values, cudaMemcpyDeviceToHost);
  cudaMemcpy(&state, info, sizeof state, cudaMemcpyDeviceToHost);
  cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
  check("eigenvalues", status == CUSOLVER_STATUS_SUCCESS && state == 0 && fabs(values[0] - 1) < 1e-12 &&
                           fabs(values[1] - 3) < 1e-12 && fabs(values[2] - 10) < 1e-12);
  check("eigenvectors", fabs(fabs(first) - sqrt(0.5)) < 1e-12);

  int64_t found = 0;
  double low = 2, high = 20;
  cudaMemcpy(a, symmetric, sizeof symmetric, cudaMemcpyHostToDevice);
  Area part;
  status = cusolverDnXsyevdx_bufferSize(handle, params, CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_RANGE_V,
                                        CUBLAS_FILL_MODE_LOWER, 3, CUDA_R_64F, a, 3, &low, &high, 0, 0, &found,
                                        CUDA_R_64F, w, CUDA_R_64F, &part.device_bytes, &part.host_bytes);
  part.make();
  check("the area of some", status == CUSOLVER_STATUS_SUCCESS);
  status = cusolverDnXsyevdx(handle, params, CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_RANGE_V,
                             CUBLAS_FILL_MODE_LOWER, 3, CUDA_R_64F, a, 3, &low, &high, 0, 0, &found, CUDA_R_64F,
                             w, CUDA_R_64F, part.device, part.device_bytes, part.host, part.host_bytes, info);
  cudaMemcpy(values, w, sizeof values, cudaMemcpyDeviceToHost);
  check("those between limits", status == CUSOLVER_STATUS_SUCCESS && found == 2 &&
                                    fabs(values[0] - 3) < 1e-12 && fabs(values[1] - 10) < 1e-12);

  const double wide[6] = {3, 0, 0, 0, 4, 0};  // 3 by 2
  cudaMemcpy(a, wide, sizeof wide, cudaMemcpyHostToDevice);
  Area svd;
  status = cusolverDnXgesvd_bufferSize(handle, params, 'S', 'S', 3, 2, CUDA_R_64F, a, 3, CUDA_R_64F, w,
                                       CUDA_R_64F, u, 3, CUDA_R_64F, v, 2, CUDA_R_64F, &svd.device_bytes,
                                       &svd.host_bytes);
  svd.make();
  check("the area of singular values", status == CUSOLVER_STATUS_SUCCESS);
  status = cusolverDnXgesvd(handle, params, 'S', 'S', 3, 2, CUDA_R_64F, a, 3, CUDA_R_64F, w, CUDA_R_64F, u, 3,
                            CUDA_R_64F, v, 2, CUDA_R_64F, svd.device, svd.device_bytes, svd.host,
                            svd.host_bytes, info);
  cudaMemcpy(values, w, 2 * sizeof *values, cudaMemcpyDeviceToHost);
  check("singular values", status == CUSOLVER_STATUS_SUCCESS && fabs(values[0] - 4) < 1e-12 &&
                               fabs(values[1] - 3) < 1e-12);
  status = cusolverDnXgesvd(handle, params, 'S', 'S', 3, 2, CUDA_R_64F, a, 3, CUDA_R_32F, w, CUDA_R_64F, u, 3,
                            CUDA_R_64F, v, 2, CUDA_R_64F, svd.device, svd.device_bytes, svd.host,
                            svd.host_bytes, info);
  check("types of two precisions are refused", status != CUSOLVER_STATUS_SUCCESS);
  return 0;
}
