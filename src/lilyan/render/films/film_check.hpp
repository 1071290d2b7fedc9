// Whether a film is whole: its container is read from end to end, without ffmpeg.
//
//   .mp4   boxes up to the end of the file, among them moov and mdat; as many samples as pictures (ISO/IEC 14496-12)
//   .webm  EBML elements of known length up to the end of the file; as many blocks as pictures (RFC 8794, RFC 9559)
//   .gif   blocks up to the trailer, which ends the file; as many images as pictures (GIF89a)
//
// It does not decode pictures: what an encoder makes of them is its own affair.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lilyan::render {

// What a film should hold. A GIF counts time in hundredths of a second: above 50 pictures a second some may be left out.
struct FilmContent {
  std::int64_t fewest = 0, most = 0;  // pictures
};
FilmContent expected_content(const std::filesystem::path& film, std::int64_t pictures, double pictures_a_second);

// What is wrong with the file, in words: "ends in the middle of its pictures"; empty where it is whole. `format` is the film's
// extension, which the file itself need not have.
std::string film_fault(const std::filesystem::path& file, const std::filesystem::path& format, const FilmContent& content);

}  // namespace lilyan::render
