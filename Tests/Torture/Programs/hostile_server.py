"""A server of HTTP that means no good: some hundred ways to answer a request.

`Server()` listens on a port of this machine; `GET /behaviour/…` is answered in that behaviour's way.
Each behaviour is a function that gets a connection and writes what it likes.
"""
import itertools
import random
import socket
import struct
import threading
import time

QUOTE = b'{"quote":"One.","author":"Ada"}'
FOREVER = 60.0


def reply(body=QUOTE, status="200 OK", head=b"", version="HTTP/1.1", length=None):
    length = len(body) if length is None else length
    return (f"{version} {status}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {length}\r\n").encode() + head + b"\r\n" + body


def chunked(*chunks, tail=b"0\r\n\r\n", head=b""):
    text = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n" + head + b"\r\n"
    return text + b"".join(b"%x\r\n%s\r\n" % (len(c), c) for c in chunks) + tail


def static(data):
    """A behaviour that sends some bytes and closes."""
    def act(connection, stop):
        connection.sendall(data)
    return act


def stalled(data):
    """A behaviour that sends some bytes and waits until the client leaves."""
    def act(connection, stop):
        connection.sendall(data)
        connection.settimeout(FOREVER)
        while connection.recv(4096):
            pass
    return act


def endless(start, part):
    """A behaviour that never ends sending."""
    def act(connection, stop):
        connection.sendall(start)
        while not stop.is_set():
            connection.sendall(part)
    return act


def slow(data, pause=0.02):
    """A behaviour that sends a byte at a time."""
    def act(connection, stop):
        for byte in data:
            connection.sendall(bytes([byte]))
            if stop.wait(pause):
                return
    return act


def reset(data=b""):
    """A behaviour that breaks the connection."""
    def act(connection, stop):
        connection.sendall(data)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return act


def redirect(to, status="302 Found"):
    return static(f"HTTP/1.1 {status}\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n".encode())


