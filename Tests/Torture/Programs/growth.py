"""Measures what ten times the input costs, and the largest inputs that the programs take."""
import json
import os
import resource
import shutil
from itertools import chain

# How many times as long ten times the input takes at most; what does not grow is left out.
FACTOR = 15
# Each line changes or searches an array of models, which compares its elements. Without the optimiser, that takes much
# of the time of the longest input: the factor of theirs is multiplied by this.
COMPARING = {"add": 2, "add --json": 2, "remove": 3}
# Programs that are built for release keep these, in seconds of a processor.
IMPORT, COMMANDS = 0.5, 1.0


def attack(torture):
    """Each kind of input that a script may make large."""
    folder = torture.new("growth")
    for name, work in [("import", imported), ("add", added), ("add --json", added_json), ("fact", facts), ("facts at once", at_once),
                       ("remove", removed), ("cards", cards), ("moves", moves), ("unknown name", unknown),
                       ("attendees", attendees)]:
        measure(torture, folder, name, work)
    if not torture.is_short:
        hostile_boards(torture, folder)
        hostile_tables(torture, folder)
        hostile_documents(torture, folder)
        long_notes(torture, folder)
        long_texts(torture, folder)
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
    times = timed(torture, folder, name, work, sizes)
    factor = FACTOR
    if not is_release(torture):
        # Without the optimiser, a long list is copied whole where it would be changed in place.
        factor *= COMPARING.get(name, 1) if torture.is_short else 3
    least = 0.05 if is_release(torture) else 0.1
    # Other processes disturb a measurement. What grows does so each time.
    for _ in range(2):
        if grows(times, factor, least):
            times = [min(pair) for pair in zip(times, timed(torture, folder, name, work, sizes))]
    print(f"{name}: {', '.join(f'{size} in {took:.2f} s' for size, took in zip(sizes, times))}", flush=True)
    if grows(times, factor, least):
        torture.fault("grows faster than its input", [name], str(times))
    limit = {"import": IMPORT, "add": COMMANDS}.get(name)
    if limit and is_release(torture) and times[2] > limit:
        torture.fault("takes too long", [name], f"{times[2]:.2f} s")


def grows(times, factor, least):
    """Whether the second step costs much more than ten times the first, which counts as `least` if noise hides it."""
    return times[2] - times[0] > factor * max(times[1] - times[0], least)


def timed(torture, folder, name, work, sizes):
    """The processor time of each size."""
    times = []
    for size in sizes:
        prepared = work(torture, folder, size)
        start = used()
        for arguments, data in prepared:
            code, _, error = torture.run(*arguments, data=data, limit=20)
            # A file that is turned away measures nothing.
            if code != (66 if name == "unknown name" else 0):
                torture.fault("is not done", [name], f"{code} {error!r}")
            if error and arguments[0] == "counterfact":
                torture.fault("something is said of the input", [name], error.decode(errors="replace"))
        times.append(used() - start)
    return times


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


