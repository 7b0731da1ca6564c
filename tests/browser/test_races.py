"""Races between browsers: near and far hands, two hands on one tablet."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.browser.relay import slow_line
from tests.browser.stage import DESKTOP, FEW_FOODS, PHONE, TABLET, open_table, serving, sit_down, watched
from tests.ports import free_port

# A player with known reactions: looks at the painted pile, and its hand comes down a given time after the frame that
# showed a sandwich. The times are used in turn: every sandwich is seen by both players. How long a hand really took
# is measured here, beside the product and its arbiter, and noted under the event of the picture, with its `blur`: how
# far apart the frames lay between which the picture appeared, which nobody can tell more exactly. When the hand comes
# down, the race may be over and the next card there: then it was `sent` for another event.
ROBOT = """(reactions) => {
  const hits = ([top, second, third]) => top !== undefined && (top === second || top === third);
  let last = "", index = 0, hand = null;
  window.hands = {};
  const seen = {};
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const { m, n } = JSON.parse(text);
    if (m === "seen") seen[n] = document.timeline.currentTime;
    if (m === "act" && hand !== null) hand.sent = n;
    return send.call(this, text);
  };
  new MutationObserver(() => {
    const label = document.querySelector(".fan:not(.ghost)")?.getAttribute("aria-label") ?? "";
    if (label === last) return;
    last = label;
    if (!hits(label.split(", "))) return;
    const wanted = reactions[index++ % reactions.length];
    const changed = document.timeline.currentTime;
    requestAnimationFrame((painted) => setTimeout(() => {
      const press = new PointerEvent("pointerdown", {bubbles: true, cancelable: true, button: 0, isPrimary: true});
      hand = {painted, took: press.timeStamp - painted, blur: painted - changed};
      document.querySelector(".slap button").dispatchEvent(press);
      const event = Object.keys(seen).find((n) => Math.abs(seen[n] - painted) <= hand.blur);
      if (event !== undefined) window.hands[event] = hand;
      hand = null;
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
PATIENCE_S = 180
HOUSE = {"use_munchers": False, "min_toss_ms": 300, "toss_ms": 500}


def two_players(chromium: Any, near: str, far: str) -> tuple[Any, Any]:
    """Both at one table of Slamwich, nobody else; cards toss themselves."""
    host, _ = watched(chromium, near, DESKTOP)
    host.add_init_script(f"({RACES})()")
    code = open_table(host, near, "slamwich", options=HOUSE, cards=FEW_FOODS)
    guest, _ = watched(chromium, far, PHONE)
    sit_down(guest, f"{far}/t/{code}", "Far")
    host.get_by_role("button", name="Deal the cards").click()
    for page in (host, guest):
        page.get_by_role("button", name="SLAP", exact=True).wait_for()
    return host, guest


def races_until(host: Any, guest: Any, enough: Callable[[list[tuple[Any, float]]], bool]) -> list[tuple[Any, float]]:
    """The races with a clear winner, as soon as there are enough of them; a game that is over is played again."""
    for _ in range(PATIENCE_S * 4):
        host.wait_for_timeout(250)
        clear = clear_ones(host, guest)
        if enough(clear):
            break
        again = host.get_by_role("button", name="Rematch")
        if again.count():
            again.first.click()
    return clear


def test_the_faster_hand_wins_between_two_browsers(server: str, chromium: Any) -> None:
    host, guest = two_players(chromium, server, server)
    host.evaluate(ROBOT, [340])
    guest.evaluate(ROBOT, [240])
    clear = races_until(host, guest, bool)
    told = [(race["seats"], race["outcome"], round(lead), race["times"]) for race, lead in clear]
    assert told, "no race was run"
    assert all(race["seats"] == [int(lead > 0)] for race, lead in clear), told
    guest.get_by_text(re.compile("(You|Mia)( were first| was first|, by a finger)")).first.wait_for()
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
        host.evaluate(ROBOT, [320, 260])
        guest.evaluate(ROBOT, [260, 320])
        clear = races_until(host, guest, lambda clear: tells_apart(clear) and near_won(host))
        both_won = near_won(host)
        host.context.close()
        guest.context.close()
    told = [(race["seats"], race["outcome"], round(lead), race["times"]) for race, lead in clear]
    assert both_won, f"the near player won nothing: {told}"
    assert tells_apart(clear), f"too few races that arrival order would have judged otherwise: {told}"
    assert all(race["seats"] == [int(lead > 0)] for race, lead in clear), told


def clear_ones(host: Any, guest: Any) -> list[tuple[Any, float]]:
    """Races whose winner is certain, and by how many ms the guest won: as both hands measured themselves.

    On a busy computer a hand may come down later than it was told to; what counts is when it did. Two things make a
    race uncertain there: frames that came late, so that the lead is within the blur of the two pictures; and a page, a
    line or a server that was held up for so long that the server could not believe the faster hand, and said so. The
    slower one may have come after the verdict.
    """
    near, far = host.evaluate("window.hands"), guest.evaluate("window.hands")
    clear = []
    for race in host.evaluate("window.races"):
        hands = [near.get(str(race["n"])), far.get(str(race["n"]))]
        if None in hands or abs(hands[0]["took"] - hands[1]["took"]) <= hands[0]["blur"] + hands[1]["blur"]:
            continue
        lead = float(hands[0]["took"] - hands[1]["took"])
        verdicts = {time["seat"]: time["verdict"] for time in race["times"]}
        faster, slower = (1, 0) if lead > 0 else (0, 1)
        believed = verdicts.get(faster) == "counts" and verdicts.get(slower) in ("counts", "slower", "late")
        if believed and hands[faster].get("sent") == race["n"]:
            clear.append((race, lead))
    return clear


def tells_apart(clear: list[tuple[Any, float]]) -> bool:
    """One of the far player's wins came in second."""
    return any(first_to_arrive(race) == 0 for race, lead in clear if lead > 0)


def near_won(host: Any) -> bool:
    """Mostly a race that was over before the far hand came down, so that hand is not told."""
    return any(race["seats"] == [0] and race["outcome"] == "won" for race in host.evaluate("window.races"))


def first_to_arrive(race: Any) -> int:
    return int(min((time for time in race["times"] if time["arrived"]), key=lambda time: time["arrived"])["seat"])


def test_two_hands_on_one_tablet(server: str, chromium: Any) -> None:
    """Both thumbs come down in one frame, each on its own zone: two hands, two seats."""
    page, complaints = watched(chromium, server, TABLET)
    settings = {"shared_screen": True}
    open_table(page, server, "slamwich", settings=settings, options={**HOUSE, "toss_ms": 60_000})
    page.get_by_role("button", name="Sit down at this screen").click()
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
