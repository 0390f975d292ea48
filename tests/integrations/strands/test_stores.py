"""What agents tell and ask of memory goes through the studio's own memories; a write that comes twice counts once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from strands.memory import MemoryManager
from strands.memory.extraction.triggers import InvocationTrigger
from strands.memory.types import AddMessagesContext
from strands.types.content import Message

from showbible.bible import Bible
from showbible.errors import Invalid, NotFound
from showbible.integrations.strands.scripted import ScriptedModel, ToolWish
from showbible.integrations.strands.stores import CharacterStore, ProjectStore
from tests.integrations.strands import an_agent


def _message(role: Any, text: str) -> Message:
    return {"role": role, "content": [{"text": text}]}


def _texts(bible: Bible, **ids: str) -> list[str]:
    scope = bible.conversations.scope("lena", **ids)
    return sorted(each.memory.text for each in bible.conversations.strongest(scope))


def test_what_is_added_twice_is_remembered_once(bible: Bible) -> None:
    store = CharacterStore(bible, character_id="emma", user_id="lena")

    ids = [asyncio.run(store.add("Lena is allergic to nuts.", {"type": "fact"})) for _ in range(2)]

    (found,) = asyncio.run(store.search("What is she allergic to?"))
    memory = bible.conversations.memories.get(ids[0])
    assert (ids[0], found.content, memory.reference_count) == (ids[1], "Lena is allergic to nuts.", 1)


def test_a_batch_that_comes_again_has_no_second_effect(bible: Bible) -> None:
    store = CharacterStore(bible, character_id="emma", user_id="lena", session_id="s1")
    said = [_message("user", "I moved to Lisbon last week."), _message("assistant", "How is it there?")]
    more = [*said, _message("user", "I love it."), _message("assistant", "Good.")]

    for batch in (said, said, more):
        asyncio.run(store.add_messages(batch, AddMessagesContext(sequence_numbers=[*range(len(batch))])))

    assert bible.conversations.get("s1").turn_count == 2
    assert any("Lisbon" in text for text in _texts(bible, character_id="emma"))


def test_a_series_and_free_chat_do_not_know_of_each_other(small: Bible) -> None:
    chat = CharacterStore(small, character_id="emma", user_id="lena")
    story = CharacterStore(small, character_id="emma", user_id="lena", series_id="harbour", name="harbour")

    asyncio.run(chat.add("Lena fears the dark."))
    asyncio.run(story.add("Lena owns a boat."))

    assert (_texts(small, character_id="emma"), _texts(small, series_id="harbour")) == (
        ["Lena fears the dark."],
        ["Lena owns a boat."],
    )


def test_an_agent_searches_adds_and_is_listened_to(small: Bible) -> None:
    store = CharacterStore(
        small, character_id="emma", user_id="lena", extraction={"trigger": InvocationTrigger()}, session_id="s1"
    )
    asyncio.run(store.add("Lena has a sister called Ana."))
    model = ScriptedModel(
        ToolWish(tool="add_memory", arguments={"entries": ["Lena prefers tea."]}),
        ToolWish(tool="emma_open_hooks"),
        "I will remember.",
    )
    agent = an_agent(model, memory_manager=MemoryManager(stores=[store], add_tool_config=True))

    agent("My sister Ana called. I have a job interview tomorrow.")

    told = str(model.heard[0][-1]["content"])
    assert "sister called Ana" in told
    assert "Lena prefers tea." in _texts(small, character_id="emma")
    assert small.conversations.get("s1").turn_count == 1
    assert "sister called Ana" not in str(agent.messages[0])


def test_a_project_is_searched_in_all_its_memories_and_cannot_be_written(small: Bible) -> None:
    small.projects.create("whales")
    small.assets("whales").add("image", "media/w.png", caption="A whale breaching at dusk")

    store = ProjectStore(small, "whales")
    found = asyncio.run(store.search("whale at dusk"))

    assert not store.writable
    assert any("breaching" in each.content for each in found)
    with pytest.raises(NotFound):
        ProjectStore(small, "nowhere")


def test_what_cannot_be_remembered_is_refused_in_plain_words(small: Bible) -> None:
    store = CharacterStore(small, character_id="emma", user_id="lena")

    with pytest.raises(Invalid, match="type must be one of"):
        asyncio.run(store.add("Lena sings.", {"type": "rumour"}))
    with pytest.raises(Invalid, match="text is empty"):
        asyncio.run(store.add("  "))

    assert _texts(small, character_id="emma") == []
