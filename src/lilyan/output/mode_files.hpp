// Natural modes as files: modes.csv, and for every mode a folder that ParaView plays.
//
//   modes.csv             mode,frequency,rigid,mechanism,x,y,z,residual
//                         frequency in Hz; x, y, z: the share of the mass that moves there
//
//   mode_07/frames.pvd    one period in 16 frames, time counted in periods
//
//   mode_07/frames/...    positions X + A sin(2 pi t) u, with the field `displacement`; the largest is a tenth of the bodies' size
#pragma once

#include <lilyan/multidomain/tree_modes.hpp>
#include <lilyan/reduction/modes.hpp>
#include <lilyan/run/inventory.hpp>

#include <filesystem>
#include <functional>
#include <vector>

namespace lilyan {

class DomainBody;

// What the table says of a mode.
struct ModeRow {
  double frequency = 0;  // [Hz]
  ModeKind kind = ModeKind::elastic;
  Vec3 moving_share = Vec3::Zero();
  double residual = 0;
};

// For the one who holds the lock of the folder. shape(k): u of mode k for all vertices, 3 numbers each, of any size. Replaces what
// an earlier call wrote into the folder, and nothing else. `progress` is told of every mode written, from 1.
void write_modes(const std::filesystem::path& folder, const Inventory& inventory, const std::vector<ModeRow>& rows,
                 const std::function<Vector(Index mode)>& shape, const std::function<void(Index mode)>& progress = {});

// The same of the modes of a system.
void write_modes(const std::filesystem::path& folder, const System& system, const Inventory& inventory, const Modes& modes,
                 const std::function<void(Index mode)>& progress = {});

// And of the modes of a body of domains.
void write_modes(const std::filesystem::path& folder, const Inventory& inventory, const DomainBody& body, const TreeModes& modes,
                 const std::function<void(Index mode)>& progress = {});

}  // namespace lilyan
