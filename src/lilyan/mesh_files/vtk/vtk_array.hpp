// The numbers of a DataArray in VTK's XML files: as text, in base64 or appended, plain or compressed by zlib.
//
// Plain:       [size in bytes] data
// Compressed:  [blocks] [size of a block] [size of the last one, 0 = full] [compressed size of each block] blocks
// Brackets are integers of the file's header type. In base64 header and data may be one stream or two, one after the other.
#pragma once

#include <lilyan/mesh_files/scan/numbers.hpp>
#include <lilyan/mesh_files/vtk/xml.hpp>

#include <optional>

namespace lilyan {

class VtkArrays {
 public:
  // What the root element says about all arrays.
  VtkArrays(const TextFile& file, const XmlDocument& document);

  // The values of an array, exactly `count` of them where that is known beforehand.
  std::vector<double> reals(const XmlElement& array, std::optional<std::uint64_t> count);
  std::vector<std::int64_t> integers(const XmlElement& array, std::optional<std::uint64_t> count);

  std::string place(const XmlElement& element) const;
  [[noreturn]] void fail(const XmlElement& element, std::string id, std::string message, std::string hint = {}) const;

 private:
  template <class Number, class Convert>
  std::vector<Number> values(const XmlElement& array, std::optional<std::uint64_t> count, const Convert& convert);
  template <class Number>
  std::vector<Number> ascii(const XmlElement& array, std::optional<std::uint64_t> count);
  std::string decoded(const XmlElement& array, std::size_t item, std::optional<std::uint64_t> count);
  std::string inflated(const XmlElement& array, class Payload& payload, std::size_t item, std::optional<std::uint64_t> count);
  void spend(const XmlElement& array, std::uint64_t items);
  void require_count(const XmlElement& array, std::uint64_t found, std::optional<std::uint64_t> count) const;

  const TextFile& file_;
  std::endian order_ = std::endian::little;
  std::size_t header_bytes_ = 4;
  bool compressed_ = false;
  std::size_t appended_begin_ = 0, appended_end_ = 0;
  bool appended_is_base64_ = false;
  std::uint64_t budget_;  // numbers that may still be held in memory
};

}  // namespace lilyan
