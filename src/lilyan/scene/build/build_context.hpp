// What every part of the builder shares: where files lie, where faults go, and what the run depends on.
#pragma once

#include <lilyan/core/error.hpp>
#include <lilyan/core/vector.hpp>
#include <lilyan/scene/schema/json.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lilyan {

// A 64-bit FNV-1a hash of what a run depends on, to refuse resuming a run that has become another.
class ContentHash {
 public:
  // Adds a piece with its length, so that pieces cannot run into each other.
  void add(std::string_view piece);
  std::uint64_t value() const { return value_; }

 private:
  void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3u; }
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

struct BodyToCoarsen;
struct WantedModels;

struct BuildContext {
  std::filesystem::path folder;  // of the scene file; relative paths start here
  FaultList faults;
  ContentHash files;  // of everything read from files
  std::vector<std::string> notes;
  double reduction_bytes = 0;                         // the most memory that making the energy of a reduced body took
  WantedModels* models = nullptr;                     // where those of reduced bodies go; none: nobody wants them
  std::vector<BodyToCoarsen>* fine_bodies = nullptr;  // where what coarsening takes goes; likewise

  // True where a fault lies at `place` or below it.
  bool is_faulty(const std::string& place) const;

  // The file that a checked scene calls `path`.
  std::filesystem::path file(const Json& path) const;

  // Does `work`; an InputError becomes a fault of `place`, which stands before the error's own place (a file and line).
  // False where it failed.
  bool attempt(const std::string& place, const std::function<void()>& work);

  // The same for `make` of a registry entry: the error's own place is a parameter, a key below `place`.
  bool attempt_make(const std::string& place, const std::function<void()>& make);

  // The unit vector along a checked list of 3 numbers; none, with a fault, where it has no direction.
  std::optional<Vec3> direction(const Json& value, const std::string& place);

  // Whether all positions are finite and within kFarthest; else a fault of `place` names the first vertex that is not.
  bool is_in_reach(const Vector& x, const std::string& place);

  void hash(const Vector& numbers);
  void hash(const std::vector<Index>& indices);
};

}  // namespace lilyan
