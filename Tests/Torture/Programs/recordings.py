"""Damages recordings that the programs have made, and reads them with strata-inspect."""
import json
import shutil
import subprocess

# What is done with a recording.
COMMANDS = [["check"], ["convert", "--to", "markdown"], ["convert", "--to", "perfetto"], ["open"]]


def attack(torture):
    """Changed recordings as long as there is time, some that ask for much, and two programs on one file."""
    folder = torture.new("recordings")
    whole = make(torture, folder)
    file, page = folder / "r.jsonl", folder / "page.html"

    def read(data, commands):
        file.write_bytes(data)
        for command in commands:
            target = ["-o", page] if command == ["open"] else []
            torture.run("strata-inspect", *command, file, *target)
            if file.read_bytes() != data:
                torture.fault("a recording was changed", command)
                file.write_bytes(data)
    for data in large(whole[0].split(b"\n")[0] + b"\n", torture.is_short):
        read(data, COMMANDS)
    first = True
    while torture.has_time or first:
        first = False
        data = torture.random.choice(whole)
        data = torture.damaged(data) if torture.random.random() < 0.4 else torture.mutated_lines(data)
        read(data, torture.random.sample(COMMANDS, 2))
    one_file(torture, folder)
    shutil.rmtree(folder, ignore_errors=True)


def make(torture, folder):
    """A recording of each program."""
    runs = [["standups", "add", "Ops", "--attendee", "Ada", "--data", folder / "d.json"],
            ["standups", "record", "ops", "--advance", "auto", "--speed", "100000", "--data", folder / "d.json"],
            ["counterfact"], ["board", "add", "One", "--data", folder / "b.jsonl"],
            ["quotes", "show", "--serve", "--once"]]
    recordings = []
    for number, run in enumerate(runs):
        path = folder / f"{number}.jsonl"
        torture.run(*run, "--record", path, data=b"add 1\ninc 1 5\nfact 1 &\nremove 1\n", codes={0})
        recordings.append(path.read_bytes())
    return recordings


def large(head, is_short):
    """Recordings that ask for much: large counts, long chains of causes, and many trees."""
    count = 2_000 if is_short else 20_000

    def lines(records):
        # What this process holds counts as memory of the programs that it starts, and joining takes much.
        data = bytearray(head)
        for record in records:
            data += json.dumps(record).encode() + b"\n"
        return bytes(data)
    yield lines([{"type": "dropped", "t": 1, "count": 2**63 - 1, "bytes": 2**63 - 1, "by": "memory"}] * 2)
    yield lines([{"type": "tree", "t": 0, "tree": 1, "root": "1", "name": "x"}]
                + [{"type": "cause", "id": n, "kind": "call", "name": "x", "at": "A/B.swift:1",
                    **({"parent": n - 1} if n > 1 else {})}
                   for n in range(1, count)]
                + [{"type": "write", "t": n, "tree": 1, "commit": n, "node": "1", "name": "p", "patch": [],
                    "cause": count - 1} for n in range(1, count)])
    yield lines([{"type": "tree", "t": n, "tree": n, "root": f"{n}", "name": "x\u009b\u202e" * 10}
                 for n in range(1, count)])
    if is_short:
        return
    # 16 MB, of which a program that keeps all records makes several hundred.
    yield lines({"type": "cause", "id": n, "kind": "task", "name": f"n{n}", "at": f"A/B.swift:{n}"}
                for n in range(1, 220_000))
    yield lines({"type": "write", "t": n, "tree": 1, "commit": n, "node": "1", "name": "p", "cause": n,
                 "patch": [{"op": "replace", "path": "/1/p", "value": n}]} for n in range(1, 110_000))
    # One line of many values.
    for value in (b"[[1]]", b'{"a":1}', b"1", b'"' + b"x" * 20 + b'"'):
        values = (value + b",") * ((15 << 20) // (len(value) + 1))
        yield head + b'{"type":"state","t":1,"tree":1,"commit":0,"value":{"1":[' + values + b"1]}}\n"


def one_file(torture, folder):
    """Two programs that record into one file: the second is turned away, and the first one's is whole."""
    path = folder / "both.jsonl"
    first = subprocess.Popen([torture.programs / "counterfact", "--record", path], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    first.stdin.write(b"add 1\n")
    first.stdin.flush()
    first.stdout.readline()
    code, _, error = torture.run("counterfact", "--record", path, data=b"add 2\n", codes={74})
    if b"name another file" not in error:
        torture.fault("two programs record into one file", ["counterfact", "--record"], str(code))
    for step in range(50):
        first.stdin.write(b"inc 1\n")
    first.stdin.close()
    first.wait()
    torture.run("strata-inspect", "check", path, codes={0})
