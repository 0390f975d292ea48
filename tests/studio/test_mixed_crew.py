"""A film by a mixed crew: pictures by one provider, motion by another, a voice by a third, music played here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from PIL import Image

from showbible.bible import Bible
from showbible.lessons.recall.casting.choice import Casting
from showbible.lessons.recall.casting.prompting import PartAdvice, PromptAdvice
from showbible.lessons.recall.traits import PromptTrait
from showbible.providers.model import OrderLine
from showbible.runs.model import Run, Status
from showbible.studio import config, media, orchestrator
from showbible.studio.crew import Crew
from showbible.studio.ledger import paid
from showbible.studio.ledger.model import OrderState
from showbible.studio.model import FilmChoices
from showbible.studio.plan import BudgetPlanner
from showbible.studio.rates import CrewRates
from showbible.vocabulary import DEFAULT_PROJECT
from tests.providers.speaker import Asked, Reply, Shelf, Situation, Speaker
from tests.providers.speakers.http import HttpSpeaker

CONCEPT = "Mara climbs the lighthouse and lights the lamp"


@lru_cache
def a_film() -> bytes:
    """Three seconds at another size and pace than the studio's."""
    kept = BytesIO()
    with av.open(kept, "w", format="mp4") as file:
        stream: Any = file.add_stream("libx264", rate=30)
        stream.width, stream.height, stream.pix_fmt = 320, 240, "yuv420p"
        kind: Any = av.VideoFrame
        for number in range(90):
            frame = kind.from_image(Image.new("RGB", (320, 240), (number * 2, 60, 90)))
            frame.pts, frame.time_base = number, Fraction(1, 30)
            file.mux(stream.encode(frame))
        file.mux(stream.encode(None))
    return kept.getvalue()


@lru_cache
def a_picture() -> bytes:
    """A small PNG."""
    kept = BytesIO()
    Image.new("RGB", (320, 240), "#446688").save(kept, "PNG")
    return kept.getvalue()


@lru_cache
def a_voice() -> bytes:
    """A second of a tone."""
    times = np.arange(48_000, dtype=np.float32) / 48_000
    wave = (0.2 * np.sin(times * 2 * np.pi * 220)).astype(np.float32)
    return media.sound_file(np.stack([wave, wave], axis=1))


class Studio(HttpSpeaker):
    """A generator that makes whatever is ordered, and charges for it."""

    kind = "http"
    polls_before_done = 0

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf)
        self.orders: list[dict[str, Any]] = []
        self.content: bytes | None = None

    def speak(self, asked: Asked) -> Reply:
        """Each order gets a name of its own."""
        if asked.method == "POST" and self.situation is Situation.WORKS:
            self.orders.append(asked.json)
            return Reply({"id": str(len(self.orders))})
        if asked.method == "GET" and self.situation is Situation.WORKS:
            made = {"video": a_film, "image": a_picture, "voice": a_voice}
            order = self.orders[int(asked.path.rpartition("/")[2]) - 1]
            link = self.shelf.put(f"/{order['medium']}.bin", self.content or made[order["medium"]](), "any/thing")
            return Reply({"status": "succeeded", "content_url": link, "cost": "0.02"})
        return super().speak(asked)

    def of(self, medium: str) -> list[dict[str, Any]]:
        """The orders of a kind."""
        return [order for order in self.orders if order["medium"] == medium]


@pytest.fixture
def service() -> Iterator[Studio]:
    with Shelf() as shelf, Studio(shelf) as speaker:
        yield speaker


def _hire(home: Path, service: Speaker, *, crew: str) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "studio.toml").write_text(
        f"""
        [crew]
        {crew}
        [providers.near]
        kind = "http"
        base_url = "{service.url}"
        pause = 0.01
        hosts = ["{service.shelf.place}"]
        [[providers.near.prices]]
        amount = "0.03"
        per = "piece"
        """
    )


def _made(bible: Bible, *, voice: bool = False, crew: Crew | None = None) -> Run:
    bible.lessons.prefer({"default_audio_tier": "simple_overlay" if voice else "none"})
    choices = FilmChoices.checked(duration=1, tier="animated")
    run_id = orchestrator.ask(bible, CONCEPT, budget="2", pilots=1, choices=choices)
    return orchestrator.produce(bible, run_id, crew=crew)


