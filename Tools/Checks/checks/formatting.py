"""Format and style, as swift-format finds them with the configurations that lie in the tree."""

from .repository import run


def findings(repository):
    files = [repository.relative(file) for file in repository.files("*.swift")]
    linted = run(["swift", "format", "lint", "--strict", "--parallel", *files], repository.root)
    found = [line.replace(f"{repository.root}/", "") for line in linted.stderr.splitlines() if line]
    if linted.returncode != 0 and not found:
        found.append(f"swift format lint ended with status {linted.returncode}")
    return found


def apply(repository):
    files = [repository.relative(file) for file in repository.files("*.swift")]
    formatted = run(["swift", "format", "--in-place", "--parallel", *files], repository.root)
    return formatted.stderr.splitlines()
