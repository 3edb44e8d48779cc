"""The server before people who mean it well, who do not, and who leave in the middle."""

import gzip
import http.client
import json
import re
import signal
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from browsing import Served
from hosting import SOON, Client, Hosted, alive, below, crowding, plays_on, until
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from bench.web_load import load
from plyground.page import STATIC
from plyground.web.gate import Gate

Reply = tuple[int, dict[str, str], bytes]


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    found = Hosted(tmp_path_factory.mktemp("hosted"))
    yield found
    found.stop()
    assert found.complaints == ""


Host = Callable[..., Hosted]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """host("--most", "2") starts a server of one's own."""
    started: list[Hosted] = []

    def start(*options: str) -> Hosted:
        started.append(Hosted(tmp_path, *options))
        return started[-1]

    yield start
    for each in started:
        each.stop()


@pytest.fixture
def client(hosted: Hosted) -> Iterator[Client]:
    with hosted.client() as found:
        found.open()
        yield found


@pytest.fixture
def neighbor(hosted: Hosted) -> Iterator[Client]:
    """Another one, who must notice nothing."""
    with hosted.client() as found:
        found.open()
        yield found
        plays_on(found)


def request(hosted: Any, method: str, path: str, **headers: str) -> Reply:
    connection = http.client.HTTPConnection(hosted.base.removeprefix("http://"), timeout=SOON)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    return answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read()


# --- messages ------------------------------------------------------------------------------------


def test_a_session_answers_with_what_has_changed(client: Client) -> None:
    assert client.state == {"live": True, "problem": "", "count": 0, "said": "", "doubled": 0,
                            "filler": ""}  # fmt: skip
    client.do("say", text="é 𝄞")
    assert client.next() == {"of": 1, "state": {"said": "é 𝄞"}}
    client.do("double", number=21)
    assert client.next() == {"of": 1, "state": {"doubled": 42}}


def test_a_page_may_have_several_sessions(client: Client) -> None:
    client.send({"open": 2, "view": "practice"})
    assert client.next()["of"] == 2
    client.send({"to": 2, "message": {"do": "count"}})
    assert client.next() == {"of": 2, "state": {"count": 1}}
    client.send({"close": 2})
    client.send({"to": 2, "message": {"do": "count"}})
    assert client.next() == {"of": 2, "refused": "there is no session 2"}


REFUSED = [
    ("", "not JSON"),
    ("{", "not JSON"),
    ("nonsense", "not JSON"),
    ("[1, 2]", "should be an object"),
    ("7", "should be an object"),
    ("{}", "by its number"),
    ('{"open": true, "view": "practice"}', "by its number"),
    ('{"open": "2", "view": "practice"}', "by its number"),
    ('{"to": null, "message": {"do": "count"}}', "by its number"),
    ('{"to": 9, "message": {"do": "count"}}', "there is no session 9"),
    ('{"close": 9}', "there is no session 9"),
    ('{"open": 1, "view": "practice"}', "open already"),
    ('{"open": 2, "view": "practise"}', "did you mean practice?"),
    ('{"open": 2, "view": ["practice"]}', "there is no view"),
    ('{"open": 2}', "there is no view"),
    ('{"open": 2, "view": "practice", "with": 3}', '"with" should be an object'),
    ('{"open": 2, "view": "practice", "with": {"broken": 1}}', "it was to be broken"),
    ('{"to": 1}', '"message" should be an object'),
    ('{"to": 1, "message": "count"}', '"message" should be an object'),
    ('{"to": 1, "message": {}}', "there is no message to practice"),
    ('{"to": 1, "message": {"do": "cuont"}}', "did you mean count?"),
    ('{"to": 1, "message": {"do": {"a": 1}}}', "there is no message to practice"),
    ('{"to": 1, "message": {"do": "__init__"}}', "there is no message to practice"),
    ('{"to": 1, "message": {"do": "count", "by": 2}}', "unexpected keyword argument 'by'"),
    ('{"to": 1, "message": {"do": "count", "self": 2}}', "multiple values"),
    ('{"to": 1, "message": {"do": "say"}}', "missing 1 required"),
    ('{"to": 1, "message": {"do": "say", "text": 5}}', "text should be text, not '5'"),
    ('{"to": 1, "message": {"do": "say", "text": null}}', "text should be text, not 'None'"),
    ('{"to": 1, "message": {"do": "double", "number": 0.5}}', "number should be a whole number"),
    ('{"to": 1, "message": {"do": "double", "number": true}}', "number should be a whole number"),
    ('{"to": 1, "message": {"do": "double", "number": NaN}}', "NaN is not JSON"),
    ('{"to": 1, "message": {"do": "double", "number": -Infinity}}', "-Infinity is not JSON"),
    ('{"to": 1, "message": {"do": "double", "number": 1e999}}', "too large a number"),
    ('{"to": 1, "message": {"do": "double", "number": %s}}' % ("9" * 9000), "whole numbers go up"),
    ('{"to": 1, "message": {"do": "say", "text": "\\ud800"}}', "half of a character"),
    ('{"to": 1, "\\udfff": 0}', "half of a character"),
    ("[" * 100_000, "nested more than 32 deep"),
    ('{"to": 1, "x": %s}' % ("[" * 500 + "]" * 500), "nested more than 32 deep"),
    ('{"to": 1, "x": %s}' % ('{"a":' * 40 + "1" + "}" * 40), "nested more than 32 deep"),
    ('{"open": 2, "view": "%s"}' % ("v" * 1_000_000), "there is no view 'vvv"),
    ('{"to": 1, "message": {"do": "%s"}}' % ("v" * 1_000_000), "there is no message to practice"),
]


