"""What other programs learned across runs: document 000's `long_term.json`, document 001's `memory_index.json`.

Records, ratings, preferences and saved things are taken over. Patterns and combinations are not: they follow from the
records, and are worked out here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

from showbible.carrying.loose import Loose
from showbible.carrying.report import Tally
from showbible.errors import Conflict, Invalid, NotFound, ShowbibleError, TooLarge
from showbible.lessons.api import Lessons, Library
from showbible.lessons.model import LEARNING_LISTS, Production, ProviderLearning, Shelf
from showbible.lessons.recall import history, preferences, providers
from showbible.lessons.recall.preference_fields import FIELDS, Preferences
from showbible.runs.model import EditStyle, Status, Tier
from showbible.storage.blobs import Blobs
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import LOCAL_USER, ProjectId, RunId, UserId, checked_id, utcnow

IMPORTED: Final = "model:imported"
"""Who says what another program had found out about providers."""

SAYING_LETTERS: Final = 500
_RECOMPUTED: Final = "It follows from the runs, and is worked out anew from them."
_KNOWLEDGE: Final = {
    "known_strengths": "strengths_observed",
    "known_weaknesses": "weaknesses_observed",
    "prompt_guidelines": "prompt_tips",
    "avoid_list": "avoid_list",
    "best_prompt_patterns": "effective_patterns",
}


@frozen
class LessonFiles:
    """The lessons of a studio, and how what is brought to them is counted."""

    db: Database
    blobs: Blobs
    project_id: ProjectId
    tally: Tally
    project_for: Callable[[str], ProjectId]
    """The project that an entry names, made when it is missing."""

    @property
    def _lessons(self) -> Lessons:
        return Lessons(self.db)

    def long_term(self, told: Loose) -> None:
        """Take over a `long_term.json`."""
        for record in told.items("production_history"):
            self._record(record, _of_history(record, self.project_id))
        self._prefer({name: value for name, value in told.bag("preferences").items() if name in FIELDS})
        for shelf, name in ((Shelf.ASSETS, "saved_assets"), (Shelf.BRAND, "brand_assets")):
            for item in told.items(name):
                self._keep(shelf, item)
        self.provider_knowledge(told.inside("provider_knowledge"))
        for name in told.bag("patterns"):
            self.tally.skip(f"pattern {name}"[:200], _RECOMPUTED)

    def memory_index(self, told: object) -> None:
        """Take over a `memory_index.json`: an object, a bare list of ratings, or a list of successes."""
        if isinstance(told, list):
            self._ratings(told)
            return
        index = Loose(told if isinstance(told, dict) else {})
        self._ratings(index.values.get("last_run_successes") or [], rating="good")
        for record in index.items("video_history"):
            self._record(record, _of_video(record, self.project_id))
        self._prefer({name: value for name, value in index.bag("user_preferences").items() if name in FIELDS})
        for pair in index.inside("learned_patterns").items("successfulCombinations"):
            named = f"combination {pair.text('mood')} with {pair.text('musicStyle')}"
            self.tally.skip(named[:200], _RECOMPUTED)

    def provider_knowledge(self, told: Loose) -> None:
        """Take over what is known of generation providers."""
        for name in told.values:
            known = told.inside(name)
            learnings = [*known.items("recent_learnings"), *_summary(name, known)]
            for learning in learnings:
                self._learn(name, learning)

    def _ratings(self, entries: object, *, rating: str | None = None) -> None:
        for entry in entries if isinstance(entries, list) else []:
            if not isinstance(entry, dict):
                self.tally.skip(f"an entry {str(entry)[:60]!r}", "It does not say what was made.")
                continue
            told = Loose({"rating": rating, **entry})
            project = told.text("projectId", "project_id")
            self._record(told, _of_rating(told, self.project_for(project) if project else self.project_id))

    def _record(self, told: Loose, made: Callable[[RunId], Production]) -> None:
        """Keep a record; of a run that is known, only what a person said of it is news."""
        run_id = told.text("run_id", "runId")
        try:
            production = made(RunId(checked_id("run", run_id)))
            is_new = self._lessons.take_over(production)
            if not is_new and production.rating is not None:
                self._rate(production)
            self.tally.count("records", is_new=is_new)
        except (Invalid, TooLarge, Conflict) as error:
            self.tally.skip(f"record of run {run_id}"[:200], error)

    def _rate(self, told: Production) -> None:
        with suppress(NotFound):  # somebody has forgotten it here
            if history.production(self.db, told.run_id).rating is None:
                self._lessons.rate(told.run_id, told.rating, notes=told.notes)
                self.tally.count("ratings", is_new=True)

    def _prefer(self, told: Mapping[str, Any]) -> None:
        """Set what a person had set there and nobody has set here; what everybody starts with says nothing."""
        usual, here = Preferences(), preferences.choices(self.db, LOCAL_USER).values
        for name, value in told.items():
            if value is None or _is_usual(value, getattr(usual, name)) or here.get(name) == value:
                continue
            if name in here:
                self.tally.skip(f"preference {name}", "It is set otherwise here.")
                continue
            try:
                self._lessons.prefer({name: value})
                self.tally.count("preferences", is_new=True)
            except ShowbibleError as error:
                self.tally.skip(f"preference {name}", error)

    def _keep(self, shelf: Shelf, told: Loose) -> None:
        facts = told.bag("metadata") | {
            name: value for name in ("duration", "scene_id") if (value := told.values.get(name)) is not None
        }
        item_id = told.text("asset_id", "id")
        try:
            Library(self.db, self.blobs).keep(
                shelf,
                told.text("asset_type", "kind", "type") or "image",
                item_id=item_id,
                path=told.text("path"),
                description=told.text("description", "name"),
                metadata=facts,
                at=told.at("saved_at", "created_at"),
            )
            self.tally.count("library items", is_new=True)
        except Conflict:
            self.tally.count("library items", is_new=False)
        except ShowbibleError as error:
            self.tally.skip(f"library item {item_id}"[:200], error)

    def _learn(self, name: str, told: Loose) -> None:
        try:
            learning = _learning(name, told)
            known = any(
                each.provider == learning.provider and each.made_by == IMPORTED
                for each in providers.of_run(self.db, learning.run_id or "")
            )
            if not known:
                self._lessons.learn_of_provider(learning)
            self.tally.count("provider learnings", is_new=not known)
        except ShowbibleError as error:
            self.tally.skip(f"what is known of {name}"[:200], error)


def _is_usual(value: Any, usual: Any) -> bool:
    if isinstance(usual, tuple):
        return list(value) == list(usual) if isinstance(value, list) else False
    return str(value).lower() == str(usual).lower() or value == usual


def _of_history(told: Loose, project_id: ProjectId) -> Callable[[RunId], Production]:
    """A record of document 000."""

    def made(run_id: RunId) -> Production:
        rating = told.whole("user_rating")
        return Production(
            run_id=run_id,
            project_id=project_id,
            user_id=UserId(LOCAL_USER),
            concept=told.text("concept") or "A run without a concept",
            at=told.at("timestamp") or utcnow(),
            status=_ended(told),
            tier=told.one_of(Tier, "winning_tier"),
            score=told.score("final_score"),
            cost=told.amount("total_cost"),
            duration=max(0.0, told.number("duration_seconds") or 0.0),
            scenes=told.whole("scenes_count", most=100_000),
            planned_scenes=told.whole("scenes_count", most=100_000),
            edit_style=told.one_of(EditStyle, "edit_style_used"),
            rating=rating if 1 <= rating <= 5 else None,
            notes=told.text("user_notes"),
            final_video_path=told.text("final_video_path"),
            edl_path=told.text("edl_path"),
        )

    return made


def _ended(told: Loose) -> Status:
    found = told.one_of(Status, "status")
    return found if found in (Status.FAILED, Status.CANCELLED) else Status.COMPLETED


def _of_video(told: Loose, project_id: ProjectId) -> Callable[[RunId], Production]:
    """An entry of document 001's history."""
    return lambda run_id: Production(
        run_id=run_id,
        project_id=project_id,
        user_id=UserId(LOCAL_USER),
        concept=told.text("theme") or "A film without a theme",
        at=_at(told),
        status=Status.COMPLETED,
        theme=told.text("theme"),
        music_style=_music(told.text("musicStyle")),
        rating=_thumb(told),
    )


