#include <lilyan/mesh/byte_scanner.hpp>
#include <lilyan/mesh/vtk_type.hpp>

#include <utility>

namespace lilyan {

namespace {

using enum VtkType;

constexpr std::pair<std::string_view, VtkType> kXmlTypes[] = {
    {"Int8", int8},     {"UInt8", uint8}, {"Int16", int16},   {"UInt16", uint16},   {"Int32", int32},
    {"UInt32", uint32}, {"Int64", int64}, {"UInt64", uint64}, {"Float32", float32}, {"Float64", float64}};

// vtkIdType is written as int; long has 8 bytes wherever these files are written today.
constexpr std::pair<std::string_view, VtkType> kLegacyTypes[] = {{"char", int8},
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

template <class List>
std::optional<VtkType> find(const List& list, std::string_view name) {
  for (const auto& [key, type] : list)
    if (key == name) return type;
  return std::nullopt;
}

template <class Stored, class Wanted>
std::vector<Wanted> convert(std::string_view bytes, std::endian order) {
  std::vector<Wanted> values(bytes.size() / sizeof(Stored));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<Wanted>(load<Stored>(bytes.data() + i * sizeof(Stored), order));
  return values;
}

}  // namespace

std::optional<VtkType> vtk_xml_type(std::string_view name) { return find(kXmlTypes, name); }

std::optional<VtkType> vtk_legacy_type(std::string_view name) { return find(kLegacyTypes, name); }

std::size_t size_of(VtkType type) {
  switch (type) {
    case int8:
    case uint8: return 1;
    case int16:
    case uint16: return 2;
    case int32:
    case uint32:
    case float32: return 4;
    default: return 8;
  }
}

bool is_whole(VtkType type) { return type != float32 && type != float64; }

std::vector<double> vtk_reals(std::string_view bytes, VtkType type, std::endian order) {
  switch (type) {
    case int8: return convert<std::int8_t, double>(bytes, order);
    case uint8: return convert<std::uint8_t, double>(bytes, order);
    case int16: return convert<std::int16_t, double>(bytes, order);
    case uint16: return convert<std::uint16_t, double>(bytes, order);
    case int32: return convert<std::int32_t, double>(bytes, order);
    case uint32: return convert<std::uint32_t, double>(bytes, order);
    case int64: return convert<std::int64_t, double>(bytes, order);
    case uint64: return convert<std::uint64_t, double>(bytes, order);
    case float32: return convert<float, double>(bytes, order);
    default: return convert<double, double>(bytes, order);
  }
}

std::vector<std::int64_t> vtk_integers(std::string_view bytes, VtkType type, std::endian order) {
  switch (type) {
    case int8: return convert<std::int8_t, std::int64_t>(bytes, order);
    case uint8: return convert<std::uint8_t, std::int64_t>(bytes, order);
    case int16: return convert<std::int16_t, std::int64_t>(bytes, order);
    case uint16: return convert<std::uint16_t, std::int64_t>(bytes, order);
    case int32: return convert<std::int32_t, std::int64_t>(bytes, order);
    case uint32: return convert<std::uint32_t, std::int64_t>(bytes, order);
    default: return convert<std::int64_t, std::int64_t>(bytes, order);
  }
}

}  // namespace lilyan
