// MIOpen's names of the loss. Source: miopen.h of ROCm 6.4, and src/ctc.cpp of its library for what it refuses.
#include "hip_dnn.h"

#include "ctc_loss.h"

using namespace porter::dnn;

namespace {

constexpr int anyLength = std::numeric_limits<int>::max() / 4;

/// Labels of a member, and how often a letter follows itself, need so many times.
bool fit(const CtcLabels &given, int64_t members) {
  const int *labels = given.labels;
  for (int64_t n = 0; n < members; labels += given.lengths[n++]) {
    int needed = given.lengths[n];
    for (int i = 1; i < given.lengths[n]; ++i)
      needed += labels[i] == labels[i - 1];
    if (given.lengths[n] < 0 || needed > given.times[n])
      return false;
  }
  return true;
}

} // namespace

extern "C" {

int miopenCreateCTCLossDescriptor(void **descriptor) {
  CtcLoss loss;
  loss.codeOfType = 1; // miopenFloat
  loss.computeType = DataType::R32F;
  loss.longest = anyLength;
  return create(vendor, descriptor, loss);
}
int miopenDestroyCTCLossDescriptor(void *descriptor) { return destroy<CtcLoss>(vendor, descriptor); }
int miopenSetCTCLossDescriptor(void *descriptor, int type, int blank, bool normalises) {
  return change<CtcLoss>(vendor, descriptor, [=](CtcLoss &known) {
    known.codeOfType = type;
    known.computeType = typeOf(vendor, type);
    known.blank = blank;
    known.scores = normalises ? CtcLoss::Activations : CtcLoss::LogProbabilities;
    return known.computeType == DataType::R32F;
  });
}
int miopenGetCTCLossDescriptor(void *descriptor, int *type, int *blank, bool *normalises) {
  return with<CtcLoss>(vendor, descriptor, [=](CtcLoss &known) {
    return tell(std::pair(type, known.codeOfType), std::pair(blank, known.blank),
                std::pair(normalises, known.scores == CtcLoss::Activations));
  });
}
int miopenGetCTCLossWorkspaceSize(void *handle, void *scores, void *gradients, const int *labels, const int *lengths,
                                  const int *times, int algorithm, void *descriptor, size_t *bytes) {
  Call call(vendor, handle);
  call.object<CtcLoss>(descriptor);
  const auto from = call.object<Tensor>(scores), to = call.object<Tensor>(gradients);
  call.need(from.sizes.size() == 3 && from.sizes == to.sizes && labels && lengths && times && algorithm == 0);
  call.need(call.isGood() && fit({labels, lengths, times}, from.size(1)));
  return call.isGood() ? noWork(vendor, bytes) : call.code();
}
int miopenCTCLoss(void *handle, void *scoresDescriptor, const void *scores, const int *labels, const int *lengths,
                  const int *times, void *losses, void *gradientsDescriptor, void *gradients, int algorithm,
                  void *descriptor, void *, size_t) {
  Call call(vendor, handle);
  auto loss = call.object<CtcLoss>(descriptor);
  const Operand from = call.operand(scoresDescriptor, scores), to = call.operand(gradientsDescriptor, gradients);
  loss.blank = std::clamp<int>(loss.blank, 0, int(from.tensor.size(2)) - 1); // as MIOpen's kernel does
  call.need(from.tensor.sizes.size() == 3 && labels && lengths && times && algorithm == 0);
  call.need(call.isGood() && fit({labels, lengths, times}, from.tensor.size(1)));
  return ctcLoss(call, loss, from, {labels, lengths, times}, CtcPlace::Host, losses, to);
}
}
