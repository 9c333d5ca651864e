"""Git contains sources only: no output of a tool, and no file that git ignores."""

import re

from .repository import run

MADE = re.compile(
    r"(^|/)(\.build[^/]*|\.docs|\.swiftpm|DerivedData|__pycache__|[^/]+\.xcodeproj|"
    r"[^/]+\.doccarchive)/|\.(o|a|so|dylib|pyc|swiftmodule|swiftdoc|profraw|profdata|orig|rej|"
    r"log|dia|swp)$|\.symbols\.json$"
)
LARGE = 1_000_000


def findings(repository):
    tracked = run(["git", "ls-files", "-z"], repository.root).stdout.split("\0")
    ignored = run(["git", "ls-files", "-z", "-ci", "--exclude-standard"], repository.root)
    found = [
        f"{name}: is ignored by git, yet tracked"
        for name in ignored.stdout.split("\0")
        if name
    ]
    for name in filter(None, tracked):
        path = repository.root / name
        if MADE.search(name):
            found.append(f"{name}: a tool makes this; git keeps sources")
        elif path.is_file() and path.stat().st_size > LARGE:
            found.append(f"{name}: {path.stat().st_size} bytes; git keeps what people write")
    return found
