// hipRAND's names.
#include "generator.h"

namespace {
/// hiprandRngType_t.
const porter::rand::Vendor vendor{400, 401, 402, 403, 404, 405, 500, 501, 502, 503, 504, porter::rand::makeHipEngine};
constexpr int versionNumber = 201000; // hipRAND 2.10
} // namespace

#define NAME(function) hiprand##function
#include "names.h"

extern "C" {

int hiprandGenerateChar(void *generator, unsigned char *out, size_t n) { return small(generator, out, n); }
int hiprandGenerateShort(void *generator, unsigned short *out, size_t n) { return small(generator, out, n); }
}
