"""The faults that the selftest plants: one line each, by the check that must find them."""

from . import (
    consumer, documents, features, formatting, generated, import_builds, layers, manifests, rooms,
    sources, words,
)
from .fixture import REMOTE
from .repository import Failure

LOW = "Packages/Low"
LOW_MANIFEST = f"{LOW}/Package.swift"
LOW_SOURCE = f"{LOW}/Sources/StrataLow/Level.swift"
LOW_TEST = f"{LOW}/Tests/StrataLowTests/LevelTests.swift"
LOW_ROOMS = f"{LOW}/Sources/StrataLow"
HIGH_MANIFEST = "Packages/High/Package.swift"
HIGH_SOURCE = "Packages/High/Sources/StrataHigh/Level.swift"
HIGHEST_SOURCE = "Packages/High/Sources/StrataHighest/Level.swift"
REMOTE_DEPENDENCY = f'dependencies: [.package(url: "{REMOTE}", from: "1.0.0")]'


def replaced(old, new):
    """An edit that must find what it replaces: a fault that is not planted proves nothing."""

    def edit(text):
        if old not in text:
            raise Failure(f"selftest: nothing to replace: {old}")
        return text.replace(old, new, 1)

    return edit


def added(line):
    return lambda text: text + line + "\n"


def first(line):
    return lambda text: line + "\n" + text


