// GLB, the binary form of glTF 2.0: a surface that moves by morph targets.
//
//   x(t) = x_0 + sum_k w_k(t) (x_k - x_0),   w_k(t_j) = [j = k], linear in between,   k = 1 ... n-1
//
// so that the file shows every frame as it was and straight lines between them. Normals follow in the same way. The file:
//
//   "glTF" 2 | length | JSON chunk, padded with spaces | binary chunk: triangles, x_0, normals_0, (x_k - x_0, normals_k -
//   normals_0)..., times, weights; everything in it is 4 bytes wide
//
// Obstacles are meshes of their own after that of the bodies; those that move do so in the same way, with the same weights.
//
// The JSON comes first and holds the bounds of every array: frames are read twice rather than kept.
#include <lilyan/convert/convert_formats.hpp>
#include <lilyan/convert/morph_targets.hpp>
#include <lilyan/convert/run_obstacles.hpp>
#include <lilyan/convert/surface_series.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_writer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <nlohmann/json.hpp>

namespace lilyan {

namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "bytes are written as they are in memory");

constexpr std::uint64_t kLargestGlb = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kLargeGlb = 200'000'000;  // [bytes] what browsers on small machines still like

// Numbers of the glTF specification.
enum : int { kFloat = 5126, kUnsignedInt = 5125, kVertices = 34962, kIndices = 34963 };

// Announces the arrays of the binary chunk in their order.
class Arrays {
 public:
  int add(const char* type, int component, std::size_t count, std::size_t numbers, int target = 0) {
    Json view = {{"buffer", 0}, {"byteOffset", size_}, {"byteLength", 4 * numbers}};
    if (target != 0) view["target"] = target;
    views.push_back(std::move(view));
    accessors.push_back({{"bufferView", views.size() - 1}, {"componentType", component}, {"count", count}, {"type", type}});
    size_ += 4 * numbers;
    return static_cast<int>(accessors.size()) - 1;
  }
  void bound(int accessor, const Json& lowest, const Json& highest) {
    accessors[static_cast<std::size_t>(accessor)]["min"] = lowest;
    accessors[static_cast<std::size_t>(accessor)]["max"] = highest;
  }
  std::uint64_t size() const { return size_; }

  Json views = Json::array(), accessors = Json::array();

 private:
  std::uint64_t size_ = 0;
};

struct Bounds {
  std::array<float, 3> lowest, highest;
};

Bounds bounds_of(const std::vector<float>& values) {
  Bounds bounds;
  bounds.lowest.fill(std::numeric_limits<float>::max());
  bounds.highest.fill(std::numeric_limits<float>::lowest());
  for (std::size_t i = 0; i < values.size(); ++i) {
    bounds.lowest[i % 3] = std::min(bounds.lowest[i % 3], values[i]);
    bounds.highest[i % 3] = std::max(bounds.highest[i % 3], values[i]);
  }
  return bounds;
}

// Seconds from the start of the animation.
std::vector<float> times_of(const Conversion& conversion) {
  std::vector<float> times;
  for (std::size_t k = 0; k < conversion.frames.size(); ++k) {
    const double t = conversion.fps ? static_cast<double>(k) / *conversion.fps : conversion.frames[k].t - conversion.frames[0].t;
    times.push_back(static_cast<float>(t));
    if (k > 0 && !(times[k] > times[k - 1])) {
      throw InputError({"convert.time", conversion.frames[k].body.string(),
                        fmt::format("t = {} s is not later than the frame before, in single precision", conversion.frames[k].t),
                        "give --fps, or take fewer frames with --every"});
    }
  }
  return times;
}

// A mesh of the file.
struct Part {
  std::string name;
  int material;  // of kMaterials
  MorphTargets shapes;
  std::vector<Bounds> bounds = {};  // of the shapes
};

struct Material {
  const char* name;
  std::array<double, 4> color;
  double roughness;
};
enum : int { kBodyMaterial, kObstacleMaterial };
constexpr std::array<Material, 2> kMaterials = {
    {{"body", {0.33, 0.55, 0.62, 1.0}, 0.55}, {"obstacle", {0.52, 0.51, 0.5, 1.0}, 0.8}}};

