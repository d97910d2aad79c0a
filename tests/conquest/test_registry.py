"""Finding rule sets."""

from __future__ import annotations

import pytest

from conquest import registry
from conquest.core import Fault


def test_it_finds_a_rule_set_for_each_folder() -> None:
    assert registry.get("conquest").slug == "conquest"
    assert "conquest" in dict(registry.choices())


@pytest.mark.parametrize("slug", ["", "chess", "../conquest", "Conquest"])
def test_it_finds_no_other(slug: str) -> None:
    with pytest.raises(Fault):
        registry.get(slug)
