"""The public symbols of the libraries, as the compiler writes them."""

import json

from . import testing
from .repository import Failure

BUILD_FOLDER = ".build-docs"


def modules(repository):
    """The libraries' targets, in the order of the root manifest."""
    manifest = repository.manifest(repository.root)
    return [target for target in manifest["targets"] if target["type"] == "regular"]


def emit(repository):
    """Builds all libraries once, by the root manifest, with their symbols written beside them.

    The compiler writes a module's symbols when it compiles the module, so those of modules that
    have not changed are still there from the run before.
    """
    folder = repository.root / BUILD_FOLDER / "symbol-graphs"
    folder.mkdir(parents=True, exist_ok=True)
    options = ["-emit-symbol-graph", "-emit-symbol-graph-dir", str(folder)]
    command = ["swift", "build", "--quiet", "--scratch-path", BUILD_FOLDER]
    for option in options:
        command += ["-Xswiftc", option]
    status, _ = testing.stream(command, repository.root)
    if status != 0:
        raise Failure("the libraries do not build")
    return folder


def graphs(folder, name):
    """The files of one module: its own symbols, and what it adds to those of others."""
    found = [*folder.glob(f"{name}.symbols.json"), *folder.glob(f"{name}@*.symbols.json")]
    if not found:
        raise Failure(f"{name}: the build wrote no symbols; `make clean` and try again")
    return found


def own(graph, sources):
    """The symbols of a graph without those that the module only exports again.

    The compiler lists what a module re-exports as if it were declared there. It is documented once,
    in the module that declares it. What a type inherits stays with the type, wherever it is declared.
    """
    symbols = json.loads(graph.read_text(encoding="utf-8"))

    def is_own(symbol):
        return f"/{sources}/" in symbol.get("location", {}).get("uri", f"/{sources}/")

    if "@" in graph.name:
        kept = [symbol for symbol in symbols["symbols"] if is_own(symbol)]
    else:
        paths = [s["pathComponents"] for s in symbols["symbols"] if is_own(s)]
        types = {path[0] for path in paths if len(path) == 1}
        kept = [s for s in symbols["symbols"] if s["pathComponents"][0] in types]
    names = {symbol["identifier"]["precise"] for symbol in kept}
    symbols["symbols"] = kept
    symbols["relationships"] = [r for r in symbols["relationships"] if r["source"] in names]
    return symbols
