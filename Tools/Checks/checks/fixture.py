"""A small repository in which the selftest plants its faults."""

import json
import shutil

from . import documents, formatting
from .repository import Failure, Repository, run

REMOTE = "https://example.com/elsewhere"
BEHAVIOUR = "STRATA_SELFTEST"
# The file to which a test that hangs writes its process's number.
PLACE = "STRATA_SELFTEST_PLACE"

_PLATFORMS = "platforms: [.macOS(.v15)],"
_SETTINGS = '.enableUpcomingFeature("ExistentialAny"), .strictMemorySafety(),'

_ROOT_MANIFEST = f"""\
// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [{_SETTINGS[:-1]}]

let package = Package(
  name: "Strata",
  {_PLATFORMS}
  products: [
    .library(name: "StrataLow", targets: ["StrataLow"]),
    .library(name: "StrataHigh", targets: ["StrataHigh", "StrataHighest"]),
  ],
  targets: [
    .target(
      name: "StrataLow", path: "Packages/Low/Sources/StrataLow", swiftSettings: settings),
    .target(
      name: "StrataHigh", dependencies: ["StrataLow"],
      path: "Packages/High/Sources/StrataHigh", swiftSettings: settings),
    .target(
      name: "StrataAside", path: "Packages/High/Sources/StrataAside", swiftSettings: settings),
    .target(
      name: "StrataHighest", dependencies: ["StrataHigh", "StrataAside"],
      path: "Packages/High/Sources/StrataHighest", swiftSettings: settings),
  ]
)
"""

_LOOP = f"""
for target in package.targets {{
  target.swiftSettings = [{_SETTINGS} .treatAllWarnings(as: .error)]
}}
"""

_LOW_MANIFEST = f"""\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Low",
  {_PLATFORMS}
  products: [.library(name: "StrataLow", targets: ["StrataLow"])],
  dependencies: [],
  targets: [
    .target(name: "StrataLow"),
    .testTarget(name: "StrataLowTests", dependencies: ["StrataLow"]),
  ]
)
{_LOOP}"""

_HIGH_MANIFEST = f"""\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "High",
  {_PLATFORMS}
  products: [.library(name: "StrataHigh", targets: ["StrataHigh", "StrataHighest"])],
  dependencies: [.package(path: "../Low")],
  targets: [
    .target(
      name: "StrataHigh",
      dependencies: [.product(name: "StrataLow", package: "Low")]
    ),
    .target(name: "StrataAside"),
    .target(name: "StrataHighest", dependencies: ["StrataHigh", "StrataAside"]),
    .testTarget(name: "StrataHighTests", dependencies: ["StrataHighest"]),
  ]
)
{_LOOP}"""

_LOW_TESTS = f"""\
import Foundation
import StrataLow
import Testing

let behaviour = ProcessInfo.processInfo.environment["{BEHAVIOUR}"]
let place = ProcessInfo.processInfo.environment["{PLACE}"] ?? ""

@Test func isZero() {{
  #expect(level == 0)
}}

@Test func behavesAsAsked() {{
  switch behaviour {{
  case "fail": Issue.record("asked to fail")
  case "crash": fatalError("asked to crash")
  case "exit": exit(0)
  case "hang":
    try? "\\(getpid())".write(toFile: place, atomically: true, encoding: .utf8)
    while true {{ sleep(1) }}
  default: break
  }}
}}
"""

_FILES = {
    "Package.swift": _ROOT_MANIFEST,
    ".gitignore": ".build\n.build-*\nPackage.resolved\n",
    "Packages/Low/Package.swift": _LOW_MANIFEST,
    "README.md": """\
# Levels

<!-- sample: Tools/Checks/Consumer/main.swift -->
```swift
import StrataLow

print(StrataLow.level == 0 ? "the consumer runs" : "no")
```
""",
    "Packages/Low/README.md": "# Low\n",
    "Packages/High/README.md": "# High\n",
    "Packages/Low/Sources/StrataLow/Level.swift": """\
/// The height of the layer.
public let level: Int = {
  let ground = 0
  return ground
}()
""",
    "Packages/Low/Sources/StrataLow/Cellar/Shelf.swift": "struct Shelf {}\n",
    "Packages/Low/Sources/StrataLow/Attic/Roof.swift": """\
struct Roof {
  let shelf: Shelf
  var tileCount: Int { 0 }
}
""",
    "Packages/Low/Tests/StrataLowTests/LevelTests.swift": _LOW_TESTS,
    "Packages/High/Package.swift": _HIGH_MANIFEST,
    "Packages/High/Sources/StrataHigh/Level.swift": """\
import StrataLow

let level = StrataLow.level + 1
""",
    "Packages/High/Sources/StrataAside/Level.swift": "let level = 0\n",
    "Packages/High/Sources/StrataHighest/Level.swift": "import StrataHigh\n\nlet level = 2\n",
    "Packages/High/Tests/StrataHighTests/NoTests.swift": "import Testing\n",
    "Tests/FEATURES.md": """\
| AB-0 | a | Packages/Low/Tests/StrataLowTests/LevelTests.swift: isZero |
""",
    "Tools/Checks/Consumer/main.swift": """\
import StrataLow

print(StrataLow.level == 0 ? "the consumer runs" : "no")
""",
    "Tools/Checks/words.json": """\
{"pages": {"nobody": "no observer", "lets go of": "releases", "dearer": "more expensive"}, "sources": ["dearer"],
 "identifiers": ["watcher"]}
""",
    "Tools/Checks/rooms.json": """\
{"rooms": {"StrataLow": ["Cellar", "Attic"]}, "longestCycles": {"StrataLow": 1}}
""",
    "Tools/Checks/layers.json": json.dumps(
        {
            "packages": {
                "Low": {"StrataLow": []},
                "High": {
                    "StrataHigh": ["StrataLow"],
                    "StrataAside": [],
                    "StrataHighest": ["StrataHigh", "StrataAside"],
                },
            },
            "system": ["Swift"],
            "foundation": ["Foundation"],
            "swift-syntax": [],
            "withoutFoundation": ["StrataLow"],
            "guarded": {},
            "remotes": {},
            "mayReexport": [],
        },
        indent=2,
    ),
}


def make(folder, configuration):
    """Writes the repository below `folder`, with the format that `configuration` says."""
    for name, text in _FILES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    shutil.copy(configuration, folder / ".swift-format")
    identity = ["-c", "user.name=selftest", "-c", "user.email=selftest@localhost"]
    repository = Repository(folder)
    for command in (["init", "--quiet"], ["add", "."], [*identity, "commit", "-qm", "Plant"]):
        made = run(["git", *command], folder)
        if made.returncode != 0:
            raise Failure(f"selftest: git {command[0]}: {made.stderr.strip()}")
    formatting.apply(repository)
    documents.apply(repository)
    return repository
