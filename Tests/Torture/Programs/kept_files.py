"""Damages what the programs keep for themselves: quotes, counters, the address, and what was typed."""
import json
import shutil
import signal


def attack(torture):
    """Each of the files damaged, as long as there is time."""
    folder = torture.new("caches")
    cache, counters, state = folder / "q.json", folder / "c.json", folder / "state"
    torture.run("quotes", "show", "--serve", "--once", "--cache", cache, codes={0})
    torture.run("counterfact", "--counters", counters, data=b"add 3\nadd -7\ninc 2 10\n", codes={0})
    quotes, counts = cache.read_bytes(), counters.read_bytes()
    history, address = state / "standups" / "history", state / "quotes" / "address"
    for file in (history, address):
        file.parent.mkdir(parents=True)
    typed = "list\nadd \"日本 é\"\nshow ops\n".encode() * 20
    env = {"XDG_STATE_HOME": str(state)}
    round_number = 0
    while torture.has_time or round_number == 0:
        round_number += 1
        cache.write_bytes(changed(torture, quotes))
        before = cache.read_bytes()
        options = torture.random.choice([[], ["--expire-after", "0"], ["--expire-after", "86400"]])
        code, _, _ = torture.run("quotes", "show", "--serve", "--once", "--cache", cache, *options)
        if code in (65, 74) and cache.read_bytes() != before:
            torture.fault("a refused file was changed", [cache])
        for aside in folder.glob("q.json.damaged*"):
            aside.unlink()
        counters.write_bytes(changed(torture, counts))
        before = counters.read_bytes()
        code, _, _ = torture.run("counterfact", "--counters", counters, "--keep-going", data=b"inc 1\nadd\nshow\nremove 1\n")
        # A line that cannot be followed has this code as well, and then the counters are written.
        if code == 65 and counters.read_bytes() != before:
            json.loads(counters.read_text())
        if torture.random.random() < 0.2:
            history.write_bytes(torture.damaged(typed))
            torture.terminal(80, ["standups", "shell", "--data", folder / "data.json"],
                             [b"\x1b[A\x1b[A", b"\x12li", b"\x05\x15exit\r"], env=env)
        address.write_bytes(torture.damaged(b"http://127.0.0.1:1/quotes.json\n"))
        torture.run("quotes", "--once", "--retries", "0", "--timeout", "1", env=env)
    together(torture, folder)
    signals(torture, folder)
    shutil.rmtree(folder, ignore_errors=True)


def changed(torture, whole):
    """The content of a file with another value in places, or with damaged bytes."""
    if torture.random.random() < 0.5:
        return torture.damaged(whole)
    return json.dumps(torture.mutated(json.loads(whole))).encode(errors="surrogatepass")


def together(torture, folder):
    """Processes on one file of counters, and on one of quotes: no reported change is lost."""
    import concurrent.futures
    counters, cache = folder / "together.json", folder / "together-q.json"

    def work(_):
        torture.run("quotes", "show", "--serve", "--once", "--cache", cache, codes={0}, limit=15)
        return torture.run("counterfact", "--counters", counters, data=b"add 1\n", codes={0, 74}, limit=15)[0] == 0
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        added = sum(pool.map(work, range(8)))
    if len(json.loads(counters.read_text())["counters"]) != added:
        torture.fault("a reported change is lost", ["counterfact", "--counters"])
    json.loads(cache.read_text())


def signals(torture, folder):
    """A signal ends a session; its counters are kept."""
    numbers = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1]
    for number in torture.random.sample(numbers, 2) if torture.is_short else numbers:
        state = folder / f"state-{number}"
        torture.terminal(80, ["counterfact"], [b"add 41\ninc 1\n", number], env={"XDG_STATE_HOME": str(state)})
        file = state / "counterfact" / "counters.json"
        if not file.exists() or json.loads(file.read_text())["counters"] != [42]:
            torture.fault("counters are lost", [f"signal {number}"])
