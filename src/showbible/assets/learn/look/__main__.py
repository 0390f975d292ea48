"""The process that opens one file: prints what it sees as JSON, or one line of why it cannot."""

from __future__ import annotations

import json
import resource
import sys
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import Any

from showbible.assets.learn.look.process import MEMORY, SECONDS, UNABLE, UNREADABLE
from showbible.errors import Misconfigured, ShowbibleError


def main(path: str, mode: str) -> int:
    """Look at a file within limits."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    from showbible.assets.learn.look import eyes

    try:
        told = _told(eyes, Path(path), mode)
    except Misconfigured as error:
        sys.stderr.write(f"{error}\n")
        return UNABLE
    except (ShowbibleError, OSError, ValueError, MemoryError) as error:
        sys.stderr.write(f"{error or type(error).__name__}\n")
        return UNREADABLE
    sys.stdout.write(json.dumps(told))
    return 0


def _told(eyes: ModuleType, path: Path, mode: str) -> dict[str, Any]:
    if mode == "rate":
        return dict(eyes.rate(path))
    return asdict(eyes.played(path) if mode == "figures" else eyes.seen(path, read_text=mode == "text"))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
