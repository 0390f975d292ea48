"""What a character knows at the end of a long acquaintance: forty exchanges in two stories, told from memory.

    python -m benchmarks.acquaintance [en de unseen_en] [--model SPEC]

Each story is a scope of its own. Names, home, work, plans and feelings change on the way; at the end each story's
character is asked. A line tells the first thing recalled and whether it is what holds now, and nothing of what no
longer does; a question that was never answered in a story is right when nothing is recalled.
"""

from __future__ import annotations

import argparse
import json
import logging
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import structlog

from showbible.bible import Bible
from showbible.conversations.model import Scope
from showbible.settings import Settings

DATA = Path(__file__).parent / "data" / "acquaintance"
USER = "viewer"
STEP = timedelta(days=2)
SEEN = 3
"""How many of the memories recalled count as told."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question, what was told, what should have been, and what should not."""

    story: str
    question: str
    told: Sequence[str]
    holds: Sequence[str]
    gone: Sequence[str]

    @property
    def is_right(self) -> bool:
        """Whether what holds comes first and nothing of what is gone is told; nothing at all where nothing is known.

        A line that tells what holds may name what it took the place of.
        """
        if not self.holds:
            return not self.told
        others = [line for line in self.told if not any(each in line for each in self.holds)]
        clean = not any(each in line for each in self.gone for line in others)
        return clean and bool(self.told) and any(each in self.told[0] for each in self.holds)


def main() -> None:
    """Play each transcript and print what is known."""
    parser = argparse.ArgumentParser()
    parser.add_argument("languages", nargs="*", default=["en", "de"])
    parser.add_argument("--model")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    for language in given.languages:
        transcript = json.loads((DATA / f"{language}.json").read_text())
        with tempfile.TemporaryDirectory() as home:
            settings = Settings(home=Path(home), model=given.model, disk_floor_mb=0, workers=0)
            with Bible(settings) as bible:
                report(language, bible, transcript)


def report(language: str, bible: Bible, transcript: dict[str, object]) -> None:
    """Both stories of a transcript: what is remembered, and what is answered."""
    end = play(bible, transcript)
    answers = list(ask(bible, transcript, at=end))
    for story in dict.fromkeys(each.story for each in answers):
        scope = _scope(bible, transcript, story)
        print(f"\n{language}, {story}: what is remembered")
        for each in bible.conversations.strongest(scope, limit=40, per_type=40, at=end):
            gone = "  (no longer)" if each.memory.superseded_by else ""
            print(f"  {each.memory.type:12} {each.memory.text}{gone}")
        print(f"\n{language}, {story}: what is answered")
        for asked in (each for each in answers if each.story == story):
            first = asked.told[0] if asked.told else "-"
            print(f"  {'right' if asked.is_right else 'WRONG':5}  {asked.question:40} {first}")
    print(f"\n{language}: {sum(each.is_right for each in answers)} of {len(answers)} right")
    tell_feelings(language, bible, transcript)


def tell_feelings(language: str, bible: Bible, transcript: dict[str, object]) -> None:
    """How the two get along at the end, and by which beats."""
    character = str(transcript["character"])
    episodes, stuck = bible.conversations.beats(character_id=character)
    for episode in episodes:
        kinds = sorted(episode.beats.items(), key=lambda each: -each[1])
        print(f"{language}, {episode.series_id}: " + ", ".join(f"{number} {kind}" for kind, number in kinds))
    found = bible.conversations.dynamic(USER, character)
    told = ", ".join(each.value for each in found.milestones) or "none"
    end = "stuck" if stuck else "not stuck"
    print(f"{language}: {found.tone}, tension {found.tension_level}, {end}; milestones: {told}")


def play(bible: Bible, transcript: dict[str, object]) -> datetime:
    """Tell both stories, one exchange of each in turn; gives the time of the end."""
    at = datetime.fromisoformat(str(transcript["begins"]))
    stories: dict[str, list[tuple[str, str]]] = transcript["stories"]  # type: ignore[assignment]
    talks = {
        story: bible.conversations.start(str(transcript["character"]), user_id=USER, series_id=story).session_id
        for story in stories
    }
    for number in range(max(map(len, stories.values()))):
        at += STEP
        for story, exchanges in stories.items():
            said, answered = exchanges[number]
            messages = [("user", said), ("assistant", answered)]
            kept = bible.conversations.say(talks[story], messages, at=at)
            bible.conversations.direct(talks[story], kept.exchange_id)
    return at + STEP


def ask(bible: Bible, transcript: dict[str, object], *, at: datetime) -> Iterator[Asked]:
    """Every question of a transcript, in its story."""
    questions: dict[str, list[tuple[str, list[str], list[str]]]] = transcript["questions"]  # type: ignore[assignment]
    for story, asked in questions.items():
        scope = _scope(bible, transcript, story)
        for question, holds, gone in asked:
            recalled = bible.conversations.recall(scope, question, limit=SEEN, at=at)
            yield Asked(
                story=story, question=question, told=[each.memory.text for each in recalled], holds=holds, gone=gone
            )


def _scope(bible: Bible, transcript: dict[str, object], story: str) -> Scope:
    return bible.conversations.scope(USER, character_id=str(transcript["character"]), series_id=story)


if __name__ == "__main__":
    main()
