import { equal } from "node:assert/strict";
import { addMembers } from "../../python/imports.ts";
import { readPython } from "../../python/python_module.ts";
import { applyEdits } from "../../python/text_edit.ts";
import { removeUnusedImports } from "../../python/unused_imports.ts";

const CASES: readonly (readonly [what: string, before: string, after: string])[] = [
  ["none", "from a import d\n\n\ne = d\n", "from a import d\n\n\ne = d\n"],
  ["one of two", "from a import b\nfrom a import d\n\n\nd()\n", "from a import d\n\n\nd()\n"],
  ["the last of two", "from a import d\nfrom e import b\n\n\nd()\n", "from a import d\n\n\nd()\n"],
  [
    "the last two of a section",
    "import os\n\nfrom a import b\nfrom a import c\n\n\nos\n",
    "import os\n\n\nos\n",
  ],
  [
    "two sections",
    "import os\n\nfrom a import b\n\nfrom .a import c\n\n\nos\n",
    "import os\n\n\nos\n",
  ],
  ["one name of two", "from a import b, d\n\n\nd()\n", "from a import d\n\n\nd()\n"],
  ["one in a string", 'from a import b\n\n\nd = "b"\n', 'from a import b\n\n\nd = "b"\n'],
  [
    "none of a block that it could leave empty",
    "if TYPE_CHECKING:\n    from a import b\n\n\nd()\n",
    "if TYPE_CHECKING:\n    from a import b\n\n\nd()\n",
  ],
  [
    "one name of two in a block",
    "if TYPE_CHECKING:\n    from a import b, d\n\n\nd()\n",
    "if TYPE_CHECKING:\n    from a import d\n\n\nd()\n",
  ],
  ["one that is parted by code", "from a import b\nd()\nfrom a import c\nd()\n", "d()\nd()\n"],
];

for (const [what, before, after] of CASES) {
  Deno.test(`removeUnusedImports() removes ${what}`, () => {
    equal(removeUnusedImports(before, "b(c)\n"), after);
  });
}

const KEPT: readonly (readonly [what: string, text: string])[] = [
  ["a quoted type", 'from a import b\n\n\ndef d(e: "b"):\n    pass\n'],
  ["a quoted type of a field", 'from a import b\n\n\nclass D:\n    e: "list[b]"\n'],
  ["a quoted type in a call", 'from a import b\n\n\ndef d():\n    return cast("b | None", 1)\n'],
  ["a quoted type beside a field's alias", 'class D:\n    e: "b" = Field(alias="e")\n'],
  ["the default of a field with the same name", "class D:\n    b: int = b\n"],
  ["a type in a comment", "from a import b\n\n\nd = []  # type: list[b]\n"],
  ["a formatted string", 'from a import b\n\n\ndef d():\n    return f"{b}"\n'],
  ["__all__", 'from a import b\n\n\n__all__ = ["b"]\n'],
  ["a keyword argument's value", "from a import b\n\n\nd(b=b)\n"],
  ["a comment on the import", "from a import b  # noqa: F401\n"],
  ["a comment on one name", "from a import (\n    b,  # noqa: F401\n    d,\n)\n\nd()\n"],
  ["other code on the line", "from a import b; d()\n"],
  ["the future", "from __future__ import b\n"],
];

for (const [what, text] of KEPT) {
  Deno.test(`removeUnusedImports() keeps an import because of ${what}`, () => {
    equal(removeUnusedImports(text, "b(c)\n"), text);
  });
}

const UNUSED: readonly (readonly [what: string, code: string])[] = [
  ["an attribute", "d.b\n"],
  ["a keyword argument", "d(b=1)\n"],
  ["a docstring", 'def d():\n    """b"""\n'],
  ["an answer", 'def d():\n    return {"e": "b", "b": ["b"]}\n'],
  ["an answer with a type", 'def d():\n    e: D = "b"\n    return e\n'],
  ["the name of a blueprint", 'd = Blueprint("b", __name__)\n'],
  ["the alias of a field", 'class D(E):\n    b_: str = Field(alias="b")\n'],
  ["a field", "class D(E):\n    b: int\n"],
  ["a field with a default", "class D(E):\n    b: int = 1\n"],
  ["a comment", "d = 1  # b\n"],
  ["a formatted string", 'def d():\n    return f"b {d} {{b}}"\n'],
];

for (const [what, code] of UNUSED) {
  Deno.test(`removeUnusedImports() removes an import whose name is only ${what}`, () => {
    equal(removeUnusedImports(`from a import b\n\n\n${code}`, "b\n"), code);
  });
}

/** Modules as formatters leave them, to which members are added. */
const MODULES = [
  "",
  '"""Doc."""\n',
  '"""Doc."""',
  "#!x\n# c\n",
  "# c\nx = 1\n",
  "# c\n\nx = 1\n",
  '"""Doc."""\n\n\nclass A: ...\n',
  "import os\n\nx = 1\n",
  "import os",
  "from a import A, d\n\n\ndef e(): ...\n",
  "from a import (\n    A,\n    d,\n)\n",
  "from a import (\n    A,  # c\n    d,\n)\n",
  "from a import (A,\n    d)\n",
  "from a import A; from b import x\n",
  "from a import   A , \\\n  d\n",
  `from a import A, ${"b".repeat(67)}\n`,
  `from a import A, ${"b".repeat(60)}\n`,
  "import os\n\nimport flask\n\nfrom api.a import A\n",
  "import flask\n\nfrom api.a import A\n\n\nclass D: ...\n",
  "from .a import A\n\nx = 1\n",
  "import os\n\n# Ours.\nfrom api.b import c\n\nx = 1\n",
  "# c\nimport flask\n",
  `if TYPE_CHECKING:\n    from a import A, ${"b".repeat(60)}\n`,
];

Deno.test("removeUnusedImports() undoes addMembers()", () => {
  const members = ["MAX", "Row", "cc", "zz"].map((name) => ({ name, alias: name }));
  const aliased = { name: "zz", alias: "zz_" };
  for (const source of MODULES) {
    for (const from of ["a", "typing", "flask.typing", "api.a", ".a"]) {
      for (const added of [[members[1]], members, [...members.slice(0, 2), aliased], [aliased]]) {
        const wanted = added.filter((each) => each !== undefined);
        const code = wanted.map(({ alias }) => alias).join("\n");
        for (const isForTypeCheckers of [false, true]) {
          const uses = wanted.map((each) => ({ ...each, isForTypeCheckers }));
          let text = source;
          for (let time = 0; time < 2; time++) {
            text = applyEdits(text, addMembers(readPython(text), from, uses));
          }
          equal(removeUnusedImports(text, code), source, text);
        }
      }
    }
  }
});
