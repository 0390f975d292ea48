"""Final Cut Pro's XML, read without entities and within bounds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final
from xml.parsers import expat

from showbible.carrying.cuts.excerpts import HARD, Excerpt, runs_in, transition_named
from showbible.errors import Invalid, Malformed, TooLarge

LARGEST: Final = 16 * 1024 * 1024
DEEPEST: Final = 60
MOST_NODES: Final = 200_000
_SECONDS: Final = re.compile(r"(\d{1,18})(?:/(\d{1,12}))?s")
_LONG_TAG: Final = re.compile(rb"<[^<>]{65536}")
_CLIPS: Final = frozenset({"clip", "asset-clip", "video", "ref-clip", "sync-clip", "mc-clip", "title"})
_HOLDERS: Final = frozenset({"ref-clip", "sync-clip", "mc-clip"})
"""Clips that are made of others, of which nobody can tell what is seen."""
_PLACED: Final = _CLIPS | {"gap", "transition", "audition"}


@dataclass
class _Node:
    """An element, what it says, and what is inside."""

    tag: str
    told: Mapping[str, str]
    children: list[_Node] = field(default_factory=list)

    def below(self, *tags: str) -> Iterator[_Node]:
        """Everything inside with one of these tags, in the order of the file."""
        for child in self.children:
            if child.tag in tags:
                yield child
            yield from child.below(*tags)


class FinalCutProject:
    """A project of Final Cut Pro, or of a program that writes as it does."""

    def __init__(self, content: bytes) -> None:
        if len(content) > LARGEST:
            raise TooLarge(f"A timeline has at most {LARGEST:,} bytes.")
        if _LONG_TAG.search(content):
            raise TooLarge("The file has an element with more attributes than any program writes.")
        root = _Tree().read(content)
        if root is None or root.tag != "fcpxml":
            raise Malformed("The file is XML, but none of Final Cut Pro.", field="archive")
        self._resources = {node.told.get("id", ""): node for node in root.below("asset", "format", "media")}
        project = _project(list(root.below("project")))
        self.run_ids = runs_in(project.told.get("name", ""))
        self._sequence = next(project.below("sequence"), _Node("sequence", {}))

    def excerpts(self, rate: Fraction) -> tuple[Excerpt, ...]:  # the file tells its own
        """The primary storyline in order, then what is connected to it."""
        spine = next(self._sequence.below("spine"), _Node("spine", {}))
        rate = self._rate()
        line = list(self._story(spine, rate))
        connected = [
            self._excerpt(node, rate, where=f"{node.told.get('name', 'a clip')!r} in another lane", beside=True)
            for node in spine.below(*_CLIPS)
            if node.told.get("lane", "0") != "0" and node.tag != "title"
        ]
        return (*line, *connected)

    def _story(self, spine: _Node, rate: Fraction) -> Iterator[Excerpt]:
        transition = HARD
        for place, node in enumerate((each for each in spine.children if each.tag in _PLACED), start=1):
            chosen = next(iter(node.children), node) if node.tag == "audition" else node
            if chosen.tag == "transition":
                transition = transition_named(chosen.told.get("name", ""))
                continue
            where = f"clip {place} of the storyline"
            if chosen.tag in _HOLDERS and (inner := list(self._inside(chosen))):
                yield from (self._excerpt(each, rate, where=where, beside=True) for each in inner)
            elif chosen.tag in _CLIPS:
                yield self._excerpt(chosen, rate, where=where, transition=transition)
            transition = HARD

    def _inside(self, node: _Node) -> Iterator[_Node]:
        """The clips inside of one that was made of several."""
        resource = self._resources.get(node.told.get("ref", ""), node)
        spines = list(resource.below("spine")) or [node]
        yield from (each for spine in spines for each in spine.children if each.tag in _CLIPS and "ref" in each.told)

    def _excerpt(
        self, node: _Node, rate: Fraction, *, where: str, transition: str = HARD, beside: bool = False
    ) -> Excerpt:
        inner = next((each for each in node.below(*_CLIPS) if "lane" not in each.told), node)
        asset = self._resources.get(node.told.get("ref") or inner.told.get("ref") or "", _Node("asset", {}))
        begins = _seconds(asset.told.get("start", "0s"), where)
        start = _seconds(node.told["start"], where) if "start" in node.told else begins
        files = [asset.told.get("src"), *(each.told.get("src") for each in asset.below("media-rep"))]
        return Excerpt(
            where=where,
            title=node.told.get("name") or asset.told.get("name") or "",
            files=tuple(each for each in files if each),
            reel=asset.told.get("name", ""),
            seconds=_seconds(node.told.get("duration") or asset.told.get("duration", ""), where),
            start=max(Fraction(0), start - begins),
            rate=rate,
            transition=transition,
            beside=beside,
        )

    def _rate(self) -> Fraction:
        form = self._resources.get(self._sequence.told.get("format", ""), _Node("format", {}))
        frame = _seconds(form.told.get("frameDuration", ""), "the format of the sequence")
        if not frame:
            raise Malformed("The file does not tell how many frames a second it has.", field="archive")
        return 1 / frame


class _Tree:
    """Builds the elements of a file as the parser meets them."""

    def __init__(self) -> None:
        self.root: _Node | None = None
        self.open: list[_Node] = []
        self.number = 0

    def read(self, content: bytes) -> _Node | None:
        """The first element of a file."""
        parser = expat.ParserCreate()
        parser.StartElementHandler, parser.EndElementHandler = self._begin, self._end
        parser.EntityDeclHandler = _refuse_entity
        try:
            parser.Parse(content, True)
        except expat.ExpatError as error:
            raise Malformed(f"The file is cut off, or no XML ({error}).", field="archive") from None
        return self.root

    def _begin(self, tag: str, told: Mapping[str, str]) -> None:
        node = _Node(tag, told)
        self.number += 1
        if len(self.open) >= DEEPEST or self.number > MOST_NODES:
            raise TooLarge(f"The file has more than {MOST_NODES:,} elements, or one inside the other {DEEPEST} deep.")
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        self.open.append(node)

    def _end(self, _tag: str) -> None:
        self.open.pop()


def _refuse_entity(*_told: object) -> None:
    raise Invalid("The file declares entities, as no editing program does.", field="archive")


def _project(projects: list[_Node]) -> _Node:
    """The one project, or the one that is named as our exports are."""
    named = [each for each in projects if runs_in(each.told.get("name", ""))]
    if len(named) == 1 or len(projects) == 1:
        return (named or projects)[0]
    raise Invalid(f"The file holds {len(projects)} projects. Export the one cut that is handed back.", field="archive")


def _seconds(told: str, where: str) -> Fraction:
    """A time as this format writes it: a whole number or a fraction, and an s."""
    found = _SECONDS.fullmatch(told.strip())
    if found is None or (found[2] is not None and not int(found[2])):
        raise Malformed(f"The file tells of a time in {where} that cannot be read: {told[:40]!r}.", field="archive")
    return Fraction(int(found[1]), int(found[2] or 1))
