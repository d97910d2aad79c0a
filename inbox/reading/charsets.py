"""Bytes of a mail as text, in the charsets that mail programs write."""

from __future__ import annotations

# What a mail may name, since Python's own list has codecs that are no charsets, and slow ones.
CODECS = {
    name: name
    for name in (
        "utf-8", "utf-7", "utf-16", "utf-16le", "utf-16be", "utf-32", "utf-32le", "utf-32be",
        "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7",
        "iso-8859-8", "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16",
        "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254",
        "windows-1255", "windows-1256", "windows-1257", "windows-1258", "koi8-r", "koi8-u",
        "big5", "gb18030", "euc-jp", "iso-2022-jp", "cp437", "cp850", "cp932", "cp949",
    )
} | {
    "utf8": "utf-8",
    "iso-8859-1": "cp1252",  # as all programs read it
    "iso-8859-9": "cp1254",
    "iso-8859-11": "cp874",
    "latin1": "cp1252",
    "cp1252": "cp1252",
    "windows-874": "cp874",
    "windows-31j": "cp932",
    "shift_jis": "cp932",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "macintosh": "mac_roman",
}  # fmt: skip


def decode_bytes(data: bytes, charset: str) -> str:
    """Return the text of bytes; what cannot be read of them becomes "�" or "?".

    Without a charset that is known they are UTF-8, or else Windows-1252.
    """
    if codec := CODECS.get(charset.strip().lower()):
        text = data.decode(codec, "replace")
    else:
        text = _guess_text(data)
    return text.encode("utf-8", "replace").decode()  # UTF-7 can hold halves of characters


def _guess_text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