def behaviours():
    """All behaviours by name."""
    big = b"x" * (1 << 16)
    marks = ("a" + "\u0301" * 500_000).encode()
    found = {
        "good": static(reply()),
        "good-array": static(reply(b"[" + QUOTE + b"]")),
        "good-until-close": static(b"HTTP/1.1 200 OK\r\n\r\n" + QUOTE),
        "good-1.0": static(reply(version="HTTP/1.0")),
        "good-chunked": static(chunked(QUOTE)),
        "good-chunks-of-one": static(chunked(*[QUOTE[i:i + 1] for i in range(len(QUOTE))])),
        "good-slow": slow(reply(), 0.001),
        "trailer": static(chunked(QUOTE, tail=b"0\r\nX-Sum: 1\r\n\r\n")),
        "trailers-many": static(chunked(QUOTE, tail=b"0\r\n" + b"X-Sum: 1\r\n" * 500 + b"\r\n")),
        "trailer-endless": endless(chunked(QUOTE, tail=b"0\r\n"), b"X-Sum: 1\r\n" * 100),
        "chunk-extension": static(chunked(tail=b"1f;a=b;c=\"d\"\r\n" + QUOTE + b"\r\n0\r\n\r\n")),
        "chunk-extension-endless": endless(chunked(tail=b"5;"), big),
        "chunk-huge": static(chunked(tail=b"7fffffffffffffff\r\n" + QUOTE)),
        "chunk-overflow": static(chunked(tail=b"fffffffffffffffffffff\r\n" + QUOTE)),
        "chunk-negative": static(chunked(tail=b"-1\r\n" + QUOTE)),
        "chunk-nonsense": static(chunked(tail=b"xyz\r\n")),
        "chunk-cut": static(chunked(tail=b"1f\r\n" + QUOTE[:10])),
        "chunk-no-end": static(chunked(QUOTE, tail=b"")),
        "chunk-wrong-end": static(chunked(tail=b"5\r\nhello world\r\n0\r\n\r\n")),
        "chunks-endless": endless(chunked(tail=b""), b"10000\r\n" + big + b"\r\n"),
        "chunks-of-one-endless": endless(chunked(tail=b""), b"1\r\nx\r\n" * 1000),
        "chunked-twice": static(chunked(QUOTE, head=b"Transfer-Encoding: chunked\r\n")),
        "chunked-and-length": static(chunked(QUOTE, head=b"Content-Length: 5\r\n")),
        "chunked-gzip": static(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"),
        "transfer-unknown": static(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: banana\r\n\r\n" + QUOTE),
        "length-max": stalled(reply(length=2**63 - 1)),
        "length-max-closed": static(reply(length=2**63 - 1)),
        "length-over": static(reply(length=2**64)),
        "length-64-bits": static(reply(length=2**64 - 1)),
        "length-huge-digits": static(reply(length=int("9" * 300))),
        "length-negative": static(reply(length=-1)),
        "length-nonsense": static(reply(length="many")),
        "length-twice": static(reply(head=b"Content-Length: 5\r\n")),
        "length-list": static(reply(length="31, 31")),
        "length-plus": static(reply(length="+31")),
        "length-hex": static(reply(length="0x1f")),
        "length-empty": static(reply(length="")),
        "length-short": static(reply(length=5)),
        "length-zero": static(reply(b"", length=0)),
        "length-cut": static(reply(length=500)),
        "length-stall": stalled(reply(length=500)),
        "length-gigabytes": endless(reply(b"", length=1 << 32), big),
        "body-endless": endless(b"HTTP/1.1 200 OK\r\n\r\n", big),
        "body-zeros": endless(b"HTTP/1.1 200 OK\r\n\r\n", bytes(1 << 16)),
        "body-brackets": static(reply(b"[" * 513)),
        "body-brackets-many": static(reply(b"[" * 500_000)),
        "body-braces": static(reply(b'{"a":' * 513)),
        "body-marks": static(reply(b'{"quote":"' + marks + b'","author":"Ada"}')),
        "body-marks-key": static(reply(b'{"' + marks + b'":1}')),
        "body-utf16": static(reply(QUOTE.decode().encode("utf-16"))),
        "body-utf32": static(reply(QUOTE.decode().encode("utf-32"))),
        "body-bom": static(reply(b"\xef\xbb\xbf" + QUOTE)),
        "body-bytes": static(reply(bytes(range(256)) * 4)),
        "body-nul": static(reply(b'{"quote":"\x00","author":"\x00"}')),
        "body-escapes": static(reply(b'{"quote":"\\u001b[2J\\u001b]0;x\\u0007","author":"\\u202eA"}')),
        "body-surrogate": static(reply(b'{"quote":"\\ud800","author":"Ada"}')),
        "body-number": static(reply(b"1" * 100_000)),
        "body-exponent": static(reply(b'{"quote":1e999999999,"author":"Ada"}')),
        "body-empty-array": static(reply(b"[]")),
        "body-null": static(reply(b"null")),
        "body-many": static(reply(b"[" + b",".join([QUOTE] * 30_000) + b"]")),
        "body-empty-arrays": static(reply(b"[" + b",".join([b"[]"] * 300_000) + b"]")),
        "body-html": static(reply(b"<html>Not today.</html>")),
        "body-gzip": static(reply(b"\x1f\x8b\x08\x00nonsense", head=b"Content-Encoding: gzip\r\n")),
        "head-endless": endless(b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n" * 1000),
        "head-line-endless": endless(b"HTTP/1.1 200 OK\r\nX-A: ", big),
        "head-reason-endless": endless(b"HTTP/1.1 200 ", big),
        "head-fields-many": static(b"HTTP/1.1 200 OK\r\n" + b"X-A: b\r\n" * 5_000 + b"\r\n" + QUOTE),
        "head-field-large": static(reply(head=b"X-A: " + b"y" * 70_000 + b"\r\n")),
        "head-lf": static(b"HTTP/1.1 200 OK\nContent-Length: 31\n\n" + QUOTE),
        "head-folded": static(reply(head=b"X-A: b\r\n c\r\n")),
        "head-nul": static(reply(head=b"X-A: \x00\r\n")),
        "head-no-colon": static(reply(head=b"nonsense\r\n")),
        "head-space": static(reply(head=b"X A : b\r\n")),
        "head-only": stalled(b"HTTP/1.1 200 OK\r\n"),
        "head-cut": static(b"HTTP/1.1 200 OK\r\nContent-Le"),
        "head-bytes": static(b"\xff\xfe\x00\x01" * 200),
        "head-slow": slow(b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 1000, 0.05),
        "status-0": static(reply(status="0 No")),
        "status-99": static(reply(status="99 No")),
        "status-999": static(reply(status="999 No")),
        "status-9999": static(reply(status="9999 No")),
        "status-huge": static(reply(status="99999999999999999999 No")),
        "status-negative": static(reply(status="-200 No")),
        "status-nonsense": static(reply(status="OK 200")),
        "status-none": static(b"HTTP/1.1\r\n\r\n"),
        "status-204-body": static(reply(status="204 No Content")),
        "status-304": static(b"HTTP/1.1 304 Not Modified\r\n\r\n"),
        "status-401-basic": static(reply(b"no", "401 No", b"WWW-Authenticate: Basic realm=\"x\"\r\n")),
        "status-401-digest": static(reply(b"no", "401 No", b"WWW-Authenticate: Digest realm=\"x\"\r\n")),
        "status-401-negotiate": static(reply(b"no", "401 No", b"WWW-Authenticate: Negotiate\r\n")),
        "status-407": static(reply(b"no", "407 No", b"Proxy-Authenticate: Basic\r\n")),
        "status-404": static(reply(b"no", "404 Not Found")),
        "status-500": static(reply(b"no", "500 No")),
        "status-503-retry": static(reply(b"no", "503 No", b"Retry-After: 99999999\r\n")),
        "version-2": static(reply(version="HTTP/2.0")),
        "version-0.9": static(QUOTE),
        "version-9": static(reply(version="HTTP/9.9")),
        "version-none": static(b"200 OK\r\n\r\n"),
        "http2-preface": static(b"\x00\x00\x12\x04\x00\x00\x00\x00\x00" + bytes(18)),
        "tls-alert": static(b"\x15\x03\x01\x00\x02\x02\x28"),
        "continue": static(b"HTTP/1.1 100 Continue\r\n\r\n" + reply()),
        "continue-endless": endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100),
        "early-hints": static(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + reply()),
        "switching": stalled(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"),
        "two-answers": static(reply() + reply()),
        "answer-then-garbage": static(reply() + b"\xff" * 1000),
        "close": static(b""),
        "silence": stalled(b""),
        "reset": reset(),
        "reset-in-head": reset(b"HTTP/1.1 200 OK\r\n"),
        "reset-in-body": reset(reply(length=500)),
        "redirect-file": redirect("file:///etc/passwd"),
        "redirect-ftp": redirect("ftp://127.0.0.1/"),
        "redirect-nonsense": redirect(":::"),
        "redirect-none": static(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n"),
        "redirect-loop": redirect("/redirect-loop"),
        "redirect-good": redirect("/good"),
        "redirect-307": redirect("/good", "307 Temporary Redirect"),
        "redirect-port": redirect("http://127.0.0.1:99999/"),
        "redirect-long": redirect("/" + "x" * 20_000),
        "redirect-split": redirect("/good%0d%0aX-A:%20b"),
        "redirect-user": redirect("http://a:b@127.0.0.1:1/"),
        "redirect-refused": redirect("http://127.0.0.1:1/"),
        "cookie-large": static(reply(head=b"Set-Cookie: a=" + b"b" * 50_000 + b"\r\n")),
    }
    return found


class Server:
    """The server, on a thread for each connection; used in a `with` statement."""

    def __init__(self, seed=1):
        self.behaviours = behaviours()
        self.random = random.Random(seed)
        self.stop = threading.Event()
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.address = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.socket.close()

    def accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with connection:
            try:
                connection.settimeout(10)
                head = b""
                while b"\r\n\r\n" not in head:
                    more = connection.recv(4096)
                    if not more or len(head) > 1 << 16:
                        return
                    head += more
                path = head.split(b" ", 2)[1].decode(errors="replace")
                name = path.strip("/").split("/")[0]
                act = self.behaviours.get(name) or self.mutated(name)
                act(connection, self.stop)
            except (OSError, IndexError, ValueError):
                pass

    def mutated(self, name):
        """An answer with some of its bytes changed, by the seed that the name gives."""
        chance = random.Random(name)
        base = bytearray(chance.choice([
            reply(), chunked(QUOTE, tail=b"0\r\nX-Sum: 1\r\n\r\n"), chunked(QUOTE[:9], QUOTE[9:]),
            b"HTTP/1.1 100 Continue\r\n\r\n" + reply(), reply(length=2**63 - 1),
            reply(b"[" + b",".join([QUOTE] * 3) + b"]"),
        ]))
        for _ in range(chance.randint(1, 6)):
            place = chance.randrange(len(base))
            match chance.randrange(4):
                case 0: base[place] = chance.randrange(256)
                case 1: del base[place:place + chance.randint(1, 20)]
                case 2: base[place:place] = chance.choice(
                    [b"\r\n", b"\0", b"-", b"9" * 20, b"[" * 513, b"\xff", b":", b" "])
                case 3: base[place:place] = base[:chance.randint(1, len(base))]
            if not base:
                base = bytearray(b"\0")
        return static(bytes(base))


if __name__ == "__main__":
    with Server() as server:
        print(f"{len(server.behaviours)} behaviours at {server.address}", flush=True)
        while True:
            time.sleep(3600)
