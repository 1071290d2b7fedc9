// The same motion of a fine scene and of the coarse one that stands for it, for the page of `lilyan coarsen`.
#pragma once

#include <lilyan/report/coarsening/coarsening_page.hpp>
#include <lilyan/run/scene.hpp>

#include <apps/lilyan/stage_line.hpp>

#include <vector>

namespace lilyan::app {

// Both are moved by the first steps of the scene: fewer the larger the fine body is, so that the page does not take much longer
// than the coarsening. `point` is followed in both: its shares in the vertices of each system.
ComparedMotion compare_motions(Scene& fine, Scene& coarse, const std::vector<WeightedVertex>& fine_point,
                               const std::vector<WeightedVertex>& coarse_point, StageLine& stage);

}  // namespace lilyan::app
