"""What has to agree before a version is released."""

import re

from . import documents
from .repository import run

VERSION = "Apps/ProgramParts/Sources/ProgramVersion/RepositoryVersion.swift"
CHANGELOG = "CHANGELOG.md"
README = "README.md"
STATED = re.compile(r'current = "(\d+\.\d+\.\d+)"')
# Sources that would state the version a second time.
REPEATED = re.compile(r'version: "\d+\.\d+\.\d+"')


def version(repository):
    """The version that the programs state; `None` if it cannot be read."""
    found = STATED.search((repository.root / VERSION).read_text(encoding="utf-8"))
    return found and found[1]


def findings(repository):
    """What disagrees with the version, or is missing."""
    stated = version(repository)
    if not stated:
        yield f"{VERSION}: states no version"
        return
    yield from changelog(repository, stated)
    if f'from: "{stated}"' not in (repository.root / README).read_text(encoding="utf-8"):
        yield f'{README}: does not say `from: "{stated}"`'
    for file in repository.files("Apps/*.swift", "Tools/*.swift", "Packages/*.swift"):
        if file.name != "Package.swift" and REPEATED.search(file.read_text(encoding="utf-8")):
            yield f"{repository.relative(file)}: states a version; {VERSION} is the only place"
    yield from documents.findings(repository)
    yield from state(repository, stated)


def changelog(repository, stated):
    """The newest heading of the changelog is this version, and there is an entry below it."""
    text = (repository.root / CHANGELOG).read_text(encoding="utf-8")
    parts = re.split(r"^## ", text, flags=re.MULTILINE)
    heading, _, entries = (parts[1] if len(parts) > 1 else "").partition("\n")
    if heading not in (f"Unreleased: {stated}", stated) and not heading.startswith(f"{stated} ("):
        yield f"{CHANGELOG}: its newest version is “{heading}”, not {stated}"
    if not re.search(r"^- ", entries, re.MULTILINE):
        yield f"{CHANGELOG}: {stated} has no entry"


def state(repository, stated):
    """The working copy is committed, and the version is not tagged yet."""
    if run(["git", "status", "--porcelain"], repository.root).stdout.strip():
        yield "git: there are changes that are not committed"
    if run(["git", "tag", "--list", stated], repository.root).stdout.strip():
        yield f"git: {stated} is tagged already; raise the version in {VERSION}"