def _of_rating(told: Loose, project_id: ProjectId) -> Callable[[RunId], Production]:
    """An entry of the bare list: what somebody said of a run."""
    facts = told.inside("metadata")
    return lambda run_id: Production(
        run_id=run_id,
        project_id=project_id,
        user_id=UserId(LOCAL_USER),
        concept=facts.text("theme") or told.text("theme") or "A film without a theme",
        at=_at(told),
        status=Status.COMPLETED,
        theme=facts.text("theme"),
        mood=facts.text("style", "mood"),
        music_style=_music(told.text("musicStyle") or facts.text("musicStyle")),
        rating=_thumb(told),
        notes=told.text("comments"),
    )


def _music(style: str | None) -> str | None:
    return None if style == "none" else style


def _at(told: Loose) -> datetime:
    return told.at("timestamp") or utcnow()


def _thumb(told: Loose) -> int | None:
    return {"good": 5, "bad": 1}.get(told.text("rating") or "")


def _summary(name: str, known: Loose) -> Iterator[Loose]:
    """What is known of a provider besides its single learnings, as one more."""
    words = {ours: list(known.words(theirs, letters=SAYING_LETTERS)) for theirs, ours in _KNOWLEDGE.items()}
    if not any(words.values()):
        return
    scores = {}
    if known.whole("total_runs"):
        scores = {"adherence_score": known.score("avg_adherence"), "quality_score": known.score("avg_quality")}
    said = {"run_id": f"imported-{name}", "overall_success": True, "settings": known.bag("optimal_settings")}
    yield Loose({**said, **scores, **words})


def _learning(name: str, told: Loose) -> ProviderLearning:
    words = {each: told.words(each, letters=SAYING_LETTERS)[:50] for each in LEARNING_LISTS}
    return ProviderLearning(
        provider=checked_id("provider", name),
        run_id=checked_id("run", told.text("run_id")),
        made_by=IMPORTED,
        at=told.at("timestamp") or utcnow(),
        overall_success=told.values.get("overall_success") is True,
        adherence_score=told.score("adherence_score"),
        quality_score=told.score("quality_score"),
        concept_type=told.text("concept_type"),
        words={each: tuple(filter(str.strip, said)) for each, said in words.items() if said},
        settings=told.bag("settings"),
    )
