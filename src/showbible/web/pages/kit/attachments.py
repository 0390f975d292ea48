"""What a list shows as a file to keep: sent as it is read, however long the list."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from itertools import chain
from typing import Annotated, Any, Final, TypeVar

from fastapi import APIRouter, Depends, Request
from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse

from showbible.bible import Bible
from showbible.shapes.base import Shape
from showbible.storage.paging import MOST, Page
from showbible.vocabulary import rfc3339
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.lists import BibleList

Item = TypeVar("Item")

_PIECE: Final = 32_768


class FileFormat(StrEnum):
    """As what a list can be kept."""

    CSV = "csv"
    JSON = "json"


def file_format(ending: str) -> FileFormat:
    """What the ending of an address asks for; there is no list with any other."""
    try:
        return FileFormat(ending)
    except ValueError:
        raise HTTPException(404) from None


Ending = Annotated[FileFormat, Depends(file_format)]


def offer(
    router: APIRouter, path: str, name: str, shape: type[Shape], read: Callable[[Bible, Request], Iterable[object]]
) -> None:
    """Let a list be kept as a file, at its own address with an ending."""

    def file(request: Request, bible: OpenBible, ending: Ending) -> StreamingResponse:
        """Everything in the list, as a file."""
        return shaped(name, ending, shape, read(bible, request))

    router.add_api_route(f"{path}.{{ending}}", file, methods=["GET"])


def whole(filters: type[BibleList[Any]]) -> Callable[[Bible, Request], Iterable[object]]:
    """How to read everything that passes the filters of a list."""

    def read(bible: Bible, request: Request) -> Iterable[object]:
        wish = filters.asked(request)
        return each(lambda cursor: wish.read_page(bible, limit=MOST, cursor=cursor))

    return read


def shaped(name: str, ending: FileFormat, shape: type[Shape], things: Iterable[object]) -> StreamingResponse:
    """A list as a file: each of its things as the shape says it, as a table or as objects."""
    rows = (shape.of(thing).model_dump() for thing in things)
    if ending is FileFormat.JSON:
        return json_file(f"{name}.json", rows)
    return csv_file(f"{name}.csv", heads=list(shape.model_fields), rows=(row.values() for row in rows))


def each(read: Callable[[str | None], Page[Item]]) -> Iterator[Item]:
    """Everything in a list, read page by page: `read` gets the cursor of each."""
    cursor = None
    while True:
        page = read(cursor)
        yield from page.items
        if (cursor := page.next_cursor) is None:
            return


def csv_file(name: str, *, heads: Sequence[str], rows: Iterable[Iterable[Any]]) -> StreamingResponse:
    """A table for spreadsheets."""
    return _file(_csv(heads, rows), kind="text/csv; charset=utf-8", name=name)


def json_file(name: str, rows: Iterable[Mapping[str, Any]]) -> StreamingResponse:
    """A list of objects, one a line."""
    return _file(_json(rows), kind="application/json", name=name)


def _file(pieces: Iterator[str], *, kind: str, name: str) -> StreamingResponse:
    # The first piece is made before the answer begins, so that a wrong filter is still a refusal.
    first = next(pieces)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingResponse(chain([first], pieces), media_type=kind, headers=headers)


def _csv(heads: Sequence[str], rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    text = io.StringIO()
    writer = csv.writer(text)
    if heads:
        writer.writerow(heads)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
        if text.tell() > _PIECE:
            yield text.getvalue()
            text.seek(0)
            text.truncate()
    yield text.getvalue()


def _cell(value: Any) -> Any:
    """A value that fits a cell and that no spreadsheet takes for a formula."""
    if isinstance(value, datetime):
        return rfc3339(value)
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, default=rfc3339)
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def _json(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    before = "["
    for row in rows:
        yield f"{before}\n{json.dumps(row, ensure_ascii=False, allow_nan=False, default=rfc3339)}"
        before = ","
    yield "[]\n" if before == "[" else "\n]\n"
