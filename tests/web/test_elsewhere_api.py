"""`POST /api/v1/runs/follow`: asked as often as one likes, it records once."""

from __future__ import annotations

from typing import Any

import pytest

from showbible.bible import Bible
from tests.runs.other_works import serving
from tests.web.conftest import calling

FOLLOW = "/api/v1/runs/follow"


def test_work_is_told_while_it_goes_on_recorded_when_it_ends_and_told_again(small: Bible) -> None:
    body = {"provider": "service", "task": "7"}
    with serving(small.settings.home) as service, calling(small) as call:
        service.polls_before_done = 1  # type: ignore[misc]
        answers = [call("POST", FOLLOW, json=body) for _ in range(3)]

    going_on, new, known = (answer.json() for answer in answers)
    assert [answer.status_code for answer in answers] == [202, 201, 200]
    assert (going_on["state"], going_on["run_id"]) == ("running", None)
    assert (new["cost"], new["assets"][0]["type"], new["is_new"]) == (0.25, "video", True)
    assert known == {**new, "is_new": False}


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({"provider": "nobody", "task": "7"}, 422, "no provider 'nobody'"),
        ({"provider": "service", "task": "8"}, 404, "no work of service '8'"),
        ({"provider": "service", "task": "7", "cost": True}, 422, "cost"),
        ({"provider": "service"}, 422, "task"),
    ],
)
def test_bad_input_is_a_problem_in_the_callers_words(
    small: Bible, body: dict[str, Any], status: int, says: str
) -> None:
    with serving(small.settings.home), calling(small) as call:
        answer = call("POST", FOLLOW, json=body)

    assert answer.status_code == status and says in answer.text
