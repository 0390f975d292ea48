"""The one place that runs a command and turns errors into exit codes."""

from __future__ import annotations

import sys
from typing import Final

DONE: Final = 0
FAILED: Final = 1
USAGE: Final = 2
TRY_LATER: Final = 75
CONFIGURATION: Final = 78


def main(arguments: list[str] | None = None) -> None:
    """Run a command and leave with its exit code."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run a command; an expected error is one line on standard error and a code, never a traceback."""
    from showbible.cli.app import app
    from showbible.errors import ShowbibleError

    try:
        result = app(args=arguments, prog_name="showbible", standalone_mode=False)
    except ShowbibleError as error:
        print(f"showbible: {' '.join(_words(error).split())}", file=sys.stderr)  # noqa: T201
        return exit_code(error)
    except BrokenPipeError:
        sys.stderr.close()
        return FAILED
    except Exception as error:
        code = _usage_problem(error)
        if code is None:
            raise
        return code
    return result if isinstance(result, int) else DONE


def _words(error: Exception) -> str:
    """What went wrong, and which command helps where one does."""
    from showbible.errors import NotFound

    if isinstance(error, NotFound) and error.kind == "project":
        return f"{error} `showbible projects new {error.name}` makes it, `showbible projects list` shows all there are."
    return str(error)


def exit_code(error: Exception) -> int:
    """What a script learns from the way a command ended."""
    from showbible import errors

    if isinstance(error, errors.Misconfigured):
        return CONFIGURATION
    if isinstance(error, errors.TryLater | errors.DiskFull):
        return TRY_LATER
    if isinstance(error, errors.Invalid | errors.TooLarge):
        return USAGE
    return FAILED


def _usage_problem(error: Exception) -> int | None:
    """What the argument parser complains about, shown its own way; None for anything else."""
    show, code = getattr(error, "show", None), getattr(error, "exit_code", None)
    if callable(show) and isinstance(code, int):
        show()
        return code
    if type(error).__name__ == "Abort":
        return FAILED
    return None
