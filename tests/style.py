"""Measure how the code speaks: ``python -m tests.style`` prints the figures, one a
line, and with ``-v`` what is behind those that should be none.

Production code is all Python but tests and migrations. What is counted stands at each function;
tests/test_style.py keeps the figures that may not grow.
"""

from __future__ import annotations

import ast
import io
import re
import statistics
import subprocess
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parent.parent
LONG_TEMPLATE_LINE = 160
GAMES = ("conquest/islands/", "conquest/rulesets/")
FOUND_BY_NAME = {"Command", "DatabaseWrapper"}
PARTICIPLES = re.compile(
    r"([a-z]+ed|[a-z]+[^e]en|[a-z]+wn|[a-z]+ing|begun|born|bought|bound|brought|built|cast|caught|come"
    r"|cut|done|felt|found|gone|heard|held|hit|kept|laid|led|left|lent|let|lost|made|meant|met|paid|put"
    r"|read|run|said|seen|sent|set|shut|sold|sought|spent|split|stood|struck|taught|thought|told|won)"
)
# Words that only look like participles, and those that are a verb as well: "run", "hit".
NO_PARTICIPLES = re.compile(
    r"(bed|children|even|feed|garden|hit|hundred|king|listen|need|often|open|queen|red|ring|run|screen|seed"
    r"|sing|speed|spring|string|ten|then|thing|token|when|wing)"
)
BANNED = re.compile(
    r"\b(amiss|anew|whoever|deeds?|(?<!not )so many|comes? to pass|came to pass|behind its end"
    r"|no more than shown|he|him|his|himself)\b",
    re.IGNORECASE,
)

# "It" names no subject that one could search for, and nobody knows whether "he" is a man.
VAGUE_TEST_NAME = re.compile(r"test_it_\w+|test_\w*_(he|him|his|himself)(_\w+)?")


@dataclass(frozen=True)
class Module:
    """A file of the production code, parsed."""

    path: str
    source: str

    @property
    def name(self) -> str:
        return self.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.source)

    @cached_property
    def functions(self) -> list[ast.FunctionDef]:
        """Those of the module itself, neither methods nor nested ones."""
        return [node for node in self.tree.body if isinstance(node, ast.FunctionDef)]

    @cached_property
    def classes(self) -> list[ast.ClassDef]:
        return [node for node in self.tree.body if isinstance(node, ast.ClassDef)]

    @cached_property
    def comments(self) -> list[str]:
        tokens = tokenize.generate_tokens(io.StringIO(self.source).readline)
        return [token.string for token in tokens if token.type == tokenize.COMMENT]

    @cached_property
    def docstrings(self) -> list[str]:
        kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
        nodes = [node for node in ast.walk(self.tree) if isinstance(node, kinds)]
        return [text for node in nodes if (text := ast.get_docstring(node))]

    @cached_property
    def lines(self) -> int:
        return sum(1 for line in self.source.splitlines() if line.strip())


def list_files(pattern: str) -> list[str]:
    """Return the paths of what git knows by a pattern, tests and migrations left out."""
    paths = _list_all_files(pattern)
    return [path for path in paths if not re.search(r"(^|/)(tests|migrations)/", path)]


def _list_all_files(pattern: str) -> list[str]:
    command = ["git", "ls-files", pattern]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return listed.stdout.splitlines()


def load_modules() -> list[Module]:
    """Return all production code, parsed."""
    return [Module(path, (ROOT / path).read_text()) for path in list_files("*.py")]


def is_one_word(name: str) -> bool:
    """Whether a name is one bare word."""
    return "_" not in name.strip("_")


def is_participle(name: str) -> bool:
    """Whether a name is a participle alone: ``told``, ``_kept``, ``moving``."""
    word = name.strip("_")
    return bool(PARTICIPLES.fullmatch(word)) and not NO_PARTICIPLES.fullmatch(word)


def banned_words(module: Module) -> list[str]:
    """Return the sentences of docstrings and comments that are not plain English."""
    lines = [line for text in module.docstrings for line in text.splitlines()]
    return [line.strip() for line in lines + module.comments if BANNED.search(line)]


def list_vague_test_names() -> list[str]:
    """Return each test that is named without its topic, by file and name."""
    paths = _list_all_files("*test_*.py")
    modules = (Module(path, (ROOT / path).read_text()) for path in paths)
    return [
        f"{one.path}::{node.name}"
        for one in modules
        for node in one.functions
        if is_vague_test_name(node.name)
    ]


def is_vague_test_name(name: str) -> bool:
    """Whether the name of a test begins with "it", or takes a person for a man."""
    return VAGUE_TEST_NAME.fullmatch(name) is not None


