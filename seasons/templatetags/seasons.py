"""What seasons and cups add to pages: their names and numbers, one's own, what somebody has won."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.template import RequestContext
from django.utils.translation import gettext as _

from accounts.models import Person
from conquest import registry
from games import labels
from games.options import changed_options
from games.pages.access import person_of
from games.paging import Page
from seasons import group_words, queries, words
from seasons.honours import Honour, page_of_honours
from seasons.models import Competition, Group, Member
from seasons.queries import OwnPlace

register = template.Library()
HONOURS = 20
register.filter("full_title", words.full_title)
register.filter("group_title", words.group_title)
register.filter("group_url", words.group_url)
register.filter("points_in_words", group_words.points_in_words)


@register.filter
def game_title(competition: Competition) -> str:
    """Return the title of the game that a competition is about."""
    return registry.get_ruleset(competition.ruleset).title.translate_with(_)


@register.filter
def competition_pace(competition: Competition) -> str:
    """Return the pace of a competition in one line."""
    rules = registry.get_ruleset(competition.ruleset)
    return labels.describe_pace(competition.pace, rules.judgement.decision_kinds)


@register.filter
def competition_options(competition: Competition) -> list[tuple[str, str]]:
    """Return title and value of each option that differs from the usual one."""
    rules = registry.get_ruleset(competition.ruleset)
    return changed_options(rules.seating.options, competition.options)


@register.filter
def move_text(member: Member, group: Group) -> str:
    """Return what has come of somebody in a group, "" while it is not settled."""
    return group_words.move_text(group, member)


@register.simple_tag
def own_places(person: Person) -> Sequence[OwnPlace]:
    """Return what somebody has entered that is not over."""
    return () if person.is_guest else queries.list_own_places(person)


@register.simple_tag(takes_context=True)
def newest_honours(context: RequestContext, person: Person) -> Page[Honour]:
    """Return the newest of what somebody has won."""
    return page_of_honours(person, person_of(context["request"]), "", HONOURS)
