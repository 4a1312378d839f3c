// What cuDNN has and the executor has not: a program learns it from the code, whatever it gives.
#include "cuda_dnn.h"

#define REFUSED(name)                                                                                                  \
  int cudnn##name() { return porter::dnn::codeOf(vendor, porter::dnn::Status::NotSupported); }

extern "C" {
REFUSED(CreateDropoutDescriptor)
REFUSED(DestroyDropoutDescriptor)
REFUSED(DropoutGetStatesSize)
REFUSED(DropoutGetReserveSpaceSize)
REFUSED(SetDropoutDescriptor)
REFUSED(RestoreDropoutDescriptor)
REFUSED(GetDropoutDescriptor)
REFUSED(DropoutForward)
REFUSED(DropoutBackward)
REFUSED(CreateRNNDescriptor)
REFUSED(DestroyRNNDescriptor)
REFUSED(SetRNNDescriptor_v8)
REFUSED(GetRNNTempSpaceSizes)
REFUSED(GetRNNWeightSpaceSize)
REFUSED(GetRNNWeightParams)
REFUSED(CreateRNNDataDescriptor)
REFUSED(DestroyRNNDataDescriptor)
REFUSED(SetRNNDataDescriptor)
REFUSED(RNNForward)
REFUSED(RNNBackwardData_v8)
REFUSED(RNNBackwardWeights_v8)
REFUSED(CreateAttnDescriptor)
REFUSED(CreateSeqDataDescriptor)
REFUSED(BackendCreateDescriptor)
REFUSED(BackendDestroyDescriptor)
REFUSED(BackendInitialize)
REFUSED(BackendFinalize)
REFUSED(BackendSetAttribute)
REFUSED(BackendGetAttribute)
REFUSED(BackendExecute)
}
