// The number types of VTK's files, by their names in XML and in legacy files.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lilyan {

enum class VtkType : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64 };

std::optional<VtkType> vtk_xml_type(std::string_view name);     // "Float64"
std::optional<VtkType> vtk_legacy_type(std::string_view name);  // "double"
std::size_t size_of(VtkType type);                              // [bytes]
bool is_whole(VtkType type);

// Numbers from their bytes, of which there is a multiple of the type's size. Integers above the range become negative ones,
// which no index is.
std::vector<double> vtk_reals(std::string_view bytes, VtkType type, std::endian order);
std::vector<std::int64_t> vtk_integers(std::string_view bytes, VtkType type, std::endian order);

}  // namespace lilyan
