"""What assistants may say to each tool: an argument that a tool does not know is a mistake."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr

from showbible.assets.recall.context import USUAL_CHARS, USUAL_PAD
from showbible.briefing.model import USUAL_TOKENS
from showbible.direction.recall.tools import Tool
from showbible.runs.model import RunSort
from showbible.shapes.assets import AssetBody, PromptBody
from showbible.shapes.base import Facts, User
from showbible.shapes.lessons import PlanAsked
from showbible.storage import paging
from showbible.vocabulary import LOCAL_USER

A_FEW = 10

Project = Annotated[str, Field(description="The project's id; the resource showbible://projects lists them.")]
Sentence = Annotated[str, Field(description="A plain sentence, in any language.")]
StoryTime = Annotated[float | None, Field(description="Story time in seconds.")]
Limit = Annotated[int, Field(ge=1, le=paging.MOST, description="How many to answer.")]
Cursor = Annotated[str | None, Field(max_length=1024, description="next_cursor of the page before.")]
PlanningTool = Annotated[str, Field(description=f"The planning tool that it is for: {', '.join(Tool)}.")]


class Arguments(BaseModel):
    """What all tools have in common."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class RecallArguments(Arguments):
    """What to recall; a memory whose scope is left out is not asked."""

    query: Sentence
    project_id: Project | None = None
    user_id: Annotated[User | None, Field(description="For whom; null is a guest.")] = LOCAL_USER
    character_id: Annotated[str | None, Field(description="Ask what this character remembers, too.")] = None
    series_id: Annotated[str | None, Field(description="The series that the character remembers.")] = None
    tool: PlanningTool | None = None
    scene_id: Annotated[str | None, Field(description="The project's scene that the brief is for.")] = None
    budget_tokens: Annotated[int, Field(description="The most tokens of the brief.")] = USUAL_TOKENS


class SearchArguments(Arguments):
    """Which assets to look for."""

    project_id: Project
    query: Annotated[str, Field(description="A plain sentence; without one, the newest come first.")] = ""
    kind: Annotated[str | None, Field(description="video, image, audio, last_frame or keyframe.")] = None
    limit: Limit = A_FEW
    cursor: Cursor = None


class ContextArguments(Arguments):
    """What the next shot is about, and when in the story it is."""

    project_id: Project
    query: Sentence = ""
    at: StoryTime = None
    pad: Annotated[float, Field(description="How many seconds around that time are of interest.")] = USUAL_PAD
    max_chars: Annotated[int, Field(description="The most characters of the text.")] = USUAL_CHARS


class ContinuityArguments(Arguments, PromptBody):
    """What to check: one of a prompt, a list of shots and a scene."""

    project_id: Project


class PlanArguments(Arguments, PlanAsked):
    """What to plan for, and what is decided already."""


class BlockArguments(Arguments):
    """For which planning tool, and for what."""

    project_id: Project
    tool: PlanningTool
    scene_id: Annotated[str | None, Field(description="The scene that is planned.")] = None
    steering: Annotated[str | None, Field(description="What the user wishes this time.")] = None
    max_cards: int | None = None


class StatusArguments(Arguments):
    """Which run."""

    run_id: str


class RunsArguments(Arguments):
    """Which runs to list."""

    project_id: Project | None = None
    status: Annotated[str | None, Field(description="running, stalled, completed, failed or cancelled.")] = None
    stage: str | None = None
    q: Annotated[str | None, Field(description="Words of the concept.")] = None
    tag: str | None = None
    archived: Annotated[bool, Field(description="Whether to list those that were put away instead.")] = False
    sort: str = RunSort.NEWEST
    limit: Limit = A_FEW
    cursor: Cursor = None


class AssetArguments(Arguments, AssetBody):
    """What was made, and where it lies."""

    project_id: Project
    kind: Annotated[str, Field(description="video, image, audio, last_frame or keyframe.")]
    path: Annotated[str, Field(description="Where the file lies.")]
    metadata: Facts | None = None


class NoteArguments(Arguments):
    """What to note, and on which segment."""

    project_id: Project
    summary: Annotated[str, Field(description="The remark, in plain words.")]
    note_type: Annotated[str, Field(description="What kind of remark it is, in a word.")] = "note"
    segment_id: str | None = None


class RatingArguments(Arguments):
    """A word on a finished run."""

    run_id: str
    rating: Annotated[
        StrictInt | StrictBool | StrictFloat | StrictStr, Field(description="1 to 5, or `good` or `bad`.")
    ]
    notes: str | None = None


class MemoryArguments(Arguments):
    """What to remember of a user, and who remembers it."""

    text: Annotated[str, Field(description="What to remember, in one sentence.")]
    type: Annotated[str, Field(description="fact, preference, event, goal, relationship or emotion.")] = "fact"
    user_id: User = LOCAL_USER
    character_id: Annotated[str | None, Field(description="The character who remembers it.")] = None
    series_id: Annotated[str | None, Field(description="The series in which it is remembered.")] = None
    importance: Annotated[float, Field(description="From 0 to 1.")] = 0.5
    speaker: Annotated[str | None, Field(description="Who said it.")] = None


class FolderArguments(Arguments):
    """One of the six commands, and the parts that it takes."""

    project_id: Project
    command: Literal["view", "create", "str_replace", "insert", "delete", "rename"]
    path: Annotated[str | None, Field(description="A path that begins with /memories; rename takes none.")] = None
    view_range: Annotated[list[int] | None, Field(description="view: the first and the last line.")] = None
    file_text: Annotated[str | None, Field(description="create: what the new file says.")] = None
    old_str: Annotated[str | None, Field(description="str_replace: what stands in the file exactly once.")] = None
    new_str: Annotated[str | None, Field(description="str_replace: what shall stand there.")] = None
    insert_line: Annotated[int | None, Field(description="insert: behind which line; 0 is the beginning.")] = None
    insert_text: Annotated[str | None, Field(description="insert: the lines to put there.")] = None
    old_path: Annotated[str | None, Field(description="rename: what is moved.")] = None
    new_path: Annotated[str | None, Field(description="rename: where it goes.")] = None
