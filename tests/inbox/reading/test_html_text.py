"""HTML of mails as text."""

from __future__ import annotations

import pytest

from inbox.reading.html_text import MAX_TAGS, html_to_text
from inbox.reading.message import UnreadableMailError


def lines_of(source: str) -> list[str]:
    return [line.strip() for line in html_to_text(source).split("\n") if line.strip()]


def test_blocks_and_breaks_are_lines_of_their_own() -> None:
    assert lines_of("a<br>b<div>c</div>d<p>e<p>f") == ["a", "b", "c", "d", "e", "f"]


def test_what_stands_within_a_line_stays_in_it() -> None:
    assert lines_of("<b>S12</b>-<a href='//s13'>S13</a>\n  <span>end</span>") == ["S12-S13 end"]


def test_lines_of_the_source_count_only_where_they_are_seen() -> None:
    assert lines_of("a\nb<pre>c\nd</pre>e\nf") == ["a b", "c", "d", "e f"]


def test_scripts_styles_and_comments_are_not_seen() -> None:
    source = "<style>p > a {}</style><title>x</title><script>1 < 2</script>a<!-- <b>x --><![if x]>b"
    assert lines_of(source) == ["ab"]


@pytest.mark.parametrize(
    "source",
    ["a &lt; b", "a < b", "<p title='x > y'>a &#60; b", "a &#x3C;&nbsp;b", "<p class=x'>a < b</p>"],
)
def test_signs_are_read_as_browsers_do(source: str) -> None:
    assert html_to_text(source).replace("\xa0", " ").strip() == "a < b"


def test_a_tag_that_does_not_end_takes_the_rest_with_it() -> None:
    assert lines_of("a<p title='b<br>c") == ["a"]


def test_each_quote_is_a_mark() -> None:
    quote = "<blockquote>x<blockquote>y</blockquote>z</blockquote>"
    assert lines_of(f"a{quote}b{quote}c") == ["a", ">", "b", ">", "c"]


@pytest.mark.parametrize("mark", ['class="x yahoo_quoted"', "name=quote", "id='x_x_paper'"])
def test_boxes_that_programs_mark_are_quotes(mark: str) -> None:
    assert lines_of(f"a<div {mark}>x<div>y</div>z</div>b") == ["a", ">", "b"]


@pytest.mark.parametrize("tag", ["img", "br", "p", "body", "hr"])
def test_what_need_not_be_closed_is_no_box(tag: str) -> None:
    assert lines_of(f"<{tag} class=gmail_signature name=quote>a")[-1] == "a"


def test_an_indent_of_gmail_is_no_quote() -> None:
    source = (
        '<blockquote style="margin: 0 0 0 40px; border: none; padding: 0px">S12-S13</blockquote>'
    )
    assert lines_of(source) == ["S12-S13"]


def test_a_mark_of_outlook_is_a_bar() -> None:
    assert lines_of('a<div id="divRplyFwdMsg">b</div>') == ["a", "-----Original Message-----", "b"]


def test_a_signature_is_left_out() -> None:
    assert lines_of('a<div class="gmail_signature">x<div>y</div></div>b') == ["a", "b"]


def test_too_many_tags_are_refused() -> None:
    html_to_text("<p>" * MAX_TAGS)
    with pytest.raises(UnreadableMailError, match="tags"):
        html_to_text("<p>" * (MAX_TAGS + 1))
