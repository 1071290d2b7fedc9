#include <lilyan/render/films/film_check.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>

namespace lilyan::render {

namespace {

struct Broken {
  std::string words;
};
[[noreturn]] void cut_short() { throw Broken{"ends in the middle"}; }

// Big-endian numbers at any place of a file, which throw where the file ends before.
class FilmBytes {
 public:
  explicit FilmBytes(const std::filesystem::path& file) : in_(file, std::ios::binary | std::ios::ate) {
    if (!in_) throw Broken{"cannot be read"};
    size_ = static_cast<std::uint64_t>(in_.tellg());
    if (size_ == 0) throw Broken{"is empty"};
  }

  std::uint64_t size() const { return size_; }

  std::uint64_t number(std::uint64_t at, unsigned bytes) {
    if (at > size_ || size_ - at < bytes) cut_short();
    if (at < place_ || at + bytes > place_ + window_.size()) look_at(at);
    std::uint64_t value = 0;
    for (std::uint64_t k = at - place_; k < at - place_ + bytes; ++k) value = value << 8 | static_cast<unsigned char>(window_[k]);
    return value;
  }

 private:
  void look_at(std::uint64_t at) {
    constexpr std::uint64_t kWindow = 1 << 16;
    window_.resize(std::min(kWindow, size_ - at));
    in_.seekg(static_cast<std::streamoff>(at));
    if (!in_.read(window_.data(), static_cast<std::streamsize>(window_.size()))) throw Broken{"cannot be read to its end"};
    place_ = at;
  }

