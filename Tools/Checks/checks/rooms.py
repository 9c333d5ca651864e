"""The table of rooms: inside a module, a folder uses those below it.

A folder of a module's sources is a room. `rooms.json` lists the rooms of each module from the bottom up; rooms that use
one another stand in one list. An arrow is a type's name in another room: so the check misses what calls members
alone, and what it finds is there.
"""

import collections
import json
import re

from . import swift_source

TABLE = "Tools/Checks/rooms.json"
MOST_IN_A_CYCLE = 3
_MODIFIERS = (
    r"(?:@\S+\s+)*(?:(?:public|package|internal|private|fileprivate|open|final|override|static|class|mutating|"
    r"nonmutating|borrowing|consuming|indirect|nonisolated|unsafe|isolated)(?:\([^()\n]*\))?\s+)*"
)
_TYPE = re.compile(
    rf"(?m)^{_MODIFIERS}(?:class|struct|enum|protocol|actor|typealias)\s+(?P<name>[A-Z]\w+)"
)
_USED = re.compile(r"\b[A-Z]\w+\b")


class Module:
    """The rooms of one module, and their uses of one another: for each arrow a line that shows it."""

    def __init__(self, repository, folder):
        self.name, self.folder = folder.name, repository.relative(folder)
        texts = collections.defaultdict(dict)
        for file in repository.files(f"{self.folder}/*.swift"):
            parts = file.relative_to(folder).parts
            if len(parts) > 1:
                text = swift_source.code(file.read_text(encoding="utf-8"))
                texts[parts[0]][repository.relative(file)] = text
        self.rooms = sorted(texts)
        self.arrows = {}
        owners = {}
        for room, files in texts.items():
            for text in files.values():
                for match in _TYPE.finditer(text):
                    owners.setdefault(match["name"], room)
        for room, files in texts.items():
            for place, text in files.items():
                for word in sorted(set(_USED.findall(text))):
                    if owners.get(word, room) != room:
                        self.arrows.setdefault((room, owners[word]), f"{place}: {word}")


def modules(repository):
    for folder in sorted((repository.root / "Packages").glob("*/Sources/*")):
        if folder.is_dir():
            yield Module(repository, folder)


def findings(repository):
    table = json.loads((repository.root / TABLE).read_text(encoding="utf-8"))
    longest = table["longestCycles"]
    found = []
    for module in modules(repository):
        layers = [
            layer if isinstance(layer, list) else [layer]
            for layer in table["rooms"].get(module.name, [])
        ]
        height = {room: place for place, layer in enumerate(layers) for room in layer}
        found += [
            f"{module.folder}/{room}: not in {TABLE}; by the sources the rooms of {module.name} are, "
            f"from the bottom up, {json.dumps(layered(module))}"
            for room in module.rooms if room not in height
        ]
        found += [
            f"{TABLE}: {module.name} has no room {room}" for room in height if room not in module.rooms
        ]
        found += [
            f"{why}: {user} uses {used}, which does not lie below it in {TABLE}"
            for (user, used), why in sorted(module.arrows.items())
            if user in height and used in height and height[user] < height[used]
        ]
        found += [
            f"{TABLE}: {module.name}: {len(layer)} rooms use one another, which are too many"
            for layer in layers
            if len(layer) > longest.get(module.name, MOST_IN_A_CYCLE)
        ]
    return found


def layered(module):
    """The rooms of a module from the bottom up, with those that use one another in one list."""
    below = {room: {b for a, b in module.arrows if a == room} for room in module.rooms}
    reach = {room: set() for room in module.rooms}
    for room in module.rooms:
        pending = list(below[room])
        while pending:
            other = pending.pop()
            if other not in reach[room]:
                reach[room].add(other)
                pending += below[other]
    layers, done = [], set()
    while len(done) < len(module.rooms):
        for room in module.rooms:
            group = {room} | {o for o in reach[room] if room in reach[o]}
            if room not in done and reach[room] - group <= done:
                layers.append(sorted(group) if len(group) > 1 else room)
                done |= group
                break
    return layers
