// The types of numbers that binary files hold, by the names that VTK's and PLY files give them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lilyan {

enum class NumberType : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64 };

std::optional<NumberType> vtk_xml_type(std::string_view name);     // "Float64"
std::optional<NumberType> vtk_legacy_type(std::string_view name);  // "double"
std::optional<NumberType> ply_type(std::string_view name);         // "double", "float64"
std::size_t size_of(NumberType type);                              // [bytes]
bool is_whole(NumberType type);

// Numbers from their bytes, of which there is a multiple of the type's size. Integers above the range become negative ones,
// which no index is.
double stored_real(const char* bytes, NumberType type, std::endian order);
std::int64_t stored_integer(const char* bytes, NumberType type, std::endian order);  // of a whole type
std::vector<double> stored_reals(std::string_view bytes, NumberType type, std::endian order);
std::vector<std::int64_t> stored_integers(std::string_view bytes, NumberType type, std::endian order);

}  // namespace lilyan
