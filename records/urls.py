"""The URLs of the public archive: search, openings, files, signed records and keys."""

from __future__ import annotations

from datetime import UTC, date, datetime

from django.urls import path, register_converter

from records import views


class MonthConverter:
    """A month in an address: ``2026-11``."""

    regex = "[0-9]{4}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Return its first day; a ``ValueError`` makes it another address."""
        return datetime.strptime(value, "%Y-%m").replace(tzinfo=UTC).date()

    def to_url(self, value: str | date) -> str:
        return value if isinstance(value, str) else f"{value:%Y-%m}"


register_converter(MonthConverter, "month")
DUMP = "archive/files/<slug:slug>/<month:month>"
urlpatterns = [
    path("archive/", views.search_archive, name="archive"),
    path("archive.json", views.download_archive, name="archive_json"),
    path("archive/openings/<slug:slug>/", views.show_openings, name="openings"),
    path("archive/openings/<slug:slug>.json", views.download_openings, name="openings_json"),
    path("archive/files/", views.show_dumps, name="dumps"),
    path("archive/files.json", views.download_dump_list, name="dumps_json"),
    path(f"{DUMP}/checksums.txt", views.download_checksums, name="dump_checksums"),
    path(f"{DUMP}/<int:number>.txt.gz", views.download_dump, name="dump_file"),
    path("games/<int:pk>/signed-record.txt", views.download_signed_record, name="record_signed"),
    path("fairness/keys/", views.show_keys, name="record_keys"),
    path("fairness/keys.json", views.download_keys, name="record_keys_json"),
]
