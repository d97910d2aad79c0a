"""A feed of what is asked, as feed readers read it (Atom, RFC 4287)."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from feeds.entries import Entry


def write_news(entries: Sequence[Entry], *, site: str, address: str, host: str) -> bytes:
    """Return a feed of entries, of which those that were answered say so."""
    feed = Atom1Feed(
        title="Zugpost", link=site, description="", language=get_language(), feed_url=address
    )
    for entry in entries:
        feed.add_item(
            title=_("Done: %(what)s") % {"what": entry.title} if entry.answered_at else entry.title,
            link=entry.url,
            description=entry.table,
            unique_id=f"tag:{host},2026:decision-{entry.number}",
            pubdate=entry.opened_at,
            updateddate=entry.answered_at or entry.opened_at,
        )
    return feed.writeString("utf-8").encode()
