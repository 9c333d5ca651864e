"""Keeps the sources of remote dependencies when packages take turns in one build folder.

SwiftPM notes in the folder which dependencies it has checked out, and deletes those that the package
at hand does not need. The next package that needs swift-syntax then gets a new copy of it, and the
compiler compiles all of it again: minutes, for nothing. So each package is shown the part of the note
that concerns it, and the whole is put together again afterwards. The note always says what lies on
disk; which version a package gets is SwiftPM's decision as ever.
"""

import contextlib
import json
import re

NOTE = "workspace-state.json"


@contextlib.contextmanager
def turn(repository, package, scratch):
    """Lets a package build in a folder that it shares, while the block runs."""
    note = repository.root / scratch / NOTE
    kept = note.with_name("kept-checkouts.json")
    others = hide(note, kept, remotes(repository, package.folder, note.parent / "checkouts"))
    try:
        yield
    finally:
        show(note, kept, others)


def hide(note, kept, needed):
    """Takes the checkouts that are not needed out of the note, and gives them back."""
    state = read(note)
    if state is None:
        return {}
    known = {**read_kept(kept), **checkouts(state)}
    known = {identity: entry for identity, entry in known.items() if is_there(note, entry)}
    others = {i: entry for i, entry in known.items() if location(entry) not in needed}
    kept.write_text(json.dumps(others), encoding="utf-8")
    state["object"]["dependencies"] = [e for i, e in known.items() if i not in others]
    write(note, state)
    return others


def show(note, kept, others):
    """Puts the checkouts that were taken out of the note back into it."""
    state = read(note)
    if state is not None:
        there = checkouts(state)
        state["object"]["dependencies"] += [e for i, e in others.items() if i not in there]
        write(note, state)
    kept.unlink(missing_ok=True)


def write(note, state):
    """Replaces the note in one step: whoever stops the program never leaves half of it."""
    new = note.with_suffix(".new")
    new.write_text(json.dumps(state, indent=2), encoding="utf-8")
    new.replace(note)


def read(note):
    """The note, or none if there is none that is understood: then SwiftPM does as it always does."""
    try:
        found = json.loads(note.read_text(encoding="utf-8"))
        checkouts(found)
        return found
    except (OSError, ValueError, LookupError, TypeError):
        return None


def read_kept(kept):
    """The remains of an interrupted turn; there are none after a turn that ended."""
    try:
        return json.loads(kept.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def checkouts(note):
    """The entries of the note that stand for checked out sources, by identity."""
    return {
        entry["packageRef"]["identity"]: entry
        for entry in note["object"]["dependencies"]
        if entry["state"]["name"] == "sourceControlCheckout"
    }


def location(entry):
    return entry["packageRef"]["location"].removesuffix(".git")


def is_there(note, entry):
    return (note.parent / "checkouts" / entry["subpath"]).is_dir()


def remotes(repository, folder, checkouts_folder=None):
    """The URLs that a package is built from, its own and those behind them.

    Of the package itself SwiftPM takes all dependencies. Of another one it leaves out those that only tests use. Of a
    URL all count that its checkout names.
    """
    found, seen = set(), set()
    folders = [folder]
    while folders:
        place = folders.pop()
        if str(place) in seen:
            continue
        seen.add(str(place))
        used = None if place == folder else used_packages(repository.manifest(place))
        for kind, what in repository.dependencies(place):
            if used is not None and identity(what) not in used:
                continue
            if kind == "path":
                folders.append(type(folder)(what))
            else:
                found |= behind(what, checkouts_folder)
    return found


def identity(what):
    """The name by which targets call a package: the last part of its path or URL."""
    return what.rstrip("/").removesuffix(".git").rsplit("/", 1)[-1].lower()


def used_packages(manifest):
    """The packages that the targets behind the products use."""
    targets = {target["name"]: target for target in manifest["targets"]}
    needed = [name for product in manifest["products"] for name in product["targets"]]
    used, seen = set(), set()
    while needed:
        name = needed.pop()
        if name in seen:
            continue
        seen.add(name)
        for dependency in targets[name].get("dependencies", []):
            for kind, (what, *more) in dependency.items():
                if kind != "product" and what in targets:
                    needed.append(what)
                else:
                    # A product whose package is not named has that of its own name.
                    used.add((kind == "product" and more[0] or what).lower())
    return used


def behind(url, folder, found=None):
    """A URL, and those that its checkout and the checkouts behind it name."""
    found = set() if found is None else found
    url = url.removesuffix(".git")
    if url in found:
        return found
    found.add(url)
    manifest = folder and folder / url.rsplit("/", 1)[-1] / "Package.swift"
    if manifest and manifest.is_file():
        for more in re.findall(r'\burl: "([^"]+)"', manifest.read_text(encoding="utf-8")):
            behind(more, folder, found)
    return found
