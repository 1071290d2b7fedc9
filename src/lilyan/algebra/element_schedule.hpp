// Cuts a list of elements into chunks and colours them, so that scattering into shared vertices is free of races and
// sums every vertex in one fixed order.
//
// Chunks of one colour share no vertex and may run at the same time; colours run one after the other, and the elements of a
// chunk in order. Whatever the number of threads, a vertex receives its contributions in the same order: the result is the same to
// the last bit.
#pragma once

#include <lilyan/core/vector.hpp>

#include <functional>
#include <span>
#include <vector>

namespace lilyan {

class ElementSchedule {
 public:
  struct Chunk {
    Index begin, end;  // elements
  };

  ElementSchedule() = default;
  // `vertices` holds `per_element` vertices an element; a chunk has `chunk_size` elements.
  ElementSchedule(std::span<const Index> vertices, Index per_element, Index chunk_size);

  void for_each(const std::function<void(const Chunk&)>& body) const;  // scattering work: colour by colour

  // The sum over chunks of `body`, each computed on any thread, added up in the order of the chunks.
  double sum(const std::function<double(const Chunk&)>& body) const;

  // Both at once: scatters colour by colour and returns the sum in the order of the chunks.
  double scatter_and_sum(const std::function<double(const Chunk&)>& body) const;

 private:
  std::vector<Chunk> chunks_;
  std::vector<std::vector<Index>> colours_;  // chunks of each colour
};

}  // namespace lilyan
