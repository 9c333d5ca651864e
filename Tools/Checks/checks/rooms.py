"""The table of rooms: inside a module, a folder uses those below it.

A folder of a module's sources is a room. `rooms.json` lists the rooms of each module from the bottom up; rooms that use
one another stand in one list. An arrow is a type's name in another room, or `.name` of a member that one room alone
declares: no other module, no case, no nested type and no type of the standard library has a member of that name. So the
check misses members with common names and those that are called without a dot, and what it finds is there.
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
# Of a type or an extension at the margin; what lies deeper may be a variable of a function.
_MEMBER = re.compile(rf"(?m)^  {_MODIFIERS}(?:func|var|let)\s+(?P<name>\w+)")
# In a type inside another one.
_NESTED = re.compile(
    r"(?m)^    +(?:(?:public|package|private|fileprivate|static)(?:\([^()\n]*\))?\s+)+"
    r"(?:func|var|let)\s+(?P<name>\w+)"
)
_CASE = re.compile(r"(?m)^\s+(?:indirect\s+)?case\s+(?P<name>[a-z]\w*)")
_USED = re.compile(r"\b[A-Z]\w+\b|\.[a-z_]\w*\b")
# Of the standard library and of Foundation.
_STANDARD = frozenset(
    """allocate append baseAddress cancel capacity collection compactMap components contains
    deallocate debugDescription deinitialize description dropFirst dropLast elements
    endIndex enumerated filter flatMap forEach formatted hashValue indices initialize insert
    isCancelled isEmpty joined move onCancel prefix reduce remove removeAll removeFirst
    removeLast replace replaceSubrange reserveCapacity resume reversed sorted startIndex
    suffix timeIntervalSince underestimatedCount withLock""".split()
)
# In a file with this import, a member may be one of swift-syntax, which has members of most names.
_FOREIGN = re.compile(r"(?m)^(?:public )?import SwiftSyntax")


class Names:
    """The names of the members in all modules: for each the modules that declare it."""

    def __init__(self, texts):
        self._modules = collections.defaultdict(set)
        for module, text in texts:
            for match in _MEMBER.finditer(text):
                self._modules[match["name"]].add(module)
            for pattern in (_CASE, _NESTED):
                for match in pattern.finditer(text):
                    self._modules[match["name"]].add("elsewhere")

    def means_one_thing(self, name):
        return len(self._modules[name]) == 1 and name not in _STANDARD


class Module:
    """The rooms of one module, and their uses of one another: for each arrow a line that shows it."""

    def __init__(self, folder, place, texts, names):
        self.name, self.folder = folder.name, place
        self.rooms = sorted(texts)
        self.arrows = {}
        owners = self._owners(texts, names)
        for room, files in texts.items():
            for place, text in files.items():
                is_foreign = _FOREIGN.search(text)
                for word in sorted(set(_USED.findall(text))):
                    if word[0] == "." and is_foreign:
                        continue
                    if owners.get(word, room) != room:
                        self.arrows.setdefault((room, owners[word]), f"{place}: {word}")

    @staticmethod
    def _owners(texts, names):
        """The room of each type, and of each `.member` that one room alone declares."""
        owners, members = {}, collections.defaultdict(set)
        for room, files in texts.items():
            for text in files.values():
                for match in _TYPE.finditer(text):
                    owners.setdefault(match["name"], room)
                for match in _MEMBER.finditer(text):
                    members[match["name"]].add(room)
        for name, rooms in members.items():
            if len(rooms) == 1 and names.means_one_thing(name):
                owners[f".{name}"] = next(iter(rooms))
        return owners


def modules(repository):
    folders = [
        folder for folder in sorted((repository.root / "Packages").glob("*/Sources/*"))
        if folder.is_dir()
    ]
    texts = {folder: _texts(repository, folder) for folder in folders}
    names = Names(
        (folder, text)
        for folder, rooms in texts.items() for files in rooms.values() for text in files.values()
    )
    for folder in folders:
        rooms = {room: files for room, files in texts[folder].items() if room}
        yield Module(folder, repository.relative(folder), rooms, names)


def _texts(repository, folder):
    """The code of a module's files by room; those beside the rooms have the empty name."""
    texts = collections.defaultdict(dict)
    for file in repository.files(f"{repository.relative(folder)}/*.swift"):
        parts = file.relative_to(folder).parts
        text = swift_source.code(file.read_text(encoding="utf-8"))
        texts[parts[0] if len(parts) > 1 else ""][repository.relative(file)] = text
    return texts


def findings(repository):
    table = json.loads((repository.root / TABLE).read_text(encoding="utf-8"))
    longest = table.get("longestCycles", {})
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
