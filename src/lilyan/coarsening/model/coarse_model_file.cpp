#include <lilyan/coarsening/model/coarse_model_file.hpp>

#include <lilyan/core/bytes.hpp>
#include <lilyan/reduction/model_sections.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace lilyan {

namespace {

// The numbers that say how the model was made and what it is of.
template <class Archive>
void pass_form(Archive& archive, std::uint32_t version, CoarseModel& model, std::uint32_t& corners) {
  CoarseningCounts& counts = model.counts;
  bool is_pinned = model.support == ProbeSupport::pinned;
  archive(corners, model.method, is_pinned, model.fine.cells, model.fine.source);
  archive(counts.dropped_cells, counts.dropped_vertices, counts.nested, counts.hardly_filled, counts.ill_conditioned,
          counts.least_fill, counts.largest_condition);
  if (version >= 2) archive(counts.bounded, counts.steadied);
  model.support = is_pinned ? ProbeSupport::pinned : ProbeSupport::free;
}

template <class Archive>
void pass_frozen(Archive& archive, FrozenCell& frozen) {
  archive(frozen.cell, frozen.components[0], frozen.components[1], frozen.components[2], frozen.axis, frozen.position);
}

template <class Cell>
void append_corners(const std::vector<Cell>& cells, std::vector<Index>& corners) {
  for (const Cell& cell : cells) corners.insert(corners.end(), cell.begin(), cell.end());
}

template <class Cell>
std::vector<Cell> cells_from(const std::vector<Index>& corners) {
  std::vector<Cell> cells(corners.size() / std::tuple_size_v<Cell>);
  for (std::size_t e = 0; e < cells.size(); ++e)
    std::copy_n(corners.begin() + static_cast<std::ptrdiff_t>(e * cells[e].size()), cells[e].size(), cells[e].begin());
  return cells;
}

// Matrices of one size after each other.
void add_matrices(ModelFile& file, const std::string& name, const std::vector<Eigen::MatrixXd>& matrices) {
  std::vector<double> all;
  for (const Eigen::MatrixXd& matrix : matrices) all.insert(all.end(), matrix.data(), matrix.data() + matrix.size());
  add_numbers(file, name, all.data(), static_cast<Eigen::Index>(all.size()));
}

std::vector<Eigen::MatrixXd> matrices_of(const ModelFile& file, const std::string& name, std::size_t count, Eigen::Index rows,
                                         Eigen::Index columns) {
  const Vector all = numbers_of(file, name, static_cast<std::int64_t>(count) * rows * columns);
  std::vector<Eigen::MatrixXd> matrices;
  for (std::size_t k = 0; k < count; ++k)
    matrices.emplace_back(all.segment(static_cast<Eigen::Index>(k) * rows * columns, rows * columns).reshaped(rows, columns));
  return matrices;
}

void add_detail(ModelFile& file, const FineDetail& detail) {
  std::vector<Index> vertices, ends, probed;
  std::vector<Eigen::MatrixXd> amplitudes, rigid;
  for (std::size_t q = 0; q < detail.cells.size(); ++q) {
    const FineDetail::Cell& cell = detail.cells[q];
    vertices.insert(vertices.end(), cell.vertices.begin(), cell.vertices.end());
    ends.push_back(static_cast<Index>(vertices.size()));
    if (cell.amplitudes.size() == 0) continue;
    probed.push_back(static_cast<Index>(q));
    amplitudes.push_back(cell.amplitudes);
    rigid.push_back(cell.rigid);
  }
  add_indices(file, "shown vertices", vertices);
  add_indices(file, "ends of shown vertices", ends);
  add_indices(file, "probed cells", probed);
  add_matrices(file, "amplitudes", amplitudes);
  add_matrices(file, "rigid motions", rigid);
  add_numbers(file, "probes", detail.probes);
}

FineDetail detail_of(const ModelFile& file, const CoarseModel& model) {
  const std::vector<Index> shown = surface_vertices(model.fine);
  const auto count = static_cast<Eigen::Index>(shown.size());
  FineDetail detail;
  detail.X.resize(3 * count);
  for (Eigen::Index k = 0; k < count; ++k)
    vertex(detail.X, static_cast<Index>(k)) = vertex(model.fine.X, shown[static_cast<std::size_t>(k)]);
  const Vector probes = numbers_of(file, "probes");
  if (count == 0 || probes.size() % (3 * count) != 0)
    file.refuse(fmt::format("has {} numbers of probes for {} vertices of its surface", probes.size(), count));
  detail.probes = probes.reshaped(3 * count, probes.size() / (3 * count));

  const std::vector<Index> vertices = indices_of(file, "shown vertices", static_cast<Index>(count));
  const std::vector<Index> ends = indices_of(file, "ends of shown vertices", static_cast<Index>(vertices.size()) + 1);
  const auto cells = static_cast<std::size_t>(model.cells.count());
  if (ends.size() != cells || ends.back() != static_cast<Index>(vertices.size()) || !std::is_sorted(ends.begin(), ends.end()))
    file.refuse(fmt::format("the vertices that {} cells show are not divided among them", cells));
  detail.cells.resize(cells);
  Index begin = 0;
  for (std::size_t q = 0; q < cells; ++q) {
    detail.cells[q].vertices.assign(vertices.begin() + begin, vertices.begin() + ends[q]);
    if (std::adjacent_find(detail.cells[q].vertices.begin(), detail.cells[q].vertices.end(), std::greater_equal<>()) !=
        detail.cells[q].vertices.end())
      file.refuse(fmt::format("the vertices that cell {} shows do not ascend", q));
    begin = ends[q];
  }
  const std::vector<Index> probed = indices_of(file, "probed cells", static_cast<Index>(cells));
  const Eigen::Index size = model.stiffness.front().rows();
  std::vector<Eigen::MatrixXd> amplitudes = matrices_of(file, "amplitudes", probed.size(), detail.probes.cols(), size),
                               rigid = matrices_of(file, "rigid motions", probed.size(), 6, size);
  if (!probed.empty() && detail.probes.cols() == 0) file.refuse("has cells with probes and no probes");
  for (std::size_t k = 0; k < probed.size(); ++k) {
    FineDetail::Cell& cell = detail.cells[static_cast<std::size_t>(probed[k])];
    if (cell.amplitudes.size() > 0) file.refuse(fmt::format("cell {} has probes twice", probed[k]));
    cell.amplitudes = std::move(amplitudes[k]);
    cell.rigid = std::move(rigid[k]);
  }
  return detail;
}

void read_cells(const ModelFile& file, std::uint32_t corners, CoarseModel& model) {
  const std::vector<Index> all = indices_of(file, "cells", model.vertices());
  if ((corners != 3 && corners != 4 && corners != 5 && corners != 8) || all.empty())
    file.refuse("has no cells of a kind that coarse bodies are made of");
  const std::size_t per_cell = corners == 5 ? 4 : corners;
  if (all.size() % per_cell != 0) file.refuse(fmt::format("has {} corners of cells with {} each", all.size(), per_cell));
  const Vector thickness = numbers_of(file, "thickness");
  const std::size_t flat = corners == 3 || corners == 5 ? all.size() / per_cell : 0;
  if (static_cast<std::size_t>(thickness.size()) != flat || (flat > 0 && !(thickness.minCoeff() > 0)))
    file.refuse(fmt::format("has {} thicknesses for {} flat cells, or one that is not positive", thickness.size(), flat));
  const std::vector<double> thick(thickness.begin(), thickness.end());
  if (corners == 8) model.cells.hexes = cells_from<Hex>(all);
  if (corners == 5) model.cells.quads = cells_from<Quad>(all), model.cells.quad_thickness = thick;
  if (corners == 4) model.cells.tets = cells_from<Tet>(all);
  if (corners == 3) model.cells.triangles = cells_from<Triangle>(all), model.cells.thickness = thick;
}

// By which a kind of cell is told: its corners, of a quad 5, since tets have 4.
std::uint32_t corners_of(const Cells& cells) {
  if (!cells.hexes.empty()) return 8;
  if (!cells.quads.empty()) return 5;
  return cells.tets.empty() ? 3 : 4;
}

void read_stiffness(const ModelFile& file, CoarseModel& model) {
  const auto cells = static_cast<std::size_t>(model.cells.count());
  if (is_of_boxes(model.cells)) {
    const Eigen::Index size = model.dimension() == 3 ? 24 : 8;
    model.stiffness = matrices_of(file, "stiffness", cells, size, size);
    std::vector<BoxCell> boxes;
    try {
      boxes = boxes_of(model);
    } catch (const InputError& error) {
      file.refuse(error.faults().front().message);
    }
    for (Index e = 0; e < model.cells.count(); ++e)
      if (!std::ranges::equal(model.cells.vertices(e), boxes[static_cast<std::size_t>(e)].corners))
        file.refuse(fmt::format("the corners of cell {} are not in the order of a box", e));
  } else {
    for (const Eigen::MatrixXd& tensor : matrices_of(file, "stiffness", cells, 6, 6)) model.tensors.emplace_back(tensor);
    for (Index e = 0; e < model.cells.count(); ++e)
      if (!(volume(model.X, model.cells, e) > 0)) file.refuse(fmt::format("cell {} is flat or turned inside out", e));
  }
}

void read_fine(const ModelFile& file, FineShape& fine) {
  fine.mass = numbers_of(file, "fine masses");
  const Index vertices = fine.vertices();
  fine.X = numbers_of(file, "fine positions", 3 * std::int64_t{vertices});
  if (vertices == 0 || !(fine.mass.minCoeff() > 0)) file.refuse("a fine vertex has no mass, or there is none");
  fine.stiffness = numbers_of(file, "fine stiffness", vertices);
  if (!(fine.stiffness.minCoeff() > 0)) file.refuse("a fine vertex has no stiffness");
  fine.surface = triangles_of(file, "surface", vertices);
  if (fine.surface.empty()) file.refuse("has no surface to show");
  fine.sets = sets_of(file, "sets", vertices);
  fine.numbers = kept_numbers_of(file, "vertex numbers", vertices);
  fine.held.assign(3 * static_cast<std::size_t>(vertices), false);
  const std::vector<Index> held = indices_of(file, "held components", 3 * vertices);
  if (std::adjacent_find(held.begin(), held.end(), std::greater_equal<>()) != held.end())
    file.refuse("held components do not ascend");
  for (Index component : held) fine.held[static_cast<std::size_t>(component)] = true;
}

}  // namespace

