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
from showbible.lessons.record import rulings as decisions
from showbible.vocabulary import word
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import Undo, changed, corrected
from showbible.web.pages.kit.corrections import Acts
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


LEARNINGS: Final = Acts(
    things=lambda bible, _: bible.lessons.learnings,
    back=lambda bible, request: lesson(providers.learning(bible.db, request.path_params["item_id"])),
    home=lambda _: "/memory/providers",
    taken=Learning,
    paused="That is paused: kept, but it counts for nothing.",
    resumed="That counts again.",
    forgotten="That is forgotten.",
    undone="That is as it was before that change.",
    restored="That is back.",
)
LEARNINGS.register(router, "/learnings/{item_id}")


@router.post("/learnings/{item_id}/correct")
def correct_learning(
    item_id: str, request: Request, bible: OpenBible, seen: Number, told: Annotated[Told, Depends(retold)]
) -> Response:
    """Say otherwise what a run showed about a provider."""
    act = lambda learnings: learnings.correct(item_id, told, seen=seen)  # noqa: E731
    return LEARNINGS.correct(request, bible, act, said="That is corrected.")


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
