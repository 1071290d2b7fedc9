// Bodies for pictures in tests.
#pragma once

#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/skin.hpp>

#include <numbers>
#include <vector>

namespace lilyan::test {

inline Skin cube(const Vec3& center = Vec3::Zero(), double size = 1, Index cells = 2) {
  const TetMesh mesh = box(Vec3::Constant(size), {cells, cells, cells}, center, Split::five);
  return CellSkin(Cells{mesh.tets}).at(mesh.X);
}

// A field whose value at each vertex is value(position).
template <class Value>
void add_field(Skin& skin, const std::string& name, const Value& value) {
  MeshField field{name, 1, {}};
  for (Index i = 0; i < skin.vertices(); ++i) field.values.push_back(value(Vec3(vertex(skin.x, i))));
  skin.fields.push_back(field);
}

// A ball of radius 1 with `rings` rings of twice as many vertices.
inline Skin ball(int rings) {
  Skin skin;
  const int around = 2 * rings;
  skin.x.resize(3 * (rings - 1) * around + 6);
  Index next = 0;
  const auto put = [&](const Vec3& p) { vertex(skin.x, next++) = p; };
  for (int i = 1; i < rings; ++i)
    for (int j = 0; j < around; ++j) {
      const double polar = std::numbers::pi * i / rings, turn = 2 * std::numbers::pi * j / around;
      put({std::sin(polar) * std::sin(turn), std::cos(polar), std::sin(polar) * std::cos(turn)});
    }
  put({0, 1, 0});
  put({0, -1, 0});
  const auto at = [&](int i, int j) { return static_cast<Index>((i - 1) * around + j % around); };
  for (int j = 0; j < around; ++j) {
    skin.triangles.push_back({next - 2, at(1, j), at(1, j + 1)});
    for (int i = 1; i + 1 < rings; ++i) {
      skin.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      skin.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
    skin.triangles.push_back({next - 1, at(rings - 1, j + 1), at(rings - 1, j)});
  }
  return skin;
}

}  // namespace lilyan::test
