"""Who works for this studio: the embedded crew, with the providers that `studio.json` in the data folder names."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from showbible.bible import Bible
from showbible.errors import Invalid, Misconfigured
from showbible.studio import embedded
from showbible.studio.http import HttpProvider
from showbible.studio.providers import AudioOrder, Crew, MediaProvider, VideoOrder
from showbible.vocabulary import Micros, money


class ProviderAddress(BaseModel):
    """A provider behind HTTP, as the file describes it."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=64)
    url: str
    token: str | None = None
    honours_keys: bool = False
    patience: float = Field(default=600.0, gt=0, le=86_400)
    most: str = Field(description="Dollars that one order costs at most.")


class Staff(BaseModel):
    """The file itself."""

    model_config = ConfigDict(extra="forbid")

    video: ProviderAddress | None = None
    audio: ProviderAddress | None = None


def crew(bible: Bible) -> Crew:
    """Everybody a production works with in this studio."""
    base = embedded.crew(bible.llm)
    staff = _staff(bible.workspace.home / "studio.json")
    if staff.video is not None:
        video: HttpProvider[VideoOrder] = HttpProvider(**_facts(staff.video))
        base = replace(base, video=video)
    if staff.audio is not None:
        audio: HttpProvider[AudioOrder] = HttpProvider(**_facts(staff.audio))
        base = replace(base, audio=audio)
    return base


def video(bible: Bible) -> MediaProvider[VideoOrder]:
    """Who makes films for this studio."""
    staff = _staff(bible.workspace.home / "studio.json")
    return embedded.Animatic() if staff.video is None else HttpProvider(**_facts(staff.video))


def _staff(file: Path) -> Staff:
    try:
        text = file.read_text()
    except FileNotFoundError:
        return Staff()
    except (OSError, UnicodeDecodeError) as error:
        raise Misconfigured(f"studio.json in the data folder cannot be read: {type(error).__name__}.") from None
    try:
        return Staff.model_validate(json.loads(text))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise Misconfigured(
            f"studio.json in the data folder names no providers: {place or 'it'}: {first['msg']}."
        ) from None
    except (ValueError, RecursionError) as error:
        raise Misconfigured(f"studio.json in the data folder is no JSON: {error}.") from None


def _facts(address: ProviderAddress) -> dict[str, Any]:
    most = _most(address)
    return {
        "name": address.name,
        "url": address.url,
        "token": address.token,
        "honours_keys": address.honours_keys,
        "patience": address.patience,
        "quote": lambda _order: most,
    }


def _most(address: ProviderAddress) -> Micros:
    try:
        return Micros(money("most", address.most))
    except Invalid as error:
        raise Misconfigured(f"studio.json in the data folder: {address.name}: {error}") from None
