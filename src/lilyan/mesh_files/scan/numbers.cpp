#include <lilyan/mesh_files/scan/numbers.hpp>

#include <lilyan/mesh_files/scan/byte_scanner.hpp>

#include <utility>

namespace lilyan {
namespace {

using enum NumberType;

constexpr std::pair<std::string_view, NumberType> kXmlTypes[] = {
    {"Int8", int8},     {"UInt8", uint8}, {"Int16", int16},   {"UInt16", uint16},   {"Int32", int32},
    {"UInt32", uint32}, {"Int64", int64}, {"UInt64", uint64}, {"Float32", float32}, {"Float64", float64}};

// vtkIdType is written as int; long has 8 bytes wherever these files are written today.
constexpr std::pair<std::string_view, NumberType> kLegacyTypes[] = {{"char", int8},
                                                                    {"signed_char", int8},
                                                                    {"unsigned_char", uint8},
                                                                    {"short", int16},
                                                                    {"unsigned_short", uint16},
                                                                    {"int", int32},
                                                                    {"unsigned_int", uint32},
                                                                    {"long", int64},
                                                                    {"unsigned_long", uint64},
                                                                    {"vtkidtype", int32},
                                                                    {"vtktypeint64", int64},
                                                                    {"vtktypeuint64", uint64},
                                                                    {"float", float32},
                                                                    {"double", float64}};

constexpr std::pair<std::string_view, NumberType> kPlyTypes[] = {
    {"char", int8},     {"uchar", uint8},    {"short", int16},     {"ushort", uint16},  {"int", int32},   {"uint", uint32},
    {"float", float32}, {"double", float64}, {"int8", int8},       {"uint8", uint8},    {"int16", int16}, {"uint16", uint16},
    {"int32", int32},   {"uint32", uint32},  {"float32", float32}, {"float64", float64}};

template <class List>
std::optional<NumberType> find(const List& list, std::string_view name) {
  for (const auto& [key, type] : list)
    if (key == name) return type;
  return std::nullopt;
}

// Calls `see` with a number of the type, of which only the type counts: the switch stands once.
template <class See>
auto with_type(NumberType type, const See& see) {
  switch (type) {
    case int8: return see(std::int8_t{});
    case uint8: return see(std::uint8_t{});
    case int16: return see(std::int16_t{});
    case uint16: return see(std::uint16_t{});
    case int32: return see(std::int32_t{});
    case uint32: return see(std::uint32_t{});
    case int64: return see(std::int64_t{});
    case uint64: return see(std::uint64_t{});
    case float32: return see(float{});
    default: return see(double{});
  }
}

template <class Wanted>
std::vector<Wanted> convert(std::string_view bytes, NumberType type, std::endian order) {
  return with_type(type, [&]<class Stored>(Stored) {
    std::vector<Wanted> values(bytes.size() / sizeof(Stored));
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<Wanted>(load<Stored>(bytes.data() + i * sizeof(Stored), order));
    return values;
  });
}

}  // namespace

std::optional<NumberType> vtk_xml_type(std::string_view name) { return find(kXmlTypes, name); }

std::optional<NumberType> vtk_legacy_type(std::string_view name) { return find(kLegacyTypes, name); }

std::optional<NumberType> ply_type(std::string_view name) { return find(kPlyTypes, name); }

std::size_t size_of(NumberType type) {
  return with_type(type, [](auto number) { return sizeof number; });
}

bool is_whole(NumberType type) { return type != float32 && type != float64; }

double stored_real(const char* bytes, NumberType type, std::endian order) {
  return with_type(type, [&]<class Stored>(Stored) { return static_cast<double>(load<Stored>(bytes, order)); });
}

std::int64_t stored_integer(const char* bytes, NumberType type, std::endian order) {
  if (!is_whole(type)) return -1;
  return with_type(type, [&]<class Stored>(Stored) { return static_cast<std::int64_t>(load<Stored>(bytes, order)); });
}

std::vector<double> stored_reals(std::string_view bytes, NumberType type, std::endian order) {
  return convert<double>(bytes, type, order);
}

std::vector<std::int64_t> stored_integers(std::string_view bytes, NumberType type, std::endian order) {
  if (!is_whole(type)) return {};
  return convert<std::int64_t>(bytes, type, order);
}

}  // namespace lilyan
