// What checks learn from the host's side.
#pragma once

namespace porter::hip {

/// The program gave back what is no allocation, or is one no more.
void noteBadRelease(void *pointer);
/// The memory of a variable, which nobody gives back.
void noteVariable(void *pointer);
/// A function of the host ran on a stream, such as one of a vendor's library: it may have written anywhere.
void noteHostWork();

} // namespace porter::hip