struct Description {
  Json json;
  std::uint64_t binary_size = 0;
};

// The mesh of a part, its arrays in the order in which they are written.
Json describe(const Part& part, Arrays& arrays) {
  const std::size_t vertices = part.shapes.vertices(), corners = 3 * part.shapes.surface().triangles().size();
  const int indices = arrays.add("SCALAR", kUnsignedInt, corners, corners, kIndices);
  Json attributes, targets = Json::array();
  for (std::size_t k = 0; k < part.shapes.shapes(); ++k) {
    const int x = arrays.add("VEC3", kFloat, vertices, 3 * vertices, kVertices);
    arrays.bound(x, part.bounds[k].lowest, part.bounds[k].highest);
    const int n = arrays.add("VEC3", kFloat, vertices, 3 * vertices, kVertices);
    const Json pair = {{"POSITION", x}, {"NORMAL", n}};
    if (k == 0) {
      attributes = pair;
    } else {
      targets.push_back(pair);
    }
  }
  Json primitive = {{"attributes", attributes}, {"indices", indices}, {"material", part.material}};
  Json mesh = {{"name", part.name}};
  if (!targets.empty()) {
    mesh["weights"] = std::vector<int>(targets.size(), 0);
    primitive["targets"] = std::move(targets);
  }
  mesh["primitives"] = Json::array({std::move(primitive)});
  return mesh;
}

Description describe(const std::vector<Part>& parts, const std::vector<float>& times) {
  const std::size_t frames = times.size();
  Arrays arrays;
  Json glb, meshes = Json::array(), nodes = Json::array(), numbers = Json::array(), channels = Json::array();
  for (std::size_t p = 0; p < parts.size(); ++p) {
    meshes.push_back(describe(parts[p], arrays));
    nodes.push_back({{"name", parts[p].name}, {"mesh", p}});
    numbers.push_back(p);
    if (parts[p].shapes.shapes() > 1) channels.push_back({{"sampler", 0}, {"target", {{"node", p}, {"path", "weights"}}}});
  }
  glb["asset"] = {{"version", "2.0"}, {"generator", "Lilyan"}};
  glb["scene"] = 0;
  glb["scenes"] = {{{"nodes", std::move(numbers)}}};
  glb["nodes"] = std::move(nodes);
  if (frames > 1) {
    const int input = arrays.add("SCALAR", kFloat, frames, frames);
    arrays.bound(input, {times.front()}, {times.back()});
    const int output = arrays.add("SCALAR", kFloat, frames * (frames - 1), frames * (frames - 1));
    glb["animations"] = {{{"name", "run"},
                          {"samplers", {{{"input", input}, {"interpolation", "LINEAR"}, {"output", output}}}},
                          {"channels", std::move(channels)}}};
  }
  glb["meshes"] = std::move(meshes);
  glb["materials"] = Json::array();
  for (int m = 0; m <= parts.back().material; ++m) {
    const Material& material = kMaterials[static_cast<std::size_t>(m)];
    glb["materials"].push_back(
        {{"name", material.name},
         {"doubleSided", true},
         {"pbrMetallicRoughness",
          {{"baseColorFactor", material.color}, {"metallicFactor", 0.0}, {"roughnessFactor", material.roughness}}}});
  }
  glb["buffers"] = {{{"byteLength", arrays.size()}}};
  glb["bufferViews"] = std::move(arrays.views);
  glb["accessors"] = std::move(arrays.accessors);
  return {std::move(glb), arrays.size()};
}

class GlbFile {
 public:
  GlbFile(const std::filesystem::path& file, const std::string& json, std::uint64_t binary_size) : file_(file) {
    word(0x46546C67);  // "glTF"
    word(2);
    word(size(json.size(), binary_size));
    word(padded(json.size()));
    word(0x4E4F534A);  // "JSON"
    file_.write(json + std::string(padded(json.size()) - json.size(), ' '));
    word(binary_size);
    word(0x004E4942);  // "BIN\0"
  }
  static std::uint64_t size(std::uint64_t json_size, std::uint64_t binary_size) {
    return 12 + 8 + padded(json_size) + 8 + binary_size;
  }

