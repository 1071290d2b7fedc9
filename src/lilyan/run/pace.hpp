// How fast a run goes on, and how long it still takes.
//
//   left = (1 - s) (T(s) - T(s/2)) / (s - s/2),   T(s) the time at which the share s of the way was done
//
// The pace is that of the latter half of what has been done. Steps become dearer on the way, or cheaper, which the pace of the
// whole way follows late; other programs come and go on the same cores, which misleads the pace of a short while.
#pragma once

#include <vector>

namespace lilyan {

class Pace {
 public:
  struct Mark {
    double seconds = 0;  // of any clock that only goes forward
    double steps = 0;
    double share = 0;  // of the way, in [0, 1]
  };

  void see(const Mark& now);
  double rate() const;  // steps per second; 0 as long as it is not known
  double left() const;  // [s]; 0 as long as it is not known

 private:
  const Mark& before() const;  // where the pace is counted from

  std::vector<Mark> marks_;  // at most one for every percent of the way
  Mark now_;
};

}  // namespace lilyan
