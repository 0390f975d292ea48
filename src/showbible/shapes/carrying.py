"""What callers are told of an import."""

from __future__ import annotations

from showbible.carrying.report import ImportReport, Omission
from showbible.carrying.requests import ImportRequest
from showbible.shapes.base import Shape


class OmissionShape(Shape, like=Omission):
    """Something that was left out, and why."""


class ImportReportShape(Shape, like=ImportReport):
    """What an import did: how many of each kind are new, how many were here already, and what was left out."""

    skipped: list[OmissionShape]


class ImportShape(Shape, like=ImportRequest):
    """An import, how far it is, and what it did once it is done."""

    report: ImportReportShape | None
