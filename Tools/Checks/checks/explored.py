"""Tries the interleavings of the programs in Tests/Explored, and shortens and replays what fails.

The engine's code is the shipped code. The compiler reports each atomic access (its thread sanitizer's pass, without
the sanitizer's runtime), the linker each lock; so a build of its own is needed, in a folder of its own.
"""

import concurrent.futures
import dataclasses
import os
import pathlib
import re
import struct
import subprocess
import tempfile

from . import results, testing
from .repository import PLAN_EACH_TIME, Failure

PACKAGE = "Tests/Explored"
SCRATCH = ".build-explored"
REPORTING = [
    "-Xfrontend", "-sanitize=thread",
    "-Xllvm", "-tsan-instrument-memory-accesses=0",
    "-Xllvm", "-tsan-instrument-func-entry-exit=0",
]
# Senders wait for queues of a few entries, so that programs of a few operations fill one.
CONDITIONS = ["-D", "STRATA_SHORT_QUEUES"]
BUILD = [
    "swift", "build", "--quiet", "--package-path", PACKAGE, "--scratch-path", SCRATCH,
    PLAN_EACH_TIME, "--product", "Explored",
    *(part for flag in REPORTING + CONDITIONS for part in ("-Xswiftc", flag)),
]
# The layout of the record that a run leaves behind, see CScheduler.h.
HEAD = struct.Struct("=QQII")
MOST_DEVIATIONS = 4096
DEVIATION = struct.Struct("=II")
TEXTS = struct.Struct("=64s4096s")
FATAL = re.compile(r"Fatal error: (.*)")
BEGAN = re.compile(r"^began (\d+)$", re.M)
# The output of a search at the end of each bound, and of a random search at its end.
LINE = re.compile(
    r"^(?P<kind>bound|random) (?P<number>\d+) (?P<schedules>\d+) (?P<longest>\d+) (?P<seconds>\S+)"
    r" (?P<end>complete|cut)$",
    re.M,
)


@dataclasses.dataclass
class Program:
    name: str
    known_fault: str
    promise: str


@dataclasses.dataclass
class Finding:
    """A fault, and the schedule that shows it."""

    kind: str
    text: str
    deviations: list
    # After how many runs of the same process: the first ones make what is made once.
    after: int
    # Whether a process of its own shows it again.
    is_replayed: bool = False

    def replay(self, program):
        steps = " ".join(f"{step}:{thread}" for step, thread in self.deviations)
        return f"{program.name} +{self.after} {steps}".strip()


@dataclasses.dataclass
class Outcome:
    program: Program
    # For each bound: schedules, seconds, whether all of it was tried.
    bounds: list
    longest: int
    finding: Finding | None

    @property
    def schedules(self):
        return sum(line[1] for line in self.bounds)

    @property
    def seconds(self):
        return sum(line[2] for line in self.bounds)

    @property
    def is_as_expected(self):
        return (self.finding is None) == (not self.program.known_fault)


