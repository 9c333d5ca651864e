"""Keeps the sources of remote dependencies when packages take turns in one build folder.

SwiftPM notes in the folder which dependencies it has checked out, and deletes those that the package
at hand does not need. The next package that needs swift-syntax then gets a new copy of it, and the
compiler compiles all of it again: minutes, for nothing. So each package is shown the part of the note
that concerns it, and the whole is put together again afterwards. The note always says what lies on
disk; which version a package gets is SwiftPM's decision as ever.
"""

import contextlib
import json

NOTE = "workspace-state.json"


@contextlib.contextmanager
def turn(repository, package, scratch):
    """Lets a package build in a folder that it shares, while the block runs."""
    note = repository.root / scratch / NOTE
    kept = note.with_name("kept-checkouts.json")
    others = hide(note, kept, remotes(repository, package.folder))
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


def remotes(repository, folder, seen=None):
    """The URLs that a package depends on, its own and those of the packages it depends on by path."""
    seen = set() if seen is None else seen
    if str(folder) in seen:
        return set()
    seen.add(str(folder))
    found = set()
    for kind, what in repository.dependencies(folder):
        if kind == "url":
            found.add(what.removesuffix(".git"))
        else:
            found |= remotes(repository, type(folder)(what), seen)
    return found
