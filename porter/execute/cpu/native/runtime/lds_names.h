// What reports say of places in LDS.
#pragma once

#include "json.h"

namespace porter {

/// Say where in LDS the byte at `offset` is: of the variable whose end or beginning is nearest.
JsonObject &describeLds(JsonObject &finding, uint32_t offset);

} // namespace porter
