#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/mesh_size.hpp>

#include <cassert>
#include <utility>

namespace lilyan {

namespace {

// A corner of a cell: bit 2 is one cell on along x, bit 1 along y, bit 0 along z.
using CellTet = std::array<int, 4>;

// A cell whose lowest corner has an even i + j + k. The middle tet takes the corners of even parity, so that every face is cut
// along the diagonal between vertices with even i + j + k, whichever of its two cells one looks from. With even cell counts the
// corners of the box then belong to several tets; cut the other way each would be a light vertex in one tet of its own, and the
// highest frequency of a bar with two cells across 12 % higher.
constexpr std::array<CellTet, 5> kEven = {{{0b111, 0b011, 0b110, 0b101},
                                           {0b001, 0b101, 0b000, 0b011},
                                           {0b010, 0b110, 0b011, 0b000},
                                           {0b100, 0b000, 0b101, 0b110},
                                           {0b000, 0b011, 0b101, 0b110}}};

// Paths along the cell's edges from corner 000 to 111, one for each order of the axes.
constexpr std::array<CellTet, 6> kKuhn = {{{0b000, 0b100, 0b110, 0b111},
                                           {0b000, 0b010, 0b011, 0b111},
                                           {0b000, 0b001, 0b101, 0b111},
                                           {0b000, 0b110, 0b010, 0b111},
                                           {0b000, 0b011, 0b001, 0b111},
                                           {0b000, 0b101, 0b100, 0b111}}};

void require_fitting(const std::array<Index, 3>& cells, int tets_a_cell) {
  // In double, where no product overflows.
  const double nx = cells[0], ny = cells[1], nz = cells[2];
  const double vertices = (nx + 1) * (ny + 1) * (nz + 1), tets = nx * ny * nz * tets_a_cell;
  if (const auto why = why_too_large(vertices, tets)) throw InputError(Fault{"mesh.too-large", "box", *why, "use fewer cells"});
}

// The vertices of the box, whose number is (i (ny+1) + j)(nz+1) + k.
struct BoxVertices {
  explicit BoxVertices(const std::array<Index, 3>& cells) : cells_(cells) {}

  Index index(Index i, Index j, Index k) const { return (i * (cells_[1] + 1) + j) * (cells_[2] + 1) + k; }

  Vector positions(const Vec3& size, const Vec3& center) const {
    const auto [nx, ny, nz] = cells_;
    Vector X(3 * (Eigen::Index{nx} + 1) * (ny + 1) * (nz + 1));
    for (Index i = 0; i <= nx; ++i)
      for (Index j = 0; j <= ny; ++j)
        for (Index k = 0; k <= nz; ++k) {
          const Vec3 fraction(double(i) / nx, double(j) / ny, double(k) / nz);
          vertex(X, index(i, j, k)) = center + size.cwiseProduct(fraction - Vec3::Constant(0.5));
        }
    return X;
  }

 private:
  std::array<Index, 3> cells_;
};

}  // namespace

TetMesh box(const Vec3& size, const std::array<Index, 3>& cells, const Vec3& center, Split split) {
  assert(size.minCoeff() > 0 && cells[0] > 0 && cells[1] > 0 && cells[2] > 0);
  const int tets_a_cell = split == Split::five ? 5 : 6;
  require_fitting(cells, tets_a_cell);
  const auto [nx, ny, nz] = cells;
  const BoxVertices vertices(cells);
  TetMesh mesh;
  mesh.X = vertices.positions(size, center);

  mesh.tets.reserve(std::size_t(nx) * std::size_t(ny) * std::size_t(nz) * std::size_t(tets_a_cell));
  for (Index i = 0; i < nx; ++i)
    for (Index j = 0; j < ny; ++j)
      for (Index k = 0; k < nz; ++k) {
        // An odd cell is the even one mirrored in all three axes, which turns tets inside out: two vertices are exchanged.
        const bool mirror = split == Split::five && (i + j + k) % 2 == 1;
        for (std::size_t t = 0; t < std::size_t(tets_a_cell); ++t) {
          const CellTet& corners = split == Split::five ? kEven[t] : kKuhn[t];
          Tet& tet = mesh.tets.emplace_back();
          for (std::size_t c = 0; c < 4; ++c) {
            const int corner = mirror ? 7 - corners[c] : corners[c];
            tet[c] = vertices.index(i + (corner >> 2 & 1), j + (corner >> 1 & 1), k + (corner & 1));
          }
          if (mirror) std::swap(tet[2], tet[3]);
        }
      }
  return mesh;
}

BodyMesh hex_box(const Vec3& size, const std::array<Index, 3>& cells, const Vec3& center) {
  assert(size.minCoeff() > 0 && cells[0] > 0 && cells[1] > 0 && cells[2] > 0);
  require_fitting(cells, 1);
  const auto [nx, ny, nz] = cells;
  const BoxVertices vertices(cells);
  BodyMesh mesh;
  mesh.X = vertices.positions(size, center);
  for (Index i = 0; i < nx; ++i)
    for (Index j = 0; j < ny; ++j)
      for (Index k = 0; k < nz; ++k) {
        auto corner = [&, i = i, j = j, k = k](Index di, Index dj, Index dk) { return vertices.index(i + di, j + dj, k + dk); };
        mesh.cells.hexes.push_back({corner(0, 0, 0), corner(1, 0, 0), corner(1, 1, 0), corner(0, 1, 0), corner(0, 0, 1),
                                    corner(1, 0, 1), corner(1, 1, 1), corner(0, 1, 1)});
      }
  return mesh;
}

}  // namespace lilyan