class Explored:
    """The built programs."""

    def __init__(self, repository, root=None):
        self.root = root or repository.root
        self.executable = self.root / SCRATCH / "debug" / "Explored"
        # More than what each run is given.
        self.environment = {}

    def build(self, show=testing.say):
        status, _ = testing.stream(BUILD, self.root, show)
        if status != 0:
            raise Failure("Explored: does not build")

    def run(self, *arguments):
        """Runs the executable so that one run is as the other: same addresses, same hashes."""
        environment = {
            **os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no",
            **self.environment,
        }
        return subprocess.run(
            ["setarch", "-R", str(self.executable), *map(str, arguments)],
            capture_output=True, text=True, errors="replace", env=environment,
        )

    def programs(self):
        listed = self.run("list")
        if listed.returncode != 0:
            raise Failure(f"Explored: lists no programs: {listed.stderr}")
        return [Program(*line.split("\t")) for line in listed.stdout.splitlines()]

    def attempt(self, *arguments):
        """Runs a command with a record; gives back its output and what it found."""
        with tempfile.TemporaryDirectory() as folder:
            record = pathlib.Path(folder) / "record"
            done = self.run(*arguments, "--record", record)
            if done.returncode == 0:
                return done.stdout, None
            if not record.exists():
                raise Failure(f"Explored: {done.stdout}{done.stderr}")
            return done.stdout, finding(record.read_bytes(), done)

    def replay(self, program, after, deviations, *options):
        steps = [f"{step}:{thread}" for step, thread in deviations]
        return self.attempt("replay", program.name, *steps, "--after", after, *options)

    def search(self, program, bound, seconds, first=0):
        output, found = self.attempt(
            "search", program.name, "--bound", bound, "--seconds", seconds, "--from", first
        )
        return self.outcome(program, output, found)

    def random(self, program, seed, runs, seconds):
        output, found = self.attempt(
            "random", program.name, "--seed", seed, "--runs", runs, "--seconds", seconds
        )
        return self.outcome(program, output, found)

    def outcome(self, program, output, found):
        bounds = []
        longest = 0
        for line in LINE.finditer(output):
            bounds.append((
                f"{line['kind']} {line['number']}", int(line["schedules"]), float(line["seconds"]),
                line["end"] == "complete",
            ))
            longest = max(longest, int(line["longest"]))
        if found:
            found = self.shorten(program, found)
        return Outcome(program, bounds, longest, found)

    def shorten(self, program, found):
        """Drops deviations as long as the same kind of fault appears without them."""
        _, again = self.replay(program, found.after, found.deviations)
        if not again or again.kind != found.kind:
            return found
        found.is_replayed = True
        size = max(1, len(found.deviations) // 2)
        while True:
            start = 0
            while start < len(found.deviations):
                fewer = found.deviations[:start] + found.deviations[start + size:]
                _, again = self.replay(program, found.after, fewer)
                if again and again.kind == found.kind and again.after >= found.after:
                    found = dataclasses.replace(found, text=again.text, deviations=fewer)
                else:
                    start += size
            if size == 1:
                return found
            size //= 2


def finding(data, done):
    """Reads what a process that failed has left behind."""
    runs, _, count, has_failed = HEAD.unpack_from(data)
    places = [HEAD.size + index * DEVIATION.size for index in range(count)]
    deviations = [DEVIATION.unpack_from(data, place) for place in places]
    began = BEGAN.search(done.stdout)
    after = min(runs - 1, int(began[1])) if began else runs - 1
    kind, text = TEXTS.unpack_from(data, HEAD.size + MOST_DEVIATIONS * DEVIATION.size)
    if has_failed:
        read = lambda field: field.split(b"\0")[0].decode(errors="replace")
        return Finding(read(kind), read(text), deviations, after)
    fatal = FATAL.search(done.stderr)
    text = fatal[1] if fatal else f"status {done.returncode}: {done.stderr.strip()}"
    return Finding("trap", text, deviations, after)


def judge(outcome, show=testing.say):
    """Says what became of a program, as one test."""
    program, found = outcome.program, outcome.finding
    counts = f"{outcome.schedules} schedules, {outcome.seconds:.1f} s"
    if outcome.is_as_expected and not found:
        whole = [name for name, _, _, done in outcome.bounds if done and name.startswith("bound")]
        show(f"passed  {program.name}: {f'all of {whole[-1]}' if whole else 'no bound'}, {counts}")
        return results.Results(passed=1)
    if outcome.is_as_expected:
        show(f"known fault, still found  {program.name}: {program.known_fault}")
        show(f'        make explore REPLAY="{found.replay(program)}"')
        return results.Results(passed=1)
    if found:
        show(f"FAILED  {program.name}: {program.promise}")
        show(f"        {found.kind}: {found.text}")
        show(f'        make explore REPLAY="{found.replay(program)}"')
        if not found.is_replayed:
            show("        A process of its own does not show it again; the same search does.")
        return results.Results(failed=1, faults=[f"{program.name}: {found.kind}: {found.text}"])
    show(f"FAILED  {program.name}: the known fault is no longer found ({counts}); remove its mark")
    return results.Results(failed=1, faults=[f"{program.name}: no longer finds its known fault"])


def explore(explored, programs, bound, seconds, runs=0, seed=1, show=testing.say):
    """Searches all programs, as many at a time as there are processors."""

    def one(program):
        outcome = explored.search(program, bound, seconds)
        if not outcome.finding and runs:
            walk = explored.random(program, seed, runs, seconds)
            outcome.bounds += walk.bounds
            outcome.finding = walk.finding
            outcome.longest = max(outcome.longest, walk.longest)
        return outcome

    total = results.Results()
    outcomes = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for outcome in pool.map(one, programs):
            total += judge(outcome, show)
            outcomes.append(outcome)
    return total, outcomes


HEADING = """\
# Explored interleavings

Each program is a few threads that do a few things each, over the engine's real code. `make explore` runs it in each
order that so many preemptions allow, then in orders picked at random. Queues are short in that build, so that a few
operations fill one. `make explore ARGS=--write` has written this table.

"""


def table(outcomes):
    """The outcomes for the documents."""
    lines = [
        "| program | promise | preemptions | schedules | steps of the longest | seconds | result |",
        "|---|---|---|---|---|---|---|",
    ]
    for outcome in outcomes:
        program, found = outcome.program, outcome.finding
        whole = [name.split()[1] for name, _, _, done in outcome.bounds if done and "bound" in name]
        reached = f"{whole[-1]}, all" if whole else "none"
        if found:
            result = f"known fault: {program.known_fault}" if program.known_fault else "FAILED"
            reached = "until found"
        else:
            result = "holds"
        lines.append(
            f"| `{program.name}` | {program.promise} | {reached} | {outcome.schedules} "
            f"| {outcome.longest} | {outcome.seconds:.0f} | {result} |"
        )
    return HEADING + "\n".join(lines) + "\n"


def test(repository, show=testing.say):
    """The small bound: all schedules with one preemption, and some at random."""
    show("\n== Explored")
    explored = Explored(repository)
    explored.build(show)
    found, _ = explore(explored, explored.programs(), bound=1, seconds=2, runs=300, show=show)
    show(f"-- Explored: {found.line}")
    return found
