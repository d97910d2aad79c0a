"""Static files under names that change with their content, so that browsers may keep them."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORT = (
    r"""(?m)^(?P<matched>import (?P<names>[^;"]+) from "(?P<url>\./[^"]+)";)""",
    'import %(names)s from "%(url)s";',
)


class HashedStaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Also replaces the names in the import statements of JavaScript modules.

    Only statements count: types in comments, as ``import("./map.js")``, may be circular, and then
    no name would ever be final.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("*.js", (_IMPORT,)))
