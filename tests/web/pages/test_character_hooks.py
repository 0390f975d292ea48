"""The hooks on a character's page: used, dismissed, corrected, paused and forgotten, each with its way back."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest

from showbible.bible import Bible
from showbible.conversations.model import HookState
from showbible.vocabulary import utcnow
from showbible.web.pages.cast.address import CastAddress
from showbible.web.pages.cast.character import CharacterPage
from showbible.words import away
from tests.web.conftest import Caller
from tests.web.pages.talks import HTMX, hooked, shown, talked, undone


def test_a_hook_is_dismissed_and_undone(visit_any: Caller, any_bible: Bible) -> None:
    hook = hooked(any_bible)
    talked(any_bible, "Hello.")
    scope = any_bible.conversations.scope("lena", character_id="nova")
    answer = visit_any(
        "POST", f"/cast/nova/hooks/{hook.hook_id}/state?user=lena&series=", data={"state": "dismissed"}, headers=HTMX
    )
    dismissed = any_bible.conversations.open_hooks(scope)

    undone(answer, visit_any)

    assert (dismissed, any_bible.conversations.open_hooks(scope)) == ([], [hook])


def test_a_used_hook_is_over(visit_any: Caller, any_bible: Bible) -> None:
    hook = hooked(any_bible)
    talked(any_bible, "Hello.")

    visit_any(
        "POST", f"/cast/nova/hooks/{hook.hook_id}/state?user=lena&series=", data={"state": "triggered"}, headers=HTMX
    )

    found = CharacterPage(any_bible, CastAddress(character="nova"))
    assert found.met is not None
    assert ([found.mark(hook).word for hook in found.met.past_hooks], found.met.hooks) == (["Used"], [])


def test_what_was_opened_again_can_be_undone(visit_any: Caller, any_bible: Bible) -> None:
    hook = hooked(any_bible)
    any_bible.conversations.settle(hook.hook_id, HookState.TRIGGERED)
    answer = visit_any(
        "POST", f"/cast/nova/hooks/{hook.hook_id}/state?user=lena&series=", data={"state": "active"}, headers=HTMX
    )

    undone(answer, visit_any)

    states = [each.after for each in any_bible.conversations.hooks.history(hook.hook_id)]
    assert states == [{"state": "triggered"}, {"state": "active"}, {"state": "triggered"}]


def test_a_hook_that_was_used_already_offers_no_way_back(visit_any: Caller, any_bible: Bible) -> None:
    hook = hooked(any_bible)
    any_bible.conversations.settle(hook.hook_id, HookState.TRIGGERED)

    answer = visit_any(
        "POST", f"/cast/nova/hooks/{hook.hook_id}/state?user=lena&series=", data={"state": "triggered"}, headers=HTMX
    )

    assert (answer.status_code, "Undo" in answer.text) == (200, False)


def test_a_paused_hook_is_listed_last_until_undone(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "Hello.")
    hook, _ = hooked(any_bible), hooked(any_bible, "Ask about the boat")
    path = f"/cast/nova/hooks/{hook.hook_id}/pause?user=lena&series="
    answer = visit_any("POST", path, data={"paused": "yes"}, headers=HTMX)
    paused = visit_any("GET", "/cast/nova").text

    undone(answer, visit_any)

    after = visit_any("GET", "/cast/nova").text
    assert (shown(paused), "1 due now, 1 paused" in paused) == (["Ask about the boat", "Ask about the exam"], True)
    assert "2 due now</" in after


def test_the_history_of_a_hook_says_who_used_it(visit_any: Caller, any_bible: Bible) -> None:
    session = talked(any_bible, "Hello.")
    hook = hooked(any_bible)
    any_bible.conversations.settle(hook.hook_id, HookState.TRIGGERED, session_id=session)

    text = visit_any("GET", f"/cast/nova?peek=hook:{hook.hook_id}").text

    told = ("<b>A conversation</b>", "<dt>State</dt><dd><del>Open</del><ins>Used</ins>", "Open again")
    assert [each for each in told if each not in text] == []


@pytest.mark.both_databases
def test_a_forgotten_hook_is_gone_and_undo_restores_it(visit_any: Caller, any_bible: Bible) -> None:
    hook = hooked(any_bible, "Ask “her” <about> the exam & more", days=2)
    answer = visit_any("POST", f"/cast/nova/hooks/{hook.hook_id}/forget?user=lena&series=", headers=HTMX)
    gone = any_bible.db.value("SELECT COUNT(*) FROM hooks")

    undone(answer, visit_any)

    scope = any_bible.conversations.scope("lena", character_id="nova")
    assert (gone, any_bible.conversations.open_hooks(scope)) == (0, [hook])


@pytest.mark.parametrize("kept", ["", "zzz", "{}", '{"hook": {}}'])
def test_what_was_never_forgotten_cannot_be_restored(small_cast: Caller, kept: str) -> None:
    answer = small_cast("POST", "/cast/nova/hooks/restore?user=lena&series=", data={"taken": kept}, headers=HTMX)

    assert answer.status_code == 422


def test_what_belongs_to_another_cannot_be_restored_here(visit_any: Caller, any_bible: Bible) -> None:
    hook = hooked(any_bible)
    told = visit_any("POST", f"/cast/nova/hooks/{hook.hook_id}/forget?user=lena&series=", headers=HTMX).text
    kept = html.unescape(re.findall(r'name="taken" value="([^"]*)"', told)[0])

    answer = visit_any("POST", "/cast/nova/hooks/restore?user=jonas&series=", data={"taken": kept}, headers=HTMX)

    assert (answer.status_code, any_bible.db.value("SELECT COUNT(*) FROM hooks")) == (422, 0)


@pytest.mark.parametrize("act", ["state", "pause", "forget", "correct", "undo"])
def test_what_belongs_to_another_is_not_found(visit_any: Caller, any_bible: Bible, act: str) -> None:
    hook = hooked(any_bible)
    fields = {"paused": "yes", "content": "Mine", "seq": "1", "state": "triggered"}

    path = f"/cast/nova/hooks/{hook.hook_id}/{act}?user=eve&series="
    answer = visit_any("POST", path, data=fields, headers=HTMX)

    assert (answer.status_code, any_bible.conversations.hooks.history(hook.hook_id)) == (404, [])


def test_a_hook_gets_other_words_times_and_reach(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "Hello.", series="keeper")
    hook = hooked(any_bible, days=1)
    edit = {"content": "Ask her", "reach": "series", "due": "2030-01-02T10:00", "ends": "2030-02-01T10:00"}

    visit_any("POST", f"/cast/nova/hooks/{hook.hook_id}/correct?user=lena&series=keeper", data=edit, headers=HTMX)

    text = visit_any("GET", f"/cast/nova?user=lena&series=keeper&peek=hook:{hook.hook_id}").text
    told = ("Ask her", "2 Jan 2030, 10:00:00 UTC", "1 Feb 2030, 10:00:00 UTC", "Only in keeper")
    assert [each for each in told if each not in text] == []


def test_an_outdated_edit_of_a_hook_shows_both_texts(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "Hello.")
    hook = hooked(any_bible)
    path = f"/cast/nova/hooks/{hook.hook_id}/correct?user=lena&series="
    visit_any("POST", path, data={"content": "Ask her", "seen": hook.mark}, headers=HTMX)

    answer = visit_any("POST", path, data={"content": "Ask him", "seen": hook.mark}, headers=HTMX)

    assert (answer.status_code, "Ask her" in answer.text, "Ask him" in answer.text) == (409, True, True)


def test_a_hook_that_was_there_already_cannot_be_undone_away(visit_any: Caller, any_bible: Bible) -> None:
    hook = hooked(any_bible)

    answer = visit_any("POST", "/cast/nova/hooks?user=lena&series=", data={"content": hook.content}, headers=HTMX)

    assert "It will come up." in answer.text and "Undo" not in answer.text


def test_a_hook_by_hand_comes_up_until_undone(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "Hello.")
    fields = {"content": "Ask about the exam", "due": "2030-01-02T10:00"}
    answer = visit_any("POST", "/cast/nova/hooks?user=lena&series=", data=fields, headers=HTMX)
    scope = any_bible.conversations.scope("lena", character_id="nova")
    made = any_bible.conversations.open_hooks(scope)

    undone(answer, visit_any)

    assert [(each.content, each.state) for each in made] == [("Ask about the exam", HookState.ACTIVE)]
    assert any_bible.conversations.open_hooks(scope) == []


@pytest.mark.parametrize("due", ["soon", "2030-13-01T10:00"])
def test_a_moment_that_is_none_is_refused(small_cast: Caller, due: str) -> None:
    fields = {"content": "Ask", "due": due}

    assert small_cast("POST", "/cast/nova/hooks?user=lena&series=", data=fields, headers=HTMX).status_code == 422


@pytest.mark.parametrize(
    ("seconds", "said"), [(30, "in a moment"), (90, "in 1 minute"), (7200, "in 2 hours"), (-86_400, "1 day ago")]
)
def test_a_moment_is_so_far_away(seconds: int, said: str) -> None:
    now = utcnow()

    assert away(now + timedelta(seconds=seconds), now) == said