@pytest.mark.parametrize(("text", "words"), REFUSED, ids=lambda value: value[:60])
def test_what_makes_no_sense_is_refused_in_words_and_changes_nothing(
    client: Client, neighbor: Client, text: str, words: str
) -> None:
    client.connection.send(text)
    assert words in client.refusal()
    plays_on(client)
    assert client.state["said"] == ""


def test_bytes_are_refused(client: Client) -> None:
    client.connection.send(b'{"to": 1, "message": {"do": "count"}}')
    assert client.refusal() == "bytes came: a message should be text"
    plays_on(client)


def test_text_that_is_no_text_ends_the_connection(hosted: Hosted, neighbor: Client) -> None:
    with hosted.client() as client:
        client.connection.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed) as closed:
            client.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007


def test_a_bug_is_told_to_its_page_alone(host: Host) -> None:
    hosted = host()
    with hosted.client() as client, hosted.client() as neighbor:
        client.open()
        neighbor.open()
        for how in ("nan", "set"):
            client.do("break", how=how)
            assert client.refusal().startswith("a bug in Plyground: ")
        plays_on(client)
        plays_on(neighbor)
    hosted.stop()
    assert "Traceback" in hosted.complaints


@pytest.mark.parametrize("megabytes", [3, 10, 17, 40, 40, 40])
def test_a_message_that_is_too_large_is_refused_in_words(
    hosted: Hosted, neighbor: Client, megabytes: int
) -> None:
    with hosted.client() as client:
        with pytest.raises(ConnectionClosed) as closed:
            client.connection.send("x" * (megabytes << 20))
            while True:
                client.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        assert re.search(r"at most [\d,]+ are read|exceeds limit", closed.value.rcvd.reason)


def test_one_who_floods_is_refused_in_words(hosted: Hosted, neighbor: Client) -> None:
    with hosted.client() as client:
        client.open()
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(5_000):
                client.do("count")
            while True:
                client.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        assert closed.value.rcvd.reason == "too many messages: at most 50 a second are read"


def test_one_who_sends_large_messages_all_the_time_floods_too(hosted: Hosted) -> None:
    with hosted.client() as client:
        client.open()
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(10):
                client.do("say", text="x" * 1_500_000)
            while True:
                client.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


def test_answers_are_sent_at_once(client: Client) -> None:
    """The second of two in a row would wait 40 ms if the system collected small messages."""
    client.do("double", number=1)
    client.next()

    def seconds() -> float:
        started = time.monotonic()
        client.do("count")
        client.do("double", number=2)
        client.do("count")
        answers = [client.next() for _ in range(3)]
        assert len(answers) == 3
        return time.monotonic() - started

    assert min(seconds() for _ in range(10)) < 0.03


