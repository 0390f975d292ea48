"""What a person may decide on the page of a run, each with its way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Form
from starlette.responses import Response

from showbible.addresses import run_page
from showbible.direction.model import CardState
from showbible.errors import Invalid
from showbible.lessons.recall import history
from showbible.runs.model import Status
from showbible.runs.recall import one
from showbible.runs.recall.run_words import letters
from showbible.studio import mutes
from showbible.web.deps import OpenBible, Render
from showbible.web.pages.kit.answers import Done, Undo, changed, some
from showbible.web.pages.kit.forms import ChangeNumber, Number, ShortText, Text
from showbible.web.pages.run.memory import KINDS
from showbible.web.pages.run.page import RunPage
from showbible.words import plain, plural

router = APIRouter(prefix="/runs/{run_id}")

Use = Annotated[str, Form(pattern="^(on|off)$")]


class ActedRun:
    """The run whose page an act was sent from; one that is not there is not found."""

    def __init__(self, run_id: str, render: Render, bible: OpenBible) -> None:
        self.run, self.run_id, self.render, self.bible = one.summary(bible.db, run_id), run_id, render, bible

    def changed(
        self,
        effect: Callable[[], Done],
        said: str | Callable[[Done], str],
        *shows: str,
        undo: Callable[[Done], Undo | None] | None = None,
        adding: bool | None = None,
    ) -> Response:
        """Change the run and say so; the parts of the page that show it come along."""

        def fresh() -> str:
            page = RunPage(self.bible, self.run_id, news=(), adding=bool(adding))
            # Replaced, not morphed: what was typed is done with, and its field keeps the focus by its id.
            return page.parts(self.render, shows, swap="outerMorph" if adding is None else "outerHTML")

        return changed(self.render.request, effect, said=said, back=run_page(self.run_id), undo=undo, fresh=fresh)

    def switched(self, effect: Callable[[], object], use: str, said: str) -> Response:
        """Turn something learned on or off, show it, and offer the opposite."""
        back = Undo(action=self.render.request.url.path, fields={"use": "off" if use == "on" else "on"})
        return self.changed(effect, said, "memory", undo=lambda _: back)

    def pilot(self, pilot_id: str) -> str:
        """A pilot as the page calls it."""
        return f"Pilot {letters(one.pilots(self.bible.db, self.run_id)).get(pilot_id, pilot_id)}"

    def undo(self, act: str, **fields: str) -> Undo:
        """The act of this page that undoes another."""
        return Undo(action=f"/runs/{self.run_id}/{act}", fields=fields)


Acted = Annotated[ActedRun, Depends()]


@router.post("/rate")
def rate(on: Acted, rating: Number) -> Response:
    """Give a finished film its stars; what was noted beside an earlier rating stays."""

    def effect() -> Undo | None:
        known = history.some(on.bible.db, [on.run_id])
        on.bible.lessons.rate(on.run_id, rating, notes=known[0].notes if known else None)
        seq = history.ratings(on.bible.db, on.run_id)[0].seq
        return None if known and known[0].rating == rating else on.undo("unrate", seq=str(seq))

    return on.changed(effect, f"Rated {plural(rating, 'star')}.", "head", undo=lambda undo: undo)


@router.post("/unrate")
def unrate(on: Acted, seq: ChangeNumber) -> Response:
    """Take back the last rating of a run."""
    return on.changed(lambda: on.bible.lessons.ratings.undo(on.run_id, seq), "The rating is taken back.", "head")


@router.post("/cancel")
def cancel(on: Acted) -> Response:
    """Stop a run; what it made so far stays."""
    stop = lambda: on.bible.runs.finish(on.run_id, Status.CANCELLED)  # noqa: E731
    return on.changed(stop, "The run is cancelled.", "head", "acts")


@router.post("/archive")
def archive(on: Acted) -> Response:
    """Put a run away that is over; it can be restored whole."""
    refusal = "Only a run that has ended and is not yet archived can be archived."
    effect = lambda: some(on.bible.runs.archive([on.run_id]).runs, refusal)  # noqa: E731
    return on.changed(effect, "The run is archived.", "shelf", "acts", undo=lambda _: on.undo("restore"))


@router.post("/restore")
def restore(on: Acted) -> Response:
    """Let the lists show an archived run again."""
    effect = lambda: on.bible.runs.restore([on.run_id])  # noqa: E731
    return on.changed(effect, "The run is back in the lists.", "shelf", "acts", undo=lambda _: on.undo("archive"))


@router.post("/pin")
def pin(on: Acted) -> Response:
    """Keep everything of a run, whatever its age."""
    effect = lambda: on.bible.runs.pin(on.run_id)  # noqa: E731
    return on.changed(effect, "The run is pinned: nothing of it goes.", "acts", undo=lambda _: on.undo("unpin"))


@router.post("/unpin")
def unpin(on: Acted) -> Response:
    """Let the working files of a run go in their time again."""
    effect = lambda: on.bible.runs.pin(on.run_id, pinned=False)  # noqa: E731
    said = "The run is no longer pinned."
    return on.changed(effect, said, "acts", undo=lambda _: on.undo("pin"))


@router.post("/tags")
def tag(on: Acted, tag: ShortText = "") -> Response:
    """Put tags on a run; several stand with commas between."""
    effect = lambda: some(on.bible.runs.tag(on.run_id, tag.split(",")), "The run has this tag already.")  # noqa: E731
    undo = lambda new: on.undo("tags/remove", tag=",".join(new))  # noqa: E731
    return on.changed(effect, lambda new: f"The run is tagged {_quoted(new)}.", "tags", undo=undo, adding=True)


@router.post("/tags/remove")
def untag(on: Acted, tag: ShortText = "") -> Response:
    """Take tags off a run; several stand with commas between."""
    refusal = "The run has no such tag any more."
    effect = lambda: some(on.bible.runs.untag(on.run_id, tag.split(",")), refusal)  # noqa: E731
    said = lambda gone: f"The run is no longer tagged {_quoted(gone)}."  # noqa: E731
    return on.changed(effect, said, "tags", undo=lambda gone: on.undo("tags", tag=",".join(gone)), adding=False)


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)


@router.post("/pilots/{pilot_id}/approve")
def approve(on: Acted, pilot_id: str) -> Response:
    """Go on with a pilot: a person's choice also names the winner."""
    return _verdict(on, pilot_id, lambda: on.bible.runs.approve(on.run_id, pilot_id), "approved")


