// One container for everything that is computed once and used by many runs: named sections of bytes of one kind of model.
//
//   "LILYANMF" | length of the file (u64) | format (u32) | kind (text) | version of the kind (u32) | number of sections (u32)
//   | name (text), length (u64) of each section | the sections | checksum of all before (u64, core/bytes.hpp)
//
// A text is its length (u8) and its bytes. Numbers are as the processor stores them. A file appears whole or not at all. Reading
// trusts nothing: the checksum is compared before anything else is believed, every length is checked against the bytes that are
// there, and nothing is allocated that the file does not fill.
#pragma once

#include <lilyan/core/error.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lilyan {

// What a model is, and the newest version of it that this program knows.
struct ModelKind {
  std::string name;  // a word, at most 255 bytes
  std::uint32_t version = 1;
};

class ModelFile {
 public:
  explicit ModelFile(const ModelKind& kind) : kind_(kind.name), version_(kind.version) {}

  // The model in `bytes`, of this kind and of a version up to this one. `place` is what messages call the file. Throws InputError:
  //   model.foreign   it is no model file                model.kind      it is a model of another kind
  //   model.damaged   it is cut short, too long, or does not match its checksum
  //   model.version   its format or version is newer     model.content   its sections do not fit into it
  static ModelFile from_bytes(std::string bytes, const std::string& place, const ModelKind& kind);
  // Of one of several kinds.
  static ModelFile from_bytes(std::string bytes, const std::string& place, const std::vector<ModelKind>& kinds);
  std::string to_bytes() const;

  const std::string& kind() const { return kind_; }
  std::uint32_t version() const { return version_; }
  const std::string& place() const { return place_; }  // empty if it was not read

  // Names are words of at most 255 bytes, each used once.
  void add(const std::string& name, std::string_view bytes);
  bool has(std::string_view name) const;
  // Throws InputError (id "model.content") if there is none of that name.
  std::span<const char> section(std::string_view name) const;

  // For readers of sections: something in them makes no sense.
  [[noreturn]] void refuse(const std::string& what) const;
  Fault fault(const std::string& what) const;

 private:
  struct Section {
    std::string name;
    std::size_t begin, size;  // in contents_
  };
  const Section* find(std::string_view name) const;

  std::string kind_, place_;
  std::uint32_t version_ = 0;
  std::vector<Section> sections_;
  std::string contents_;
};

// Throws InputError (id "output.write") if it cannot be written; what was there before is then as it was.
void write_model_file(const std::filesystem::path& file, const ModelFile& model);

// Throws InputError as from_bytes, and if the file cannot be read or is larger than any model (id "model.missing").
ModelFile read_model_file(const std::filesystem::path& file, const ModelKind& kind);

// All bytes of a regular file. Throws InputError (id "model.missing").
std::string read_model_bytes(const std::filesystem::path& file);

}  // namespace lilyan
