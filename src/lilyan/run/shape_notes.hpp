// What a reader should know about the shapes in a run before believing its figures, in words.
#pragma once

#include <lilyan/run/shape_watch.hpp>

#include <string>
#include <vector>

namespace lilyan {

// "tet 12 of body \"bar\""; the body's name alone where it has one cell.
std::string cell_words(const Inventory& inventory, Index cell);

// What is wrong: "228 cells were turned inside out ...". Empty where nothing is.
std::vector<std::string> shape_warnings(const Inventory& inventory, const ShapeRecord& record);

// What is inexact, with the error to expect and the remedy: bodies that bend on coarse meshes or are nearly incompressible.
std::vector<std::string> shape_notes(const Inventory& inventory, const ShapeRecord& record);

// Of a body that bends so.
std::string bending_words(const Body& body, const Bending& bending);

// Of a body of tets or hexes whose Poisson's ratio is above 0.45; empty of others.
std::string locking_words(const Body& body);

}  // namespace lilyan
