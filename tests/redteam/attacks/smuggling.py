"""Requests that somebody in between may read otherwise than we do, and pages of other sites that pretend to be ours."""

from __future__ import annotations

from typing import Final

from tests.redteam.attack import attack
from tests.redteam.scene import Scene
from tests.redteam.wire import http

OPENING: Final = b'{"game":"slamwich","name":"Mallory"}'
SECOND: Final = b"GET /health HTTP/1.1\r\nHost: here\r\n\r\n"
KEY: Final = "dGhlIHNhbXBsZSBub25jZQ=="

# Headers of a request whose body might end here or there.
AMBIGUOUS: Final = {
    "two lengths": "Content-Length: 36\r\nContent-Length: 5",
    "length and pieces": "Content-Length: 4\r\nTransfer-Encoding: chunked",
    "pieces twice": "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    "pieces of another kind": "Transfer-Encoding: xchunked",
    "a length with a sign": "Content-Length: +36",
    "a length below nothing": "Content-Length: -1",
    "a length with a blank": "Content-Length : 36",
    "a folded line": "X-Long: a\r\n Content-Length: 5",
    "a line without its half": "X-Short: a\nContent-Length: 5",
    "two hosts": "Host: elsewhere\r\nContent-Length: 36",
    "a zero": "X-Zero: a\0b\r\nContent-Length: 36",
}


@attack(law=4)
async def smuggled_requests(scene: Scene) -> None:
    """Law 4: requests whose end is a matter of opinion; each is refused, and what follows it is read by nobody."""
    for name, ambiguous in AMBIGUOUS.items():
        line = await scene.line(scene.new_source())
        head = http("POST", "/api/tables", scene.headers())[:-2]
        await line.send(head + ambiguous.encode() + b"\r\n\r\n" + OPENING + SECOND)
        answer = await line.answer()
        scene.insist(answer.status in (0, 400), f"{name}: answered {answer.status}")
        scene.insist(await line.is_cut(1.0), f"{name}: the connection stays open for more")
    scene.note(f"{len(AMBIGUOUS)} kinds")


@attack(law=4)
async def odd_handshakes(scene: Scene) -> None:
    """Law 4: sockets asked for with another verb, in an old HTTP, with a body, packed, or from another site."""
    usual = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": KEY}
    plain = http("GET", "/ws", {**scene.headers(), **usual})
    foreign = plain.replace(f"Origin: {scene.target.base}".encode(), b"Origin: http://elsewhere.example")
    both = plain.replace(b"Origin:", b"Origin: http://elsewhere.example\r\nOrigin:")
    odd = {
        "HEAD": (plain.replace(b"GET", b"HEAD", 1), 400),
        "POST": (plain.replace(b"GET", b"POST", 1), 405),
        "HTTP/1.0": (plain.replace(b"HTTP/1.1", b"HTTP/1.0", 1), 400),
        "a body": (http("GET", "/ws", {**scene.headers(), **usual}, OPENING), 400),
        "another site": (foreign, 403),
        "two sites": (both, 403),
        "no site": (http("GET", "/ws", {"Host": "here", **usual}), 403),
    }
    for name, (data, status) in odd.items():
        line = await scene.line()
        await line.send(data)
        found = await line.status()
        scene.insist(found == status, f"{name}: answered {found}")
    line = await scene.line()
    packed = {"Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits"}
    await line.send(http("GET", "/ws", {**scene.headers(), **usual, **packed}))
    answer = await line.answer()
    scene.insist(answer.status == 101, "who offers to pack gets no socket")
    scene.insist("sec-websocket-extensions" not in answer.headers, "the server unpacks frames")


@attack(law=4)
async def other_sites(scene: Scene) -> None:
    """Law 4: everything that changes something, asked for by a page of another site, by two at once, or by none."""
    asks = [("POST", "/api/tables"), ("POST", "/api/tables/AAAAAAAA/join"), ("POST", "/api/transfers")]
    asks += [("DELETE", "/api/session"), ("POST", "/api/daily/slamwich"), ("DELETE", "/api/library/AAAAAAAA")]
    host = scene.headers()["Host"]
    for method, path in asks:
        for origin in ("null", "http://elsewhere.example", f"http://{host}.elsewhere.example", f"http://x@{host}"):
            line = await scene.line()
            await line.send(http(method, path, {"Host": host, "Origin": origin}, OPENING))
            answer = await line.answer()
            scene.insist(answer.status == 403, f"{method} {path} from {origin}: {answer.status}")
            scene.insist("access-control-allow-origin" not in answer.headers, "another site may read the answer")
            scene.drop(line)
