"""Counts what a run of `swift test` has done, from the reports of both test libraries."""

import re
import xml.etree.ElementTree as ElementTree

FINISHED = re.compile(r"^Test Case '(?P<name>[^']+)' (?P<outcome>passed|failed|skipped) \(", re.M)
STARTED = re.compile(r"^Test Case '(?P<name>[^']+)' started at ", re.M)


class Results:
    """Numbers of tests; a function that runs over many arguments is one test."""

    def __init__(self, passed=0, failed=0, skipped=0):
        self.passed, self.failed, self.skipped = passed, failed, skipped

    def __iadd__(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
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
        elif case.find("skipped") is not None:
            results.skipped += 1
        else:
            results.passed += 1
    return results


def of_xctest(output):
    """Reads XCTest's lines: it writes a file only when it runs tests in parallel.

    A test that started and never finished took the process down: it failed.
    """
    results = Results()
    unfinished = {match["name"] for match in STARTED.finditer(output)}
    for match in FINISHED.finditer(output):
        unfinished.discard(match["name"])
        setattr(results, match["outcome"], getattr(results, match["outcome"]) + 1)
    results.failed += len(unfinished)
    return results
