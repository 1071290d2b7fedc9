// One small mesh in the forms of Gmsh's files: two tets, a physical volume with a name and one without, a surface and a point.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

namespace lilyan::test {

inline std::string gmsh_names() { return "$PhysicalNames\n2\n2 4 \"skin\"\n3 7 \"soft part\"\n$EndPhysicalNames\n"; }

inline std::string gmsh_2_ascii() {
  return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n" + gmsh_names() +
         "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1.25\n$EndNodes\n"
         "$Elements\n4\n1 15 2 3 1 5\n2 2 2 4 1 1 2 3\n3 4 2 7 1 1 2 3 4\n4 4 2 8 2 2 3 4 5\n$EndElements\n";
}

inline std::string gmsh_4_ascii() {
  return "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n" + gmsh_names() +
         "$Entities\n1 0 1 2\n1 1 1 1.25 1 3\n1 0 0 0 1 1 0 1 4 0\n1 0 0 0 1 1 1 1 7 1 1\n2 0 0 0 1 1 1.25 1 8 1 -1\n$EndEntities\n"
         "$Nodes\n2 5 1 5\n2 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0 1 0\n3 1 0 2\n4\n5\n0 0 1\n1 1 1.25\n$EndNodes\n"
         "$Elements\n4 4 1 4\n0 1 15 1\n1 5\n2 1 2 1\n2 1 2 3\n3 1 4 1\n3 1 2 3 4\n3 2 4 1\n4 2 3 4 5\n$EndElements\n";
}

// Bytes of a chosen order.
class BinaryText {
 public:
  explicit BinaryText(std::endian order) : order_(order) {}
  BinaryText& text(const std::string& more) {
    bytes_ += more;
    return *this;
  }
  template <class T, class... More>
  BinaryText& put(More... values) {
    (put_one(static_cast<T>(values)), ...);
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  template <class T>
  void put_one(T value) {
    std::string raw(reinterpret_cast<const char*>(&value), sizeof value);
    if (order_ != std::endian::native) std::reverse(raw.begin(), raw.end());
    bytes_ += raw;
  }
  std::endian order_;
  std::string bytes_;
};

inline std::string gmsh_2_binary(std::endian order) {
  using I = std::int32_t;
  BinaryText out(order);
  out.text("$MeshFormat\n2.2 1 8\n").put<I>(1).text("\n$EndMeshFormat\n" + gmsh_names() + "$Nodes\n5\n");
  out.put<I>(1).put<double>(0, 0, 0).put<I>(2).put<double>(1, 0, 0).put<I>(3).put<double>(0, 1, 0);
  out.put<I>(4).put<double>(0, 0, 1).put<I>(5).put<double>(1, 1, 1.25).text("\n$EndNodes\n$Elements\n4\n");
  out.put<I>(15, 1, 2, 1, 3, 1, 5).put<I>(2, 1, 2, 2, 4, 1, 1, 2, 3);
  out.put<I>(4, 2, 2, 3, 7, 1, 1, 2, 3, 4, 4, 8, 2, 2, 3, 4, 5).text("\n$EndElements\n");
  return out.bytes();
}

inline std::string gmsh_4_binary(std::endian order) {
  using I = std::int32_t;
  using S = std::uint64_t;
  BinaryText out(order);
  out.text("$MeshFormat\n4.1 1 8\n").put<I>(1).text("\n$EndMeshFormat\n" + gmsh_names() + "$Entities\n").put<S>(1, 0, 1, 2);
  out.put<I>(1).put<double>(1, 1, 1.25).put<S>(1).put<I>(3);
  out.put<I>(1).put<double>(0, 0, 0, 1, 1, 0).put<S>(1).put<I>(4).put<S>(0);
  out.put<I>(1).put<double>(0, 0, 0, 1, 1, 1).put<S>(1).put<I>(7).put<S>(1).put<I>(1);
  out.put<I>(2).put<double>(0, 0, 0, 1, 1, 1.25).put<S>(1).put<I>(8).put<S>(1).put<I>(-1).text("\n$EndEntities\n$Nodes\n");
  out.put<S>(2, 5, 1, 5).put<I>(2, 1, 0).put<S>(3, 1, 2, 3).put<double>(0, 0, 0, 1, 0, 0, 0, 1, 0);
  out.put<I>(3, 1, 0).put<S>(2, 4, 5).put<double>(0, 0, 1, 1, 1, 1.25).text("\n$EndNodes\n$Elements\n").put<S>(4, 4, 1, 4);
  out.put<I>(0, 1, 15).put<S>(1, 1, 5).put<I>(2, 1, 2).put<S>(1, 2, 1, 2, 3);
  out.put<I>(3, 1, 4).put<S>(1, 3, 1, 2, 3, 4).put<I>(3, 2, 4).put<S>(1, 4, 2, 3, 4, 5).text("\n$EndElements\n");
  return out.bytes();
}

}  // namespace lilyan::test
