"""What a person may do on `/memory`: pause, correct, forget and rate, each with its way back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.errors import Invalid, Malformed
from showbible.lessons.model import Learning, Ruling, UseState
from showbible.lessons.recall import history, providers, rulings, undo_tokens
from showbible.lessons.recall.undo_tokens import Keepsake
from showbible.lessons.record import productions
from showbible.lessons.record import providers as knowledge
from showbible.lessons.record import rulings as decisions
from showbible.runs.model import word
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import Undo, changed, corrected
from showbible.web.pages.memory.providers import peek as lesson
from showbible.web.words import plain, plural

router = APIRouter(prefix="/memory")

MOST_UNDONE: Final = 5000
"""A pattern with more runs than this is forgotten without a way back: a form cannot carry them."""

Text = Annotated[str, Form()]
Number = Annotated[int, Form()]


Told = dict[str, Any]


def retold(
    success: Annotated[str, Form(pattern="^(yes|no)$")],
    field: Annotated[list[str] | None, Form()] = None,
    lines: Annotated[list[str] | None, Form()] = None,
) -> Told:
    """What a form says that a run showed: how it went, and its lists, each with a sentence a line."""
    if len(field or ()) != len(lines or ()):
        raise Malformed("Each list needs its lines.", field="lines")
    words = zip(field or (), lines or (), strict=True)
    told = {name: [line.strip() for line in text.splitlines() if line.strip()] for name, text in words}
    return {**told, "overall_success": success == "yes"}


@router.post("/patterns/{name}/state")
def set_state(name: str, request: Request, bible: OpenBible, state: Text) -> Response:
    """Pause a pattern, or use it again."""
    wanted = word(UseState, "state", state)
    said = f"{plain(name)} is {'paused' if wanted is UseState.PAUSED else 'in use again'}."
    return _ruled(request, bible, name, said, lambda: decisions.rule(bible.db, name, {"state": wanted}))


@router.post("/patterns/{name}/plan")
def correct(
    name: str,
    request: Request,
    bible: OpenBible,
    seen: Number,
    tier: Text = "",
    edit_style: Text = "",
    scenes: Text = "",
    duration: Text = "",
) -> Response:
    """Decide what a pattern recommends; an empty field leaves it to the runs."""

    def effect() -> Ruling:
        plan: dict[str, Any] = {"tier": tier or None, "edit_style": edit_style or None}
        plan |= {"scenes": _amount("scenes", scenes), "duration": _amount("duration", duration)}
        return decisions.rule(bible.db, name, plan, seen=seen)

    return _ruled(request, bible, name, f"{plain(name)} follows your plan.", effect)


@router.post("/patterns/{name}/take-back")
def take_back(name: str, request: Request, bible: OpenBible, seq: Number) -> Response:
    """Put back what one change of a pattern replaced."""
    effect = partial(decisions.take_back, bible.db, name, seq)
    return changed(request, effect, said=f"{plain(name)} is as it was before that change.", back=_peek(name))


@router.post("/patterns/{name}/forget")
def forget_pattern(name: str, request: Request, bible: OpenBible) -> Response:
    """Stop learning from the runs behind a pattern."""

    def effect() -> tuple[list[str], Ruling]:
        with bible.db.transaction():
            ruling = rulings.ruling(bible.db, name)
            return productions.forget_pattern(bible.db, name), ruling

    def undo(done: tuple[list[str], Ruling]) -> Undo | None:
        runs, ruling = done
        fields = {"runs": " ".join(runs), "ruling": json.dumps(asdict(ruling))}
        return Undo(action=f"/memory/patterns/{name}/bring-back", fields=fields) if len(runs) <= MOST_UNDONE else None

    return changed(request, effect, said=f"{plain(name)} is forgotten.", back="/memory", undo=undo)


@router.post("/patterns/{name}/bring-back")
def bring_pattern_back(name: str, request: Request, bible: OpenBible, runs: Text, ruling: Text = "{}") -> Response:
    """Learn again from the runs behind a forgotten pattern, and decide again what was decided."""

    def effect() -> None:
        with bible.db.transaction():
            productions.bring_back_pattern(bible.db, name, runs.split())
            if told := _told(ruling):
                decisions.rule(bible.db, name, told)

    return changed(request, effect, said=f"{plain(name)} is back.", back=_peek(name))


@router.post("/history/{run_id}/rate")
def rate(run_id: str, request: Request, bible: OpenBible, rating: Number) -> Response:
    """Rate a finished run; what was noted beside an earlier rating stays."""

    def effect() -> int:
        found = history.production(bible.db, run_id)
        bible.lessons.rate(run_id, rating, notes=found.notes)
        return history.ratings(bible.db, run_id)[0].seq

    def undo(seq: int) -> Undo:
        return Undo(action=f"/memory/history/{run_id}/unrate", fields={"seq": str(seq)})

    said = f"Rated {plural(rating, 'star')}."
    return changed(request, effect, said=said, back="/memory/history", undo=undo)


@router.post("/history/{run_id}/unrate")
def unrate(run_id: str, request: Request, bible: OpenBible, seq: Number) -> Response:
    """Take back the last rating of a run."""
    effect = partial(productions.take_back_rating, bible.db, run_id, seq)
    return changed(request, effect, said="The rating is taken back.", back="/memory/history")


@router.post("/history/{run_id}/forget")
def forget_record(run_id: str, request: Request, bible: OpenBible) -> Response:
    """Take the record of a run away; the run stays."""

    def undo(taken: Keepsake) -> Undo:
        return Undo(action=f"/memory/history/{run_id}/bring-back", fields={"taken": undo_tokens.written(taken)})

    effect = partial(productions.forget, bible.db, run_id)
    said = "The record is forgotten; the run itself stays."
    return changed(request, effect, said=said, back="/memory/history", undo=undo)


@router.post("/history/{run_id}/bring-back")
def bring_record_back(run_id: str, request: Request, bible: OpenBible, taken: Text) -> Response:
    """Undo the forgetting of a record."""

    def effect() -> None:
        found = undo_tokens.read(Keepsake, taken)
        if found.production.run_id != run_id:
            raise Malformed("This is the record of another run.", field="taken")
        productions.bring_back(bible.db, found)

    return changed(request, effect, said="The record is back.", back="/memory/history")


@router.post("/learnings/{learning_id}/forget")
def forget_learning(learning_id: str, request: Request, bible: OpenBible) -> Response:
    """Take away what one run showed about a provider."""

    def undo(taken: Learning) -> Undo:
        return Undo(action="/memory/learnings/bring-back", fields={"taken": undo_tokens.written(taken)})

    effect = partial(knowledge.forget, bible.db, learning_id)
    return changed(request, effect, said="That is forgotten.", back="/memory/providers", undo=undo)


@router.post("/learnings/{learning_id}/correct")
def correct_learning(
    learning_id: str, request: Request, bible: OpenBible, seen: Number, told: Annotated[Told, Depends(retold)]
) -> Response:
    """Say otherwise what a run showed about a provider."""
    effect = partial(knowledge.correct, bible.db, learning_id, told, seen=seen)
    return _retaught(request, bible, learning_id, effect, said="That is corrected.")


@router.post("/learnings/{learning_id}/pause")
def pause_learning(learning_id: str, request: Request, bible: OpenBible, paused: Text) -> Response:
    """Set aside what a run showed about a provider, or let it count again."""
    aside = paused == "yes"
    effect = partial(knowledge.correct, bible.db, learning_id, {"paused": aside})
    said = "That is paused: kept, but it counts for nothing." if aside else "That counts again."
    return _retaught(request, bible, learning_id, effect, said=said)


@router.post("/learnings/{learning_id}/take-back")
def take_learning_back(learning_id: str, request: Request, bible: OpenBible, seq: Number) -> Response:
    """Put back what one correction of a learning replaced."""
    found = providers.learning(bible.db, learning_id)
    effect = partial(knowledge.take_back, bible.db, learning_id, seq)
    return changed(request, effect, said="That is as it was before that change.", back=lesson(found))


@router.post("/learnings/bring-back")
def bring_learning_back(request: Request, bible: OpenBible, taken: Text) -> Response:
    """Undo the forgetting of what a run showed about a provider."""

    def effect() -> bool:
        return knowledge.learn(bible.db, undo_tokens.read(Learning, taken))

    return changed(request, effect, said="That is back.", back="/memory/providers")


def _retaught(
    request: Request, bible: Bible, learning_id: str, effect: Callable[[], Learning], *, said: str
) -> Response:
    """Change what a run showed, with the way back."""
    return corrected(
        request,
        effect,
        history=partial(providers.versions, bible.db, learning_id),
        take_back=f"/memory/learnings/{learning_id}/take-back",
        said=said,
        back=lesson(providers.learning(bible.db, learning_id)),
    )


def _ruled(request: Request, bible: Bible, name: str, said: str, effect: Callable[[], Ruling]) -> Response:
    """Decide something about a pattern, with the way back."""
    history, take_back = partial(rulings.versions, bible.db, name), f"/memory/patterns/{name}/take-back"
    return corrected(request, effect, history=history, take_back=take_back, said=said, back=_peek(name))


def _peek(name: str) -> str:
    return f"/memory?peek={name}"


def _amount(field: str, text: str) -> int | None:
    if not text.strip():
        return None
    if not text.strip().isdecimal() or len(text.strip()) > 9:
        raise Invalid(f"{field} must be a whole number.", field=field)
    return int(text)


def _told(ruling: str) -> dict[str, Any]:
    try:
        told = json.loads(ruling)
    except ValueError:
        told = None
    if not isinstance(told, dict):
        raise Malformed("This is not what was decided, so it cannot be brought back.", field="ruling")
    return {name: value for name, value in told.items() if value is not None}
