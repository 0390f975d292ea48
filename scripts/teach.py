"""Teaches the packaged encoder to read sentences together, and writes by how much its weights change.

PYTHONPATH=. python scripts/teach.py [--without FILE ...] [--epochs 2] [--on] [--to FILE.npz] [--check FILE.npz]

Needs torch and transformers, which nothing else here does: pip install torch transformers. On two processors a round
takes an hour. With `--on` it begins with what was taught already, as what ships did: decision 156 tells its
steps. The network learns two things at once from cases, chats, items and talks that are for developing: whether a
sentence answers a question, and whether a later one puts it out of date, with the question or without one. Words keep
the vectors they have; every layer may change. A file that is left out says how well it does on what it has not seen:
only this figure means something.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
import torch
from transformers import AutoModel

from scripts.lessons import Said, Talk, lessons
from showbible.llm.embeddings import encoder, together
from showbible.llm.embeddings.embedder import plain
from showbible.llm.embeddings.encoder import Encoder
from showbible.llm.embeddings.together import FILE, PairReader, Passage, Taught

ANSWERS, OUTDATES = 0, 1
BATCH: Final = 32
FASTEST: Final = 8e-5
FASTEST_HEADS: Final = 2e-3
WARMING: Final = 100
SLOWEST: Final = 0.02
WORTH_OF_YES: Final = 2.0
"""What a pair counts that is so beside one that is not: there are fewer of them."""
WITHOUT_QUESTION: Final = 0.4
"""The share of pairs of which it is told without a question whether one outdates the other."""
NEAREST, BESIDE, BESIDE_IN_CHATS, BY_CHANCE = 10, 4, 7, 2
"""Sentences to each question that do not answer it: some of the nearest, others of the same user, and of anybody."""
OF_NEAREST: Final = 3
PAIRS: Final = 4, 6
STILL, STILL_OF_LONG = 24, 40
OF_SHORT: Final = 0.2
"""The share of short talks that is gone through in each round: there are many of them."""
SHORT: Final = 12
OF_QUESTIONS: Final = 0.2
"""The share of questions about other than long talks that is gone through in each round: these are known already."""
LONG: Final = 8
"""The number of the last message from which on a talk is long."""
EARLIER: Final = 4
"""How many earlier sentences the product reads together with a new one."""
AT_ONCE, LONGEST = 256, 64


@dataclass(frozen=True, kw_only=True)
class Example:
    """Texts that are read together, what is asked of them, and whether it is so."""

    task: int
    row: Passage
    is_so: bool


def cutter(known: Encoder) -> PairReader:
    """Who cuts texts into tokens as the product does, and knows nothing."""
    return PairReader(pieces=known.pieces, network=known.network, heads=np.zeros((1, 2)), bias=np.zeros(2))


def examples(talks: Sequence[Talk], chance: random.Random) -> Iterator[Example]:
    """What is learned in one round: of what is not so, another draw each time."""
    anybody = [said for talk in talks for said in talk.said]
    known = [question for talk in talks for question, yes in talk.asks if yes]
    drawn = [talk for talk in talks if len(talk.said) > SHORT or chance.random() < OF_SHORT]
    for talk in drawn:
        is_long = talk.said[-1].turn >= LONG
        for question, yes in talk.asks:
            if not is_long and chance.random() >= OF_QUESTIONS:
                continue
            no = _others(talk, question, yes, chance) + chance.choices(anybody, k=BY_CHANCE)
            yield from (_answer(question, talk.said[place], is_so=True) for place in yes)
            yield from (_answer(question, said, is_so=False) for said in no)
        yield _answer(chance.choice(known), chance.choice(talk.said), is_so=False)
        for is_so, most in zip((True, False), PAIRS, strict=True):
            pairs = [each for each in talk.pairs if each[3] is is_so]
            for question, old, new, _ in chance.sample(pairs, min(most, len(pairs))):
                asked = "" if chance.random() < WITHOUT_QUESTION else question
                yield _pair(asked, talk.said[old], talk.said[new], is_so=is_so)
        yield from (_pair("", talk.said[old], talk.said[new], is_so=True) for old, new in talk.ends)
        most = STILL_OF_LONG if is_long else STILL
        for old, new in chance.sample(talk.stays, min(most, len(talk.stays))):
            yield _pair("", talk.said[old], talk.said[new], is_so=False)


def _others(talk: Talk, question: str, yes: Sequence[int], chance: random.Random) -> list[Said]:
    """Sentences of a talk that do not answer a question: some that come near, and some of the others."""
    near = [place for place in talk.near[question] if place not in yes]
    most = BESIDE_IN_CHATS if talk.source.startswith("chats") else BESIDE
    some = chance.sample(near[:NEAREST], min(OF_NEAREST, len(near)))
    rest = [place for place in near if place not in some]
    return [talk.said[place] for place in some + chance.sample(rest, min(most, len(rest)))]


def look_around(talks: Sequence[Talk], rows: Callable[[Sequence[str]], dict[str, Any]]) -> None:
    """Find out what is near to what in each talk; of many pairs keep those that the product would compare."""
    known = rows(sorted({text for talk in talks for text in talk.texts}))
    for talk in talks:
        said = np.stack([known[each.text] for each in talk.said])
        talk.near = {text: [int(each) for each in np.argsort(-(said @ known[text]))] for text in talk.texts}
        if len(talk.stays) > STILL and not talk.source.startswith("chats"):
            talk.stays = [(old, new) for old, new in talk.stays if old in _earlier(talk, new)]
            talk.pairs = [each for each in talk.pairs if each[3] or _is_near(talk, *each[:3])]


def _earlier(talk: Talk, new: int) -> list[int]:
    before = [place for place in talk.near[talk.said[new].text] if talk.said[place].turn < talk.said[new].turn]
    return before[:EARLIER]


def _is_near(talk: Talk, question: str, old: int, new: int) -> bool:
    return new in talk.near[question][:NEAREST] or new in talk.near[talk.said[old].text][:NEAREST]


def _answer(question: str, said: Said, *, is_so: bool) -> Example:
    return Example(task=ANSWERS, row=Passage(question, said.text, said.before), is_so=is_so)


def _pair(question: str, old: Said, new: Said, *, is_so: bool) -> Example:
    before = ("", "") if question else (old.before, new.before)
    return Example(task=OUTDATES, row=Passage(question, old.text, new.text, True, *before), is_so=is_so)


class Pupil(torch.nn.Module):
    """The encoder with two heads; what words mean to it stays as it is."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.network = AutoModel.from_pretrained(folder, attn_implementation="eager")
        self.heads = torch.nn.Linear(self.network.config.hidden_size, 2)
        torch.nn.init.zeros_(self.heads.weight)
        for weights in self.network.embeddings.parameters():
            weights.requires_grad_(False)
        self.network.embeddings.token_type_embeddings.weight.requires_grad_(True)

    def forward(self, rows: Sequence[tuple[list[int], list[int]]]) -> torch.Tensor:
        """A number for each task of each row of tokens and sides."""
        numbers: torch.Tensor = self.heads(self.states(rows))
        return numbers

    def remember(self, taught: Taught) -> None:
        """Begin with what was taught already."""
        with torch.no_grad():
            for name, weights in self.network.named_parameters():
                if name in taught.changes:
                    weights += torch.tensor(taught.changes[name]).reshape(weights.shape)
            self.heads.weight.copy_(torch.tensor(taught.heads.T))
            self.heads.bias.copy_(torch.tensor(taught.bias))

    def rows(self, texts: Sequence[str], cut: PairReader) -> dict[str, Any]:
        """The vector of each text by itself."""
        found: dict[str, Any] = {}
        tokens = {text: cut.pieces.encode(plain(text)).ids[:LONGEST] for text in texts}
        in_length = sorted(texts, key=lambda each: len(tokens[each]))
        with torch.no_grad():
            for start in range(0, len(texts), AT_ONCE):
                batch = in_length[start : start + AT_ONCE]
                states = torch.nn.functional.normalize(
                    self.states([(tokens[each], [0] * len(tokens[each])) for each in batch])
                )
                found |= dict(zip(batch, states.float().numpy(), strict=True))
        return found

    def states(self, rows: Sequence[tuple[list[int], list[int]]]) -> torch.Tensor:
        """What the network makes of rows of tokens and sides, each as a whole."""
        longest = max(len(ids) for ids, _ in rows)
        ids, sides = (
            torch.tensor([each[side] + [0] * (longest - len(each[side])) for each in rows]) for side in (0, 1)
        )
        mask = (ids != 0).long()
        with torch.autocast("cpu", torch.bfloat16, enabled=self.training):
            states = self.network(input_ids=ids, token_type_ids=sides, attention_mask=mask).last_hidden_state
        share = mask[..., None].float()
        return (states.float() * share).sum(1) / share.sum(1)


