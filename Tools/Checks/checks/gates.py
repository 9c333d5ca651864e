"""Holds a release build to the work that it promises, by the benchmarks' gates."""

import re

from . import results, testing

PACKAGE = "Tools/Benchmarks"
# Where `make bench` builds, too.
SCRATCH = ".build-release"
FAILED = re.compile(r"^FAILED .*$", re.M)
LAST_LINE = re.compile(r"^(?P<passed>\d+) gates passed, (?P<failed>\d+) failed$", re.M)


def test(repository, show=testing.say):
    """Runs the gates, then shows that each fails with a regression planted."""
    show("\n== Gates")
    build = ["swift", "build", "--quiet", "-c", "release", "--product", "Gates"]
    place = ["--package-path", PACKAGE, "--scratch-path", SCRATCH]
    status, _ = testing.stream([*build, *place], repository.root, show)
    if status != 0:
        show("Gates: does not build")
        return results.Results(failed=1, faults=["does not build"])
    found = run(repository, [], show)
    found += run(repository, ["--plant"], show)
    show(f"-- Gates: {found.line}")
    return found


def run(repository, arguments, show):
    program = f"{repository.root}/{SCRATCH}/release/Gates"
    status, output = testing.stream(
        [program, *arguments], repository.root, show, is_overdue=testing.after(testing.MINUTES)
    )
    line = LAST_LINE.search(output)
    found = results.Results()
    if line:
        found.passed, found.failed = int(line["passed"]), int(line["failed"])
        found.faults += FAILED.findall(output)
    if status != 0 and found.failed == 0:
        show(f"Gates: ended with status {status}")
        found.failed += 1
        found.faults.append(f"ended with status {status}")
    return found
