import { deepEqual, equal } from "node:assert/strict";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-nodejs";
import { applyEdits } from "../../python/text_edit.ts";
import { addAllMembers, addImport, addMembers, readImports } from "../../python/imports.ts";
import { readPython } from "../../python/python_module.ts";
import { scanPython } from "../../python/scanner.ts";

function withImport(source: string, from: string, name: string): string {
  return applyEdits(source, addImport(readPython(source), from, name));
}

type Case = readonly [name: string, from: string, member: string, before: string, after: string];

const LONG = "a_name_of_thirty_characters_00";

const MERGED: readonly Case[] = [
  ["at the end", "a", "d", "from a import b, c\n", "from a import b, c, d\n"],
  ["in between", "a", "c", "from a import b, d\n", "from a import b, c, d\n"],
  ["at the start", "a", "b", "from a import c\n", "from a import b, c\n"],
  ["a class before a function", "a", "Z", "from a import B, c\n", "from a import B, Z, c\n"],
  ["a constant before a class", "a", "ZZ", "from a import B, c\n", "from a import ZZ, B, c\n"],
  ["numbers in names", "a", "b9", "from a import b10\n", "from a import b9, b10\n"],
  ["a leading zero in names", "a", "b1", "from a import b07\n", "from a import b07, b1\n"],
  ["before a comment", "a", "c", "from a import b  # d\n", "from a import b, c  # d\n"],
  ["no final newline", "a", "c", "from a import b", "from a import b, c"],
  ["an alias", "a", "d", "from a import b as x, c\n", "from a import b as x, c, d\n"],
  ["in parentheses", "a", "c", "from a import (b, d)\n", "from a import (b, c, d)\n"],
  ["a comma at the end", "a", "c", "from a import (b,)\n", "from a import (b, c,)\n"],
  [
    "a line each",
    "a",
    "c",
    "from a import (\n    b,\n    d,\n)\n",
    "from a import (\n    b,\n    c,\n    d,\n)\n",
  ],
  [
    "first of a line each",
    "a",
    "a",
    "from a import (\n  b,\n)\n",
    "from a import (\n  a,\n  b,\n)\n",
  ],
  [
    "last of a line each",
    "a",
    "c",
    "from a import (\n  b,\n)\n",
    "from a import (\n  b,\n  c,\n)\n",
  ],
  [
    "no comma after the last of a line each",
    "a",
    "c",
    "from a import (\r\n\tb  # x,\r\n)\r\n",
    "from a import (\r\n\tb,  # x,\r\n\tc,\r\n)\r\n",
  ],
  [
    "comments between a line each",
    "a",
    "c",
    "from a import (  # x\n    b,  # y\n    # z\n    d,\n)\n",
    "from a import (  # x\n    b,  # y\n    c,\n    # z\n    d,\n)\n",
  ],
  ["commas first", "a", "c", "from a import (b\n  , d)\n", "from a import (b\n  , c, d)\n"],
  ["some a line", "a", "d", "from a import (b,\n    c, e)\n", "from a import (b,\n    c, d, e)\n"],
  ["a backslash", "a", "c", "from a import b, \\\n    d\n", "from a import b, \\\n    c, d\n"],
  [
    "up to 88 columns",
    "a",
    "z".repeat(9),
    `from a import ${LONG}, ${LONG}1\n`,
    `from a import ${LONG}, ${LONG}1, ${"z".repeat(9)}\n`,
  ],
  [
    "past 88 columns",
    "a",
    "z".repeat(10),
    `from a import ${LONG}, ${LONG}1\n`,
    `from a import (\n    ${LONG},\n    ${LONG}1,\n    ${"z".repeat(10)},\n)\n`,
  ],
  [
    "past 88 columns beside another statement",
    "a",
    "z".repeat(90),
    "import b; from a import c\n",
    `import b; from a import c, ${"z".repeat(90)}\n`,
  ],
  [
    "past 88 columns in parentheses",
    "a",
    "Z",
    `from a import (${LONG} as b, ${LONG}1, ${LONG}2)  # c\r\n`,
    `from a import (\r\n    Z,\r\n    ${LONG} as b,\r\n    ${LONG}1,\r\n    ${LONG}2,\r\n)  # c\r\n`,
  ],
  [
    "the first of two",
    "a",
    "d",
    "from a import b\nfrom a import c\n",
    "from a import b, d\nfrom a import c\n",
  ],
  ["relative modules", "..a", "c", "from ..a import b\n", "from ..a import b, c\n"],
];

Deno.test("addImport extends an import of the same module", async (test) => {
  for (const [name, from, member, before, after] of MERGED) {
    await test.step(name, () => equal(withImport(before, from, member), after));
  }
});

