"""Builds and tests packages, one after the other, in one build folder."""

import os
import signal
import subprocess
import threading
import time

from . import results, workspace
from .repository import BUILD_FOLDER

# How long the tests of one package may run, in minutes: many times what the slowest package needs
# on a loaded machine. Without a limit, a test that hangs would block all later ones.
MINUTES = 15
# The status of a program that was ended because it ran too long.
OVERDUE = None


def say(text):
    print(text, flush=True)


def after(minutes):
    """A question whether so much time has passed since now."""
    end = time.monotonic() + minutes * 60
    return lambda: time.monotonic() > end


def stream(command, cwd, show=say, environment=None, is_overdue=None):
    """Runs a program, shows its output as it comes, and gives back its status and that output.

    When `is_overdue` is given and says yes, the program is ended with all that it has started, and
    the status is `OVERDUE`.
    """
    return stream_all([command], cwd, show, environment, is_overdue)[0]


def stream_all(commands, cwd, show=say, environment=None, is_overdue=None):
    """Runs programs beside one another, and shows their output line by line; see `stream`."""
    runs = [Run(command, cwd, show, environment, is_overdue is not None) for command in commands]
    if is_overdue is None:
        return [run.result(run.process.wait()) for run in runs]
    statuses = wait([run.process for run in runs], is_overdue)
    return [run.result(status) for run, status in zip(runs, statuses)]


class Run:
    """A program that runs; its output is read beside the waiting, because one that hangs says nothing."""

    def __init__(self, command, cwd, show, environment, is_apart):
        self.show, self.lines = show, []
        self.process = subprocess.Popen(
            command, cwd=cwd, env={**os.environ, **(environment or {})}, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=is_apart,
        )
        if is_apart:
            lower(self.process.pid, os.nice(0))
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        # With a limit, because a process that left the group may have the other end of the pipe open.
        self.patience = 60 if is_apart else None

    def read(self):
        for line in self.process.stdout:
            self.show(line.rstrip("\n"))
            self.lines.append(line)

    def result(self, status):
        self.reader.join(timeout=self.patience)
        return status, "".join(self.lines)


def lower(process, niceness=19):
    """Gives the session of a process a priority; Linux ranks a process among those of its session alone."""
    try:
        with open(f"/proc/{process}/autogroup", "w", encoding="utf-8") as group:
            group.write(str(niceness))
    except OSError:
        pass  # There are no such groups, or the process has ended.


def wait(processes, is_overdue):
    """Waits for programs in sessions of their own, and lets nothing of them outlive the wait."""

    def leave(number, _):
        raise SystemExit(128 + number)

    # In its own session it gets no signal from the terminal, nor from who ends this program.
    former = signal.signal(signal.SIGTERM, leave)
    statuses = [OVERDUE] * len(processes)
    try:
        for place, process in enumerate(processes):
            while process.poll() is None:
                if is_overdue():
                    return statuses
                try:
                    process.wait(timeout=0.2)
                except subprocess.TimeoutExpired:
                    pass
            statuses[place] = process.returncode
        return statuses
    finally:
        signal.signal(signal.SIGTERM, former)
        for process in processes:
            if process.poll() is None:
                end(process.pid)
                process.wait()


def end(number):
    """Ends a process and its descendants, whatever group each has put itself into.

    SwiftPM gives the test process a group of its own, which the end of SwiftPM alone would spare.
    """
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True)
    children = {}
    for line in listed.stdout.splitlines():
        child, parent = map(int, line.split())
        children.setdefault(parent, []).append(child)
    pending = [number]
    while pending:
        victim = pending.pop()
        pending += children.get(victim, [])
        try:
            os.kill(victim, signal.SIGKILL)
        except ProcessLookupError:
            pass


def uses_xctest(package):
    """Whether any test of the package is XCTest's: only then is it asked, which costs a process."""
    for target in package.manifest["targets"]:
        if target["type"] == "test":
            for file in package.source_folder(target).rglob("*.swift"):
                if "XCTest" in file.read_text(encoding="utf-8"):
                    return True
    return False


def test(
    repository, package, scratch=BUILD_FOLDER, options=(), show=say, environment=None,
    limit=lambda: after(MINUTES),
):
    """Tests one package, and returns its results and the tests' output.

    Any fault beside a failing test (a build, a crash, a hang, a package whose tests have vanished)
    is one more failure, so that a sum without failures means that everything worked.
    `limit` is called when the tests begin, and returns a function that says whether they have run too long.
    """
    show(f"\n== {package.name}")
    start = time.monotonic()
    with workspace.turn(repository, package, scratch):
        found, output = build_and_test(
            repository, package, scratch, options, show, environment, limit
        )
    skipped = f", {found.skipped} skipped" if found.skipped else ""
    show(f"-- {package.name}: {found.line}{skipped} ({time.monotonic() - start:.0f} s)")
    return found, output


def events(repository, package, scratch=BUILD_FOLDER):
    """The file in which Swift Testing notes each start and end, as it happens."""
    return repository.root / scratch / "reports" / f"{package.name.replace('/', '-')}.jsonl"


def build_and_test(repository, package, scratch, options, show, environment, limit):
    common = [*package.options(scratch), *options]
    status, output = stream(
        ["swift", "build", "--quiet", "--build-tests", *common], repository.root, show
    )
    if status != 0:
        show(f"{package.name}: does not build")
        return results.Results(failed=1, faults=["does not build"]), output

    report = repository.root / scratch / "reports" / f"{package.name.replace('/', '-')}.xml"
    report.parent.mkdir(parents=True, exist_ok=True)
    # SwiftPM appends to the name when it asks both libraries. A report of an earlier run must not
    # stand in for one that a crash prevents.
    reports = [report, report.with_name(f"{report.stem}-swift-testing.xml")]
    noted = events(repository, package, scratch)
    for stale in [*reports, noted]:
        stale.unlink(missing_ok=True)
    only = [] if uses_xctest(package) else ["--disable-xctest"]
    status, output = stream(
        [
            "swift", "test", "--quiet", "--skip-build", "--xunit-output", str(report),
            "--event-stream-output-path", str(noted), "--event-stream-version", "0",
            *only, *common,
        ],
        repository.root,
        show,
        environment,
        limit(),
    )

    found = results.of_xctest(output)
    swift_testing = results.of_swift_testing(next(filter(lambda r: r.exists(), reports), report))
    if swift_testing is not None:
        found += swift_testing
    trouble = None
    if status is OVERDUE:
        trouble = "the tests hang and were stopped"
    elif swift_testing is None:
        trouble = "the test process ended without a report"
    elif status != 0 and found.failed == 0:
        trouble = f"the test process ended with status {status}"
    elif found.total == 0:
        trouble = "has test targets, but no test ran"
    if trouble:
        unfinished = results.unfinished(noted) + results.unfinished_of_xctest(output)
        lines = [trouble, *results.fatal_errors(output)]
        lines += [f"had started and not ended: {name}" for name in unfinished]
        for line in lines:
            show(f"{package.name}: {line}")
        found.failed += 1
        found.faults += lines
    return found, output
