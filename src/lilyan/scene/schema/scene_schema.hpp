// The scene file, declared once: every key with its unit, range, default and meaning.
//
// The reader, its messages, `lilyan schema` and `lilyan list` are derived from this. Laws, integrators and shapes
// come from their registries; selections and deformations are the lists below.
#pragma once

#include <lilyan/core/schema.hpp>

namespace lilyan {

inline constexpr std::size_t kMostDomains = 100000;  // of a body

Schema scene_schema();

Schema mesh_schema();                         // tagged: the shapes, file
std::vector<Alternative> spring_materials();  // springs, rod
Alternative void_material();                  // of a region
Schema deform_schema();                       // tagged: stretch, twist, ...
Schema select_schema();                       // tagged: all, box, ...
Schema tet_select_schema();                   // tagged: all, box, ..., file: of cells
Schema load_schema();                         // tagged: force, traction, acceleration
Schema damping_schema();
Schema constraint_schema();
Schema potential_schema();
Schema contact_schema();  // tagged: plane, sphere, ...
Schema reduce_schema();   // of a body
Schema domains_schema();  // of a body
Schema motion_schema();
Schema profile_schema();   // tagged: constant, ramp, ...
Schema rotation_schema();  // axis, degrees

Field path_field(const std::string& meaning);       // a file, relative to the scene's
Field transform_field(const std::string& meaning);  // scale, rotate, translate

}  // namespace lilyan
