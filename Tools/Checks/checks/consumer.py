"""Programs that depend on this repository by URL and by path, as its users do: they are built and run.

The output of the template command is a part of it, so that templates are known to compile for users.
"""

import os

from .repository import run

MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "file://{url}", revision: "{revision}"{traits})],
  targets: [
    .executableTarget(
      name: "Consumer",
      dependencies: [
{products}
      ]
    )
  ]
)
"""
PATH_MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ByPath",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(path: "../strata"),
{packages}
  ],
  targets: [
    .executableTarget(
      name: "ByPath",
      dependencies: [
        .product(name: "{library}", package: "strata"),
{products}
      ]
    )
  ]
)
"""
OWN_MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "{name}",
  products: [.library(name: "Own{name}", targets: ["Own{name}"])],
  targets: [.target(name: "Own{name}")]
)
"""
PROGRAM = "Tools/Checks/Consumer/main.swift"
ANSWER = "the consumer runs"
# (the template, the name that the program uses)
TEMPLATE_COMMAND = "new-store"
TEMPLATES = [
    ("Store", "Tally"), ("View", "Panel"), ("ViewController", "Page"), ("HostedView", "Sheet"),
]


def findings(repository):
    """Tests the contents of a commit: tracked files as they are now, and no others.

    A file that was never added is missing here, as it is for users. The clone has one fixed path, so that
    SwiftPM caches it once and a second run builds only the changes.
    """
    place = repository.root / ".build-consumer"
    clone, program = place / "strata.git", place / "program"
    revision = snapshot(repository, clone)
    (program / "Sources/Consumer").mkdir(parents=True, exist_ok=True)
    names = [
        product["name"]
        for product in repository.manifest(repository.root)["products"]
        if "library" in product["type"] and not needs_macro(repository, product)
    ]
    lines = ",\n".join(f'        .product(name: "{name}", package: "strata")' for name in names)
    # Without its default traits the package needs no macro, and SwiftPM fetches nothing else.
    has_traits = bool(repository.manifest(repository.root).get("traits"))
    traits = ", traits: []" if has_traits else ""
    manifest = MANIFEST.format(url=clone, revision=revision, traits=traits, products=lines)
    write(program / "Package.swift", manifest)
    source = (repository.root / PROGRAM).read_text(encoding="utf-8")
    write(program / "Sources/Consumer/main.swift", source)

    # The lock file names a revision of an earlier run.
    (program / "Package.resolved").unlink(missing_ok=True)
    build = ["--scratch-path", str(place / "build")]
    environment = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}
    if TEMPLATE_COMMAND in commands(repository):
        found = templates(program, build, environment)
        if found:
            return found
    command = ["swift", "run", "--quiet", *build, "Consumer"]
    ran = run(command, program, env=environment)
    if ran.returncode != 0:
        output = (ran.stderr + ran.stdout).strip().splitlines()
        return [f"a consumer by URL: {line}" for line in output[:40]]
    if ANSWER not in ran.stdout:
        return [f"a consumer by URL: expected `{ANSWER}`, got `{ran.stdout.strip()}`"]
    locked = program / "Package.resolved"
    if has_traits and "swift-syntax" in locked.read_text(encoding="utf-8"):
        return ["a consumer by URL: SwiftPM fetches swift-syntax although no trait asks for it"]
    return by_path(repository, names[0], place / "by-path", environment)


def by_path(repository, library, place, environment):
    """Builds a program that has this repository by path, beside packages of its own that are called
    like the folders here: SwiftPM takes the last word of a path for the package's identity.
    """
    names = sorted(folder.name for folder in (repository.root / "Packages").iterdir())
    for name in names:
        sources = place / "own" / name / "Sources" / f"Own{name}"
        sources.mkdir(parents=True, exist_ok=True)
        write(place / "own" / name / "Package.swift", OWN_MANIFEST.format(name=name))
        write(sources / "Own.swift", f"public let own{name} = 1\n")
    # The copy's folder may be called anything; users call it by the repository's name.
    copy = place / "strata"
    if not copy.is_symlink():
        copy.symlink_to(repository.root, target_is_directory=True)
    program = place / "program"
    (program / "Sources/ByPath").mkdir(parents=True, exist_ok=True)
    manifest = PATH_MANIFEST.format(
        library=library,
        packages=",\n".join(f'    .package(path: "../own/{name}")' for name in names),
        products=",\n".join(
            f'        .product(name: "Own{name}", package: "{name}")' for name in names
        ),
    )
    write(program / "Package.swift", manifest)
    imports = "".join(f"import {name}\n" for name in [library, *(f"Own{name}" for name in names)])
    source = imports + f'print("{ANSWER}", own{names[0]})\n'
    write(program / "Sources/ByPath/main.swift", source)
    command = ["swift", "run", "--quiet", "--scratch-path", str(place / "build"), "ByPath"]
    ran = run(command, program, env=environment)
    if ran.returncode != 0 or ANSWER not in ran.stdout:
        output = (ran.stderr + ran.stdout).strip().splitlines()
        return [f"a consumer by path: {line}" for line in output[:40] or ["no output"]]
    return []


def commands(repository):
    """The verbs of the root manifest's command plugins."""
    for target in repository.manifest(repository.root)["targets"]:
        for intent in (target.get("pluginCapability") or {}).get("command", [])[:1]:
            yield intent.get("custom", {}).get("verb")


