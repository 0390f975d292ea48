"""`/projects/{p}/assets/{a}`: one asset, what it shows and who said so, its takes and its place in the story."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from showbible.assets.api import Assets
from showbible.assets.model import Artifact, Asset, Clip, Look, Segment
from showbible.assets.recall import library, overview, story
from showbible.assets.recall.spelling import spelled
from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.vocabulary import PERSON, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.rewording import Piece, author, reworded
from showbible.web.pages.project.continuity import Against, against
from showbible.web.pages.project.page import Head, head
from showbible.web.pages.project.tiles import KINDS, Tile, called, is_here, media_url, still_url, stretch, tile
from showbible.web.render import Crumb, Templates
from showbible.web.words import plural

router = APIRouter(prefix="/projects/{project_id}/assets/{asset_id}")

_LOOKS: Final = {
    Look.NONE: "",
    Look.WAITING: "It has few words of its own and waits to be looked at.",
    Look.DONE: "It was looked at for its words.",
    Look.FAILED: "It is not looked at again: describe it in your words.",
}


@dataclass(frozen=True, kw_only=True)
class Take:
    """One take of the asset's segment."""

    clip_id: str
    number: int
    is_active: bool
    is_this: bool
    note: str
    at: datetime
    tile: Tile | None


@dataclass(frozen=True, kw_only=True)
class Saying:
    """One caption the asset was given, against the one before; a person's is taken back, a learned one forgotten."""

    caption_id: str
    who: str
    at: datetime
    pieces: tuple[Piece, ...]
    counts: bool
    is_ours: bool


@dataclass(frozen=True, kw_only=True)
class Learned:
    """What was read from the asset about someone, with the way to where it can be corrected."""

    entity: str
    facts: str
    who: str
    href: str
    is_paused: bool


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where the asset stands in the story."""

    segment: Segment
    when: str
    around: tuple[tuple[str, str, str | None], ...]
    """Before, here and after: the segment, and the film that stands there."""

    @property
    def second(self) -> str:
        """Its first second, as an address says it."""
        return f"{self.segment.start_ms / 1000:g}"


@dataclass(frozen=True, kw_only=True)
class AssetPage:
    """One asset; `src` and `still` only where its file is in a store of ours, `lost` where it should be."""

    head: Head
    asset: Asset
    kind: str
    icon: str
    src: str | None
    still: str | None
    lost: bool
    said_by: str
    look: str
    negative: str | None
    run_id: str | None
    facts: tuple[tuple[str, str], ...]
    place: Place | None
    takes: tuple[Take, ...]
    frames: tuple[Tile, ...]
    sayings: tuple[Saying, ...]
    learned: tuple[Learned, ...]
    against: tuple[Against, ...]
    now: datetime
    title: str
    crumbs: tuple[Crumb, ...]

    @property
    def href(self) -> str:
        """This page."""
        return f"{self.head.href}/assets/{self.asset.asset_id}"


@router.get("", response_class=HTMLResponse)
def shown(project_id: str, asset_id: str, request: Request, bible: OpenBible) -> HTMLResponse:
    """One asset with everything that is known of it."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "asset.html", page=gathered(bible, project_id, asset_id))


def gathered(bible: Bible, project_id: str, asset_id: str) -> AssetPage:
    """What the page of an asset shows, all of one moment."""
    top, memory = head(bible, project_id), bible.assets(project_id)
    with memory.db.snapshot():
        asset, raw = memory.get(asset_id), memory.artifact(asset_id)
        place = _place(memory, asset)
        kind, icon = KINDS[asset.kind]
        here = is_here(bible, asset)
        return AssetPage(
            head=top,
            asset=asset,
            kind=kind,
            icon=icon,
            src=media_url(asset) if here else None,
            still=still_url(asset) if here else None,
            lost=asset.url is not None and not here,
            said_by=author(asset.caption_by or ""),
            look=_LOOKS[asset.look],
            negative=raw.negative_prompt,
            run_id=raw.run_id,
            facts=_facts(asset, raw),
            place=place,
            takes=_takes(memory, asset),
            frames=_frames(memory, asset),
            sayings=_sayings(library.captions(memory.db, asset_id), asset),
            learned=_learned(memory, asset_id),
            against=_against(memory, asset, place),
            now=utcnow(),
            title=called(asset),
            crumbs=top.crumbs,
        )


