"""The acts on a learned thing as a page offers them: pause, forget, undo and restore, each with its way back.

A page registers a kind of thing once, with its words; what only this kind can do, such as a form of its own, the page
adds with `correct`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.corrections import Corrections, as_text, from_text
from showbible.storage import changes
from showbible.values import frozen
from showbible.web.deps import OpenBible
from showbible.web.limits import FORM_LIMIT
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.forms import Number, Text

MOST_CARRIED: Final = FORM_LIMIT - 1024
"""What was forgotten and is longer than this, escaped for a form, has no way back: no form could carry it."""

Things = Corrections[Any, Any, Any]


def _item_of(request: Request) -> str:
    return str(request.path_params["item_id"])


@frozen
class Acts:
    """How a page speaks of a kind of learned thing, and where it goes on."""

    things: Callable[[Bible, Request], Things]
    home: Callable[[Request], str]
    """The page of its list, for when it is gone."""
    back: Callable[[Bible, Request], str] | None = None
    """The page of the thing, for a browser without scripts; where there is none, that of its list."""
    taken: type = object
    """What forgetting gives, and restoring needs."""
    item_id: Callable[[Request], str] = _item_of
    in_path: bool = True
    """Whether the path of an act names the thing; else its query does."""
    called: Callable[[Request], str] = lambda _: "It"
    """The thing at the beginning of a sentence, where the words below say `{it}`."""
    paused: str = "{it} is paused: kept, but it counts for nothing."
    resumed: str = "{it} counts again."
    forgotten: str = "{it} is forgotten."
    undone: str = "{it} is as it was before that change."
    restored: str = "It is back."

    def register(self, router: APIRouter, path: str, *, acts: Sequence[str] = ("undo", "pause", "forget")) -> None:
        """Offer acts under the address of a thing; what was forgotten is restored under that of its list."""
        if "forget" in acts:
            # Before the acts of a thing: a thing may be called "restore", its list may not.
            router.add_api_route(f"{self._list(path)}/restore", self._restore, methods=["POST"])
        for name in acts:
            router.add_api_route(f"{path}/{name}", getattr(self, f"_{name}"), methods=["POST"])

    def correct(self, request: Request, bible: Bible, act: Callable[[Things], object], *, said: str) -> Response:
        """Change a thing and say so; Undo takes back the change that this made, if it made one."""
        things, item_id = self.things(bible, request), self.item_id(request)
        back = self.back(bible, request) if self.back else self.home(request)

        def effect() -> int:
            known = changes.newest(things.history(item_id))
            act(things)
            now = changes.newest(things.history(item_id))
            return now if now != known else 0

        def undo(seq: int) -> Undo | None:
            return Undo(action=_address(request, f"{_thing(request)}/undo"), fields={"seq": str(seq)}) if seq else None

        return changed(request, effect, said=self._sentence(request, said), back=back, undo=undo)

    def _pause(self, request: Request, bible: OpenBible, paused: Text = "yes", seen: Text = "") -> Response:
        """Set a thing aside, or let it count again; `seen` is the mark of what was looked at."""
        aside, item_id = paused == "yes", self.item_id(request)
        said = self.paused if aside else self.resumed
        act = lambda things: things.pause(item_id, paused=aside, seen=seen or None)  # noqa: E731
        return self.correct(request, bible, act, said=said)

    def _undo(self, request: Request, bible: OpenBible, seq: Number) -> Response:
        """Put back what one change replaced; that can be undone, too."""
        item_id = self.item_id(request)
        return self.correct(request, bible, lambda things: things.undo(item_id, seq), said=self.undone)

    def _forget(self, request: Request, bible: OpenBible) -> Response:
        """Take a thing away."""
        things = self.things(bible, request)

        def undo(taken: object) -> Undo | None:
            fields, action = {"taken": as_text(taken)}, _address(request, f"{self._list(_thing(request))}/restore")
            return Undo(action=action, fields=fields) if len(urlencode(fields)) <= MOST_CARRIED else None

        effect = lambda: things.forget(self.item_id(request))  # noqa: E731
        said = self._sentence(request, self.forgotten)
        return changed(request, effect, said=said, back=self.home(request), undo=undo)

    def _restore(self, request: Request, bible: OpenBible, taken: Text) -> Response:
        """Bring back what was forgotten."""
        things = self.things(bible, request)
        effect = lambda: things.restore(from_text(self.taken, taken))  # noqa: E731
        return changed(request, effect, said=self.restored, back=self.home(request))

    def _sentence(self, request: Request, words: str) -> str:
        return words.replace("{it}", self.called(request))

    def _list(self, thing: str) -> str:
        return thing.rpartition("/")[0] if self.in_path else thing


def _thing(request: Request) -> str:
    """The address of the thing that an act of it was sent to."""
    return request.url.path.rpartition("/")[0]


def _address(request: Request, path: str) -> str:
    """An address that asks for the same as a request, elsewhere."""
    query = request.url.query
    return f"{quote(path)}?{query}" if query else quote(path)
