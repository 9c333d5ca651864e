"""The layer table: imports go down, between packages and inside them.

SwiftPM accepts a cycle of packages without a word, and a manifest may declare any arrow; so the
table is data of its own (`layers.json`), and manifests and sources are held against it.
"""

import re

from . import swift_source
from .repository import Failure


class Table:
    """The arrows, and what follows from them."""

    def __init__(self, data):
        self.data = data
        self.arrows = {m: a for modules in data["packages"].values() for m, a in modules.items()}
        self.package_of = {m: p for p, modules in data["packages"].items() for m in modules}

    def below(self, module, path=()):
        """All modules that `module` may see: an arrow's end, and what lies below that."""
        if module in path:
            raise Failure(f"layers.json: a cycle: {' -> '.join([*path, module])}")
        found = set()
        for end in self.arrows.get(module, []):
            if end != "swift-syntax" and end not in self.arrows:
                raise Failure(f"layers.json: {module} points to {end}, which no package has")
            found |= {end} | self.below(end, (*path, module))
        return found

    def may_import(self, module):
        allowed = self.below(module) | set(self.data["system"])
        if module not in self.data["withoutFoundation"]:
            allowed |= set(self.data["foundation"])
        if "swift-syntax" in self.arrows.get(module, []):
            allowed |= set(self.data["swift-syntax"])
        return allowed | set(self.data["guarded"].get(module, []))


def findings(repository):
    table = Table(repository.layers())
    for module in table.arrows:
        table.below(module)
    found = package_cycles(repository)
    for package in repository.packages():
        found += externals(repository, package)
        for target in package.manifest["targets"]:
            # A plugin runs inside SwiftPM and is part of no program.
            if target["type"] in ("test", "plugin"):
                continue
            if package.name.startswith("Packages/"):
                found += of_library_target(repository, table, package, target)
            else:
                found += undeclared(repository, table, package, target)
    return found


def declared(target):
    """The names of the modules that a target declares to depend on."""
    for dependency in target["dependencies"]:
        for kind in ("target", "product", "byName"):
            if kind in dependency:
                yield dependency[kind][0]


def imports(repository, package, target):
    for file in repository.files(f"{repository.relative(package.source_folder(target))}/*.swift"):
        source = swift_source.code(file.read_text(encoding="utf-8"))
        for line, module, attributes in swift_source.imports(source):
            yield f"{repository.relative(file)}:{line}", module, attributes


def of_library_target(repository, table, package, target):
    name, place = target["name"], f"{package.name}/Package.swift"
    if table.package_of.get(name) != package.folder.name:
        return [f"{place}: module {name} has no line in the layer table (Tools/Checks/layers.json)"]
    below, allowed = table.below(name), table.may_import(name)
    own = set(declared(target))
    found = [
        f"{place}: {name} depends on {end}, which is not below it"
        for end in sorted(own)
        if end not in below and end not in table.data["swift-syntax"]
    ]
    for where, module, attributes in imports(repository, package, target):
        if module == name:
            continue
        if module not in allowed:
            what = "is not below it" if module in table.arrows else "is not the toolchain's"
            found.append(f"{where}: {name} imports {module}, which {what}")
        elif module in table.arrows and module not in own:
            found.append(f"{where}: {name} imports {module} without declaring it in {place}")
        if "@_exported" in attributes and name not in table.data["mayReexport"]:
            found.append(f"{where}: {name} re-exports {module}; only dialects re-export")
    return found


def undeclared(repository, table, package, target):
    """Programs may use every layer, but name in their manifest what they import."""
    own = set(declared(target))
    here = {other["name"] for other in package.manifest["targets"]}
    return [
        f"{where}: {target['name']} imports {module} without declaring it in "
        f"{package.name}/Package.swift"
        for where, module, _ in imports(repository, package, target)
        if module in (set(table.arrows) | here) - own - {target["name"]}
    ]


def externals(repository, package):
    """Libraries depend on this repository and the toolchain alone; see the table's exceptions."""
    for kind, what in repository.dependencies(package.folder):
        place = f"{package.name}/Package.swift"
        if kind == "path":
            if not what.startswith(f"{repository.root}/"):
                yield f"{place}: depends on {what}, outside the repository"
            elif package.name.startswith("Packages/") and not what.startswith(
                f"{repository.root}/Packages/"
            ):
                yield f"{place}: a library depends on {what}"
        else:
            users = repository.layers()["remotes"].get(re.sub(r"\.git$", "", what), [])
            if not any(f"{package.name}/".startswith(f"{user}/") for user in users):
                yield f"{place}: depends on {what}, which the layer table does not allow here"


def package_cycles(repository):
    """The cycles of path dependencies; SwiftPM reports none of them."""
    arrows = {
        str(package.folder): [
            what for kind, what in repository.dependencies(package.folder) if kind == "path"
        ]
        for package in repository.packages()
    }
    found, done = [], set()

    def visit(folder, path):
        if folder in path:
            names = [repository.relative(p) for p in [*path[path.index(folder):], folder]]
            found.append(f"a cycle of packages: {' -> '.join(names)}")
        elif folder not in done:
            for end in arrows.get(folder, []):
                visit(end, [*path, folder])
            done.add(folder)

    for folder in arrows:
        visit(folder, [])
    return found
