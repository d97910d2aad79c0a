"""The forms of diaries."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.plain_text import clean_words
from games.models.diary import MAX_WORDS_CHARS


class WordsForm(forms.Form):
    """Words of some lines; none remove what was there."""

    text = forms.CharField(
        max_length=MAX_WORDS_CHARS,
        required=False,
        error_messages={"max_length": _("Please write at most 2,000 characters.")},
    )

    def clean_text(self) -> str:
        """Return the text plain: all may read it once the diary is open."""
        return clean_words(str(self.cleaned_data["text"]))


class TurnForm(forms.Form):
    """The turn whose entry is meant."""

    turn = forms.IntegerField(min_value=0, max_value=999_999)