def teach(pupil: Pupil, talks: Sequence[Talk], cut: PairReader, *, epochs: float) -> None:
    """Go through the examples so many times, slower and slower."""
    chance = random.Random(1)
    steps = int(epochs * sum(1 for _ in examples(talks, random.Random(0))) / BATCH)
    free = [each for each in pupil.network.parameters() if each.requires_grad]
    started = time.monotonic()
    groups = [{"params": free, "lr": FASTEST}, {"params": pupil.heads.parameters(), "lr": FASTEST_HEADS}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    pace = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, (step + 1) / WARMING) * max(SLOWEST, 1 - step / steps)
    )
    pupil.train()
    done, weight = 0, torch.tensor(WORTH_OF_YES)
    while done < steps:
        for batch in _batches([*examples(talks, chance)], chance)[: steps - done]:
            numbers = pupil([cut.tokens(each.row) for each in batch])
            asked = numbers[torch.arange(len(batch)), torch.tensor([each.task for each in batch])]
            so = torch.tensor([float(each.is_so) for each in batch])
            loss = torch.nn.functional.binary_cross_entropy_with_logits(asked, so, pos_weight=weight)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(free, 1.0)
            optimizer.step()
            pace.step()
            done += 1
            if done % 100 == 0:
                click.echo(f"{done} of {steps}: {loss.item():.3f}, {time.monotonic() - started:.0f} s")


