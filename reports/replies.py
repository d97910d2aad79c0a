"""A mail that answers the letter about a measure is an appeal, by the door of the page."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.replies.answers import Answer
from games.replies.correspondence import Correspondence
from games.replies.signatures import drop_signature
from reports import appeals
from reports.refusals import ReportRefused


def answer_measure(case: Correspondence) -> Answer:
    """Keep what a mail says as an appeal against the measure of its letter; return what came of
    it. Accounts that are closed can appeal, too."""
    try:
        appeals.file_appeal(case.topic.about, case.person, drop_signature(case), now=case.now)
    except ReportRefused as refused:
        return Answer(
            outcome="refused",
            brief=_("Nothing was changed"),
            headline=_("Nothing was changed."),
            paragraphs=(str(refused),),
            reaches_closed=True,
        )
    return Answer(
        outcome="appealed",
        brief=_("The staff looks at it once more"),
        headline=_("The staff looks at it once more."),
        paragraphs=(_("You get one answer. Until then it stays as it was decided."),),
        reaches_closed=True,
    )
