"""What a person may do to a combination of mood and music: pause, judge and forget it, each with its way back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.lessons.model import Pair, PairRuling, UseState, Verdict
from showbible.lessons.recall import combinations, undo_tokens
from showbible.lessons.recall.undo_tokens import Unpaired
from showbible.lessons.record import combinations as decisions
from showbible.vocabulary import word
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import Undo, changed, corrected
from showbible.web.pages.memory.pairs import address, peek
from showbible.web.words import plain

router = APIRouter(prefix="/memory/combinations")

Text = Annotated[str, Form()]
Number = Annotated[int, Form()]
Name = Annotated[str, Query(max_length=256)]


def meant(mood: Name, music: Name) -> Pair:
    """The combination that an address names."""
    return Pair(mood, music)


Meant = Annotated[Pair, Depends(meant)]


@router.post("/state")
def set_state(pair: Meant, request: Request, bible: OpenBible, state: Text) -> Response:
    """Pause a combination, or use it again."""
    wanted = word(UseState, "state", state)
    said = f"{plain(str(pair))} is {'paused' if wanted is UseState.PAUSED else 'in use again'}."
    return _ruled(request, bible, pair, lambda: decisions.rule(bible.db, pair, {"state": wanted}), said=said)


@router.post("/verdict")
def judge(pair: Meant, request: Request, bible: OpenBible, seen: Number, verdict: Text = "") -> Response:
    """Say whether a combination works; nothing leaves it to the runs."""

    def effect() -> PairRuling:
        return decisions.rule(bible.db, pair, {"verdict": verdict or None}, seen=seen)

    told = {Verdict.WORKS: "is suggested from now on", Verdict.FAILS: "is not suggested any more"}
    wanted = word(Verdict, "verdict", verdict) if verdict else None
    said = f"{plain(str(pair))} {told[wanted] if wanted else 'is left to the runs'}."
    return _ruled(request, bible, pair, effect, said=said)


@router.post("/take-back")
def take_back(pair: Meant, request: Request, bible: OpenBible, seq: Number) -> Response:
    """Put back what one change of a combination replaced."""
    effect = partial(decisions.take_back, bible.db, pair, seq)
    return changed(request, effect, said=f"{plain(str(pair))} is as it was before that change.", back=peek(pair))


@router.post("/forget")
def forget(pair: Meant, request: Request, bible: OpenBible) -> Response:
    """Stop counting the runs so far for a combination."""

    def undo(taken: Unpaired) -> Undo:
        return Undo(action="/memory/combinations/bring-back", fields={"taken": undo_tokens.written(taken)})

    effect = partial(decisions.forget, bible.db, pair)
    said = f"{plain(str(pair))} is forgotten; later runs teach it anew."
    return changed(request, effect, said=said, back="/memory/combinations", undo=undo)


@router.post("/bring-back")
def bring_back(request: Request, bible: OpenBible, taken: Text) -> Response:
    """Undo the forgetting of a combination."""

    def effect() -> None:
        decisions.bring_back(bible.db, undo_tokens.read(Unpaired, taken))

    return changed(request, effect, said="The combination is back.", back="/memory/combinations")


def _ruled(request: Request, bible: Bible, pair: Pair, effect: Callable[[], PairRuling], *, said: str) -> Response:
    """Decide something about a combination, with the way back."""
    history = lambda: combinations.versions(bible.db, combinations.folded(bible.db, pair))  # noqa: E731
    take_back = address("take-back", pair)
    return corrected(request, effect, history=history, take_back=take_back, said=said, back=peek(pair))
