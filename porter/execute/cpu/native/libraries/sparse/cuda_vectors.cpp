// cuSPARSE's names for a dense matrix and a sparse vector.
namespace {
constexpr bool takesTransposes = true;
} // namespace
#define NAME(function) cusparse##function
#include "names_vectors.h"
