"""Scripts and style sheets put together with what they import."""

from __future__ import annotations

import pytest

from web import joining
from web.joining import CannotJoin

COUNT = 'import { step } from "./parts/step.js";\nimport "./aside.js";\n\nconsole.log(step(1));\n'
STEP = "// How far.\nconst BY = 2;\n\nexport function step(from) {\n  return from + BY;\n}\n"

JOINED = """\
const $parts_step = (() => {
const BY = 2;

function step(from) {
  return from + BY;
}
return { step };
})();
const $aside = (() => {
console.log("aside");
return {  };
})();
const { step } = $parts_step;

console.log(step(1));
"""


def join(**texts: str) -> dict[str, str]:
    files = {f"js/{name.replace('__', '/')}.js": text for name, text in texts.items()}
    return joining.join(files, files.__getitem__)


def test_a_script_is_joined_with_its_imports_each_in_a_scope_of_its_own() -> None:
    found = join(count=COUNT, parts__step=STEP, aside='console.log("aside");\n')
    assert found["js/count.js"] == JOINED


def test_a_module_that_two_others_import_is_joined_once_and_before_them() -> None:
    one = 'import { step } from "./step.js";\nexport const one = step(1);\n'
    count = 'import { one } from "./one.js";\nimport { step } from "./step.js";\n'
    text = join(count=count, one=one, step=STEP)["js/count.js"]
    assert text.count("function step") == 1
    assert text.index("const $step =") < text.index("const $one =")


def test_comments_go_where_they_have_lines_of_their_own() -> None:
    text = '/** Says\n * a lot. */\nconst a = "// b"; // c\n  // d\n/** @type {any} */ (a).b();\n'
    assert join(a=text)["js/a.js"] == 'const a = "// b"; // c\n/** @type {any} */ (a).b();\n'


@pytest.mark.parametrize(
    "text",
    [
        'import step from "./step.js";\n',
        'import * as all from "./step.js";\n',
        "export default 1;\n",
        "export let moving = 1;\n",
        "export { step };\n",
    ],
)
def test_a_script_that_imports_or_exports_in_another_way_is_refused(text: str) -> None:
    with pytest.raises(CannotJoin, match=r"^js/count\.js"):
        join(count=text, step=STEP)


def test_scripts_that_import_each_other_are_refused() -> None:
    one, other = 'import { b } from "./b.js";\n', 'import { a } from "./a.js";\n'
    with pytest.raises(CannotJoin, match="is imported by what it imports"):
        join(page='import { a } from "./a.js";\n', a=one, b=other)


def test_a_style_sheet_holds_what_it_imports_in_the_same_order() -> None:
    files = {
        "css/pages.css": '@import "fonts.css";\n@import "site.css";\nb { top: 0; }\n',
        "css/fonts.css": "/* Fonts. */\n@font-face { }\n",
        "css/site.css": "a { top: 1; }\n",
    }
    found = joining.join(files, files.__getitem__)
    assert found["css/pages.css"] == "@font-face { }\na { top: 1; }\nb { top: 0; }\n"