const INSERTED: readonly Case[] = [
  ["an empty file", "os", "path", "", "from os import path\n"],
  ["a byte order mark", "os", "path", "\ufeffa = 1\n", "\ufefffrom os import path\n\na = 1\n"],
  ["a docstring", "os", "path", '"""A."""\n', '"""A."""\n\nfrom os import path\n'],
  ["a docstring without a line break", "os", "path", '"""A."""', '"""A."""\n\nfrom os import path'],
  [
    "a docstring close to code",
    "os",
    "path",
    '"""A.\n\nB.\n"""\nc = 1\n',
    '"""A.\n\nB.\n"""\n\nfrom os import path\n\nc = 1\n',
  ],
  [
    "a docstring and a definition",
    "os",
    "path",
    '"""A."""\n\n@b\ndef c(): pass\n',
    '"""A."""\n\nfrom os import path\n\n\n@b\ndef c(): pass\n',
  ],
  [
    "a shebang",
    "os",
    "path",
    "#!/bin/a\n# b\nc = 1\n",
    "#!/bin/a\n# b\nfrom os import path\n\nc = 1\n",
  ],
  ["a licence", "os", "path", "# A\n\nb = 1\n", "# A\n\nfrom os import path\n\nb = 1\n"],
  ["comments alone", "os", "path", "# A", "# A\n\nfrom os import path"],
  [
    "after the future",
    "a",
    "b",
    "from __future__ import annotations\nc = 1\n",
    "from __future__ import annotations\n\nfrom a import b\n\nc = 1\n",
  ],
  ["import before from", "os", "path", "import sys\n", "import sys\nfrom os import path\n"],
  [
    "before a later module",
    "os",
    "path",
    "from re import sub\n",
    "from os import path\nfrom re import sub\n",
  ],
  [
    "below a licence",
    "os",
    "path",
    "# A\nimport re\n\nb\n",
    "# A\nimport re\nfrom os import path\n\nb\n",
  ],
  [
    "below a licence, before a later module",
    "os",
    "path",
    "# A\nfrom re import sub\n",
    "# A\nfrom os import path\nfrom re import sub\n",
  ],
  [
    "imports below definitions",
    "api.c",
    "d",
    "import os\n\n\ndef a(): pass\n\n\nfrom api.b import c\n",
    "import os\n\nfrom api.c import d\n\n\ndef a(): pass\n\n\nfrom api.b import c\n",
  ],
  ["packages above", "..", "b", "from . import a\n", "from .. import b\nfrom . import a\n"],
  [
    "the member by another name",
    "a",
    "b",
    "from a import b as c\n",
    "from a import b\nfrom a import b as c\n",
  ],
  [
    "above a comment about the next import",
    "os",
    "path",
    "import os\n# About re.\nfrom re import sub\n",
    "import os\nfrom os import path\n# About re.\nfrom re import sub\n",
  ],
  [
    "a section between",
    "flask",
    "g",
    "import os\n\nimport api\n",
    "import os\n\nfrom flask import g\n\nimport api\n",
  ],
  [
    "a section between close ones",
    "flask",
    "g",
    "import os\nimport api\n",
    "import os\n\nfrom flask import g\n\nimport api\n",
  ],
  ["a section before all", "os", "path", "import flask\n", "from os import path\n\nimport flask\n"],
  [
    "a section after all",
    "api.a",
    "b",
    "import os\n\n\nc = 1\n",
    "import os\n\nfrom api.a import b\n\n\nc = 1\n",
  ],
  [
    "a section after all, no final newline",
    ".a",
    "b",
    "import os",
    "import os\n\nfrom .a import b",
  ],
  [
    "relative modules, farther first",
    "..a",
    "b",
    "from .c import d\n",
    "from ..a import b\nfrom .c import d\n",
  ],
  ["\\r\\n", "os", "path", "import sys\r\n", "import sys\r\nfrom os import path\r\n"],
  ["\\r", "os", "path", "import sys\r", "import sys\rfrom os import path\r"],
  ["only aliases", "a", "b", "from a import c as d\n", "from a import b\nfrom a import c as d\n"],
  ["all members", "a", "b", "from a import *\n", "from a import *\nfrom a import b\n"],
  [
    "two statements on a line",
    "os",
    "path",
    "import os; import re\n",
    "import os; import re\nfrom os import path\n",
  ],
  [
    "two sections on a line",
    "a",
    "b",
    "import os; import flask\n",
    "import os; import flask\n\nfrom a import b\n",
  ],
  [
    "the last of two places with its section",
    "typing",
    "Any",
    "import os\n\nprint()\n\nimport re\n\nprint()\n",
    "import os\n\nprint()\n\nimport re\nfrom typing import Any\n\nprint()\n",
  ],
  [
    "no place with its section",
    "a",
    "b",
    "import os\n\nprint()\n\nimport re\n\nprint()\n",
    "import os\n\nfrom a import b\n\nprint()\n\nimport re\n\nprint()\n",
  ],
  [
    "an import over lines",
    "os",
    "path",
    "from json import (\n    dumps,\n)\n",
    "from json import (\n    dumps,\n)\nfrom os import path\n",
  ],
  [
    "imports in two places",
    "api.c",
    "d",
    "import sys\n\nsys.path.insert(0, '')\n\nfrom api.a import b\n\ne\n",
    "import sys\n\nsys.path.insert(0, '')\n\nfrom api.a import b\nfrom api.c import d\n\ne\n",
  ],
  [
    "an import that only type checkers see",
    "a",
    "b",
    "import os\n\nif TYPE_CHECKING:\n    from a import b\n",
    "import os\n\nfrom a import b\n\nif TYPE_CHECKING:\n    from a import b\n",
  ],
  [
    "an import in a function",
    "os",
    "path",
    "import re\n\n\ndef a():\n    from os import path\n",
    "import re\nfrom os import path\n\n\ndef a():\n    from os import path\n",
  ],
];

