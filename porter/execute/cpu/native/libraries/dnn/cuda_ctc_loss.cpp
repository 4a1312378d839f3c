// cuDNN's names of the loss. Source: cuDNN 9's cudnn_adv.h; labels are of at most 255 letters, as its guide says.
#include "cuda_dnn.h"

#include "ctc_loss.h"

using namespace porter::dnn;

namespace {

/// The descriptor's settings; `normalises` and `keeps` are the vendor's enumerators.
int set(void *descriptor, int type, int normalises, int keeps, int longest) {
  return change<CtcLoss>(vendor, descriptor, [=](CtcLoss &known) {
    known.codeOfType = type;
    known.computeType = typeOf(vendor, type);
    known.scores = normalises ? CtcLoss::Activations : CtcLoss::Probabilities;
    known.keepsGradients = keeps;
    known.longest = longest;
    return known.computeType != DataType::None && (normalises == 0 || normalises == 1) && (keeps == 0 || keeps == 1) &&
           longest >= 0 && longest <= CtcLoss().longest;
  });
}
int get(void *descriptor, int *type, int *normalises, int *keeps, int *longest) {
  return with<CtcLoss>(vendor, descriptor, [=](CtcLoss &known) {
    return tell(std::pair(type, known.codeOfType),
                std::pair(normalises, known.scores == CtcLoss::Activations ? 1 : 0),
                std::pair(keeps, known.keepsGradients), std::pair(longest, known.longest));
  });
}
int sizeOfWork(void *handle, int algorithm, void *descriptor, void *scores, size_t *bytes) {
  Call call(vendor, handle);
  call.object<CtcLoss>(descriptor);
  call.object<Tensor>(scores);
  call.fail(algorithm < 0 || algorithm > 1, Status::NotSupported);
  return call.isGood() ? noWork(vendor, bytes) : call.code();
}
int run(Call call, int algorithm, void *descriptor, void *scoresDescriptor, const void *scores,
        const CtcLabels &labels, CtcPlace place, void *costs, void *gradientsDescriptor, void *gradients) {
  const auto loss = call.object<CtcLoss>(descriptor);
  call.fail(algorithm < 0 || algorithm > 1, Status::NotSupported);
  const Operand from = call.operand(scoresDescriptor, scores);
  const Operand to = gradients ? call.operand(gradientsDescriptor, gradients) : Operand();
  return ctcLoss(call, loss, from, labels, place, costs, to);
}

} // namespace

extern "C" {

int cudnnCreateCTCLossDescriptor(void **descriptor) { return create<CtcLoss>(vendor, descriptor); }
int cudnnDestroyCTCLossDescriptor(void *descriptor) { return destroy<CtcLoss>(vendor, descriptor); }

int cudnnSetCTCLossDescriptor(void *descriptor, int type) { return set(descriptor, type, 0, 0, CtcLoss().longest); }
int cudnnSetCTCLossDescriptorEx(void *descriptor, int type, int normalises, int keeps) {
  return set(descriptor, type, normalises, keeps, CtcLoss().longest);
}
int cudnnSetCTCLossDescriptor_v8(void *descriptor, int type, int normalises, int keeps, int longest) {
  return set(descriptor, type, normalises, keeps, longest);
}
int cudnnSetCTCLossDescriptor_v9(void *descriptor, int type, int normalises, int keeps, int longest) {
  return set(descriptor, type, normalises, keeps, longest);
}
int cudnnGetCTCLossDescriptor(void *descriptor, int *type) {
  int other;
  return get(descriptor, type, &other, &other, &other);
}
int cudnnGetCTCLossDescriptorEx(void *descriptor, int *type, int *normalises, int *keeps) {
  int other;
  return get(descriptor, type, normalises, keeps, &other);
}
int cudnnGetCTCLossDescriptor_v8(void *descriptor, int *type, int *normalises, int *keeps, int *longest) {
  return get(descriptor, type, normalises, keeps, longest);
}
int cudnnGetCTCLossDescriptor_v9(void *descriptor, int *type, int *normalises, int *keeps, int *longest) {
  return get(descriptor, type, normalises, keeps, longest);
}

int cudnnGetCTCLossWorkspaceSize(void *handle, void *scores, void *, const int *, const int *, const int *,
                                 int algorithm, void *descriptor, size_t *bytes) {
  return sizeOfWork(handle, algorithm, descriptor, scores, bytes);
}
int cudnnGetCTCLossWorkspaceSize_v8(void *handle, int algorithm, void *descriptor, void *scores, void *,
                                    size_t *bytes) {
  return sizeOfWork(handle, algorithm, descriptor, scores, bytes);
}
int cudnnCTCLoss(void *handle, void *scoresDescriptor, const void *scores, const int *labels, const int *lengths,
                 const int *times, void *costs, void *gradientsDescriptor, void *gradients, int algorithm,
                 void *descriptor, void *, size_t) {
  return run(Call(vendor, handle), algorithm, descriptor, scoresDescriptor, scores, {labels, lengths, times},
             CtcPlace::Host, costs, gradientsDescriptor, gradients);
}
int cudnnCTCLoss_v8(void *handle, int algorithm, void *descriptor, void *scoresDescriptor, const void *scores,
                    const int *labels, const int *lengths, const int *times, void *costs, void *gradientsDescriptor,
                    void *gradients, size_t, void *) {
  return run(Call(vendor, handle), algorithm, descriptor, scoresDescriptor, scores, {labels, lengths, times},
             CtcPlace::Device, costs, gradientsDescriptor, gradients);
}
}