def templates(program, build, environment):
    """Writes each template into the program, and expects the command never to write over a file."""
    sources = program / "Sources/Consumer"
    for stale in sources.glob("*.swift"):
        if stale.name != "main.swift":
            stale.unlink()
    command = [
        "swift", "package", *build, "--allow-writing-to-package-directory", TEMPLATE_COMMAND
    ]
    for template, name in TEMPLATES:
        made = run([*command, template, name], program, env=environment)
        if made.returncode != 0 or not list(sources.glob(f"{name}*.swift")):
            output = (made.stderr + made.stdout).strip().splitlines()
            return [f"{TEMPLATE_COMMAND} {template}: {line}" for line in output[-10:] or ["no file"]]
    before = {file.name: file.read_text(encoding="utf-8") for file in sources.glob("*.swift")}
    again = run([*command, *TEMPLATES[0]], program, env=environment)
    after = {file.name: file.read_text(encoding="utf-8") for file in sources.glob("*.swift")}
    if again.returncode == 0 or "already" not in again.stderr or before != after:
        return [f"{TEMPLATE_COMMAND}: writes over files that are there, or does not say so"]
    return []


def needs_macro(repository, product):
    """Whether a product compiles a macro: then it would compile swift-syntax here once more."""
    targets = {t["name"]: t for t in repository.manifest(repository.root)["targets"]}
    pending, seen = list(product["targets"]), set()
    while pending:
        name = pending.pop()
        if name in seen or name not in targets:
            continue
        seen.add(name)
        if targets[name]["type"] == "macro":
            return True
        for dependency in targets[name]["dependencies"]:
            pending += [dependency[kind][0] for kind in dependency]
    return False


def snapshot(repository, clone):
    """Makes a clone with the tracked files as they are now, and returns the commit."""
    identity = ["-c", "user.name=consumer", "-c", "user.email=consumer@localhost"]
    made = run(["git", *identity, "stash", "create"], repository.root).stdout.strip()
    revision = made or run(["git", "rev-parse", "HEAD"], repository.root).stdout.strip()
    if not clone.exists():
        run(["git", "init", "--quiet", "--bare", str(clone)], repository.root)
    run(
        ["git", "push", "--quiet", "--force", str(clone), f"{revision}:refs/heads/main"],
        repository.root,
        check=True,
    )
    return revision


def write(path, text):
    """Writes a file only when it changes, so that an unchanged program is not built again."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
