"""Plants each fault in a small repository of its own, and expects the check to find it.

A check that cannot fail is worse than none. The repository is made from scratch rather than copied,
so that what is planted is all there is, and so that it costs seconds.
"""

import pathlib
import tempfile

from . import fixture, planted as explorer, results, testing, workspace
from .faults import FAULTS, LOW_SOURCE, added
from .repository import BUILD_FOLDER, Failure, run

# (how the planted tests behave, what the count must say)
OUTCOMES = [
    ("pass", "2 passed, 0 failed"),
    ("fail", "1 passed, 1 failed"),
    ("crash", "0 passed, 1 failed"),
    ("exit", "0 passed, 1 failed"),
]


def findings(repository):
    """The faults that went unseen by the checks of this repository."""
    with tempfile.TemporaryDirectory(prefix="strata-selftest-") as folder:
        planted = fixture.make(pathlib.Path(folder), repository.root / ".swift-format")
        found = clean(planted)
        if not found:
            found += [
                finding
                for check, faults in FAULTS.items()
                for fault in faults
                for finding in unseen(planted, check, *fault)
            ]
            found += miscounted(planted)
            found += overlooked(planted)
            found += forgotten(planted)
            found += displaced()
        return found


def clean(repository):
    """The planted repository passes every check before anything is planted in it."""
    return [
        f"selftest: {check.__name__} on a clean repository: {finding}"
        for check in FAULTS
        for finding in check.findings(repository)
    ]


def unseen(repository, check, name, edit, expected):
    with Planted(repository, name, edit):
        try:
            found = list(check.findings(repository))
        except Failure as failure:
            found = [str(failure)]
    if any(expected in finding for finding in found):
        return []
    return [f"selftest: {check.__name__} misses `{expected}` planted in {name}; it says {found}"]


class Planted:
    """An edited file, known to git as if it were to be committed, while the block runs."""

    def __init__(self, repository, name, edit):
        self.root, self.name, self.edit = repository.root, name, edit
        self.file = repository.root / name
        self.before = self.file.read_text(encoding="utf-8") if self.file.exists() else None

    def __enter__(self):
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(self.edit(self.before or ""), encoding="utf-8")
        run(["git", "add", "--force", self.name], self.root, check=True)

    def __exit__(self, *_):
        if self.before is None:
            self.file.unlink()
        else:
            self.file.write_text(self.before, encoding="utf-8")
        run(["git", "add", "--force", self.name], self.root, check=True)


def miscounted(repository):
    """The ways in which tests end, and the count that must come of each."""
    packages = {package.name: package for package in repository.packages()}
    low, high = packages["Packages/Low"], packages["Packages/High"]

    def count(package, words, expected, **options):
        counted, _ = testing.test(repository, package, show=lambda _: None, **options)
        if counted.line != expected:
            yield f"selftest: tests that {words} count as `{counted.line}`, not `{expected}`"
        if bool(counted.faults) != bool(counted.failed):
            yield f"selftest: tests that {words} have the faults {counted.faults}"

    for behaviour, expected in OUTCOMES:
        yield from count(low, behaviour, expected, environment={fixture.BEHAVIOUR: behaviour})
    yield from count(high, "are not there", "0 passed, 1 failed")
    with Planted(repository, LOW_SOURCE, added("let broken = ")):
        yield from count(low, "do not build", "0 passed, 1 failed")


def overlooked(repository):
    """A test that hangs is ended, counted, and named; one that has ended is not."""
    low = next(p for p in repository.packages() if p.name == "Packages/Low")
    noted, place = testing.events(repository, low), repository.root / "process"
    said = []

    def limit():
        # Over as soon as nothing but the hanging test runs, so that no machine is too slow for it.
        patience = testing.after(testing.MINUTES)

        def is_overdue():
            running = results.unfinished(noted)
            hangs = len(running) == 1 and "behavesAsAsked" in running[0] and place.exists()
            return patience() or hangs

        return is_overdue

    environment = {fixture.BEHAVIOUR: "hang", fixture.PLACE: str(place)}
    counted, _ = testing.test(
        repository, low, show=said.append, environment=environment, limit=limit
    )
    if counted.line != "0 passed, 1 failed":
        yield f"selftest: tests that hang count as `{counted.line}`"
    if not any("LevelTests.swift" in fault for fault in counted.faults):
        yield f"selftest: the faults of tests that hang are {counted.faults}"
    if not any("hang" in line for line in said):
        yield "selftest: nothing says that tests hang"
    if not place.exists() or is_running(place.read_text(encoding="utf-8")):
        yield "selftest: tests that hang are not ended"
    named = [line for line in said if "had started and not ended" in line]
    if len(named) != 1 or "behavesAsAsked() (StrataLowTests/LevelTests.swift:" not in named[0]:
        yield f"selftest: the tests that hang are named as {named}"


def is_running(number):
    """Whether there is a process of that number that has not ended."""
    state = run(["ps", "-o", "stat=", "-p", number], "/").stdout.strip()
    return state != "" and not state.startswith("Z")


def forgotten(repository):
    """A checkout that a package does not need is out of its sight, and back after its turn."""
    package = next(p for p in repository.packages() if p.name == "Packages/Low")
    note = repository.root / BUILD_FOLDER / workspace.NOTE
    entry = {
        "packageRef": {"identity": "elsewhere", "location": fixture.REMOTE},
        "state": {"name": "sourceControlCheckout"},
        "subpath": "elsewhere",
    }
    (note.parent / "checkouts" / "elsewhere").mkdir(parents=True, exist_ok=True)
    workspace.write(note, {"object": {"dependencies": [entry]}})
    with workspace.turn(repository, package, BUILD_FOLDER):
        if workspace.checkouts(workspace.read(note)):
            yield "selftest: a package sees a checkout that it does not need"
    if "elsewhere" not in workspace.checkouts(workspace.read(note)):
        yield "selftest: a checkout is forgotten after another package's turn"
    yield from wanted(note.parent / "checkouts")


def displaced():
    """A fault for the explorer is planted where its text is once."""
    fault = explorer.Fault("a fault", "program", 1, "File.swift", "let x = 1", "let x = ON ? 2 : 1")
    for text, expected in (("let x = 1", 0), ("let x = 2", 1), ("let x = 1; let x = 1", 1)):
        if len(list(explorer.edit({"File.swift": text.encode()}, [fault]))) != expected:
            yield f"selftest: a fault for the explorer in `{text}` has not {expected} complaints"


def wanted(checkouts):
    """SwiftPM takes what products use and tests do not, and what stands behind it; anything else is made anew."""
    targets = [("A", [{"product": ["P", "Used", None]}, {"byName": ["B", None]}]),
               ("B", [{"target": ["C", None]}]), ("C", [{"byName": ["Named", None]}]),
               ("ATests", [{"product": ["T", "Tested", None]}])]
    manifest = {"products": [{"name": "A", "targets": ["A"]}],
                "targets": [{"name": name, "dependencies": needed} for name, needed in targets]}
    if (used := workspace.used_packages(manifest)) != {"used", "named"}:
        yield f"selftest: the packages that products use are {sorted(used)}"
    (checkouts / "elsewhere" / "Package.swift").write_text(
        '.package(url: "https://example.com/behind.git", from: "1.0.0")', encoding="utf-8")
    if (found := workspace.behind(fixture.REMOTE, checkouts)) != {fixture.REMOTE, "https://example.com/behind"}:
        yield f"selftest: the packages behind a checkout are {sorted(found)}"
