#pragma once

#include <lilyan/meshing/mesh_surface.hpp>

namespace lilyan::test {

// What every meshed surface promises, whatever it was; the volume within `volume_error` of the expected one.
SurfaceMesh expect_good_mesh(const TriangleMesh& surface, double expected_volume, double volume_error = 0.02,
                             const SurfaceMeshSettings& settings = {});

}  // namespace lilyan::test
