"""Who works on a production, and whether that process still lives."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

_PROC = Path("/proc")


def this_process() -> str:
    """A name for this process that tells later whether it still runs: machine start, namespace, id, start, chance."""
    started = _started(os.getpid()) or "0"
    return ":".join((_boot(), _namespace(), str(os.getpid()), started, secrets.token_hex(4)))


def is_dead(owner: str) -> bool:
    """Whether a process is known to have ended; one on another machine is never known to."""
    parts = owner.split(":")
    if len(parts) != 5 or not parts[2].isdigit() or "?" in parts[:2]:
        return False
    boot, namespace, pid, started, _ = parts
    if (boot, namespace) != (_boot(), _namespace()):
        return False
    return _started(int(pid)) != started


def _started(pid: int) -> str | None:
    """When a process began, in ticks since the machine started; None when there is no such process."""
    try:
        fields = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] in "ZX" else fields[19]


def _boot() -> str:
    try:
        return (_PROC / "sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return "?"


def _namespace() -> str:
    try:
        return str((_PROC / "self/ns/pid").readlink()).strip("pid:[]")
    except OSError:
        return "?"
