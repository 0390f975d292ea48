"""Keep clips, logos and brand assets, say otherwise what they are, or let them go."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from showbible.comfyui.workflow_file import may_tell, stored_pieces, told_by
from showbible.corrections import Correctable, Fields
from showbible.errors import Conflict, Invalid, NotFound
from showbible.lessons.model import LibraryItem, Shelf
from showbible.lessons.recall import library
from showbible.runs.model import AssetType
from showbible.storage.blobs import LIMITS, Blobs
from showbible.storage.database import Database
from showbible.storage.stores.keys import LIBRARY
from showbible.storage.uploads import ENDINGS, Upload
from showbible.vocabulary import KIB, METADATA_LIMIT, checked_id, checked_text, stamp, word

LONGEST_FACT: Final = 4000
_STORES: Final = {"video": "videos", "audio": "audio"}
_SORTS: Final = {"video": "a film", "audio": "a sound", "image": "a picture"}


def keep(db: Database, kept: LibraryItem) -> LibraryItem:
    """Put something on a shelf; an id that is there already is a conflict."""
    checked_id("library", kept.item_id)
    row = {"path": None if kept.path is None else _checked_path(kept.path), **_as_row(kept), "at": stamp(kept.at)}
    with db.transaction():
        db.hold(_lock(kept))
        if db.value("SELECT 1 FROM library_items WHERE shelf = :shelf AND item_id = :item_id", **_key(kept)):
            raise Conflict(f"There is an item {kept.item_id!r} on the {kept.shelf} shelf already.")
        db.run(
            """
            INSERT INTO library_items (shelf, item_id, kind, path, description, metadata, at)
            VALUES (:shelf, :item_id, :kind, :path, :description, :metadata, :at)
            """,
            **_key(kept),
            **row,
        )
        return library.item(db, kept.shelf, kept.item_id)


def facts_of_file(blobs: Blobs, path: str | None) -> dict[str, Any]:
    """What a stored file tells of its own making, each fact in a line; nothing where it tells nothing."""
    store, _, key = (path or "").partition("/")
    if store not in LIMITS or not key or not may_tell(key):
        return {}
    try:
        found = told_by(stored_pieces(blobs, store, key))
    except (NotFound, Invalid):
        return {}
    if found is None:
        return {}
    told = {"prompt": found.prompt, "negative_prompt": found.negative_prompt, **found.facts}
    return {name: _in_a_line(value) for name, value in told.items() if value not in (None, "", [])}


def _in_a_line(value: Any) -> Any:
    """A fact as people can see and correct it: texts without their breaks, lists as their names."""
    if isinstance(value, list):
        return ", ".join(str(each.get("name", "")) if isinstance(each, Mapping) else str(each) for each in value)
    return " ".join(value.split())[:LONGEST_FACT] if isinstance(value, str) else value


class StoredFile(NamedTuple):
    """A file in a store, and what it is, should nobody have said so."""

    kind: str
    path: str


@contextmanager
def stored(db: Database, blobs: Blobs, shelf: Shelf, kind: str, content: Iterable[bytes]) -> Iterator[StoredFile]:
    """A file in a store under a name of ours; it goes again unless something on a shelf has it at the end."""
    upload = Upload.of(content)
    sort = upload.content_type.partition("/")[0]
    what = (_clip if shelf is Shelf.ASSETS else _brand)(kind.strip(), sort)
    found = upload.put(blobs, _STORES.get(sort, "media"), LIBRARY)
    path = f"{found.store}/{found.key}"
    try:
        yield StoredFile(what, path)
    finally:
        # A replayed or refused request has no use for the file it brought.
        if not library.is_kept(db, path):
            blobs.delete(found.store, found.key)


def _clip(kind: str, sort: str) -> str:
    """What a clip is: what its file is."""
    if sort not in _SORTS:
        raise Invalid(
            "A clip is a film, a sound or a picture, and this file is none that we know. Save it as MP4, WebM, MP3, "
            "WAV, PNG or JPEG, or keep it on the brand shelf.",
            field="file",
        )
    return _agreed(word(AssetType, "asset_type", kind), sort) if kind else sort


def _brand(kind: str, sort: str) -> str:
    """What a brand asset is: whatever it is called, a logo unless something else is said."""
    return _agreed(kind, sort) if kind else "logo"


def _agreed(kind: str, sort: str) -> str:
    if kind in _SORTS and kind != sort:
        raise Invalid(f"This file is {_SORTS.get(sort, 'something else')}, not {_SORTS[kind]}.", field="file")
    return kind


def _read(db: Database, key: str) -> LibraryItem:
    shelf, _, item_id = key.partition("/")
    return library.item(db, word(Shelf, "shelf", shelf), item_id)


def _fields(found: LibraryItem) -> Fields:
    return {"kind": found.kind, "description": found.description, "metadata": dict(found.metadata)}


def _check(found: LibraryItem, wanted: Fields) -> Fields:
    """Refuse to call a clip what no clip is, and a file that we have looked at what it is not."""
    kind = wanted.get("kind", found.kind)
    if kind == found.kind:
        return wanted
    if found.shelf is Shelf.ASSETS:
        word(AssetType, "kind", kind)
    name = (found.path or "").partition("/")[2]
    sort = next((kind for kind, ending in ENDINGS.items() if name.endswith(ending)), "").partition("/")[0]
    if name.startswith(LIBRARY) and sort:
        _agreed(kind, sort)
    return wanted


def _write(db: Database, found: LibraryItem, wanted: Fields, _: datetime) -> None:
    db.run(
        """
        UPDATE library_items SET kind = :kind, description = :description, metadata = :metadata
         WHERE shelf = :shelf AND item_id = :item_id
        """,
        **_key(found),
        **_as_row(replace(found, **wanted)),
    )


def _take(db: Database, found: LibraryItem) -> LibraryItem:
    db.run("DELETE FROM library_items WHERE shelf = :shelf AND item_id = :item_id", **_key(found))
    return found


def _lock(found: LibraryItem) -> str:
    return f"library:{found.key}"


KEPT: Final = Correctable[Database, LibraryItem, LibraryItem](
    name=library.KIND,
    read=_read,
    key=lambda found: found.key,
    lock=_lock,
    fields=_fields,
    check=_check,
    write=_write,
    called=lambda _: "this",
    take=_take,
    put=keep,
)


def _key(found: LibraryItem) -> dict[str, str]:
    return {"shelf": found.shelf, "item_id": found.item_id}


def _as_row(kept: LibraryItem) -> dict[str, str | None]:
    """What is said of something, as its row keeps it."""
    description = kept.description
    return {
        "kind": checked_text("kind", kept.kind, limit=64, empty=False),
        "description": None if description is None else checked_text("description", description),
        "metadata": checked_text("metadata", _json(kept.metadata), limit=METADATA_LIMIT),
    }


def _checked_path(path: str) -> str:
    checked_text("path", path, limit=4 * KIB, empty=False)
    if ".." in path.replace("\\", "/").split("/") or any(ord(letter) < 32 for letter in path):
        raise Invalid("path must not climb out of its folder.", field="path")
    return path


def _json(metadata: Mapping[str, Any]) -> str:
    try:
        return json.dumps(dict(metadata), allow_nan=False, ensure_ascii=False)
    except (TypeError, ValueError):
        raise Invalid("metadata holds something that JSON cannot say.", field="metadata") from None
