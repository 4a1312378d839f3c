// Variables of the running kernel's LDS, by the places of bytes.
#include "lds_names.h"

#include "current.h"

#include <algorithm>

namespace porter {

JsonObject &describeLds(JsonObject &finding, uint32_t offset) {
  const KernelEntry &kernel = *current.launch->request.kernel.entry;
  const LdsVariable *nearest = nullptr;
  auto distance = [&](const LdsVariable &variable) {
    const int64_t place = int64_t(int32_t(offset));
    return place < variable.offset ? variable.offset - place
                                   : std::max<int64_t>(0, place - variable.offset - variable.bytes + 1);
  };
  for (uint32_t i = 0; i < kernel.ldsVariableCount; ++i)
    if (!nearest || distance(kernel.ldsVariables[i]) < distance(*nearest))
      nearest = &kernel.ldsVariables[i];
  finding.text("memory", "LDS").raw("offset", std::to_string(int32_t(offset)));
  const uint32_t dynamic = current.launch->request.kernel.image->dynamicLdsOffset;
  const auto dynamicBytes = uint32_t(current.launch->request.dynamicLds);
  if (dynamicBytes && (!nearest || offset >= dynamic))
    return finding.raw("variable", JsonObject()
                                       .text("name", "dynamic LDS")
                                       .number("bytes", dynamicBytes)
                                       .raw("offset", std::to_string(int64_t(offset) - dynamic))
                                       .str());
  if (!nearest)
    return finding;
  return finding.raw("variable", JsonObject()
                                     .text("name", nearest->name)
                                     .number("bytes", nearest->bytes)
                                     .raw("offset", std::to_string(int64_t(int32_t(offset)) - nearest->offset))
                                     .str());
}

} // namespace porter
