// Normalisations: over the batch, and over what belongs together in a member of it.
#pragma once

#include "activation.h"

namespace porter::dnn {

/// The numbers of a batch normalisation: one for each channel, or for each element of a member.
struct Parameters {
  Operand scale, bias, mean, variance; ///< what is left out has no data
};

struct BatchNorm {
  int mode = 0; ///< of both vendors': 0 for each element of a member, else for each channel
  double epsilon = 0;
  int operation = 0; ///< cudnnBatchNormOps_t: alone, with an activation, with a sum before that
  Activation activation;
  Operand z;
};

int batchNormInference(Call call, const BatchNorm &norm, const Operand &x, const Operand &y, const Parameters &given,
                       const void *alpha, const void *beta);
/// `running` are means and variances that move by `share` towards the batch's; `saved` its mean and inverse deviation.
int batchNormTraining(Call call, const BatchNorm &norm, const Operand &x, const Operand &y, const Parameters &given,
                      double share, const Parameters &running, const Parameters &saved, const void *alpha,
                      const void *beta);

struct BatchNormGradients {
  Operand y, dy, dz, dx, scale, bias;
  const void *alphaOfData = nullptr, *betaOfData = nullptr, *alphaOfParameters = nullptr, *betaOfParameters = nullptr;
};
int batchNormBackward(Call call, const BatchNorm &norm, const Operand &x, const Parameters &given,
                      const Parameters &saved, const BatchNormGradients &gradients);

/// The tensor that a batch normalisation's numbers are.
Tensor parametersOf(const Tensor &x, int mode, Vendor vendor);

/// A normalisation of each list of `x` that follows `first` dimensions, or of groups of channels.
struct LayerNorm {
  int64_t first = 1, groups = 0; ///< no groups: lists
  double epsilon = 0;
  bool keepsMean = false; ///< divided by the root of the mean square alone
};
int layerNorm(Call call, const LayerNorm &norm, const Operand &x, const Operand &added, const Operand &weight,
              const Operand &bias, const Operand &y, const Operand &mean, const Operand &deviation);

/// Local response: an element beside those of the channels around it.
struct LocalResponse {
  int mode = 0; ///< of the vendor's
  bool isAcrossChannels = true;
  int64_t size = 5;
  double alpha = 1e-4, beta = 0.75, k = 2;
};
int localResponse(Call call, const LocalResponse &norm, const Operand &x, const Operand &y, const void *alpha,
                  const void *beta);
int localResponseBackward(Call call, const LocalResponse &norm, const Operand &dy, const Operand &x, const Operand &dx,
                          const void *alpha, const void *beta);

} // namespace porter::dnn
