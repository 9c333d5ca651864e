"""Lets the programs' operations on files fail or end the process, one after the other.

Whatever operation it is: the file holds what it held before, or what it was to hold, and never less; a change
that was reported is there; the next command works; and what is left over is cleaned up.
"""
import errno
import json
import os
import shutil
import signal
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("faults.c")
FILES = ("data.json", "out.json", "b.jsonl", "c.json", "q.json", "rec.jsonl", "rows.csv")
ERRORS = [errno.EIO, errno.ENOSPC, errno.EACCES, errno.EINTR, errno.EDQUOT]


def library(folder):
    """Builds what is preloaded; its path, or None without a compiler."""
    path = folder / "faults.so"
    for compiler in ("clang", "cc"):
        if shutil.which(compiler):
            subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", path, SOURCE, "-ldl"], check=True)
            return path
    return None


def standups(path):
    return json.dumps(json.loads(path.read_text()), sort_keys=True) if path.exists() else None


def counters(path):
    return path.read_text() if path.exists() else None


class Case:
    """A command that changes a file, and how to see what the file holds."""

    def __init__(self, name, file, prepare, command, read, later, data=b""):
        self.name = name
        self.file = file
        self.prepare = prepare
        self.command = command
        self.read = read
        self.later = later
        self.data = data


def cases(torture):
    base = ["standups", "add", "Ops", "--attendee", "Ada", "--data", "data.json"]
    stand = ["standups", "add", "Later", "--data", "data.json"]
    export = ["standups", "export", "--output", "out.json", "--data", "data.json"]

    def board(path):
        if not path.exists():
            return None
        shown = torture.run("board", "show", "--json", "--data", path, codes={0}, cwd=path.parent)[1]
        return shown.decode()

    yield Case("add first", "data.json", [], ["standups", "add", "New", "--data", "data.json"], standups, stand)
    yield Case("edit", "data.json", [base], ["standups", "edit", "ops", "--title", "New", "--data", "data.json"],
               standups, stand)
    yield Case("undo", "data.json", [base], ["standups", "undo", "--data", "data.json"], standups, stand)
    yield Case("record", "data.json", [base],
               ["standups", "record", "ops", "--advance", "auto", "--speed", "100000", "--data", "data.json"],
               standups, stand)
    yield Case("export", "out.json", [base, export,
                                      ["standups", "edit", "ops", "--length", "7m", "--data", "data.json"]],
               export, standups, export)
    yield Case("board add", "b.jsonl", [["board", "add", "One", "--data", "b.jsonl"]],
               ["board", "add", "Two", "--data", "b.jsonl"], board, ["board", "add", "Later", "--data", "b.jsonl"])
    yield Case("board compact", "b.jsonl", [["board", "add", "One", "--data", "b.jsonl"],
                                            ["board", "add", "Two", "--data", "b.jsonl"]],
               ["board", "compact", "--keep", "1", "--data", "b.jsonl"], board, ["board", "add", "Later", "--data", "b.jsonl"])
    yield Case("import", "data.json", [base], ["standups", "import", "rows.csv", "--data", "data.json"], standups, stand)
    yield Case("recorded", "data.json", [base],
               ["standups", "edit", "ops", "--title", "New", "--data", "data.json", "--record", "rec.jsonl"],
               standups, stand)
    yield Case("board first", "b.jsonl", [], ["board", "add", "One", "--data", "b.jsonl"], board,
               ["board", "add", "Later", "--data", "b.jsonl"])
    yield Case("board undo", "b.jsonl", [["board", "add", "One", "--data", "b.jsonl"]],
               ["board", "undo", "--data", "b.jsonl"], board, ["board", "add", "Later", "--data", "b.jsonl"])
    quotes = ["quotes", "show", "--serve", "--once", "--retries", "0"]
    yield Case("quotes", "q.json", [], [*quotes, "--cache", "q.json"], counters, [*quotes, "--cache", "q.json"])
    yield Case("counters", "c.json", [["counterfact", "--counters", "c.json"]],
               ["counterfact", "--counters", "c.json"], counters,
               ["counterfact", "--counters", "c.json"], data=b"add 7\n")


def attack(torture, names=None, modes=None):
    """Attacks each case at each of its operations."""
    preloaded = library(torture.folder)
    if preloaded is None:
        print("faults: there is no C compiler", flush=True)
        return
    for case in cases(torture):
        if names and case.name not in names:
            continue
        attack_case(torture, preloaded, case, modes or ["kill", "short", *map(str, torture.random.sample(ERRORS, 2))])


def attack_case(torture, preloaded, case, modes):
    start = torture.new("faults-start")
    (start / "rows.csv").write_text("title,length\nRetro,15m\nDesign,20m\n")
    for number, command in enumerate(case.prepare):
        data = b"add 3\n" if case.name == "counters" else b""
        torture.run(*command, cwd=start, codes={0}, data=data)
    before = case.read(start / case.file)

    def copy():
        folder = torture.new("faults")
        shutil.rmtree(folder)
        shutil.copytree(start, folder)
        return folder

    def environment(folder, at, mode):
        return {"LD_PRELOAD": str(preloaded), "FAULT_FOLDER": str(folder), "FAULT_AT": str(at), "FAULT_MODE": mode,
                "FAULT_REPORT": str(torture.folder / "report"), "HOME": str(folder)}

    # Absolute paths: that is how the operations are known.
    def absolute(command, folder):
        return [str(folder / word) if word in FILES else word
                for word in command]

    folder = copy()
    torture.run(*absolute(case.command, folder), cwd=folder, codes={0}, data=case.data,
                env=environment(folder, 0, "none"))
    count = int((torture.folder / "report").read_text())
    after = plain(case, folder)
    shutil.rmtree(folder)
    if count < 3:
        torture.fault("no operations were seen", [case.name], str(count))
    for mode in modes:
        for at in range(1, count + 1):
            folder = copy()
            words = [case.name, "operation", str(at), mode]
            code, _, error = torture.run(*absolute(case.command, folder), cwd=folder, data=case.data,
                                         env=environment(folder, at, mode))
            if code < 0 and not (mode == "kill" and code == -signal.SIGKILL):
                torture.fault("a fault ends the program", words, f"{code} {error!r}")
            try:
                now = plain(case, folder)
            except (ValueError, OSError) as problem:
                torture.fault("the file is torn", words, str(problem))
                continue
            allowed = {before_plain(case, before, folder), after}
            if now not in allowed:
                torture.fault("the file holds something else", words, f"{now!r}"[:200])
            elif code == 0 and now != after:
                torture.fault("a reported change is lost", words, error.decode(errors="replace"))
            check(torture, case, absolute, folder, words)
            shutil.rmtree(folder)
    shutil.rmtree(start)


def plain(case, folder):
    """What the file holds, without what differs from run to run."""
    return simple(case.read(folder / case.file))


def before_plain(case, before, folder):
    return simple(before)


def simple(value):
    if value is None:
        return None
    try:
        parsed = json.loads(value)
    except ValueError:
        return value

    def strip(part):
        if isinstance(part, dict):
            return {k: strip(v) for k, v in part.items() if k not in ("id", "date", "time", "at")}
        return [strip(v) for v in part] if isinstance(part, list) else part
    return json.dumps(strip(parsed), sort_keys=True)


def check(torture, case, absolute, folder, words):
    """The next change works, and what was left over goes."""
    torture.run(*absolute(case.later, folder), cwd=folder, data=case.data, codes={0})
    left = [name for name in os.listdir(folder) if name.startswith(".tmp-")]
    if left:
        torture.fault("temporary files are left", words, str(left))