@router.post("/pilots/{pilot_id}/reject")
def reject(on: Acted, pilot_id: str, reason: Text = "") -> Response:
    """Take a pilot out of the race, with the reason that later runs learn from."""

    def effect() -> int:
        if not reason.strip():
            raise Invalid("Say why: the reason is what the next production learns from.", field="reason")
        return on.bible.runs.reject(on.run_id, pilot_id, reason.strip())

    return _verdict(on, pilot_id, effect, "rejected")


def _verdict(on: ActedRun, pilot_id: str, effect: Callable[[], int], word: str) -> Response:
    undo = lambda seq: on.undo(f"pilots/{pilot_id}/undo", seq=str(seq)) if seq else None  # noqa: E731
    return on.changed(effect, f"{on.pilot(pilot_id)} is {word}.", "verdict", undo=undo)


@router.post("/pilots/{pilot_id}/undo")
def undo(on: Acted, pilot_id: str, seq: ChangeNumber) -> Response:
    """Undo a decision, as long as the run has not gone on with it; a reason that is undone teaches nobody."""
    effect = lambda: on.bible.runs.undo_verdict(on.run_id, pilot_id, seq)  # noqa: E731
    return on.changed(effect, f"{on.pilot(pilot_id)} is where it was before.", "verdict")


@router.post("/memory/{kind}/{item_id}")
def use_here(on: Acted, kind: Literal["cards", "patterns"], item_id: str, use: Use) -> Response:
    """Let a card or a pattern speak in this run, or silence it: here, and nowhere else."""
    turn = mutes.unmute if use == "on" else mutes.mute
    said = "It speaks in this run again." if use == "on" else "This run goes on without it; other runs keep it."
    return on.switched(lambda: turn(on.bible, on.run_id, KINDS[kind], item_id), use, said)


@router.post("/memory/cards/{card_id}/everywhere")
def use_card(on: Acted, card_id: str, use: Use) -> Response:
    """Let a card speak, or pause it: for this run and every other of its story."""
    story, state = on.bible.direction(on.run.project_id), CardState.ACTIVE if use == "on" else CardState.PAUSED
    said = "The card is in use again." if use == "on" else "The card is paused, for every run of this project."
    return on.switched(lambda: story.change_card(card_id, state=state), use, said)


@router.post("/memory/patterns/{name}/everywhere")
def use_pattern(on: Acted, name: str, use: Use) -> Response:
    """Let a pattern suggest, or pause it: what was suggested already stays as it was."""
    said = f"{plain(name)} is {'in use again' if use == 'on' else 'paused: the next run is planned without it'}."
    return on.switched(lambda: on.bible.lessons.pattern_rulings.pause(name, paused=use == "off"), use, said)
