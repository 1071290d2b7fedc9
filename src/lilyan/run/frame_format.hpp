// The formats of other programs that the frames of a run are converted to (convert/convert.hpp says what each holds).
#pragma once

namespace lilyan {

enum class FrameFormat { obj, pc2, glb, npy };

}  // namespace lilyan
