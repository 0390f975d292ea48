"""The sentences that moments are compared to are nobody's: none is taken from a story that figures come from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import pytest

from benchmarks._sentences import POOLS, pool
from showbible.direction.recall.kinds import told

RUN = 4
"""So many words in a row are no chance."""
_WORD = re.compile(r"[a-z']+|\{")


def _runs(sentence: str) -> Iterator[tuple[str, ...]]:
    words = _WORD.findall(re.sub(r"\{[ab]\}", "{", sentence.lower()))
    parts = (tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1))
    return (part for part in parts if "{" not in part)


@pytest.mark.parametrize("name", ["situations.md", "premises.md", "places.md"])
def test_no_sentence_shares_four_words_in_a_row_with_a_made_up_story(name: str) -> None:
    pools = [pool(each) for each in POOLS]
    parts = chain.from_iterable((words.moments, words.premises, words.places) for words in pools)
    theirs = {run for kinds in parts for told_of in kinds.values() for each in told_of for run in _runs(each)}

    ours = [sentence for sentences in told(name).values() for sentence in sentences]

    assert len(ours) > 50
    assert [each for each in ours if not theirs.isdisjoint(_runs(each))] == []
