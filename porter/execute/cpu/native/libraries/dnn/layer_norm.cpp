// Normalisation of layers, of groups of channels, and by the root of the mean square.
#include "normalization.h"

namespace porter::dnn {

int layerNorm(Call call, const LayerNorm &norm, const Operand &x, const Operand &added, const Operand &weight,
              const Operand &bias, const Operand &y, const Operand &mean, const Operand &deviation) {
  const Tensor &tensor = x.tensor;
  const bool hasGroups = norm.groups > 0;
  call.needSameSizes(x, y);
  call.need(!added.data || added.tensor.sizes == tensor.sizes);
  call.need(norm.first >= 0 && norm.first < int64_t(tensor.sizes.size()) && norm.epsilon >= 0);
  call.need(!hasGroups || tensor.size(1) % norm.groups == 0);
  if (!call.isGood())
    return call.code();
  int64_t lists = hasGroups ? tensor.size(0) * norm.groups : 1;
  for (int64_t d = 0; !hasGroups && d < norm.first; ++d)
    lists *= tensor.sizes[d];
  const int64_t size = tensor.count() / lists;
  const int64_t factors = hasGroups ? tensor.size(1) : size;
  for (const Operand *each : {&weight, &bias})
    call.need(!each->data || each->tensor.count() == factors);
  for (const Operand *each : {&mean, &deviation})
    call.need(!each->data || each->tensor.count() == lists);
  return call.run([=] {
    auto values = read<double>(x);
    const auto more = added.data ? read<double>(added) : std::vector<double>();
    const auto scale = weight.data ? read<double>(weight) : std::vector<double>();
    const auto shift = bias.data ? read<double>(bias) : std::vector<double>();
    std::vector<double> means(lists), deviations(lists);
    for (int64_t list = 0; list < lists; ++list) {
      double *row = &values[list * size];
      for (int64_t i = 0; i < size; ++i) {
        row[i] += more.empty() ? 0 : more[list * size + i];
        means[list] += norm.keepsMean ? 0 : row[i] / double(size);
      }
      double variance = 0;
      for (int64_t i = 0; i < size; ++i)
        variance += (row[i] - means[list]) * (row[i] - means[list]) / double(size);
      deviations[list] = 1 / std::sqrt(variance + norm.epsilon);
      for (int64_t i = 0; i < size; ++i) {
        const int64_t factor = hasGroups ? (list * size + i) / tensor.inner() % factors : i;
        row[i] = (row[i] - means[list]) * deviations[list] * (scale.empty() ? 1 : scale[factor]) +
                 (shift.empty() ? 0 : shift[factor]);
      }
    }
    write(y, values);
    if (mean.data)
      write(mean, means);
    if (deviation.data)
      write(deviation, deviations);
  });
}

} // namespace porter::dnn