def _facts(asset: Asset, raw: Artifact) -> tuple[tuple[str, str], ...]:
    told = (
        ("Version", f"{asset.version}, used {plural(raw.uses, 'time')}"),
        ("Scene", raw.scene_id or ""),
        ("Take", asset.clip_id or ""),
        ("Id", asset.asset_id),
        ("File", asset.path),
    )
    return tuple((name, value) for name, value in told if value)


def _place(memory: Assets, asset: Asset) -> Place | None:
    placed = overview.segments(memory.db, [asset.segment_id] if asset.segment_id else [])
    segment = placed.get(asset.segment_id or "")
    if segment is None:
        return None
    before, after = overview.neighbours(memory.db, segment)
    films = _films(memory, [each.segment_id for each in (before, after) if each])
    around = (("Before", before), ("Here", segment), ("After", after))
    return Place(
        segment=segment,
        when=stretch(segment),
        around=tuple(
            (label, each.segment_id, films.get(each.segment_id)) if each else (label, "", None)
            for label, each in around
        ),
    )


def _films(memory: Assets, segment_ids: list[str]) -> dict[str, str]:
    """The pages of the films that stand in some segments."""
    active = story.active_clips(memory.db, segment_ids)
    made = overview.outputs(memory.db, [clip.clip_id for clip in active.values()])
    here = f"/projects/{memory.project_id}/assets"
    return {name: f"{here}/{made[clip.clip_id].asset_id}" for name, clip in active.items() if clip.clip_id in made}


def _takes(memory: Assets, asset: Asset) -> tuple[Take, ...]:
    if asset.segment_id is None:
        return ()
    found = overview.films(memory.db, story.clips(memory.db, asset.segment_id))
    return tuple(
        Take(
            clip_id=clip.clip_id,
            number=number,
            is_active=clip.is_active,
            is_this=clip.clip_id == asset.clip_id,
            note=_made_with(clip),
            at=clip.created_at,
            tile=None if film is None else tile(memory.project_id, film),
        )
        for number, (clip, film) in enumerate(found, 1)
    )


def _made_with(clip: Clip) -> str:
    seed = "" if clip.seed is None else f"seed {clip.seed}"
    return ", ".join(filter(None, (clip.model, seed))) or "Model not told"


def _frames(memory: Assets, asset: Asset) -> tuple[Tile, ...]:
    if asset.clip_id is None:
        return ()
    found = overview.frames(memory.db, asset.clip_id)
    return tuple(tile(memory.project_id, each) for each in found if each.asset_id != asset.asset_id)


def _sayings(captions: list[Artifact], asset: Asset) -> tuple[Saying, ...]:
    """Every caption, newest first, each against the one before it."""
    told, before = [], ""
    for each in captions:
        now = each.text or ""
        told.append(
            Saying(
                caption_id=each.artifact_id,
                who=author(each.made_by),
                at=each.created_at,
                pieces=reworded(before, now) if before else (Piece(kind="same", text=now),),
                counts=(now, each.made_by) == (asset.caption, asset.caption_by),
                is_ours=each.made_by == PERSON,
            )
        )
        before = now
    return tuple(reversed(told))


def _learned(memory: Assets, asset_id: str) -> tuple[Learned, ...]:
    found = story.states_of_asset(memory.db, asset_id)
    return tuple(
        Learned(
            entity=each.entity,
            facts=spelled(each.state, between="; "),
            who=author(each.made_by),
            href=f"/projects/{memory.project_id}/entities?peek={each.state_id}",
            is_paused=each.paused,
        )
        for each in found
    )


def _against(memory: Assets, asset: Asset, place: Place | None) -> tuple[Against, ...]:
    """What the asset's own words contradict at its time, where others have proven it."""
    text = asset.caption or asset.prompt
    if place is None or not text:
        return ()
    found = memory.conflicts(text, at=place.segment.start_ms / 1000)
    return against(memory, [each for each in found if each.asset_id != asset.asset_id])


# Acts

Words = Annotated[str, Form()]


