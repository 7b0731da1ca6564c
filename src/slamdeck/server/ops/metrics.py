"""Counters in the text form that Prometheus reads."""

# Compiled: every message is counted.

from __future__ import annotations

from collections.abc import Callable
from typing import Final

BOUNDS_MS: Final = (0.25, 0.5, 1, 2, 3, 5, 7.5, 10, 12.5, 15, 20, 25, 50, 100, 250, 500, 1000, 2500)
BOUNDS: Final = [int(bound * 1000) for bound in BOUNDS_MS]  # µs


class Counter:
    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0

    def add(self, amount: int = 1) -> None:
        self.value += amount


class Histogram:
    """How long something took, in buckets of milliseconds."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS_MS) + 1)
        self.total = 0  # µs

    def note(self, micros: int) -> None:
        bucket = 0
        for bound in BOUNDS:  # nearly always one of the first
            if micros <= bound:
                break
            bucket += 1
        self.counts[bucket] += 1
        self.total += micros

    def quantile(self, share: float) -> float:
        """An upper bound of the quantile, in ms: that of the bucket it falls into."""
        wanted = share * sum(self.counts)
        seen = 0
        for bound, count in zip((*BOUNDS_MS, float("inf")), self.counts, strict=True):
            seen += count
            if seen >= wanted and seen:
                return float(bound)
        return 0.0


class Metrics:
    """What a server counts. Gauges are asked for when somebody looks."""

    def __init__(self) -> None:
        self.frames = Counter()
        self.bad_frames = Counter()
        self.dropped_frames = Counter()
        self.sent = Counter()
        self.entries = Counter()
        self.store_failures = Counter()
        self.resyncs = Counter()
        self.refusals = Counter()
        self.tables_opened = Counter()
        self.tables_restored = Counter()
        self.decisions = Counter()
        self.sending = Histogram()
        self.storing = Histogram()
        self.ticking = Histogram()
        self.relaying = Histogram()
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}

    def gauge(self, name: str, meaning: str, ask: Callable[[], float]) -> None:
        self.gauges[name] = (meaning, ask)

    def text(self) -> str:
        lines: list[str] = []
        for name, meaning in COUNTERS.items():
            lines += heading(f"{name}_total", meaning, "counter")
            lines.append(f"slamdeck_{name}_total {getattr(self, name).value}")
        for name, (meaning, ask) in self.gauges.items():
            lines += heading(name, meaning, "gauge")
            lines.append(f"slamdeck_{name} {ask():g}")
        for name, meaning in HISTOGRAMS.items():
            lines += heading(f"{name}_ms", meaning, "histogram")
            lines += histogram_lines(f"slamdeck_{name}_ms", getattr(self, name))
        return "\n".join(lines) + "\n"


COUNTERS: Final = {
    "frames": "Messages received over sockets.",
    "bad_frames": "Frames that were no message.",
    "dropped_frames": "Messages dropped because there were too many.",
    "sent": "Messages sent over sockets.",
    "entries": "Journal entries made durable.",
    "store_failures": "Appends that the store could not take.",
    "resyncs": "Slow readers that were brought up to date.",
    "refusals": "HTTP requests refused.",
    "tables_opened": "Tables opened.",
    "tables_restored": "Tables rebuilt from their journal.",
    "decisions": "Decisions of search bots.",
}
HISTOGRAMS: Final = {
    "sending": "From the moment a message was ready to leave by the table's own clock until it left.",
    "storing": "From writing a journal entry until it was durable.",
    "ticking": "How late the table's alarms were.",
    "relaying": "From asking another server for a relayed socket until it answered.",
}


def heading(name: str, meaning: str, kind: str) -> list[str]:
    return [f"# HELP slamdeck_{name} {meaning}", f"# TYPE slamdeck_{name} {kind}"]


def histogram_lines(name: str, histogram: Histogram) -> list[str]:
    lines: list[str] = []
    seen = 0
    for bound, count in zip((*BOUNDS_MS, "+Inf"), histogram.counts, strict=True):
        seen += count
        lines.append(f'{name}_bucket{{le="{bound}"}} {seen}')
    return [*lines, f"{name}_sum {histogram.total / 1000:.3f}", f"{name}_count {seen}"]
