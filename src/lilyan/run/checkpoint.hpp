// The file a run is taken up from, kept so that a kill, a crash or a full disk at any instant leaves a usable one.
//
//   checkpoint, checkpoint.previous:
//   "LILYANCP" | format (u32) | scene hash (u64) | payload length (u64) | payload | checksum of all before (u64, core/bytes.hpp)
//
// A new generation is written to checkpoint.tmp and synced; then checkpoint becomes checkpoint.previous and
// checkpoint.tmp becomes checkpoint, by renames. Numbers are as the processor stores them: a checkpoint is read by the
// kind of machine that wrote it. This file knows nothing of what the payload means.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lilyan {

inline constexpr const char* kCheckpointName = "checkpoint";
inline constexpr std::uint32_t kCheckpointFormat = 3;

// Throws InputError (id "output.write") where it cannot be written; the earlier generations are then as they were.
void write_checkpoint(const std::filesystem::path& folder, std::uint64_t scene_hash, std::string_view payload);

enum class Generation { newest, previous };

struct FoundCheckpoint {
  Generation generation = Generation::newest;
  std::string note;  // why the newest could not be used; empty where it was
};

// Hands the payload of the newest usable generation to `take`; none where the folder has no checkpoint. A generation
// is not usable where it is damaged or where `take` throws InputError with an id of checkpoints; its other errors are
// handed on. Throws InputError where none is usable (id "checkpoint.damaged"), where the newest whole one has another
// format ("checkpoint.format") or belongs to another scene ("checkpoint.scene"). Changes nothing on disk.
std::optional<FoundCheckpoint> read_checkpoint(const std::filesystem::path& folder, std::uint64_t scene_hash,
                                               const std::function<void(std::span<const char>)>& take);

// The newest generation that is whole, whatever it is of; none where there is none.
struct WholeCheckpoint {
  std::uint32_t format = 0;
  std::uint64_t scene_hash = 0;
  std::string payload;
};
std::optional<WholeCheckpoint> newest_whole_checkpoint(const std::filesystem::path& folder);

// Makes checkpoint.previous the newest again, so that the next write does not put a damaged one in its place.
void promote_previous_checkpoint(const std::filesystem::path& folder);

// The files of all generations, newest first, whether they are there or not.
std::vector<std::filesystem::path> checkpoint_files(const std::filesystem::path& folder);

// Removes them in that order, so that no part of them can be taken up again.
void remove_checkpoints(const std::filesystem::path& folder);

}  // namespace lilyan
