"""Believable projects: the story of a lighthouse with takes, frames, people and what is so of them.

`python -m tests.browser.projects_data FOLDER` fills a studio in a folder, to be served and looked at.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image

from showbible.assets.api import Assets
from showbible.bible import Bible
from showbible.direction.recall.plans import NewScene
from showbible.settings import Settings
from tests.browser.productions import SMALL, Size, film, hum, painted

KEEPER = "last-keeper"

SHOTS = (
    ("dawn-swell", 0.0, 4.0, "done", "Dawn over a grey swell, the lighthouse far off on its rock, gulls, wide shot"),
    ("arrival", 4.0, 9.0, "done", "Wet stone steps, handheld from behind. Mara climbs in a red wool coat"),
    ("lamp-room", 9.0, 14.0, "done", "Old Tom polishes the great brass lens by lantern light, low angle"),
    ("storm-front", 14.0, 19.0, "review", "A storm front rolls in over the harbor at dusk, rain on the lens"),
    ("window", 19.0, 24.0, "generating", "Mara in a blue coat stands at the window, rain runs down the glass"),
    ("the-lamp", 24.0, 28.0, "queued", ""),
    ("beam", 28.0, 33.0, "planned", ""),
)
CAPTIONS = (
    "Grey sea at first light, a small tower on the horizon",
    "A woman on wet stone steps, seen from behind",
    "An old man polishes a large brass lens",
    "Dark clouds over a harbour, rain",
    "A woman at a rain-streaked window",
)
KNOWN = (
    ("Mara", "character", {"coat": "red wool", "hair": "dark, tied back"}, 4.0, None),
    ("Mara", "character", {"mood": "resolute"}, 4.0, 14.0),
    ("Mara", "character", {"mood": "afraid", "hair": "dark, wet"}, 24.0, 28.0),
    ("Old Tom", "character", {"beard": "white", "sweater": "navy"}, 9.0, None),
    ("Old Tom", "character", {"left hand": "bandaged"}, 19.0, None),
    ("Harbor", "location", {"weather": "calm", "time of day": "dawn"}, 0.0, 14.0),
    ("Harbor", "location", {"weather": "storm", "time of day": "dusk"}, 14.0, None),
    ("Lighthouse", "location", {"door": "green, locked"}, None, 4.0),
    ("Lighthouse", "location", {"door": "green, open"}, 4.0, None),
    ("Lamp", "prop", {"state": "dark"}, 0.0, 24.0),
    ("Lamp", "prop", {"state": "lit"}, 24.0, None),
    ("Logbook", "prop", {"cover": "torn leather"}, None, None),
)


def keeper(bible: Bible, *, size: Size = SMALL, shots: int = len(SHOTS), named: str = KEEPER) -> Assets:
    """The Last Keeper: takes on a timeline, stills, sounds, entities over time and notes."""
    bible.projects.create(named, name="The Last Keeper")
    memory = bible.assets(named)
    for number, (segment, start, end, status, prompt) in enumerate(SHOTS[:shots]):
        memory.segment(segment, t_start=start, t_end=end, kind="plan", status=status)
        if prompt:
            _shoot(memory, number, segment, prompt, size=size)
    for entity, kind, state, begin, until in KNOWN:
        source = "arrival-1" if (entity, begin) == ("Mara", 4.0) and shots > 1 else None
        memory.tell(entity, kind=kind, state=state, t_start=begin, t_end=until, source_clip_id=source)
    guess = memory.tell("Old Tom", kind="character", state={"sweater": "grey, patched"}, t_start=14.0)
    memory.state_corrections.pause(guess.state_id)
    tune = memory.upload("audio", [hum(2.0)], asset_id="tide", prompt="Low strings and tide, slow", tags=["music"])
    memory.caption(tune.asset_id, "Slow strings over surf")
    memory.note("note", "Hold two seconds longer on the lamp before it is lit.", segment_id=SHOTS[0][0])
    memory.note("continuity", "The door is green in every shot, however dark.")
    memory.note("director", "No faces before the storm breaks: hands, backs, the sea.")
    return memory


def _shoot(memory: Assets, number: int, segment: str, prompt: str, *, size: Size) -> None:
    """Two takes of a segment, the second active, with a frame kept of each."""
    for take, tier in enumerate(("photorealistic", "animated"), 1):
        clip = f"{segment}-{take}"
        stored = memory.keep_file("video", [film(number, tier, 1.0, size)])
        memory.clip(
            clip_id=clip,
            segment_id=segment,
            output_path=f"{stored.store}/{stored.key}",
            prompt=prompt,
            negative_prompt="text, logos, modern boats",
            model=f"wan-{take}.2",
            seed=4100 + number,
        )
        _frame(memory, clip, number, tier, size=size)
    shown = memory.search(f"{segment}-2", kind="video").items[0].asset
    memory.add("video", shown.path, asset_id=shown.asset_id, tags=["lighthouse", segment, "take 2"])
    memory.caption(shown.asset_id, CAPTIONS[number])


def _frame(memory: Assets, clip: str, number: int, tier: str, *, size: Size) -> None:
    for kind, moment in (("keyframe", 0.4), ("last_frame", 0.9)):
        png = io.BytesIO()
        Image.fromarray(painted(number, tier, moment, size)).save(png, "PNG")
        memory.upload(kind, [png.getvalue()], asset_id=f"{clip}-{kind}", clip_id=clip)


def others(bible: Bible, *, size: Size = SMALL) -> None:
    """A young project, an empty one, and one with a name that no card has room for."""
    bible.projects.create("foghorn", name="Foghorn")
    memory = bible.assets("foghorn")
    png = io.BytesIO()
    Image.fromarray(painted(3, "animated", 0.5, size)).save(png, "PNG")
    memory.upload("image", [png.getvalue()], prompt="A foghorn in the fog, flat colours")
    memory.add("video", "renders/elsewhere.mp4", prompt="A buoy, rendered on another machine")
    bible.projects.create("tide-tables", name="Tide tables")
    bible.projects.create("long", name="The harbourmaster's daughter and the seven drowned bells of Saint Elmo, a saga")
    bible.direction("foghorn").put("scene-1", NewScene(planning_stage="shots"))


if __name__ == "__main__":
    with Bible(Settings(home=Path(sys.argv[1]), disk_floor_mb=0, workers=0)) as studio:
        keeper(studio, size=Size())
        others(studio, size=Size())
