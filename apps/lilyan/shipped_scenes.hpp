// The scenes that come with the program, wherever it is installed.
#pragma once

#include <lilyan/scene/schema/catalogue.hpp>

namespace lilyan::app {

// Names are paths that `lilyan run` takes; meanings are the scenes' first lines of comment. Empty where none are found.
Catalogue shipped_scenes();

}  // namespace lilyan::app
