"""What whoever acts on an event may touch."""

from __future__ import annotations

from collections.abc import Callable

from showbible.jobs import timekeeping
from showbible.jobs.timekeeping import Clock
from showbible.llm.client import LLM
from showbible.llm.embeddings.choosing import Find, installed, sentence_encoder
from showbible.llm.offline import Offline
from showbible.llm.vision import Blind, PictureViewer
from showbible.storage.blobs import Blobs
from showbible.storage.workspace import Workspace
from showbible.values import frozen
from showbible.webhooks.model import NOBODY, Webhooks


@frozen
class Resources:
    """What a consequence may touch."""

    workspace: Workspace
    blobs: Blobs
    llm: Callable[[], LLM] = Offline
    viewer: Callable[[], PictureViewer] = Blind
    embedder: Find = installed
    encoder: Find = sentence_encoder
    backups_kept: int = 7
    hooks: Webhooks = NOBODY
    clock: Clock = timekeeping.read
    """What tells the time to whoever removes something for its age."""
