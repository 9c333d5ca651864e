"""Counts what a run of `swift test` has done, from the reports of both test libraries."""

import json
import re
import xml.etree.ElementTree as ElementTree

# How a Swift program says why it ends itself.
FATAL_ERROR = re.compile(r"^.*Fatal error: .*$", re.M)
FINISHED = re.compile(r"^Test Case '(?P<name>[^']+)' (?P<outcome>passed|failed|skipped) \(", re.M)
STARTED = re.compile(r"^Test Case '(?P<name>[^']+)' started at ", re.M)


class Results:
    """Numbers of tests; a function that runs over many arguments is one test.

    `faults` says in a line each what failed, for whoever reads only the end of the output.
    """

    def __init__(self, passed=0, failed=0, skipped=0, faults=()):
        self.passed, self.failed, self.skipped = passed, failed, skipped
        self.faults = list(faults)

    def __iadd__(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.faults += other.faults
        return self

    @property
    def total(self):
        return self.passed + self.failed + self.skipped

    @property
    def line(self):
        return f"{self.passed} passed, {self.failed} failed"


def of_swift_testing(path):
    """Reads the file that Swift Testing writes; none when the process died before writing it."""
    results = Results()
    try:
        cases = ElementTree.parse(path).iter("testcase")
    except (OSError, ElementTree.ParseError):
        return None
    for case in cases:
        if case.find("failure") is not None or case.find("error") is not None:
            results.failed += 1
            results.faults.append(f"{case.get('classname')}/{case.get('name')}")
        elif case.find("skipped") is not None:
            results.skipped += 1
        else:
            results.passed += 1
    return results


def unfinished(path):
    """The tests that have started and not ended, from the events that Swift Testing notes."""
    places, running = {}, {}
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    for line in lines:
        try:
            event = json.loads(line)
        except json.JSONDecodeError:
            continue  # The process ended while it wrote.
        payload = event.get("payload", {})
        if event.get("kind") == "test" and payload.get("kind") == "function":
            place = payload.get("sourceLocation", {})
            places[payload["id"]] = (
                f"{payload['name']} ({place.get('fileID')}:{place.get('line')})"
            )
        elif payload.get("kind") == "testStarted":
            running[payload.get("testID")] = True
        elif payload.get("kind") in ("testEnded", "testSkipped"):
            running.pop(payload.get("testID"), None)
    return [places[test] for test in running if test in places]


def fatal_errors(output):
    """Why processes ended themselves, the last few; those of tests that expect it are among them."""
    return FATAL_ERROR.findall(output)[-3:]


def unfinished_of_xctest(output):
    """The tests of XCTest that have started and not ended."""
    finished = {match["name"] for match in FINISHED.finditer(output)}
    started = [match["name"] for match in STARTED.finditer(output)]
    return [name for name in started if name not in finished]


def of_xctest(output):
    """Reads XCTest's lines: it writes a file only when it runs tests in parallel.

    A test that started and never finished took the process down: it failed.
    """
    results = Results()
    for match in FINISHED.finditer(output):
        setattr(results, match["outcome"], getattr(results, match["outcome"]) + 1)
        if match["outcome"] == "failed":
            results.faults.append(match["name"])
    results.failed += len(unfinished_of_xctest(output))
    return results