Deno.test("addImport adds a statement at the right position", async (test) => {
  for (const [name, from, member, before, after] of INSERTED) {
    await test.step(name, () => equal(withImport(before, from, member), after));
  }
});

Deno.test("addMembers adds several members at once as addImport adds them one by one", async (test) => {
  const names = ["zeta", "B", "a", "LIMIT", "c2", "c10", "B"];
  for (const [what, from, member, before] of [...MERGED, ...INSERTED]) {
    await test.step(what, () => {
      const members = [member, ...names].map((name) => ({ name, alias: name }));
      const add = (source: string) =>
        applyEdits(source, addMembers(readPython(source), from, members));
      const one = members.reduce((done, { name }) => withImport(done, from, name), before);
      equal(add(add(before)), one);
    });
  }
});

Deno.test("addAllMembers adds members of several modules at once as addImport adds them one by one", async (test) => {
  const wanted = [
    ["__future__", "annotations"],
    ["abc", "ABC"],
    ["os", "path"],
    ["typing", "Any"],
    ["typing", "cast"],
    ["a", "b"],
    ["flask", "jsonify"],
    ["api.models.a", "A"],
    ["api.models.b", "B"],
    [".c", "C"],
    [".d", "D"],
  ] as const;
  const groups = new Map(
    [...Map.groupBy(wanted, ([from]) => from)].map(([from, members]) =>
      [from, members.map(([, name]) => ({ name, alias: name }))] as const
    ),
  );
  for (const [what, , , before] of [...MERGED, ...INSERTED]) {
    await test.step(what, () => {
      const one = wanted.reduce((done, [from, name]) => withImport(done, from, name), before);
      equal(addAllMembers(before, groups), one);
    });
  }
});

const IF = "if TYPE_CHECKING:\n    ";

const FOR_CHECKERS: readonly Case[] = [
  ["an import in the block", "a", "c", `${IF}from a import b\n`, `${IF}from a import b, c\n`],
  ["a name in the block", "a", "b", `${IF}from a import b\n`, `${IF}from a import b\n`],
  [
    "a name in the second import of the block",
    "a",
    "c",
    `${IF}from a import b\n    from a import c\n`,
    `${IF}from a import b\n    from a import c\n`,
  ],
  [
    "a relative import in the block",
    "api.a",
    "c",
    `if t.TYPE_CHECKING:\n    from ..a import b\n`,
    `if t.TYPE_CHECKING:\n    from ..a import b, c\n`,
  ],
  [
    "an import past 88 columns",
    "a",
    "z".repeat(10),
    `${IF}from a import ${LONG}, ${LONG}1\n`,
    `${IF}from a import (\n        ${LONG},\n        ${LONG}1,\n        ${
      "z".repeat(10)
    },\n    )\n`,
  ],
  [
    "an import that runs beside one in the block",
    "a",
    "d",
    `from a import c\n\n${IF}from a import b\n`,
    `from a import c, d\n\n${IF}from a import b\n`,
  ],
  [
    "an import in another branch",
    "a",
    "c",
    "if not TYPE_CHECKING:\n    from a import b\n",
    "from a import c\n\nif not TYPE_CHECKING:\n    from a import b\n",
  ],
  [
    "another module in the block",
    "a",
    "c",
    `import os\n\n${IF}from b import c\n`,
    `import os\n\nfrom a import c\n\n${IF}from b import c\n`,
  ],
];

