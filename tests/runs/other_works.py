"""A provider that did work for others, and a studio that knows it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from tests.providers.speaker import Asked, Reply, Shelf
from tests.providers.speakers.http import HttpSpeaker
from tests.runs.test_measuring import a_film as film_of

FACTS = {"prompt": "A keeper climbs the stairs", "model": "painter-2", "seconds": 9, "seed": 7}


@cache
def a_film() -> bytes:
    """Half a second of grey."""
    return film_of(24)


class Elsewhere(HttpSpeaker):
    """A service with one work, 7, which a test may change."""

    polls_before_done = 0

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf)
        self.done: dict[str, Any] = {**FACTS, "status": "succeeded", "cost": "0.25"}
        self.content = a_film()

    def speak(self, asked: Asked) -> Reply:
        """The work, once it is done."""
        if asked.path != "/7":
            return Reply({"error": "no such work"}, status=404)
        if not self.is_done():
            return Reply({"status": "running"})
        return Reply({"content_url": self.link(), **self.done})

    def link(self) -> str:
        """A link to what a test says."""
        self.links += 1
        return self.shelf.put(f"/result-{self.links}.bin", self.content, "video/mp4")


@contextmanager
def serving(home: Path, *, trusts_shelf: bool = True) -> Iterator[Elsewhere]:
    """The service, known to the studio in a folder as `service`."""
    with Shelf() as shelf, Elsewhere(shelf) as service:
        hosts = [service.place, *([shelf.place] if trusts_shelf else [])]
        text = f'[providers.service]\nkind = "http"\nbase_url = "{service.url}"\nhosts = {hosts!r}\npause = 0.1\n'
        (home / "studio.toml").write_text(text)
        yield service
