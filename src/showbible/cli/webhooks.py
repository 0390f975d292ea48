"""Try the addresses that are told of what happens in the studio."""

from __future__ import annotations

import typer

from showbible.cli.options import Home, opened
from showbible.errors import ShowbibleError
from showbible.vocabulary import utcnow
from showbible.webhooks import deliver
from showbible.webhooks.model import Notice, NoticeKind, Webhook, Webhooks

app = typer.Typer(no_args_is_help=True)


@app.callback()
def webhooks() -> None:
    """Tell other programs of runs that end and of payments in doubt."""


@app.command("test")
def try_out(home: Home = None) -> None:
    """Send a signed test notice to every address that is told; exit code 1 when one does not take it."""
    with opened(home) as bible:
        hooks = bible.resources.hooks
    if not hooks.hooks:
        typer.echo("Nobody is told: SHOWBIBLE_WEBHOOKS names no address.")
        return
    answers = {hook: _tried(hooks, hook) for hook in hooks.hooks}
    for hook, trouble in answers.items():
        typer.echo(f"{'!' if trouble else '✓'} {hook.name}  {trouble or 'delivered'}")
    if any(answers.values()):
        raise typer.Exit(1)


def _tried(hooks: Webhooks, hook: Webhook) -> str:
    """Why a hook did not take a test notice; empty when it did."""
    notice = Notice(kind=NoticeKind.TEST, at=utcnow())
    delivery_id = notice.delivery_id(hook)
    try:
        deliver.send(hooks, hook, notice.body(delivery_id), kind=notice.kind, delivery_id=delivery_id)
    except ShowbibleError as error:
        return str(error)
    return ""
