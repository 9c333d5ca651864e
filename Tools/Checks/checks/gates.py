"""Holds a release build to the work that it promises, by the benchmarks' gates."""

import os
import re

from . import results, testing

PACKAGE = "Tools/Benchmarks"
# The folder in which `make bench` also builds.
SCRATCH = ".build-release"
BUILD = [
    "swift", "build", "--quiet", "-c", "release", "--product", "Gates",
    "--package-path", PACKAGE, "--scratch-path", SCRATCH,
]
FAILED = re.compile(r"^FAILED .*$", re.M)
# Before the names of gates to which the cost of a careless change was added.
PLANTED = " planted in "
# The runtime looks types up by their addresses, which are others in each process: a look-up that collides adds some
# fifty instructions, and none takes any away. So the least of some processes is what the work itself takes.
ATTEMPTS = 6
# Beside the packages the gates run at the lowest priority, and wait for all other work of the machine.
PATIENCE = 3 * testing.MINUTES
LAST_LINE = re.compile(r"^(?P<passed>\d+) gates passed, (?P<failed>\d+) failed$", re.M)


def test(repository, show=testing.say):
    """Runs the gates, and shows that each fails with a regression planted."""
    show("\n== Gates")
    status, _ = testing.stream(BUILD, repository.root, show)
    if status != 0:
        show("Gates: does not build")
        return results.Results(failed=1, faults=["does not build"])
    found = forgive(run(repository, ["--plant"], show), repository, show)
    show(f"-- Gates: {found.line}")
    return found


def forgive(found, repository, show):
    """Counts the gates that have failed again, in processes of their own."""
    for fault in [fault for fault in found.faults if FAILED.match(fault) and PLANTED not in fault]:
        name = fault.removeprefix("FAILED").strip().rsplit(": ", 1)[0]
        if any(passes(name, repository, show) for _ in range(ATTEMPTS - 1)):
            found.faults.remove(fault)
            found.failed -= 1
            found.passed += 1
    return found


def passes(name, repository, show):
    program = f"{repository.root}/{SCRATCH}/release/Gates"
    _, output = testing.stream(
        [program, name], repository.root, show, is_overdue=testing.after(testing.MINUTES)
    )
    return any(line.startswith(f"passed   {name}: ") for line in output.splitlines())


def run(repository, arguments, show):
    """Runs the gates in as many processes as there are processors; work that is counted does not get more by it."""
    program = f"{repository.root}/{SCRATCH}/release/Gates"
    count = os.cpu_count() or 1
    commands = [[program, "--share", f"{number}/{count}", *arguments] for number in range(1, count + 1)]
    found = results.Results()
    runs = testing.stream_all(commands, repository.root, show, is_overdue=testing.after(PATIENCE))
    for status, output in runs:
        found += counted(status, output, show)
    return found


def counted(status, output, show):
    """The results of one process."""
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
