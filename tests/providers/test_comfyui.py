"""What is particular to ComfyUI: a workflow of one's own, progress over a WebSocket, and no bill."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from showbible.errors import Misconfigured
from showbible.providers.contract import Provider, ProviderFailed, UnknownWork
from showbible.providers.model import Charge, Input, Medium, Order, Picture, Refusal, WorkState
from tests.providers.speaker import KEY, Asked, Reply, Shelf
from tests.providers.speakers.comfyui import REF, ComfyUISpeaker

TEXT = {"class_type": "CLIPTextEncode", "inputs": {"text": "{prompt}"}}


@pytest.fixture
def service() -> Iterator[ComfyUISpeaker]:
    with Shelf() as shelf, ComfyUISpeaker(shelf) as found:
        yield found


def _of(service: ComfyUISpeaker, folder: Path, nodes: Any, **options: Any) -> Provider:
    (folder / "mine.json").write_text(nodes if isinstance(nodes, str) else json.dumps(nodes))
    return service.provider(options={"workflow": "mine.json", "folder": str(folder), **options})


def _full_order() -> Order:
    picture = Picture(path="media/x.png", sha256="0", media_type="image/png", content=b"a picture")
    return Order(
        medium=Medium.VIDEO,
        prompt="A tower",
        negative_prompt="no rain",
        seconds=4,
        seed=7,
        reference=picture,
        last_frame=picture,
    )


def test_a_number_that_stands_alone_stays_one_and_words_between_others_are_filled_in(
    service: ComfyUISpeaker, tmp_path: Path
) -> None:
    inputs = {"text": "{prompt}, in {{style}}", "seed": "{seed}", "length": "{frames}", "rest": ["{width}", 0]}
    provider = _of(service, tmp_path, {"1": {"class_type": "Any", "inputs": inputs}})

    provider.submit(Order(medium=Medium.VIDEO, prompt="A tower", seconds=2.5, fps=24, seed=7), key="intent-1")

    assert service.asked[0].json["prompt"]["1"]["inputs"] == {
        "text": "A tower, in {style}",
        "seed": 7,
        "length": 60,
        "rest": [1280, 0],
    }


@pytest.mark.parametrize(
    ("nodes", "says"),
    [
        ({"1": TEXT, "2": {"class_type": "Any", "inputs": {"mood": "{mood}"}}}, "leaves {mood} open"),
        ({"1": {**TEXT, "inputs": {"text": "a tower"}}}, "has no {prompt}"),
        ({"1": TEXT, "2": {"inputs": {}}}, "Node '2'"),
        ({"nodes": [], "links": []}, "Export (API)"),
        ([], "no nodes"),
        ("{", "no JSON"),
    ],
)
def test_a_workflow_that_cannot_be_filled_or_run_is_refused(
    service: ComfyUISpeaker, tmp_path: Path, nodes: Any, says: str
) -> None:
    with pytest.raises(Misconfigured) as caught:
        _of(service, tmp_path, nodes)

    assert says in str(caught.value) and "mine.json" in str(caught.value)


@pytest.mark.parametrize(
    "options", [{"workflow": "none.json"}, {"workflow": 7}, {"workflow": None}, {"medium": "smell"}, {"seconds": [0]}]
)
def test_options_that_mean_nothing_are_refused(service: ComfyUISpeaker, options: dict[str, Any]) -> None:
    with pytest.raises(Misconfigured):
        assert service.provider(options=options).offers


def test_what_a_workflow_leaves_open_is_what_it_takes(service: ComfyUISpeaker, tmp_path: Path) -> None:
    picture = _of(service, tmp_path, {"1": TEXT}).offer(Medium.IMAGE)
    film = service.provider().offer(Medium.VIDEO)

    assert (picture.model, picture.takes, picture.needs_reference) == ("mine", frozenset(), False)
    assert Input.LAST_FRAME in film.takes and film.needs_reference


def test_an_order_without_a_picture_that_the_workflow_needs_is_not_sent(service: ComfyUISpeaker) -> None:
    with pytest.raises(ProviderFailed, match=re.escape("{reference}")) as caught:
        service.provider().submit(Order(medium=Medium.VIDEO, prompt="A tower", seconds=4), key="intent-1")

    assert (caught.value.refusal, service.asked) == (Refusal.INPUT, [])


class RefusingSpeaker(ComfyUISpeaker):
    """A ComfyUI that lacks a model."""

    def speak(self, asked: Asked) -> Reply:
        """Nodes that are wrong, as its maker tells them."""
        errors = [
            {"type": "value_not_in_list", "message": "Value not in list", "details": "ckpt_name: 'wan' not in []"}
        ]
        body = {
            "error": {"type": "prompt_outputs_failed_validation", "message": "Prompt outputs failed validation"},
            "node_errors": {"9": {"errors": errors, "dependent_outputs": ["10"], "class_type": "CheckpointLoader"}},
        }
        return Reply(body, status=400)


def test_what_is_wrong_with_a_node_is_told(tmp_path: Path) -> None:
    with Shelf() as shelf, RefusingSpeaker(shelf) as service, pytest.raises(ProviderFailed) as caught:
        _of(service, tmp_path, {"1": TEXT}).submit(Order(medium=Medium.IMAGE, prompt="A tower"), key="intent-1")

    assert caught.value.refusal is Refusal.INPUT
    assert "CheckpointLoader (node 9): Value not in list" in str(caught.value)


def test_progress_is_heard_over_the_websocket(service: ComfyUISpeaker, tmp_path: Path) -> None:
    service.polls_before_done = 10**6  # type: ignore[misc]
    provider = _of(service, tmp_path, {"1": TEXT})
    work = provider.submit(Order(medium=Medium.IMAGE, prompt="A tower"), key="intent-1")

    found = provider.follow(work.ref)
    while found.progress is None:
        time.sleep(0.01)
        found = provider.follow(work.ref)

    assert (found.state, found.progress) == (WorkState.RUNNING, 0.25)


def test_work_that_nobody_ordered_here_is_told_with_what_its_workflow_says(service: ComfyUISpeaker) -> None:
    service.provider().submit(_full_order(), key="intent-1")
    service.polls = 10

    work = service.provider().follow(REF)

    assert work.facts == {"prompt": "A tower", "negative_prompt": "no rain", "seed": 7}
    assert [output.media_type for output in work.outputs][-1] == "image/png"


def test_work_that_others_ordered_is_followed_without_a_workflow_of_ones_own(service: ComfyUISpeaker) -> None:
    service.polls = 10

    work = service.provider(options={"workflow": None}).follow(REF)

    assert (work.state, work.facts, len(work.outputs)) == (WorkState.SUCCEEDED, {}, 2)


def test_a_work_that_comfyui_has_forgotten_is_no_failed_one(service: ComfyUISpeaker) -> None:
    with pytest.raises(UnknownWork, match="knows of no work 'other'"):
        service.provider().follow("other")


def test_its_work_costs_nothing_unless_a_person_says_so(service: ComfyUISpeaker) -> None:
    assert service.provider().quote(_full_order(), on=date(2030, 1, 1)) == Charge(amount=Decimal(0))


def test_the_one_that_runs_is_interrupted(service: ComfyUISpeaker) -> None:
    provider = service.provider()
    service.polls = 2

    assert provider.cancel(REF)
    assert not provider.cancel("other")
    assert [asked.path for asked in service.asked if asked.method == "POST"] == ["/interrupt"]


class ShelvingSpeaker(ComfyUISpeaker):
    """A ComfyUI whose files are kept by another host."""

    def _file(self, asked: Asked) -> Reply:
        return Reply(b"", status=302, headers={"Location": self.shelf.put("/kept.mp4", *self.result)})


def test_a_file_that_another_host_keeps_is_fetched_there_without_the_key() -> None:
    with Shelf() as shelf, ShelvingSpeaker(shelf) as service:
        service.polls = 10
        provider = service.provider()

        assert provider.fetch(provider.follow(REF).outputs[0]) == service.result[0]
        assert KEY in str(service.asked[-1].headers)
        assert shelf.asked and not any(KEY in str(asked.headers) for asked in shelf.asked)
