"""Builds what tortures the programs, and the programs, and runs a short form of it."""

import concurrent.futures
import os
import subprocess

from . import gates, results, testing, workspace
from .repository import BUILD_FOLDER, Failure, Package

PACKAGE = "Tests/Torture"
PROGRAMS = {"Apps/Standups": "standups", "Apps/Quotes": "quotes", "Apps/CounterFact": "counterfact",
            "Apps/Board": "board", "Tools/Inspect": "strata-inspect"}
# Each is counted as a test; what takes longer runs in `make torture` alone.
# The longest comes first.
SHORT_PARTS = ("terminals", "caches", "places", "operations", "servers", "service", "inspector", "neighbours", "limits",
               "growth", "install", "files", "boards", "recordings", "arguments")
# They compare times, so nothing runs beside them.
TIMED_PARTS = ("limits", "growth")


def build(repository, folder, product, show, configuration="debug"):
    """Builds a product; its path."""
    package = Package(repository, repository.root / folder)
    scratch = BUILD_FOLDER if configuration == "debug" else gates.SCRATCH
    with workspace.turn(repository, package, scratch):
        command = ["swift", "build", "--quiet", "-c", configuration, *package.options(scratch), "--product", product]
        status, _ = testing.stream(command, repository.root, show=show)
        if status != 0:
            raise Failure(f"{folder} does not build")
    return repository.root / scratch / configuration / product


def build_programs(repository, show, configuration="debug"):
    """Builds the programs; the folder that they lie in."""
    paths = [build(repository, folder, product, show, configuration) for folder, product in PROGRAMS.items()]
    return paths[0].parent


def test(repository):
    """A short torture of the programs, each part a test."""
    folder = build_programs(repository, testing.say)

    def one(part):
        command = [repository.root / PACKAGE / "Programs/torture", "--programs", folder, "--short", "--only", part]
        run = subprocess.run(command, cwd=repository.root, capture_output=True, text=True, check=False)
        if run.returncode == 0:
            return results.Results(passed=1)
        faults = [line for line in run.stdout.splitlines() if line.startswith("FOUND")]
        faults = faults or run.stderr.splitlines()[-1:] or [f"ended with {run.returncode}"]
        return results.Results(failed=1, faults=[f"torture of {part}: {fault}" for fault in faults])

    found = results.Results()
    # Twice as many as there are processors, because terminals and servers mostly wait.
    with concurrent.futures.ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as pool:
        for result in pool.map(one, [part for part in SHORT_PARTS if part not in TIMED_PARTS]):
            found += result
    for part in TIMED_PARTS:
        found += one(part)
    testing.say(f"Torture of the programs: {found.line}")
    return found
