// Pages of the reference as Markdown, made from the declarations themselves so that they cannot go stale.
#pragma once

#include <lilyan/scene/schema/catalogue.hpp>

#include <string>

namespace lilyan {

std::string scene_reference();                                // every key of a scene file
std::string catalogue_reference(const Catalogue& catalogue);  // every entry of a list, with its parameters

}  // namespace lilyan