Deno.test("addImport adds names for type checkers where the module imports others", async (test) => {
  for (const [name, from, member, before, after] of FOR_CHECKERS) {
    await test.step(name, () => {
      const edits = addImport(readPython(before), from, member, { isForTypeCheckers: true });
      equal(applyEdits(before, edits), after);
    });
  }
});

Deno.test("addAllMembers adds names for type checkers and names that run", () => {
  const members = [
    { name: "c", alias: "c", isForTypeCheckers: true },
    { name: "d", alias: "d" },
    { name: "e", alias: "e", isForTypeCheckers: true },
    { name: "e", alias: "e" },
    { name: "f", alias: "g" },
  ];
  equal(
    addAllMembers(`import os\n\n${IF}from a import b\n`, new Map([["a", members]])),
    `import os\n\nfrom a import d, e, f as g\n\n${IF}from a import b, c\n`,
  );
});

const BOUND: readonly string[] = [
  "from a import b\n",
  "from a import c, b\n",
  "from a import b as b\n",
  "from a import (\n    b,\n)\n",
  "try:\n    from a import b\nexcept ImportError:\n    b = None\n",
  "if sys.platform == 'win32':\n    from a import b\n",
  "import c; from a import b\n",
];

Deno.test("addImport returns no edits if the name is already bound to the member", () => {
  for (const source of BOUND) deepEqual(addImport(readPython(source), "a", "b"), [], source);
});

Deno.test("readImports reads modules, members and aliases", () => {
  const source = "import a.b as c, d\nfrom ..e import (f as g, h,)  # i\nfrom j import *\n";
  deepEqual(
    readImports(scanPython(source)).map(({ kind, module, names }) => [
      kind,
      module,
      names.map(({ name, alias, start, end }) => [name, alias, source.slice(start, end)]),
    ]),
    [
      ["import", "a.b", [["a.b", "c", "a.b as c"], ["d", null, "d"]]],
      ["from", "..e", [["f", "g", "f as g"], ["h", null, "h"]]],
      ["from", "j", [["*", null, "*"]]],
    ],
  );
});

const MODULES = [
  "os",
  "re",
  "flask",
  "Zope",
  "a1",
  "a10",
  "a2",
  "api.a",
  "api.b_c",
  "api.bd",
  ".x",
  "..y",
  ".",
  "..",
];
const MEMBERS = [
  "a",
  "B",
  "CC",
  "_d",
  "e_f",
  "eF",
  "g1",
  "g10",
  "g2",
  "H",
  "Ii",
  `${LONG}`,
  `Z${LONG}`,
];

Deno.test("addImport keeps imports sorted and wrapped as ruff does", () => {
  const ruff = new Workspace({
    "line-length": 88,
    lint: { select: ["I"], isort: { "known-first-party": ["api"] } },
  }, PositionEncoding.Utf16);
  const imports = fc.array(fc.tuple(fc.constantFrom(...MODULES), fc.constantFrom(...MEMBERS)), {
    maxLength: 25,
    size: "max",
  });
  const property = fc.property(imports, (added) => {
    const source = added.reduce((text, [from, name]) => withImport(text, from, name), "");
    const complaints = ruff.check(source).map((
      { code, message }: { code: string; message: string },
    ) => `${code} ${message}`);
    deepEqual(complaints, [], source);
  });
  fc.assert(property, { numRuns: IS_FULL_TIER ? 5_000 : 200 });
  ruff.free();
});

/** Modules before and after imports of `re` as a whole, beside `search` of the same module. */
const WHOLE: readonly (readonly [before: string, after: string])[] = [
  ["", "import re\n"],
  ["import re\n", "import re\n"],
  ["import json\nfrom typing import Any\n", "import json\nimport re\nfrom typing import Any\n"],
  ["from collections import abc\n", "import re\nfrom collections import abc\n"],
  ["from flask import request\n", "import re\n\nfrom flask import request\n"],
  ["import re as r\n", "import re\nimport re as r\n"],
  ["from re import match\n", "import re\nfrom re import match\n"],
  ["def f():\n    import re\n", "import re\n\n\ndef f():\n    import re\n"],
];

Deno.test("addImport() imports a whole module", () => {
  for (const [before, after] of WHOLE) {
    const edits = addImport(readPython(before), "re", "re", { isModule: true });
    equal(applyEdits(before, edits), after, before);
  }
  const members = [{ name: "search", alias: "search" }, {
    name: "re",
    alias: "re_",
    isModule: true,
  }];
  const wanted = new Map([["re", members], ["json", [{
    name: "json",
    alias: "json",
    isModule: true,
  }]]]);
  equal(addAllMembers("", wanted), "import json\nimport re as re_\nfrom re import search\n");
});
