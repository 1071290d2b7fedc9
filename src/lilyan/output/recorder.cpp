#include <lilyan/output/recorder.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/run/scene.hpp>

#include <fmt/format.h>

#include <array>

namespace lilyan {

namespace {

namespace fs = std::filesystem;

// A record file as the scene wants it and as the checkpoint knows it.
struct Record {
  fs::path path;
  std::optional<std::string> header;   // none: the scene does not ask for it
  std::optional<std::uint64_t>& size;  // none: the checkpoint does not know it
};

// A ledger that was begun without the newer columns goes on without them.
LedgerColumns columns_of(const RunFolder& folder, const OutputPosition& position) {
  const std::string older = ledger_header(LedgerColumns::without_shapes);
  const bool is_older = position.ledger && RecordFile::match(folder.ledger(), older, *position.ledger) == RecordMatch::usable;
  return is_older ? LedgerColumns::without_shapes : LedgerColumns::all;
}

std::array<Record, 3> records_of(const Scene& scene, const RunFolder& folder, OutputPosition& position) {
  std::optional<std::string> probes, reactions;
  if (!scene.output.probes.empty()) probes = probes_header(scene.output.probes);
  if (const auto names = reaction_names(scene.inventory); !names.empty()) reactions = reactions_header(names);
  return {Record{folder.ledger(), ledger_header(columns_of(folder, position)), position.ledger},
          Record{folder.probes(), probes, position.probes}, Record{folder.reactions(), reactions, position.reactions}};
}

void check_record(const fs::path& path, std::string_view header, std::uint64_t size, std::int64_t last_row) {
  const RecordMatch match = RecordFile::match(path, header, size);
  if (match == RecordMatch::damaged)
    throw InputError({"checkpoint.record", path.string(), "is missing or shorter than the checkpoint counts on", {}});
  if (match == RecordMatch::usable && size != header.size() && !RecordFile::ends_with_row(path, size, last_row))
    throw InputError({"checkpoint.record",
                      path.string(),
                      fmt::format("has no row of step {} that ends where the checkpoint counts on, after {} bytes", last_row, size),
                      {}});
}

std::optional<RecordFile> open_record(const Record& record, const RunFolder& folder, std::int64_t step,
                                      std::vector<std::string>& notes) {
  if (!record.header) return std::nullopt;
  if (record.size) return RecordFile::open_at(record.path, *record.size);
  if (std::error_code ignored; fs::exists(fs::symlink_status(record.path, ignored))) {
    notes.push_back(fmt::format("{} is begun anew, its columns have changed; what it held up to step {} is now in {}",
                                record.path.filename().string(), step, folder.set_aside(record.path, step)));
  }
  return RecordFile::create(record.path, *record.header);
}

}  // namespace

void check_records(const Scene& scene, const RunFolder& folder, OutputPosition position, std::int64_t last_row) {
  for (const Record& record : records_of(scene, folder, position)) {
    if (record.size && record.header) check_record(record.path, *record.header, *record.size, last_row);
  }
  if (position.frame_index) FrameSeries::check(folder, position.frames, *position.frame_index);
}

void release_changed_records(const Scene& scene, const RunFolder& folder, OutputPosition& position) {
  for (const Record& record : records_of(scene, folder, position)) {
    if (!record.size) continue;
    const RecordMatch match = RecordFile::match(record.path, record.header.value_or(""), *record.size);
    if (record.header && match == RecordMatch::usable) continue;
    if (match != RecordMatch::damaged) RecordFile::open_at(record.path, *record.size);
    record.size.reset();
  }
}

Recorder::Recorder(const Scene& scene, const RunFolder& folder, OutputPosition position, std::int64_t step,
                   std::vector<std::string>& notes)
    : scene_(scene), columns_(columns_of(folder, position)), probed_(probed_vertices(scene.output.probes)) {
  const std::array<Record, 3> records = records_of(scene, folder, position);
  ledger_ = open_record(records[0], folder, step, notes);
  probes_ = open_record(records[1], folder, step, notes);
  reactions_ = open_record(records[2], folder, step, notes);
  if (position.frame_index) {
    frames_ = FrameSeries::open_at(scene, folder, position.frames, *position.frame_index);
  } else if (scene.output.frames) {
    frames_ = FrameSeries::create(scene, folder, position.frames);
  }
}

void Recorder::write_row(const LedgerRow& row, const Simulation& simulation, const std::vector<Vec3>& reactions) {
  const Frame& now = simulation.history().now();
  ledger_->append(ledger_line(row, columns_));
  if (probes_)
    probes_->append(probes_line(now.step, now.t, scene_.output.probes, simulation.vertices().positions_of(probed_, now)));
  if (reactions_) reactions_->append(reactions_line(now.step, now.t, reactions));
  // Whoever reads along sees whole rows at once.
  for (std::optional<RecordFile>* file : {&ledger_, &probes_, &reactions_}) {
    if (*file) (*file)->flush();
  }
}

void Recorder::write_frame(const Snapshot& now) {
  if (scene_.output.frames) frames_->write(now);
}

OutputPosition Recorder::position() const {
  const auto size = [](const std::optional<RecordFile>& file) { return file ? std::optional(file->size()) : std::nullopt; };
  OutputPosition position = {size(ledger_), size(probes_), size(reactions_), 0, std::nullopt};
  if (frames_) {
    position.frames = frames_->frames();
    position.frame_index = frames_->index_size();
  }
  return position;
}

void Recorder::sync() {
  for (std::optional<RecordFile>* file : {&ledger_, &probes_, &reactions_}) {
    if (*file) (*file)->sync();
  }
  if (frames_) frames_->sync();
}

}  // namespace lilyan