ModelFile to_model_file(const CoarseModel& model) {
  ModelFile file(kCoarseModelKind);
  ByteWriter form, frozen;
  CoarseModel copy;  // archives pass what they write by reference
  copy.method = model.method;
  copy.support = model.support;
  copy.counts = model.counts;
  copy.fine.cells = model.fine.cells;
  copy.fine.source = model.fine.source;
  std::uint32_t corners = corners_of(model.cells);
  pass_form(form, kCoarseModelKind.version, copy, corners);
  for (FrozenCell cell : model.frozen) pass_frozen(frozen, cell);
  file.add("form", form.take());
  file.add("frozen cells", frozen.take());
  add_numbers(file, "positions", model.X);
  add_mass(file, model.mass);
  std::vector<Index> all;
  append_corners(model.cells.hexes, all);
  append_corners(model.cells.quads, all);
  append_corners(model.cells.tets, all);
  append_corners(model.cells.triangles, all);
  add_indices(file, "cells", all);
  const std::vector<double>& thickness = model.cells.quads.empty() ? model.cells.thickness : model.cells.quad_thickness;
  add_numbers(file, "thickness", thickness.data(), static_cast<Eigen::Index>(thickness.size()));
  add_numbers(file, "volumes", model.volume.data(), static_cast<Eigen::Index>(model.volume.size()));
  add_matrices(
      file, "stiffness",
      is_of_boxes(model.cells) ? model.stiffness : std::vector<Eigen::MatrixXd>(model.tensors.begin(), model.tensors.end()));
  add_numbers(file, "fine positions", model.fine.X);
  add_numbers(file, "fine masses", model.fine.mass);
  add_numbers(file, "fine stiffness", model.fine.stiffness);
  add_triangles(file, "surface", model.fine.surface);
  add_sets(file, "sets", model.fine.sets);
  add_kept_numbers(file, "vertex numbers", model.fine.numbers);
  std::vector<Index> held;
  for (std::size_t c = 0; c < model.fine.held.size(); ++c)
    if (model.fine.held[c]) held.push_back(static_cast<Index>(c));
  add_indices(file, "held components", held);
  add_indices(file, "cells of vertices", model.cell_of_vertex);
  if (is_of_boxes(model.cells)) add_detail(file, model.detail);
  return file;
}

