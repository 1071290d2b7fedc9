#include <lilyan/scene/build/build_context.hpp>

#include <lilyan/core/schema.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace lilyan {

void ContentHash::add(std::string_view piece) {
  for (int shift = 0; shift < 64; shift += 8) add_byte(static_cast<unsigned char>(std::uint64_t{piece.size()} >> shift));
  for (char c : piece) add_byte(static_cast<unsigned char>(c));
}

bool BuildContext::is_faulty(const std::string& place) const {
  for (const Fault& fault : faults.faults())
    if (fault.place == place || fault.place.starts_with(place + "/")) return true;
  return false;
}

std::filesystem::path BuildContext::file(const Json& path) const { return folder / path.get<std::string>(); }

bool BuildContext::attempt(const std::string& place, const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const InputError& error) {
    for (const Fault& fault : error.faults())
      faults.add(fault.id, place, fault.place.empty() ? fault.message : fault.place + ": " + fault.message, fault.hint);
    return false;
  }
}

bool BuildContext::attempt_make(const std::string& place, const std::function<void()>& make) {
  try {
    make();
    return true;
  } catch (const InputError& error) {
    for (const Fault& fault : error.faults())
      faults.add(fault.id, fault.place.empty() ? place : join_path(place, fault.place), fault.message, fault.hint);
    return false;
  }
}

std::optional<Vec3> BuildContext::direction(const Json& value, const std::string& place) {
  const Vec3 vector = vec3_value(value);
  const double largest = vector.cwiseAbs().maxCoeff();
  if (largest > 0) return (vector / largest).normalized();  // scaled first, so that squares neither overflow nor vanish
  faults.add("scene.direction", place, "the zero vector has no direction", "for example [1, 0, 0]");
  return std::nullopt;
}

bool BuildContext::is_in_reach(const Vector& x, const std::string& place) {
  for (Index i = 0; i < x.size() / 3; ++i) {
    const Vec3 at = vertex(x, i);
    if (at.allFinite() && at.cwiseAbs().maxCoeff() <= kFarthest) continue;
    faults.add("scene.overflow", place,
               fmt::format("vertex {} is at [{:.4g}, {:.4g}, {:.4g}], which is not finite or beyond {:.4g} m", i, at[0], at[1],
                           at[2], kFarthest),
               "lengths are in metres");
    return false;
  }
  return true;
}

void BuildContext::hash(const Vector& numbers) {
  files.add({reinterpret_cast<const char*>(numbers.data()), static_cast<std::size_t>(numbers.size()) * sizeof(double)});
}

void BuildContext::hash(const std::vector<Index>& indices) {
  files.add({reinterpret_cast<const char*>(indices.data()), indices.size() * sizeof(Index)});
}

}  // namespace lilyan
