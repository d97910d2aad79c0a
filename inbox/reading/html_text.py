"""HTML of a mail as the text that its author sees; each quote in it becomes a line ">".

Nothing is built of what is read: a tree of elements costs a parser of pages the square of what it
reads, for some pages, in time or memory (decision 53). Of elements that are left out only the
outermost is known, and how many of its name are open.
"""

from __future__ import annotations

import html
import re

from inbox.reading.message import UnreadableMailError

MAX_TAGS = 20_000  # and characters that are written as names
MAX_ATTRIBUTES_CHARS = 1_000
BAR = "-----Original Message-----"

# Each alternative takes all that it has looked at, so that nothing is looked at twice.
TOKEN = re.compile(
    r"""
    <!--.*?(?:-->|\Z)
    | <(/?)([a-z][^\s/>]*+)
      ((?:[^>=]++|=\s*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z))?+)*+)(?:>|\Z)
    | <[!?/][^>]*+(?:>|\Z)
    | ((?:[^<]++|<(?![a-z!?/]))++)
    """,
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
ATTRIBUTE = re.compile(
    r"""\b(?:class|id|name)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>]++))""", re.IGNORECASE
)
OUTLOOK_PREFIX = re.compile(r"^(?:x_)+")  # one for each time that a mail is answered
BLANKS = re.compile(r"[ \t\n\r\f]+")
ENTITY = re.compile(r"&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,7});", re.IGNORECASE)

BLOCKS = frozenset(
    {
        "address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt",
        "fieldset", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li",
        "main", "nav", "ol", "p", "pre", "section", "table", "tr", "ul",
    }
)  # fmt: skip
CELLS = frozenset({"td", "th"})
BOXES = frozenset({"blockquote", "div", "pre", "span", "table"})  # no page forgets to close these
UNSEEN = frozenset({"script", "style", "textarea", "title"})

# Classes, ids and names by which programs mark what their writer has not written.
QUOTES = frozenset(
    {
        "gmail_attr",  # "On … wrote:" of Gmail and Android
        "moz-cite-prefix",  # the same of Thunderbird
        "yahoo_quoted",
        "quote",  # GMX and web.de
        "mail_android_quote",  # their apps
        "mail-editor-reference-message-container",  # Outlook of phones
        "ms-outlook-mobile-reference-message",
        "paper",  # a letter of ours, in programs that mark nothing
    }
)
SIGNATURES = frozenset(
    {
        "applemailsignature",
        "composer_signature",  # Samsung
        "gmail_signature",
        "gmail_signature_prefix",
        "k9mail-signature",
        "moz-signature",
        "ms-outlook-mobile-signature",
        "protonmail_signature_block",
        "signature",  # Outlook on the web
        "ymail_android_signature",
    }
)
ENDS = frozenset({"appendonsend", "divrplyfwdmsg"})  # Outlook: below it stands what is answered
MARK = re.compile("|".join(QUOTES | SIGNATURES | ENDS), re.IGNORECASE)


def html_to_text(source: str) -> str:
    """Return the text of HTML, in which a line ">" stands for each quote.

    :raises UnreadableMailError: if it has too many tags.
    """
    if source.count("<") + source.count("&") > MAX_TAGS:
        raise UnreadableMailError("tags")
    reader = _Reader()
    for slash, name, attributes, text in TOKEN.findall(source):
        if text:
            reader.read_text(text)
        elif slash:
            reader.read_end(name.lower())
        elif name:
            reader.read_start(name.lower(), attributes[:MAX_ATTRIBUTES_CHARS])
    return "".join(reader.pieces)


class _Reader:
    """Gathers the pieces of a text.

    ``left_out`` names the outermost element that is left out, "" outside of one; ``depth`` counts
    the elements of that name that are open.
    """

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.left_out, self.depth = "", 0
        self.preformatted = 0

    def read_text(self, text: str) -> None:
        if self.left_out:
            return
        if not self.preformatted:
            text = BLANKS.sub(" ", text)
        if text != " " or not self._is_at_start():
            self.pieces.append(ENTITY.sub(_read_entity, text))

    def read_start(self, name: str, attributes: str) -> None:
        if self.left_out:
            self.depth += name == self.left_out
            return
        if name in BLOCKS:
            self._start_line()
        elif name == "br":
            self.pieces.append("\n")
        elif name in CELLS:
            self.pieces.append(" ")
        self._leave_out(name, attributes)
        self.preformatted += name == "pre" and not self.left_out

    def read_end(self, name: str) -> None:
        if self.left_out:
            self.depth -= name == self.left_out
            if self.depth == 0:
                self.left_out = ""
        elif name == "pre":
            self.preformatted = max(0, self.preformatted - 1)
        if name in BLOCKS and not self.left_out:
            self._start_line()

    def _leave_out(self, name: str, attributes: str) -> None:
        """Leave out what is in this element, if it is a quote or not seen."""
        names = _read_names(attributes) if name in BOXES else frozenset()
        if names & ENDS:
            self.pieces.append(f"{BAR}\n")
        elif names & QUOTES or (name == "blockquote" and not _is_indent(attributes)):
            self._start_line()
            self.pieces += [">", "\n"]
            self.left_out, self.depth = name, 1
        elif names & SIGNATURES or name in UNSEEN:
            self.left_out, self.depth = name, 1

    def _start_line(self) -> None:
        if not self._is_at_start():
            self.pieces.append("\n")

    def _is_at_start(self) -> bool:
        return not self.pieces or self.pieces[-1].endswith("\n")


def _read_entity(entity: re.Match[str]) -> str:
    return html.unescape(entity[0])


def _is_indent(attributes: str) -> bool:
    """Whether a ``blockquote`` is how Gmail indents what its writer says."""
    style = attributes.replace(" ", "").lower()
    return "border:none" in style and "border-left" not in style


def _read_names(attributes: str) -> frozenset[str]:
    """Return the classes, id and name of an element, if a program may have marked it by them."""
    if not MARK.search(attributes):
        return frozenset()
    values = ["".join(values).lower() for values in ATTRIBUTE.findall(attributes)]
    return frozenset(OUTLOOK_PREFIX.sub("", word) for value in values for word in value.split())
