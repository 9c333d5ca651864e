"""Builds and tests packages, one after the other, in one build folder."""

import os
import subprocess

from . import results, workspace
from .repository import BUILD_FOLDER


def say(text):
    print(text, flush=True)


def stream(command, cwd, show=say, environment=None):
    """Runs a program, shows its output as it comes, and gives back its status and that output."""
    process = subprocess.Popen(
        command, cwd=cwd, env={**os.environ, **(environment or {})}, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace",
    )
    lines = []
    for line in process.stdout:
        show(line.rstrip("\n"))
        lines.append(line)
    return process.wait(), "".join(lines)


def uses_xctest(package):
    """Whether any test of the package is XCTest's: only then is it asked, which costs a process."""
    for target in package.manifest["targets"]:
        if target["type"] == "test":
            for file in package.source_folder(target).rglob("*.swift"):
                if "XCTest" in file.read_text(encoding="utf-8"):
                    return True
    return False


def test(repository, package, scratch=BUILD_FOLDER, options=(), show=say, environment=None):
    """Tests one package and gives back its results and the tests' output.

    Whatever goes wrong beside a failing test (a build, a crash, a package whose tests have
    vanished) is one failure more, so that a sum without failures means that all of it worked.
    """
    show(f"\n== {package.name}")
    with workspace.turn(repository, package, scratch):
        found, output = build_and_test(repository, package, scratch, options, show, environment)
    skipped = f", {found.skipped} skipped" if found.skipped else ""
    show(f"-- {package.name}: {found.line}{skipped}")
    return found, output


def build_and_test(repository, package, scratch, options, show, environment):
    common = [*package.options(scratch), *options]
    status, output = stream(
        ["swift", "build", "--quiet", "--build-tests", *common], repository.root, show
    )
    if status != 0:
        show(f"{package.name}: does not build")
        return results.Results(failed=1), output

    report = repository.root / scratch / "reports" / f"{package.name.replace('/', '-')}.xml"
    report.parent.mkdir(parents=True, exist_ok=True)
    # SwiftPM appends to the name when it asks both libraries. A report of an earlier run must not
    # stand in for one that a crash prevents.
    reports = [report, report.with_name(f"{report.stem}-swift-testing.xml")]
    for stale in reports:
        stale.unlink(missing_ok=True)
    only = [] if uses_xctest(package) else ["--disable-xctest"]
    status, output = stream(
        ["swift", "test", "--quiet", "--skip-build", "--xunit-output", str(report), *only, *common],
        repository.root,
        show,
        environment,
    )

    found = results.of_xctest(output)
    swift_testing = results.of_swift_testing(next(filter(lambda r: r.exists(), reports), report))
    if swift_testing is not None:
        found += swift_testing
    trouble = None
    if swift_testing is None:
        trouble = "the test process ended without a report"
    elif status != 0 and found.failed == 0:
        trouble = f"the test process ended with status {status}"
    elif found.total == 0:
        trouble = "has test targets, but no test ran"
    if trouble:
        show(f"{package.name}: {trouble}")
        found.failed += 1
    return found, output
