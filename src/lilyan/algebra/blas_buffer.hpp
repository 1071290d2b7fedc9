// The buffer that BLAS wants for itself, taken at a moment when its lack can still be told.
//
// OpenBLAS maps 128 MiB of address space at the first product of matrices, and tries for ever where it does not get them
// (0.3.21, blas_memory_alloc). Compiled only with LILYAN_CHOLMOD.
#pragma once

namespace lilyan {

// Takes the buffer, once per process. Throws InputError (id "algebra.memory") where the process's limits have no room for it.
void reserve_blas_buffer();

}  // namespace lilyan
