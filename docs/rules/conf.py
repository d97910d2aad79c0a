"""How Sphinx builds the documentation of the rules as a library; ``make docs`` runs it."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

project = "zugpost-rules"
author = "The Zugpost project"
release = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
root_doc = "rules/index"
include_patterns = ["rules/**", "notation.md", "add-a-ruleset.md", "fairness.md"]
extensions = ["myst_parser", "sphinx.ext.autodoc"]

html_theme = "furo"
html_title = f"{project} {release}"
html_copy_source = False
html_show_copyright = False

myst_heading_anchors = 3
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"


def keep_text_of_links(app: Sphinx, doctree: nodes.document) -> None:
    """Let links to folders and pages of the repository that are no pages here be text."""
    # pages of docs/ lead to folders and decisions beside them; a link to nothing stays a warning
    for link in list(doctree.findall(addnodes.pending_xref)):
        if link["reftype"] == "myst" and _is_elsewhere(app.env, link):
            link.replace_self(link.children)


def _is_elsewhere(env: BuildEnvironment, link: addnodes.pending_xref) -> bool:
    target = link["reftarget"].partition("#")[0]
    if link["refdomain"] == "doc":
        return target not in env.found_docs and Path(env.srcdir, f"{target}.md").exists()
    return bool(target) and (Path(env.srcdir) / link["refdoc"]).parent.joinpath(target).exists()


def setup(app: Sphinx) -> None:
    """Connect what changes the pages to the events of Sphinx."""
    app.connect("doctree-read", keep_text_of_links)