# check: [(file, edit, a word of the finding)]
FAULTS = {
    formatting: [
        (LOW_SOURCE, replaced("  let", "      let"), "Indentation"),
        (LOW_SOURCE, added('let forced = Int("1")!'), "NeverForceUnwrap"),
        (LOW_SOURCE, added("public func mute() {}"), "AllPublicDeclarationsHaveDocumentation"),
        (LOW_MANIFEST, replaced("  name", "    name"), "Indentation"),
    ],
    sources: [
        (LOW_SOURCE, added("extension Level: @unchecked Sendable {}"), "@unchecked Sendable"),
        (LOW_SOURCE, added("nonisolated(unsafe) var level = 1"), "nonisolated(unsafe)"),
        (LOW_SOURCE, added("let bits = unsafeBitCast(1, to: UInt.self)"), "unsafeBitCast"),
        (LOW_SOURCE, added("typealias Loose = Unmanaged<AnyObject>"), "Unmanaged"),
        (LOW_SOURCE, added("// SAFETY: far off" + "\n" * 7 + "let a = Unmanaged<B>.c"), "SAFETY"),
        (LOW_TEST, added("let a = Unmanaged<B>.c"), "Unmanaged"),
        (LOW_SOURCE, added("let forced = try! level()"), "forced"),
        (LOW_SOURCE, added("let forced = level as! Int"), "forced"),
        (LOW_SOURCE, added('let text = "\\(level()!.first)"'), "forced"),
        (LOW_SOURCE, added("func long() {\n" + "  a()\n" * 59 + "}"), "func long has 61 lines"),
        (LOW_SOURCE, added("init() {\n" + "  a()\n" * 59 + "}"), "init has 61 lines"),
        (LOW_SOURCE, added("//\n" * 500), "a file has at most"),
        (f"{LOW}/Sources/StrataLow/Helpers.swift", added("let nothing = 0"), "says nothing"),
    ],
    documents: [
        ("NEW.md", added("# New\n\nA page that is not listed."), "is not what the pages say"),
        ("DOCS.md", added("- nothing"), "is not what the pages say"),
        ("DOCS.md", added("[a](nowhere.md)"), "links nowhere.md, which is not there"),
        ("README.md", replaced("import StrataLow", "import Low"), "the sample is not Tools/"),
        ("README.md", replaced("Consumer/main", "Consumer/other"), "there is no Tools/Checks/"),
        ("README.md", added("\n" * 120), "it has at most 120"),
        (
            "README.md", added("<!-- messages: Packages -->\n| a | b |\n|---|---|\n| c | `No.` |"),
            "contains the message No.",
        ),
        ("Packages/New/Package.swift", added("// swift-tools-version: 6.2"), "has no README.md"),
    ],
    words: [
        ("README.md", added("Nobody is told."), "write no observer"),
        ("README.md", added("It lets go\nof it."), "“lets go of”: write releases"),
        (LOW_SOURCE, added("// This is dearer."), "“dearer”: write more expensive"),
        (LOW_SOURCE, added("let allWatchers = 0"), "allWatchers: for “watcher” write"),
    ],
    generated: [
        ("Packages/Low/Thing.symbols.json", added("{}"), "a tool makes this"),
        (".build-planted/debug.yaml", added("{}"), "ignored by git"),
        ("large.txt", added("x" * 1_000_001), "bytes"),
    ],
    features: [
        ("Tests/FEATURES.md", added("| AB-1 | a | Nowhere.swift: no |"), "there is no Nowhere"),
        ("Tests/FEATURES.md", added(f"| AB-1 | a | {LOW_TEST}: isOne |"), "has no test isOne"),
        ("Tests/FEATURES.md", added("| AB-1 | a | open: |"), "neither"),
        ("Tests/FEATURES.md", added("| AB-2 | a | open: b |\n| AB-2 | a | open: b |"), "twice"),
    ],
    manifests: [
        ("Package.swift", replaced('.library(name: "StrataLow"', '.library(name: "L"'), "product"),
        ("Package.swift", replaced('dependencies: ["StrataLow"],', ""), "StrataHigh: dependencies"),
        ("Package.swift", replaced(".strictMemorySafety()", '.define("NO")'), "settings"),
        ("Package.swift", replaced(".macOS(.v15)", ".macOS(.v14)"), "platforms"),
        ("Package.swift", replaced("Sources/StrataLow", "Sources/Other"), "StrataLow: path"),
        (LOW_MANIFEST, replaced("as: .error", "as: .warning"), "without treatAllWarnings"),
        (LOW_MANIFEST, replaced(".strictMemorySafety()", '.define("NO")'), "without strictMemory"),
        (LOW_MANIFEST, replaced("tools-version: 6.2", "tools-version: 6.3"), "the root says"),
        (LOW_MANIFEST, replaced("dependencies: []", REMOTE_DEPENDENCY), "dependency"),
    ],
    layers: [
        (LOW_SOURCE, first("import StrataHigh"), "which is not below it"),
        (HIGH_SOURCE, first("import StrataHighest"), "which is not below it"),
        (HIGH_SOURCE, first("private import StrataAside"), "which is not below it"),
        (HIGHEST_SOURCE, first("import StrataLow"), "without declaring it"),
        (HIGHEST_SOURCE, replaced("import", "@_exported import"), "re-exports"),
        (LOW_SOURCE, first("import struct Foundation.Date"), "not the toolchain's"),
        (LOW_SOURCE, first("public import Elsewhere"), "not the toolchain's"),
        (LOW_MANIFEST, replaced("[]", '[.package(path: "../High")]'), "a cycle of packages"),
        (LOW_MANIFEST, replaced("dependencies: []", REMOTE_DEPENDENCY), "does not allow here"),
        (LOW_MANIFEST, replaced(".testT", '.target(name: "New"),\n    .testT'), "has no line"),
        (
            HIGH_MANIFEST,
            replaced('name: "StrataAside"', 'name: "StrataAside", dependencies: ["StrataHigh"]'),
            "StrataAside depends on StrataHigh",
        ),
        (
            "Tools/Checks/layers.json",
            replaced('"StrataLow": []', '"StrataLow": ["StrataHigh"]'),
            "layers.json: a cycle",
        ),
    ],
    rooms: [
        (f"{LOW_ROOMS}/Cellar/Shelf.swift", added("let top = Roof()"), "which does not lie below it"),
        # Not the type, but a member that the room above alone declares.
        (f"{LOW_ROOMS}/Cellar/Shelf.swift", added("let tiles = house().tileCount"), ": .tileCount"),
        (f"{LOW_ROOMS}/Garden/Tree.swift", added("struct Tree {}"), "not in Tools/Checks/rooms.json"),
        ("Tools/Checks/rooms.json", replaced('"Attic"', '"Attic", "Hall"'), "has no room Hall"),
        (
            "Tools/Checks/rooms.json",
            replaced('"Cellar", "Attic"', '["Cellar", "Attic"]'),
            "2 rooms use one another",
        ),
    ],
    import_builds: [
        (HIGH_SOURCE, first("import StrataAside"), "without declaring it a dependency"),
        (LOW_SOURCE, added("let broken = "), "Packages/Low: "),
    ],
    consumer: [
        ("Package.swift", replaced("Sources/StrataLow", "Sources/Other"), "invalid custom path"),
        (LOW_SOURCE, replaced("public let", "let"), "a consumer by URL"),
    ],
}
