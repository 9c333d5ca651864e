"""Programs and browsers that send anything to `strata-inspect serve`, which keeps its limits and goes on."""
import json
import shutil
import signal
import socket
import subprocess

import recordings


def attack(torture):
    """Hostile programs one after the other, many at once, and odd requests for the page."""
    folder = torture.new("inspector")
    folder.chmod(0o700)
    path = folder / "socket"
    process = torture.process(["strata-inspect", "serve", "--programs", path])
    page = process.stdout.readline().decode().strip()
    port, token = page.split(":")[2].split("/")[:2]
    header = head(torture, folder)
    for data in hostile(torture, header):
        send(path, data)
        look(torture, int(port), token)
    together = [connect(path) for _ in range(100)]
    for number, connection in enumerate(together):
        put(connection, renamed(header, f"{number}") + b'{"type":"cause","id":1,"kind":"call","name":"x"}\n')
    look(torture, int(port), token)
    for connection in together:
        connection.close()
    for request in requests(torture, token):
        answer = ask(int(port), request)
        torture.count += 1
        if answer and not answer.startswith(b"HTTP/1.1 "):
            torture.fault("an odd request is not answered", [request[:60]], repr(answer[:80]))
    look(torture, int(port), token)
    process.send_signal(signal.SIGTERM)
    try:
        process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        torture.fault("does not stop", ["strata-inspect", "serve"])
    if process.returncode != 0:
        torture.fault(f"exit code {process.returncode}", ["strata-inspect", "serve"])
    torture.note(["strata-inspect", "serve"], process.usage, None)
    if path.exists():
        torture.fault("the socket is left", ["strata-inspect", "serve"])
    shutil.rmtree(folder, ignore_errors=True)


def head(torture, folder):
    """The first line of a recording of a program."""
    path = folder / "r.jsonl"
    torture.run("counterfact", "--record", path, data=b"add 1\n", codes={0})
    return path.read_bytes().split(b"\n")[0] + b"\n"


def renamed(header, identity):
    return json.dumps({**json.loads(header), "id": identity}).encode() + b"\n"


def hostile(torture, header):
    """What programs send, one connection each."""
    yield b""
    yield b"\n" * 1_000
    yield b"nonsense\n" * 1_000
    yield header[:20]
    yield header.replace(b"\n", b"") + b" " * 100_000
    yield header * 1_000
    yield b"[" * 1_000_000
    for number, data in enumerate(recordings.large(b"", torture.is_short)):
        yield renamed(header, f"large {number}") + data
    for number in range(4 if torture.is_short else 40):
        yield renamed(header, f"damaged {number}") + torture.damaged(header * 3)


def requests(torture, token):
    """What browsers send."""
    yield b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    yield f"GET /{token}/ HTTP/1.1\r\nHost: evil.example\r\n\r\n".encode()
    yield f"POST /{token}/travel?program=x&commit=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n".encode()
    yield b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\n\r\n"
    yield b"GET / HTTP/1.1\r\nX: " + b"y" * 200_000 + b"\r\n\r\n"
    yield b"hello\r\n\r\n"
    get = f"GET /{token}/events?program=x&after=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    for _ in range(20):
        yield torture.damaged(get)


def connect(path):
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(20)
    connection.connect(str(path))
    return connection


def put(connection, data):
    """Sends as much as the inspector takes."""
    try:
        connection.sendall(data)
    except OSError:
        pass


def send(path, data):
    with connect(path) as connection:
        put(connection, data)
        try:
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65_536):
                pass
        except OSError:
            pass


def ask(port, data):
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        put(connection, data)
        answer = b""
        try:
            connection.shutdown(socket.SHUT_WR)
            while len(answer) < 1 << 20 and (more := connection.recv(65_536)):
                answer += more
        except OSError:
            pass
        return answer


def look(torture, port, token):
    """The page is still there."""
    torture.count += 1
    answer = ask(port, f"GET /{token}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    if not answer.startswith(b"HTTP/1.1 200 "):
        torture.fault("the page is gone", ["strata-inspect", "serve"], repr(answer[:80]))
