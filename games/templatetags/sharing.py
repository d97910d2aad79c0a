"""Template tags for what other sites show of public games."""

from __future__ import annotations

from django import template
from django.utils.html import escape
from django.utils.translation import gettext as _

from accounts.display_text import plain_text
from games.models import Game
from games.queries import Visit
from games.sharing import embeds

register = template.Library()


@register.simple_tag
def share_title(game: Game) -> str:
    """Return the title of a game for where nothing can stand beside it, such as an attribute."""
    return plain_text(game.title)


@register.simple_tag
def share_description(visit: Visit) -> str:
    """Return which game it is and who plays it, for previews of links."""
    names = ", ".join(plain_text(seat.person.name) for seat in visit.seats if seat.person)
    title = visit.game.rules.title.translate_with(_)
    return f"{title}: {names}" if names else title


@register.simple_tag
def embed_code(game: Game) -> str:
    """Return the HTML by which other pages show a public game, to be read and copied."""
    return escape(embeds.embed_code(game))


@register.simple_tag
def oembed_url(game: Game) -> str:
    """Return where oEmbed tells of a public game."""
    return embeds.oembed_url(game)
