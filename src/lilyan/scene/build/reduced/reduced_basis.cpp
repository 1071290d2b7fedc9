#include <lilyan/scene/build/reduced/reduction.hpp>

#include <lilyan/convert/run_frames.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/reduction/modal_basis.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

// Displacements of the body in the frames of a run, a column each. The run is of this body alone.
Eigen::MatrixXd snapshots(const std::filesystem::path& run, const PlacedBody& placed, BuildContext& context) {
  const Vector& X = placed.body.mesh.X;
  const std::vector<RunFrame> frames = list_frames(run);
  Eigen::MatrixXd displacements(X.size(), static_cast<Eigen::Index>(frames.size()));
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const Vector x = read_vtk_grid(frames[k].body).X;
    if (x.size() != X.size())
      throw InputError({"scene.reduce", frames[k].body.string(),
                        fmt::format("has {} vertices, and \"{}\" has {}", x.size() / 3, placed.body.name, X.size() / 3),
                        "give the folder of a run of this body alone"});
    context.hash(x);
    displacements.col(static_cast<Eigen::Index>(k)) = x - X;
  }
  return displacements;
}

}  // namespace

Basis build_basis(const Json& reduce, Index r, Shapes shapes, const System& system, const PlacedBody& placed,
                  BuildContext& context) {
  const Vector& X = placed.body.mesh.X;
  const std::string kind = text_or(reduce, "basis", "derivatives");
  if (kind == "pca") return mass_pca(system, X, snapshots(context.file(reduce.at("path")), placed, context), r);
  ModalBasisRequest request;
  request.size = request.modes = r;
  if (kind == "modes" || shapes == Shapes::fixed) return linear_modes_basis(system, X, request);
  request.modes = std::min(modes_behind(r), system.coordinates().size());
  return modal_basis(system, X, request);
}

}  // namespace lilyan
