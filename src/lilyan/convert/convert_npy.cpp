#include <lilyan/convert/convert_formats.hpp>
#include <lilyan/convert/surface_series.hpp>
#include <lilyan/core/platform/file_writer.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lilyan {

namespace {

// Arrays for numpy.load: NPY format 1.0, rows written one after the other.
//
//   "\x93NUMPY" 1 0 | header length (u16) | a Python dictionary, padded with spaces to a multiple of 64 bytes, newline | the
//   numbers

template <class Number>
constexpr const char* kNpyType = nullptr;
template <>
constexpr const char* kNpyType<double> = "<f8";
template <>
constexpr const char* kNpyType<std::int32_t> = "<i4";

static_assert(std::endian::native == std::endian::little, "bytes are written as they are in memory");

// All bytes before the numbers.
std::string npy_header(const char* type, const std::vector<std::size_t>& shape) {
  constexpr std::size_t kAlignment = 64, kPrefix = 10;  // bytes: the magic word, the version and the length
  // A tuple of one has its comma, too.
  std::string dictionary = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", type, fmt::join(shape, ", "),
                                       shape.size() == 1 ? "," : "");
  const std::size_t unpadded = kPrefix + dictionary.size() + 1;
  dictionary.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  dictionary += '\n';
  std::string header = "\x93NUMPY";
  header += {'\x01', '\x00', static_cast<char>(dictionary.size() & 0xff), static_cast<char>(dictionary.size() >> 8)};
  return header + dictionary;
}

template <class Number>
class NpyWriter {
 public:
  NpyWriter(const std::filesystem::path& file, const std::vector<std::size_t>& shape) : file_(file) {
    file_.write(npy_header(kNpyType<Number>, shape));
  }
  void write(std::span<const Number> numbers) { file_.write(numbers.data(), numbers.size_bytes()); }
  void commit() { file_.commit(); }  // once as many numbers are written as the shape says

 private:
  FileWriter file_;
};

constexpr std::array<std::string_view, 9> kFiles = {"positions.npy", "times.npy",          "tets.npy",
                                                    "hexes.npy",     "quads.npy",          "edges.npy",
                                                    "triangles.npy", "skin_positions.npy", "skin_triangles.npy"};

template <std::size_t kCorners>
void write_cells(const std::filesystem::path& file, const std::vector<std::array<Index, kCorners>>& cells) {
  NpyWriter<Index> writer(file, {cells.size(), kCorners});
  for (const auto& cell : cells) writer.write(cell);
  writer.commit();
}

std::span<const double> numbers(const Vector& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

}  // namespace

bool is_npy_output(std::string_view name) { return std::find(kFiles.begin(), kFiles.end(), name) != kFiles.end(); }

void convert_to_npy(Conversion& conversion) {
  const std::vector<RunFrame>& frames = conversion.frames;
  const bool has_skin = frames.front().skin.has_value();
  const std::size_t passes = has_skin ? 2 : 1;
  FolderWriter folder(conversion.out, [](const std::string& name) { return is_npy_output(name); });

  const VtkGrid first = read_vtk_grid(frames.front().body);
  const Cells cells = cells_of(first);
  const auto vertices = static_cast<std::size_t>(first.X.size() / 3);
  write_cells(folder.path() / "tets.npy", cells.tets);
  if (!cells.hexes.empty()) write_cells(folder.path() / "hexes.npy", cells.hexes);
  if (!cells.quads.empty()) write_cells(folder.path() / "quads.npy", cells.quads);
  if (!cells.edges.empty()) write_cells(folder.path() / "edges.npy", cells.edges);
  write_cells(folder.path() / "triangles.npy", surface(cells));

  NpyWriter<double> positions(folder.path() / "positions.npy", {frames.size(), vertices, 3});
  NpyWriter<double> times(folder.path() / "times.npy", {frames.size()});
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const VtkGrid grid = read_vtk_grid(frames[k].body);
    if (grid.X.size() != first.X.size() || cells_of(grid) != cells) throw_other_mesh({frames[k].t, frames[k].body, std::nullopt});
    positions.write(numbers(grid.X));
    times.write({&frames[k].t, 1});
    conversion.tell(k + 1, passes * frames.size());
  }
  positions.commit();
  times.commit();

  if (has_skin) {
    SkinSeries series(frames);
    write_cells(folder.path() / "skin_triangles.npy", series.triangles());
    NpyWriter<double> skin(folder.path() / "skin_positions.npy", {frames.size(), static_cast<std::size_t>(series.vertices()), 3});
    for (std::size_t k = 0; k < frames.size(); ++k) {
      skin.write(numbers(series.x(k)));
      conversion.tell(frames.size() + k + 1, passes * frames.size());
    }
    skin.commit();
  }
  folder.commit();
}

}  // namespace lilyan