def test_a_film_is_made_from_pictures_motion_and_voices_of_others(small: Bible, service: Studio) -> None:
    small.projects.create(DEFAULT_PROJECT)
    small.assets(DEFAULT_PROJECT).tell("Mara", kind="character", state={"coat": "red"}, t_start=0.0)
    _hire(small.workspace.home, service, crew="video = 'near'\nimage = 'near'\nvoice = 'near'")

    run = _made(small, voice=True)

    video, image, voice = service.of("video"), service.of("image"), service.of("voice")
    entries = paid.entries(small.db, run.run_id)
    assert run.recorded_status is Status.COMPLETED
    assert (len(video), len(image), len(voice)) == (2, 2, 1)
    assert "Mara: coat red." in video[0]["prompt"]
    assert video[0]["reference"]["content"] and video[0]["lines"][0]["source"] == "assets"
    assert voice[0]["prompt"] == "Mara climbs the lighthouse and lights the lamp."
    assert {entry.cost for entry in entries if entry.provider == "near"} == {20_000}
    assert run.spent == sum(entry.cost for entry in entries)


def test_an_order_leaves_out_what_harms_its_provider_and_says_why(small: Bible, service: Studio) -> None:
    _hire(small.workspace.home, service, crew="video = 'near'")
    why = "Leaves out the camera words: prompts that name the camera score 28 points below its others."
    camera = PartAdvice(part=PromptTrait.CAMERA, use=False, why=why)
    tip = OrderLine(text="Name the time of day", source="lessons", why="a person wrote it")
    advice = PromptAdvice(parts=(camera,), tips=(tip,))
    choice = Casting(provider="near", model="near", why="It is the only one.", evidence=(), prompt=advice)
    crew = config.crew(small)
    assert isinstance(crew.rates, CrewRates)
    rates = replace(crew.rates, choose=lambda _: choice)

    run = _made(small, crew=replace(crew, rates=rates, planner=BudgetPlanner(rates=rates)))

    prompt = service.orders[0]["prompt"]
    clip = next(asset for asset in run.assets if asset.metadata.get("added"))
    assert "shot" not in prompt and prompt.endswith("Name the time of day.")
    assert why in [line["why"] for line in clip.metadata["added"]]


def test_a_clip_is_brought_to_the_size_pace_and_length_of_the_film_and_kept_as_it_came(
    small: Bible, service: Studio
) -> None:
    _hire(small.workspace.home, service, crew="video = 'near'")

    run = _made(small)

    clip = next(asset for asset in run.assets if asset.metadata.get("original"))
    stored = b"".join(small.blobs.read("videos", clip.path.removeprefix("videos/")))
    kept = b"".join(small.blobs.read("videos", clip.metadata["original"].removeprefix("videos/")))
    seen = media.probe(stored)
    assert (kept, seen.width, seen.height) == (a_film(), 960, 540)
    assert abs(seen.seconds - float(service.orders[0]["seconds"])) < 0.05


@pytest.mark.parametrize("content", [b"not a film at all" * 50, b"<!doctype html><p>Sign in</p>", b""])
def test_what_is_not_what_it_says_is_paid_for_once_and_nothing_of_it_is_kept(
    small: Bible, service: Studio, content: bytes
) -> None:
    _hire(small.workspace.home, service, crew="video = 'near'")
    service.content = content or b"\x00"

    with pytest.raises(Exception, match="No shot could be made"):
        _made(small)

    (run_id,) = [run.run_id for run in small.runs.list().items]
    run = small.runs.get(run_id)
    entries = paid.entries(small.db, run_id)
    assert {entry.state for entry in entries} == {OrderState.FAILED}
    assert run.spent == 20_000 * len(service.orders)
    assert not [asset for asset in run.assets if asset.path.startswith("videos/")]


@pytest.mark.parametrize("situation", [Situation.BROKE, Situation.FAULTY])
def test_a_drawing_stands_in_while_a_provider_cannot_if_a_person_said_so(
    small: Bible, service: Studio, situation: Situation
) -> None:
    _hire(small.workspace.home, service, crew="video = 'near'\nwhen_down = 'stand_in'")
    service.situation = situation

    run = _made(small)

    assert run.recorded_status is Status.COMPLETED
    assert any("near could not; a drawing stands in" in said for said in run.warnings)
    assert {asset.metadata["provider"] for asset in run.assets if asset.type == "video" and asset.cost} == {"animatic"}