  std::ifstream in_;
  std::string window_;
  std::uint64_t size_ = 0, place_ = 0;  // of the file; of the window in it
};

struct Piece {
  std::uint64_t id = 0, begin = 0, end = 0;  // of what it holds
};

constexpr std::uint64_t name(const char (&letters)[5]) {
  std::uint64_t id = 0;
  for (int k = 0; k < 4; ++k) id = id << 8 | static_cast<unsigned char>(letters[k]);
  return id;
}

// ISO/IEC 14496-12, 4.2: size (u32), type (u32), size (u64) where the first is 1; 0 means up to the end of the file.
Piece box_at(FilmBytes& bytes, std::uint64_t at, std::uint64_t end) {
  const std::uint64_t small = bytes.number(at, 4), id = bytes.number(at + 4, 4);
  const std::uint64_t size = small == 1 ? bytes.number(at + 8, 8) : small == 0 ? end - at : small, head = small == 1 ? 16 : 8;
  if (size < head || size > end - at) cut_short();
  return {id, at + head, at + size};
}

std::optional<Piece> box_in(FilmBytes& bytes, const Piece& outer, std::uint64_t id) {
  for (std::uint64_t at = outer.begin; at < outer.end;) {
    const Piece box = box_at(bytes, at, outer.end);
    if (box.id == id) return box;
    at = box.end;
  }
  return std::nullopt;
}

std::int64_t pictures_of_mp4(FilmBytes& bytes) {
  const Piece file = {0, 0, bytes.size()};
  for (std::uint64_t at = 0; at < file.end;) at = box_at(bytes, at, file.end).end;  // the file ends with a box
  std::optional<Piece> table = file;
  for (const std::uint64_t id : {name("moov"), name("trak"), name("mdia"), name("minf"), name("stbl"), name("stsz")})
    if (table) table = box_in(bytes, *table, id);
  const std::optional<Piece> data = box_in(bytes, file, name("mdat"));
  if (!table || !data) throw Broken{"has no pictures"};
  // version and flags, size of all samples or 0, count, sizes
  const std::uint64_t all = bytes.number(table->begin + 4, 4), samples = bytes.number(table->begin + 8, 4);
  std::uint64_t sum = all * samples;
  for (std::uint64_t k = 0; all == 0 && k < samples; ++k) {
    const std::uint64_t size = bytes.number(table->begin + 12 + 4 * k, 4);
    if (size == 0) throw Broken{"has an empty picture"};
    sum += size;
  }
  if (sum > data->end - data->begin) cut_short();
  return static_cast<std::int64_t>(samples);
}

// RFC 8794, 4: numbers whose length is the number of leading zero bits of the first byte, plus one.
struct Varint {
  std::uint64_t value = 0;
  unsigned length = 0;
};
Varint varint_at(FilmBytes& bytes, std::uint64_t at) {
  const std::uint64_t first = bytes.number(at, 1);
  unsigned length = 1;
  while (length <= 8 && (first & 0x100u >> length) == 0) ++length;
  if (length > 8) throw Broken{"is damaged"};
  return {bytes.number(at, length), length};
}

Piece element_at(FilmBytes& bytes, std::uint64_t at, std::uint64_t end) {
  const Varint id = varint_at(bytes, at), size = varint_at(bytes, at + id.length);
  const std::uint64_t value = size.value ^ std::uint64_t{1} << 7 * size.length, begin = at + id.length + size.length;
  const bool is_unknown =
      value == (std::uint64_t{1} << 7 * size.length) - 1;  // written before the length is known, and never filled in
  if (is_unknown || begin > end || value > end - begin) cut_short();
  return {id.value, begin, begin + value};
}

std::int64_t pictures_of_webm(FilmBytes& bytes) {
  constexpr std::uint64_t kHead = 0x1A45DFA3, kSegment = 0x18538067, kCluster = 0x1F43B675, kSimpleBlock = 0xA3, kBlockGroup = 0xA0;
  if (bytes.number(0, 4) != kHead) throw Broken{"is no WebM file"};
  std::int64_t pictures = 0;
  for (std::uint64_t at = 0; at < bytes.size();) {
    const Piece top = element_at(bytes, at, bytes.size());
    at = top.end;
    if (top.id != kSegment) continue;
    for (std::uint64_t inner = top.begin; inner < top.end;) {
      const Piece part = element_at(bytes, inner, top.end);
      inner = part.end;
      if (part.id != kCluster) continue;
      for (std::uint64_t block = part.begin; block < part.end;) {
        const Piece item = element_at(bytes, block, part.end);
        pictures += item.id == kSimpleBlock || item.id == kBlockGroup;
        block = item.end;
      }
    }
  }
  return pictures;
}

// Where the pieces of at most 255 bytes end that begin here, each after its length; the last one has length 0.
std::uint64_t end_of_pieces(FilmBytes& bytes, std::uint64_t at) {
  for (std::uint64_t length; (length = bytes.number(at, 1)) > 0;) at += 1 + length;
  return at + 1;
}

std::uint64_t colours(std::uint64_t flags) { return (flags & 0x80) != 0 ? std::uint64_t{3} << ((flags & 7) + 1) : 0; }  // [bytes]

std::int64_t pictures_of_gif(FilmBytes& bytes) {
  constexpr std::uint64_t kImage = 0x2c, kExtension = 0x21, kTrailer = 0x3b;
  if (bytes.number(0, 3) != 0x474946) throw Broken{"is no GIF file"};
  std::int64_t pictures = 0;
  for (std::uint64_t at = 13 + colours(bytes.number(10, 1));;) {
    switch (bytes.number(at, 1)) {
      case kImage:
        at = end_of_pieces(bytes, at + 10 + colours(bytes.number(at + 9, 1)) + 1);
        ++pictures;
        break;
      case kExtension: at = end_of_pieces(bytes, at + 2); break;
      case kTrailer:
        if (at + 1 != bytes.size()) throw Broken{"goes on behind its end"};
        return pictures;
      default: throw Broken{"is damaged"};
    }
  }
}

}  // namespace

FilmContent expected_content(const std::filesystem::path& film, std::int64_t pictures, double pictures_a_second) {
  constexpr double kMostOfGif = 50;  // [1/s]
  if (film.extension() != ".gif" || pictures_a_second <= kMostOfGif) return {pictures, pictures};
  return {std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(pictures) * kMostOfGif / pictures_a_second)),
          pictures};
}

std::string film_fault(const std::filesystem::path& file, const std::filesystem::path& format, const FilmContent& content) {
  try {
    FilmBytes bytes(file);
    const std::int64_t found = format == ".mp4"    ? pictures_of_mp4(bytes)
                               : format == ".webm" ? pictures_of_webm(bytes)
                                                   : pictures_of_gif(bytes);
    if (found >= content.fewest && found <= content.most) return {};
    return fmt::format("holds {} pictures instead of {}", found, content.most);
  } catch (const Broken& broken) {
    return broken.words;
  }
}

}  // namespace lilyan::render