  template <class Numbers>
  void write(const Numbers& numbers) {
    file_.write(numbers.data(), numbers.size() * sizeof numbers[0]);
  }
  void commit() { file_.commit(); }

 private:
  static std::uint64_t padded(std::uint64_t size) { return (size + 3) / 4 * 4; }
  void word(std::uint64_t value) {
    const auto bits = static_cast<std::uint32_t>(value);
    file_.write(&bits, sizeof bits);
  }

  FileWriter file_;
};

void check_size(Conversion& conversion, std::uint64_t size) {
  const std::string text = fmt::format("{:.0f} MB with {} frames", static_cast<double>(size) / 1e6, conversion.frames.size());
  if (size > kLargestGlb) {
    throw InputError({"convert.size", conversion.out.string(), fmt::format("would have {}; a GLB file ends at 4295 MB", text),
                      fmt::format("take fewer frames with --every {}", size / kLargestGlb + 1)});
  }
  if (size > kLargeGlb)
    conversion.notes.push_back(fmt::format("{} has {}; --every makes it smaller", conversion.out.filename().string(), text));
}

std::string obstacle_name(const std::vector<ListedObstacle>& list, Index body) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const ListedObstacle& listed) { return listed.body == body; });
  return found == list.end() ? fmt::format("obstacle{}", body) : found->name;
}

std::vector<Part> parts_of(const Conversion& conversion, SkinSeries& series, ObstacleSeries& obstacles) {
  const std::size_t frames = series.frames();
  std::vector<Part> parts;
  parts.push_back(
      {"body", kBodyMaterial, MorphTargets([&](std::size_t k) { return series.x(k); }, series.triangles(), frames, true)});
  const std::vector<ListedObstacle> list = read_obstacle_list(conversion.run);
  for (std::size_t o = 0; o < obstacles.count(); ++o) {
    const auto x = [&obstacles, o](std::size_t k) { return obstacles.x(o, k); };
    parts.push_back({obstacle_name(list, obstacles.body(o)), kObstacleMaterial,
                     MorphTargets(x, obstacles.triangles(o), frames, obstacles.moves())});
  }
  return parts;
}

}  // namespace

void convert_to_glb(Conversion& conversion) {
  SkinSeries series(conversion.frames);
  ObstacleSeries obstacles(conversion.frames);
  std::vector<Part> parts = parts_of(conversion, series, obstacles);
  const std::vector<float> times = times_of(conversion);
  const std::size_t frames = series.frames();
  std::uint64_t least = 4 * std::uint64_t{frames} * (frames - 1);
  for (const Part& part : parts) least += 24 * std::uint64_t{part.shapes.shapes()} * part.shapes.vertices();
  if (least > kLargestGlb) check_size(conversion, least);  // before all frames are read for nothing

  for (std::size_t k = 0; k < frames; ++k) {
    for (Part& part : parts)
      if (k < part.shapes.shapes()) part.bounds.push_back(bounds_of(part.shapes.at(k).x));
    conversion.tell(k + 1, 2 * frames);
  }
  const Description description = describe(parts, times);
  const std::string json = description.json.dump();
  check_size(conversion, GlbFile::size(json.size(), description.binary_size));

  GlbFile file(conversion.out, json, description.binary_size);
  for (const Part& part : parts) {
    for (const Triangle& triangle : part.shapes.surface().triangles()) file.write(triangle);
    for (std::size_t k = 0; k < part.shapes.shapes(); ++k) {
      const MorphTargets::Shape shape = part.shapes.at(k);
      file.write(shape.x);
      file.write(shape.n);
      if (&part == parts.data()) conversion.tell(frames + k + 1, 2 * frames);
    }
  }
  if (frames > 1) {
    file.write(times);
    std::vector<float> weights(frames - 1, 0);
    for (std::size_t k = 0; k < frames; ++k) {
      if (k > 0) weights[k - 1] = 1;
      if (k > 1) weights[k - 2] = 0;
      file.write(weights);
    }
  }
  file.commit();
}

}  // namespace lilyan
