// Where on its way a pair is nearer than its barrier's distance: by marching along the chord.
//
// What is far is passed over by bounds: by planes that keep the pieces apart, and by how fast the distance may change. Where these
// get nowhere, at the edge of the barrier, the march goes on by small steps and looks for a dip in each: a pair that only just
// grazes the barrier is found, so that the mean along the chord is continuous.
#pragma once

#include <lilyan/energy/contact/chord_integral.hpp>

#include <optional>
#include <vector>

namespace lilyan {

// In order; nothing where the pair passes through.
std::optional<std::vector<PairChord::Piece>> pieces_within(const PairChord& chord);

}  // namespace lilyan
