/** Positions and blank lines in merged modules. */

import { equal, match, ok } from "node:assert/strict";
import {
  mergeModule,
  type PolicyOf,
  wantedSymbols,
} from "../../../generators/edits/merge_module.ts";
import { symbolHashes } from "../../../project/facts/code_hash.ts";

const follow: PolicyOf = () => "follow";

const DOCSTRING = '"""Some functions."""\n';
const IMPORT = "from typing import Any\n";
const KNOWN = "def later() -> int:\n    return 1\n";
const ADDED = "def first() -> int:\n    return 0\n";
const VALUE = "FIRST = 0\n";

for (
  const [what, head, added, blankLines] of [
    ["a docstring", DOCSTRING, ADDED, 2],
    ["imports", IMPORT, ADDED, 2],
    ["a docstring and imports", `${DOCSTRING}\n${IMPORT}`, ADDED, 2],
    ["imports, as a value", IMPORT, VALUE, 1],
  ] as const
) {
  Deno.test(`mergeModule() separates a new definition from ${what} as formatters require`, () => {
    const existing = `${head}\n\n${KNOWN}`;
    const blank = "\n".repeat(blankLines);
    const wanted = `${head}${blank}${added}\n\n${KNOWN}`;
    const merge = mergeModule(existing, {
      wanted: wantedSymbols(wanted),
      known: symbolHashes(KNOWN),
      policyOf: follow,
    });
    ok(merge.kind === "merged");
    equal(merge.text, wanted);
  });
}

Deno.test("mergeModule() keeps the blank lines above a definition when another is added below", () => {
  const existing = `${IMPORT}\n${KNOWN}`;
  const wanted = `${IMPORT}\n\n${KNOWN}\n\n${ADDED}`;
  const merge = mergeModule(existing, {
    wanted: wantedSymbols(wanted),
    known: symbolHashes(KNOWN),
    policyOf: follow,
  });
  ok(merge.kind === "merged");
  equal(merge.text, `${existing}\n\n${ADDED}`);
});

Deno.test("mergeModule() moves a definition up when an import above it is removed", () => {
  const typed = KNOWN.replace("()", "(x: Any)");
  const existing = `${DOCSTRING}\n${IMPORT}\n\n${ADDED}\n\n${typed}`;
  const wanted = `${DOCSTRING}\n\n${ADDED}\n\n${KNOWN}`;
  const merge = mergeModule(existing, {
    wanted: wantedSymbols(wanted),
    known: symbolHashes(`${ADDED}${typed}`),
    policyOf: follow,
  });
  ok(merge.kind === "merged");
  equal(merge.text, wanted);
});

for (
  const [what, existing, hasMore] of [
    ["the same definitions", `${ADDED}\n\n${KNOWN}`, false],
    ["fewer", KNOWN, false],
    [
      "one that is not generated",
      `${ADDED}\n\n${KNOWN}\n\n${VALUE.replace("FIRST", "MINE")}`,
      true,
    ],
    ["only one that is not generated", VALUE, true],
  ] as const
) {
  Deno.test(`mergeModule() reports whether a module has further definitions, with ${what}`, () => {
    const merge = mergeModule(existing, {
      wanted: wantedSymbols(`${ADDED}\n\n${KNOWN}`),
      known: new Map(),
      policyOf: follow,
    });
    equal(merge.kind === "merged" && merge.hasMore, hasMore);
  });
}

Deno.test("mergeModule() adds a class that consists of methods to a module without it", () => {
  const classOf = (...methods: readonly string[]) =>
    ["class Service:", ...methods.map((name) => `    def ${name}(self) -> int:\n        return 1`)]
      .join("\n").replaceAll("1\n    def", "1\n\n    def") + "\n";
  const existing = `${DOCSTRING}\n\n${KNOWN}`;
  const wanted = `${DOCSTRING}\n\n${classOf("get", "add")}`;
  const all = mergeModule(existing, {
    wanted: wantedSymbols(wanted),
    known: new Map(),
    policyOf: follow,
  });
  ok(all.kind === "merged");
  equal(all.text, `${existing}\n\n${classOf("get", "add")}`);
  const leaving: PolicyOf = (name) => name === "Service.get" ? "leave" : "follow";
  const one = mergeModule(existing, {
    wanted: wantedSymbols(wanted),
    known: new Map(),
    policyOf: leaving,
  });
  ok(one.kind === "merged");
  equal(one.text, `${existing}\n\n${classOf("add")}`);
});

Deno.test("mergeModule() keeps the blank lines below a remark under the docstring", () => {
  const head = `${DOCSTRING}\n# A remark.\n`;
  const merge = mergeModule(`${head}\n\n\n${KNOWN}`, {
    wanted: wantedSymbols(`${head}\n\n\n${ADDED}\n\n${KNOWN}`),
    known: symbolHashes(KNOWN),
    policyOf: follow,
  });
  ok(merge.kind === "merged");
  equal(merge.text, `${head}\n\n\n${ADDED}\n\n${KNOWN}`);
});

/** Modules of people, and what they import after a definition that uses `json` and `re` is added. */
const WHOLE_IMPORTS = [
  [DOCSTRING, /^import json\nimport re\n\n\ndef first/m],
  ["import json as j\n", /^import json as j\nimport re\n\n\ndef first[^]* j\.dumps\(re\./m],
  ["def re() -> int:\n    return 1\n", /^import json\nimport re as re_\n[^]* json\.dumps\(re_\./m],
] as const;

Deno.test("mergeModule() adds the modules that definitions import as a whole", () => {
  const wanted = wantedSymbols(
    "import json\nimport os\nimport re\n\n\ndef first() -> str:\n    return json.dumps(re.X)\n",
  );
  for (const [existing, expected] of WHOLE_IMPORTS) {
    const merge = mergeModule(existing, { wanted, known: new Map(), policyOf: follow });
    ok(merge.kind === "merged");
    match(merge.text, expected);
    ok(!merge.text.includes("import os"));
  }
});