@router.post("/caption")
def caption(
    project_id: str,
    asset_id: str,
    request: Request,
    bible: OpenBible,
    text: Words = "",
    seen: Words = "",
) -> Response:
    """Describe an asset in a person's words; what another person wrote meanwhile is not overwritten."""
    memory, words = bible.assets(project_id), text.replace("\r\n", "\n").strip()

    def effect() -> str:
        # Nothing is sent as "=": a field without a value does not arrive.
        memory.caption(asset_id, words, seen=seen[1:] if seen else None)
        told = library.captions(memory.db, asset_id)
        return next(each.artifact_id for each in reversed(told) if (each.text, each.made_by) == (words, PERSON))

    here = f"/projects/{project_id}/assets/{asset_id}"
    undo = lambda made: Undo(action=f"{here}/caption/withdraw", fields={"caption_id": made})  # noqa: E731
    return changed(request, effect, said="The caption is yours now.", back=here, undo=undo)


@router.post("/caption/withdraw")
def withdraw(project_id: str, asset_id: str, request: Request, bible: OpenBible, caption_id: Words) -> Response:
    """Take a person's caption back."""
    memory, here = bible.assets(project_id), f"/projects/{project_id}/assets/{asset_id}"

    def effect() -> str:
        told = library.captions(memory.db, asset_id)
        text = next((each.text or "" for each in told if each.artifact_id == caption_id), "")
        memory.withdraw_caption(asset_id, caption_id)
        return text

    undo = lambda text: Undo(action=f"{here}/caption", fields={"text": text})  # noqa: E731
    return changed(request, effect, said="The caption is taken back.", back=here, undo=undo)


@router.post("/caption/forget")
def forget_caption(project_id: str, asset_id: str, request: Request, bible: OpenBible, caption_id: Words) -> Response:
    """Take a learned caption away, so that it is not learned again from the same file."""
    memory, here = bible.assets(project_id), f"/projects/{project_id}/assets/{asset_id}"
    effect = lambda: memory.forget_caption(asset_id, caption_id)  # noqa: E731
    undo = lambda gone: Undo(action=f"{here}/caption/restore", fields={"caption": _kept(gone)})  # noqa: E731
    said = "The caption is forgotten; the file is not looked at again."
    return changed(request, effect, said=said, back=here, undo=undo)


def _kept(gone: Artifact) -> str:
    """A caption as the toast carries it."""
    told = {"text": gone.text, "made_by": gone.made_by, "version": gone.version, "at": gone.created_at.isoformat()}
    return json.dumps({"caption_id": gone.artifact_id, **told})


@router.post("/caption/restore")
def restore_caption(project_id: str, asset_id: str, request: Request, bible: OpenBible, caption: Words) -> Response:
    """Put a caption that was forgotten back, as it was."""
    memory, here = bible.assets(project_id), f"/projects/{project_id}/assets/{asset_id}"

    def effect() -> Asset:
        try:
            told = json.loads(caption)
            at, version = datetime.fromisoformat(told["at"]), int(told["version"])
            words = {"text": told["text"], "made_by": told["made_by"], "version": version, "at": at}
            return memory.put_caption_back(asset_id, told["caption_id"], **words)
        except (ValueError, TypeError, AttributeError, KeyError, OverflowError):
            raise Invalid("This is not a caption that was forgotten here.", field="caption") from None

    return changed(request, effect, said="The caption is back.", back=here)


@router.post("/take")
def choose(project_id: str, asset_id: str, request: Request, bible: OpenBible, clip_id: Words) -> Response:
    """Let another take stand in the story."""
    memory, here = bible.assets(project_id), f"/projects/{project_id}/assets/{asset_id}"

    def undo(before: str | None) -> Undo | None:
        return Undo(action=f"{here}/take", fields={"clip_id": before}) if before and before != clip_id else None

    return changed(request, lambda: memory.choose(clip_id), said="The take is active.", back=here, undo=undo)


@router.post("/delete")
def delete(project_id: str, asset_id: str, bible: OpenBible) -> Response:
    """Take an asset away for good, with its file, and go back to the others."""
    bible.assets(project_id).remove(asset_id)
    return RedirectResponse(f"/projects/{project_id}", status_code=303)
