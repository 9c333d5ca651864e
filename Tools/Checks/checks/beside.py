"""Tests that run beside those of the packages, with what these leave of the processors.

Most packages are small: a plan, a link, a test that waits. The searches of interleavings and the gates have build
folders of their own, need nothing of the packages, and measure nothing by the clock. They run in a process of the
lowest priority, one after the other. Their output is shown when the packages are done.
"""

import os
import pathlib
import pickle
import subprocess
import sys
import tempfile

from . import explored, gates, planted, results, testing
from .repository import Failure, Repository

# In the order in which they run; each with the package that it belongs to. The build of the gates takes one processor
# for minutes, so it comes while the packages use the other.
TESTS = {
    "Gates": (gates.PACKAGE, gates.test),
    "Explored": (explored.PACKAGE, explored.test),
    "Planted faults": (explored.PACKAGE, planted.test),
}


def of(packages):
    """The names of the tests that belong to some packages."""
    return [name for name, (package, _) in TESTS.items() if package in packages]


def run(repository, name):
    """Runs one of the tests here; its results."""
    try:
        return TESTS[name][1](repository)
    except Failure as failure:
        testing.say(f"{name}: {failure}")
        return results.Results(failed=1, faults=[str(failure)])


class Beside:
    """Tests that begin at once, and are ended with this if they have not been waited for."""

    def __init__(self, names):
        self.names = names
        self.folder = tempfile.TemporaryDirectory()
        self.report = pathlib.Path(self.folder.name, "results")
        self.output = open(pathlib.Path(self.folder.name, "output"), "w+", encoding="utf-8", errors="replace")
        self.process = None

    def __enter__(self):
        if self.names:
            self.process = subprocess.Popen(
                ["nice", "-n", "19", sys.executable, "-m", "checks.beside", self.report, *self.names],
                cwd=pathlib.Path(__file__).parents[1], stdout=self.output, stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            testing.lower(self.process.pid)
        return self

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            testing.end(self.process.pid)
            self.process.wait()
        self.output.close()
        self.folder.cleanup()

    def results(self):
        """Waits for the tests, shows their output, and returns the results of each by its name."""
        if not self.process:
            return {}
        # It has the processors alone now.
        testing.lower(self.process.pid, 0)
        self.process.wait()
        self.output.seek(0)
        testing.say(self.output.read().rstrip("\n"))
        found = pickle.loads(self.report.read_bytes()) if self.report.exists() else {}
        lost = results.Results(failed=1, faults=["ended without results"])
        return {name: found.get(name, lost) for name in self.names}


def main(report, *names):
    found = {}
    starter = os.getppid()
    for name in names:
        if os.getppid() != starter:
            return  # Nobody waits for the results any more.
        found[name] = run(Repository.here(), name)
        # After each, so that one that ends this process takes no results along.
        pathlib.Path(report).write_bytes(pickle.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
