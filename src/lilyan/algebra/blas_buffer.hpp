// The buffers that BLAS wants for itself, taken at a moment when their lack can still be told.
//
// OpenBLAS maps 128 MiB of address space for each thread that multiplies matrices at the same time as others, and tries for ever
// where it does not get them (0.3.21, blas_memory_alloc).
#pragma once

namespace lilyan {

// Lets BLAS start no threads of its own, and takes a buffer for each of `threads` threads of ours, once per process; for one thread
// alone where there is no room for all. Returns how many there are. Throws InputError (id "algebra.memory") where the process's
// limits have no room for one.
int reserve_blas_buffers(int threads);

}  // namespace lilyan
