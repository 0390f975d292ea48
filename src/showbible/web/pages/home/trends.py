"""What was spent and how good it was, week by week, and what was learned lately."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from showbible.addresses import run_page
from showbible.bible import Bible
from showbible.conversations.recall.lately import lately as memories
from showbible.direction.model import CardState
from showbible.errors import ShowbibleError
from showbible.lessons.model import Production
from showbible.lessons.recall import history, trends
from showbible.values import frozen
from showbible.web.pages.kit import charts
from showbible.words import headline, plain, plural, score, usd

WEEKS: Final = 12
LEARNED: Final = 3
_dollars: Final = "${:,.2f}".format


@frozen
class NewLesson:
    """Something a memory learned: what, from what, and where to look."""

    icon: str
    text: str
    why: str
    href: str


def weekly(bible: Bible, *, at: datetime, story: str | None = None) -> tuple[charts.Chart, ...]:
    """What the last weeks cost and how good their films were, when there is anything to draw."""
    monday = (at - timedelta(days=at.weekday(), weeks=WEEKS - 1)).replace(hour=0, minute=0, second=0, microsecond=0)
    weeks = trends.weeks(bible.db, trends.TimeStretch(since=monday, project_id=story))
    stops = [f"{week.monday:%-d %b}" for week in weeks]
    return (_spend(weeks, stops), _quality(weeks, stops)) if len(weeks) > 1 else ()


def newest_lessons(bible: Bible, *, story: str | None = None) -> tuple[NewLesson, ...]:
    """The newest lessons, of one story or all; what characters remember belongs to no story."""
    if story is not None:
        taught = history.taught_by(bible.db, story, limit=LEARNED)
        return (*map(_lesson, taught), *_cards(bible, story))
    taught = history.taught(bible.db, limit=LEARNED)
    return (*map(_lesson, taught), *_cards(bible, taught[0].project_id if taught else None), *_memories(bible))


def _spend(weeks: list[trends.WeekSums], stops: list[str]) -> charts.Chart:
    values = tuple(week.sums.spent / 1_000_000 for week in weeks)
    gap = values[-1] - values[-2]
    than = f"{_dollars(abs(gap))} {'more' if gap > 0 else 'less'} than" if gap else "the same as"
    return charts.Chart(
        "spend",
        title="Spent by week",
        sentence=f"{_dollars(values[-1])} in the week of {stops[-1]}, {than} the week before.",
        stops=stops,
        series=(charts.ChartSeries(label="Spent", values=values),),
        say=_dollars,
    )


def _quality(weeks: list[trends.WeekSums], stops: list[str]) -> charts.Chart:
    values = tuple(week.sums.score for week in weeks)
    known = [value for value in values if value is not None]
    sentence = f"The last films averaged {plural(round(known[-1], 1), 'point')}" if known else ""
    if len(known) > 1:
        gap = known[-1] - known[0]
        way = f"{score(abs(gap))} {'above' if gap > 0 else 'below'} where these weeks began" if gap else "as at first"
        sentence = f"{sentence}, {way}"
    return charts.Chart(
        "quality",
        title="Average score by week",
        sentence=f"{sentence or 'Nothing was scored in these weeks'}.",
        stops=stops,
        series=(charts.ChartSeries(label="Score", values=values, tone="a"),),
        say=score,
        low=None,
        high=100.0,
    )


def _lesson(production: Production) -> NewLesson:
    kind = plain(production.pattern or "general")
    points = plural(round(production.score, 1), "point") if production.score is not None else "no score"
    text = f"{kind}: {plain(production.tier).lower() if production.tier else 'unknown tier'} gave {points}"
    why = f"{headline(production.concept)}, {usd(production.cost)}"
    return NewLesson(icon="lesson", text=text, why=why, href=run_page(production.run_id))


def _cards(bible: Bible, project_id: str | None) -> list[NewLesson]:
    """The preferences of the story that is looked at, or was worked on last: one small read, for no other story."""
    if project_id is None:
        return []
    try:
        cards = bible.direction(project_id).profile().cards
    except ShowbibleError:
        return []
    href = f"/projects/{project_id}/direction"
    why, active = f"Direction of {project_id}", [card for card in cards if card.state is CardState.ACTIVE][:2]
    return [NewLesson(icon="direction", text=each.preference, why=why, href=href) for each in active]


def _memories(bible: Bible) -> list[NewLesson]:
    return [
        NewLesson(
            icon="conversation",
            text=memory.text,
            why=f"{memory.character_id} remembers" if memory.character_id else "Every character remembers",
            href=f"/cast/{memory.character_id}?user={memory.user_id}" if memory.character_id else "/cast",
        )
        for memory in memories(bible.db, limit=LEARNED - 1)
    ]
