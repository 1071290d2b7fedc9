#include <lilyan/core/bytes.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/run/checkpoint.hpp>

#include <fmt/format.h>

#include <cstring>

namespace lilyan {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "LILYANCP";

struct Header {
  std::uint32_t format = 0;
  std::uint64_t scene_hash = 0, payload_size = 0;
};
constexpr std::size_t kHeaderSize = 8 + 4 + 8 + 8, kChecksumSize = 8;

template <class Number>
void put(std::string& bytes, Number value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class Number>
Number get(std::string_view bytes, std::size_t at) {
  Number value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

fs::path previous_path(const fs::path& folder) { return folder / (std::string(kCheckpointName) + ".previous"); }
fs::path temporary_path(const fs::path& folder) { return folder / (std::string(kCheckpointName) + ".tmp"); }

[[noreturn]] void throw_damage(const fs::path& path, const std::string& what) {
  throw InputError({"checkpoint.damaged", path.string(), what, {}});
}

// The file's bytes, of a size that the file system vouches for.
std::string read_whole(const fs::path& path) {
  FileReader in(path);
  if (!in.is_open()) throw_damage(path, "cannot be read");
  std::string bytes = in.read(in.size());
  if (bytes.size() < in.size()) throw_damage(path, "cannot be read to its end");
  return bytes;
}

// The header of bytes that are whole, all else is damage.
Header check_whole(const fs::path& path, std::string_view bytes) {
  if (bytes.size() < kHeaderSize + kChecksumSize) throw_damage(path, fmt::format("is cut short ({} bytes)", bytes.size()));
  if (!bytes.starts_with(kMagic)) throw_damage(path, "is no checkpoint of lilyan");
  const std::size_t end = bytes.size() - kChecksumSize;
  if (get<std::uint64_t>(bytes, end) != checksum(bytes.substr(0, end))) throw_damage(path, "does not match its checksum");
  return {get<std::uint32_t>(bytes, 8), get<std::uint64_t>(bytes, 12), get<std::uint64_t>(bytes, 20)};
}

void check_fits(const fs::path& path, const Header& header, std::uint64_t scene_hash) {
  if (header.format != kCheckpointFormat) {
    throw InputError({"checkpoint.format", path.string(),
                      fmt::format("has format {}; this program reads format {}", header.format, kCheckpointFormat),
                      "resume with the version that wrote it, or start again without --resume"});
  }
  if (header.scene_hash != scene_hash) {
    throw InputError({"checkpoint.scene", path.string(), "belongs to another scene, or to this one before it was changed",
                      "only name, time.duration, time.steps and output may change; start again without --resume, or choose another "
                      "folder with -o"});
  }
}

}  // namespace

void write_checkpoint(const fs::path& folder, std::uint64_t scene_hash, std::string_view payload) {
  std::string bytes;
  bytes.reserve(kHeaderSize + payload.size() + kChecksumSize);
  bytes += kMagic;
  put(bytes, kCheckpointFormat);
  put(bytes, scene_hash);
  put(bytes, std::uint64_t{payload.size()});
  bytes += payload;
  put(bytes, checksum(bytes));

  const fs::path newest = folder / kCheckpointName;
  std::error_code ignored;
  try {
    write_synced(temporary_path(folder), bytes);
    if (fs::exists(fs::symlink_status(newest, ignored))) rename_file(newest, previous_path(folder));
    rename_file(temporary_path(folder), newest);
  } catch (const InputError&) {
    fs::remove(temporary_path(folder), ignored);
    throw;
  }
  sync_file(folder);
}

std::optional<FoundCheckpoint> read_checkpoint(const fs::path& folder, std::uint64_t scene_hash,
                                               const std::function<void(std::span<const char>)>& take) {
  FoundCheckpoint found;
  FaultList damage;
  for (const Generation generation : {Generation::newest, Generation::previous}) {
    const fs::path path = generation == Generation::newest ? folder / kCheckpointName : previous_path(folder);
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(path, ignored))) continue;
    std::string bytes;
    Header header;
    try {
      bytes = read_whole(path);
      header = check_whole(path, bytes);
    } catch (const InputError& error) {
      damage.add(error);
      continue;
    }
    check_fits(path, header, scene_hash);
    try {
      if (header.payload_size != bytes.size() - kHeaderSize - kChecksumSize) throw_damage(path, "has another length than it says");
      take(std::span<const char>(bytes).subspan(kHeaderSize, header.payload_size));
    } catch (const InputError& error) {
      if (!error.faults().front().id.starts_with("checkpoint.")) throw;
      for (Fault fault : error.faults()) {
        if (fault.place == kCheckpointName) fault.place = path.string();
        damage.add(InputError(fault));
      }
      continue;
    }
    found.generation = generation;
    for (const Fault& fault : damage.faults()) {
      found.note += fmt::format("{} {}; going on from {}", fault.place, fault.message, path.filename().string());
    }
    return found;
  }
  if (damage.empty()) return std::nullopt;
  std::vector<Fault> faults = damage.faults();
  for (Fault& fault : faults) fault.id = "checkpoint.damaged";
  faults.back().hint = "there is nothing to resume from; start again without --resume";
  throw InputError(std::move(faults));
}

std::optional<WholeCheckpoint> newest_whole_checkpoint(const fs::path& folder) {
  for (const fs::path& path : {folder / kCheckpointName, previous_path(folder)}) {
    try {
      const std::string bytes = read_whole(path);
      const Header header = check_whole(path, bytes);
      return WholeCheckpoint{header.format, header.scene_hash,
                             bytes.substr(kHeaderSize, bytes.size() - kHeaderSize - kChecksumSize)};
    } catch (const InputError&) {
      continue;  // missing, or damaged
    }
  }
  return std::nullopt;
}

void promote_previous_checkpoint(const fs::path& folder) {
  rename_file(previous_path(folder), folder / kCheckpointName);
  sync_file(folder);
}

std::vector<fs::path> checkpoint_files(const fs::path& folder) {
  return {folder / kCheckpointName, previous_path(folder), temporary_path(folder)};
}

void remove_checkpoints(const fs::path& folder) {
  for (const fs::path& path : checkpoint_files(folder)) remove_file(path);
  sync_file(folder);
}

}  // namespace lilyan
