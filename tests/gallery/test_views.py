"""One page of each view."""

from __future__ import annotations

from tests.gallery import views


def test_one_address_of_each_view_is_picked() -> None:
    addresses = ["/games/3/", "/games/4/", "/games/4/?plan=end", "/games/4/history/", "/nowhere"]
    assert views.pick_one_of_each(addresses) == [
        *("/games/3/", "/games/4/?plan=end", "/games/4/history/", "/nowhere")
    ]
