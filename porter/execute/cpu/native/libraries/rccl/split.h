// Communicators, made anew or of a part of another's ranks.
#pragma once

#include "communicator.h"

namespace porter::rccl {

/// NCCL_SPLIT_NOCOLOR: a rank that is in no part.
constexpr int noColor = -1;

int create(void **handle, const std::string &name, int rank, int ranks, int device);

/// All ranks of a color get a communicator, in the order of their keys; `part` is written when all have said theirs.
int split(const Shared &communicator, int color, int key, void **part);

} // namespace porter::rccl