CoarseModel coarse_model_of(const ModelFile& file) {
  CoarseModel model;
  std::uint32_t corners = 0;
  ByteReader form(file.section("form"), file.fault("section \"form\" ends too early"));
  pass_form(form, file.version(), model, corners);
  if (!form.at_end()) file.refuse("section \"form\" is too long");
  model.X = numbers_of(file, "positions");
  if (model.X.size() % 3 != 0)
    file.refuse(fmt::format("has {} coordinates of vertices, which are not three for each", model.X.size()));
  model.mass = mass_of(file, model.X.size() / 3);
  read_cells(file, corners, model);
  const Vector volumes = numbers_of(file, "volumes", model.cells.count());
  model.volume.assign(volumes.begin(), volumes.end());
  read_fine(file, model.fine);
  read_stiffness(file, model);
  model.cell_of_vertex = indices_of(file, "cells of vertices", model.cells.count());
  if (static_cast<Index>(model.cell_of_vertex.size()) != model.fine.vertices())
    file.refuse(fmt::format("{} of {} fine vertices have a cell", model.cell_of_vertex.size(), model.fine.vertices()));
  check_coarse_model(file, model);
  if (is_of_boxes(model.cells)) model.detail = detail_of(file, model);
  ByteReader frozen(file.section("frozen cells"), file.fault("section \"frozen cells\" ends too early"));
  while (!frozen.at_end()) {
    FrozenCell& cell = model.frozen.emplace_back();
    pass_frozen(frozen, cell);
    if (cell.cell < 0 || cell.cell >= model.cells.count() || cell.axis < 0 || cell.axis > 2 || !std::isfinite(cell.position))
      file.refuse(fmt::format("cell {} is said to be frozen, and there are {}", cell.cell, model.cells.count()));
  }
  return model;
}

}  // namespace lilyan
