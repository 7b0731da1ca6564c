"""Races between browsers: near and far hands, two hands on one tablet."""

from __future__ import annotations

from typing import Any

from tests.browser.relay import slow_line
from tests.browser.stage import DESKTOP, PHONE, TABLET, free_port, open_table, serving, sit_down, watched

# A player with known reactions: looks at the painted pile, and its hand comes down a given time after the frame that
# showed a sandwich. The times are used in turn: every sandwich is seen by both players. How long a hand really took
# is measured here, beside the product and its arbiter, and noted under the event that it was about.
ROBOT = """(reactions) => {
  const hits = ([top, second, third]) => top !== undefined && (top === second || top === third);
  let last = "", index = 0, took = null;
  window.hands = {};
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const message = JSON.parse(text);
    if (message.m === "act" && message.do === "slap" && took !== null) window.hands[message.n] = took;
    return send.call(this, text);
  };
  new MutationObserver(() => {
    const label = document.querySelector(".fan:not(.ghost)")?.getAttribute("aria-label") ?? "";
    if (label === last) return;
    last = label;
    if (!hits(label.split(", "))) return;
    const wanted = reactions[index++ % reactions.length];
    requestAnimationFrame((painted) => setTimeout(() => {
      const press = new PointerEvent("pointerdown", {bubbles: true, cancelable: true, button: 0, isPrimary: true});
      took = press.timeStamp - painted;
      document.querySelector(".slap button").dispatchEvent(press);
      took = null;
    }, wanted - (performance.now() - painted)));
  }).observe(document.documentElement, {subtree: true, childList: true, attributes: true});
}"""
RACES = """() => {
  window.races = [];
  const open = window.WebSocket;
  window.WebSocket = class extends open {
    constructor(...words) {
      super(...words);
      this.addEventListener("message", (event) => {
        const message = JSON.parse(event.data);
        if (message.m === "race") window.races.push(message);
      });
    }
  };
}"""
SENT = """() => {
  window.sent = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    window.sent.push(JSON.parse(text));
    return send.call(this, text);
  };
}"""
FRAME_MS = 1000 / 60
HOUSE = {"use_munchers": False, "min_toss_ms": 300, "toss_ms": 500}


def two_players(chromium: Any, near: str, far: str) -> tuple[Any, Any]:
    """Both at one table of Slamwich, nobody else; cards toss themselves."""
    host, _ = watched(chromium, near, DESKTOP)
    host.add_init_script(f"({RACES})()")
    code = open_table(host, near, "slamwich", options=HOUSE)
    guest, _ = watched(chromium, far, PHONE)
    sit_down(guest, f"{far}/t/{code}", "Far")
    host.get_by_role("button", name="Deal the cards").click()
    for page in (host, guest):
        page.get_by_role("button", name="SLAP").wait_for()
    return host, guest


def decided(host: Any, races: int, seconds: int) -> list[Any]:
    for _ in range(seconds * 4):
        host.wait_for_timeout(250)
        both = [race for race in host.evaluate("window.races") if all(t["reaction"] for t in race["times"])]
        if len(both) >= races or host.get_by_label("The game is over").count():
            break
    return both


def test_the_faster_hand_wins_between_two_browsers(server: str, chromium: Any) -> None:
    host, guest = two_players(chromium, server, server)
    host.evaluate(ROBOT, [340])
    guest.evaluate(ROBOT, [240])
    races = decided(host, races=1, seconds=40)
    assert races, "no race was run"
    for race in races:
        assert race["outcome"] == "won"
        assert race["seats"] == [1]
    guest.get_by_text("Far was first").first.wait_for()
    host.context.close()
    guest.context.close()


def test_on_a_slow_line_the_far_player_wins_its_fair_share(chromium: Any) -> None:
    """Two equal players, one of them 150 ms away: each is the faster one in every other race, and wins those.

    Who was faster is what the hands themselves say, not the arbiter. The server shows the card to the near player half
    a round trip later; by arrival the near player would still win races that it lost by less than the other half.
    """
    far_port = free_port()
    far = f"http://127.0.0.1:{far_port}"
    with serving("--memory", "--origin", far) as near, slow_line(far_port, int(near.rpartition(":")[2]), 150):
        host, guest = two_players(chromium, near, far)
        host.evaluate(ROBOT, [310, 270])
        guest.evaluate(ROBOT, [270, 310])
        races = decided(host, races=4, seconds=40)
        hands = [host.evaluate("window.hands"), guest.evaluate("window.hands")]
        host.context.close()
        guest.context.close()
    leads = [(race, lead_of_far(race, hands)) for race in races]
    clear = [(race, lead) for race, lead in leads if lead is not None and abs(lead) > FRAME_MS]
    told = [(race["seats"], race["outcome"], round(lead), race["times"]) for race, lead in clear]
    assert len(clear) >= 2, f"too few races with a clear winner: {leads}"
    assert all(race["seats"] == [int(lead > 0)] for race, lead in clear), told
    assert any(lead > 0 and first_to_arrive(race) == 0 for race, lead in clear), told


def lead_of_far(race: Any, hands: list[Any]) -> float | None:
    """How many ms the far hand was faster, by what both hands measured themselves."""
    near, far = (hand.get(str(race["n"])) for hand in hands)
    return None if near is None or far is None else float(near - far)


def first_to_arrive(race: Any) -> int:
    return int(min(race["times"], key=lambda time: time["arrived"])["seat"])


def test_two_hands_on_one_tablet(server: str, chromium: Any) -> None:
    """Both thumbs come down in one frame, each on its own zone: two hands, two seats."""
    page, complaints = watched(chromium, server, TABLET)
    settings = {"shared_screen": True}
    open_table(page, server, "slamwich", settings=settings, options={**HOUSE, "toss_ms": 60_000})
    page.get_by_role("button", name="One more at this screen").click()
    page.get_by_role("button", name="Deal the cards").click()
    zones = page.locator(".slap button")
    zones.nth(1).wait_for()
    assert zones.count() == 2
    page.evaluate(SENT)
    boxes = [zones.nth(i).bounding_box() for i in range(2)]
    points = [
        {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": i} for i, box in enumerate(boxes)
    ]
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)
    slaps = [one for one in page.evaluate("sent") if one["m"] == "act" and one["do"] == "slap"]
    assert sorted(one["seat"] for one in slaps) == [0, 1]
    assert complaints == []
    page.context.close()