def test_one_who_does_not_read_is_let_go(host: Host) -> None:
    hosted = host()
    silent = Raw(hosted)
    with hosted.client() as neighbor:
        neighbor.open()
        silent.send({"open": 1, "view": "practice"})
        for _ in range(10):
            silent.send({"to": 1, "message": {"do": "fill", "megabytes": 20}})
        plays_on(neighbor)
        used = memory(hosted.process.pid)
        assert used < 400 << 20
        received = silent.rest()
        plays_on(neighbor)
    assert len(received) < 100 << 20
    hosted.stop()
    assert hosted.complaints == ""


def memory(pid: int) -> int:
    """Bytes of a process."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found
    return 1024 * int(found[1])


class Raw:
    """A WebSocket by hand, which reads only when told to."""

    def __init__(self, hosted: Hosted) -> None:
        host, port = hosted.host.split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=SOON)
        self.socket.sendall(
            f"GET /socket?token={hosted.token} HTTP/1.1\r\nHost: {hosted.host}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert b" 101 " in self.socket.recv(4096)

    def send(self, message: Any) -> None:
        text = json.dumps(message).encode()
        assert len(text) < 126
        self.socket.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)

    def rest(self) -> bytes:
        """All that comes until the server hangs up or says its last words."""
        found = bytearray()
        while (piece := self._piece()) and not piece.endswith(b"does not read what it is sent"):
            found += piece
        return bytes(found)

    def _piece(self) -> bytes:
        try:
            return self.socket.recv(1 << 20)
        except ConnectionResetError:
            return b""


def test_a_page_may_have_only_so_many_sessions(client: Client) -> None:
    for number in range(2, 17):
        client.send({"open": number, "view": "practice"})
        assert client.next()["of"] == number
    client.send({"open": 17, "view": "practice"})
    assert "a page may have 16 sessions" in client.refusal()


def test_a_page_may_have_only_so_many_questions(hosted: Hosted, neighbor: Client) -> None:
    with hosted.client() as client:
        client.open()
        client.do("think", times=33)
        answer = client.next()
        assert "32 questions of this page wait" in answer["state"]["problem"]
        client.do("double", number=4)
        assert "32 questions of this page wait" in client.next()["state"]["problem"]
        plays_on(client)


def test_a_server_takes_only_so_many_pages(host: Host) -> None:
    hosted = host("--most", "2")
    with hosted.client() as first:
        with hosted.client():
            with pytest.raises(InvalidStatus) as refused:
                hosted.client()
            assert refused.value.response.status_code == 503
            assert refused.value.response.body is not None
            assert b"2 pages are open already" in refused.value.response.body
            first.open()
        until(lambda: comes_in(hosted))
    hosted.stop()
    assert hosted.complaints == ""


def comes_in(hosted: Hosted) -> bool:
    try:
        hosted.client().connection.close()
    except InvalidStatus:
        return False
    return True


def test_one_who_leaves_frees_the_desk_within_a_second(
    hosted: Hosted, client: Client, tmp_path: Path
) -> None:
    client.do("double", number=1)
    client.next()
    leaving = hosted.client()
    leaving.open()
    leaving.do("think", sign=str(tmp_path / "running"), times=3)
    until((tmp_path / "running").exists)
    client.do("double", number=4)
    started = time.monotonic()
    leaving.connection.close()
    assert client.next() == {"of": 1, "state": {"doubled": 8}}
    assert time.monotonic() - started < crowding()


def test_one_whose_line_is_cut_frees_the_desk_within_a_second(
    hosted: Hosted, client: Client, tmp_path: Path
) -> None:
    cut = Raw(hosted)
    cut.send({"open": 1, "view": "practice"})
    sign = f"/tmp/{tmp_path.parent.name}-{tmp_path.name}"[:50]
    Path(sign).unlink(missing_ok=True)
    cut.send({"to": 1, "message": {"do": "think", "sign": sign}})
    until(Path(sign).exists)
    Path(sign).unlink()
    client.do("double", number=4)
    started = time.monotonic()
    cut.socket.close()
    assert client.next() == {"of": 1, "state": {"doubled": 8}}
    assert time.monotonic() - started < crowding()


def test_a_session_that_could_not_be_opened_asks_for_nothing_any_more(client: Client) -> None:
    client.send({"open": 2, "view": "practice", "with": {"broken": True}})
    assert client.refusal() == "it was to be broken"
    client.do("double", number=4)
    assert client.next() == {"of": 1, "state": {"doubled": 8}}


# --- the gate ------------------------------------------------------------------------------------


def refused(hosted: Any, path: str, **headers: str) -> tuple[int, str]:
    """How a WebSocket is refused: the status, and why."""
    host, port = hosted.base.removeprefix("http://").split(":")
    place = f"ws://{headers.pop('Host', hosted.base.removeprefix('http://'))}{path}"
    line = socket.create_connection((host, int(port)), timeout=SOON)
    with pytest.raises(InvalidStatus) as refusal:
        connect(place, sock=line, additional_headers=headers).__enter__()
    response = refusal.value.response
    assert response.body is not None
    return response.status_code, response.body.decode()


def test_without_the_token_nobody_comes_in(hosted: Hosted) -> None:
    for path in ("/play", "/play?token=", "/play?token=wrong", "/play?token=%ff%00", "/"):
        status, _, body = request(hosted, "GET", path)
        assert (status, b"the token is missing or wrong" in body) == (403, True)
    for path in ("/socket", "/socket?token=wrong", "/elsewhere"):
        status, why = refused(hosted, path)
        assert (status, "the token is missing or wrong" in why) == (403, True)


def test_the_token_is_kept_in_a_cookie(hosted: Hosted) -> None:
    status, headers, _ = request(hosted, "GET", f"/paths?token={hosted.token}")
    assert (status, headers["location"]) == (303, "/paths")
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    name, _, value = cookie.partition(";")[0].partition("=")
    assert request(hosted, "GET", "/paths", Cookie=f"{name}={value}")[0] == 200
    assert request(hosted, "GET", "/paths", Cookie=f"{name}=x{value}")[0] == 403
    place = hosted.base.replace("http", "ws")
    with connect(f"{place}/socket", additional_headers={"Cookie": f"{name}={value}"}) as line:
        line.send('{"open": 1, "view": "practice"}')
        assert "state" in json.loads(line.recv(timeout=SOON))


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "null", "", "[", "x" * 5000],
)
def test_pages_of_other_sites_may_not_speak_to_the_server(hosted: Hosted, origin: str) -> None:
    status, why = refused(hosted, f"/socket?token={hosted.token}", Origin=origin)
    assert (status, "may not speak to this server" in why) == (403, True)
    assert len(why) < 200
    assert request(hosted, "GET", f"/play?token={hosted.token}", Origin=origin)[0] == 403


def test_a_page_of_its_own_may_speak_to_the_server(hosted: Hosted) -> None:
    assert request(hosted, "GET", f"/play?token={hosted.token}", Origin=hosted.base)[0] == 303
    with hosted.client(origin=hosted.base) as client:
        assert client.open()["of"] == 1


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "["])
def test_the_server_answers_to_no_other_name(hosted: Hosted, host: str) -> None:
    status, _, body = request(hosted, "GET", f"/play?token={hosted.token}", Host=host)
    assert (status, b"this server is not called" in body) == (403, True)


def test_another_name_does_not_lead_to_the_socket(hosted: Hosted) -> None:
    port = hosted.host.partition(":")[2]
    token = f"/socket?token={hosted.token}"
    status, why = refused(hosted, token, Host=f"evil.example:{port}")
    assert (status, "this server is not called" in why) == (403, True)


def test_localhost_is_a_name_of_the_server(hosted: Hosted) -> None:
    for host in (hosted.host.replace("127.0.0.1", "localhost"), "localhost:9", "[::1]:80"):
        assert request(hosted, "GET", f"/play?token={hosted.token}", Host=host)[0] == 303


def test_no_token_is_asked_for_if_none_is_wanted(host: Host) -> None:
    hosted = host("--no-token")
    assert request(hosted, "GET", "/play")[0] == 200
    assert request(hosted, "GET", "/play", Host="evil.example")[0] == 403
    assert refused(hosted, "/socket", Origin="http://evil.example")[0] == 403
    with hosted.client() as client:
        client.open()
        plays_on(client)
    hosted.stop()
    assert hosted.complaints == ""


@pytest.mark.parametrize(
    ("gate", "loopback", "address", "why"),
    [
        (Gate("127.0.0.1", 1, "t"), True, "http://127.0.0.1:1/?token=t", ""),
        (Gate("127.8.8.8", 1, "t"), True, "http://127.8.8.8:1/?token=t", ""),
        (Gate("localhost", 1, "t"), True, "http://localhost:1/?token=t", ""),
        (Gate("::1", 1, "t"), True, "http://[::1]:1/?token=t", ""),
        (Gate("127.0.0.1", 1, ""), True, "http://127.0.0.1:1/", "asks for no token"),
        (Gate("0.0.0.0", 1, "t"), False, "http://localhost:1/?token=t", "listens on 0.0.0.0"),
        (Gate("::", 1, "t"), False, "http://localhost:1/?token=t", "listens on ::"),
        (Gate("192.168.0.7", 1, "t"), False, "http://192.168.0.7:1/?token=t", "listens on 192."),
        (Gate("my.lan", 1, ""), False, "http://my.lan:1/", "listens on my.lan"),
    ],
)
def test_code_runs_only_behind_a_token_on_this_machine(
    gate: Gate, loopback: bool, address: str, why: str
) -> None:
    assert gate.loopback == loopback
    assert gate.address == address
    assert why in gate.why_no_code
    assert bool(why) == bool(gate.why_no_code)


# --- pages ---------------------------------------------------------------------------------------


def test_all_answers_carry_the_policy_that_nothing_comes_from_elsewhere(hosted: Hosted) -> None:
    name = f"plyground_{hosted.host.partition(':')[2]}"
    cookie = f"{name}={hosted.token}"
    for method, path in [("GET", "/play"), ("GET", "/static/app.js"), ("GET", "/nowhere"),
                         ("HEAD", "/play"), ("POST", "/play"), ("GET", "/static/nothing"),
                         ("OPTIONS", "/static/app.js"), ("GET", "/socket")]:  # fmt: skip
        _, headers, _ = request(hosted, method, path, Cookie=cookie)
        assert headers["content-security-policy"].startswith(
            "default-src 'none'; script-src 'self'"
        )
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers


def test_pages_are_only_read(hosted: Hosted) -> None:
    plain = request(hosted, "GET", "/static/app.js")
    assert plain[0] == 200
    assert plain[2] == (STATIC / "app.js").read_bytes()
    status, headers, body = request(hosted, "HEAD", "/static/app.js")
    assert (status, body) == (200, b"")
    assert headers["content-length"] == plain[1]["content-length"]
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
        status, headers, body = request(hosted, method, "/static/app.js")
        assert (status, headers["allow"]) == (405, "GET, HEAD")
        assert b"is not for pages" in body


def test_what_a_browser_has_already_is_not_sent_again(hosted: Hosted) -> None:
    _, headers, _ = request(hosted, "GET", "/static/app.js")
    again = request(hosted, "GET", "/static/app.js", **{"If-None-Match": headers["etag"]})
    assert (again[0], again[2]) == (304, b"")


def test_a_page_that_is_not_there_is_told_in_words(hosted: Hosted) -> None:
    status, headers, body = request(hosted, "GET", "/chess")
    assert status == 404
    assert headers["content-type"].startswith("text/plain")
    assert body.decode() == "there is no /chess; there are /play /paths /lab /write"
    status, why = refused(hosted, f"/sockets?token={hosted.token}")
    assert (status, why) == (404, "there is no /sockets: only /socket")


def raw_answer(hosted: Hosted, path: bytes) -> bytes:
    """What comes back for a path that no library has made decent."""
    host, port = hosted.host.split(":")
    with socket.create_connection((host, int(port)), timeout=SOON) as line:
        line.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: " + hosted.host.encode() +
                     b"\r\nConnection: close\r\n\r\n")  # fmt: skip
        pieces = iter(lambda: line.recv(1 << 16), b"")
        return b"".join(pieces)


ESCAPES = [
    "/static/../cli/serve.py", "/static/%2e%2e/cli/serve.py", "/static/..%2fcli%2fserve.py",
    "/static/%252e%252e%252fcli%252fserve.py", "/static//etc/passwd", "/static/%2fetc%2fpasswd",
    "/static/..%5c..%5cREADME.md", "//etc/passwd", "/../../etc/passwd", "/static/./app.js",
    "/static/app.js/", "/static/app.js%00", "/static/app.js%2f..%2f..%2fjit.py", "/static/",
    "/static", "/static/%c0%ae%c0%ae/jit.py", "/static/file:///etc/passwd",
]  # fmt: skip


@pytest.mark.parametrize("path", ESCAPES)
def test_static_paths_cannot_leave_their_folder(hosted: Hosted, path: str) -> None:
    assert raw_answer(hosted, path.encode()).startswith(b"HTTP/1.1 404 ")


STATIC_FILES = {path.read_bytes() for path in STATIC.iterdir() if path.is_file()}
STEPS = st.sampled_from(
    ["..", "%2e%2e", "%252e", ".", "/", "%2f", "%5c", "\\", "app.js", "static", "jit.py", "web",
     "etc", "passwd", "%00", "~", "theme.css", "?", "#"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(STEPS | st.text("./%25eEfF\\x01", max_size=4), max_size=8).map("".join))
def test_no_path_leads_out_of_the_static_folder(fuzzed: tuple[Hosted, Client], path: str) -> None:
    hosted, _ = fuzzed
    answer = raw_answer(hosted, b"/static/" + path.encode())
    status = answer.partition(b" ")[2][:3]
    assert status in (b"404", b"400", b"200")
    if status == b"200":
        assert answer.partition(b"\r\n\r\n")[2] in STATIC_FILES


def test_the_first_page_is_small(served: Served) -> None:
    """All that /play loads, as it goes over the wire."""
    connection = http.client.HTTPConnection(served.base.removeprefix("http://"))
    seen: dict[str, int] = {}
    cookie = f"plyground_{served.base.rpartition(':')[2]}={served.token}"

    def fetched(path: str) -> None:
        if path in seen:
            return
        connection.request("GET", path, headers={"Accept-Encoding": "gzip", "Cookie": cookie})
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200, path
        seen[path] = len(body) + len(str(answer.headers))
        text = gzip.decompress(body).decode()
        for name in re.findall(r'(?:src|href)="(/static/[^"]+)"', text):
            fetched(name)
        for name in re.findall(r'from "\./([^"]+)"', text):
            fetched(f"/static/{name}")

    fetched("/play")
    fetched("/static/play.js")
    fetched("/static/play.css")
    assert {"/static/app.js", "/static/model.js", "/static/theme.css", "/static/app.css"} < set(
        seen
    )
    assert sum(seen.values()) < 150_000


# --- coming and going ----------------------------------------------------------------------------


def test_the_server_is_up_within_three_seconds(tmp_path: Path) -> None:
    def seconds() -> float:
        started = time.monotonic()
        served = Served(tmp_path)
        assert request(served, "GET", f"/play?token={served.token}")[0] == 303
        taken = time.monotonic() - started
        served.stop()
        return taken

    assert any(seconds() < 3 * crowding() for _ in range(3))


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_server_that_ends_leaves_no_process_behind(
    host: Host, tmp_path: Path, kind: signal.Signals
) -> None:
    hosted = host("--workers", "2")
    client = hosted.client()
    client.open()
    for number in range(2):
        client.do("think", sign=str(tmp_path / f"running {number}"), times=2)
    until((tmp_path / "running 0").exists)
    processes = below(hosted.process.pid)
    assert len(processes) >= 3
    started = time.monotonic()
    hosted.process.send_signal(kind)
    hosted.process.wait(20)
    until(lambda: not alive(processes))
    assert time.monotonic() - started < 2 * crowding()
    with pytest.raises(ConnectionClosed):
        while True:
            client.next()
    assert hosted.complaints == ""


def test_twenty_pages_play_at_once_and_get_their_turns(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as elsewhere:  # this thread may have an event loop of Playwright's
        found = elsewhere.submit(load, clients=20, seconds=3).result()
    assert found.errors == []
    assert found.fairness > 0.8
    assert min(found.moves) > 0
    assert found.peak - found.before < 60
