"""Waits and limits that do not depend on how busy the machine is: what hangs is found after minutes, and what is slow by its processor time."""

import contextlib
import resource
import time

HANGS = 250  # [s] of wall time without an answer; ctest's own limit is behind it


def wait_for(condition, seconds=HANGS):
    """What the condition said the last time. It is not asked again once it holds: a file that is seen may be replaced the next moment."""
    end = time.monotonic() + seconds
    while not (met := condition()) and time.monotonic() < end:
        time.sleep(0.005)
    return met


class ProcessorTime:
    """What the processes took that were started and have ended meanwhile [s]."""

    def __init__(self):
        self.start = self.now()

    @staticmethod
    def now():
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        return spent.ru_utime + spent.ru_stime

    def spent(self):
        return self.now() - self.start


@contextlib.contextmanager
def soon(case, seconds, what=None):
    """The test case fails where the processes that end within take longer."""
    time_taken = ProcessorTime()
    yield
    case.assertLess(time_taken.spent(), seconds, what)
