"""What commands make of a text: lines with numbers, one exact replacement, lines put between others. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from showbible.errors import Invalid
from showbible.vocabulary import plural

_LONGEST_LIST = 20


def lines_of(text: str) -> list[str]:
    """The lines of a text; a newline at its end begins no further one."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def numbered(text: str, view_range: Sequence[int] | None = None) -> str:
    """Lines with their numbers, all of them or a stretch."""
    lines = lines_of(text)
    first, last = _stretch(view_range, len(lines)) if view_range else (1, len(lines))
    return "\n".join(f"{number:6}\t{lines[number - 1]}" for number in range(first, last + 1))


def _stretch(view_range: Sequence[int], length: int) -> tuple[int, int]:
    first, last = view_range
    last = length if last == -1 else last
    if not 1 <= first <= last <= length:
        raise Invalid(
            f"view_range must lie within the {plural(length, 'line')} of the file, such as [1, {length}]; "
            f"-1 as its second number is the end.",
            field="view_range",
        )
    return first, last


def replaced(text: str, old: str, new: str, *, path: str) -> str:
    """The text with one place changed, which must be the only one that reads so."""
    if not old:
        raise Invalid("old_str is empty; say exactly what to replace.", field="old_str")
    number = text.count(old)
    if number == 0:
        raise Invalid(
            f"old_str does not stand in {path}, letter by letter and space by space. Nothing was changed.",
            field="old_str",
        )
    if number > 1:
        where = ", ".join(map(str, _places(text, old)))
        raise Invalid(
            f"old_str stands in {path} {number} times (lines {where}). Say more of what is around the one you mean. "
            "Nothing was changed.",
            field="old_str",
        )
    return text.replace(old, new)


def _places(text: str, old: str) -> list[int | str]:
    """The numbers of the lines in which a text begins, a few of them."""
    places, start = list[int | str](), text.find(old)
    while start >= 0 and len(places) < _LONGEST_LIST:
        places.append(text.count("\n", 0, start) + 1)
        start = text.find(old, start + len(old))
    return places if start < 0 else [*places, "..."]


def inserted(text: str, line: int, more: str) -> str:
    """The text with lines put behind one of its lines."""
    lines = lines_of(text)
    if not 0 <= line <= len(lines):
        raise Invalid(
            f"insert_line must lie between 0, the beginning, and {len(lines)}, the end of the file.",
            field="insert_line",
        )
    return "\n".join((*lines[:line], *lines_of(more), *lines[line:])) + "\n"
