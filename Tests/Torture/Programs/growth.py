"""Measures what ten times the input costs, and the largest inputs that the programs take."""
import json
import os
import resource
import shutil

# How many times as long ten times the input takes at most; what does not grow is left out.
FACTOR = 15
# Programs that are built for release keep these, in seconds of a processor.
IMPORT, COMMANDS = 0.5, 1.0


def attack(torture):
    """Each kind of input that a script may make large."""
    folder = torture.new("growth")
    for name, work in [("import", imported), ("add", added), ("add --json", added_json), ("fact", facts),
                       ("remove", removed), ("cards", cards), ("moves", moves), ("unknown name", unknown),
                       ("attendees", attendees)]:
        measure(torture, folder, name, work)
    if not torture.is_short:
        hostile_boards(torture, folder)
        largest(torture, folder)
    shutil.rmtree(folder, ignore_errors=True)


def is_release(torture):
    return torture.programs.name == "release"


def used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(torture, folder, name, work):
    """Compares three sizes: the second minus the first is what a row costs, and so is the third."""
    sizes = [40, 400, 4_000] if not torture.is_short or is_release(torture) else [20, 200, 2_000]
    times = []
    for size in sizes:
        prepared = work(torture, folder, size)
        start = used()
        for arguments, data in prepared:
            torture.run(*arguments, data=data, limit=20)
        times.append(used() - start)
    small, large = times[1] - times[0], times[2] - times[0]
    print(f"{name}: {', '.join(f'{size} in {took:.2f} s' for size, took in zip(sizes, times))}", flush=True)
    if large > FACTOR * max(small, 0.05):
        torture.fault("grows faster than its input", [name], str(times))
    limit = {"import": IMPORT, "add": COMMANDS}.get(name)
    if limit and is_release(torture) and times[2] > limit:
        torture.fault("takes too long", [name], f"{times[2]:.2f} s")


def imported(_, folder, count):
    rows = folder / f"{count}.csv"
    rows.write_text("title,length,theme,attendees\n" + "".join(f'"Team {n}",15m,blue,Ada; Grace\n' for n in range(count)))
    (folder / f"{count}.json").unlink(missing_ok=True)
    return [(["standups", "import", rows, "--data", folder / f"{count}.json"], b"")]


def added(_, folder, count):
    return [(["counterfact"], b"add\n" * count)]


def added_json(_, folder, count):
    return [(["counterfact", "--json"], b"add\n" * count)]


