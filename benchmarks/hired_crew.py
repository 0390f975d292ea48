"""Ten films by hired providers, one after another: `python -m benchmarks.hired_crew [films]`.

Two services run on this machine. One fails every fifth order, the other costs twice as much, and the pictures of both
stand still where a prompt names the camera. Each film is planned, ordered, judged and learned from by the product;
printed is whom each film's plan chose and why, and what its orders said.
"""

from __future__ import annotations

import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from json import dumps, loads
from pathlib import Path
from typing import Any, Final

from PIL import Image, ImageDraw

import showbible
from showbible.bible import Bible
from showbible.lessons.recall import generations
from showbible.studio import media, orchestrator
from showbible.studio.ledger import paid
from showbible.studio.model import HEIGHT, WIDTH, FilmChoices

FILMS: Final = 10
FAILING: Final = 5
CONCEPTS: Final = (
    "A baker opens her shop before dawn",
    "The last tram crosses the sleeping city",
    "Two sisters mend a kite on the hill",
    "A diver finds a bell under the pier",
    "The gardener waits for the first snow",
)


class Service(ThreadingHTTPServer):
    """A generator behind the protocol of the adapter `http`."""

    def __init__(self, name: str, *, dollars: str, fails: int = 0, stiff: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.name, self.dollars, self.fails, self.stiff = name, dollars, fails, stiff
        self.orders: list[dict[str, Any]] = []

    def standing(self, number: int) -> dict[str, Any]:
        """How an order ended."""
        if self.fails and number % self.fails == 0:
            return {"status": "failed", "error": "the model broke off"}
        return {"status": "succeeded", "content_url": f"/{number}/film", "cost": self.dollars}

    def film(self, number: int) -> bytes:
        """What was ordered."""
        order = self.orders[number - 1]
        moves = not (self.stiff and " shot, " in order["prompt"])
        return _clip(round(order["seconds"] * order["fps"]), moves)


class _Handler(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        """An order."""
        self.server.orders.append(loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self._send(dumps({"id": len(self.server.orders)}).encode())

    def do_GET(self) -> None:
        """How far it is, or what was made."""
        _, number, *rest = self.path.split("/")
        content = self.server.film(int(number)) if rest else dumps(self.server.standing(int(number))).encode()
        self._send(content)

    def _send(self, content: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base class names it so)
        """Say nothing."""


@lru_cache(maxsize=32)
def _clip(frames: int, moves: bool) -> bytes:
    return media.film(_drawn(place if moves else 0) for place in range(frames))


def _drawn(place: int) -> Image.Image:
    picture = Image.new("RGB", (WIDTH, HEIGHT), "#1c2540")
    draw = ImageDraw.Draw(picture)
    for each in range(8):
        left = (each * 160 + place * 9) % (WIDTH + 160) - 160
        draw.rectangle((left, 80 + each * 50, left + 140, 130 + each * 50), fill=(230 - each * 20, 150, 60 + each * 15))
    return picture


@contextmanager
def _serving(service: Service) -> Iterator[Service]:
    thread = threading.Thread(target=service.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.shutdown()
        service.server_close()


def _hire(home: Path, services: list[Service]) -> None:
    names = ", ".join(f'"{each.name}"' for each in services)
    tables = [
        f"""
        [providers.{each.name}]
        kind = "http"
        base_url = "http://127.0.0.1:{each.server_port}"
        pause = 0.01
        options = {{ makes = ["video"] }}
        [[providers.{each.name}.prices]]
        amount = "{each.dollars}"
        per = "piece"
        """
        for each in services
    ]
    home.mkdir(exist_ok=True)
    (home / "studio.toml").write_text(f"[crew]\nvideo = [{names}]\n{''.join(tables)}")


def _film(bible: Bible, number: int) -> None:
    choices = FilmChoices.checked(duration=4, tier="animated")
    concept = CONCEPTS[number % len(CONCEPTS)]
    run_id = orchestrator.ask(bible, concept, budget="3", scenes=1, pilots=1, choices=choices)
    run = orchestrator.produce(bible, run_id)
    entries = [each for each in paid.entries(bible.db, run_id) if each.step.startswith("video.")]
    failed = sum(each.state == "failed" for each in entries)
    print(f"{number + 1:2}. {entries[0].provider}: {len(entries)} orders, {failed} failed, score {run.score}")
    for order in generations.newest(bible.db)[:1]:
        print(f"    {order.why}\n    {order.prompt}")


def main(films: int) -> None:
    """Print what each film's plan chose."""
    services = [
        Service("frail", dollars="0.04", fails=FAILING, stiff=True),
        Service("stately", dollars="0.08", stiff=True),
    ]
    with ExitStack() as stack, tempfile.TemporaryDirectory() as folder:
        for each in services:
            stack.enter_context(_serving(each))
        _hire(Path(folder), services)
        bible = stack.enter_context(showbible.open(folder))
        bible.lessons.prefer({"default_audio_tier": "none"})
        for number in range(films):
            _film(bible, number)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else FILMS)
