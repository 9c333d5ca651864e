"""Changes one place of a package's sources at a time, and asks whether a test notices.

The package is built in a clone of the last commit, in a folder that later runs use again. Each suite of Swift Testing
runs once with the compiler's coverage, so that a mutant needs only the suites that reach its line. A test that ends a
process writes no coverage, so a mutant runs with the suites of such tests as well. Mutants are built without coverage,
each while the suites run on the ones before.
"""

import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import threading

from . import testing
from .repository import PLAN_EACH_TIME, Failure, run

FOLDER = ".build-mutants"
# A suite that runs so many times longer than it should, and so many seconds more, hangs; that notices the mutant, too.
PATIENCE, LEAST_PATIENCE = 8, 20
# How many lines below its arguments a function's body begins at most.
BODY_WITHIN = 20
# One process runs suites that need this many seconds together, because each process costs a start.
GROUP_SECONDS = 3

CHANGES = [
    (r" < ", " <= "), (r" > ", " >= "), (r" <= ", " < "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+ 1\b", " + 2"), (r" - 1\b", " - 2"), (r"\btrue\b", "false"),
    (r"\bfalse\b", "true"), (r"\b(guard|if) !", r"\1 "), (r"\bif (?!let|case|var|#|!)(\w)", r"if !\1"),
]
CALL = re.compile(r"^(?!if|guard|return|switch|while|for|super|self\.init)[a-z][\w.?!\[\]]*\(.*\)$")
DECLARATION = re.compile(
    r"^(//|\*|@|#|import|public|package|private|internal|fileprivate|static|final|case|func|init|let |var |struct"
    r"|extension|precondition|assert|fatal)"
)
# A condition of compilation that does not hold on Linux.
FOREIGN = re.compile(r"(?<!!)(canImport\((Combine|SwiftUI|UIKit|AppKit|Darwin|ObjectiveC|os)\)|os\((mac|i|tv|watch|vision)OS\)|_ptrauth|arch\(arm64\)|STRATA_\w+)")


class Mutant:
    """A file, the number of a line from 1, and the line before and after the change."""

    def __init__(self, path, number, before, after):
        self.path, self.number, self.before, self.after = path, number, before, after

    def __str__(self):
        return f"{self.path}:{self.number}  {self.before.strip()}  =>  {self.after.strip() or '(left out)'}"


def mutants_of(line):
    """The changes of one line."""
    text = line.strip()
    if not text or DECLARATION.match(text):
        return
    if CALL.match(text):
        yield ""
    code = line.split("//")[0]
    for old, new in CHANGES:
        if re.search(old, code):
            yield re.sub(old, new, line, count=1)


def compiled_lines(text):
    """The lines of a file, numbered from 1, without those that only Apple's systems compile."""
    conditions = []
    for number, line in enumerate(text.split("\n"), 1):
        directive = re.match(r"\s*#(if|elseif|else|endif)\b(.*)", line)
        if directive is None:
            if all(conditions):
                yield number, line
        elif directive[1] == "endif":
            conditions.pop()
        elif directive[1] == "if":
            conditions.append(not FOREIGN.search(directive[2]))
        elif directive[1] == "elseif":
            conditions[-1] = not FOREIGN.search(directive[2])
        else:
            conditions[-1] = True


class Mutated:
    """A package in a clone, with what its suites reach."""

    def __init__(self, repository, package):
        if not (repository.root / "Packages" / package / "Sources").is_dir():
            raise Failure(f"Packages/{package}: no such package")
        self.package = package
        self.folder = repository.root / FOLDER / package
        self.root = self.folder / "source"
        self.sources = self.root / "Packages" / package / "Sources"
        self.tests = self.program("plain")
        compiler = shutil.which("swift")
        if compiler is None:
            raise Failure("swift: not found")
        self.tools = pathlib.Path(compiler).resolve().parent
        self.commit = run(["git", "rev-parse", "HEAD"], repository.root).stdout.strip()
        if not self.root.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            run(["git", "clone", "-q", "--shared", repository.root, self.root], repository.root, check=True)
        run(["git", "fetch", "-q"], self.root, check=True)
        run(["git", "checkout", "-q", "--force", self.commit], self.root, check=True)

    def program(self, kind):
        """The tests as they are built in a folder."""
        return self.folder / kind / "debug" / f"{self.package}PackageTests.xctest"

    def build(self, kind="plain", *options):
        """Whether the package and its tests compile."""
        command = [
            "swift", "build", "--build-tests", PLAN_EACH_TIME, *options,
            "--package-path", self.root / "Packages" / self.package, "--scratch-path", self.folder / kind,
        ]
        return run(command, self.root).returncode == 0

    def suites(self, program):
        """The names of all suites of Swift Testing."""
        listed = run([program, "--testing-library", "swift-testing", "--list-tests"], self.root)
        return sorted({name for name in re.findall(r"^(\w+\.\w+)/", listed.stdout, re.M)})

    def ending_suites(self, suites):
        """Those of some suites, by the names of their files, with a test that ends a process."""
        tests = self.root / "Packages" / self.package / "Tests"
        files = (file for file in tests.rglob("*.swift") if "processExitsWith" in file.read_text(encoding="utf-8"))
        ending = {f"{file.relative_to(tests).parts[0]}.{file.stem}" for file in files}
        return ending & set(suites)

    def test(self, program, suites, seconds, profile=os.devnull):
        """Whether some suites pass within a time; `None` if they are not over by then."""
        command = [program, "--testing-library", "swift-testing"]
        for suite in suites:
            command += ["--filter", f"^{re.escape(suite)}/"]
        process = subprocess.Popen(
            command, cwd=self.root, env={**os.environ, "LLVM_PROFILE_FILE": str(profile)},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )
        try:
            return process.wait(timeout=seconds) == 0
        except subprocess.TimeoutExpired:
            return None
        finally:
            if process.poll() is None:
                testing.end(process.pid)
                process.wait()

    def reach(self, show):
        """What each suite reaches, and how long it runs: `{suite: (seconds, {path: [line]})}`."""
        kept = self.folder / "reach.json"
        if kept.exists():
            known = json.loads(kept.read_text(encoding="utf-8"))
            if known["commit"] == self.commit:
                return known["suites"]
        program = self.program("coverage")
        if not self.build("coverage", "--enable-code-coverage"):
            raise Failure(f"Packages/{self.package}: does not build")
        suites = self.suites(program)
        show(f"Runs {len(suites)} suites to see what each reaches.")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            reached = dict(zip(suites, pool.map(lambda suite: self.reach_of(program, suite), suites)))
        kept.write_text(json.dumps({"commit": self.commit, "suites": reached}), encoding="utf-8")
        return reached

    def reach_of(self, program, suite):
        raw, merged = self.folder / f"{suite}.profraw", self.folder / f"{suite}.profdata"
        begin = os.times().elapsed
        if not self.test(program, [suite], 600, raw):
            raise Failure(f"{suite}: fails without a mutant")
        seconds = os.times().elapsed - begin
        run([self.tools / "llvm-profdata", "merge", "-sparse", raw, "-o", merged], self.root, check=True)
        cover = [self.tools / "llvm-cov", "export", "-format=lcov", f"-instr-profile={merged}"]
        exported = run([*cover, program, self.sources], self.root)
        raw.unlink()
        merged.unlink()
        lines, path = {}, None
        for line in exported.stdout.splitlines():
            if line.startswith("SF:"):
                path = str(pathlib.Path(line[3:]).relative_to(self.sources))
            elif line.startswith("DA:") and not line.endswith(",0"):
                lines.setdefault(path, []).append(int(line[3:].split(",")[0]))
        return seconds, lines

    def mutants(self):
        """All mutants, in the order of the files."""
        for file in sorted(self.sources.rglob("*.swift")):
            path = str(file.relative_to(self.sources))
            for number, line in compiled_lines(file.read_text(encoding="utf-8")):
                for changed in mutants_of(line):
                    if changed != line:
                        yield Mutant(path, number, line, changed)

    def build_with(self, mutant, program):
        """Whether the package compiles with a mutant; then the tests are copied to a program of their own."""
        file = self.sources / mutant.path
        text = file.read_text(encoding="utf-8")
        lines = text.split("\n")
        lines[mutant.number - 1] = mutant.after
        file.write_text("\n".join(lines), encoding="utf-8")
        try:
            if not self.build():
                return False
            # Beside the original, because tests look for their resources there.
            shutil.copy(self.tests, program)
            return True
        finally:
            file.write_text(text, encoding="utf-8")


def groups(suites, reached):
    """Suites in groups that run in one process each, the short ones first."""
    group, seconds = [], 0
    for suite in sorted(suites, key=lambda suite: reached[suite][0]):
        if group and seconds + reached[suite][0] > GROUP_SECONDS:
            yield group, seconds
            group, seconds = [], 0
        group.append(suite)
        seconds += reached[suite][0]
    if group:
        yield group, seconds


def suites_near(mutant, by_line):
    """The suites that reach a mutant; `by_line` has those of each place.

    The line before and the one after belong to it, because a condition's own line may not be counted. Default values
    of arguments never are, so they have the suites of their function's body.
    """
    suites = set()
    for number in range(mutant.number - 1, mutant.number + 2):
        suites |= by_line.get((mutant.path, number), set())
    if suites:
        return suites
    below = (by_line.get((mutant.path, mutant.number + step)) for step in range(2, BODY_WITHIN))
    return next((suites for suites in below if suites), set())


class Sample:
    """A random sample of the mutants of a package."""

    def __init__(self, mutated, show=testing.say):
        self.mutated, self.show = mutated, show
        self.reached = mutated.reach(show)
        if not mutated.build():
            raise Failure(f"Packages/{mutated.package}: does not build")
        self.by_line = {}
        for suite, (_, lines) in self.reached.items():
            for path, numbers in lines.items():
                for number in numbers:
                    self.by_line.setdefault((path, number), set()).add(suite)
        self.ending = mutated.ending_suites(self.reached)
        self.ran, self.survivors, self.hanging = 0, [], []
        # One mutant is built while two are tested.
        self.programs = [mutated.tests.with_name(f"mutant-{place}.xctest") for place in range(3)]
        self.room = threading.Semaphore(len(self.programs) - 1)

    def check(self):
        """Fails if a suite does not pass as mutants run it; each mutant would count as noticed then."""
        shutil.copy(self.mutated.tests, self.programs[0])
        for group, seconds in groups(self.reached, self.reached):
            if not self.passes(self.programs[0], group, seconds):
                raise Failure(f"without a mutant these fail or hang: {', '.join(group)}")

    def passes(self, program, group, seconds):
        return self.mutated.test(program, group, LEAST_PATIENCE + PATIENCE * seconds)

    def run(self, seed, count, only):
        """Runs so many mutants of the files that match."""
        self.check()
        chosen = [mutant for mutant in self.mutated.mutants() if re.search(only, mutant.path)]
        random.Random(seed).shuffle(chosen)
        free = list(self.programs)
        with concurrent.futures.ThreadPoolExecutor(len(free) - 1) as pool:
            jobs = []
            for mutant in chosen:
                if self.ran == count:
                    break
                self.room.acquire()
                program = free.pop()
                if self.mutated.build_with(mutant, program):
                    self.ran += 1
                    jobs.append(pool.submit(self.judge, mutant, program, free))
                    if self.ran % 10 == 0:
                        self.show(f"{self.ran} mutants are built, {len(self.survivors)} of those tested survived.")
                else:
                    free.append(program)
                    self.room.release()
            for job in jobs:
                job.result()
        for program in self.programs:
            program.unlink(missing_ok=True)

    def judge(self, mutant, program, free):
        """Tests a mutant, and gives its program back."""
        try:
            near = suites_near(mutant, self.by_line)
            rest = groups(self.ending - near, self.reached)
            for group, seconds in itertools.chain(groups(near, self.reached), rest):
                passes = self.passes(program, group, seconds)
                if passes is None:
                    self.hanging.append(mutant)
                if not passes:
                    return
            self.survivors.append(mutant)
            self.show(f"survived  {mutant}")
        finally:
            free.append(program)
            self.room.release()
