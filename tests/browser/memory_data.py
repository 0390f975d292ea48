"""A studio that has finished many films: lessons, ratings, providers and a library to look at.

`python -m tests.browser.memory_data FOLDER` fills a studio in a folder, to be served and looked at.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from showbible.bible import Bible
from showbible.lessons.model import Shelf
from showbible.lessons.recall.generations import GenerationOutcome, GenerationRecord
from showbible.providers.model import Medium
from showbible.runs.model import NewDelivery, RunStart
from showbible.runs.recall.files import run_folder
from showbible.runs.record import delivery, life, pilots
from showbible.settings import Settings
from showbible.vocabulary import utcnow
from tests.browser.productions import SMALL, Size, film

CONCEPTS = (
    "Teaser: The Last Keeper lights the lamp once more",
    "Trailer for The Last Keeper, Mara on the stairs",
    "Podcast intro: Voices of the harbour",
    "Product demo of the storm lantern",
    "Explainer: how a lens throws light twenty miles",
    "Teaser with Old Tom and the silver key",
    "Podcast intro about the foghorn, 20 seconds",
    "Brand intro for Northlight Films",
    "Mara walks the breakwater at dusk, no words",
    "Trailer: a wreck off the northern reef",
)
SOUNDS = (
    ("hopeful", "strings"),
    ("tense", "drones"),
    ("warm", "acoustic"),
    ("tense", "strings"),
    ("playful", "acoustic"),
    ("hopeful", "piano"),
)
PROVIDERS = ("lumen-video", "tidecraft", "keyframe-studio")
SAID: dict[str, dict[str, list[str]]] = {
    "lumen-video": {
        "strengths_observed": ["Water and fog look real", "Keeps a face through a whole take"],
        "weaknesses_observed": ["Hands on railings melt"],
        "prompt_tips": ["Name the light source first", "One camera move for each shot"],
    },
    "tidecraft": {
        "strengths_observed": ["Flat colour holds between takes"],
        "effective_patterns": ["ink outline, two tones, paper grain"],
        "avoid_list": ["Rain in wide shots"],
    },
    "keyframe-studio": {
        "weaknesses_observed": ["Often late in the evening"],
        "prompt_tips": ["Ask for text-free frames"],
    },
}
TIERS = ("animated", "photorealistic", "motion_graphics", "static_images")
STYLES = ("creative", "balanced", "safe")
WORTH = {"animated": 8, "photorealistic": 3, "motion_graphics": 1, "static_images": -9, "creative": 5, "safe": -4}
PRICE = {"animated": 1.9, "photorealistic": 4.2, "motion_graphics": 1.1, "static_images": 0.5}


@dataclass(frozen=True, kw_only=True)
class Made:
    """What a production chose and how it ended."""

    run_id: str
    concept: str
    tier: str
    style: str
    sound: tuple[str, str]
    provider: str
    score: float
    status: str
    at: datetime
    scene: int


@cache
def _film(scene: int, tier: str, size: Size) -> bytes:
    look = "photorealistic" if tier in ("photorealistic", "static_images") else "animated"
    return film(scene, look, 1.0, size)


def plans(number: int, *, now: datetime) -> Iterator[Made]:
    """Productions over the last fourteen weeks, slowly getting better."""
    dice = Random(7)
    for n in range(number):
        tier = dice.choices(TIERS, (5, 3, 3, 1))[0]
        style = dice.choice(STYLES)
        score = 66 + WORTH[tier] + WORTH.get(style, 0) + 10 * n / number + dice.uniform(-6, 6)
        yield Made(
            run_id=f"film-{n + 1:02}",
            concept=dice.choice(CONCEPTS),
            tier=tier,
            style=style,
            sound=dice.choice(SOUNDS),
            provider=dice.choices(PROVIDERS, (4, 3, 2))[0],
            score=round(min(97.0, score), 1),
            status=dice.choices(("completed", "failed", "cancelled"), (12, 2, 1))[0],
            at=now - timedelta(days=98 - 97 * n / number, hours=dice.uniform(0, 9)),
            scene=n % 6,
        )


def produce(bible: Bible, made: Made, *, size: Size = SMALL, project: str = "northlight") -> str:
    """One finished production, its film and its record."""
    db, at = bible.db, made.at
    life.start(db, made.concept, "9", RunStart(run_id=made.run_id, project_id=project, total_scenes=4), at=at)
    pilots.add_pilot(db, made.run_id, "pilot-a", tier=made.tier, budget="8", at=at)
    key = f"{run_folder(project, made.run_id)}a-{made.scene + 1}.mp4"
    bible.blobs.put("videos", key, [_film(made.scene, made.tier, size)])
    facts: dict[str, Any] = {"provider": made.provider, **SAID[made.provider]}
    facts |= {"adherence_score": made.score - 4, "settings": {"steps": 30, "look": made.style}}
    cost = f"{PRICE[made.tier] * (0.8 + made.scene / 20):.2f}"
    asset = NewDelivery(asset_id="a-1", scene_id="s1", pilot_id="pilot-a", duration=18.0, cost=cost, metadata=facts)
    delivery.deliver(db, made.run_id, "video", f"videos/{key}", asset, at=at)
    mood, music = made.sound
    life.describe(db, made.run_id, edit_style=made.style, mood=mood, music_style=music, at=at)
    if made.status == "completed":
        pilots.judge_pilot(db, made.run_id, "pilot-a", score=made.score, status="approved", at=at)
    error = "Voice provider: quota exceeded for this month" if made.status == "failed" else None
    life.finish(db, made.run_id, made.status, error=error, at=at + timedelta(minutes=11))
    order(bible, made)
    bible.lessons.wrap(made.run_id)
    return f"videos/{key}"


def order(bible: Bible, made: Made) -> None:
    """The orders of a production: every fifth of one provider fails, and camera words do no good to another."""
    for n in range(5):
        fails = made.provider == PROVIDERS[1] and n == made.scene % 5
        camera, size = (made.scene + n) % 3 > 0, ("wide", "medium", "close_up")[n % 3]
        score = made.score - (9 if camera and made.provider == PROVIDERS[0] else 0)
        bible.lessons.note_generation(
            GenerationRecord(
                generation_id=f"{made.run_id}-{n}",
                provider=made.provider,
                medium=Medium.VIDEO,
                model="reef-2",
                outcome=GenerationOutcome.FAILED if fails else GenerationOutcome.SUCCEEDED,
                run_id=made.run_id,
                pilot_id=f"pilot-{'a' if camera else 'b'}",
                at=made.at + timedelta(minutes=n),
                estimated=400_000,
                charged=0 if fails else 430_000 + 10_000 * n,
                simulated=made.provider == PROVIDERS[2],
                seconds=5.0,
                took=42.0 + 3 * n,
                size=size,
                movement=("static", "push_in")[n % 2],
                traits={"camera": camera, "reference": n > 1},
                why=f"{made.provider} rather than {PROVIDERS[1]}: it fails 0 of 40 orders, not 8 of 41.",
                score=None if fails else score,
            )
        )


KEPT: tuple[tuple[Shelf, str, str, list[str]], ...] = (
    (Shelf.ASSETS, "video", "Keeper at the window, slow push", ["night", "Mara"]),
    (Shelf.ASSETS, "video", "Beam sweeps the swell", ["storm", "night"]),
    (Shelf.ASSETS, "video", "Dawn over the breakwater, wide", ["dawn"]),
    (Shelf.ASSETS, "video", "Lantern room, turning lens", ["lamp", "detail"]),
    (Shelf.ASSETS, "video", "Old Tom at the rail", ["Old Tom", "storm"]),
    (Shelf.BRAND, "logo", "Northlight, on dark", ["logo"]),
    (Shelf.BRAND, "font", "Title face, Keeper Serif", []),
    (Shelf.BRAND, "palette", "Sea at night: ink, bone, signal red", ["colour"]),
)


def fill(bible: Bible, *, number: int = 48, size: Size = SMALL) -> None:
    """Lessons and a library, as after a busy season; the project `northlight` may exist already."""
    if "northlight" not in {each.project_id for each in bible.projects.list().items}:
        bible.projects.create("northlight", name="Northlight")
    paths, dice = [], Random(3)
    for made in plans(number, now=utcnow()):
        paths.append(produce(bible, made, size=size))
        if made.status == "completed" and dice.random() < 0.6:
            stars = max(1, min(5, round((made.score - 40) / 10 + dice.uniform(-0.7, 0.7))))
            bible.lessons.rate(made.run_id, stars, notes="Tom's hands again." if stars < 3 else None)
    if any(each.name == "brand_intro" for each in bible.lessons.patterns().items):
        bible.lessons.pattern_rulings.correct("brand_intro", {"state": "paused"})
    bible.lessons.pattern_rulings.correct("teaser", {"tier": "animated", "duration": 24})
    for found, decided in zip(bible.lessons.combinations(), ({"verdict": "works"}, {"state": "paused"}), strict=False):
        bible.lessons.combination_rulings.correct(found.pair.item_id, decided)
    for n, (shelf, kind, name, tags) in enumerate(KEPT):
        path = paths[n] if shelf is Shelf.ASSETS else f"brand/{kind}-{n}.svg"
        facts: dict[str, Any] = {"tags": tags} | ({"duration": 4 + n} if shelf is Shelf.ASSETS else {})
        bible.library.keep(shelf, kind, path=path, description=name, metadata=facts)


if __name__ == "__main__":
    with Bible(Settings(home=Path(sys.argv[1]), disk_floor_mb=0, workers=0)) as opened:
        fill(opened, size=Size(width=480, height=270, fps=12))
