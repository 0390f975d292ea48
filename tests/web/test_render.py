"""Templates: every one of them can be compiled."""

from __future__ import annotations

from showbible.web.render import Templates


def test_templates_compiled_ahead_make_the_same_page_as_one_on_demand() -> None:
    templates = Templates(nav=())
    before = templates.text("palette.html", "hits", page=_Nothing())

    templates.compile()

    assert templates.text("palette.html", "hits", page=_Nothing()) == before


class _Nothing:
    query = "lamp"
    groups = ()
