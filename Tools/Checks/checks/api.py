"""The public API of the libraries, compared with the committed baseline."""

import re

from . import symbols

FOLDER = "Tools/Checks/api"
CHANGELOG = "CHANGELOG.md"
# What the compiler adds to conformances.
IMPLIED = ("Swift.SendableMetatype", "Swift.Copyable", "Swift.Escapable")
# The section of the changelog in which breaks are named, below the version that is being worked on.
BREAKS = "### Breaking"


def declarations(folder, target):
    """The public declarations of a module, one line each: its path and its declaration."""
    found = set()
    for graph in symbols.graphs(folder, target["name"]):
        for symbol in symbols.own(graph, target["path"])["symbols"]:
            # What a conformance adds by itself follows from the conformance.
            is_synthesized = "::SYNTHESIZED::" in symbol["identifier"]["precise"]
            if is_synthesized or symbol["accessLevel"] not in ("public", "open"):
                continue
            fragments = symbol.get("declarationFragments", [])
            # No caller writes a parameter's inner name.
            parts = (part["spelling"] for part in fragments if part["kind"] != "internalParam")
            text = " ".join("".join(parts).split())
            path = ".".join(symbol["pathComponents"])
            found.add(f"{path} | {text}")
        found |= conformances(graph, target)
    return sorted(found)


def conformances(graph, target):
    """The conformances of a module's types, as lines."""
    known = symbols.own(graph, target["path"])
    paths = {s["identifier"]["precise"]: ".".join(s["pathComponents"]) for s in known["symbols"]}
    return {
        f"{paths[relation['source']]} | : {relation['targetFallback']}"
        for relation in known["relationships"]
        if relation["kind"] == "conformsTo" and relation["source"] in paths
        and relation.get("targetFallback", IMPLIED[0]) not in IMPLIED
    }


def baseline(repository, name):
    file = repository.root / FOLDER / f"{name}.txt"
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def write(repository, name, lines):
    file = repository.root / FOLDER / f"{name}.txt"
    file.parent.mkdir(exist_ok=True)
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def named_breaks(repository):
    """The text below "Breaking" in the newest version of the changelog."""
    text = (repository.root / CHANGELOG).read_text(encoding="utf-8")
    newest = re.split(r"^## ", text, flags=re.MULTILINE)[1]
    parts = re.split(r"^### ", newest, flags=re.MULTILINE)
    return "".join(part for part in parts if f"### {part}".startswith(BREAKS))


class Renames:
    """The types whose former names are still there as aliases, in all modules."""

    def __init__(self, declarations):
        self.declarations = set(declarations)
        former = re.compile(r"(\w+) \| typealias \1 = (\w+)")
        aliases = (former.fullmatch(line) for line in self.declarations)
        self.names = dict(alias.groups() for alias in aliases if alias)

    def keep(self, line):
        """Whether a former declaration is there under the present names of its types."""
        renamed = re.sub(r"\w+", lambda word: self.names.get(word[0], word[0]), line)
        return renamed != line and renamed in self.declarations


def breaks(name, before, now, named, renames):
    """The declarations that have gone or changed, and that the changelog does not name.

    A type that has an alias with its former name is not gone, and its members are those of the type.
    """
    remaining = {line.split(" | ")[0] for line in now}
    for line in sorted(set(before) - set(now)):
        if renames.keep(line):
            continue
        path = line.split(" | ")[0]
        owner = path.split(".")[0]
        # A type that has gone takes its members with it.
        if owner not in remaining and f"`{owner}`" in named:
            continue
        word = re.split(r"[(<]", path.rsplit(".", 1)[-1])[0]
        if f"`{path}`" not in named and f"`{word}`" not in named:
            yield f"{name}: gone or changed, and not below “{BREAKS[4:]}” in {CHANGELOG}: {line}"
