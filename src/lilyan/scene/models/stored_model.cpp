#include <lilyan/scene/models/stored_model.hpp>

#include <lilyan/dynamics/system.hpp>
#include <lilyan/reduction/changed_coordinates.hpp>
#include <lilyan/reduction/reduce_elasticity.hpp>
#include <lilyan/reduction/vega_files.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

constexpr double kSamePositions = 1e-12;  // of the size of the body
constexpr double kSameMass = 1e-9;        // of the mass of a vertex
constexpr double kOrthonormal = 1e-6;
constexpr double kSameStiffness = 1e-6;  // of the largest

// Reads what belongs to one body and throws what does not fit.
class ModelReader {
 public:
  ModelReader(const PlacedBody& placed, const System& system, BuildContext& context)
      : body_(placed.body), system_(system), context_(context) {}

  ReducedModel read_model(const std::filesystem::path& file) {
    file_ = file.string();
    ReducedModel model = reduced_model_of(ModelFile::from_bytes(bytes_of(file), file_, kReducedModelKind));
    check_vertices(model.X.size());
    check_positions(model.X);
    check_masses(model.mass);
    check_pins(model.basis.U);
    const Eigen::MatrixXd products = mass_products(model.basis.U, body_.mass);
    const double off = (products - Eigen::MatrixXd::Identity(model.size(), model.size())).cwiseAbs().maxCoeff();
    if (!(off <= kOrthonormal)) refuse(fmt::format("its columns are not orthonormal with the masses: {:.2g} off", off));
    return model;
  }

  ReducedModel read_cubic(const std::filesystem::path& coefficients, const std::filesystem::path& basis) {
    ReducedModel model{
        body_.mesh.X, body_.mass, {}, parse_cubic(bytes_of(coefficients), coefficients.string()), surface(body_.mesh.cells)};
    file_ = basis.string();
    model.basis.U = parse_dense_matrix(bytes_of(basis), file_);
    check_vertices(model.basis.U.rows());
    if (model.basis.size() != model.energy.size())
      refuse(fmt::format("has {} columns, and {} has the forces of {}", model.basis.size(), coefficients.string(),
                         model.energy.size()));
    check_pins(model.basis.U);
    make_orthonormal(model.basis.U, model.energy, body_.mass, kOrthonormal);
    model.basis.frequencies = natural_frequencies(model.energy);
    return model;
  }

  // The laws of the body are used for fields of the whole body, the energy of the model for its motion.
  void note_another_stiffness(const ReducedModel& model) {
    const BuiltMaterials& materials = body_.materials;
    const Eigen::MatrixXd A =
        reduce_linear(body_.mesh.X, body_.mesh.cells, materials.laws, materials.law_of_cell, model.basis.U).linear();
    const double off = (A - model.energy.linear()).cwiseAbs().maxCoeff() / A.cwiseAbs().maxCoeff();
    if (off > kSameStiffness)
      context_.notes.push_back(fmt::format(
          "the stiffness in {} is not that of the materials of \"{}\": {:.2g} % off; it moves with the stiffness in the "
          "file",
          file_, body_.name, 100 * off));
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError({"scene.reduce", file_, what,
                      fmt::format("give a model of \"{}\" as it is here, or let it be made: remove \"path\"", body_.name)});
  }

  std::string bytes_of(const std::filesystem::path& file) {
    std::string bytes = read_model_bytes(file);
    context_.files.add(bytes);
    return bytes;
  }

  // That the scene has for a vertex.
  Index number_of(Eigen::Index vertex) const { return body_.mesh.vertex_numbers.before(static_cast<Index>(vertex)); }

  void check_vertices(Eigen::Index components) const {
    if (components != body_.mesh.X.size())
      refuse(fmt::format("has {} components of displacements, and \"{}\" has {} vertices with 3 each", components, body_.name,
                         body_.mesh.vertices()));
  }

  void check_positions(const Vector& X) const {
    const auto own = body_.mesh.X.reshaped(3, body_.mesh.vertices());
    const double size = (own.rowwise().maxCoeff() - own.rowwise().minCoeff()).maxCoeff();
    Eigen::Index worst = 0;
    const double off = (X - body_.mesh.X).cwiseAbs().maxCoeff(&worst);
    if (!(off <= kSamePositions * size))
      refuse(fmt::format("its rest positions are not those of \"{}\": vertex {} is {:.3g} m off", body_.name, number_of(worst / 3),
                         off));
  }

  void check_masses(const Mass& mass) const {
    if (!mass.shared.empty()) refuse(fmt::format("its mass is consistent, and that of \"{}\" is lumped", body_.name));
    for (Index i = 0; i < body_.mesh.vertices(); ++i)
      if (!(std::abs(mass.vertex[i] - body_.mass[i]) <= kSameMass * body_.mass[i]))
        refuse(fmt::format("its masses are not those of \"{}\": vertex {} has {:.6g} kg, and {:.6g} kg here", body_.name,
                           number_of(i), mass.vertex[i], body_.mass[i]));
  }

  void check_pins(const Eigen::MatrixXd& U) const {
    for (Index c = 0; c < static_cast<Index>(U.rows()); ++c)
      if (system_.coordinates().is_held(c) && !U.row(c).isZero(0))
        refuse(fmt::format("its basis moves vertex {} along {}, which a pin of \"{}\" holds", number_of(c / 3), "xyz"[c % 3],
                           body_.name));
  }

  const BuiltBody& body_;
  const System& system_;
  BuildContext& context_;
  std::string file_;  // that faults speak of
};

}  // namespace

ModelSource model_source(const Json& reduce) {
  const std::string extension = std::filesystem::path(text_or(reduce, "path", "")).extension().string();
  if (extension == ".model") return ModelSource::model_file;
  return extension == ".cub" ? ModelSource::cubic_file : ModelSource::made;
}

ReducedModel read_stored_model(const Json& reduce, const PlacedBody& placed, const System& system, BuildContext& context) {
  ModelReader reader(placed, system, context);
  const std::filesystem::path file = context.file(reduce.at("path"));
  ReducedModel model = model_source(reduce) == ModelSource::model_file
                           ? reader.read_model(file)
                           : reader.read_cubic(file, context.file(reduce.at("basis_path")));
  reader.note_another_stiffness(model);
  return model;
}

}  // namespace lilyan
