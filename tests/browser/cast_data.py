"""Characters that people talk with: believable talks for tests in the browser and for looking at the pages.

`python -m tests.browser.cast_data FOLDER` fills a studio in a folder, to be served and looked at.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from showbible.bible import Bible
from showbible.conversations.model import HookDraft, HookState
from showbible.settings import Settings
from showbible.vocabulary import utcnow

Line = tuple[str, str]

FIRST_NIGHT: tuple[Line, ...] = (
    ("Hi Nova, I am Lena. I live in Oslo and I work as a nurse.", "Good evening, Lena. A night shift again?"),
    ("Haha, you wish. I just like the sea at night, I am silly like that.", "*laughs* Then we are two."),
    ("I love old lighthouses and I hate loud bars.", "Quiet it is, then. Do not worry, take your time."),
    ("Your smile is something. Is that a date?", "*blushes* Ask me again when the lamp is lit."),
    ("My sister Ida is my best friend, she has two kids.", "She sounds like somebody to come home to."),
    ("I want to learn to sail before the summer.", "*hands you a rope* Start with this knot."),
)
STORM: tuple[Line, ...] = (
    ("The truth is, I am scared of the dark water. I have never told anyone.", "I am here. Take your time."),
    ("I trust you. I feel alone on the ward these days.", "It is okay. Breathe. You are safe up here."),
    ("Who is she, the woman in the picture? I am a little jealous.", "*silence* The keeper before me."),
    ("I moved from Oslo to Bergen last week.", "So close to the harbour now. It is okay, you are safe here."),
    ("My heart is racing, we are inches apart.", "*leans closer* The beam turns every twelve seconds."),
    ("I took your hand in the end.", "Breathe. It is alright, I am here for you."),
)
THE_LAMP: tuple[Line, ...] = (
    ("I have a job interview on Thursday at 3 pm, wish me luck.", "Good luck. I believe in you."),
    ("Remind me to call my sister tomorrow.", "I will."),
    ("I am so proud of you for lighting the lamp.", "*hugs* You can do this too."),
    ("My favourite colour is green and I am allergic to peanuts.", "Noted, and kept."),
    ("There is something between us, I felt a spark.", "*leans closer, breathless* Say it again."),
)
FREE: tuple[Line, ...] = (
    ("I am training for a half marathon and I drink too much coffee.", "Which of the two wins?"),
    ("I prefer tea over coffee now.", "That was quick."),
    ("My dad's birthday is on 3 December.", "What will you give him?"),
)
SMALL_TALK: tuple[Line, ...] = tuple(
    (f"The weather on day {day} was grey again, nothing new.", "It often is at this time of year.")
    for day in range(1, 12)
)
TOM: tuple[Line, ...] = (
    ("I am Jonas and I work as a carpenter.", "Then you can mend the stairs."),
    ("How could you leave the boat out? You never listen.", "*silence* Leave me alone."),
    ("I am so angry with you, we are done.", "Get out."),
    ("It is okay. I am sorry, do not worry.", "Well done for coming back."),
)


@dataclass(frozen=True, kw_only=True)
class Where:
    """Who talks with whom, in which story, and how many days ago it began."""

    character: str
    user: str
    days: float
    series: str | None = None
    episode: str | None = None


def talked(bible: Bible, where: Where, lines: Sequence[Line]) -> str:
    """A conversation that happened, with all that followed from it; gives its id."""
    talk = bible.conversations.start(
        where.character, user_id=where.user, series_id=where.series, episode_id=where.episode
    )
    began = utcnow() - timedelta(days=where.days)
    for number, (said, answered) in enumerate(lines):
        at = began + timedelta(minutes=7 * number)
        exchange = bible.conversations.say(talk.session_id, [("user", said), ("assistant", answered)], at=at)
        bible.conversations.direct(talk.session_id, exchange.exchange_id)
    return talk.session_id


def nova(bible: Bible) -> None:
    """Nova, keeper of a lighthouse, and Lena: three episodes of a series, and free chat beside it."""
    here = Where(character="nova", user="lena", days=9, series="the-last-keeper", episode="first-night")
    talked(bible, here, FIRST_NIGHT)
    talked(bible, replace(here, days=5, episode="the-storm"), STORM)
    talked(bible, Where(character="nova", user="lena", days=3), FREE)
    lamp = talked(bible, replace(here, days=1.2, episode="the-lamp"), THE_LAMP)
    there = bible.conversations.scope("lena", character_id="nova", series_id="the-last-keeper")
    bible.conversations.remember(there, "fact", "Lena is left-handed", importance=0.8, speaker="Lena")
    favourite = bible.conversations.recall(there, "lighthouses", limit=1)[0].memory
    bible.conversations.memories.correct(favourite.memory_id, {"pinned": True})
    sore = bible.conversations.recall(there, "jealous of the woman in the picture", limit=1)[0].memory
    bible.conversations.memories.correct(sore.memory_id, {"paused": True})
    since = utcnow() - timedelta(hours=3)
    bible.conversations.add_hook(
        there, HookDraft(type="follow_up", content="How did the first sailing lesson go?", due_at=since, priority=5)
    )
    bible.conversations.offered(lamp, bible.conversations.brief(lamp))
    soon = utcnow() + timedelta(days=4)
    bible.conversations.add_hook(
        there,
        HookDraft(type="milestone", content="The first year since they met", scope="series", due_at=soon, priority=4),
    )
    known = bible.conversations.open_hooks(there)
    sister = next(each for each in known if "sister" in each.content)
    bible.conversations.hooks.pause(sister.hook_id)
    interview = next(each for each in known if "interview" in each.content)
    bible.conversations.settle(interview.hook_id, HookState.TRIGGERED, session_id=lamp)
    bible.conversations.settle(interview.hook_id, HookState.ACTIVE)


def cast(bible: Bible) -> None:
    """A whole cast: one that is close, one that is stuck, one that quarrels, and a guest who left no trace."""
    bible.conversations.start("gull", user_id=None)
    talked(bible, Where(character="iris", user="lena", days=6, series="harbour-nights"), SMALL_TALK)
    talked(bible, Where(character="iris", user="local", days=4), FREE)
    talked(bible, Where(character="old-tom", user="jonas", days=7, series="the-last-keeper", episode="stairs"), TOM)
    talked(bible, Where(character="mara", user="local", days=0.2, series="the-last-keeper"), STORM[:3])
    talked(bible, Where(character="nova", user="jonas", days=2), FIRST_NIGHT[:3])
    nova(bible)


def studio(home: Path) -> None:
    """A studio in a folder with this cast."""
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        cast(bible)


if __name__ == "__main__":
    studio(Path(sys.argv[1]))
