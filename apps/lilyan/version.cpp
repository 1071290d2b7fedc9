#include <apps/lilyan/version.hpp>

#include <fmt/format.h>

#include <Eigen/Core>

namespace lilyan::app {
namespace {

#ifdef __clang__
constexpr const char* kCompiler = "clang " __clang_version__;
#else
constexpr const char* kCompiler = "g++ " __VERSION__;
#endif

std::string processor() {
#if defined(__AVX512F__)
  return "AVX-512";
#elif defined(__AVX2__)
  return "AVX2";
#elif defined(__x86_64__)
  return "any x86-64";
#else
  return "any of its kind";
#endif
}

}  // namespace

std::string version_text() {
  return fmt::format(
      "lilyan {}\n"
      "  compiler       {}, {}\n"
      "  processor      {} (LILYAN_NATIVE={})\n"
      "  sanitizers     {}\n"
      "  Eigen          {}.{}.{}",
      LILYAN_VERSION, kCompiler, LILYAN_BUILD_TYPE, processor(), LILYAN_BUILT_NATIVE,
      std::string(LILYAN_BUILT_SANITIZE) == "ON" ? "address, undefined" : "none", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION,
      EIGEN_MINOR_VERSION);
}

}  // namespace lilyan::app