def names_in_many_modules(modules: Iterable[Module]) -> tuple[set[str], float]:
    """Return the names of functions that three modules or more define, rule sets left out, and
    their share of all such functions."""
    places: dict[str, list[str]] = defaultdict(list)
    for module in modules:
        if "conquest/rulesets/" not in module.path:
            for name in {node.name for node in module.functions}:
                places[name].append(module.path)
    repeated = {name for name, paths in places.items() if len(paths) >= 3}
    return repeated, sum(len(places[name]) for name in repeated) / sum(map(len, places.values()))


def classes_named_twice(modules: Iterable[Module]) -> set[str]:
    """Return the names of public classes that more than one module defines. Games are left out,
    since each has a state and events of the same names, and what Django finds by its name."""
    outside = [one for one in modules if not one.path.startswith(GAMES)]
    names = Counter(node.name for module in outside for node in module.classes)
    return {name for name, count in names.items() if count > 1 and name[0] != "_"} - FOUND_BY_NAME


def import_graph(modules: Iterable[Module]) -> dict[str, set[str]]:
    """Return which modules of the production code each of them imports, for types, too."""
    known = {module.name: module for module in modules}
    return {name: set(_imports(module, known)) - {name} for name, module in known.items()}


def _imports(module: Module, known: Mapping[str, Module]) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in known else node.module for name in inner)


def imports_a_module(graph: Mapping[str, set[str]]) -> float:
    """Return how many of the project's own modules a module imports, on average."""
    return statistics.mean(len(imported & graph.keys()) for imported in graph.values())


def modules_in_circles(graph: Mapping[str, set[str]]) -> set[str]:
    """Return the modules that import each other, directly or by way of others."""
    return {name for name in graph if name in _reachable(graph, name)}


def _reachable(graph: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = set(graph[start])
    while waiting:
        name = waiting.pop()
        if name in graph and name not in found:
            found.add(name)
            waiting |= graph[name]
    return found


def function_lengths(modules: Iterable[Module]) -> tuple[float, float, int]:
    """Return the median, the ninth decile and the maximum of all functions' lengths in lines."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [
        node for module in modules for node in ast.walk(module.tree) if isinstance(node, kinds)
    ]
    lengths = [(node.end_lineno or node.lineno) - node.lineno + 1 for node in nodes]
    return statistics.median(lengths), statistics.quantiles(lengths, n=10)[8], max(lengths)


def long_template_lines() -> list[str]:
    """Return the lines of templates that are too long to read, as "path:number"."""
    return [
        f"{path}:{number}"
        for path in list_files("*.html")
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1)
        if len(line) > LONG_TEMPLATE_LINE
    ]


def describe() -> Iterator[str]:
    """Yield the figures, a line each."""
    modules = load_modules()
    graph = import_graph(modules)
    names = [node.name for module in modules for node in module.functions]
    one_word, participles = filter(is_one_word, names), list(filter(is_participle, names))
    comments = sum(len(module.comments) for module in modules)
    lines = sum(module.lines for module in modules)
    yield f"modules {len(modules)}, functions of modules {len(names)}"
    yield f"functions named by one word: {sum(1 for _ in one_word) / len(names):.1%}"
    yield f"functions named by a participle alone: {len(participles)}"
    yield f"functions named as in three modules or more: {names_in_many_modules(modules)[1]:.1%}"
    yield f"public classes named twice: {len(classes_named_twice(modules))}"
    yield f"comments in 100 lines: {100 * comments / lines:.2f}"
    yield f"lines with words that are not plain: {sum(len(banned_words(one)) for one in modules)}"
    yield f"imports a module: {imports_a_module(graph):.2f}"
    yield f"files in circles: {len(modules_in_circles(graph))}"
    yield "lengths of functions: median {:.0f}, nine of ten {:.0f}, longest {}".format(
        *function_lengths(modules)
    )
    yield f"template lines over {LONG_TEMPLATE_LINE}: {len(long_template_lines())}"
    yield f"lines that are not blank {lines}, without comments {lines - _comment_lines(modules)}"


def _comment_lines(modules: Iterable[Module]) -> int:
    starts = (line.strip()[:1] for module in modules for line in module.source.splitlines())
    return sum(start == "#" for start in starts)


def describe_offences() -> Iterator[str]:
    """Yield what is behind the figures that should be none, a line each."""
    modules = load_modules()
    for module in modules:
        for node in module.functions:
            if is_participle(node.name):
                yield f"{module.path}:{node.lineno} {node.name}"
        for line in banned_words(module):
            yield f"{module.path}: {line}"
    yield from sorted(names_in_many_modules(modules)[0])
    yield from sorted(classes_named_twice(modules))
    yield from sorted(modules_in_circles(import_graph(modules)))
    yield from long_template_lines()


if __name__ == "__main__":
    print("\n".join(describe()))
    if "-v" in sys.argv:
        print("\n".join(describe_offences()))
