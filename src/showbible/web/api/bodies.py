"""What requests have in common."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictFloat, StrictInt, StrictStr

from showbible.web.shapes.base import Body as Body
from showbible.web.shapes.base import Facts as Facts
from showbible.web.shapes.base import Number as Number
from showbible.web.shapes.base import User as User

Amount = Annotated[
    StrictInt | StrictFloat | StrictStr,
    Field(description="Dollars, as a number or a decimal string: finite, 0 or more, at most 6 decimals."),
]
Limit = Annotated[int, Field(description="How many to answer, 1 to 200.")]
Cursor = Annotated[str | None, Field(max_length=512, description="`next_cursor` of the page before.")]