def at_once(_, folder, count):
    """Questions that are under way together, 500 and more, some of which are not waited for."""
    lines = [b"add %d\n" % n for n in range(count // 4)] + [b"fact %d &\n" % n for n in range(1, count // 4 + 1)]
    return [(["counterfact"], b"".join(lines) + b"remove 1\n" * 5 + b"cancel\nwait\n")]


def removed(_, folder, count):
    return [(["counterfact"], b"add\n" * (count // 2) + b"remove 1\n" * (count // 2))]


def board(path, lines, columns=("A", "B"), next_card=1):
    """Writes a board line by line: what this process holds counts as memory of the programs that it starts."""
    with path.open("w", encoding="utf-8") as file:
        file.write(f'{{"format":"strata-board","version":1,"title":"x","nextCard":{next_card},"nextColumn":3}}\n')
        for number, name in enumerate(columns):
            file.write(f'{{"column":{{"id":{number + 1},"name":"{name}"}}}}\n')
        for line in lines:
            file.write(line + "\n")


def change(number, *steps):
    return json.dumps({"change": number, "time": 1, "user": "ada", "do": list(steps)}, ensure_ascii=False)


def turns(first, times, count):
    """Changes that take others back, and make them again."""
    for number in range(count):
        yield json.dumps({"change": first + number, "time": 1, ("undo" if number % 2 == 0 else "redo"): times})


def cards(_, folder, count):
    path = folder / f"cards-{count}.jsonl"
    board(path, many_cards(4 * count))
    return [(["board", "show", "--data", path], b""), (["board", "history", "--all", "--data", path], b"")]


def many_cards(count, more=""):
    return (change(n, {"addCard": {"at": n, "id": n, "column": 1, "title": f"Card {n}{more}"}}) for n in range(1, count))


def one_card():
    return change(1, {"addCard": {"at": 0, "id": 1, "column": 1, "title": "x"}})


def moves(_, folder, count):
    path = folder / f"moves-{count}.jsonl"
    board(path, chain([one_card()], (change(n, {"moveCard": {"id": 1, "to": n % 2 + 1, "at": 0}})
                                    for n in range(2, 4 * count))))
    return [(["board", "undo", "--data", path], b"")]


def stand_ups(path, count, people=2):
    with path.open("w", encoding="utf-8") as file:
        file.write('{"format":"standups","version":1,"settings":{"defaultSeconds":900,"rings":true},"standups":[')
        for n in range(count):
            file.write("," if n else "")
            json.dump({"id": f"{n:08X}-0000-4000-8000-000000000000", "handle": f"team-{n}-" + "x" * 28,
                       "title": f"Team {n} " + "y" * 40, "plannedSeconds": 86_400, "theme": "blue", "meetings": [],
                       "attendees": [{"id": f"{n:08X}-0000-4000-8000-{p:012X}", "name": f"P{p}"} for p in range(people)]},
                      file)
        file.write("]}")


def unknown(_, folder, count):
    path = folder / f"unknown-{count}.json"
    stand_ups(path, count)
    return [(["standups", "show", "team-7-" + "x" * 27 + "z", "--data", path], b"")]


def attendees(_, folder, count):
    path = folder / f"people-{count}.json"
    stand_ups(path, 1, count)
    return [(["standups", "record", "team-0", "--data", path, "--json"], b"\n" * 20 + b"/save\n")]


def hostile_boards(torture, folder):
    """Short files that ask for much work are followed, or turned away, in time."""
    path = folder / "hostile.jsonl"
    items = [{"text": "é" * 400, "done": False}] * 100
    past = [{"moveCard": {"id": 249_999, "to": 1, "at": 0}}, {"moveCard": {"id": 10_000, "to": 1, "at": 300_000}}] * 500
    names = [{"editColumn": {"id": 3, "name": "Ä" * 100}}, {"editColumn": {"id": 3, "name": "Ö" * 100}}] * 500
    for name, next_card, lines in [
        ("turns", 1, chain((change(n, {"addCard": {"at": 0, "id": n, "column": 1, "title": "x"}})
                            for n in range(1, 1_001)), turns(1_001, 1_000, 2_100))),
        ("passed cards", 300_000, chain((json.dumps({"card": {"id": n, "column": 1, "title": "x"}})
                                         for n in range(10_000, 250_000)), (change(n, *past) for n in range(1, 20)))),
        ("texts", 1, chain([one_card()], (change(n, {"editCard": {"id": 1, "items": items}}) for n in range(2, 100)),
                           turns(100, 98, 2_000))),
        ("columns", 1, chain((change(n, {"addColumn": {"id": n + 2, "name": f"{n}" + "É" * 90, "at": 0}})
                              for n in range(1, 49)), (change(n, *names) for n in range(49, 100)))),
    ]:
        board(path, lines, next_card=next_card)
        for command in [["show"], ["history"], ["add", "New"]]:
            code, _, error = torture.run("board", *command, "--data", path)
        print(f"hostile board, {name}: {path.stat().st_size >> 10} KB, exit code {code}", flush=True)
        if code != 76 or b"steps of work" not in error:
            torture.fault("work without a bound", ["board", name], f"{code} {error!r}")


def hostile_tables(torture, folder):
    """Tables of as many bytes as are read, which make as many small things of them as can be."""
    size = 31 << 20
    rows = folder / "hostile.csv"
    for name, head, part in [
        ("commas", b"", b","), ("lines", b"", b"a\n"), ("rows", b"title\n", b"a\n"), ("ends", b"", b"\n"),
        ("faults", b"title,theme\n", b"a,q\n"), ("names", b"title,attendees\n", b"b,a;b;c;d;e;f;g;h\n"),
        ("quotes", b"", b'"'), ("marks", b"title\n", "a\u0301".encode()), ("name", b"title,attendees\nx,", b"a;"),
    ]:
        with rows.open("wb") as file:
            file.write(head)
            piece = part * ((1 << 16) // len(part))
            for _ in range(size // len(piece)):
                file.write(piece)
        code, _, error = torture.run("standups", "import", rows, "--data", folder / "tables.json")
        if code != 65:
            torture.fault("a table without an end is taken", [name], f"{code} {error!r}")


def long_notes(torture, folder):
    """What is noted can be read again, whatever it is."""
    data = folder / "notes.json"
    torture.run("standups", "add", "Ops", "--attendee", "Ada", "--data", data, codes={0})
    for note in [b"\x01" * (1 << 14), b"\"\\" * (1 << 13), "\u0301".encode() * (1 << 13), b"/" * (1 << 14)]:
        torture.run("standups", "record", "ops", "--data", data, data=note + b"\n/save\n", codes={0}, quiet=False)
        torture.run("standups", "list", "--data", data, codes={0})
    for length in [1 << 14, 1 << 16, 1 << 19]:
        (folder / "notes.txt").write_bytes(b"Ada: " + b"x" * length + b"\n")
        torture.run("standups", "record", "ops", "--data", data, "--transcript", folder / "notes.txt", "--advance", "auto",
                    "--speed", "100000", codes={0, 65})
        torture.run("standups", "list", "--data", data, codes={0})


def hostile_documents(torture, folder):
    """Data files of as many values as are read, which make as many small things of them as can be."""
    data = folder / "hostile.json"
    # Programs that are built for debugging take much longer for a value.
    most = 1 if is_release(torture) else 20

    def meeting(number, turns="", lines=""):
        return (f'{{"id":"{number:08X}-0000-4000-8000-000000000000","date":"2026-01-05T08:00:00Z","seconds":1,'
                f'"ending":"finished","turns":[{turns}],"transcript":[{lines}]}}')

    def turns(count):
        return ",".join(f'{{"name":"a{n}","seconds":1}}' for n in range(count))
    notes = ",".join(['{"second":1,"speaker":"a","text":""}'] * (249_000 // most))
    people = ",".join(f'{{"id":"{n:08X}-0000-4000-8000-000000000001","name":"P{n}"}}' for n in range(300_000 // most))
    for name, meetings, attendees in [
        ("speakers", meeting(1, turns(330_000 // most)), ""), ("notes", meeting(1, lines=notes), ""),
        ("people", "", people), ("meetings", ",".join(meeting(n, turns(1)) for n in range(82_000 // most)), ""),
    ]:
        data.write_text('{"format":"standups","version":1,"settings":{"defaultSeconds":900,"rings":true},"standups":[{'
                        '"id":"00000001-0000-4000-8000-000000000000","handle":"ops","title":"Ops","plannedSeconds":900,'
                        f'"theme":"blue","meetings":[{meetings}],"attendees":[{attendees}]}}]}}')
        for command in [["list"], ["show", "ops"], ["meetings", "ops"], ["meetings", "ops", "1"], ["stats"]]:
            for more in [[], ["--json"]]:
                torture.run("standups", *command, *more, "--data", data, codes={0, 66} if name == "people" else {0})
        torture.run("standups", "edit", "ops", "--title", name, "--json", "--data", data, codes={0})
        for kind in ["md", "ics"]:
            torture.run("standups", "export", "--format", kind, "--data", data, codes={0})
        torture.run("standups", "export", "--format", "csv", "--meetings", "--data", data, codes={0})


def long_texts(torture, folder):
    """Megabytes of notes are shown and exported in time."""
    data = folder / "texts.json"
    lines = [{"second": 1, "speaker": "Ada", "text": "x" * 65_000}] * 450
    meeting = {"id": "00000001-0000-4000-8000-000000000000", "date": "2026-01-05T08:00:00Z", "seconds": 1,
               "ending": "finished", "turns": [], "transcript": lines}
    stand_ups(data, 1)
    value = json.loads(data.read_text())
    value["standups"][0]["meetings"] = [meeting]
    value["standups"][0]["handle"] = "ops"
    data.write_text(json.dumps(value))
    for command in [["export", "--format", "md"], ["export", "--format", "ics"], ["meetings", "ops", "1"], ["stats"],
                    ["export"]]:
        torture.run("standups", *command, "--data", data, codes={0})


def largest(torture, folder):
    """The largest files that are read keep the limits on memory and time."""
    data = folder / "largest.json"
    stand_ups(data, 60_000 if is_release(torture) else 10_000)
    path = folder / "largest.jsonl"
    count = 20_000
    board(path, many_cards(count, "x" * 40))
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
    board(path, many_cards(190_000 if is_release(torture) else 20_000, "x" * 40))
    for command in [["show"], ["history"], ["undo"]]:
        torture.run("board", *command, "--data", path)
    for command in [["list"], ["show", "team-7-"], ["add", "One"], ["stats"], ["list", "--json"], ["undo"]]:
        torture.run("standups", *command, "--data", data, codes={0})
    torture.run("standups", "import", data, "--data", folder / "imported.json", codes={0})
    table(torture, folder)
    counters = folder / "largest-counters.json"
    torture.run("counterfact", "--counters", counters, data=b"add 7\n" * 10_000, codes={0})
    print(f"largest files: {', '.join(f'{os.path.getsize(p) >> 20} MB' for p in (data, path))}", flush=True)


def table(torture, folder):
    """A table of as many rows as a data file holds is taken in little more than the file takes alone."""
    count = 60_000 if is_release(torture) else 6_000
    rows, data = folder / "table.csv", folder / "table.json"
    rows.write_text("title,length,theme,attendees\n"
                    + "".join(f'"Team {n} {"y" * 40}",15m,blue,Ada; Grace\n' for n in range(count)))
    start = used()
    torture.run("standups", "import", rows, "--data", data, codes={0})
    imported, memory = used() - start, torture.memory
    size = data.stat().st_size
    start = used()
    torture.run("standups", "settings", "--bell", "off", "--data", data, codes={0})
    alone = used() - start
    print(f"table of {count} rows: taken in {imported:.2f} s and {memory >> 20} MB; the file has {size >> 20} MB, and is "
          f"read and written in {alone:.2f} s", flush=True)
    # Without the optimiser, rows cost more than bytes.
    if is_release(torture) and imported > 2 * alone:
        torture.fault("takes more than twice as long as the file", ["import"], f"{imported:.2f} s, {alone:.2f} s")
    if is_release(torture) and memory > 4 * size:
        torture.fault("takes more than four times the file", ["import"], f"{memory >> 20} MB")
