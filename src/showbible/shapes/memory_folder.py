"""What an assistant is told by a memory folder."""

from __future__ import annotations

from showbible.shapes.base import Shape


class FolderAnswer(Shape):
    """The answer to a command, in words."""

    text: str
