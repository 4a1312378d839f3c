// Forward and backward variables of Graves et al., "Connectionist Temporal Classification" (2006), as logarithms.
#include "ctc_loss.h"

#include <memory>
#include <numeric>

namespace porter::dnn {

namespace {

constexpr double never = -std::numeric_limits<double>::infinity();

double sum(double a, double b) {
  const double larger = std::max(a, b);
  return larger == never ? never : larger + std::log1p(std::exp(std::min(a, b) - larger));
}

/// One member of the batch: its scores as logarithms of probabilities, and its labels with blanks around each.
struct Member {
  int64_t times, classes;
  std::vector<double> logs; ///< by time and class
  std::vector<int> path;

  double log(int64_t t, int64_t s) const { return logs[t * classes + path[s]]; }
  /// Whether a path may leave out the blank before a place.
  bool skips(int64_t s) const { return s >= 2 && path[s] != path[s - 2] && path[s] != path[0]; }

  /// How likely it is to be at each place at each time; `towards` 1 from the start, -1 from the end.
  std::vector<double> likelihoods(int towards) const {
    const int64_t places = path.size(), first = towards > 0 ? 0 : places - 1;
    std::vector<double> made(times * places, never);
    for (int64_t i = 0; i < times; ++i) {
      const int64_t t = towards > 0 ? i : times - 1 - i;
      for (int64_t s = 0; s < places; ++s) {
        const auto before = [&](int64_t steps) {
          const int64_t from = s - towards * steps;
          return from < 0 || from >= places ? never : made[(t - towards) * places + from];
        };
        double all = never;
        if (i == 0)
          all = std::abs(s - first) <= 1 ? 0 : never;
        else
          all = sum(sum(before(0), before(1)), skips(towards > 0 ? s : s + 2) ? before(2) : never);
        made[t * places + s] = all + log(t, s);
      }
    }
    return made;
  }
};

/// Logarithms of a list's softmax, or of probabilities.
void makeLogs(CtcLoss::Scores scores, double *values, int64_t count) {
  if (scores == CtcLoss::LogProbabilities)
    return;
  double offset = 0;
  if (scores == CtcLoss::Activations) {
    const double largest = *std::max_element(values, values + count);
    for (int64_t i = 0; i < count; ++i)
      offset += std::exp(values[i] - largest);
    offset = largest + std::log(offset);
  }
  for (int64_t i = 0; i < count; ++i)
    values[i] = scores == CtcLoss::Activations ? values[i] - offset : std::log(values[i]);
}

/// The labels of a member with blanks; nothing where they cannot be labels.
std::vector<int> pathOf(const CtcLoss &loss, const int *labels, int64_t length, int64_t classes) {
  if (length < 0 || length > loss.longest)
    return {};
  std::vector<int> path{loss.blank};
  for (int64_t i = 0; i < length; ++i) {
    if (labels[i] < 0 || labels[i] >= classes)
      return {};
    path.insert(path.end(), {labels[i], loss.blank});
  }
  return path;
}

/// A member's cost, and its gradients by time and class where they are wanted.
double costOf(const Member &member, CtcLoss::Scores scores, std::vector<double> *gradients) {
  const int64_t places = member.path.size();
  if (member.times == 0 || places == 0)
    return places == 1 ? 0 : -never;
  const auto before = member.likelihoods(1);
  const double *last = &before[(member.times - 1) * places];
  const double all = places == 1 ? last[0] : sum(last[places - 1], last[places - 2]);
  if (!gradients || all == never)
    return -all;
  const auto behind = member.likelihoods(-1);
  std::vector<double> share(member.logs.size(), 0); // of paths that are in a class at a time
  for (int64_t t = 0; t < member.times; ++t)
    for (int64_t s = 0; s < places; ++s)
      share[t * member.classes + member.path[s]] +=
          std::exp(before[t * places + s] + behind[t * places + s] - member.log(t, s) - all);
  for (size_t i = 0; i < share.size(); ++i) {
    const double probability = std::exp(member.logs[i]);
    (*gradients)[i] = scores != CtcLoss::LogProbabilities ? probability - share[i]
                      : share[i] == 0                      ? 0
                                                           : -share[i] / probability;
  }
  return -all;
}

/// Whether lists from the host say what is possible.
bool areGood(const CtcLoss &loss, const CtcLabels &given, const Tensor &scores) {
  const int *labels = given.labels;
  for (int64_t n = 0; n < scores.size(1); ++n) {
    if (given.lengths[n] < 0 || given.lengths[n] > loss.longest || given.times[n] < 0 ||
        given.times[n] > scores.size(0) || pathOf(loss, labels, given.lengths[n], scores.size(2)).empty())
      return false;
    labels += given.lengths[n];
  }
  return true;
}

/// Copies of lists, which a program may change as soon as the call returns.
struct Copies {
  std::vector<int> labels, lengths, times;
  CtcLabels lists() const { return {labels.data(), lengths.data(), times.data()}; }
};

void compute(const CtcLoss &loss, const Operand &scores, const CtcLabels &given, float *costs,
             const Operand &gradients) {
  const int64_t times = scores.tensor.size(0), members = scores.tensor.size(1), classes = scores.tensor.size(2);
  const auto values = read<double>(scores);
  auto made = gradients.data ? read<double>(gradients) : std::vector<double>();
  const int *labels = given.labels;
  for (int64_t n = 0; n < members; ++n) {
    Member member{std::clamp<int64_t>(given.times[n], 0, times), classes, {}, {}};
    member.path = pathOf(loss, labels, given.lengths[n], classes);
    labels += std::clamp(given.lengths[n], 0, loss.longest);
    for (int64_t t = 0; t < member.times; ++t) {
      const double *row = &values[(t * members + n) * classes];
      member.logs.insert(member.logs.end(), row, row + classes);
      makeLogs(loss.scores, &member.logs[t * classes], classes);
    }
    std::vector<double> own(member.logs.size(), 0);
    const double cost = costOf(member, loss.scores, gradients.data ? &own : nullptr);
    costs[n] = float(cost);
    if (!gradients.data || (std::isinf(cost) && loss.keepsGradients))
      continue;
    for (int64_t t = 0; t < times; ++t)
      for (int64_t c = 0; c < classes; ++c)
        made[(t * members + n) * classes + c] = t < member.times ? own[t * classes + c] : 0;
  }
  if (gradients.data)
    write(gradients, made);
}

} // namespace

int ctcLoss(Call call, const CtcLoss &loss, const Operand &scores, const CtcLabels &labels, CtcPlace place,
            void *costs, const Operand &gradients) {
  call.need(scores.tensor.sizes.size() == 3 && costs && labels.lengths && labels.times);
  call.fail(loss.computeType != DataType::R32F || scores.tensor.type != DataType::R32F, Status::NotSupported);
  if (gradients.data) {
    call.needSameSizes(scores, gradients);
    call.fail(gradients.tensor.type != DataType::R32F, Status::NotSupported);
  }
  if (!call.isGood())
    return call.code();
  if (place == CtcPlace::Device) {
    call.need(labels.labels);
    return call.run([=] { compute(loss, scores, labels, static_cast<float *>(costs), gradients); });
  }
  const int64_t members = scores.tensor.size(1), all = std::accumulate(labels.lengths, labels.lengths + members, 0);
  call.need(labels.labels || all == 0);
  call.need(call.isGood() && areGood(loss, labels, scores.tensor));
  if (!call.isGood())
    return call.code();
  const Copies copies{std::vector<int>(labels.labels, labels.labels + all),
                      std::vector<int>(labels.lengths, labels.lengths + members),
                      std::vector<int>(labels.times, labels.times + members)};
  return call.run([=] { compute(loss, scores, copies.lists(), static_cast<float *>(costs), gradients); });
}

} // namespace porter::dnn
