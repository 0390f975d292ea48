"""What reading the whole of a file would tell, kept beside it; losing a note costs only that reading."""

from __future__ import annotations

import hashlib
import json
import os
from typing import Final, TypedDict

from showbible.storage import handles
from showbible.storage.kinds import sniffed
from showbible.storage.stores.drafts import unlink
from showbible.vocabulary import new_id

_LONGEST: Final = 4096


class ContentFacts(TypedDict):
    """What only all of a file can tell."""

    sha256: str
    content_type: str


def beside(name: str) -> str:
    """What the note about a file is called."""
    return f".{name}.json"


def noted(folder: int, name: str, found: os.stat_result) -> ContentFacts | None:
    """What was noted about a file, when it was about the file that is there now."""
    try:
        with open(handles.opened(folder, beside(name)), "rb") as note:
            facts = json.loads(note.read(_LONGEST))
        if (facts["size"], facts["written"]) == (found.st_size, found.st_mtime_ns):
            return {"sha256": facts["sha256"], "content_type": facts["content_type"]}
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        pass
    return None


def looked_up(folder: int, name: str) -> ContentFacts:
    """The same, from the file itself."""
    with open(handles.opened(folder, name), "rb") as file:
        head = file.read(64)
        file.seek(0)
        return {"sha256": hashlib.file_digest(file, "sha256").hexdigest(), "content_type": sniffed(head)}


def note(partial: int, folder: int, name: str, found: os.stat_result, facts: ContentFacts) -> None:
    """Write the note about a file."""
    draft = new_id()
    try:
        with open(handles.created(partial, draft), "w") as file:
            file.write(json.dumps({"size": found.st_size, "written": found.st_mtime_ns, **facts}))
        os.replace(draft, beside(name), src_dir_fd=partial, dst_dir_fd=folder)
    except OSError:
        unlink(partial, draft)
