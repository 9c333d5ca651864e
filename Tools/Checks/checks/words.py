"""The words that the glossary has replaced are gone: from the pages, and from the libraries' sources."""

import json
import re

from . import swift_source

TABLE = "Tools/Checks/words.json"
# Pages that list contracts and names of others, or what a program has printed, and the glossary itself.
LEFT_OUT = re.compile(
    r"CHANGELOG\.md|DOCS\.md|Glossary\.md|(FEATURES|MUTANTS|EXCEPTIONS|RESULTS|WHY)\.md$"
)
# Code, output, links, indented lines and measured tables of a page: there a word may be a name.
NAMES = re.compile(
    r"<!-- \w+: written by make bench.*?<!-- end -->|"
    r"^```.*?^```|``[^`]*``|`[^`\n]*`|\]\([^)]*\)|<doc:[^>]*>|^    .*?$", re.DOTALL | re.MULTILINE
)


def findings(repository):
    table = repository.root / TABLE
    if not table.exists():
        return
    words = json.loads(table.read_text(encoding="utf-8"))
    pages, sources = words["pages"], words["sources"]
    if pages:
        yield from found(repository, ("*.md",), pattern(pages), pages, blank)
    if sources:
        files = ("Packages/*/Sources/*.swift",)
        yield from found(repository, files, pattern(sources), pages, lambda text: text)
    yield from identifiers(repository, set(words["identifiers"]), pages)


def identifiers(repository, words, replacements):
    """The libraries' identifiers that contain one of the words, alone or as a part in camel case."""
    for file in repository.files("Packages/*/Sources/*.swift"):
        name = repository.relative(file)
        # A package may itself be called Sources. A deprecated name says the new one.
        if "/Tests/" in name or name.endswith("+Deprecated.swift"):
            continue
        code = swift_source.code(file.read_text(encoding="utf-8"))
        for match in re.finditer(r"[A-Za-z_]\w*", code):
            for part in re.findall(r"[A-Z]?[a-z]+", match[0]):
                word = part.lower()
                word = word if word in words else word.removesuffix("s")
                if word in words:
                    line = code.count("\n", 0, match.start()) + 1
                    instead = replacements.get(word, "the glossary's word")
                    yield f"{name}:{line}: {match[0]}: for “{word}” write {instead}"


def pattern(words):
    """Finds each of the words, and phrases over line breaks."""
    each = "|".join(re.escape(word).replace("\\ ", r"\s+") for word in sorted(words, key=len)[::-1])
    return re.compile(rf"(?<![A-Za-z])({each})(?![A-Za-z])", re.IGNORECASE)


def blank(text):
    """A page without its names, with as many lines."""
    return NAMES.sub(lambda match: "\n" * match[0].count("\n"), text)


def found(repository, files, wanted, replacements, prepare):
    for file in repository.files(*files):
        name = repository.relative(file)
        if LEFT_OUT.search(name):
            continue
        text = prepare(file.read_text(encoding="utf-8"))
        for match in wanted.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            word = " ".join(match[0].split())
            instead = replacements.get(word.lower(), "the glossary's word")
            yield f"{name}:{line}: “{word}”: write {instead}"
