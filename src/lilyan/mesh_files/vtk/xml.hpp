// As much of XML as VTK's files need, strictly: elements, attributes, character data, comments; no document types.
//
// Raw appended data makes a VTK file something that is no XML, so reading stops behind the opening tag of <AppendedData>.
#pragma once

#include <lilyan/core/platform/file_reader.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lilyan {

// Text inside an attribute.
std::string xml_escaped(std::string_view text);

struct XmlElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;  // entities resolved
  std::vector<XmlElement> children;
  std::uint32_t line = 0;                    // of the opening tag
  std::size_t text_begin = 0, text_end = 0;  // bytes of the file: the first character data that is not blank, as it stands
  std::uint32_t text_line = 0;

  const std::string* attribute(std::string_view name) const;  // nullptr where there is none
  const XmlElement* child(std::string_view name) const;       // the first of that name
};

struct XmlDocument {
  XmlElement root;
  std::size_t appended = 0;  // the byte behind the opening tag of <AppendedData>; 0 where there is none
};

XmlDocument read_xml(const TextFile& file);

}  // namespace lilyan
