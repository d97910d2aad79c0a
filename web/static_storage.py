"""Static files under names that change with their content, so that browsers may keep them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from web import joining

Paths = Mapping[str, tuple[Storage, str]]


class HashedStaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Also puts scripts and style sheets together with what they import."""

    def post_process(self, paths: Paths, *args: Any, **options: Any) -> Iterator[Any]:
        """Store files under their final names, scripts and style sheets with their imports."""
        yield from super().post_process(_join_files(paths), *args, **options)


def _join_files(paths: Paths) -> Paths:
    names = [
        one for one in paths if one.startswith(joining.FOLDERS) and one.endswith((".js", ".css"))
    ]
    joined = InMemoryStorage()
    for name, text in joining.join(names, lambda name: _read_text(*paths[name])).items():
        joined.save(name, ContentFile(text.encode()))
    return {**paths, **{name: (joined, name) for name in names}}


def _read_text(storage: Storage, path: str) -> str:
    with storage.open(path) as file:
        return str(file.read(), "utf-8")
