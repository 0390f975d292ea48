"""The settings, read once by whoever starts the process."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Mapping
from dataclasses import field, fields
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from showbible.errors import Misconfigured
from showbible.values import frozen

PREFIX: Final = "SHOWBIBLE_"
OUTPUT_MODES: Final = ("native", "tool", "prompted")

_BUCKET = re.compile(r"s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:/[A-Za-z0-9][A-Za-z0-9._-]*)*/?")


def _setting(default: Any, doc: str, *, secret: bool = False) -> Any:
    return field(default=default, metadata={"doc": doc}, repr=not secret)


@frozen
class Settings:
    """How one process runs; every field is also a `SHOWBIBLE_*` variable."""

    home: Path = _setting(Path("showbible-data"), "The data folder.")
    database: str | None = _setting(None, "`postgresql://...` instead of the folder's SQLite files.")
    stores: str | None = _setting(
        None,
        "`s3://bucket/prefix` instead of the folder's files; keys and region are those of the usual AWS variables.",
    )
    s3_endpoint: str | None = _setting(
        None, "`http(s)://...` of an S3-compatible service that is not Amazon's, for s3://bucket."
    )
    stores_cache_mb: int = _setting(2048, "Megabytes of files in s3://bucket that this machine keeps at hand.")
    model: str | None = _setting(
        None, "`provider:name` or `local:file.gguf` of a language model; none means the offline rules."
    )
    vision_model: str | None = _setting(None, "`provider:name` of a model that can look at pictures.")
    model_output: str = _setting("native", "How a model is asked for typed answers: native, tool or prompted.")
    model_timeout: float = _setting(60.0, "Seconds to wait for one answer of a model.")
    model_context: int = _setting(8192, "Tokens that a model in a local file has room for, question and answer.")
    embeddings: str = _setting("default", "Who places texts by meaning: default, openai:name or local:folder.")
    embeddings_url: str | None = _setting(
        None, "`http(s)://...` of a server that speaks OpenAI's protocol, for openai:name."
    )
    embeddings_key: str | None = _setting(None, "The key for that server, if it wants one.", secret=True)
    host: str = _setting("127.0.0.1", "The address to serve on.")
    port: int = _setting(8787, "The port to serve on; 0 takes any free one.")
    workers: int = _setting(2, "Worker threads inside one process.")
    lease_seconds: float = _setting(30.0, "How long a silent worker keeps a job before another takes it.")
    stalled_after: float = _setting(900.0, "Seconds without news after which a run counts as stalled.")
    disk_floor_mb: int = _setting(256, "Free megabytes below which nothing more is written.")
    backup_hours: float = _setting(24.0, "Hours between the backups that a server or worker makes; 0 makes none.")
    backups_kept: int = _setting(7, "How many of the backups in the data folder are kept.")
    mcp: str = _setting("read", "What assistants may do at `/mcp`: read, write or off.")
    webhooks: str | None = _setting(
        None,
        "`https://...` addresses, commas between, that are told of runs that end and of payments in doubt.",
        secret=True,
    )
    webhooks_secret: str | None = _setting(None, "What those notices are signed with, 16 letters or more.", secret=True)
    webhooks_secret_file: str | None = _setting(
        None, "A file that holds this secret, readable by its owner alone, instead."
    )
    webhooks_hosts: str | None = _setting(
        None, "Hosts, commas between, that may be told without https, or inside your own network."
    )
    log_level: str = _setting("info", "debug, info, warning or error.")

    def __post_init__(self) -> None:
        """Refuse what could never work, with a sentence that says what would."""
        _check_database(self.database)
        _check_stores(self.stores, endpoint=self.s3_endpoint)
        _check_range("stores_cache_mb", self.stores_cache_mb, 0, 10**9)
        _check_range("port", self.port, 0, 65535)
        _check_range("workers", self.workers, 0, 64)
        _check_range("lease_seconds", self.lease_seconds, 0.2, 3600)
        _check_range("stalled_after", self.stalled_after, 1, 10**9)
        _check_range("model_timeout", self.model_timeout, 0.1, 3600)
        _check_range("model_context", self.model_context, 512, 1024 * 1024)
        _check_range("disk_floor_mb", self.disk_floor_mb, 0, 10**9)
        _check_range("backup_hours", self.backup_hours, 0, 24 * 365)
        _check_range("backups_kept", self.backups_kept, 1, 10_000)
        _check_choice("model_output", self.model_output, OUTPUT_MODES)
        _check_choice("mcp", self.mcp, ("read", "write", "off"))
        _check_choice("log_level", self.log_level, ("debug", "info", "warning", "error"))
        for name in ("model", "vision_model"):
            _check_model(name, getattr(self, name))
        if (self.vision_model or "").startswith("local:"):
            raise Misconfigured(f"{PREFIX}VISION_MODEL cannot be a local file: those read words only.")
        _check_embeddings(self.embeddings, url=self.embeddings_url, key=self.embeddings_key)
        if self.webhooks_secret is not None and self.webhooks_secret_file is not None:
            raise Misconfigured(f"Give {PREFIX}WEBHOOKS_SECRET or a file that holds it, not both.")

    @classmethod
    def read(cls, environ: Mapping[str, str] | None = None, **flags: object) -> Settings:
        """Settings from the flags given, then from the environment, then the defaults."""
        given: dict[str, Any] = _from_environment(os.environ if environ is None else environ)
        given.update({name: value for name, value in flags.items() if value is not None})
        return cls(**given)


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def key_in(name: str) -> str | None:
    """The key in a variable that somebody named; None where it is not set."""
    return os.environ.get(name)


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    known = {variable(f.name): f for f in fields(Settings)}
    given = {}
    for name, text in environ.items():
        if not name.startswith(PREFIX):
            continue
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f" Did you mean {near[0]}?" if near else " See docs/settings.md for the list."
            raise Misconfigured(f"There is no setting {name}.{hint}")
        if text:
            given[known[name].name] = _parsed(name, text, type(known[name].default))
    return given


def _parsed(name: str, text: str, kind: type) -> Any:
    if kind not in (int, float):
        return Path(text) if kind is type(Path()) else text
    try:
        return kind(text)
    except ValueError:
        raise Misconfigured(f"{name} must be a number, not {text!r}.") from None


def _check_range(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise Misconfigured(f"{variable(name)} must lie between {low:g} and {high:g}, not be {value:g}.")


def _check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise Misconfigured(f"{variable(name)} must be one of {', '.join(choices)}, not {value!r}.")


def _check_model(name: str, value: str | None) -> None:
    if value is not None and not all(value.partition(":")):
        raise Misconfigured(f"{variable(name)} must read provider:name, such as openai:gpt-5, not {value!r}.")


def _check_embeddings(value: str, *, url: str | None, key: str | None) -> None:
    kind, _, name = value.partition(":")
    if value != "default" and not (kind in ("openai", "local") and name):
        raise Misconfigured(
            f"{PREFIX}EMBEDDINGS must be default, openai:name such as openai:text-embedding-3-small, or local:folder, "
            f"not {value!r}."
        )
    if (url is not None or key is not None) and kind != "openai":
        raise Misconfigured(f"{PREFIX}EMBEDDINGS_URL and its key serve {PREFIX}EMBEDDINGS=openai:name: set that, too.")
    if key is not None and url is None:
        raise Misconfigured(
            f"{PREFIX}EMBEDDINGS_KEY belongs to {PREFIX}EMBEDDINGS_URL; OpenAI's own is OPENAI_API_KEY."
        )
    if url is not None and not _is_web_address(url):
        raise Misconfigured(f"{PREFIX}EMBEDDINGS_URL must read http://host:port/v1, not {url!r}.")


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        return False


def _check_stores(address: str | None, *, endpoint: str | None) -> None:
    if address is not None and not _BUCKET.fullmatch(address):
        raise Misconfigured(
            f"{PREFIX}STORES must read s3://bucket or s3://bucket/prefix, not {address!r}; leave it out to use the "
            "data folder."
        )
    if endpoint is not None and address is None:
        raise Misconfigured(f"{PREFIX}S3_ENDPOINT serves {PREFIX}STORES=s3://bucket: set that, too.")
    if endpoint is not None and not _is_web_address(endpoint):
        raise Misconfigured(f"{PREFIX}S3_ENDPOINT must read http://host:port, not {endpoint!r}.")


def _check_database(url: str | None) -> None:
    if url is None:
        return
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("postgresql", "postgres") and (parts.port or True) and len(parts.path) > 1
    except ValueError:
        usable = False
    if not usable:
        raise Misconfigured(
            f"{PREFIX}DATABASE must read postgresql://user@host/name; leave it out to use the data folder."
        )