def _batches(found: list[Example], chance: random.Random) -> list[list[Example]]:
    """Batches of texts of like length, in any order."""
    chance.shuffle(found)
    parts = [found[start : start + 40 * BATCH] for start in range(0, len(found), 40 * BATCH)]
    for part in parts:
        part.sort(key=lambda each: sum(len(text) for text in each.row if isinstance(text, str)))
    batches = [part[start : start + BATCH] for part in parts for start in range(0, len(part), BATCH)]
    chance.shuffle(batches)
    return batches


def learned(pupil: Pupil, before: Pupil, name: str) -> Taught:
    """By how much the weights differ from what they were."""
    old = dict(before.network.named_parameters())
    changes = {
        name: (weights - old[name]).detach().numpy()
        for name, weights in pupil.network.named_parameters()
        if weights.requires_grad and not name.startswith("pooler")
    }
    heads = pupil.heads
    return Taught(
        encoder=name,
        heads=heads.weight.detach().numpy().T.copy(),
        bias=heads.bias.detach().numpy().copy(),
        changes=changes,
    )


def judge(found: PairReader, talks: Sequence[Talk]) -> None:
    """Print how well talks are read that were left out."""
    first, answered, unknown = [], [], []
    for talk in talks:
        for question, yes in talk.asks:
            numbers = found.answers([Passage(question, said.text, said.before) for said in talk.said])
            (answered if yes else unknown).append(max(numbers))
            if yes:
                first.append(int(np.argmax(numbers)) in yes)
    read: dict[bool, list[float]] = {True: [], False: []}
    for talk in talks:
        for question, old, new, is_so in talk.pairs:
            read[is_so] += found.outdates([_pair(question, talk.said[old], talk.said[new], is_so=is_so).row])
    sure = {is_so: np.mean(np.array(numbers) > 0) for is_so, numbers in read.items()}
    click.echo(f"an answer first: {np.mean(first):.3f} of {len(first)}")
    click.echo(f"answered above what is unknown: {_above(answered, unknown):.3f}")
    click.echo(f"outdated above what holds: {_above(read[True], read[False]):.3f}")
    click.echo(f"above zero: {sure[True]:.3f} of what is outdated, {sure[False]:.3f} of what holds")


def _above(some: Sequence[float], others: Sequence[float]) -> float:
    """How often one of some stands above one of others."""
    return float(np.mean(np.array(some)[:, None] > np.array(others)[None]))


def main() -> None:
    """Teach, or judge what was taught."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--without", nargs="*", default=[])
    parser.add_argument("--epochs", type=float, default=2)
    parser.add_argument("--check", type=Path)
    parser.add_argument("--to", type=Path, default=FILE)
    parser.add_argument("--on", action="store_true", help="go on from what was taught already")
    given = parser.parse_args()
    known = encoder.packaged()
    assert known is not None, "The encoder is not installed: run `make install`."
    talks = [*lessons()]
    if given.check is None:
        folder = encoder.packaged_files().model.parent
        pupil, before = Pupil(folder), Pupil(folder)
        if given.on and (taught := together.read(FILE)) is not None:
            pupil.remember(taught)
        cut = cutter(known)
        learning = [each for each in talks if each.source not in given.without]
        look_around(learning, partial(before.eval().rows, cut=cut))
        teach(pupil, learning, cut, epochs=given.epochs)
        together.write(given.to, learned(pupil, before, known.name))
    if left_out := [each for each in talks if each.source in given.without]:
        found = together.opened(known, given.check or given.to)
        assert found is not None, f"{given.check or given.to} holds nothing for {known.name}."
        judge(found, left_out)


if __name__ == "__main__":
    main()
