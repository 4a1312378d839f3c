// Enumerations of CUDA's libraries that HIP's have not, with CUDA's numbers.
//
// No function of HIP's takes them. Headers that many files include name them all the same, in tables of
// types and functions that print or choose, and each of those files would not compile.
#pragma once

namespace porter {

// Iterative refinement (cusolver_common.h of CUDA 11 to 13).
enum solver_refinement {
  solver_refine_not_set = 1100,
  solver_refine_none,
  solver_refine_classical,
  solver_refine_classical_gmres,
  solver_refine_gmres,
  solver_refine_gmres_gmres,
  solver_refine_gmres_nopcond,
  solver_precision_dd = 1150,
  solver_precision_ss,
  solver_precision_sht,
};
enum solver_precision {
  solver_r_8i = 1201,
  solver_r_8u,
  solver_r_64f,
  solver_r_32f,
  solver_r_16f,
  solver_r_16bf,
  solver_r_tf32,
  solver_r_ap,
  solver_c_8i = 1211,
  solver_c_8u,
  solver_c_64f,
  solver_c_32f,
  solver_c_16f,
  solver_c_16bf,
  solver_c_tf32,
  solver_c_ap,
};

// Numbers put together of narrower ones on tensor cores (library_types.h and cublas_api.h of CUDA 13).
enum emulation_strategy { emulation_default, emulation_performant, emulation_eager };
enum emulation_mantissa { emulation_mantissa_dynamic, emulation_mantissa_fixed };
enum emulation_special_values {
  emulation_special_values_none = 0,
  emulation_special_values_infinity = 1,
  emulation_special_values_nan = 2,
  emulation_special_values_default = 0xffff,
};
enum blas_emulation_strategy { blas_emulation_default, blas_emulation_performant, blas_emulation_eager };

}  // namespace porter
