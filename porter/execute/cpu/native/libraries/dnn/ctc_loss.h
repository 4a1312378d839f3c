// Connectionist temporal classification: how unlikely a labelling is, and what would make it likelier.
#pragma once

#include "context.h"

namespace porter::dnn {

struct CtcLoss {
  /// What the scores of a program are, and what its gradients are of.
  enum Scores {
    Activations,     ///< softmax makes probabilities of them
    Probabilities,   ///< cuDNN: after softmax, and gradients of what is before it
    LogProbabilities ///< MIOpen: logarithms, and gradients of the probabilities themselves
  };

  DataType computeType = DataType::None;
  int codeOfType = 0; ///< the vendor's
  Scores scores = Activations;
  int blank = 0;
  bool keepsGradients = false; ///< what is there of members whose labels do not fit stays; else it becomes 0
  int longest = 255;           ///< of labels
};

/// The labels of a batch, one list after the other.
struct CtcLabels {
  const int *labels, *lengths, *times;
};

/// Labels that lie in the host's memory are checked, and copied at once.
enum class CtcPlace { Host, Device };

/// Scores and gradients are by time, member and class; gradients without data are not wanted.
int ctcLoss(Call call, const CtcLoss &loss, const Operand &scores, const CtcLabels &labels, CtcPlace place,
            void *costs, const Operand &gradients);

} // namespace porter::dnn
