// What MIOpen has and the executor has not: a program learns it from the code, whatever it gives.
#include "hip_dnn.h"

#define REFUSED(name)                                                                                                  \
  int miopen##name() { return porter::dnn::codeOf(vendor, porter::dnn::Status::NotSupported); }

extern "C" {
REFUSED(CreateDropoutDescriptor)
REFUSED(DestroyDropoutDescriptor)
REFUSED(DropoutGetReserveSpaceSize)
REFUSED(DropoutGetStatesSize)
REFUSED(GetDropoutDescriptor)
REFUSED(RestoreDropoutDescriptor)
REFUSED(SetDropoutDescriptor)
REFUSED(DropoutForward)
REFUSED(DropoutBackward)
REFUSED(CreateRNNDescriptor)
REFUSED(DestroyRNNDescriptor)
REFUSED(SetRNNDescriptor)
REFUSED(SetRNNDescriptor_V2)
REFUSED(GetRNNDescriptor)
REFUSED(GetRNNWorkspaceSize)
REFUSED(GetRNNTrainingReserveSize)
REFUSED(GetRNNParamsSize)
REFUSED(RNNForwardTraining)
REFUSED(RNNForwardInference)
REFUSED(RNNBackwardData)
REFUSED(RNNBackwardWeights)
REFUSED(CreateFusionPlan)
REFUSED(CreateOperatorArgs)
REFUSED(CreateConvProblem)
}
