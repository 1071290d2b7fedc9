// OpenBLAS starts a thread per core when it is loaded, long before main, and each of them takes 128 MiB of address space, or tries
// for ever where a limit forbids it. The program computes with threads of its own: OpenBLAS asks this function, which it exports
// and which a program may replace, how many threads the environment wants.
extern "C" int openblas_num_threads_env();
extern "C" int openblas_num_threads_env() { return 1; }