def facts(_, folder, count):
    return [(["counterfact"], b"".join(b"add %d\n" % n for n in range(999_000, 999_000 + count // 4))
             + b"".join(b"fact %d\n" % n for n in range(1, count // 4 + 1)))]


def removed(_, folder, count):
    return [(["counterfact"], b"add\n" * (count // 2) + b"remove 1\n" * (count // 2))]


def board(path, lines):
    head = ['{"format":"strata-board","version":1,"title":"x","nextColumn":3}', '{"column":{"id":1,"name":"A"}}',
            '{"column":{"id":2,"name":"B"}}']
    path.write_text("".join(line + "\n" for line in head + lines))


def change(number, *steps):
    return json.dumps({"change": number, "time": 1, "user": "ada", "do": list(steps)})


def cards(_, folder, count):
    path = folder / f"cards-{count}.jsonl"
    board(path, [change(n, {"addCard": {"at": n, "id": n, "column": 1, "title": f"Card {n}"}}) for n in range(1, 4 * count)])
    return [(["board", "show", "--data", path], b""), (["board", "history", "--all", "--data", path], b"")]


def moves(_, folder, count):
    path = folder / f"moves-{count}.jsonl"
    board(path, [change(1, {"addCard": {"at": 0, "id": 1, "column": 1, "title": "x"}})]
          + [change(n, {"moveCard": {"id": 1, "to": n % 2 + 1, "at": 0}}) for n in range(2, 4 * count)])
    return [(["board", "undo", "--data", path], b"")]


def stand_ups(path, count, people=2):
    path.write_text(json.dumps({
        "format": "standups", "version": 1, "settings": {"defaultSeconds": 900, "rings": True},
        "standups": [{"id": "%08X-0000-4000-8000-000000000000" % n, "handle": f"team-{n}-" + "x" * 40,
                      "title": f"Team {n} " + "y" * 40, "plannedSeconds": 86_400, "theme": "blue", "meetings": [],
                      "attendees": [{"id": "%08X-0000-4000-8000-%012X" % (n, p), "name": f"P{p}"} for p in range(people)]}
                     for n in range(count)]}))


def unknown(_, folder, count):
    path = folder / f"unknown-{count}.json"
    stand_ups(path, count)
    return [(["standups", "show", "team-7-" + "x" * 39 + "z", "--data", path], b"")]


def attendees(_, folder, count):
    path = folder / f"people-{count}.json"
    stand_ups(path, 1, count)
    return [(["standups", "record", "team-0", "--data", path, "--json"], b"\n" * 20 + b"/save\n")]


def hostile_boards(torture, folder):
    """Short files that ask for much work are followed, or turned away, in time."""
    path = folder / "hostile.jsonl"
    thousand = [change(n, {"addCard": {"at": 0, "id": n, "column": 1, "title": "x"}}) for n in range(1, 1_001)]

    def turns(first):
        return [json.dumps({"change": first + n, "time": 1, ("undo" if n % 2 == 0 else "redo"): 1_000}) for n in range(2_100)]
    many = [json.dumps({"card": {"id": n, "column": 1, "title": "x"}}) for n in range(10_000, 250_000)]
    items = [{"text": "é" * 400, "done": False}] * 100
    for name, lines in [
        ("turns", thousand + turns(1_001)),
        ("passed cards", many + [change(n, *[{"moveCard": {"id": 249_999, "to": 1, "at": 0}},
                                             {"moveCard": {"id": 10_000, "to": 1, "at": 300_000}}] * 500)
                                 for n in range(1, 20)]),
        ("texts", [change(1, {"addCard": {"at": 0, "id": 1, "column": 1, "title": "x"}})]
         + [change(n, {"editCard": {"id": 1, "items": items}}) for n in range(2, 100)]
         + [json.dumps({"change": 100 + n, "time": 1, ("undo" if n % 2 == 0 else "redo"): 98}) for n in range(2_000)]),
        ("columns", [change(n, {"addColumn": {"id": n + 2, "name": f"{n}" + "É" * 90, "at": 0}}) for n in range(1, 49)]
         + [change(n, *[{"editColumn": {"id": 3, "name": "Ä" * 100}}, {"editColumn": {"id": 3, "name": "Ö" * 100}}] * 500)
            for n in range(49, 300)]),
    ]:
        board(path, lines)
        for command in [["show"], ["history"], ["add", "New"]]:
            code = torture.run("board", *command, "--data", path)[0]
        print(f"hostile board, {name}: {path.stat().st_size >> 10} KB, exit code {code}", flush=True)


def largest(torture, folder):
    """The largest files that are read keep the limits on memory and time."""
    data = folder / "largest.json"
    stand_ups(data, 100_000 if is_release(torture) else 10_000)
    path = folder / "largest.jsonl"
    count = 20_000
    board(path, [change(n, {"addCard": {"at": n, "id": n, "column": 1, "title": f"Card {n} " + "x" * 40}})
                 for n in range(1, count)])
    start = used()
    torture.run("board", "show", "--data", path, codes={0})
    shown = used() - start
    start = used()
    # It reads and writes the file, and shows nothing of it.
    torture.run("board", "compact", "--keep", f"{count}", "--data", path, codes={0})
    alone = used() - start
    print(f"board of {count} cards: shown in {shown:.2f} s, read and written in {alone:.2f} s", flush=True)
    if shown > 2 * alone:
        torture.fault("takes more than twice as long as the file", ["board", "show"], f"{shown:.2f} s, {alone:.2f} s")
    lines = [change(n, {"addCard": {"at": n, "id": n, "column": 1, "title": f"Card {n} " + "x" * 40}})
             for n in range(1, 200_000 if is_release(torture) else 20_000)]
    board(path, lines)
    for command in [["show"], ["history"], ["undo"]]:
        torture.run("board", *command, "--data", path)
    for command in [["list"], ["show", "team-7"], ["add", "One"], ["stats"]]:
        torture.run("standups", *command, "--data", data)
    counters = folder / "largest-counters.json"
    torture.run("counterfact", "--counters", counters, data=b"add 7\n" * 10_000, codes={0})
    print(f"largest files: {', '.join(f'{os.path.getsize(p) >> 20} MB' for p in (data, path))}", flush=True)
