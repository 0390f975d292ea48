"""The books hold the budget, know whose turn it is, and settle every paid step once."""

from __future__ import annotations

import pytest

from showbible.errors import Conflict, NotFound
from showbible.runs.record import life
from showbible.storage.database import Database
from showbible.studio.ledger import paid, steps, turns
from showbible.studio.ledger.model import Intent, LedgerEntry, OrderState, Turn, TurnLost
from showbible.studio.owner import is_dead, this_process
from showbible.vocabulary import Micros
from tests.builders import a_run


def _production(db: Database) -> Turn:
    run_id = a_run(db)
    with db.transaction():
        turns.ask(db, run_id, "{}")
    return _taken(db, run_id, owner="first")


def _taken(db: Database, run_id: str, *, owner: str, lease_ms: int = 60_000, dead: str | None = None) -> Turn:
    turn = turns.take(db, run_id, owner=owner, lease_ms=lease_ms, dead=dead)
    assert turn is not None
    return turn


def _intend(db: Database, turn: Turn, *, price: int, left: int = 1000, step: str = "video.a") -> LedgerEntry | None:
    intent = Intent(step=step, provider="painter", request_sha256="0", price=Micros(price))
    with db.transaction():
        return paid.intend(db, turn, intent, left=left)


def _intended(db: Database, turn: Turn, *, price: int = 400, step: str = "video.a") -> LedgerEntry:
    entry = _intend(db, turn, price=price, step=step)
    assert entry is not None
    return entry


def _settle(db: Database, turn: Turn, entry: LedgerEntry, *, state: OrderState, cost: int = 0) -> None:
    with db.transaction():
        paid.settle(db, turn, entry.intent_id, state=state, cost=cost)


def test_an_intent_holds_its_price(db: Database) -> None:
    turn = _production(db)

    _intended(db, turn, price=400)

    assert paid.held(db, turn.run_id) == 400


def test_an_intent_over_what_is_left_is_not_written_down(db: Database) -> None:
    turn = _production(db)
    _intended(db, turn, price=700)

    second = _intend(db, turn, price=301, left=1000, step="video.b")

    assert (second, [entry.step for entry in paid.entries(db, turn.run_id)]) == (None, ["video.a"])


def test_the_last_cent_may_be_spent(db: Database) -> None:
    turn = _production(db)
    _intended(db, turn, price=700)

    assert _intend(db, turn, price=300, left=1000, step="video.b") is not None


@pytest.mark.parametrize(
    ("state", "held"), [(OrderState.SUCCEEDED, 0), (OrderState.FAILED, 0), (OrderState.UNKNOWN, 400)]
)
def test_a_settled_step_gives_back_what_it_held_unless_nobody_knows(db: Database, state: OrderState, held: int) -> None:
    turn = _production(db)
    entry = _intended(db, turn, price=400)

    _settle(db, turn, entry, state=state)

    assert paid.held(db, turn.run_id) == held


def test_a_step_is_settled_once(db: Database) -> None:
    turn = _production(db)
    entry = _intended(db, turn)
    _settle(db, turn, entry, state=OrderState.SUCCEEDED, cost=400)

    with pytest.raises(Conflict):
        _settle(db, turn, entry, state=OrderState.SUCCEEDED, cost=400)


def test_a_second_try_is_a_line_of_its_own(db: Database) -> None:
    turn = _production(db)
    _settle(db, turn, _intended(db, turn), state=OrderState.FAILED)

    _intended(db, turn)

    assert [(entry.try_number, entry.state) for entry in paid.entries(db, turn.run_id)] == [
        (1, OrderState.FAILED),
        (2, OrderState.INTENDED),
    ]


def test_a_person_decides_what_nobody_knew(db: Database) -> None:
    turn = _production(db)
    entry = _intended(db, turn, price=400)
    _settle(db, turn, entry, state=OrderState.UNKNOWN)

    decided = paid.decide(db, turn.run_id, entry.intent_id, charged=True)

    assert (decided.state, decided.cost, paid.held(db, turn.run_id)) == (OrderState.FAILED, 400, 0)


def test_a_person_cannot_undo_what_is_known(db: Database) -> None:
    turn = _production(db)
    entry = _intended(db, turn)
    _settle(db, turn, entry, state=OrderState.SUCCEEDED, cost=400)

    with pytest.raises(Conflict, match="is known"):
        paid.decide(db, turn.run_id, entry.intent_id, charged=False)


def test_a_paid_step_of_another_run_is_not_found(db: Database) -> None:
    turn, other = _production(db), _production(db)
    entry = _intended(db, turn)

    with pytest.raises(NotFound):
        paid.decide(db, other.run_id, entry.intent_id, charged=False)


def test_only_one_owner_has_the_turn(db: Database) -> None:
    turn = _production(db)

    assert turns.take(db, turn.run_id, owner="second", lease_ms=1000) is None


def test_a_dead_owner_is_followed_at_once(db: Database) -> None:
    turn = _production(db)

    assert _taken(db, turn.run_id, owner="second", dead="first").number == turn.number + 1


def test_an_owner_who_fell_silent_is_followed(db: Database) -> None:
    turn = _production(db)
    turns.renew(db, turn, lease_ms=-1)

    assert _taken(db, turn.run_id, owner="second").number == turn.number + 1


def test_who_lost_the_turn_writes_nothing_more(db: Database) -> None:
    turn = _production(db)
    entry = _intended(db, turn)
    _taken(db, turn.run_id, owner="second", dead="first")

    with pytest.raises(TurnLost):
        _settle(db, turn, entry, state=OrderState.SUCCEEDED, cost=400)

    assert paid.entry(db, entry.intent_id) == entry


def test_an_unattended_production_is_found_until_its_run_is_over(db: Database) -> None:

    turn = _production(db)
    turns.leave(db, turn)
    before = [found.run_id for found in turns.unattended(db)]
    life.finish(db, turn.run_id, "cancelled")

    assert (before, turns.unattended(db)) == ([turn.run_id], [])


def test_a_kept_result_is_not_replaced(db: Database) -> None:
    turn = _production(db)
    for result in ('"first"', '"second"'):
        with db.transaction():
            steps.keep(db, turn, "plan", result=result)

    assert steps.steps(db, turn.run_id) == {"plan": '"first"'}


def test_a_deleted_run_leaves_its_paid_steps_in_the_books(db: Database) -> None:
    turn = _production(db)
    entry = _intended(db, turn)
    with db.transaction():
        steps.keep(db, turn, "plan", result='"kept"')
    life.delete(db, turn.run_id)

    assert (paid.entries(db, turn.run_id), steps.steps(db, turn.run_id)) == ([entry], {})
    assert (entry.project_id, entry.concept) == ("default", "A lighthouse keeper")


def test_this_process_is_alive_and_one_with_another_start_is_dead() -> None:
    mine = this_process()
    boot, namespace, pid, _, chance = mine.split(":")

    assert (is_dead(mine), is_dead(":".join((boot, namespace, pid, "1", chance)))) == (False, True)


@pytest.mark.parametrize("owner", ["", "x", "a:b:c:d:e", "other-boot:1:1:1:x"])
def test_a_process_of_another_machine_is_never_known_to_be_dead(owner: str) -> None:
    assert not is_dead(owner)
