"""What request bodies have in common."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictFloat, StrictInt, StrictStr

from showbible.vocabulary import LOCAL_USER, checked_id

Amount = Annotated[
    StrictInt | StrictFloat | StrictStr,
    Field(description="Dollars, as a number or a decimal string: finite, 0 or more, at most 6 decimals."),
]
Number = StrictInt | StrictFloat
Facts = Annotated[dict[str, Any], Field(description="Any JSON object.")]
Limit = Annotated[int, Field(description="How many to answer, 1 to 200.")]
Cursor = Annotated[str | None, Field(max_length=512, description="`next_cursor` of the page before.")]


def _user(value: str) -> str:
    return checked_id("user", value)


User = Annotated[str, AfterValidator(_user), Field(description="Who is asking.")]


class Body(BaseModel):
    """A request body: a field nobody knows is a mistake, not a wish."""

    model_config = ConfigDict(extra="forbid")

    user_id: User = LOCAL_USER
