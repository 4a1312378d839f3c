// cuBLASLt's descriptors in memory of the program's own: cublasLtMatmulDescInit and its kin.
//
// hipBLASLt makes descriptors, and says of none what is in it. So each of these objects keeps one, from its Init to its
// end, and its address is that descriptor to every function of hipBLASLt.
#pragma once

#include <hipblaslt/hipblaslt.h>

#include <cstdint>

namespace porter {

/// A descriptor that is a local variable or a member in CUDA. It cannot be copied: hipBLASLt copies none.
template <typename Handle, hipblasStatus_t (*Destroy)(const Handle)>
class kept_descriptor {
 public:
  /// What the address of one is: a descriptor of hipBLASLt's, and the object for its Init.
  class address {
   public:
    explicit address(kept_descriptor& kept) : kept_(kept) {}
    operator Handle() const { return kept_.handle_; }
    /// Where a new descriptor goes; an older one ends.
    Handle* renewed() const {
      kept_.end();
      return &kept_.handle_;
    }

   private:
    kept_descriptor& kept_;
  };

  kept_descriptor() = default;
  kept_descriptor(const kept_descriptor&) = delete;
  kept_descriptor& operator=(const kept_descriptor&) = delete;
  ~kept_descriptor() { end(); }

  address operator&() { return address(*this); }

 private:
  void end() {
    if (handle_ != nullptr) Destroy(handle_);
    handle_ = nullptr;
  }

  Handle handle_ = nullptr;
};

using matmul_desc = kept_descriptor<hipblasLtMatmulDesc_t, hipblasLtMatmulDescDestroy>;
using matrix_layout = kept_descriptor<hipblasLtMatrixLayout_t, hipblasLtMatrixLayoutDestroy>;
using matmul_preference = kept_descriptor<hipblasLtMatmulPreference_t, hipblasLtMatmulPreferenceDestroy>;

inline hipblasStatus_t matmul_desc_init(const matmul_desc::address& desc, hipblasComputeType_t computed,
                                        hipDataType scale) {
  return hipblasLtMatmulDescCreate(desc.renewed(), computed, scale);
}

inline hipblasStatus_t matrix_layout_init(const matrix_layout::address& layout, hipDataType type,
                                          std::uint64_t rows, std::uint64_t columns,
                                          std::int64_t leading) {
  return hipblasLtMatrixLayoutCreate(layout.renewed(), type, rows, columns, leading);
}

inline hipblasStatus_t matmul_preference_init(const matmul_preference::address& preference) {
  return hipblasLtMatmulPreferenceCreate(preference.renewed());
}

}  // namespace porter
