// The functions that Python calls, each bound to one operator of the architecture that this build
// is for. Nothing is chosen here at run time but sizes.
#include <torch/extension.h>

#include "bindings/attention.h"
#include "bindings/gemm.h"
#include "bindings/mxfp4.h"
#include "bindings/quantize.h"
#include "bindings/rope3d.h"

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
    using namespace ac4k;
    using namespace ac4k::bindings;
    m.attr("__arch__") = AC4K_ARCH_NAME;
    m.attr("__backend__") = "rocm";
    m.def("quantize_fp8_tensor", &quantize_tensor);
    m.def("quantize_fp8_rows", &quantize_rows<kFloat8>);
    m.def("quantize_fp8_blocks", &quantize_blocks<kFloat8>);
    m.def("quantize_int8_rows", &quantize_rows<ScalarType::Char>);
    m.def("quantize_int8_blocks", &quantize_blocks<ScalarType::Char>);
    m.def("quantize_values", &quantize_values);
    m.def("rope3d", &rope3d);
    m.def("gemm_bf16", &gemm_bf16<impl::gemm>);
    m.def("gemm_fp8", &gemm_fp8<impl::gemm>);
    m.def("gemm_int8", &gemm_int8<impl::gemm>);
    m.def("attention_bf16", &attention_bf16<impl::attention>);
    m.def("attention_fp8", &attention_fp8<impl::attention>);
    m.def("attention_int8_fp8", &attention_int8_fp8<impl::attention>);
#if defined(AC4K_HAS_MXFP4)
    m.def("quantize_mxfp4", &quantize_mxfp4);
    m.def("attention_mxfp4", &attention_mxfp4);
#endif
#if defined(AC4K_HAS_NVFP4_ATTENTION)
    m.def("attention_nvfp4", &attention_nvfp4);
#endif
#if defined(AC4K_HAS_WGMMA)
    m.def("gemm_bf16_wgmma", &gemm_bf16<impl::gemm_wgmma>);
    m.def("gemm_fp8_wgmma", &gemm_fp8<impl::gemm_wgmma>);
    m.def("gemm_int8_wgmma", &gemm_int8<impl::gemm_wgmma>);
    m.def("attention_bf16_wgmma", &attention_bf16<impl::attention_wgmma>);
    m.def("attention_fp8_wgmma", &attention_fp8<impl::attention_wgmma>);
    m.def("attention_int8_fp8_wgmma", &attention_int8_fp8<impl::attention_wgmma>);
#endif
}
