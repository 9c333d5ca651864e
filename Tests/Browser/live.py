"""Watches programs on the page while they run."""
import contextlib
import json
import signal
import socket
import subprocess

from checking import check

EVIL = "</script><img src=x onerror=\"document.title='owned'\">\n\n</select>data: x"


@contextlib.contextmanager
def server(pages, port=0):
    """The inspector, with a socket of its own; gives the page's address and the socket."""
    folder = pages.folder / "socket"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / "s"
    process = subprocess.Popen([pages.inspect, "serve", "--programs", path, "--port", str(port)], stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().strip(), path
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(10)


class Program:
    """A program of the test, which sends the lines it is told to."""

    def __init__(self, path, name, number=1, **header):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.commit = 0
        self.send({"type": "header", "format": "strata-recording", "v": 1, "program": name, "pid": number, "id": f"id{number}", "session": 1,
                   "started": "2026-11-23T23:05:00.000Z", **header}, {"type": "tree", "t": 0, "tree": 1, "root": "1", "name": name},
                  {"type": "state", "t": 0, "tree": 1, "commit": 0, "value": {"1": {"$kind": name, "count": 0}}})

    def send(self, *records):
        self.socket.sendall("".join(json.dumps(record) + "\n" for record in records).encode())

    def count(self, times=1):
        for _ in range(times):
            self.commit += 1
            self.send({"type": "write", "t": self.commit * 1000, "tree": 1, "commit": self.commit, "node": "1", "name": "count",
                       "patch": [{"op": "replace", "path": "/1/count", "value": self.commit}]})

    def request(self):
        """The next line that the inspector sends, after its welcome."""
        self.socket.settimeout(15)
        self.lines = getattr(self, "lines", None) or self.socket.makefile("r", encoding="utf-8")
        while True:
            line = json.loads(self.lines.readline())
            if line["type"] != "welcome":
                return line


def shows(name, words):
    return f"document.getElementById('{name}').innerText.includes({json.dumps(words)})"


def leave(browser):
    """Leaves the page before its server ends, which would be an error of the page."""
    browser.ask("Page.navigate", url="about:blank")


def follows_a_program(browser, pages):
    with server(pages) as (address, path):
        browser.open(address)
        check(browser.waits(shows("summary", "Waiting for a program")), "without a program the page waits for one")
        environment = {"STANDUPS_DATA": str(pages.folder / "live.json"), "HOME": str(pages.folder), "PATH": "/usr/bin:/bin"}
        program = subprocess.Popen([pages.standups, f"--inspect={path}", "shell"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=environment)
        check(program.stderr.readline() == f"inspect: {address}\n", "the program prints the page's address")
        check(browser.waits(shows("connection", "live")), "the program is shown")
        for title in ("Morning", "Evening"):
            program.stdin.write(f"add {title} --attendee Ada --length 5m\n")
            program.stdin.flush()
            check(browser.waits(shows("state", title)), f"what it does is seen while it runs ({title})")
        browser.value("[...document.querySelectorAll('#rows button')][0].click()")
        check(not browser.value("document.getElementById('follow').checked"), "a click on an earlier commit leaves the last one")
        browser.picture(pages.pictures / "live.png")
        program.kill()
        program.wait()
        check(browser.waits(shows("connection", "the program has gone")), "that it was killed is shown")
        check("Morning" in browser.value("document.getElementById('list').innerText + document.getElementById('state').innerText")
              or browser.value("document.getElementById('slider').max") != "-1", "and what it did is still there")
        leave(browser)


def pauses_and_goes_on(browser, pages):
    with server(pages) as (address, path):
        browser.open(address)
        program = Program(path, "counter")
        program.count(3)
        check(browser.waits(shows("state", "count: 3")), "commits arrive")
        browser.press("p", "p")
        check(browser.waits(shows("connection", "paused")), "a key pauses")
        program.count(4)
        browser.value("new Promise((done) => setTimeout(done, 300))")
        check(browser.value(shows("state", "count: 3")), "nothing changes meanwhile")
        browser.press("p", "p")
        check(browser.waits(shows("state", "count: 7")), "and what came meanwhile is there when it goes on")
        check(browser.value("document.getElementById('slider').max") == "6", "without a loss, and nothing twice")
        leave(browser)


def shows_several_programs(browser, pages):
    with server(pages) as (address, path):
        programs = [Program(path, name, number) for number, name in enumerate(("first", "second", EVIL), 1)]
        for number, program in enumerate(programs, 1):
            program.count(number)
        browser.open(address)
        check(browser.waits("document.querySelectorAll('#program option').length === 3"), "all programs can be chosen")
        for number in (2, 1, 3):
            browser.value(f"(() => {{ const it = document.getElementById('program'); it.value = 'id{number}'; it.dispatchEvent(new Event('change')); }})()")
            check(browser.waits(shows("state", f"count: {number}")), f"and each shows its own state ({number})")
        programs[2].send({"type": "mark", "t": 9, "text": EVIL, "at": EVIL}, {"type": "report", "t": 9, "message": EVIL, "at": EVIL})
        check(browser.waits(shows("problems", "onerror")), "hostile texts arrive as text")
        check(browser.value("document.title") != "owned" and browser.value("document.images.length") == 0, "and are no markup")
        leave(browser)


def travels_if_allowed(browser, pages):
    with server(pages) as (address, path):
        closed = Program(path, "closed", 1)
        closed.count(2)
        browser.open(address)
        check(browser.waits(shows("state", "count: 2")), "a program that allows nothing is shown")
        check(browser.value("document.getElementById('travel').hidden"), "and has no button to set its state")
        program = Program(path, "open", 2, allows=["travel"])
        program.count(5)
        check(browser.waits("document.querySelectorAll('#program option').length === 2"), "another one connects")
        browser.value("(() => { const it = document.getElementById('program'); it.value = 'id2'; it.dispatchEvent(new Event('change')); })()")
        check(browser.waits(shows("state", "count: 5")), "and is chosen")
        check(browser.waits("!document.getElementById('travel').hidden"), "it has the button")
        browser.press("ArrowLeft")
        browser.press("ArrowLeft")
        browser.value("document.getElementById('travel').click()")
        check(program.request() == {"type": "travel", "tree": 1, "commit": 3, "value": {"1": {"$kind": "open", "count": 3}}},
              "a click sends the program the state that the page shows")
        check(browser.waits(shows("travelled", "asked for commit 3")), "which the page says")
        browser.picture(pages.pictures / "travel.png")
        program.commit = 5
        program.send({"type": "write", "t": 6000, "tree": 1, "commit": 6, "node": "1", "name": "count",
                      "patch": [{"op": "replace", "path": "/1/count", "value": 3}]}, {"type": "travel", "t": 6001, "tree": 1, "commit": 3})
        browser.press("End")
        check(browser.waits(shows("list", "tree 1 was set to commit 3")), "that it went there is in the list")
        program.send({"type": "rejected", "t": 7000, "message": "Travel to commit 1 of tree 1 was rejected: <b>why</b>"})
        check(browser.waits(shows("problems", "was rejected: <b>why</b>")), "and so is a rejection, as text")
        leave(browser)


def is_not_harmed(browser, pages):
    with server(pages) as (address, path):
        program = Program(path, "busy")
        browser.open(address)
        browser.waits(shows("connection", "live"))
        program.socket.sendall(b"no JSON\n{}\n[[[[\n" + b"x" * 1_000_000 + b"\n")
        program.count(20_000)
        check(browser.waits(shows("state", "count: 20000"), 60), "20,000 commits beside lines that are none arrive")
        check(browser.waits(shows("live", "4 unreadable lines")), "and those are counted")
        begin = browser.value("performance.now()")
        program.count(1)
        browser.waits(shows("state", "count: 20001"))
        check(browser.value("performance.now()") - begin < 2000, "a commit is seen soon after it was made")
    check(browser.waits(shows("connection", "does not answer")), "an inspector that has ended is said")
    # What the browser says of the lost connection was asked for.
    browser.complaints.clear()
