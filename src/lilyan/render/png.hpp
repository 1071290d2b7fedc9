// Pictures as PNG files (ISO/IEC 15948): 8 bits a channel, without opacity where every pixel is opaque, compressed by zlib.
#pragma once

#include <lilyan/render/image.hpp>

#include <filesystem>
#include <string>

namespace lilyan::render {

std::string png_bytes(const Image& image);

// The file appears whole or not at all; throws InputError where it cannot be written.
void write_png(const std::filesystem::path& file, const Image& image);

}  // namespace lilyan::render
