"""What is known of a project, as short Markdown files: each is written when it is looked at, and tells its reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from showbible.assets.model import Entity, Fact, Note
from showbible.assets.recall import story as story_time
from showbible.bible import Bible
from showbible.direction.model import Card, CardState
from showbible.direction.recall import profiles
from showbible.lessons.model import Combination, Pattern
from showbible.notebooks.model import SHOWN
from showbible.projects import recall as projects
from showbible.quoting import DECLARATION, quoted
from showbible.runs.model import Summary
from showbible.values import frozen
from showbible.vocabulary import dollars, plural

MOST_ENTITIES: Final = 60
MOST_MEMORIES: Final = 40
MOST_NOTES: Final = 40
MOST_PATTERNS: Final = 20
MOST_RUNS: Final = 20

Lines = Iterator[str]


@frozen
class ProjectMarkdown:
    """A project as one user sees it."""

    bible: Bible
    project_id: str
    user_id: str

    def text(self, name: str) -> str:
        """One file."""
        file = MARKDOWN_FILES[name]
        return "\n".join((f"# {file.about}", "", DECLARATION, "", *(tuple(file.write(self)) or (file.nothing,)), ""))


def _overview(of: ProjectMarkdown) -> Lines:
    found = projects.story(of.bible.workspace, of.project_id)
    held = found.held
    yield f"{quoted(found.project.name)}, id {of.project_id}, made on {found.project.created_at:%Y-%m-%d}."
    counts = (
        plural(held.assets, "asset"),
        plural(held.entities, "entity", "entities"),
        plural(held.scenes, "scene"),
        plural(held.notes, "note"),
        plural(found.runs, "run"),
    )
    yield f"It holds {', '.join(counts)}; last changed on {found.changed_at:%Y-%m-%d}."
    yield ""
    yield from (f"- {SHOWN}/{name}: {each.about}" for name, each in MARKDOWN_FILES.items() if name != "overview.md")


def _entities(of: ProjectMarkdown) -> Lines:
    db = of.bible.assets(of.project_id).db
    with db.snapshot():
        page = story_time.entities(db, limit=MOST_ENTITIES)
        facts = story_time.facts(db, [each.name for each in page.items])
    for entity in page.items:
        yield from _entity_lines(entity, facts.get(entity.name, []))
    yield from _rest(page.total - len(page.items), "entity", "entities")


def _entity_lines(entity: Entity, facts: list[Fact]) -> Lines:
    yield f"- {quoted(entity.name)} ({entity.kind})"
    for fact in facts:
        start, words = fact.state.start_ms, fact.state.words.get(fact.field)
        since = "from the beginning" if start is None else f"from {start / 1000:g} s of the story"
        why = f"as {quoted(words)} says" if words else f"told by {fact.state.made_by}"
        yield f"  - {fact.field}: {quoted(fact.value)} ({since}, {why})"


def _direction(of: ProjectMarkdown) -> Lines:
    profile = profiles.find_profile(of.bible.direction(of.project_id).db)
    if profile is None:
        return
    yield quoted(profile.summary, most=1000)
    yield from (_card_line(each) for each in profile.cards if each.state is CardState.ACTIVE)
    yield quoted(profile.stats.summary, most=1000)


def _card_line(card: Card) -> str:
    why = f"{card.confidence} confidence, from {plural(len(card.source_scene_ids), 'scene')}: {quoted(card.evidence)}"
    where = f"applies to {quoted(card.applies_to)}, not to {quoted(card.avoid_applying_to)}"
    return f"- {quoted(card.preference)}, {where} ({why})"


def _cast(of: ProjectMarkdown) -> Lines:
    # The series that is called as the project: what was said elsewhere, or in private, is not this story's.
    talks = of.bible.conversations
    scope = talks.scope(of.user_id, series_id=of.project_id)
    for found in talks.strongest(scope, limit=MOST_MEMORIES):
        speaker = f"{quoted(found.memory.speaker)} said " if found.memory.speaker else ""
        yield f"- {found.memory.type}: {speaker}{quoted(found.memory.text)} (weight {found.strength:.2f})"


def _lessons(of: ProjectMarkdown) -> Lines:
    yield from map(_pattern_line, of.bible.lessons.patterns(limit=MOST_PATTERNS).items)
    yield from (_combination_line(each) for each in of.bible.lessons.combinations() if each.has_support)


def _pattern_line(pattern: Pattern) -> str:
    score = "no score yet" if pattern.avg_score is None else f"score {pattern.avg_score:.0f} of 100"
    plan = f"{pattern.tier}, {pattern.edit_style} edit, {plural(pattern.scenes, 'scene')}, {pattern.duration} s"
    return f"- {quoted(pattern.name)}: {plan} ({score}, ${pattern.avg_cost:,.2f}, {plural(pattern.times_used, 'run')})"


def _combination_line(each: Combination) -> str:
    pair = f"{quoted(each.mood)} with {quoted(each.music_style)} music"
    return f"- {pair} went well in {each.good} of {plural(each.total, 'rated run')}"


def _runs(of: ProjectMarkdown) -> Lines:
    page = of.bible.runs.list(project_id=of.project_id, limit=MOST_RUNS)
    yield from map(_run_line, page.items)
    yield from _rest(page.total - len(page.items), "run")


def _run_line(run: Summary) -> str:
    score = "" if run.score is None else f", score {run.score:g}"
    money = f"${dollars(run.spent):,.2f} of ${dollars(run.budget):,.2f}"
    state = f"{run.recorded_status} at {run.stage}{score}, {money}"
    return f"- {run.run_id}: {quoted(run.concept)}, {state} (begun on {run.started_at:%Y-%m-%d})"


def _notes(of: ProjectMarkdown) -> Lines:
    page = of.bible.assets(of.project_id).notes(limit=MOST_NOTES)
    yield from map(_note_line, page.items)
    yield from _rest(page.total - len(page.items), "note")


def _note_line(note: Note) -> str:
    place = f", on segment {note.segment_id}" if note.segment_id else ""
    return f"- {note.created_at:%Y-%m-%d} {quoted(note.note_type)}{place}: {quoted(note.summary, most=500)}"


def _rest(number: int, word: str, many: str | None = None) -> Lines:
    if number > 0:
        yield f"- and {plural(number, word, many)} more"


@frozen
class MarkdownFile:
    """A file that shows a part of what is known."""

    about: str
    write: Callable[[ProjectMarkdown], Lines]
    nothing: str


MARKDOWN_FILES: Final[Mapping[str, MarkdownFile]] = {
    "overview.md": MarkdownFile(about="The project at a glance", write=_overview, nothing=""),
    "entities.md": MarkdownFile(
        about="Who and what is in the story, and what is so of them", write=_entities, nothing="Nobody is known yet."
    ),
    "direction.md": MarkdownFile(
        about="What the director prefers, no orders", write=_direction, nothing="No scene has taught anything yet."
    ),
    "cast.md": MarkdownFile(
        about="What the cast remembers of the user", write=_cast, nothing="Nothing was said in this series yet."
    ),
    "lessons.md": MarkdownFile(
        about="What finished runs of the studio teach", write=_lessons, nothing="No run has taught anything yet."
    ),
    "runs.md": MarkdownFile(about="The latest runs of the project", write=_runs, nothing="There is no run yet."),
    "notes.md": MarkdownFile(about="The latest notes on the timeline", write=_notes, nothing="There is no note yet."),
}
