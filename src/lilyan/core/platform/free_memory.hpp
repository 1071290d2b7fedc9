// How much memory there is to be had.
#pragma once

namespace lilyan {

// Bytes that can be had without swapping; unlimited where the system does not say.
double free_memory();

}  // namespace lilyan
