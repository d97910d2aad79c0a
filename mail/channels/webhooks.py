"""What a notice looks like in each form of webhook."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from html import escape
from typing import TypeAlias

from mail.channels.notices import Notice
from mail.channels.sender import Request
from mail.models import Channel

JSON = {"Content-Type": "application/json"}
UNSAFE = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})  # as Slack wants it

Form: TypeAlias = Callable[[Notice], Request]


def _encode(told: Mapping[str, object]) -> Request:
    return Request(json.dumps(told, ensure_ascii=False).encode(), JSON)


def _write_discord(notice: Notice) -> Request:
    # Names of tables and people are in it: nobody is called by "@everyone".
    return _encode(
        {"content": f"{notice.title}\n{notice.url}", "allowed_mentions": {"parse": list[str]()}}
    )


def _write_slack(notice: Notice) -> Request:
    return _encode({"text": f"{notice.title.translate(UNSAFE)}\n<{notice.url}>"})


def _write_matrix(notice: Notice) -> Request:
    """As Hookshot's generic webhooks read it."""
    url = escape(notice.url)
    html = f'{escape(notice.title)}<br><a href="{url}">{url}</a>'
    return _encode({"text": f"{notice.title}\n{notice.url}", "html": html})


def _write_ntfy(notice: Notice) -> Request:
    return Request(notice.title.encode(), {"Content-Type": "text/plain", "Click": notice.url})


def _write_json(notice: Notice) -> Request:
    return _encode({"title": notice.title, "url": notice.url, "language": notice.language})


FORMS: Mapping[str, Form] = {
    Channel.Form.DISCORD: _write_discord,
    Channel.Form.SLACK: _write_slack,
    Channel.Form.MATRIX: _write_matrix,
    Channel.Form.NTFY: _write_ntfy,
    Channel.Form.JSON: _write_json,
}
