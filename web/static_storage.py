"""Static files by names that change with their content, so that they can be kept for ever."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORT = (
    r"""(?m)^(?P<matched>import (?P<names>[^;"]+) from "(?P<url>\./[^"]+)";)""",
    'import %(names)s from "%(url)s";',
)


class HashedStaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Also renames what modules of scripts import from one another.

    Only statements count: the types that comments name by ``import("./map.js")`` may go in
    circles, and then no name would ever be final.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("*.js", (_IMPORT,)))
