// Surfaces that the tests mesh, generated; and the real ones where LILYAN_TEST_DATA says where they are.
#pragma once

#include <lilyan/mesh/triangle_mesh.hpp>

#include <functional>
#include <random>

namespace lilyan::test {

// A subdivided octahedron, each vertex at radius(direction), 8 * 4^levels triangles.
TriangleMesh star_surface(int levels, const std::function<double(const Vec3& direction)>& radius);

TriangleMesh sphere_surface(int levels, double radius = 1, const Vec3& center = Vec3::Zero());
TriangleMesh bumpy_sphere(int levels);
TriangleMesh torus_surface(double radius, double tube_radius, Index around, Index across);

// Each face of the box cut into n x n squares, vertices not shared between faces.
TriangleMesh box_surface(const Vec3& size, Index n);

// A flat square of n x n cells in the plane z = 0.
TriangleMesh sheet_surface(Index n);

TriangleMesh joined(const TriangleMesh& a, const TriangleMesh& b);
TriangleMesh turned_inside_out(TriangleMesh surface);

double enclosed_volume(const TriangleMesh& surface);

// Each coordinate between -reach and reach.
Vec3 random_point(std::mt19937& random, double reach);

}  // namespace lilyan::test
